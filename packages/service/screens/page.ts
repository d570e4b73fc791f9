import type { Role } from "@greenroom/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ADMINS } from "../domain/roles.ts";
import type { HttpContext } from "../http/context.ts";
import { type Html, html, type HtmlValue } from "../outside/html.ts";
import { versionText } from "../outside/version.ts";
import type { Session } from "./people/session.ts";
import { staticPath } from "./static-files.ts";

export interface Notice {
  readonly tone: "done" | "problem" | "hint";
  readonly text: HtmlValue;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Without it the page has no navigation. */
  readonly session?: Session | undefined;
  readonly section?: string;
  readonly notice?: Notice | undefined;
  readonly status?: ContentfulStatusCode | undefined;
  readonly narrow?: boolean;
  /** Classes of a screen that fills the window, with a bar of its own. */
  readonly tool?: string;
  readonly kit?: keyof typeof KITS;
}

const KITS = { release: ["release.css", "release.js"], room: ["release.css", "room.css", "room.js"] } as const;

const APPROVALS = "/app/approvals";

const SECTIONS: readonly (readonly [path: string, label: string, roles?: readonly Role[]])[] = [
  ["/app/sites", "Sites"],
  [APPROVALS, "Approvals"],
  ["/app/tokens", "Tokens"],
  ["/app/devices", "Devices"],
  ["/app/members", "Members"],
  ["/app/audit", "Audit log", ADMINS],
];

export function page(
  c: HttpContext,
  { title, body, session, section, notice, status, narrow, tool, kit }: Page,
): Response {
  const whole = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Greenroom</title>
        <link rel="icon" href="${staticPath("icon.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${staticPath("greenroom.css")}" />
        <script src="${staticPath("greenroom.js")}" type="module"></script>
        ${kit && KITS[kit].map((name) => (name.endsWith(".css") ? html`<link rel="stylesheet" href="${staticPath(name)}" />` : html`<script src="${staticPath(name)}" type="module"></script>`))}
      </head>
      <body ${session?.workspace && html` data-places="/app/places.json" data-changes="/app/changes" data-version="${session.version}"`}>
        <a class="skip" href="#main">Skip to content</a>
        ${tool === undefined && (session ? signedInBar(session, section) : plainBar())}
        <main id="main" class="${tool ?? (narrow === true ? "narrow" : "wide")}"${tool !== undefined && html` tabindex="-1"`}>${notice && noticeBox(notice)} ${body}</main>
        ${tool === undefined && html`<footer>Greenroom ${versionText()}</footer>`}
      </body>
    </html> `;
  return c.html(whole.toString(), status ?? 200);
}

/** Screen readers read a notice at once. */
function noticeBox({ tone, text }: Notice): Html {
  return html`<div class="notice ${tone}" role="${tone === "problem" ? "alert" : "status"}"><p>${text}</p></div>`;
}

export function brand(): Html {
  return html`<a class="brand" href="/app/sites"
    ><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <rect x="3" y="2" width="18" height="20" rx="4" fill="currentColor" />
      <circle cx="16" cy="12.5" r="1.6" class="knob" /></svg
    ><span>Greenroom</span></a
  >`;
}

function plainBar(): Html {
  return html`<header class="bar"><div class="inner">${brand()}</div></header>`;
}

export function sectionsOf({ workspace }: Session) {
  return SECTIONS.filter(([, , roles]) => !roles || (workspace && roles.includes(workspace.role)));
}

function signedInBar(session: Session, section: string | undefined): Html {
  const entries = sectionsOf(session).map(
    ([path, label]) =>
      html`<li>
        <a href="${path}" ${path === section && html` aria-current="page"`}>${label}${path === APPROVALS && html` <span id="waiting" data-live>${waitingCount(session)}</span>`}</a>
      </li>`,
  );
  return html`<header class="bar">
    <div class="inner">
      ${brand()}
      ${
        session.workspace &&
        html`<nav aria-label="Main">
          <ul>
            ${entries}
          </ul>
        </nav>`
      }
      <div class="whoami">
        ${session.workspace && html`<button type="button" class="quiet" data-palette hidden>Search <kbd>Ctrl K</kbd></button>`}
        ${workspaceSwitch(session)}
        <a class="person" href="/app/account" ${section === "/app/account" && html` aria-current="page"`}
          ><bdi>${session.user.name}</bdi></a
        >
        <form method="post" action="/app/signout">${csrfField(session)}<button class="quiet">Sign out</button></form>
      </div>
    </div>
  </header>`;
}

function waitingCount({ waiting = 0 }: Session): Html | undefined {
  if (waiting === 0) return undefined;
  return html`<span class="count">${waiting}<span class="hidden"> waiting</span></span>`;
}

function workspaceSwitch(session: Session): Html | undefined {
  const { workspace } = session;
  if (!workspace) return undefined;
  const others = session.workspaces.filter(({ id }) => id !== workspace.id);
  if (others.length === 0) return html`<span class="workspace"><bdi>${workspace.name}</bdi></span>`;
  return html`<details class="workspace">
    <summary><span class="hidden">Workspace: </span><bdi>${workspace.name}</bdi></summary>
    <form method="post" action="/app/workspace">
      ${csrfField(session)}
      ${others.map(({ id, name }) => html`<button class="quiet" name="workspace" value="${id}">Switch to <bdi>${name}</bdi></button>`)}
    </form>
  </details>`;
}

export function memberPage(
  { c, session }: { readonly c: HttpContext; readonly session: Session },
  section: string,
  title: string,
  body: Html,
): Response {
  return page(c, { title, session, section, narrow: true, body });
}

interface Secret {
  readonly title: string;
  readonly section: string;
  readonly lead: Html;
  readonly secret: string;
  readonly note?: Html | undefined;
}

/** Its button leads back to the screen of the form that made the secret. */
export function secretPage(
  request: { readonly c: HttpContext; readonly session: Session },
  { title, section, lead, secret, note }: Secret,
): Response {
  const body = html`<h1>${title}</h1>
    <p>${lead} It is not stored and not shown again. Anyone who has it can use it.</p>
    ${secretCard(secret)} ${note}
    <p><a class="button" href="${request.c.req.path}">I have copied it</a></p>`;
  return memberPage(request, section, title, body);
}

export function secretCard(secret: string): Html {
  return html`<p class="secret card">
    <code id="secret">${secret}</code
    ><button type="button" class="secondary small" hidden data-copy="secret">Copy</button>
  </p>`;
}

/** Says which workspace the page showed, besides proving whose page it was. */
export function csrfField({ row, workspace }: Session): Html {
  return html`<input type="hidden" name="csrf" value="${row.csrf_token}.${workspace?.id ?? ""}" />`;
}

/** Leads to another host after a form: browsers do not let a form redirect there, but a page can link to it. */
export function leavePage(c: HttpContext, title: string, target: string): Response {
  c.header("Refresh", `0; url=${target}`);
  return page(c, {
    title,
    narrow: true,
    body: html`<h1>${title}</h1>
      <p>Going on to <bdi>${new URL(target).host}</bdi>.</p>
      <p><a class="button" href="${target}" rel="noreferrer">Continue</a></p>`,
  });
}
