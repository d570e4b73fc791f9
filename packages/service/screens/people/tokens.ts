import { type Role, type Scope, TOKEN_KINDS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { AuditAction } from "../../domain/audit-entry.ts";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { grantableScopes, realmOf, ROTATION_OVERLAP_MS, SCOPE_MEANINGS } from "../../domain/authentication.ts";
import { appendAudit, auditedActor } from "../../store/audit/audit.ts";
import type { Transaction } from "../../store/engine/database.ts";
import {
  endTokenAt,
  findOwnToken,
  issueToken,
  listTokens,
  readScopes,
  revokeToken,
  type TokenView,
} from "../../store/people/tokens.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";

/** Lifetimes of a new token, in days. */
const LIFETIMES: readonly (readonly [value: string, label: string, days: number | null])[] = [
  ["30", "30 days", 30],
  ["90", "90 days", 90],
  ["365", "1 year", 365],
  ["never", "Never", null],
];

const MAX_NAME_CHARS = 80;

/** Roles that see and revoke the tokens of every member. */
export const TOKEN_ADMINS: readonly Role[] = ["owner", "admin"];

export async function showTokens(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const tokens = await listTokens(context.db, actor.workspaceId, { ...ownOnly(request), at: instant(context.clock) });
  const ended = c.req.method === "GET" && c.req.query("done") === "revoked";
  return page(c, {
    title: "Tokens",
    session,
    section: "/app/tokens",
    notice: notice ?? (ended ? { tone: "done", text: "The token was revoked. It no longer works." } : undefined),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Tokens</h1>
      <p class="lead">
        A token lets a program act in <bdi>${session.workspace.name}</bdi> on your behalf. A token can never approve a
        release.
      </p>
      ${tokens.length === 0 ? emptyState("No tokens yet", html`Create one below for your workflow or your tools.`) : tokenList(context, request, tokens)}
      <h2>New token</h2>
      ${newTokenForm(request, notice?.typed)}`,
  });
}

/** Owners and admins manage everyone's tokens, others their own. */
export function ownOnly({ actor }: MemberRequest): { readonly userId?: string } {
  return TOKEN_ADMINS.includes(actor.role) ? {} : { userId: actor.userId };
}

function tokenList(context: ServiceContext, request: MemberRequest, tokens: readonly TokenView[]): Html {
  const now = context.clock.now();
  return html`<ul class="plain card">
    ${tokens.map(
      (token) =>
        html`<li>
          <form method="post" action="/app/tokens" class="item">
            ${csrfField(request.session)}<input type="hidden" name="id" value="${token.id}" />
            <div>
              <strong>${truncated(token.name)}</strong>
              <code>${token.prefix}…${token.last4}</code
              >${token.user_id !== request.actor.userId && html` <span class="dim">of ${truncated(token.owner_name ?? "a former member")}</span>`}<br />
              <span class="dim"
                >${token.last_used_at === null ? "Never used" : html`Last used ${relativeTime(token.last_used_at, now)}`} ·
                ${token.expires_at === null ? "never expires" : html`expires ${relativeTime(token.expires_at, now)}`}</span
              >
              <p class="scopes">${[...readScopes(token.scopes)].map((scope) => html`<code>${scope}</code>`)}</p>
            </div>
            <div class="row">
              ${token.user_id === request.actor.userId && html`<button class="secondary small" name="do" value="rotate" aria-label="Rotate ${token.name}">Rotate</button>`}${confirmButton({ verb: "Revoke", target: token.name, consequence: "Everything that uses it stops working immediately.", action: "revoke" })}
            </div>
          </form>
        </li>`,
    )}
  </ul>`;
}

function newTokenForm({ session, actor }: MemberRequest, typed: URLSearchParams | undefined): Html {
  const kind = typed?.get("kind") ?? "pat";
  const lifetime = typed?.get("lifetime") ?? "90";
  const chosen = (scope: Scope) => typed?.getAll("scope").includes(scope) ?? isDefaultScope(scope);
  return html`<form method="post" action="/app/tokens" class="card stack">
    ${csrfField(session)}
    ${inputField("Name", { id: "name", name: "name", maxlength: MAX_NAME_CHARS, required: true, placeholder: "Website workflow", value: typed?.get("name") })}
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
      <label for="lifetime">Expires in</label
      ><select id="lifetime" name="lifetime">
        ${LIFETIMES.map(([value, label]) => html`<option value="${value}" ${value === lifetime && html` selected`}>${label}</option>`)}
      </select>
    </div>
    <div><button name="do" value="create">Create token</button></div>
  </form>`;
}

/** The scopes that the preview action needs. */
function isDefaultScope(scope: Scope): boolean {
  return ["sites:read", "deployments:read", "deployments:write", "approvals:read", "publish:request"].includes(scope);
}

const DAY_MS = 86_400_000;

export async function changeTokens(context: ServiceContext, request: FormRequest): Promise<Response> {
  const action = field(request.form, "do");
  if (action === "create") return createToken(context, request);
  if (action === "rotate") return rotateToken(context, request);
  if (action === "revoke") return endToken(context, request);
  return showTokens(context, request, { tone: "problem", text: "Choose one of the actions on this page." });
}

async function createToken(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { actor, form } = request;
  const name = field(form, "name").slice(0, MAX_NAME_CHARS);
  const kind = TOKEN_KINDS.find((one) => one === field(form, "kind"));
  const wanted = new Set(form.getAll("scope"));
  const scopes = grantableScopes(actor.role).filter((scope) => wanted.has(scope));
  const lifetime = LIFETIMES.find(([value]) => value === field(form, "lifetime"));
  if (name === "" || !kind || !lifetime || scopes.length === 0) {
    const text = "Enter a name and choose at least one scope.";
    return showTokens(context, request, { tone: "problem", text, typed: form });
  }
  const expiresAt = lifetime[2] === null ? null : instant(context.clock, lifetime[2] * DAY_MS);
  const { token } = await inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const issued = await issueToken(tx, {
      ...ownerOf(context, actor),
      issuedVia: "web",
      kind,
      name,
      scopes,
      expiresAt,
    });
    const data = { name, kind, scopes, expiresAt };
    await audit(context, tx, request, { action: "token.created", tokenId: issued.row.id, data });
    return issued;
  });
  return shownOnce(request, { token, name, old: undefined });
}

async function rotateToken(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { actor } = request;
  // Only its owner gets the new token; admins can revoke it.
  const old = await requireToken(context, request, { userId: actor.userId });
  const oldEndsAt = instant(context.clock, ROTATION_OVERLAP_MS);
  const granted = new Set<Scope>(grantableScopes(actor.role));
  const { token } = await inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const lifetimeMs = old.expires_at === null ? null : Date.parse(old.expires_at) - Date.parse(old.created_at);
    const issued = await issueToken(tx, {
      ...ownerOf(context, actor),
      issuedVia: old.issued_via,
      kind: old.kind,
      name: old.name,
      scopes: [...readScopes(old.scopes)].filter((scope) => granted.has(scope)),
      expiresAt: lifetimeMs === null ? null : instant(context.clock, lifetimeMs),
    });
    await endTokenAt(tx, old.id, oldEndsAt);
    const data = { replaces: old.id, oldEndsAt };
    await audit(context, tx, request, { action: "token.rotated", tokenId: issued.row.id, data });
    return issued;
  });
  return shownOnce(request, { token, name: old.name, old: oldEndsAt });
}

async function endToken(context: ServiceContext, request: FormRequest): Promise<Response> {
  const token = await requireToken(context, request, ownOnly(request));
  await inWorkspace(context.db, request.actor.workspaceId, async (tx) => {
    await revokeToken(tx, token.id, instant(context.clock));
    await audit(context, tx, request, { action: "token.revoked", tokenId: token.id, data: { name: token.name } });
  });
  const back = field(request.form, "back") === "devices" ? "/app/devices" : "/app/tokens";
  return request.c.redirect(`${back}?done=revoked`, 303);
}

async function requireToken(
  context: ServiceContext,
  { actor, form }: FormRequest,
  whose: { readonly userId?: string },
): Promise<TokenView> {
  const choice = { workspaceId: actor.workspaceId, tokenId: field(form, "id"), ...whose, at: instant(context.clock) };
  const token = await findOwnToken(context.db, choice);
  if (!token) throw new ApiError("not_found", "The token does not exist or has expired.");
  return token;
}

function ownerOf(context: ServiceContext, { workspaceId, userId }: SessionActor) {
  return { workspaceId, userId, realm: realmOf(context.settings), at: instant(context.clock) };
}

function shownOnce(
  { c, session }: FormRequest,
  { token, name, old }: { readonly token: string; readonly name: string; readonly old: string | undefined },
): Response {
  return page(c, {
    title: "New token",
    session,
    section: "/app/tokens",
    narrow: true,
    body: html`<h1>Copy your token now</h1>
      <p>
        This is <strong><bdi>${name}</bdi></strong
        >. It is not stored and not shown again. Anyone who has it can use it.
      </p>
      <p class="secret card">
        <code id="token">${token}</code
        ><button type="button" class="secondary small" hidden data-copy="token">Copy</button>
      </p>
      ${old !== undefined && html`<div class="notice hint"><p>The old token works for another 24 hours. Replace it before then.</p></div>`}
      <p><a class="button" href="/app/tokens">I have copied it</a></p>`,
  });
}

async function audit(
  context: ServiceContext,
  tx: Transaction,
  { actor }: FormRequest,
  {
    tokenId,
    ...entry
  }: { readonly action: AuditAction; readonly tokenId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  const subject = { type: "token", id: tokenId };
  await appendAudit(tx, { ...auditedActor(actor), ...entry, subject, at: instant(context.clock) });
}
