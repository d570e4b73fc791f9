import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A page of the service itself on the host of a site. */
export interface Notice {
  readonly status: 400 | 404 | 405 | 410 | 416 | 421 | 500 | 503;
  readonly title: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Readable on a phone and in the dark; the policy below allows this style only, by its hash. */
const STYLE =
  ":root{color-scheme:light dark;font:1.0625rem/1.55 ui-sans-serif,system-ui,sans-serif}" +
  "body{max-width:34rem;margin:18vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}p{margin:0}";

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/** Sends a short page that runs and loads nothing. */
export function sendNotice(response: ServerResponse, { status, title, text, headers }: Notice, head: boolean): void {
  const body = Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>\n`,
  );
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    ...headers,
  });
  response.end(head ? undefined : body);
}

export const UNKNOWN_HOST: Notice = {
  status: 404,
  title: "Deployment not found",
  text: "No deployment is served at this URL. The comment on the pull request has the URL of its preview.",
};
export const NOT_PUBLISHED: Notice = {
  status: 404,
  title: "Not published yet",
  text: "This site has no production deployment yet. It gets one when a member approves a release.",
};
export const ARCHIVED: Notice = {
  status: 410,
  title: "Archived",
  text: "This site was archived. Its team can restore it and deploy again.",
};
export const PAGE_NOT_FOUND: Notice = {
  status: 404,
  title: "Page not found",
  text: "The site has no page at this URL. Check the URL, or go to the first page of the site.",
};
export const MALFORMED_URL: Notice = {
  status: 400,
  title: "Bad request",
  text: "The URL is malformed. Check how it is written.",
};
export const READ_FAILED: Notice = {
  status: 500,
  title: "Internal error",
  text: "The file could not be read. Reload the page. If it fails again, contact the operator of the service.",
};
export const AWAY: Notice = {
  status: 503,
  title: "Not available now",
  text: "The file cannot be read now. Reload the page in a few seconds.",
  headers: { "retry-after": "5" },
};
export const METHOD_NOT_ALLOWED: Notice = {
  status: 405,
  title: "Method not allowed",
  text: "Only GET and HEAD are allowed here.",
  headers: { allow: "GET, HEAD" },
};
