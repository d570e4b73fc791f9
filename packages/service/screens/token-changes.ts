import { type Scope, TOKEN_KINDS } from "@greenroom/contract";
import type { SessionActor } from "../domain/actor.ts";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import { grantableScopes, realmOf, ROTATION_OVERLAP_MS } from "../domain/token-grant.ts";
import type { ServiceContext } from "../context.ts";
import { appendAudit } from "../store/audit.ts";
import type { Transaction } from "../store/database.ts";
import { endTokenAt, findOwnToken, revokeToken, type TokenView } from "../store/token-lists.ts";
import { issueToken, readScopes } from "../store/tokens.ts";
import { field } from "./form.ts";
import type { Signed, Submitted } from "./guard.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";
import { LIFETIMES, MAX_NAME_CHARS, ownOnly, showTokens } from "./tokens.ts";

const DAY_MS = 86_400_000;

/** Carries out what was asked for on the tokens page. */
export async function changeTokens(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const asked = field(submitted.form, "do");
  if (asked === "create") return createToken(context, submitted);
  if (asked === "rotate") return rotateToken(context, submitted);
  if (asked === "revoke") return endToken(context, submitted);
  return showTokens(context, submitted, { tone: "problem", text: "Choose one of the actions on this page." });
}

async function createToken(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { actor, form } = submitted;
  const name = field(form, "name").slice(0, MAX_NAME_CHARS);
  const kind = TOKEN_KINDS.find((one) => one === field(form, "kind"));
  const wanted = new Set(form.getAll("scope"));
  const scopes = grantableScopes(actor.role).filter((scope) => wanted.has(scope));
  const lifetime = LIFETIMES.find(([value]) => value === field(form, "lifetime"));
  if (name === "" || !kind || !lifetime || scopes.length === 0) {
    const text = "Give the token a name and at least one scope.";
    return showTokens(context, submitted, { tone: "problem", text, typed: form });
  }
  const expiresAt = lifetime[2] === null ? null : instant(context.clock, lifetime[2] * DAY_MS);
  const { token } = await context.db.transaction().execute(async (tx) => {
    const issued = await issueToken(tx, {
      ...ownerOf(context, actor),
      issuedVia: "web",
      kind,
      name,
      scopes,
      expiresAt,
    });
    await note(context, tx, submitted, {
      action: "token.created",
      tokenId: issued.row.id,
      data: { name, kind, scopes, expiresAt },
    });
    return issued;
  });
  return shownOnce(submitted, { token, name, old: undefined });
}

async function rotateToken(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { actor } = submitted;
  // Only its owner learns a new text; whoever keeps tokens can end them.
  const old = await requireToken(context, submitted, { userId: actor.userId });
  const oldEndsAt = instant(context.clock, ROTATION_OVERLAP_MS);
  const granted = new Set<Scope>(grantableScopes(actor.role));
  const { token } = await context.db.transaction().execute(async (tx) => {
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
    await note(context, tx, submitted, { action: "token.rotated", tokenId: issued.row.id, data });
    return issued;
  });
  return shownOnce(submitted, { token, name: old.name, old: oldEndsAt });
}

async function endToken(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const token = await requireToken(context, submitted, ownOnly(submitted));
  await context.db.transaction().execute(async (tx) => {
    await revokeToken(tx, token.id, instant(context.clock));
    await note(context, tx, submitted, { action: "token.revoked", tokenId: token.id, data: { name: token.name } });
  });
  const back = field(submitted.form, "back") === "devices" ? "/app/devices" : "/app/tokens";
  return submitted.c.redirect(`${back}?done=revoked`, 303);
}

async function requireToken(
  context: ServiceContext,
  { actor, form }: Submitted,
  whose: { readonly userId?: string },
): Promise<TokenView> {
  const choice = { workspaceId: actor.workspaceId, tokenId: field(form, "id"), ...whose, at: instant(context.clock) };
  const token = await findOwnToken(context.db, choice);
  if (!token) throw new ApiError("not_found", "There is no such token, or it ended already.");
  return token;
}

function ownerOf(context: ServiceContext, { workspaceId, userId }: SessionActor) {
  return { workspaceId, userId, realm: realmOf(context.settings), at: instant(context.clock) };
}

async function note(
  context: ServiceContext,
  tx: Transaction,
  { actor }: Signed,
  {
    action,
    tokenId,
    data,
  }: { readonly action: string; readonly tokenId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  await appendAudit(tx, {
    workspaceId: actor.workspaceId,
    actor: { type: "user", id: actor.userId },
    action,
    subject: { type: "token", id: tokenId },
    data,
    at: instant(context.clock),
  });
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
