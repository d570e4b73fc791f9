import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { html, type Html } from "../outside/html.ts";
import type { RemovedHost } from "../store/sites/hosts.ts";
import type { WriteHead } from "./head.ts";

/** A page of the service itself on the host of a site. */
export interface Notice {
  readonly status: 400 | 404 | 405 | 410 | 416 | 421 | 500 | 503;
  readonly title: string;
  readonly text: string | Html;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Readable on a phone and in the dark; the policy below allows this style only, by its hash. */
const STYLE =
  ":root{color-scheme:light dark;font:1.0625rem/1.55 ui-sans-serif,system-ui,sans-serif}" +
  "body{max-width:34rem;margin:18vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.2;margin:0 0 .5rem}p{margin:0}" +
  "p+p,pre,pre+p{margin:1rem 0 0}pre{padding:.75rem 1rem;border:1px solid #8884;border-radius:.5rem;overflow-x:auto}code{font-size:.9375rem}";

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

export function sendNotice(writeHead: WriteHead, notice: Notice): void {
  const { title, text } = notice;
  send(writeHead, notice, HTML, pageOf(title, html`<p>${text}</p>`));
}

const HTML = "text/html; charset=utf-8";

function pageOf(title: string, content: Html): string {
  return `${html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${content}</html>`}\n`;
}

function send(
  writeHead: WriteHead,
  { status, headers }: Pick<Notice, "status" | "headers">,
  type: string,
  text: string,
): void {
  const body = Buffer.from(text);
  const response = writeHead(status, {
    "content-type": type,
    "content-length": body.length,
    "cache-control": "no-store",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    ...headers,
  });
  response.end(body);
}

const BECAUSE: Readonly<Record<RemovedHost["because"], string>> = {
  expired: "Previews are removed some time after the last deployment of their branch.",
  pull_request_closed: "Its pull request was closed.",
  deleted: "Somebody deleted it.",
  site_archived: "Its site was archived.",
};

/** @param page `isPublic`: whether its statements, which name commit and branch, could be read by anyone. */
export function sendRemoved(
  request: IncomingMessage,
  writeHead: WriteHead,
  { host, baseUrl, isPublic }: { readonly host: RemovedHost; readonly baseUrl: string; readonly isPublic: boolean },
): void {
  const webUrl = `${baseUrl}/app/deployments/${host.deploymentId}`;
  const title = "This preview was removed";
  const { commitSha, branch } = isPublic ? host : { commitSha: null, branch: null };
  const why = isPublic ? ` ${BECAUSE[host.because]}` : "";
  // One URL answers as a page and as JSON.
  const headers = { vary: "accept" };
  if (prefersJson(request.headers.accept)) {
    const message = `The files of this preview were removed.${why} Deploy its commit again to have them back.`;
    const built = { ...(commitSha !== null && { commitSha }), ...(branch !== null && { branch }) };
    const error = { code: "deployment_removed", message, removedAt: host.removedAt, ...built, webUrl };
    const text = `${JSON.stringify({ ok: false, error })}\n`;
    return send(writeHead, { status: 410, headers }, "application/json", text);
  }
  const options = [
    ...(branch === null ? [] : [`--branch ${shellWord(branch)}`]),
    ...(commitSha === null ? [] : [`--commit ${shellWord(commitSha)}`]),
  ];
  const command = [`greenroom deploy ${host.slug}`, ...options].join(" \\\n  ");
  const commit = commitSha === null ? undefined : html`commit <code>${commitSha.slice(0, 7)}</code>`;
  const built = commit && branch !== null ? html`${commit} of branch <code>${branch}</code>` : commit;
  const what = built ?? (branch === null ? undefined : html`branch <code>${branch}</code>`);
  const again =
    commitSha !== null && html`<p>To build it again, run:</p><pre tabindex="0"><code>${command}</code></pre>`;
  const members = html`<p>Members of its workspace can also do so on <a href="${webUrl}">the page of the deployment</a>.</p>`;
  const content = html`<p>Its files were removed.${why}${what && html` It was built from ${what}.`}</p>${again}${members}`;
  send(writeHead, { status: 410, headers }, HTML, pageOf(title, content));
}

function prefersJson(accept = ""): boolean {
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}

function shellWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function notice(status: Notice["status"], title: string, text: string, headers: Notice["headers"] = {}): Notice {
  return { status, title, text, headers };
}

export const UNKNOWN_HOST = notice(
  404,
  "Deployment not found",
  "No deployment is served at this URL. The comment on the pull request has the URL of its preview.",
);
export const NOT_PUBLISHED = notice(
  404,
  "Not published yet",
  "This site has no production deployment yet. It gets one when a member approves a release.",
);
export const ARCHIVED = notice(410, "Archived", "This site was archived. Its team can restore it and deploy again.");
export const PAGE_NOT_FOUND = notice(
  404,
  "Page not found",
  "The site has no page at this URL. Check the URL, or go to the first page of the site.",
);
export const MALFORMED_URL = notice(400, "Bad request", "The URL is malformed. Check how it is written.");
export const READ_FAILED = notice(
  500,
  "Internal error",
  "The file could not be read. Reload the page. If it fails again, contact the operator of the service.",
);
export const AWAY = notice(503, "Not available now", "The file cannot be read now. Reload the page in a few seconds.", {
  "retry-after": "5",
});
export const METHOD_NOT_ALLOWED = notice(405, "Method not allowed", "Only GET and HEAD are allowed here.", {
  allow: "GET, HEAD",
});
