import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Request, Route } from "playwright-core";
import { contentTypeOf } from "../domain/content-type.ts";
import { decoded } from "../domain/decoded.ts";
import { followPath, manifestHeaders } from "../domain/resolve.ts";
import { sha256Of } from "../domain/sha256.ts";
import type { Side } from "./served-side.ts";

const MEBIBYTE = 1024 ** 2;

const MAX_REQUESTS = 500;
export const MAX_FILE_BYTES = 8 * MEBIBYTE;
const MAX_TOTAL_BYTES = 48 * MEBIBYTE;
const MAX_NAVIGATIONS = 4;
const MAX_HOSTS = 50;
const MAX_ADDRESS_CHARS = 4_000;

/** At an address that is too long to be kept; no site answers so, thus what was loaded there is never taken for the same. */
const UNKNOWN_ANSWER = "unknown";

/** Nothing is asked for during this long: a page has what it wants. */
const QUIET_MS = 100;

export type FileKind = "scripts" | "styles" | "images" | "fonts" | "other";

export interface PageRequests {
  /** Bytes of each file it got. */
  readonly files: ReadonlyMap<string, { readonly kind: FileKind; readonly size: number }>;
  /** Paths where nothing was. */
  readonly missing: ReadonlySet<string>;
  /** Hosts elsewhere. */
  readonly hosts: ReadonlySet<string>;
  readonly problems: ReadonlySet<"too_many_requests" | "file_too_large" | "redirects_itself">;
  /** What each address of the site was answered with. */
  readonly answers: ReadonlyMap<string, string>;
  /** Whether a file that was read speaks of the colours that visitors prefer. */
  knowsSchemes(): boolean;
  /** Waits a moment. @returns Whether nothing was asked for in it, and all that was asked for before is answered. */
  quiet(): Promise<boolean>;
}

/** Headers that change what a page looks like or does; others make no difference to a picture. */
const RENDERING_HEADERS = new Set([
  "content-security-policy",
  "content-disposition",
  "cross-origin-embedder-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "link",
  "permissions-policy",
  "refresh",
  "set-cookie",
  "x-frame-options",
]);

/** As text; empty without any. */
export function renderingHeaders(path: string, rules: Side["site"]["rules"]): string {
  const set = [...manifestHeaders(path, rules)].filter(([name]) => RENDERING_HEADERS.has(name));
  return set.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** Another site that answers the same shows the same. */
export function answerTo(site: Side["site"], origin: string, url: URL): string {
  const found = followPath(site, origin, url);
  if (found.kind === "redirect") return `redirect ${found.location}`;
  if (found.kind === "missing") return "missing";
  // A script can read any of them.
  const headers = sha256Of(JSON.stringify([...manifestHeaders(decodedPath(url), site.rules)]));
  return `${found.status} ${found.object.sha256} ${contentTypeOf(found.path)} ${headers}`;
}

const decodedPath = ({ pathname }: URL): string => decoded(pathname.slice(1)) ?? pathname.slice(1);

const SCHEMES = ["prefers-color-scheme", "color-scheme", "light-dark("];

const KINDS: Readonly<Record<string, FileKind>> = {
  script: "scripts",
  stylesheet: "styles",
  image: "images",
  font: "fonts",
};

/**
 * Everything but the files of the side is stopped and noted.
 * @param shown Origin, and the instant that files say they were changed.
 */
export async function interceptRequests(
  context: BrowserContext,
  side: Side,
  { origin, nowMs }: { readonly origin: string; readonly nowMs: number },
): Promise<PageRequests> {
  const answers = new Map<string, string>();
  let knowsSchemes = false;
  let [open, asked] = [0, 0];
  const files = new Map<string, { kind: FileKind; size: number }>();
  const missing = new Set<string>();
  const hosts = new Set<string>();
  const problems = new Set<"too_many_requests" | "file_too_large" | "redirects_itself">();
  let [requests, bytes, navigations] = [0, 0, 0];

  function noteThirdParty(url: URL | null): void {
    if (url && url.host !== "" && hosts.size < MAX_HOSTS) hosts.add(url.host.slice(0, 253));
  }

  async function answer(route: Route, request: Request): Promise<void> {
    const url = URL.parse(request.url());
    if (url?.origin !== origin) {
      noteThirdParty(url);
      return route.abort("blockedbyclient");
    }
    if (isMainNavigation(request) && (navigations += 1) > MAX_NAVIGATIONS) {
      problems.add("redirects_itself");
      return route.abort("blockedbyclient");
    }
    if ((requests += 1) > MAX_REQUESTS || bytes > MAX_TOTAL_BYTES) {
      problems.add("too_many_requests");
      return route.abort("blockedbyclient");
    }
    if (!["GET", "HEAD"].includes(request.method())) return route.fulfill({ status: 405, body: "" });
    const address = `${url.pathname}${url.search}`;
    const isKept = address.length < MAX_ADDRESS_CHARS;
    answers.set(address.slice(0, MAX_ADDRESS_CHARS), isKept ? answerTo(side.site, origin, url) : UNKNOWN_ANSWER);
    const found = followPath(side.site, origin, url);
    if (found.kind === "redirect") {
      noteThirdParty(URL.parse(found.location, url.href));
      return route.abort("blockedbyclient");
    }
    if (found.kind === "missing" || found.status === 404) {
      if (!request.isNavigationRequest()) missing.add(url.pathname.slice(0, 1_000));
      if (found.kind === "missing") {
        return route.fulfill({ status: 404, contentType: "text/plain", body: "There is no page at this URL." });
      }
    }
    const { object, path, status } = found;
    if (object.size > MAX_FILE_BYTES) {
      problems.add("file_too_large");
      return route.abort("blockedbyclient");
    }
    bytes += object.size;
    files.set(path, { kind: KINDS[request.resourceType()] ?? "other", size: object.size });
    const headers = {
      ...Object.fromEntries(manifestHeaders(decodedPath(url), side.site.rules)),
      "content-type": contentTypeOf(path),
      "x-content-type-options": "nosniff",
      // `document.lastModified` is the present time without it.
      "last-modified": new Date(nowMs).toUTCString(),
    };
    const body = await side.read(object.sha256);
    knowsSchemes ||= /[.](?:html|css|m?js|svg)$/.test(path) && SCHEMES.some((text) => body.includes(text));
    return route.fulfill({ status, headers, body });
  }

  async function respond(route: Route, request: Request): Promise<void> {
    open += 1;
    asked += 1;
    // A page that is closed meanwhile takes no answer any more.
    await answer(route, request).catch(() => route.abort().catch(() => {}));
    open -= 1;
  }

  await context.route("**/*", respond);
  // Without `connectToServer` a socket connects to nothing.
  await context.routeWebSocket(/.*/, (socket) => {
    noteThirdParty(URL.parse(socket.url()));
    void socket.close().catch(() => {});
  });
  return {
    files,
    missing,
    hosts,
    problems,
    answers,
    knowsSchemes: () => knowsSchemes,
    async quiet() {
      const before = asked;
      await delay(QUIET_MS);
      return open === 0 && asked === before;
    },
  };
}

function isMainNavigation(request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame().parentFrame() === null;
  } catch {
    // A request from before its frame is there.
    return request.isNavigationRequest();
  }
}
