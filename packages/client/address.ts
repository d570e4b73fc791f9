import { invalidCall } from "./errors.ts";

/**
 * Tells whether an address is one a token may go to: https, or http to a loopback address.
 * @param url Address; the URL parser has already put odd spellings of 127.0.0.1 in their plain form.
 * @see Interface §1 (all requests require TLS)
 */
export function isProtected(url: URL): boolean {
  if (url.protocol === "https:") return true;
  const loopback = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname);
  return url.protocol === "http:" && loopback;
}

/**
 * Refuses an address that a token must not go to.
 * @param url Address of the service, or of its MCP surface.
 * @throws {ClientError} `invalid_base_url`
 */
export function checkAddress(url: URL): void {
  if (!isProtected(url)) {
    throw invalidCall(
      "invalid_base_url",
      `The address ${url.protocol}//${url.host} would send the token in the clear`,
      "Use an https address; http is for localhost, 127.0.0.1 and [::1] only.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw invalidCall(
      "invalid_base_url",
      `The address of ${url.host} carries a user name, a query or a fragment`,
      "Give the bare address, and the token by itself.",
    );
  }
}

/**
 * Puts a path below a base address.
 * @param baseUrl Address of the service, with or without a path of its own.
 * @param path Percent-encoded path with a leading slash, and its query.
 */
export function addressBelow(baseUrl: URL, path: string): URL {
  return new URL(baseUrl.origin + baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path);
}
