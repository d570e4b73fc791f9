import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { listTokens, type TokenView } from "../store/token-lists.ts";
import { readScopes } from "../store/tokens.ts";
import { ago, clipped, empty, finalStep } from "./fragments.ts";
import type { Signed } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, page } from "./page.ts";
import { ownOnly } from "./tokens.ts";

/** Shows the devices that hold a token, with a way to disconnect each. */
export async function showDevices(context: ServiceContext, signed: Signed): Promise<Response> {
  const { c, visit, actor } = signed;
  const whose = ownOnly(signed);
  const at = instant(context.clock);
  const tokens = await listTokens(context.db, actor.workspaceId, { ...whose, issuedVia: "device", at });
  const done = c.req.query("done") === "revoked";
  const nothing = empty(
    "No devices connected",
    html`Start your tool or agent; it shows a code to type under <a href="/app/device">Connect a device</a>.`,
  );
  return page(c, {
    title: "Devices",
    visit,
    section: "/app/devices",
    notice: done ? { tone: "done", text: "The device is disconnected; its token stopped working at once." } : undefined,
    body: html`<div class="heading">
        <h1>Devices</h1>
        <a class="button" href="/app/device">Connect a device</a>
      </div>
      <p class="lead">
        Tools and agents that act in your name in <bdi>${visit.workspace.name}</bdi>. They can ask for a release; they
        can never approve one.
      </p>
      ${
        tokens.length === 0
          ? nothing
          : html`<ul class="plain card">
              ${tokens.map((token) => deviceRow(context, signed, token))}
            </ul>`
      }`,
  });
}

function deviceRow(context: ServiceContext, { visit, actor }: Signed, token: TokenView): Html {
  const now = context.clock.now();
  return html`<li>
    <form method="post" action="/app/tokens" class="item">
      ${csrfField(visit)}<input type="hidden" name="id" value="${token.id}" /><input
        type="hidden"
        name="back"
        value="devices"
      />
      <div>
        <strong>${clipped(token.name)}</strong
        >${token.user_id !== actor.userId && html` <span class="dim">of <bdi>${token.owner_name}</bdi></span>`}<br />
        <span class="dim"
          >Connected ${ago(token.created_at, now)} ·
          ${token.last_used_at === null ? "never used" : html`last used ${ago(token.last_used_at, now)}`}${token.expires_at !== null && html` · ends ${ago(token.expires_at, now)}`}</span
        >
        <p class="scopes">${[...readScopes(token.scopes)].map((scope) => html`<code>${scope}</code>`)}</p>
      </div>
      ${finalStep({ verb: "Disconnect", of: token.name, means: "It stops working at once and has to be connected again.", action: "revoke" })}
    </form>
  </li>`;
}
