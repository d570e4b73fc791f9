import { type Role, type Scope, TOKEN_KINDS } from "../../contract/index.ts";
import type { SessionActor } from "../domain/actor.ts";
import { instant } from "../domain/clock.ts";
import { Refusal } from "../domain/refusal.ts";
import { grantableScopes, realmOf, ROTATION_OVERLAP_MS, SCOPE_MEANINGS } from "../domain/token-grant.ts";
import type { Parts } from "../parts.ts";
import { appendAudit } from "../store/audit.ts";
import type { Writing } from "../store/database.ts";
import { endTokenAt, findOwnToken, listTokens, revokeToken, type TokenView } from "../store/token-lists.ts";
import { issueToken, readScopes } from "../store/tokens.ts";
import { field } from "./form.ts";
import { ago, clipped, empty, finalStep } from "./fragments.ts";
import type { Signed, Submitted } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

const DAY_MS = 86_400_000;

const LIFETIMES: readonly (readonly [value: string, label: string, days: number | null])[] = [
  ["30", "30 days", 30],
  ["90", "90 days", 90],
  ["365", "1 year", 365],
  ["never", "No end", null],
];

const MAX_NAME_CHARS = 80;

/** Roles that see and end the tokens of every member. */
export const TOKEN_KEEPERS: readonly Role[] = ["owner", "admin"];

/** Shows the tokens a member may look after, and the form for a new one. */
export async function showTokens(parts: Parts, signed: Signed, notice?: Notice): Promise<Response> {
  const { c, visit, actor } = signed;
  const tokens = await listTokens(parts.db, actor.workspaceId, { ...ownOnly(signed), at: instant(parts.clock) });
  const ended = c.req.method === "GET" && c.req.query("done") === "revoked";
  return page(c, {
    title: "Tokens",
    visit,
    section: "/app/tokens",
    notice: notice ?? (ended ? { tone: "done", text: "The token is revoked; it stopped working at once." } : undefined),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Tokens</h1>
      <p class="lead">
        A token lets a program act in <bdi>${visit.workspace.name}</bdi>. It never counts as a person: no token can
        approve a release.
      </p>
      ${tokens.length === 0 ? empty("No tokens yet", html`Make one below for your workflow or your tools.`) : tokenList(parts, signed, tokens)}
      <h2>New token</h2>
      ${newTokenForm(signed, notice?.typed)}`,
  });
}

/** Carries out what was asked for on the tokens page. */
export async function changeTokens(parts: Parts, submitted: Submitted): Promise<Response> {
  const asked = field(submitted.form, "do");
  if (asked === "create") return createToken(parts, submitted);
  if (asked === "rotate") return rotateToken(parts, submitted);
  if (asked === "revoke") return endToken(parts, submitted);
  return showTokens(parts, submitted, { tone: "problem", text: "Choose one of the actions on this page." });
}

async function createToken(parts: Parts, submitted: Submitted): Promise<Response> {
  const { actor, form } = submitted;
  const name = field(form, "name").slice(0, MAX_NAME_CHARS);
  const kind = TOKEN_KINDS.find((one) => one === field(form, "kind"));
  const wanted = new Set(form.getAll("scope"));
  const scopes = grantableScopes(actor.role).filter((scope) => wanted.has(scope));
  const lifetime = LIFETIMES.find(([value]) => value === field(form, "lifetime"));
  if (name === "" || !kind || !lifetime || scopes.length === 0) {
    const text = "Give the token a name and at least one scope.";
    return showTokens(parts, submitted, { tone: "problem", text, typed: form });
  }
  const expiresAt = lifetime[2] === null ? null : instant(parts.clock, lifetime[2] * DAY_MS);
  const { token } = await parts.db.transaction().execute(async (writing) => {
    const issued = await issueToken(writing, {
      ...ownerOf(parts, actor),
      issuedVia: "web",
      kind,
      name,
      scopes,
      expiresAt,
    });
    await note(parts, writing, submitted, {
      action: "token.created",
      tokenId: issued.row.id,
      data: { name, kind, scopes, expiresAt },
    });
    return issued;
  });
  return shownOnce(submitted, { token, name, old: undefined });
}

async function rotateToken(parts: Parts, submitted: Submitted): Promise<Response> {
  const { actor } = submitted;
  // Only its owner learns a new text; whoever keeps tokens can end them.
  const old = await requireToken(parts, submitted, { userId: actor.userId });
  const oldEndsAt = instant(parts.clock, ROTATION_OVERLAP_MS);
  const granted = new Set<Scope>(grantableScopes(actor.role));
  const { token } = await parts.db.transaction().execute(async (writing) => {
    const lifetimeMs = old.expires_at === null ? null : Date.parse(old.expires_at) - Date.parse(old.created_at);
    const issued = await issueToken(writing, {
      ...ownerOf(parts, actor),
      issuedVia: old.issued_via,
      kind: old.kind,
      name: old.name,
      scopes: [...readScopes(old.scopes)].filter((scope) => granted.has(scope)),
      expiresAt: lifetimeMs === null ? null : instant(parts.clock, lifetimeMs),
    });
    await endTokenAt(writing, old.id, oldEndsAt);
    const data = { replaces: old.id, oldEndsAt };
    await note(parts, writing, submitted, { action: "token.rotated", tokenId: issued.row.id, data });
    return issued;
  });
  return shownOnce(submitted, { token, name: old.name, old: oldEndsAt });
}

async function endToken(parts: Parts, submitted: Submitted): Promise<Response> {
  const token = await requireToken(parts, submitted, ownOnly(submitted));
  await parts.db.transaction().execute(async (writing) => {
    await revokeToken(writing, token.id, instant(parts.clock));
    await note(parts, writing, submitted, { action: "token.revoked", tokenId: token.id, data: { name: token.name } });
  });
  const back = field(submitted.form, "back") === "devices" ? "/app/devices" : "/app/tokens";
  return submitted.c.redirect(`${back}?done=revoked`, 303);
}

async function requireToken(
  parts: Parts,
  { actor, form }: Submitted,
  whose: { readonly userId?: string },
): Promise<TokenView> {
  const choice = { workspaceId: actor.workspaceId, tokenId: field(form, "id"), ...whose, at: instant(parts.clock) };
  const token = await findOwnToken(parts.db, choice);
  if (!token) throw new Refusal("not_found", "There is no such token, or it ended already.");
  return token;
}

/** Owners and admins look after everyone's tokens, others after their own. */
function ownOnly({ actor }: Signed): { readonly userId?: string } {
  return TOKEN_KEEPERS.includes(actor.role) ? {} : { userId: actor.userId };
}

function ownerOf(parts: Parts, { workspaceId, userId }: SessionActor) {
  return { workspaceId, userId, realm: realmOf(parts.settings), at: instant(parts.clock) };
}

async function note(
  parts: Parts,
  writing: Writing,
  { actor }: Signed,
  {
    action,
    tokenId,
    data,
  }: { readonly action: string; readonly tokenId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  await appendAudit(writing, {
    workspaceId: actor.workspaceId,
    actor: { type: "user", id: actor.userId },
    action,
    subject: { type: "token", id: tokenId },
    data,
    at: instant(parts.clock),
  });
}

function tokenList(parts: Parts, signed: Signed, tokens: readonly TokenView[]): Html {
  const now = parts.clock.now();
  return html`<ul class="plain card">
    ${tokens.map(
      (token) =>
        html`<li>
          <form method="post" action="/app/tokens" class="item">
            ${csrfField(signed.visit)}<input type="hidden" name="id" value="${token.id}" />
            <div>
              <strong>${clipped(token.name)}</strong>
              <code>${token.prefix}…${token.last4}</code
              >${token.user_id !== signed.actor.userId && html` <span class="dim">of ${clipped(token.owner_name ?? "nobody")}</span>`}<br />
              <span class="dim"
                >${token.last_used_at === null ? "Never used" : html`Last used ${ago(token.last_used_at, now)}`} ·
                ${token.expires_at === null ? "no end" : html`ends ${ago(token.expires_at, now)}`}</span
              >
              <p class="scopes">${[...readScopes(token.scopes)].map((scope) => html`<code>${scope}</code>`)}</p>
            </div>
            <div class="row">
              ${token.user_id === signed.actor.userId && html`<button class="secondary small" name="do" value="rotate" aria-label="Rotate ${token.name}">Rotate</button>`}${finalStep({ verb: "Revoke", of: token.name, means: "Whatever uses it stops working at once.", action: "revoke" })}
            </div>
          </form>
        </li>`,
    )}
  </ul>`;
}

function newTokenForm({ visit, actor }: Signed, typed: URLSearchParams | undefined): Html {
  const kind = typed?.get("kind") ?? "pat";
  const lifetime = typed?.get("lifetime") ?? "90";
  const chosen = (scope: Scope) => typed?.getAll("scope").includes(scope) ?? usual(scope);
  return html`<form method="post" action="/app/tokens" class="card stack">
    ${csrfField(visit)}
    <div class="field">
      <label for="name">Name</label
      ><input id="name" name="name" maxlength="${MAX_NAME_CHARS}" required placeholder="Website workflow" value="${typed?.get("name")}" />
    </div>
    <fieldset>
      <legend>Kind</legend>
      <label class="choice"
        ><input type="radio" name="kind" value="pat" ${kind === "pat" && html` checked`} />
        <span>Personal access token <span class="dim">for workflows and scripts</span></span></label
      >
      <label class="choice"
        ><input type="radio" name="kind" value="mcp" ${kind === "mcp" && html` checked`} />
        <span>MCP token <span class="dim">for agents; 60 requests a minute</span></span></label
      >
    </fieldset>
    <fieldset>
      <legend>Scopes</legend>
      <div class="grid">
        ${grantableScopes(actor.role).map(
          (scope) =>
            html`<label class="choice"
              ><input type="checkbox" name="scope" value="${scope}" ${chosen(scope) && html` checked`} />
              <span>${SCOPE_MEANINGS[scope]}<br /><code class="dim">${scope}</code></span></label
            >`,
        )}
      </div>
    </fieldset>
    <div class="field">
      <label for="lifetime">Ends after</label
      ><select id="lifetime" name="lifetime">
        ${LIFETIMES.map(([value, label]) => html`<option value="${value}" ${value === lifetime && html` selected`}>${label}</option>`)}
      </select>
    </div>
    <div><button name="do" value="create">Make the token</button></div>
  </form>`;
}

/** What the preview action needs. */
function usual(scope: Scope): boolean {
  return ["sites:read", "deployments:read", "deployments:write", "approvals:read", "publish:request"].includes(scope);
}

function shownOnce(
  { c, visit }: Submitted,
  { token, name, old }: { readonly token: string; readonly name: string; readonly old: string | undefined },
): Response {
  return page(c, {
    title: "Your new token",
    visit,
    section: "/app/tokens",
    narrow: true,
    body: html`<h1>Copy your token now</h1>
      <p>
        This is <strong><bdi>${name}</bdi></strong
        >. It is shown this once and kept nowhere; whoever has it can use it.
      </p>
      <p class="secret card">
        <code id="token">${token}</code
        ><button type="button" class="secondary small" hidden data-copy="token">Copy</button>
      </p>
      ${old !== undefined && html`<div class="notice hint"><p>The old token goes on working for 24 hours. Put the new one in place until then.</p></div>`}
      <p><a class="button" href="/app/tokens">I have copied it</a></p>`,
  });
}
