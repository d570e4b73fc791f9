/** The part of a file a client asked for. Offsets count from 0 and are inclusive. */
export type Span =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/**
 * Reads a Range header.
 * @param range Value of the header; several ranges, other units and malformed ones ask for the whole. [RFC 9110 §14.2]
 * @param size Bytes of the file.
 */
export function readRange(range: string | undefined, size: number): Span {
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

/**
 * Tells whether the client holds the current bytes already.
 * @param ifNoneMatch Value of If-None-Match; compared weakly. [RFC 9110 §13.1.2]
 * @param etag The current strong tag with its quotes.
 */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

/** Content codings the service makes, best first. */
export const ENCODINGS = ["br", "gzip"] as const;

/** A content coding the service makes. */
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Chooses among the codings a client takes.
 * @param acceptEncoding Value of Accept-Encoding.
 * @returns Codings to try, best first.
 */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  const taken = new Set<string>();
  for (const part of (acceptEncoding ?? "").split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return ENCODINGS.filter((encoding) => taken.has(encoding));
}

/**
 * Tells whether a path names its content by a hash, so that it never changes.
 * @param path Without its leading slash.
 */
export function isHashed(path: string): boolean {
  if (/^(?:.*\/)?(?:_astro|_next\/static)\//.test(path)) return true;
  const hash =
    /^(?:.*\/)?assets\/(?:.*[.-])([A-Za-z0-9_-]{8,})\.(?:js|mjs|css|map|woff2?|ttf|svg|png|jpe?g|webp|avif|gif)$/;
  const found = hash.exec(path)?.[1];
  return found !== undefined && /[A-Za-z]/.test(found) && /[A-Z0-9]/.test(found);
}
