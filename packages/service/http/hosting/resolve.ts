import type { ServingRules } from "../../domain/serving.ts";
import { encodePath } from "./path.ts";

/** What a path leads to. */
export type Resolved =
  | { readonly kind: "file"; readonly path: string; readonly status: 200 | 404 }
  | { readonly kind: "redirect"; readonly location: string; readonly status: 301 | 302 | 307 | 308 }
  | { readonly kind: "missing" };

/** Tells which paths exist. */
export interface Paths {
  has(path: string): boolean;
}

interface Asked {
  /** Decoded, without its leading slash. */
  readonly path: string;
  readonly search: string;
}

/**
 * Finds what a path leads to: a redirect of the manifest, a file, a page without its ending, a folder's page,
 * the nearest 404 page, or the root page of a site that routes in the browser.
 * @param files Paths of the deployment.
 */
export function resolvePath(files: Paths, asked: Asked, rules: ServingRules): Resolved {
  return ruled(asked, rules) ?? existing(files, asked) ?? absent(files, asked.path, rules);
}

function existing(files: Paths, { path, search }: Asked): Resolved | undefined {
  if (path === "" || path.endsWith("/")) {
    if (files.has(`${path}index.html`)) return { kind: "file", path: `${path}index.html`, status: 200 };
    const page = path.slice(0, -1);
    return page !== "" && files.has(`${page}.html`) ? moved(page, search) : undefined;
  }
  if (files.has(path)) return { kind: "file", path, status: 200 };
  if (files.has(`${path}.html`)) return { kind: "file", path: `${path}.html`, status: 200 };
  // Relative addresses inside the page only work below the folder's own address.
  return files.has(`${path}/index.html`) ? moved(`${path}/`, search) : undefined;
}

function moved(path: string, search: string): Resolved {
  return { kind: "redirect", location: `${encodePath(path)}${search}`, status: 308 };
}

function absent(files: Paths, path: string, rules: ServingRules): Resolved {
  const folders = path.split("/").slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const page = [...folders.slice(0, depth), "404.html"].join("/");
    if (files.has(page)) return { kind: "file", path: page, status: 404 };
  }
  const asset = /\.[^/]+$/.test(path);
  if (rules.spa === true && !asset && files.has("index.html")) return { kind: "file", path: "index.html", status: 200 };
  return { kind: "missing" };
}

/** Whether a source of the manifest covers a path, and what its `*` stands for. */
function covers(source: string, path: string): { readonly splat: string } | undefined {
  const pattern = source.slice(1);
  if (!pattern.endsWith("*")) return pattern === path ? { splat: "" } : undefined;
  const start = pattern.slice(0, -1);
  return path.startsWith(start) ? { splat: path.slice(start.length) } : undefined;
}

function ruled({ path, search }: Asked, rules: ServingRules): Resolved | undefined {
  for (const { source, destination, status } of rules.redirects ?? []) {
    const covered = covers(source, path);
    const location = covered && readDestination(destination, covered.splat);
    if (location === undefined) continue;
    const full = location.includes("?") || location.includes("#") ? location : `${location}${search}`;
    return { kind: "redirect", location: full, status: status ?? 308 };
  }
  return undefined;
}

/** A destination is a path of the same host or a web address; all else would be a trap in a Location header. */
function readDestination(destination: string, splat: string): string | undefined {
  const text = destination.replaceAll(":splat", encodePath(splat).slice(1));
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(text)) return undefined;
  if (text.startsWith("/")) return text.startsWith("//") ? undefined : text;
  const url = URL.parse(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/** What the protocol, the origin or the safety of visitors rests on; a manifest cannot set it. */
const RESERVED_HEADERS = new Set([
  "accept-ranges",
  "alt-svc",
  "connection",
  "content-encoding",
  "content-length",
  "content-range",
  "date",
  "etag",
  "keep-alive",
  "location",
  "set-cookie",
  "strict-transport-security",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "vary",
  "x-content-type-options",
]);

/**
 * Collects the headers a manifest sets for a path; later rules win.
 * @param path Decoded path as asked for, without its leading slash.
 * @returns Lower-case names and values that may be sent.
 */
export function ruledHeaders(path: string, rules: ServingRules): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const rule of rules.headers ?? []) {
    if (!covers(rule.source, path)) continue;
    for (const [name, value] of Object.entries(rule.headers)) {
      const key = name.toLowerCase();
      const sendable = /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(key) && /^[\t\u0020-\u007e]*$/.test(value);
      if (sendable && !RESERVED_HEADERS.has(key)) headers.set(key, value);
    }
  }
  return headers;
}
