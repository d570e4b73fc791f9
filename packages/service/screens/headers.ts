import type { MiddlewareHandler } from "hono";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** How the server is told that a response was written past it. */
const ALREADY_SENT = "x-hono-already-sent";

/**
 * Sets what every answer of the screens carries: nothing inline runs, nobody frames it, no copy is kept.
 * Browsers leave `Origin` out of forms under `no-referrer`, hence `same-origin`.
 */
export function screenHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    // An event stream has left with its own headers when its handler returns.
    if (headers.has(ALREADY_SENT)) return;
    headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.set("X-Frame-Options", "DENY");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
}
