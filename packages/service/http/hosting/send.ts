import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import mime from "mime-types";
import type { StoredObject } from "../../store/objects.ts";
import { type Encoding, ENCODINGS, type Variants } from "../../store/variants.ts";
import type { Contents } from "./content.ts";
import { type FoundFile, manifestHeaders } from "./resolve.ts";
import type { ServedSite } from "./site.ts";

/** A request for a path of a site. */
export interface SiteRequest {
  readonly request: IncomingMessage;
  readonly site: ServedSite;
  /** Decoded path, without its leading slash. */
  readonly path: string;
  /** Whether search engines may list the response. */
  readonly isIndexed: boolean;
}

/**
 * Sends a file: its compressed variant or a part of it when the client requests that, nothing when the client has it already.
 * Resolves when the response is sent or the client is gone.
 */
export async function sendFile(
  response: ServerResponse,
  { contents, file, ...siteRequest }: SiteRequest & { readonly contents: Contents; readonly file: FoundFile },
): Promise<void> {
  const { request, site } = siteRequest;
  const representation = negotiate(request, file, site.variants.get(file.object.sha256) ?? {});
  const { status, headers, range } = decideHead(siteRequest, file, representation);
  if (!range || request.method === "HEAD") {
    response.writeHead(status, headers).end();
    return;
  }
  const { object } = representation;
  const held = contents.held(object.sha256);
  const content = held ? ({ kind: "memory", bytes: held } as const) : await contents.read(object);
  response.writeHead(status, headers);
  if (content.kind === "memory") {
    response.end(content.bytes.subarray(range.first, range.last + 1));
    return;
  }
  // The stream closes the handle, also when the client goes away.
  const stream = content.handle.createReadStream({ start: range.first, end: range.last });
  await pipeline(stream, response).catch(() => response.destroy());
}

export function sendRedirect(
  response: ServerResponse,
  { location, status, ...siteRequest }: SiteRequest & { readonly location: string; readonly status: number },
): void {
  response.writeHead(status, {
    ...siteHeaders(siteRequest),
    location,
    "content-length": 0,
    "cache-control": "no-cache",
  });
  response.end();
}

/** How long a browser may keep that a site has moved, seconds: an operator may change the domain again. */
const MOVED_SECONDS = 3_600;

/**
 * Sends a visitor to another host of the site.
 * @param keepSeconds How long a browser may keep it, in seconds.
 */
export function sendMoved(response: ServerResponse, location: string, keepSeconds = MOVED_SECONDS): void {
  response.writeHead(308, {
    location,
    "content-length": 0,
    "cache-control": keepSeconds === 0 ? "no-cache" : `public, max-age=${keepSeconds}`,
    "x-content-type-options": "nosniff",
  });
  response.end();
}

/** The bytes to send: a file, or a compressed variant of it. */
interface Representation {
  readonly object: StoredObject;
  readonly etag: string;
  readonly headers: OutgoingHttpHeaders;
}

function negotiate(
  { headers: requested }: IncomingMessage,
  { path, object }: FoundFile,
  variants: Variants,
): Representation {
  const type = contentTypeOf(path);
  const varies = ENCODINGS.some((encoding) => variants[encoding]);
  const headers = { "content-type": type, ...(varies && { vary: "accept-encoding" }) };
  // A range is one of the file itself: a part of a compressed variant would be of no use.
  const accepted = requested.range === undefined ? acceptedEncodings(requested["accept-encoding"]) : [];
  for (const encoding of accepted) {
    const variant = variants[encoding];
    if (!variant) continue;
    const etag = `"${object.sha256}-${encoding}"`;
    return { object: variant, etag, headers: { ...headers, "content-encoding": encoding } };
  }
  return { object, etag: `"${object.sha256}"`, headers };
}

/** What a file is served as, by its name. */
export function contentTypeOf(path: string): string {
  return mime.contentType(path.slice(path.lastIndexOf("/") + 1)) || "application/octet-stream";
}

/** The stored encodings that a client accepts, best first. [RFC 9110 §12.5.3] */
function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return ENCODINGS.filter((encoding) => accepted.has(encoding));
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
  const conditions = siteRequest.request.headers;
  const found = file.status === 200;
  const headers: OutgoingHttpHeaders = {
    "cache-control": cacheControl(file),
    ...described,
    ...siteHeaders(siteRequest),
    ...(found && { etag, "accept-ranges": "bytes" }),
  };
  if (found && matchesEtag(conditions["if-none-match"], etag)) {
    const { "content-encoding": _coding, "content-type": _type, ...kept } = headers;
    return { status: 304, headers: kept };
  }
  const rangeApplies = found && (conditions["if-range"] ?? etag) === etag;
  const range = readRange(rangeApplies ? conditions.range : undefined, object.size);
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

const YEAR_SECONDS = 31_536_000;

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
  const found = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? "");
  const [, from = "", to = ""] = found ?? [];
  if (!found || (from === "" && to === "")) return { kind: "whole" };
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? { kind: "unsatisfiable" } : { kind: "part", first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return { kind: "whole" };
  return first >= size ? { kind: "unsatisfiable" } : { kind: "part", first, last };
}

/** Whether If-None-Match names the current bytes; compared weakly. [RFC 9110 §13.1.2] */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
