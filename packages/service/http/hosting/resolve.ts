import type { ServingRules } from "../../domain/site.ts";
import type { StoredObject } from "../../store/objects.ts";
import type { ServedSite } from "./site.ts";

/** A file of a deployment, and the status it is served with. */
export interface FoundFile {
  readonly kind: "file";
  readonly path: string;
  readonly object: StoredObject;
  readonly status: 200 | 404;
}

/** What a path leads to. */
export type Resolved =
  | FoundFile
  | { readonly kind: "redirect"; readonly location: string; readonly status: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: "missing" };

/**
 * Finds what a path leads to: a redirect of the manifest, a file, a page without its ending, a folder's page,
 * the nearest 404 page, or the root page of a site that routes in the browser.
 */
export function resolvePath(site: ServedSite, target: RequestPath): Resolved {
  return redirected(target, site.rules) ?? existing(site, target) ?? absent(site, target.path);
}

function existing({ files }: ServedSite, { path, search }: RequestPath): Resolved | undefined {
  if (path === "" || path.endsWith("/")) {
    const index = file(files, `${path}index.html`, 200);
    const page = path.slice(0, -1);
    return index ?? (page !== "" && files.has(`${page}.html`) ? movedTo(page, search) : undefined);
  }
  const found = file(files, path, 200) ?? file(files, `${path}.html`, 200);
  // Relative URLs inside the page only work below the folder's own URL.
  return found ?? (files.has(`${path}/index.html`) ? movedTo(`${path}/`, search) : undefined);
}

function absent({ files, rules }: ServedSite, path: string): Resolved {
  const folders = path.split("/").slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const page = file(files, [...folders.slice(0, depth), "404.html"].join("/"), 404);
    if (page) return page;
  }
  const isAsset = /\.[^/]+$/.test(path);
  const root = rules.spa === true && !isAsset ? file(files, "index.html", 200) : undefined;
  return root ?? { kind: "missing" };
}

function file(files: ServedSite["files"], path: string, status: 200 | 404): FoundFile | undefined {
  const object = files.get(path);
  return object && { kind: "file", path, object, status };
}

function movedTo(path: string, search: string): Resolved {
  return { kind: "redirect", location: `${encodePath(path)}${search}`, status: 308 };
}

/** Whether a source of the manifest matches a path, and what its `*` matches. */
function matchSource(source: string, path: string): { readonly splat: string } | undefined {
  const pattern = source.slice(1);
  if (!pattern.endsWith("*")) return pattern === path ? { splat: "" } : undefined;
  const start = pattern.slice(0, -1);
  return path.startsWith(start) ? { splat: path.slice(start.length) } : undefined;
}

function redirected({ path, search }: RequestPath, rules: ServingRules): Resolved | undefined {
  for (const { source, destination, status } of rules.redirects ?? []) {
    const match = matchSource(source, path);
    const location = match && readDestination(destination, match.splat);
    if (location === undefined) continue;
    const full = location.includes("?") || location.includes("#") ? location : `${location}${search}`;
    return { kind: "redirect", location: full, status: status ?? 308 };
  }
  return undefined;
}

/** A destination is a path of the same host or an http(s) URL; anything else is unsafe in a Location header. */
function readDestination(destination: string, splat: string): string | undefined {
  const text = destination.replaceAll(":splat", encodePath(splat).slice(1));
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(text)) return undefined;
  if (text.startsWith("/")) return text.startsWith("//") ? undefined : text;
  const url = URL.parse(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/**
 * Headers that a manifest cannot set, by why. What a page could do by itself anyway stays allowed: `Refresh`,
 * `Service-Worker-Allowed` (a worker never leaves its host), `Reporting-Endpoints` (lasts as long as its document).
 */
const RESERVED_HEADERS: Readonly<Record<string, readonly string[]>> = {
  "the server writes them, and a wrong one breaks the connection": [
    "accept-ranges",
    "connection",
    "content-encoding",
    "content-length",
    "content-range",
    "date",
    "etag",
    "http2-settings",
    "keep-alive",
    "location",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "vary",
  ],
  "a proxy in front obeys them: it would send other files, or another status": [
    "status",
    "x-lighttpd-send-file",
    "x-lighttpd-send-tempfile",
    "x-reproxy-url",
    "x-sendfile",
    "x-sendfile2",
  ],
  "browsers keep them beyond the deployment, or apply them to the hosts of other sites": [
    "alt-svc",
    "clear-site-data",
    "expect-ct",
    "nel",
    "public-key-pins",
    "public-key-pins-report-only",
    "report-to",
    "set-cookie",
    "set-cookie2",
    "set-login",
    "strict-transport-security",
  ],
  "a browser asks for a password in the name of the host": [
    "authentication-info",
    "proxy-authenticate",
    "proxy-authentication-info",
    "www-authenticate",
  ],
  "it protects visitors": ["x-content-type-options"],
};
const RESERVED = new Set(Object.values(RESERVED_HEADERS).flat());

/** nginx obeys every header that begins so. */
const RESERVED_PREFIX = "x-accel-";

/**
 * Collects the headers a manifest sets for a path; later rules win.
 * @param path Decoded path of the request, without its leading slash.
 * @returns Lower-case names and values that may be sent.
 */
export function manifestHeaders(path: string, rules: ServingRules): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const rule of rules.headers ?? []) {
    if (!matchSource(rule.source, path)) continue;
    for (const [name, value] of Object.entries(rule.headers)) {
      const key = name.toLowerCase();
      const sendable = /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(key) && /^[\t\u0020-\u007e]*$/.test(value);
      if (sendable && !RESERVED.has(key) && !key.startsWith(RESERVED_PREFIX)) headers.set(key, value);
    }
  }
  return headers;
}

/** The path of a request target. */
export interface RequestPath {
  /** Decoded, without its leading slash. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
}

const MAX_TARGET_CHARS = 8 * 1024;

/**
 * Reads a request target as the client sent it, without ever touching a file system.
 * @param target `request.url`, neither normalised nor decoded.
 * @returns Undefined for everything ambiguous: dot segments, encoded slashes, backslashes, control characters, bad UTF-8.
 */
export function readTarget(target: string): RequestPath | undefined {
  const mark = target.indexOf("?");
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  if (!rawPath.startsWith("/") || target.length > MAX_TARGET_CHARS || target.includes("#")) return undefined;
  const segments: string[] = [];
  for (const raw of rawPath.slice(1).split("/")) {
    const segment = decode(raw);
    if (segment === undefined || segment === "." || segment === "..") return undefined;
    if (/[\u0000-\u001f\u007f/\\]/.test(segment)) return undefined;
    segments.push(segment);
  }
  return { path: segments.join("/"), search: mark < 0 ? "" : target.slice(mark) };
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/**
 * Spells a decoded path for a Location header.
 * @param path Without its leading slash.
 */
function encodePath(path: string): string {
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
