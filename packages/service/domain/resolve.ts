import { decoded } from "./decoded.ts";
import { headerProblem, PLACEHOLDER } from "./serving-files.ts";
import type { ServingRules } from "./site.ts";

export interface SiteFiles {
  readonly files: ReadonlyMap<string, { readonly sha256: string; readonly size: number }>;
  readonly rules: ServingRules;
}

export interface FoundFile {
  readonly kind: "file";
  readonly path: string;
  readonly object: { readonly sha256: string; readonly size: number };
  readonly status: 200 | 404;
}

export type Resolved =
  | FoundFile
  | { readonly kind: "redirect"; readonly location: string; readonly status: 301 | 302 | 303 | 307 | 308 }
  | { readonly kind: "missing" };

/**
 * Finds what a path leads to: a rule of the manifest or of `_redirects`, a file, a page without its ending, a folder's page,
 * the nearest 404 page, or the root page of a site that routes in the browser.
 */
export function resolvePath(site: SiteFiles, { path, search }: RequestPath): Resolved {
  const { basePath } = site.rules;
  const below = pathBelow(basePath, path);
  const inside = { path: below ?? path, search, above: below === undefined ? "" : (basePath ?? "").slice(1) };
  const leadsBelow = basePath !== undefined && (path === "" || `/${path}/` === basePath);
  // What is asked for by its own path, such as robots.txt, is there too.
  const found = leadsBelow ? movedTo(basePath.slice(1), search, 302) : existing(site, inside);
  return ruled(site, { path, search }, found !== undefined) ?? found ?? absent(site, inside.path);
}

/** The part of a path below a base path, which begins and ends with a slash; undefined outside of it. */
function pathBelow(basePath: string | undefined, path: string): string | undefined {
  return basePath !== undefined && `/${path}`.startsWith(basePath) ? path.slice(basePath.length - 1) : undefined;
}

interface PathInside extends RequestPath {
  /** What redirects have before the path, with a slash at its end. */
  readonly above: string;
}

function existing({ files }: SiteFiles, { path, search, above }: PathInside): Resolved | undefined {
  if (path === "" || path.endsWith("/")) {
    const index = file(files, `${path}index.html`, 200);
    const page = path.slice(0, -1);
    return index ?? (page !== "" && files.has(`${page}.html`) ? movedTo(`${above}${page}`, search) : undefined);
  }
  const found = file(files, path, 200) ?? file(files, `${path}.html`, 200);
  // Relative URLs inside the page only work below the folder's own URL.
  return found ?? (files.has(`${path}/index.html`) ? movedTo(`${above}${path}/`, search) : undefined);
}

function absent({ files, rules }: SiteFiles, path: string): Resolved {
  const folders = path.split("/").slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const page = file(files, [...folders.slice(0, depth), "404.html"].join("/"), 404);
    if (page) return page;
  }
  const isAsset = /\.[^/]+$/.test(path);
  const root = rules.spa === true && !isAsset ? file(files, "index.html", 200) : undefined;
  return root ?? { kind: "missing" };
}

function file(files: SiteFiles["files"], path: string, status: 200 | 404): FoundFile | undefined {
  const object = files.get(path);
  return object && { kind: "file", path, object, status };
}

function movedTo(path: string, search: string, status: 302 | 308 = 308): Resolved {
  return { kind: "redirect", location: `${encodePath(path)}${search}`, status };
}

const MAX_HOPS = 5;

/** What a URL of the site leads to in the end; redirects inside the site are followed. */
export function followPath(site: SiteFiles, origin: string, url: URL): Resolved & { readonly url: URL } {
  let found: Resolved = { kind: "missing" };
  let at = url;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const target = readTarget(`${at.pathname}${at.search}`);
    found = target ? resolvePath(site, target) : { kind: "missing" };
    const next = found.kind === "redirect" ? URL.parse(found.location, at.href) : null;
    if (next?.origin !== origin) break;
    at = next;
  }
  return { ...found, url: at };
}

/** What a pattern found in a path, by name; `splat` is what its star stands for. */
type PatternMatch = ReadonlyMap<string, string>;

/** A rule of `greenroom.json` or `_redirects`, prepared once for all requests. */
interface Rule {
  readonly pattern: Pattern;
  readonly destination: string;
  readonly status: 200 | 301 | 302 | 303 | 307 | 308 | 404;
  /** Also where the site has a file. */
  readonly force: boolean;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** A path; segments that are placeholders stand for any, a star at the end for all that follows. */
interface Pattern {
  readonly segments: readonly string[];
  /** What is before the star in its segment; undefined without one. */
  readonly beforeStar: string | undefined;
  /** What a path has to begin with: most differ in that. */
  readonly prefix: string;
  /** Of a file with rules, where a final slash makes no difference. */
  readonly loose: boolean;
}

interface Compiled {
  /** Rules without placeholder or star, by their path. */
  readonly fixed: ReadonlyMap<string, readonly number[]>;
  /** The others, in their order. */
  readonly open: readonly number[];
  readonly rules: readonly Rule[];
  readonly headers: readonly { readonly pattern: Pattern; readonly headers: readonly (readonly [string, string])[] }[];
}

/** The rules of a site are read once, and live as long as it is kept in memory. */
const COMPILED = new WeakMap<ServingRules, Compiled>();

function compiled(given: ServingRules): Compiled {
  const known = COMPILED.get(given);
  if (known) return known;
  const rules: Rule[] = [
    ...(given.redirects ?? []).map(({ source, destination, status = 308 }) => {
      return { pattern: patternOf(source, false), destination, status, force: true, query: [] };
    }),
    ...(given.files?.redirects ?? []).map(({ source, query = {}, ...rule }) => {
      return { ...rule, pattern: patternOf(source, true), query: Object.entries(query) };
    }),
  ];
  const fixed = new Map<string, number[]>();
  const open: number[] = [];
  for (const [index, { pattern }] of rules.entries()) {
    const isFixed = pattern.beforeStar === undefined && !pattern.segments.some((one) => PLACEHOLDER.test(one));
    if (!isFixed) open.push(index);
    else for (const path of spellings(pattern)) fixed.set(path, [...(fixed.get(path) ?? []), index]);
  }
  const headers = [
    ...(given.files?.headers ?? []).map((rule) => ({ ...rule, loose: true })),
    ...(given.headers ?? []).map((rule) => ({ ...rule, loose: false })),
  ].map(({ source, headers, loose }) => ({ pattern: patternOf(source, loose), headers: sendable(headers) }));
  const made = { fixed, open, rules, headers };
  COMPILED.set(given, made);
  return made;
}

function spellings({ segments, loose }: Pattern): readonly string[] {
  const path = segments.join("/");
  return !loose || path === "" ? [path] : [path, `${path}/`];
}

/** @param loose Whether placeholders are known, and a final slash makes no difference. */
function patternOf(source: string, loose: boolean): Pattern {
  const hasStar = source.endsWith("*");
  const path = loose && !hasStar ? source.slice(1).replace(/\/$/, "") : source.slice(1);
  const segments = (hasStar ? path.slice(0, -1) : path).split("/");
  const beforeStar = hasStar ? segments.pop() : undefined;
  const variable = segments.findIndex((segment) => PLACEHOLDER.test(segment));
  const literal =
    variable < 0 ? [...segments, ...(hasStar ? [beforeStar ?? ""] : [])] : [...segments.slice(0, variable), ""];
  const prefix = literal.join("/");
  return { segments, beforeStar, prefix, loose };
}

function match({ segments, beforeStar, prefix, loose }: Pattern, path: string): PatternMatch | undefined {
  // `/blog/*` of a file is also for `/blog`.
  const given = loose && beforeStar === "" && `${path}/` === prefix ? `${path}/` : path;
  if (!given.startsWith(prefix)) return undefined;
  const parts = given.split("/");
  if (loose && beforeStar === undefined && parts.length > 1 && parts.at(-1) === "" && segments.at(-1) !== "")
    parts.pop();
  if (beforeStar === undefined ? parts.length !== segments.length : parts.length <= segments.length) return undefined;
  const found = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? "";
    const name = PLACEHOLDER.exec(segment)?.[1];
    if (name === undefined ? segment !== part : part === "") return undefined;
    if (name !== undefined) found.set(name, part);
  }
  if (beforeStar === undefined) return found;
  const rest = parts.slice(segments.length).join("/");
  return rest.startsWith(beforeStar) ? found.set("splat", rest.slice(beforeStar.length)) : undefined;
}

/** The first rule that applies, as `greenroom.json` and then `_redirects` list them. */
function ruled(site: SiteFiles, { path, search }: RequestPath, isFile: boolean): Resolved | undefined {
  const { fixed, open, rules } = compiled(site.rules);
  const direct = fixed.get(path) ?? [];
  if (direct.length + open.length === 0) return undefined;
  for (const index of direct.length === 0 ? open : [...direct, ...open].toSorted((a, b) => a - b)) {
    const rule = rules[index];
    if (!rule || (isFile && !rule.force)) continue;
    const found = match(rule.pattern, path);
    const all = found && withQuery(rule, found, search);
    const resolved = all && applied(site, { rule, found: all, path, search });
    if (resolved) return resolved;
  }
  return undefined;
}

/** A page by its path, as rewriting finds it: no further rule, and no redirect to another spelling. */
function pageAt(files: SiteFiles["files"], path: string, status: 200 | 404): FoundFile | undefined {
  const stem = path.replace(/\/$/, "");
  const names = [...(stem === path ? [stem, `${stem}.html`] : []), `${stem === "" ? "" : `${stem}/`}index.html`];
  const name = names.find((one) => files.has(one));
  return name === undefined ? undefined : file(files, name, status);
}

function withQuery({ query }: Rule, found: PatternMatch, search: string): PatternMatch | undefined {
  if (query.length === 0) return found;
  const given = new URLSearchParams(search);
  const all = new Map(found);
  for (const [name, wanted] of query) {
    const value = given.get(name);
    const placeholder = PLACEHOLDER.exec(wanted)?.[1];
    if (value === null || (placeholder === undefined && value !== wanted)) return undefined;
    if (placeholder !== undefined) all.set(placeholder, value);
  }
  return all;
}

function applied(
  site: SiteFiles,
  { rule, found, path, search }: { readonly rule: Rule; readonly found: PatternMatch } & RequestPath,
): Resolved | undefined {
  const location = readDestination(rule.destination, found);
  if (location === undefined) return undefined;
  const { status, pattern } = rule;
  if (status === 200 || status === 404) {
    const target = readTarget(location.split("#", 1)[0] ?? "");
    return target && pageAt(site.files, pathBelow(site.rules.basePath, target.path) ?? target.path, status);
  }
  // A final slash makes no difference to a rule of a file, so that it could lead to itself for ever.
  const own = encodePath(path).replace(/\/$/, "");
  if (pattern.loose && location.replace(/[?#].*$/, "").replace(/\/$/, "") === own) return undefined;
  const full = location.includes("?") || location.includes("#") ? location : `${location}${search}`;
  return { kind: "redirect", location: full, status };
}

/**
 * A destination is a path of the same host or an http(s) URL; anything else is unsafe in a Location header. What was
 * found in a path becomes part of the path or the query, never of the host.
 */
function readDestination(destination: string, found: PatternMatch): string | undefined {
  const [, origin = "", rest = ""] = /^(https?:\/\/[^/?#]*)?(.*)$/.exec(destination) ?? [];
  const filled = rest.replaceAll(/:([A-Za-z]\w*)/g, (whole, name: string) => {
    const value = found.get(name);
    if (value === undefined) return whole;
    return name === "splat" ? encodePath(value).slice(1) : encodeURIComponent(value);
  });
  const text = `${origin}${filled}`;
  if (/[\u0000-\u0020\u007f-\uffff\\]/.test(text)) return undefined;
  if (text.startsWith("/")) return text.startsWith("//") ? undefined : text;
  const url = URL.parse(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

function sendable(headers: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => headerProblem(name, value) === undefined);
}

/** Later rules win, and those of `greenroom.json` over `_headers`. */
export function manifestHeaders(path: string, rules: ServingRules): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const below = pathBelow(rules.basePath, path);
  for (const rule of compiled(rules).headers) {
    const matches = match(rule.pattern, path) ?? (below === undefined ? undefined : match(rule.pattern, below));
    if (matches) for (const [name, value] of rule.headers) headers.set(name, value);
  }
  return headers;
}

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
    const segment = decoded(raw);
    if (segment === undefined || segment === "." || segment === "..") return undefined;
    if (/[\u0000-\u001f\u007f/\\]/.test(segment)) return undefined;
    segments.push(segment);
  }
  return { path: segments.join("/"), search: mark < 0 ? "" : target.slice(mark) };
}

/** @param path Decoded, without its leading slash. */
function encodePath(path: string): string {
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
