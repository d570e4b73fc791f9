import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { pipeline } from "node:stream/promises";
import { contentTypeOf } from "../domain/content-type.ts";
import { type FoundFile, manifestHeaders } from "../domain/resolve.ts";
import type { StoredObject } from "../store/files/objects.ts";
import { type Encoding, ENCODINGS, type Variants } from "../store/files/variants.ts";
import type { ReadContent } from "./content.ts";
import type { WriteHead } from "./head.ts";
import type { ServedSite } from "./site.ts";

const YEAR_SECONDS = 31_536_000;

export const STRICT_TRANSPORT = `max-age=${YEAR_SECONDS}`;

export interface SiteRequest {
  readonly request: IncomingMessage;
  readonly site: ServedSite;
  /** Decoded path, without its leading slash. */
  readonly path: string;
  readonly isIndexed: boolean;
}

interface FileRequest extends SiteRequest {
  readonly readContent: ReadContent;
  readonly file: FoundFile;
}

/** Resolves when the response is sent or the client is gone. */
export async function sendFile(
  writeHead: WriteHead,
  { readContent, file, ...siteRequest }: FileRequest,
): Promise<void> {
  const { request, site } = siteRequest;
  const representation = negotiate(request, file, site.variants.get(file.object.sha256) ?? {});
  const { status, headers, range } = decideHead(siteRequest, file, representation);
  if (!range || request.method === "HEAD") {
    writeHead(status, headers).end();
    return;
  }
  const content = await readContent(representation.object);
  const response = writeHead(status, headers);
  if (content.kind === "memory") {
    response.end(content.bytes.subarray(range.first, range.last + 1));
    return;
  }
  // The stream closes the handle, also when the client goes away.
  const stream = content.handle.createReadStream({ start: range.first, end: range.last });
  await pipeline(stream, response).catch(() => response.destroy());
}

export function sendRedirect(
  writeHead: WriteHead,
  { location, status, ...siteRequest }: SiteRequest & { readonly location: string; readonly status: number },
): void {
  writeHead(status, {
    ...siteHeaders(siteRequest),
    location,
    "content-length": 0,
    "cache-control": "no-cache",
  }).end();
}

/** An operator may change the domain again. */
const MOVED_SECONDS = 3_600;

export function sendMoved(writeHead: WriteHead, location: string, keepSeconds = MOVED_SECONDS): void {
  writeHead(308, {
    location,
    "content-length": 0,
    "cache-control": keepSeconds === 0 ? "no-cache" : `public, max-age=${keepSeconds}`,
    "x-content-type-options": "nosniff",
  }).end();
}

/** The bytes to send: a file, or a compressed variant of it. */
interface Representation {
  readonly object: StoredObject;
  readonly etag: string;
  readonly headers: OutgoingHttpHeaders;
}

function negotiate(request: IncomingMessage, { path, object }: FoundFile, variants: Variants): Representation {
  const type = contentTypeOf(path);
  const varies = ENCODINGS.some((encoding) => variants[encoding]);
  const headers = { "content-type": type, ...(varies && { vary: "accept-encoding" }) };
  // A range is one of the file itself: a part of a compressed variant would be of no use.
  const accepted = rangeOf(request) === undefined ? acceptedEncodings(request.headers["accept-encoding"]) : [];
  for (const encoding of accepted) {
    const variant = variants[encoding];
    if (!variant) continue;
    const etag = `"${object.sha256}-${encoding}"`;
    return { object: variant, etag, headers: { ...headers, "content-encoding": encoding } };
  }
  return { object, etag: `"${object.sha256}"`, headers };
}

/** [RFC 9110 §14.2] Only GET has ranges. */
function rangeOf({ method, headers }: IncomingMessage): string | undefined {
  return method === "GET" ? headers.range : undefined;
}

/** Names of codings that mean another. [RFC 9110 §8.4.1.3] */
const CODINGS: Readonly<Record<string, string>> = { "x-gzip": "gzip" };

/**
 * The stored encodings that a client likes no less than the file itself, best first. A client that refuses every coding
 * there is gets the file all the same. [RFC 9110 §12.5.3]
 */
function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  if (acceptEncoding === undefined) return [];
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(CODINGS[name] ?? name, quality === undefined ? 1 : readQuality(quality));
  }
  const others = weights.get("*") ?? 0;
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? others;
  const plain = weights.get("identity") ?? 0;
  return ENCODINGS.filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= plain).toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  );
}

/** [RFC 9110 §12.4.2] What is no quality value accepts nothing. */
function readQuality(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Bytes to send, absent when there are none. */
  readonly range?: { readonly first: number; readonly last: number };
}

function decideHead(
  siteRequest: SiteRequest,
  file: FoundFile,
  { object, etag, headers: described }: Representation,
): Head {
  const { request } = siteRequest;
  const conditions = request.headers;
  const found = file.status === 200;
  const headers: OutgoingHttpHeaders = {
    "cache-control": cacheControl(file),
    ...described,
    ...siteHeaders(siteRequest),
    ...(found && { etag, "accept-ranges": "bytes" }),
  };
  // Dates are no conditions here: without Last-Modified there is nothing that they could be compared with. [§13.1.3]
  if (found && conditions["if-match"] !== undefined && !matchesEtag(conditions["if-match"], etag, "strong")) {
    return { status: 412, headers: { ...siteHeaders(siteRequest), "content-length": 0 } };
  }
  if (found && matchesEtag(conditions["if-none-match"], etag, "weak")) {
    const { "content-encoding": _coding, "content-type": _type, ...kept } = headers;
    return { status: 304, headers: kept };
  }
  const rangeApplies = found && (conditions["if-range"] ?? etag) === etag;
  const range = readRange(rangeApplies ? rangeOf(request) : undefined, object.size);
  if (range.kind === "unsatisfiable") {
    const content = { "content-range": `bytes */${object.size}`, "content-length": 0 };
    return { status: 416, headers: { ...siteHeaders(siteRequest), ...content } };
  }
  if (range.kind === "part") {
    headers["content-range"] = `bytes ${range.first}-${range.last}/${object.size}`;
    headers["content-length"] = range.last - range.first + 1;
    return { status: 206, headers, range };
  }
  headers["content-length"] = object.size;
  const whole = { first: 0, last: object.size - 1 };
  return { status: file.status, headers, ...(object.size > 0 && { range: whole }) };
}

function siteHeaders({ path, site, isIndexed }: SiteRequest): OutgoingHttpHeaders {
  return {
    ...Object.fromEntries(manifestHeaders(path, site.rules)),
    "x-content-type-options": "nosniff",
    ...(!isIndexed && { "x-robots-tag": "noindex" }),
  };
}

function cacheControl({ path, status }: FoundFile): string {
  if (status === 200 && isHashed(path)) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return "public, max-age=0, must-revalidate";
}

/** Whether a path names its content by a hash, so that it never changes. */
function isHashed(path: string): boolean {
  if (/^(?:.*\/)?(?:_astro|_next\/static)\//.test(path)) return true;
  const hash =
    /^(?:.*\/)?assets\/(?:.*[.-])([A-Za-z0-9_-]{8,})\.(?:js|mjs|css|map|woff2?|ttf|svg|png|jpe?g|webp|avif|gif)$/;
  const found = hash.exec(path)?.[1];
  return found !== undefined && /[A-Za-z]/.test(found) && /[A-Z0-9]/.test(found);
}

/** The part of a file that was requested. Offsets count from 0 and are inclusive. */
type Range =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/** Reads a Range header; several ranges, other units and malformed ones mean the whole file. [RFC 9110 §14.2] */
function readRange(range: string | undefined, size: number): Range {
  const [unit = "", ...set] = (range ?? "").split("=");
  const parts = set
    .join("=")
    .split(",")
    .map((part) => part.trim());
  const [only = "", ...more] = parts.filter((part) => part !== "");
  const found = /^(\d*)-(\d*)$/.exec(only);
  const [, from = "", to = ""] = found ?? [];
  if (unit.trim().toLowerCase() !== "bytes" || more.length > 0 || !found || (from === "" && to === ""))
    return { kind: "whole" };
  if (from === "") {
    const length = Math.min(Number(to), size);
    if (Number(to) === 0) return { kind: "unsatisfiable" };
    // All there is of an empty file, which no Content-Range can say.
    return length === 0 ? { kind: "whole" } : { kind: "part", first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return { kind: "whole" };
  return first >= size ? { kind: "unsatisfiable" } : { kind: "part", first, last };
}

/**
 * Whether a list of entity tags names the current bytes; compared strongly, a weak tag names nothing.
 * [RFC 9110 §8.8.3.2, §13.1.1, §13.1.2]
 */
export function matchesEtag(list: string | undefined, etag: string, comparison: "strong" | "weak"): boolean {
  if (list === undefined) return false;
  if (list.trim() === "*") return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => (comparison === "weak" ? tag.replace(/^W\//, "") : tag) === etag);
}
