import type { IncomingMessage, ServerResponse } from "node:http";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { isBusy } from "../../store/database.ts";
import { findFormerHost, findHost } from "../../store/hosts.ts";
import { StoreUnavailable } from "../../store/objects.ts";
import { createAccess } from "./access.ts";
import { createContents } from "./content.ts";
import {
  ARCHIVED,
  AWAY,
  MALFORMED_URL,
  METHOD_NOT_ALLOWED,
  NOT_PUBLISHED,
  type Notice,
  PAGE_NOT_FOUND,
  READ_FAILED,
  sendNotice,
  sendRemoved,
  UNKNOWN_HOST,
} from "./notices.ts";
import { createPlaces, findDomainPlace, type Place } from "./places.ts";
import { readTarget, resolvePath } from "./resolve.ts";
import { sendFile, sendMoved, sendRedirect } from "./send.ts";
import { createWellKnown, isWellKnown, sendWellKnown } from "./well-known.ts";
import { createSites } from "./site.ts";

/** Serves previews, branches and production sites by the name of the host. */
export interface Hosting {
  /** Whether a Host header is one of the domains of sites. */
  serves(hostHeader: string | undefined): boolean;
  /** Responds to a request whose host `serves` accepted. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Responds to a request for a domain of a site.
   * @param unknown Responds instead when no site is served at the host.
   */
  handleDomain(request: IncomingMessage, response: ServerResponse, unknown: () => void): void;
}

/** Opens the hosting of one instance. */
export function createHosting(
  context: Pick<ServiceContext, "db" | "objects" | "addresses" | "clock" | "log" | "settings">,
): Hosting {
  const { scheme, previewDomain, productionDomain = previewDomain } = context.addresses;
  const placeOf = createPlaces(context.addresses);
  const access = createAccess(context);
  const contents = createContents(context.objects);
  const siteOf = createSites(context.db);
  const wellKnown = createWellKnown(context.db);

  async function respond(request: IncomingMessage, response: ServerResponse, place: Place | undefined): Promise<void> {
    const notify = (notice: Notice) => sendNotice(response, notice, request.method === "HEAD");
    if (request.method !== "GET" && request.method !== "HEAD") return notify(METHOD_NOT_ALLOWED);
    const hosted =
      place &&
      ((await findHost(context.db, place.label)) ??
        (await findFormerHost(context.db, place.label, instant(context.clock))));
    if (!place || !hosted) return notify(UNKNOWN_HOST);
    if (!(await access.admit({ request, response, place, hosted }))) return;
    // Not kept by browsers: which of a site's domains leads can be turned round.
    if (place.redirectTo !== undefined) return sendMoved(response, `${place.redirectTo}${request.url}`, 0);
    if (hosted.kind === "moved") {
      if (!readTarget(request.url ?? "")) return notify(MALFORMED_URL);
      return sendMoved(response, `${scheme}//${hosted.label}.${productionDomain}${request.url}`);
    }
    if (hosted.kind === "removed") {
      const isPublic = context.settings.privateProvenance !== true;
      return sendRemoved(request, response, { host: hosted, baseUrl: context.addresses.baseUrl, isPublic });
    }
    if (hosted.kind !== "files") return notify(hosted.kind === "archived" ? ARCHIVED : NOT_PUBLISHED);
    const target = readTarget(request.url ?? "");
    if (!target) return notify(MALFORMED_URL);
    const environment = hosted.host === "production" ? "production" : "preview";
    if (place.domain !== environment && previewDomain !== productionDomain) {
      // A production site may have been on the preview domain before; a preview was never on that of production.
      if (hosted.host !== "production") return notify(UNKNOWN_HOST);
      return sendMoved(response, `${scheme}//${place.label}.${productionDomain}${request.url}`);
    }
    if (isWellKnown(target.path)) {
      const document = context.settings.privateProvenance ? undefined : await wellKnown(`/${target.path}`, hosted);
      return document ? sendWellKnown(request, response, document) : notify(PAGE_NOT_FOUND);
    }
    const site = await siteOf(hosted.fileListDigest);
    const siteRequest = { request, site, path: target.path, isIndexed: hosted.host === "production" };
    const found = resolvePath(site, target);
    switch (found.kind) {
      case "missing":
        return notify(PAGE_NOT_FOUND);
      case "redirect":
        return sendRedirect(response, { ...siteRequest, ...found });
      case "file":
        return sendFile(response, { ...siteRequest, contents, file: found });
    }
  }

  function settle(request: IncomingMessage, response: ServerResponse, responding: Promise<void>): void {
    response.on("error", () => response.destroy());
    responding.catch((error: unknown) => {
      context.log.error({ err: error }, "a hosted file could not be served");
      const notice = error instanceof StoreUnavailable || isBusy(error) ? AWAY : READ_FAILED;
      if (response.headersSent) response.destroy();
      else sendNotice(response, notice, request.method === "HEAD");
    });
  }

  return {
    serves: (hostHeader) => placeOf(hostHeader) !== undefined,
    handle(request, response) {
      settle(request, response, respond(request, response, placeOf(request.headers.host)));
    },
    handleDomain(request, response, unknown) {
      const responding = findDomainPlace(context, request.headers.host).then(async (place) =>
        place ? respond(request, response, place) : unknown(),
      );
      settle(request, response, responding);
    },
  };
}
