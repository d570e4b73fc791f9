import type { BrowserContext, Request, Route } from "playwright-core";
import { contentTypeOf } from "../domain/content-type.ts";
import { followPath, manifestHeaders } from "../domain/resolve.ts";
import type { Side } from "./served-side.ts";

const MEBIBYTE = 1024 ** 2;

/** What one page may ask for. */
const MAX_REQUESTS = 500;
export const MAX_FILE_BYTES = 8 * MEBIBYTE;
const MAX_TOTAL_BYTES = 48 * MEBIBYTE;
const MAX_NAVIGATIONS = 4;
const MAX_HOSTS = 50;

export type FileKind = "scripts" | "styles" | "images" | "fonts" | "other";

/** What a page asked for. */
export interface PageRequests {
  /** Bytes of each file it got. */
  readonly files: ReadonlyMap<string, { readonly kind: FileKind; readonly size: number }>;
  /** Paths where nothing was. */
  readonly missing: ReadonlySet<string>;
  /** Hosts elsewhere. */
  readonly hosts: ReadonlySet<string>;
  readonly problems: ReadonlySet<"too_many_requests" | "file_too_large" | "redirects_itself">;
}

const KINDS: Readonly<Record<string, FileKind>> = {
  script: "scripts",
  stylesheet: "styles",
  image: "images",
  font: "fonts",
};

/** Answers every request of a context from the files of one side; everything else is stopped and noted. */
export async function interceptRequests(context: BrowserContext, side: Side, origin: string): Promise<PageRequests> {
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
      ...Object.fromEntries(manifestHeaders(decodeURIComponent(url.pathname.slice(1)), side.site.rules)),
      "content-type": contentTypeOf(path),
      "x-content-type-options": "nosniff",
    };
    return route.fulfill({ status, headers, body: await side.read(object.sha256) });
  }

  // A page that is closed meanwhile takes no answer any more.
  await context.route("**/*", (route, request) => answer(route, request).catch(() => route.abort().catch(() => {})));
  // Without `connectToServer` a socket connects to nothing.
  await context.routeWebSocket(/.*/, (socket) => {
    noteThirdParty(URL.parse(socket.url()));
    void socket.close().catch(() => {});
  });
  return { files, missing, hosts, problems };
}

function isMainNavigation(request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame().parentFrame() === null;
  } catch {
    // A request from before its frame is there.
    return request.isNavigationRequest();
  }
}
