import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceContext } from "../../context.ts";
import type { Hosted } from "../../store/hosts.ts";
import { openObjects } from "../../store/objects.ts";
import { createContents } from "./content.ts";
import { createEncodings } from "./encodings.ts";
import { createLookup } from "./lookup.ts";
import { type Notice, sendNotice } from "./pages.ts";
import { readTarget } from "./path.ts";
import { createRepeats } from "./repeats.ts";
import { resolvePath } from "./resolve.ts";
import { createSender } from "./send.ts";
import { createSites } from "./site.ts";

/** Serves previews, branches and production sites by the name of the host. */
export interface Hosting {
  /**
   * Tells whether a host belongs to the preview domain.
   * @param hostHeader Value of the Host header, or undefined when there is none.
   */
  serves(hostHeader: string | undefined): boolean;
  /** Answers a request whose host `serves` took. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

const NOT_HERE: Notice = {
  status: 404,
  title: "Nothing here",
  text: "No deployment is served at this address. The comment on the pull request has the address of its preview.",
};
const NOT_YET: Notice = {
  status: 404,
  title: "Not published yet",
  text: "This site has no production deployment yet. It gets one when a member approves a release.",
};
const ARCHIVED: Notice = {
  status: 410,
  title: "Archived",
  text: "This site was archived. Its team can restore it and deploy again.",
};
const NO_PAGE: Notice = {
  status: 404,
  title: "Page not found",
  text: "The site has no page at this address. Check it, or start at the first page of the site.",
};
const MALFORMED: Notice = {
  status: 400,
  title: "Bad request",
  text: "The address of the request is malformed. Check how it is written.",
};
const FAULT: Notice = {
  status: 500,
  title: "Fault",
  text: "The file could not be read. Load the page again; when it stays so, tell whoever runs the service.",
};
const METHOD: Notice = {
  status: 405,
  title: "Method not allowed",
  text: "Only GET and HEAD are answered here.",
  headers: { allow: "GET, HEAD" },
};

/** What hosting needs of the shared parts. */
export type HostingParts = Pick<ServiceContext, "db" | "addresses" | "log" | "settings" | "clock">;

/** Opens the hosting of one instance. */
export function createHosting(context: HostingParts): Hosting {
  const objects = openObjects(context.settings.dataDirectory);
  const lookup = createLookup(context.db, context.clock);
  const repeats = createRepeats();
  const labelOf = createLabels(`.${hostOf(context.addresses.previewDomain)}`);
  const siteOf = createSites(context.db);
  const send = createSender(createContents(objects), createEncodings(context, objects));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = request.method === "HEAD";
    if (request.method !== "GET" && !head) return sendNotice(response, METHOD, head);
    const hosted = await lookup.find(labelOf(request.headers.host) ?? "");
    if (hosted?.kind !== "files") return sendNotice(response, withoutFiles(hosted), head);
    const target = readTarget(request.url ?? "");
    if (target.kind === "malformed") return sendNotice(response, MALFORMED, head);
    const site = await siteOf(hosted.fileListDigest);
    const resolved = resolvePath(site.files, target, site.rules);
    const object = resolved.kind === "file" ? site.files.get(resolved.path) : undefined;
    if (resolved.kind === "missing" || (resolved.kind === "file" && !object)) {
      return sendNotice(response, NO_PAGE, head);
    }
    const asked = { path: target.path, rules: site.rules, indexed: hosted.host === "production" };
    if (resolved.kind === "redirect") return send.redirect(response, resolved, asked);
    if (!object) return;
    const repeatable = await send.file({ request, response }, { ...resolved, object }, asked);
    if (repeatable) repeats.keep(listOf(hosted), request, repeatable);
  }

  return {
    serves: (hostHeader) => labelOf(hostHeader) !== undefined,
    handle(request, response) {
      const hosted = lookup.held(labelOf(request.headers.host) ?? "");
      if (hosted && repeats.answer(listOf(hosted), request, response)) return;
      response.on("error", () => response.destroy());
      answer(request, response).catch((error: unknown) => {
        context.log.error({ err: error }, "a hosted file could not be served");
        if (response.headersSent) response.destroy();
        else sendNotice(response, FAULT, request.method === "HEAD");
      });
    },
  };
}

/** What decides an answer besides the request: which files, by which rules, and whether they may be listed. */
function listOf({ fileListDigest, host }: Extract<Hosted, { kind: "files" }>): string {
  return host === "production" ? `${fileListDigest} listed` : fileListDigest;
}

const MAX_LABELS = 10_000;
/** A host name has at most 253 characters; its port and a final dot come on top. [RFC 1035 §2.3.4] */
const MAX_HOST_CHARS = 260;

/** Opens a reader of Host headers: the labels before the domain, or undefined when the host is not below it. */
function createLabels(domain: string): (hostHeader: string | undefined) => string | undefined {
  const known = new Map<string, string>();
  return (hostHeader) => {
    if (hostHeader === undefined || hostHeader.length > MAX_HOST_CHARS) return undefined;
    const label = known.get(hostHeader);
    if (label !== undefined) return label;
    const host = `.${hostOf(hostHeader)}`;
    if (!host.endsWith(domain)) return undefined;
    const read = host.slice(1, -domain.length);
    if (known.size >= MAX_LABELS) known.clear();
    known.set(hostHeader, read);
    return read;
  };
}

/** A host without its port and a final dot, in lower case. */
function hostOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
}

function withoutFiles(hosted: Exclude<Hosted, { kind: "files" }> | undefined): Notice {
  if (hosted === undefined) return NOT_HERE;
  return hosted.kind === "archived" ? ARCHIVED : NOT_YET;
}
