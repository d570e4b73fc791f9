import type { ServerResponse } from "node:http";

/** A page of the service itself on a host of somebody's site. */
export interface Notice {
  readonly status: 400 | 404 | 405 | 410 | 416 | 421 | 500;
  readonly title: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with a short page that runs and loads nothing. */
export function sendNotice(response: ServerResponse, { status, title, text, headers }: Notice, head: boolean): void {
  const body = Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`,
  );
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    ...headers,
  });
  response.end(head ? undefined : body);
}
