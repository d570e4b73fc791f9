/** A request target, taken apart without ever touching a file system. */
export type Target =
  | { readonly kind: "path"; readonly path: string; readonly search: string }
  | { readonly kind: "malformed" };

const MAX_TARGET_CHARS = 8 * 1024;

/**
 * Reads a request target as the client sent it.
 * @param target `request.url`, neither normalised nor decoded.
 * @returns The decoded path without its leading slash, and the search with its question mark; `malformed` for
 * everything that could mean two things: dot segments, encoded slashes, backslashes, control characters, bad UTF-8.
 */
export function readTarget(target: string): Target {
  const mark = target.indexOf("?");
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  if (!rawPath.startsWith("/") || target.length > MAX_TARGET_CHARS || target.includes("#"))
    return { kind: "malformed" };
  const segments: string[] = [];
  for (const raw of rawPath.slice(1).split("/")) {
    const segment = decode(raw);
    if (segment === undefined || segment === "." || segment === "..") return { kind: "malformed" };
    if (/[\u0000-\u001f\u007f/\\]/.test(segment)) return { kind: "malformed" };
    segments.push(segment);
  }
  return { kind: "path", path: segments.join("/"), search: mark < 0 ? "" : target.slice(mark) };
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
export function encodePath(path: string): string {
  return `/${path.split("/").map(encodeURIComponent).join("/")}`;
}
