import { z } from "zod";

/*
 * `_redirects` and `_headers` of a built site, in the syntax of Netlify. Kept apart from what they mean for a request:
 * they are read once, when a deployment is published, and each line that has no effect is named then.
 */

export const REDIRECTS_FILE = "_redirects";
export const HEADERS_FILE = "_headers";

/** Larger files are not read. */
export const MAX_SERVING_FILE_BYTES = 256 * 1024;
const MAX_LINE_CHARS = 2_048;
const MAX_REDIRECTS = 1_000;
const MAX_HEADER_PATHS = 100;
const MAX_HEADERS = 50;
const MAX_QUERY = 10;
/** More are counted only. */
const MAX_PROBLEMS = 20;

const STATUSES = [200, 301, 302, 303, 307, 308, 404] as const;
type Status = (typeof STATUSES)[number];

const Source = z.string().startsWith("/").max(MAX_LINE_CHARS);

const FileRedirect = z.object({
  source: Source,
  destination: z.string().min(1).max(MAX_LINE_CHARS),
  status: z.literal(STATUSES),
  /** Also where the site has a file. */
  force: z.boolean(),
  /** What the query has to have; a value that begins with a colon names what is found. */
  query: z.record(z.string(), z.string()).optional(),
});
export type FileRedirect = z.infer<typeof FileRedirect>;

const FileHeaders = z.object({ source: Source, headers: z.record(z.string(), z.string()) });

export const ServingFiles = z.object({
  redirects: z.array(FileRedirect).max(MAX_REDIRECTS),
  headers: z.array(FileHeaders).max(MAX_HEADER_PATHS),
});
export type ServingFiles = z.infer<typeof ServingFiles>;

/** Rules with others that come after them. */
export function withRules({ redirects, headers }: ServingFiles, others: ServingFiles): ServingFiles {
  return {
    redirects: [...redirects, ...others.redirects].slice(0, MAX_REDIRECTS),
    // Later ones win.
    headers: [...others.headers, ...headers].slice(-MAX_HEADER_PATHS),
  };
}

interface Read extends ServingFiles {
  /** Sentences for the log, each with file and line. */
  readonly problems: readonly string[];
}

/** Reads both files; a line that cannot have an effect is left out and named. */
export function readServingFiles(files: { readonly redirects?: string; readonly headers?: string }): Read {
  const problems: string[] = [];
  const redirects = readRedirects(files.redirects ?? "", problems);
  const headers = readHeaders(files.headers ?? "", problems);
  const more = problems.length - MAX_PROBLEMS;
  const named = problems.slice(0, MAX_PROBLEMS);
  return { redirects, headers, problems: more > 0 ? [...named, `${more} more lines have no effect`] : named };
}

/** The lines that say something, with their numbers. */
function* linesOf(text: string, file: string, problems: string[]): Generator<readonly [line: string, at: string]> {
  for (const [index, whole] of text
    .replace(/^\ufeff/, "")
    .split("\n")
    .entries()) {
    const line = whole.trim();
    const at = `${file}:${index + 1}`;
    if (line === "" || line.startsWith("#")) continue;
    if (line.length > MAX_LINE_CHARS) problems.push(`${at}: is longer than ${MAX_LINE_CHARS} characters`);
    else yield [line, at];
  }
}

function readRedirects(text: string, problems: string[]): FileRedirect[] {
  const rules: FileRedirect[] = [];
  for (const [line, at] of linesOf(text, REDIRECTS_FILE, problems)) {
    const read = readRedirect(line);
    if (typeof read === "string") problems.push(`${at}: ${read}`);
    else if (rules.length === MAX_REDIRECTS) problems.push(`${at}: is after the first ${MAX_REDIRECTS} rules`);
    else rules.push(read);
  }
  return rules;
}

function readRedirect(line: string): FileRedirect | string {
  const tokens = line.split(/\s+/);
  const comment = tokens.findIndex((token) => token.startsWith("#"));
  const [from = "", ...rest] = comment < 0 ? tokens : tokens.slice(0, comment);
  const source = readSource(from);
  if ("problem" in source) return source.problem;
  const toIndex = rest.findIndex((token) => /^(?:\/|https?:\/\/)/.test(token));
  const to = rest[toIndex];
  if (to === undefined) return "has no destination that begins with / or https://";
  const query = readQuery(rest.slice(0, toIndex));
  if (query === undefined) return "has something other than name=value between the path and the destination";
  const [given = "301", ...more] = rest.slice(toIndex + 1);
  const found = /^(\d{3})(!?)$/.exec(given);
  const status = STATUSES.find((one) => String(one) === found?.[1]);
  if (!found && given.includes("=")) return `has the condition ${shown(given)}, which is not supported`;
  if (status === undefined) return `has the status ${shown(given)}; supported are ${STATUSES.join(", ")}`;
  if (more.length > 0) return `has ${shown(more.join(" "))} after the status, which is not supported`;
  const wrong = destinationProblem(to, status, [...source.names, ...namesOf(query)]);
  if (wrong !== undefined) return wrong;
  const force = found?.[2] === "!";
  return { source: source.path, destination: to, status, force, ...(Object.keys(query).length > 0 && { query }) };
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));

/** A path with `:names` for whole segments, and at most one `*`, at its end. */
function readSource(
  text: string,
): { readonly path: string; readonly names: readonly string[] } | { readonly problem: string } {
  if (/^https?:/.test(text)) return { problem: "is for another host; begin with the path" };
  if (!text.startsWith("/")) return { problem: "does not begin with a path" };
  let path: string;
  try {
    path = decodeURIComponent(text);
  } catch {
    return { problem: "has a path that is not well encoded" };
  }
  if (/[\p{Cc}\\?#]/u.test(path)) return { problem: "has a path with a character that no path has" };
  const star = path.indexOf("*");
  if (star >= 0 && star !== path.length - 1) return { problem: "has a * that is not the end of the path" };
  const names = path.split("/").flatMap((segment) => PLACEHOLDER.exec(segment)?.[1] ?? []);
  return { path, names: star < 0 ? names : [...names, "splat"] };
}

/** A whole segment that matches any value. */
export const PLACEHOLDER = /^:([A-Za-z]\w*)$/;

function readQuery(tokens: readonly string[]): Record<string, string> | undefined {
  const pairs = tokens.map((token) => /^([\w.-]+)=(\S*)$/.exec(token));
  if (pairs.length > MAX_QUERY || pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}

function namesOf(query: Readonly<Record<string, string>>): string[] {
  return Object.values(query).flatMap((value) => PLACEHOLDER.exec(value)?.[1] ?? []);
}

function destinationProblem(to: string, status: Status, names: readonly string[]): string | undefined {
  const isUrl = !to.startsWith("/");
  if (isUrl && (status === 200 || status === 404)) {
    return "would fetch files of another host, which is not done here; a redirect (301, 302) sends the visitor there";
  }
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(to)) return "has a destination with a character that must be percent-encoded";
  if (to.startsWith("//")) return "has a destination that begins with //, which leads to another host; write https://";
  if (isUrl && !isFixedHost(to)) return "has a destination whose host is not fixed";
  const unknown = Array.from(to.matchAll(/:([A-Za-z]\w*)/g), ([, name = ""]) => name)
    // The scheme of a URL in a query is none.
    .find((name) => !names.includes(name));
  if (unknown !== undefined) return `uses :${unknown}, which is not in its path`;
  return undefined;
}

/** A host that a visitor's path can be part of would be an open redirect. */
function isFixedHost(to: string): boolean {
  const [origin = ""] = /^https?:\/\/[^/?#]+/.exec(to) ?? [];
  const url = URL.parse(origin);
  return url !== null && url.username === "" && url.password === "" && !/[*]|:[A-Za-z]/.test(origin.slice(8));
}

function readHeaders(text: string, problems: string[]): ServingFiles["headers"] {
  const rules: { source: string; headers: Record<string, string> }[] = [];
  let rule: { source: string; headers: Record<string, string> } | "left out" | undefined;
  for (const [line, at] of linesOf(text, HEADERS_FILE, problems)) {
    const report = (reason: string): void => void problems.push(`${at}: ${reason}`);
    if (/^(?:\/|https?:\/\/)/.test(line)) {
      rule = "left out";
      const source = readSource(line);
      if ("problem" in source) report(source.problem);
      else if (rules.length === MAX_HEADER_PATHS) report(`is after the first ${MAX_HEADER_PATHS} paths`);
      else rules.push((rule = { source: source.path, headers: {} }));
      continue;
    }
    const [, name = "", value = ""] = /^([^:]+):(.*)$/.exec(line) ?? [];
    const key = name.trim().toLowerCase();
    const problem = headerProblem(key, value.trim());
    if (rule === undefined) report("comes before any path");
    else if (problem !== undefined) report(problem);
    else if (rule !== "left out") {
      const before = Object.hasOwn(rule.headers, key) ? rule.headers[key] : undefined;
      if (before === undefined && Object.keys(rule.headers).length === MAX_HEADERS) report("is one header too many");
      else rule.headers[key] = before === undefined ? value.trim() : `${before}, ${value.trim()}`;
    }
  }
  return rules.filter(({ headers }) => Object.keys(headers).length > 0);
}

/**
 * Headers that a site can set: what browsers do with one page or file. Any other may be one that a proxy in front obeys,
 * that browsers keep beyond the deployment or apply to other hosts, or that breaks the connection.
 */
const PAGE_HEADERS = [
  "content-disposition",
  "content-language",
  "content-security-policy",
  "content-security-policy-report-only",
  "content-type",
  "cross-origin-embedder-policy",
  "cross-origin-embedder-policy-report-only",
  "cross-origin-opener-policy",
  "cross-origin-opener-policy-report-only",
  "cross-origin-resource-policy",
  "document-policy",
  "feature-policy",
  "integrity-policy",
  "integrity-policy-report-only",
  "link",
  "origin-agent-cluster",
  "permissions-policy",
  "permissions-policy-report-only",
  "referrer-policy",
  "refresh",
  "reporting-endpoints",
  "service-worker-allowed",
  "sourcemap",
  "speculation-rules",
  "supports-loading-mode",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-powered-by",
  "x-robots-tag",
  "x-sourcemap",
  "x-ua-compatible",
  "x-xss-protection",
];
/** Not on a protected host: they would give its files to other sites, or to caches. */
const PUBLIC_HEADERS = [
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-max-age",
  "cache-control",
  "expires",
  "pragma",
  "timing-allow-origin",
];
const ALLOWED = new Set([...PAGE_HEADERS, ...PUBLIC_HEADERS]);
const PUBLIC_ONLY = new Set(PUBLIC_HEADERS);

/** Why some headers that sites often set are not among them. */
const REASONS = new Map([
  [
    "basic-auth",
    "it would show the password to every visitor and protect nothing; protect the site's previews instead",
  ],
  ["set-cookie", "browsers keep it beyond the deployment"],
  ["strict-transport-security", "the service sends it itself on every host with https"],
  ["x-content-type-options", "it is always nosniff"],
]);

/** @param name In lower case. */
export function isForPublicHosts(name: string): boolean {
  return PUBLIC_ONLY.has(name);
}

/** @param name In lower case. @returns Why a header of a site is not sent; undefined when it is. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return "is neither a path nor a header";
  if (!/^[\t\u0020-\u007e]*$/.test(value)) return `sets ${name} to something other than visible ASCII`;
  if (ALLOWED.has(name)) return undefined;
  return `sets ${name}, which a site cannot: ${REASONS.get(name) ?? "it is none of the headers for pages and files that are sent"}`;
}
