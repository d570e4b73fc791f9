import { instant } from "@greenroom/contract/clock";
import { ADDRESS_USER_CODE_TRIES, SCOPE_MEANINGS, USER_CODE_TRIES } from "../../domain/authentication.ts";
import { limitKey } from "../../http/client-address.ts";
import { allowedScopes } from "../../http/routes/oauth.ts";
import { html } from "../../outside/html.ts";
import type { DeviceGrantRow } from "../../store/engine/schema.ts";
import { countAttempt, refundAttempt } from "../../store/people/attempts.ts";
import { decideDeviceGrant, findByUserCode } from "../../store/people/device-grants.ts";
import { emptyState, factList, inputField, listOr, postForm, relativeTime } from "../fragments.ts";
import { field, type FormRequest } from "../guard.ts";
import { memberPage } from "../page.ts";
import { asMember, auditAs, defineScreen, type FormResult, problem } from "../screen.ts";
import { endToken, readTokens, tokenItem } from "./tokens.ts";

export const devicesScreen = defineScreen({
  load: async (request) => ({ tokens: await readTokens(request, "device") }),
  view: (request, { tokens }) => ({
    title: "Devices",
    section: "/app/devices",
    body: html`<div class="heading">
        <h1>Devices</h1>
        <a class="button" href="/app/device">Connect a device</a>
      </div>
      <p class="lead">
        Tools and agents that act on your behalf in <bdi>${request.session.workspace.name}</bdi>. They can prepare a
        release, but never request or approve one.
      </p>
      ${listOr(tokens, (token) => tokenItem(request, token, "Disconnect"), NO_DEVICES)}`,
  }),
  actions: { revoke: { run: endToken, done: "The device was disconnected. Its token no longer works." } },
});

const NO_DEVICES = emptyState(
  "No devices connected",
  html`Start your tool or agent. It shows a code; enter it under <a href="/app/device">Connect a device</a>.`,
);

const WRONG_CODE = problem(
  "The code is wrong or expired. Check it, or get a new code on the device: codes are valid for ten minutes.",
);

/** Asks for the code that a device shows; a code in the URL is not filled in. [RFC 8628 §5.4] */
export const deviceScreen = defineScreen({
  load: async () => ({}),
  view: (request) => ({
    title: "Connect a device",
    section: "/app/devices",
    narrow: true,
    body: html`<h1>Connect a device</h1>
      <p>
        Enter the code that your tool or agent shows. Never enter a code that someone sent you: it would give them your
        access.
      </p>
      ${postForm(
        request,
        { class: "card stack" },
        html`${inputField("Code", { class: "code wide-code", id: "user-code", name: "user_code", maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true, placeholder: "BCDF-GHJK" })}
          <div><button name="do" value="find">Continue</button></div>`,
      )}`,
  }),
  actions: {
    find: { run: (request) => withGrant(request, async (grant) => consentPage(request, grant)) },
    allow: { run: (request) => withGrant(request, (grant) => decide(request, grant, true)) },
    deny: { run: (request) => withGrant(request, (grant) => decide(request, grant, false)) },
  },
});

/** Only wrong codes stay counted; above the limit, right ones are rejected too. */
async function withGrant(
  request: FormRequest,
  respond: (grant: DeviceGrantRow) => Promise<FormResult>,
): Promise<FormResult> {
  const { context, c, session, form } = request;
  const guesses = [
    { subject: `user code in ${session.row.id}`, limit: USER_CODE_TRIES },
    { subject: `user code from ${limitKey(c.get("clientAddress"))}`, limit: ADDRESS_USER_CODE_TRIES },
  ];
  for (const { subject, limit } of guesses) {
    const allowed = await countAttempt(context.db, { subject, limit });
    if (!allowed) return problem("Too many wrong codes. Try again in 15 minutes.", 429);
  }
  const grant = await findByUserCode(context.db, field(form, "user_code"), instant(context.clock));
  if (!grant) return WRONG_CODE;
  for (const { subject } of guesses) await refundAttempt(context.db, subject);
  if (allowedScopes(grant, session.workspace.role).length > 0) return respond(grant);
  return problem("Your role cannot grant the access that the device requests. Ask an owner or admin for another role.");
}

async function decide(request: FormRequest, grant: DeviceGrantRow, allow: boolean): Promise<FormResult> {
  const decided = await asMember(request, async (tx, by) => {
    if (!(await decideDeviceGrant(tx, { deviceCodeHash: grant.device_code_hash, allow, by }))) return false;
    await auditAs(tx, request, {
      action: allow ? "device.allowed" : "device.denied",
      subject: { type: "device", id: grant.device_code_hash.slice(0, 16) },
      data: { client: grant.client_name, scopes: grant.scopes, address: grant.address },
    });
    return true;
  });
  if (!decided) return WRONG_CODE;
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
  return memberPage(request, "/app/devices", allow ? "Connected" : "Denied", body);
}

function consentPage(request: FormRequest, grant: DeviceGrantRow): Response {
  const { context, session, form } = request;
  const scopes = allowedScopes(grant, session.workspace.role);
  const body = html`<h1>Allow <bdi>${grant.client_name}</bdi>?</h1>
      <div class="notice problem" role="note">
        <p>
          Allow it only if you started it yourself just now. It can act on your behalf for 90 days or until you
          disconnect it.
        </p>
      </div>
      ${factList([
        ["Program", html`<bdi>${grant.client_name}</bdi> <span class="dim">(self-reported name)</span>`],
        ["Started", html`${relativeTime(grant.created_at, context.clock.now())} from <bdi>${grant.address}</bdi>`],
        ["Workspace", html`<bdi>${session.workspace.name}</bdi>`],
        [
          "Access",
          html`<ul class="bare">${scopes.map((scope) => html`<li>${SCOPE_MEANINGS[scope]} <code class="dim">${scope}</code></li>`)}</ul>`,
        ],
      ])}
      ${postForm(
        request,
        {},
        html`<input type="hidden" name="user_code" value="${field(form, "user_code")}" />
          <div class="row">
            <button name="do" value="allow">Allow</button><button class="danger" name="do" value="deny">Deny</button>
          </div>`,
      )}`;
  return memberPage(request, "/app/devices", "Allow this device?", body);
}
