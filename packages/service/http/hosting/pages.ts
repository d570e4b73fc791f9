import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A page of the service itself on a host of somebody's site. */
export interface Notice {
  readonly status: 400 | 404 | 405 | 410 | 416 | 421 | 500;
  readonly title: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Readable on a phone and in the dark; the policy below lets in this style alone, by its hash. */
const STYLE =
  ":root{color-scheme:light dark;font:1.0625rem/1.55 ui-sans-serif,system-ui,sans-serif}" +
  "body{max-width:34rem;margin:18vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}p{margin:0}";

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/** Answers with a short page that runs and loads nothing. */
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
