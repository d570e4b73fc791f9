import { type Scope, TOKEN_KINDS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../../domain/api-error.ts";
import { grantableScopes, realmOf, ROTATION_OVERLAP_MS, SCOPE_MEANINGS } from "../../domain/authentication.ts";
import { DAY_MS } from "../../domain/instants.ts";
import { isAdmin } from "../../domain/roles.ts";
import { type Html, html } from "../../outside/html.ts";
import { listMade } from "../../store/people/made-by.ts";
import {
  endTokenAt,
  issueToken,
  listTokens,
  readScopes,
  revokeToken,
  type TokenView,
} from "../../store/people/tokens.ts";
import {
  choice,
  confirmButton,
  emptyState,
  hintBox,
  inputField,
  itemForm,
  listOr,
  postForm,
  relativeTime,
  selectField,
  truncated,
  madeList,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, typedInto } from "../guard.ts";
import { memberPage, secretPage } from "../page.ts";
import { asMember, auditAs, done, defineScreen, type FormResult, problem } from "../screen.ts";

const LIFETIMES: readonly (readonly [value: string, label: string, days: number | null])[] = [
  ["30", "30 days", 30],
  ["90", "90 days", 90],
  ["365", "1 year", 365],
  ["never", "Never", null],
];

const MAX_NAME_CHARS = 80;

export const tokensScreen = defineScreen({
  load: async (request) => ({ tokens: await readTokens(request) }),
  view: (request, { tokens }) => ({
    title: "Tokens",
    section: "/app/tokens",
    body: html`<h1>Tokens</h1>
      <p class="lead">
        A token lets a program act in <bdi>${request.session.workspace.name}</bdi> on your behalf. It can prepare a
        release, but never request or approve one.
      </p>
      ${listOr(tokens, (token) => tokenItem(request, token, "Revoke"), emptyState("No tokens yet", html`Create one below for your workflow or your tools.`))}
      <h2>New token</h2>
      ${newTokenForm(request)}`,
  }),
  actions: {
    create: { run: createToken },
    rotate: { run: rotateToken },
    revoke: { run: endToken, done: "The token was revoked. It no longer works." },
  },
});

/** @param issuedVia Undefined: all. */
export function readTokens(request: MemberRequest, issuedVia?: TokenView["issued_via"]): Promise<readonly TokenView[]> {
  const { context, actor } = request;
  const choice = { ...manageable(request), ...(issuedVia && { issuedVia }), at: instant(context.clock) };
  return listTokens(context.db, actor.workspaceId, choice);
}

function manageable({ actor }: MemberRequest): { readonly userId?: string } {
  return isAdmin(actor.role) ? {} : { userId: actor.userId };
}

/** @param verb A device is disconnected, and has no text that somebody has to replace. */
export function tokenItem(request: MemberRequest, token: TokenView, verb: "Revoke" | "Disconnect"): Html {
  const now = request.context.clock.now();
  const isOwn = token.user_id === request.actor.userId;
  const isDevice = verb === "Disconnect";
  const consequence = isDevice
    ? "It stops working immediately and must be connected again."
    : "Everything that uses it stops working immediately.";
  const used = token.last_used_at === null ? "never used" : html`last used ${relativeTime(token.last_used_at, now)}`;
  const ends = token.expires_at === null ? "never expires" : html`expires ${relativeTime(token.expires_at, now)}`;
  const content = html`<div>
      <strong>${truncated(token.name)}</strong>
      ${!isDevice && html`<code>${token.prefix}…${token.last4}</code>`}${!isOwn && html` <span class="dim">of ${truncated(token.owner_name ?? "a former member")}</span>`}<br />
      <span class="dim">${isDevice ? "Connected" : "Created"} ${relativeTime(token.created_at, now)} · ${used} · ${ends}</span>
      <p class="scopes">${[...readScopes(token.scopes)].map((scope) => html`<code>${scope}</code>`)}</p>
    </div>
    <div class="row">
      ${isOwn && !isDevice && html`<button class="secondary small" name="do" value="rotate" aria-label="Rotate ${token.name}">Rotate</button>`}${confirmButton({ verb, target: token.name, consequence, action: "revoke" })}
    </div>`;
  return itemForm(request, { id: token.id }, content);
}

function newTokenForm(request: MemberRequest): Html {
  const typed = typedInto(request, "create");
  const kind = typed?.get("kind") ?? "pat";
  const isChosen = (scope: Scope) => typed?.getAll("scope").includes(scope) ?? isDefaultScope(scope);
  const kindChoice = (value: string, label: string, hint: string): Html =>
    choice(
      { type: "radio", name: "kind", value, checked: value === kind },
      html`${label} <span class="dim">${hint}</span>`,
    );
  const fields = html`${inputField("Name", { id: "name", name: "name", maxlength: MAX_NAME_CHARS, required: true, placeholder: "Website workflow", value: typed?.get("name") })}
    <fieldset>
      <legend>Kind</legend>
      ${kindChoice("pat", "Personal access token", "for workflows and scripts")}
      ${kindChoice("mcp", "MCP token", "for agents; 60 requests a minute")}
    </fieldset>
    <fieldset>
      <legend>Scopes</legend>
      <div class="grid">
        ${grantableScopes(request.actor.role).map((value) =>
          choice(
            { type: "checkbox", name: "scope", value, checked: isChosen(value) },
            html`${SCOPE_MEANINGS[value]}<br /><code class="dim">${value}</code>`,
          ),
        )}
      </div>
    </fieldset>
    ${selectField("Expires in", { id: "lifetime", name: "lifetime", options: LIFETIMES, chosen: typed?.get("lifetime") ?? "90" })}
    <div><button name="do" value="create">Create token</button></div>`;
  return postForm(request, { class: "card stack" }, fields);
}

/** The scopes that the preview action needs. */
function isDefaultScope(scope: Scope): boolean {
  return ["sites:read", "deployments:read", "deployments:write", "approvals:read", "publish:request"].includes(scope);
}

async function createToken(request: FormRequest): Promise<FormResult> {
  const { context, actor, form } = request;
  const name = field(form, "name").slice(0, MAX_NAME_CHARS);
  const kind = TOKEN_KINDS.find((one) => one === field(form, "kind"));
  const chosen = new Set(form.getAll("scope"));
  const scopes = grantableScopes(actor.role).filter((scope) => chosen.has(scope));
  const lifetime = LIFETIMES.find(([value]) => value === field(form, "lifetime"));
  if (name === "" || !kind || !lifetime || scopes.length === 0) {
    return problem("Enter a name and choose at least one scope.");
  }
  const expiresAt = lifetime[2] === null ? null : instant(context.clock, lifetime[2] * DAY_MS);
  const { token } = await asMember(request, async (tx, { role }) => {
    if (!scopes.every((scope) => grantableScopes(role).includes(scope)))
      throw new ApiError("forbidden_role", "Your role changed meanwhile.");
    const issued = await issueToken(tx, { ...ownerOf(request), issuedVia: "web", kind, name, scopes, expiresAt });
    const data = { name, kind, scopes, expiresAt };
    await auditAs(tx, request, { action: "token.created", subject: { type: "token", id: issued.row.id }, data });
    return issued;
  });
  return newTokenPage(request, name, token);
}

async function rotateToken(request: FormRequest): Promise<FormResult> {
  const { context, actor } = request;
  // Only its owner gets the new token; admins can revoke it.
  const old = await requireToken(request, { userId: actor.userId });
  const oldEndsAt = instant(context.clock, ROTATION_OVERLAP_MS);
  const { token } = await asMember(request, async (tx, { role }) => {
    const granted = new Set<Scope>(grantableScopes(role));
    const lifetimeMs = old.expires_at === null ? null : Date.parse(old.expires_at) - Date.parse(old.created_at);
    const issued = await issueToken(tx, {
      ...ownerOf(request),
      issuedVia: old.issued_via,
      kind: old.kind,
      name: old.name,
      scopes: [...readScopes(old.scopes)].filter((scope) => granted.has(scope)),
      expiresAt: lifetimeMs === null ? null : instant(context.clock, lifetimeMs),
    });
    await endTokenAt(tx, old.id, oldEndsAt);
    const data = { replaces: old.id, oldEndsAt };
    await auditAs(tx, request, { action: "token.rotated", subject: { type: "token", id: issued.row.id }, data });
    return issued;
  });
  const note = hintBox("The old token works for another 24 hours. Replace it before then.");
  return newTokenPage(request, old.name, token, note);
}

export async function endToken(request: FormRequest): Promise<FormResult> {
  const { context, actor } = request;
  const { id, name } = await requireToken(request, manageable(request));
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const made = await asMember(request, async (tx) => {
    const ended = await listMade(tx, { workspace_id: workspaceId, parent_token_id: id }, at);
    await revokeToken(tx, id);
    await auditAs(tx, request, { action: "token.revoked", subject: { type: "token", id }, data: { name, ended } });
    return ended;
  });
  if (made.length === 0) return done();
  const body = html`<h1>Token revoked</h1>
    <p><bdi>${name}</bdi> no longer works, and neither does what was made with it:</p>
    ${madeList(made)}
    <p><a class="button" href="/app/tokens">Back to tokens</a></p>`;
  return memberPage(request, "/app/tokens", "Token revoked", body);
}

async function requireToken(
  { context, actor, form }: FormRequest,
  owner: { readonly userId?: string },
): Promise<TokenView> {
  const tokens = await listTokens(context.db, actor.workspaceId, { ...owner, at: instant(context.clock) });
  const token = tokens.find(({ id }) => id === field(form, "id"));
  if (!token) throw new ApiError("not_found", "The token does not exist or has expired.");
  return token;
}

function ownerOf({ context, actor: { workspaceId, userId, epoch } }: FormRequest) {
  return { workspaceId, userId, epoch, realm: realmOf(context.settings) };
}

function newTokenPage(request: FormRequest, name: string, secret: string, note?: Html): Response {
  const lead = html`This is <strong><bdi>${name}</bdi></strong>.`;
  return secretPage(request, { title: "Copy your token now", section: "/app/tokens", lead, secret, note });
}
