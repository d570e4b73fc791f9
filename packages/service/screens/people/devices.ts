import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ADDRESS_USER_CODE_TRIES, SCOPE_MEANINGS, USER_CODE_TRIES } from "../../domain/authentication.ts";
import { limitKey } from "../../http/address.ts";
import { allowedScopes } from "../../http/routes/oauth.ts";
import { countAttempt, refundAttempt } from "../../store/people/attempts.ts";
import { appendAudit, auditedActor } from "../../store/audit/audit.ts";
import { decideDeviceGrant, findByUserCode } from "../../store/people/device-grants.ts";
import type { DeviceGrantRow } from "../../store/engine/schema.ts";
import { listTokens, readScopes, type TokenView } from "../../store/people/tokens.ts";
import { confirmButton, emptyState, inputField, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { ownOnly } from "./tokens.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";

export async function showDevices(context: ServiceContext, request: MemberRequest): Promise<Response> {
  const { c, session, actor } = request;
  const whose = ownOnly(request);
  const at = instant(context.clock);
  const tokens = await listTokens(context.db, actor.workspaceId, { ...whose, issuedVia: "device", at });
  const done = c.req.query("done") === "revoked";
  const nothing = emptyState(
    "No devices connected",
    html`Start your tool or agent. It shows a code; enter it under <a href="/app/device">Connect a device</a>.`,
  );
  return page(c, {
    title: "Devices",
    session,
    section: "/app/devices",
    notice: done ? { tone: "done", text: "The device was disconnected. Its token no longer works." } : undefined,
    body: html`<div class="heading">
        <h1>Devices</h1>
        <a class="button" href="/app/device">Connect a device</a>
      </div>
      <p class="lead">
        Tools and agents that act on your behalf in <bdi>${session.workspace.name}</bdi>. They can request a release but
        never approve one.
      </p>
      ${
        tokens.length === 0
          ? nothing
          : html`<ul class="plain card">
              ${tokens.map((token) => deviceRow(context, request, token))}
            </ul>`
      }`,
  });
}

function deviceRow(context: ServiceContext, { session, actor }: MemberRequest, token: TokenView): Html {
  const now = context.clock.now();
  return html`<li>
    <form method="post" action="/app/tokens" class="item">
      ${csrfField(session)}<input type="hidden" name="id" value="${token.id}" /><input
        type="hidden"
        name="back"
        value="devices"
      />
      <div>
        <strong>${truncated(token.name)}</strong
        >${token.user_id !== actor.userId && html` <span class="dim">of <bdi>${token.owner_name}</bdi></span>`}<br />
        <span class="dim"
          >Connected ${relativeTime(token.created_at, now)} ·
          ${token.last_used_at === null ? "never used" : html`last used ${relativeTime(token.last_used_at, now)}`}${token.expires_at !== null && html` · expires ${relativeTime(token.expires_at, now)}`}</span
        >
        <p class="scopes">${[...readScopes(token.scopes)].map((scope) => html`<code>${scope}</code>`)}</p>
      </div>
      ${confirmButton({ verb: "Disconnect", target: token.name, consequence: "It stops working immediately and must be connected again.", action: "revoke" })}
    </form>
  </li>`;
}

const WRONG: Notice = {
  tone: "problem",
  text: "The code is wrong or expired. Check it, or get a new code on the device: codes are valid for ten minutes.",
};

const LIMITED: Notice = { tone: "problem", text: "Too many wrong codes. Try again in 15 minutes." };

const NO_SCOPES: Notice = {
  tone: "problem",
  text: "Your role cannot grant the access that the device requests. Ask an owner or admin for another role.",
};

/** Shows the form for the code that a device shows; a code in the URL is not filled in. [RFC 8628 §5.4] */
export async function showDevice({ c, session }: MemberRequest, notice?: Notice): Promise<Response> {
  return page(c, {
    title: "Connect a device",
    session,
    section: "/app/devices",
    narrow: true,
    notice,
    status: notice === LIMITED ? 429 : notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Connect a device</h1>
      <p>
        Enter the code that your tool or agent shows. Never enter a code that someone sent you: it would give them your
        access.
      </p>
      <form method="post" action="/app/device" class="card stack">
        ${csrfField(session)}
        ${inputField("Code", { class: "code wide-code", id: "user-code", name: "user_code", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true, placeholder: "BCDF-GHJK" })}
        <div><button name="do" value="find">Continue</button></div>
      </form>`,
  });
}

/** Requests consent after the code was entered, then grants or denies access. */
export async function submitDevice(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const found = await findGrant(context, request);
  if (found.kind === "notice") return showDevice(request, found.notice);
  const scopes = allowedScopes(found.grant, session.workspace.role);
  if (scopes.length === 0) return showDevice(request, NO_SCOPES);
  const action = field(form, "do");
  if (action !== "allow" && action !== "deny") return consentPage(context, request, found.grant);
  return decide(context, request, { grant: found.grant, allow: action === "allow" });
}

type FoundGrant =
  | { readonly kind: "grant"; readonly grant: DeviceGrantRow }
  | { readonly kind: "notice"; readonly notice: Notice };

/** Only wrong codes stay counted; above the limit, right ones are rejected too. */
async function findGrant(context: ServiceContext, { c, session, form }: FormRequest): Promise<FoundGrant> {
  const nowMs = context.clock.now();
  const guesses = [
    { subject: `user code in ${session.row.id}`, limit: USER_CODE_TRIES },
    { subject: `user code from ${limitKey(c.get("clientAddress"))}`, limit: ADDRESS_USER_CODE_TRIES },
  ];
  for (const { subject, limit } of guesses) {
    if (!(await countAttempt(context.db, { subject, limit, nowMs }))) return { kind: "notice", notice: LIMITED };
  }
  const grant = await findByUserCode(context.db, field(form, "user_code"), instant(context.clock));
  if (!grant) return { kind: "notice", notice: WRONG };
  for (const { subject } of guesses) await refundAttempt(context.db, subject);
  return { kind: "grant", grant };
}

async function decide(
  context: ServiceContext,
  request: FormRequest,
  { grant, allow }: { readonly grant: DeviceGrantRow; readonly allow: boolean },
): Promise<Response> {
  const { c, session, actor } = request;
  const at = instant(context.clock);
  const decided = await inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const given = {
      deviceCodeHash: grant.device_code_hash,
      allow,
      userId: actor.userId,
      workspaceId: actor.workspaceId,
    };
    if (!(await decideDeviceGrant(tx, { ...given, at }))) return false;
    await appendAudit(tx, {
      ...auditedActor(actor),
      action: allow ? "device.allowed" : "device.denied",
      subject: { type: "device", id: grant.device_code_hash.slice(0, 16) },
      data: { client: grant.client_name, scopes: grant.scopes, address: grant.address },
      at,
    });
    return true;
  });
  if (!decided) return showDevice(request, WRONG);
  const body = allow
    ? html`<h1>Connected</h1>
        <p>
          <strong><bdi>${grant.client_name}</bdi></strong> is connected. You can close this page or
          <a href="/app/devices">see your devices</a>.
        </p>`
    : html`<h1>Denied</h1>
        <p>
          <strong><bdi>${grant.client_name}</bdi></strong> got no access. If you did not start it, someone
          might have tried to trick you.
        </p>`;
  return page(c, { title: allow ? "Connected" : "Denied", session, section: "/app/devices", narrow: true, body });
}

function consentPage(context: ServiceContext, { c, session, form }: FormRequest, grant: DeviceGrantRow): Response {
  const scopes = allowedScopes(grant, session.workspace.role);
  return page(c, {
    title: "Allow this device?",
    session,
    section: "/app/devices",
    narrow: true,
    body: html`<h1>Allow <bdi>${grant.client_name}</bdi>?</h1>
      <div class="notice problem" role="note">
        <p>
          Allow it only if you started it yourself just now. It can act on your behalf for 90 days or until you
          disconnect it.
        </p>
      </div>
      <dl class="facts card">
        <div>
          <dt>Program</dt>
          <dd><bdi>${grant.client_name}</bdi> <span class="dim">(self-reported name)</span></dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>${relativeTime(grant.created_at, context.clock.now())} from <bdi>${grant.address}</bdi></dd>
        </div>
        <div>
          <dt>Workspace</dt>
          <dd><bdi>${session.workspace.name}</bdi></dd>
        </div>
        <div>
          <dt>Access</dt>
          <dd>
            <ul class="bare">
              ${scopes.map((scope) => html`<li>${SCOPE_MEANINGS[scope]} <code class="dim">${scope}</code></li>`)}
            </ul>
          </dd>
        </div>
      </dl>
      <form method="post" action="/app/device">
        ${csrfField(session)}<input type="hidden" name="user_code" value="${field(form, "user_code")}" />
        <div class="row">
          <button name="do" value="allow">Allow</button><button class="danger" name="do" value="deny">Deny</button>
        </div>
      </form>`,
  });
}
