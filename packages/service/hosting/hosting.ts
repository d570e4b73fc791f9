import type { IncomingMessage, ServerResponse } from "node:http";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { readTarget, resolvePath } from "../domain/resolve.ts";
import { ROOM_PATH } from "../domain/room.ts";
import { isBusy } from "../store/engine/database.ts";
import { StoreUnavailable } from "../store/files/objects.ts";
import { findFormerHost, findHost, type Hosted } from "../store/sites/hosts.ts";
import { type AccessContext, createAccess } from "./access.ts";
import { createContentReader } from "./content.ts";
import { publicHead, type WriteHead } from "./head.ts";
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
import { createPlaces, findCustomDomain, type Place } from "./places.ts";
import { isRoomScript, sendRoomFrame, sendRoomScript } from "./room-frame.ts";
import { sendFile, sendMoved, sendRedirect, STRICT_TRANSPORT } from "./send.ts";
import { createSites } from "./site.ts";
import { createWellKnown, isWellKnown, sendWellKnown } from "./well-known.ts";

export interface Hosting {
  /** Whether a Host header is one of the domains of sites. */
  serves(hostHeader: string | undefined): boolean;
  /** Responds to a request whose host `serves` accepted. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** @param unknown Responds instead when no site is served at the host. */
  handleCustomDomain(request: IncomingMessage, response: ServerResponse, unknown: () => void): void;
}

interface HostedRequest {
  readonly request: IncomingMessage;
  readonly place: Place;
  readonly hosted: Hosted;
}

interface Lookup {
  readonly findPlace: () => Place | undefined | Promise<Place | undefined>;
  readonly unknown: () => void;
}

export function createHosting(context: AccessContext & Pick<ServiceContext, "objects" | "log" | "settings">): Hosting {
  const { scheme, previewDomain, productionDomain = previewDomain } = context.addresses;
  const placeOf = createPlaces(context.addresses);
  const access = createAccess(context);
  const readContent = createContentReader(context.objects);
  const siteOf = createSites(context);
  const wellKnown = createWellKnown(context);

  async function respond(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
    const hosted =
      (await findHost(context.db, place.label)) ??
      (await findFormerHost(context.db, place.label, instant(context.clock)));
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !hosted) return sendNotice(publicHead(response), isRead ? UNKNOWN_HOST : METHOD_NOT_ALLOWED);
    const writeHead = await access.admit({ request, response, place, hosted });
    if (!writeHead) return;
    await sendHosted(writeHead, { request, place, hosted }).catch((error: unknown) => fail(response, writeHead, error));
  }

  async function sendHosted(writeHead: WriteHead, { request, place, hosted }: HostedRequest): Promise<void> {
    const notify = (notice: Notice) => sendNotice(writeHead, notice);
    // Browsers must not keep it: an owner can make the other domain the main one.
    if (place.redirectTo !== undefined) return sendMoved(writeHead, `${place.redirectTo}${request.url}`, 0);
    if (hosted.kind === "moved") {
      if (!readTarget(request.url ?? "")) return notify(MALFORMED_URL);
      return sendMoved(writeHead, `${scheme}//${hosted.label}.${productionDomain}${request.url}`);
    }
    if (hosted.kind === "removed") {
      const isPublic = context.settings.privateProvenance !== true;
      return sendRemoved(request, writeHead, { host: hosted, baseUrl: context.addresses.baseUrl, isPublic });
    }
    if (hosted.kind !== "files") return notify(hosted.kind === "archived" ? ARCHIVED : NOT_PUBLISHED);
    const target = readTarget(request.url ?? "");
    if (!target) return notify(MALFORMED_URL);
    const environment = hosted.hostKind === "production" ? "production" : "preview";
    if (place.environment !== environment && previewDomain !== productionDomain) {
      // A production site may have been on the preview domain before; a preview was never on that of production.
      if (hosted.hostKind !== "production") return notify(UNKNOWN_HOST);
      return sendMoved(writeHead, `${scheme}//${place.label}.${productionDomain}${request.url}`);
    }
    const path = `/${target.path}`;
    if (path === ROOM_PATH) return sendRoomFrame(request, writeHead, new URL(context.addresses.baseUrl).origin);
    if (isRoomScript(path)) return sendRoomScript(writeHead, path);
    if (isWellKnown(target.path)) {
      const document = context.settings.privateProvenance ? undefined : await wellKnown(path, hosted);
      return document ? sendWellKnown(request, writeHead, document) : notify(PAGE_NOT_FOUND);
    }
    const site = await siteOf(hosted.fileListDigest);
    const siteRequest = { request, site, path: target.path, isIndexed: hosted.hostKind === "production" };
    const resolved = resolvePath(site, target);
    switch (resolved.kind) {
      case "missing":
        return notify(PAGE_NOT_FOUND);
      case "redirect":
        return sendRedirect(writeHead, { ...siteRequest, ...resolved });
      case "file":
        return sendFile(writeHead, { ...siteRequest, readContent, file: resolved });
    }
  }

  function fail(response: ServerResponse, writeHead: WriteHead, error: unknown): void {
    context.log.error({ err: error }, "a hosted file could not be served");
    const isAway = error instanceof StoreUnavailable || isBusy(error);
    const notice = isAway || (error instanceof ApiError && error.code === "try_again") ? AWAY : READ_FAILED;
    if (response.headersSent) response.destroy();
    else sendNotice(writeHead, notice);
  }

  function serve(request: IncomingMessage, response: ServerResponse, { findPlace, unknown }: Lookup): void {
    // [RFC 6797 §7.1] Every host is named by its own response, so no name of the operator's is included.
    if (scheme === "https:") response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
    response.on("error", () => response.destroy());
    const responding = async (): Promise<void> => {
      const place = await findPlace();
      return place ? respond(request, response, place) : unknown();
    };
    responding().catch((error: unknown) => fail(response, publicHead(response), error));
  }

  return {
    serves: (hostHeader) => placeOf(hostHeader) !== undefined,
    handle(request, response) {
      const unknown = () => sendNotice(publicHead(response), UNKNOWN_HOST);
      serve(request, response, { findPlace: () => placeOf(request.headers.host), unknown });
    },
    handleCustomDomain(request, response, unknown) {
      serve(request, response, { findPlace: () => findCustomDomain(context, request.headers.host), unknown });
    },
  };
}
