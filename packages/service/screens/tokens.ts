import type { Role, Scope } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { grantableScopes, SCOPE_MEANINGS } from "../domain/token-grant.ts";
import type { ServiceContext } from "../context.ts";
import { listTokens, type TokenView } from "../store/token-lists.ts";
import { readScopes } from "../store/tokens.ts";
import { ago, clipped, empty, finalStep } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

/** How long a new token may live, in days. */
export const LIFETIMES: readonly (readonly [value: string, label: string, days: number | null])[] = [
  ["30", "30 days", 30],
  ["90", "90 days", 90],
  ["365", "1 year", 365],
  ["never", "No end", null],
];

/** Longest name of a token. */
export const MAX_NAME_CHARS = 80;

/** Roles that see and end the tokens of every member. */
const TOKEN_KEEPERS: readonly Role[] = ["owner", "admin"];

/** Shows the tokens a member may look after, and the form for a new one. */
export async function showTokens(context: ServiceContext, signed: Signed, notice?: Notice): Promise<Response> {
  const { c, visit, actor } = signed;
  const tokens = await listTokens(context.db, actor.workspaceId, { ...ownOnly(signed), at: instant(context.clock) });
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
      ${tokens.length === 0 ? empty("No tokens yet", html`Make one below for your workflow or your tools.`) : tokenList(context, signed, tokens)}
      <h2>New token</h2>
      ${newTokenForm(signed, notice?.typed)}`,
  });
}

/** Owners and admins look after everyone's tokens, others after their own. */
export function ownOnly({ actor }: Signed): { readonly userId?: string } {
  return TOKEN_KEEPERS.includes(actor.role) ? {} : { userId: actor.userId };
}

function tokenList(context: ServiceContext, signed: Signed, tokens: readonly TokenView[]): Html {
  const now = context.clock.now();
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
