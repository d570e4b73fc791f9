import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../../context.ts";
import { isBusy } from "../../store/database.ts";
import { findHost, type Hosted } from "../../store/hosts.ts";
import { StoreUnavailable } from "../../store/objects.ts";
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
  UNKNOWN_HOST,
} from "./notices.ts";
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
}

/** Opens the hosting of one instance. */
export function createHosting(
  context: Pick<ServiceContext, "db" | "objects" | "addresses" | "log" | "settings">,
): Hosting {
  const { scheme, previewDomain, productionDomain = previewDomain } = context.addresses;
  const domains = {
    preview: `.${hostName(previewDomain)}`,
    production: `.${hostName(productionDomain)}`,
  };
  const contents = createContents(context.objects);
  const siteOf = createSites(context.db);
  const wellKnown = createWellKnown(context.db);

  function placeOf(hostHeader: string | undefined): { readonly label: string; readonly domain: string } | undefined {
    for (const domain of Object.values(domains)) {
      const label = labelOf(hostHeader, domain);
      if (label !== undefined) return { label, domain };
    }
    return undefined;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const notify = (notice: Notice) => sendNotice(response, notice, request.method === "HEAD");
    if (request.method !== "GET" && request.method !== "HEAD") return notify(METHOD_NOT_ALLOWED);
    const { label, domain } = placeOf(request.headers.host) ?? { label: "", domain: "" };
    const hosted = await findHost(context.db, label);
    if (hosted?.kind !== "files") return notify(noticeWithoutFiles(hosted));
    const target = readTarget(request.url ?? "");
    if (!target) return notify(MALFORMED_URL);
    if (domain !== domains[hosted.host === "production" ? "production" : "preview"]) {
      // A production site may have been on the preview domain before; a preview was never on that of production.
      if (hosted.host !== "production") return notify(UNKNOWN_HOST);
      return sendMoved(response, `${scheme}//${label}.${productionDomain}${request.url}`);
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

  return {
    serves: (hostHeader) => placeOf(hostHeader) !== undefined,
    handle(request, response) {
      response.on("error", () => response.destroy());
      respond(request, response).catch((error: unknown) => {
        context.log.error({ err: error }, "a hosted file could not be served");
        const notice = error instanceof StoreUnavailable || isBusy(error) ? AWAY : READ_FAILED;
        if (response.headersSent) response.destroy();
        else sendNotice(response, notice, request.method === "HEAD");
      });
    },
  };
}

/** A host name has at most 253 characters, plus its port and a final dot. [RFC 1035 §2.3.4] */
const MAX_HOST_CHARS = 260;

/** The labels of a host before the domain, or undefined when it is not below the domain. */
function labelOf(hostHeader: string | undefined, domain: string): string | undefined {
  if (hostHeader === undefined || hostHeader.length > MAX_HOST_CHARS) return undefined;
  const host = `.${hostName(hostHeader)}`;
  return host.endsWith(domain) ? host.slice(1, -domain.length) : undefined;
}

/** A host without its port and a final dot, in lower case. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function noticeWithoutFiles(hosted: Exclude<Hosted, { kind: "files" }> | undefined): Notice {
  if (hosted === undefined) return UNKNOWN_HOST;
  return hosted.kind === "archived" ? ARCHIVED : NOT_PUBLISHED;
}
