/** Path on the host of a site that exchanges a code of the service for a cookie. */
export const CODE_PATH = "/.well-known/greenroom/access";

/** What precedes the secret in the path of a share link. */
export const SHARE_PATH = "/.well-known/greenroom/share/";

/** Path of the service that says whether a visitor can open a host. */
export const VISITOR_PATH = "/app/preview-access";

/** A visitor on the way from a host to the service and back. */
export interface Visitor {
  /** Name of the host, without a port. */
  readonly host: string;
  /** SHA-256 of a cookie of the host, in hexadecimal. */
  readonly challenge: string;
  readonly path: string;
}

/** Longest path that a visitor comes back to, characters; from a longer one they come back to the first page. */
const MAX_PATH_CHARS = 1_024;

export function visitorPath({ host, challenge, path }: Visitor): string {
  const page = path.length <= MAX_PATH_CHARS && isOwnPath(path) ? path : "/";
  // Encoded once, so that it stays short inside other queries.
  return `${VISITOR_PATH}?host=${host}&challenge=${challenge}&path=${Buffer.from(page, "latin1").toString("base64url")}`;
}

/** @param query Untrusted: anyone can link there. */
export function readVisitor(query: (name: string) => string | undefined): Visitor | undefined {
  const [host = "", challenge = "", encoded = ""] = ["host", "challenge", "path"].map(query);
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || !/^[0-9a-f]{64}$/.test(challenge)) return undefined;
  if (encoded.length > 2 * MAX_PATH_CHARS || !/^[\w-]+$/.test(encoded)) return undefined;
  const path = Buffer.from(encoded, "base64url").toString("latin1");
  return path.length <= MAX_PATH_CHARS && isOwnPath(path) ? { host, challenge, path } : undefined;
}

/** Whether browsers read a text in a Location header as a path of the same host. */
function isOwnPath(path: string): boolean {
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path);
}
