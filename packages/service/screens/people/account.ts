import { instant } from "@greenroom/contract/clock";
import { encode } from "uqr";
import type { ServiceContext } from "../../context.ts";
import { PASSWORD_TRIES, type Purpose } from "../../domain/authentication.ts";
import { hashPassword, newTotpSecret, totpUri, verifyPassword, verifyTotp } from "../../domain/credentials.ts";
import type { AuditAction } from "../../domain/audit-entry.ts";
import { SIGN_IN_CHANGES } from "../../domain/notice.ts";
import { clearAttempts, countAttempt } from "../../store/people/attempts.ts";
import type { Transaction } from "../../store/engine/database.ts";
import {
  addPasskey,
  type Factors,
  factorsOf,
  hasSecondFactor,
  hasStepUp,
  removePasskey,
  replaceRecoveryCodes,
  setTotp,
} from "../../store/people/factors.ts";
import {
  findLastDelivery,
  hasMailService,
  queueAccountNotice,
  readMailPreference,
  setMailPreference,
} from "../../store/deployments/notices.ts";
import type { PasskeyRow, SessionRow } from "../../store/engine/schema.ts";
import { listSessions, revokeSessionOf, revokeSessionsOf, setPendingTotp } from "../../store/people/sessions.ts";
import { findSsoIdentityOf } from "../../store/people/sso.ts";
import { openTotpSecret, sealTotpSecret } from "../../store/people/totp-secrets.ts";
import { findUser, setPassword } from "../../store/people/users.ts";
import { factorFields, passkeyButton, stepUpByForm } from "./factor.ts";
import { confirmButton, inputField, relativeTime } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { chosenNotices, lastDelivery, noticeChoices } from "../notices.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { passkeysPossible, verifyPasskeyCreation } from "./passkeys.ts";
import { passwordProblem } from "./setup.ts";
import { passwordSignInProblem } from "./session.ts";
import { auditAccount } from "./sign-in.ts";
import { startLink } from "./sso.ts";
import { inDatabase, inPerson } from "../../store/engine/transaction.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  [
    "welcome",
    "Your password is set. Now set up two-factor authentication: you need it to request or approve a release.",
  ],
  ["confirmed", "Confirmed. You can change your sign-in methods for five minutes."],
  ["totp_on", "The authenticator app is set up."],
  ["totp_off", "The authenticator app was removed."],
  ["passkey_on", "The passkey was added."],
  ["passkey_off", "The passkey was removed."],
  ["password", "Your password was changed. All other sessions were signed out."],
  ["linked", "Your company account is linked. From now on you sign in with it."],
  ["signed_out", "The session was signed out."],
  ["mail", "Your choice of mail was saved."],
]);

function changingFactors(userId: string): Purpose {
  return { action: "change_factors", subjectId: userId };
}

/** A person can change their sign-in methods after they have just given a second factor, or while they have none. */
async function canChangeFactors(
  context: ServiceContext,
  { session }: MemberRequest,
  factors: Factors,
): Promise<boolean> {
  if (!hasSecondFactor(factors)) return true;
  const stepUp = { sessionId: session.row.id, purpose: changingFactors(session.user.id), at: instant(context.clock) };
  return hasStepUp(context.db, stepUp);
}

export async function showAccount(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session } = request;
  const factors = await factorsOf(context.db, session.user.id);
  const open = await canChangeFactors(context, request, factors);
  const sessions = await listSessions(context.db, session.user.id, context.clock.now());
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  return page(c, {
    title: "Your account",
    session,
    section: "/app/account",
    narrow: true,
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`<h1>Your account</h1>
      <p class="lead">
        <bdi>${session.user.name}</bdi> · <bdi>${session.user.email}</bdi> · ${session.workspace.role} in
        <bdi>${session.workspace.name}</bdi>
      </p>
      ${!open && confirmSection(context, request, factors)}
      <h2>Authenticator app</h2>
      ${totpSection(context, request, factors, open)}
      <h2>Passkeys</h2>
      ${passkeySection(context, request, { factors, open })}
      <h2>Recovery codes</h2>
      ${recoverySection(request, factors, open)}
      <h2 id="mail">Mail</h2>
      ${await mailSection(context, request)}
      ${await ssoSection(context, request, open)}
      ${(await takesPassword(context, session.user.id)) && html`<h2>Password</h2> ${passwordSection(request)}`}
      <h2>Sessions</h2>
      ${sessionsSection(context, request, sessions)}`,
  });
}

function confirmSection(context: ServiceContext, { session }: MemberRequest, factors: Factors): Html {
  const purpose = changingFactors(session.user.id);
  const submit = { name: "do", value: "confirm" };
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <p>Confirm your identity before you change your sign-in methods.</p>
    ${factorFields({ factors, recoveryCodes: true, id: "confirm" })}
    <div class="row">
      <button name="do" value="confirm">Confirm</button
      >${passkeyButton(context, { factors, purpose, label: "Use a passkey", submit })}
    </div>
  </form>`;
}

function totpSection(context: ServiceContext, { session }: MemberRequest, factors: Factors, open: boolean): Html {
  const sealed = session.row.pending_totp_secret;
  const pending = sealed === null || !open ? undefined : openTotpSecret(context, session.user.id, sealed);
  if (pending !== undefined) return enrolment(session, pending);
  const act = factors.totp
    ? html`<p>Set up. Your app shows a new code every 30 seconds.</p>
        ${open && html`<div class="row"><button class="secondary small" name="do" value="totp_start">Move to another app</button>${confirmButton({ verb: "Remove", target: "the authenticator app", consequence: "Its codes stop working. Without another second factor you cannot request or approve releases.", action: "totp_off" })}</div>`}`
    : html`<p>An app on your phone that shows a new six-digit code every 30 seconds.</p>
        ${open && html`<button name="do" value="totp_start">Set up an authenticator app</button>`}`;
  return html`<form method="post" action="/app/account" class="card stack">${csrfField(session)}${act}</form>`;
}

function enrolment(session: MemberRequest["session"], secret: string): Html {
  const address = totpUri(secret, session.user.email);
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <ol class="steps">
      <li>
        Scan this QR code with your authenticator app.
        <div class="scan">
          ${qrCode(address, "QR code for your authenticator app; the key follows as text")}
          <p class="hint">
            Cannot scan it? Enter this key in the app:<br /><code class="key"
              >${secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code
            >
          </p>
        </div>
      </li>
      <li>
        ${inputField("Enter the code that the app shows", { class: "code", id: "first-code", name: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12 })}
      </li>
    </ol>
    <div class="row">
      <button name="do" value="totp_on">Confirm</button
      ><button class="quiet" name="do" value="totp_cancel" formnovalidate>Cancel</button>
    </div>
  </form>`;
}

function passkeySection(
  context: ServiceContext,
  { session }: MemberRequest,
  { factors, open }: { readonly factors: Factors; readonly open: boolean },
): Html {
  const rows = factors.passkeys.map((passkey) => passkeyRow(context, session, { passkey, open }));
  const possible = passkeysPossible(context.addresses);
  return html`<div class="card stack">
    <p>A passkey is your fingerprint, face or a security key. It works only on this site, so it cannot be phished.</p>
    ${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
    ${!possible && html`<p class="hint">Passkeys need a host name, and this service runs under an IP address. The operator can start it with a host name, for example <code>--host localhost</code>.</p>`}
    ${possible && open && newPasskeyForm(session)}
  </div>`;
}

function passkeyRow(
  context: ServiceContext,
  session: MemberRequest["session"],
  { passkey, open }: { readonly passkey: PasskeyRow; readonly open: boolean },
): Html {
  const now = context.clock.now();
  const used = passkey.last_used_at !== null && html`, last used ${relativeTime(passkey.last_used_at, now)}`;
  return html`<li>
    <form method="post" action="/app/account" class="item">
      ${csrfField(session)}<input type="hidden" name="id" value="${passkey.id}" />
      <div><strong><bdi>${passkey.name}</bdi></strong><br /><span class="dim">Added ${relativeTime(passkey.created_at, now)}${used}</span></div>
      ${open && confirmButton({ verb: "Remove", target: passkey.name, consequence: "You can no longer sign in with it.", action: "passkey_off" })}
    </form>
  </li>`;
}

function newPasskeyForm(session: MemberRequest["session"]): Html {
  return html`<noscript><p class="hint">Passkeys need JavaScript. The authenticator app works without it.</p></noscript>
    <form method="post" action="/app/account" class="inline">
      ${csrfField(session)}<input type="hidden" name="passkey" value="" /><input type="hidden" name="do" value="passkey_on" />
      ${inputField("Name", { id: "passkey-name", name: "name", maxlength: 60, placeholder: "My laptop" })}
      <button type="button" hidden data-passkey="create">Add a passkey</button>
    </form>`;
}

function recoverySection({ session }: MemberRequest, factors: Factors, open: boolean): Html {
  if (!hasSecondFactor(factors))
    return html`<p class="dim">You get ten recovery codes when you set up your first second factor.</p>`;
  const text =
    factors.recoveryCodes === 0
      ? "You have no unused recovery codes. Without one you are locked out if you lose your phone."
      : `Unused recovery codes: ${factors.recoveryCodes}. Each works once in place of your second factor.`;
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <p>${text}</p>
    ${
      open &&
      html`<div><button class="secondary" name="do" value="recovery_new">Generate new codes</button></div>
        <p class="hint">The old codes stop working.</p>`
    }
  </form>`;
}

async function mailSection({ db, clock }: ServiceContext, { session }: MemberRequest): Promise<Html> {
  if (!(await hasMailService(db))) {
    return html`<p class="dim">This service has no mail server, so it mails nothing. The operator can set one up.</p>`;
  }
  const person = { workspaceId: session.workspace.id, userId: session.user.id };
  const chosen = await readMailPreference(db, person);
  const last = await findLastDelivery(db, { ...person, kind: "email", receiverId: person.userId });
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <fieldset>
      <legend>Mail to <bdi>${session.user.email}</bdi> when, in ${session.workspace.name},</legend>
      ${noticeChoices(chosen)}
    </fieldset>
    <div><button class="secondary" name="do" value="mail">Save</button></div>
    <p class="hint">You are mailed about releases that you may decide or asked for, and always about changes of your account.</p>
    ${last && lastDelivery("Last mail", last, clock.now())}
  </form>`;
}

async function ssoSection(
  { db, sso }: ServiceContext,
  { session }: MemberRequest,
  open: boolean,
): Promise<Html | undefined> {
  if (!sso) return undefined;
  const identity = await findSsoIdentityOf(db, session.user.id);
  const state = identity
    ? html`<p>Linked to <bdi>${new URL(identity.issuer).host}</bdi> since ${identity.created_at.slice(0, 10)}. You sign in with it; when it ends, your sessions and tokens here end within a minute.</p>`
    : html`<p>Sign in with your company account from now on, in place of your password. Your other sessions are signed out, and you cannot decide releases for 24 hours, unless another owner confirms you.</p>
        ${open && html`<div><button class="secondary" name="do" value="sso_link">Link your company account</button></div>`}`;
  return html`<h2>Company account</h2>
    <form method="post" action="/app/account" class="card stack">${csrfField(session)}${state}</form>`;
}

async function takesPassword(context: ServiceContext, userId: string): Promise<boolean> {
  const user = await findUser(context.db, userId);
  return (
    user !== undefined && user.password_hash !== null && (await passwordSignInProblem(context, user)) === undefined
  );
}

function passwordSection({ session }: MemberRequest): Html {
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}<input type="hidden" name="email" autocomplete="username" value="${session.user.email}" />
    ${inputField("Current password", { id: "current", name: "current", type: "password", autocomplete: "current-password", maxlength: 256 })}
    ${inputField("New password", { id: "new-password", name: "password", type: "password", autocomplete: "new-password", maxlength: 256 })}
    ${inputField("Confirm password", { id: "again", name: "again", type: "password", autocomplete: "new-password", maxlength: 256 })}
    <div><button class="secondary" name="do" value="password">Change password</button></div>
  </form>`;
}

function sessionsSection(context: ServiceContext, { session }: MemberRequest, sessions: readonly SessionRow[]): Html {
  const rows = sessions.map(
    ({ id, user_agent: agent, address, last_seen_at: seen }) =>
      html`<li>
        <form method="post" action="/app/account" class="item">
          ${csrfField(session)}<input type="hidden" name="id" value="${id}" />
          <div>
            <strong><bdi>${browserName(agent)}</bdi></strong> <span class="dim">from <bdi>${address}</bdi></span
            ><br /><span class="dim"
              >${id === session.row.id ? "Current session" : html`Last seen ${relativeTime(seen, context.clock.now())}`}</span
            >
          </div>
          ${id !== session.row.id && html`<button class="danger small" name="do" value="sign_out">Sign out</button>`}
        </form>
      </li>`,
  );
  return html`<div class="card">
    <ul class="plain">
      ${rows}
    </ul>
  </div>`;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, "Edge"],
  [/\bFirefox\//, "Firefox"],
  [/\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

function browserName(agent: string): string {
  const name = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  return name ?? (agent === "" ? "Unknown browser" : agent.slice(0, 40));
}

type Change = (context: ServiceContext, request: FormRequest, factors: Factors) => Promise<Response>;

/** Changes that need a second factor given just before, by the value of the button. */
const GUARDED: Readonly<Record<string, Change>> = {
  sso_link: startLink,
  totp_start: startTotp,
  totp_cancel: cancelTotp,
  totp_on: confirmTotp,
  totp_off: removeTotp,
  passkey_on: createPasskey,
  passkey_off: deletePasskey,
  recovery_new: renewRecoveryCodes,
};

const FREE: Readonly<Record<string, Change>> = {
  mail: chooseMail,
  confirm: confirmIdentity,
  password: changePassword,
  sign_out: endSession,
};

/** Changes what the form of the account page names. */
export async function changeAccount(context: ServiceContext, request: FormRequest): Promise<Response> {
  const action = field(request.form, "do");
  const factors = await factorsOf(context.db, request.session.user.id);
  const free = Object.hasOwn(FREE, action) ? FREE[action] : undefined;
  if (free) return free(context, request, factors);
  const guarded = Object.hasOwn(GUARDED, action) ? GUARDED[action] : undefined;
  if (!guarded) return problem(context, request, "Choose one of the actions on this page.");
  if (!(await canChangeFactors(context, request, factors))) {
    return problem(context, request, "Confirm your identity first. The confirmation is valid for five minutes.");
  }
  return guarded(context, request, factors);
}

async function confirmIdentity(context: ServiceContext, request: FormRequest): Promise<Response> {
  const purpose = changingFactors(request.session.user.id);
  const wrong = await stepUpByForm(context, request, { purpose, recoveryCodes: true });
  return wrong === undefined ? done(request, "confirmed") : problem(context, request, wrong);
}

async function startTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { row, user } = request.session;
  await setPendingTotp(context.db, row.id, sealTotpSecret(context.settings, user.id, newTotpSecret()));
  return request.c.redirect("/app/account", 303);
}

async function cancelTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  await setPendingTotp(context.db, request.session.row.id, null);
  return request.c.redirect("/app/account", 303);
}

async function confirmTotp(context: ServiceContext, request: FormRequest, factors: Factors): Promise<Response> {
  const { session, form } = request;
  const sealed = session.row.pending_totp_secret;
  const secret = sealed === null ? undefined : openTotpSecret(context, session.user.id, sealed);
  if (sealed === null || secret === undefined) return request.c.redirect("/app/account", 303);
  const step = await verifyTotp({ code: field(form, "code"), secret, lastStep: null, nowMs: context.clock.now() });
  if (step === undefined) {
    return problem(context, request, "The code is wrong. Check your phone's clock and try again.");
  }
  await setPendingTotp(context.db, session.row.id, null);
  const apply = (tx: Transaction) => setTotp(tx, session.user.id, { sealed, step, at: instant(context.clock) });
  return addFactor(context, request, { factors, action: "totp.added", done: "totp_on", apply });
}

async function removeTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  const userId = request.session.user.id;
  const apply = (tx: Transaction) => setTotp(tx, userId, { sealed: null, step: null, at: instant(context.clock) });
  await change(context, request, { action: "totp.removed", apply });
  return done(request, "totp_off");
}

async function createPasskey(context: ServiceContext, request: FormRequest, factors: Factors): Promise<Response> {
  const { session, form } = request;
  const name = field(form, "name").slice(0, 60) || "Passkey";
  const owner = { sessionId: session.row.id, user: session.user };
  const passkey = await verifyPasskeyCreation(context, owner, { name, response: field(form, "passkey") });
  if (!passkey) return problem(context, request, "The passkey was not accepted. Try again from this page.");
  const apply = (tx: Transaction) => addPasskey(tx, passkey);
  return addFactor(context, request, { factors, action: "passkey.added", done: "passkey_on", apply });
}

async function deletePasskey(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const apply = (tx: Transaction) => removePasskey(tx, session.user.id, field(form, "id"));
  await change(context, request, { action: "passkey.removed", apply });
  return done(request, "passkey_off");
}

async function renewRecoveryCodes(context: ServiceContext, request: FormRequest): Promise<Response> {
  const userId = request.session.user.id;
  const at = instant(context.clock);
  const apply = (tx: Transaction) => replaceRecoveryCodes(tx, userId, at);
  return codesPage(request, await change(context, request, { action: "recovery_codes.renewed", apply }));
}

async function changePassword(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const subject = `password ${session.user.id}`;
  if (!(await countAttempt(context.db, { subject, limit: PASSWORD_TRIES, nowMs: context.clock.now() }))) {
    return problem(context, request, "Too many wrong passwords. Try again in 15 minutes. Nothing was changed.");
  }
  const user = await findUser(context.db, session.user.id);
  const right = await verifyPassword(form.get("current") ?? "", user?.password_hash ?? null);
  if (!right) return problem(context, request, "The current password is wrong. Nothing was changed.");
  await clearAttempts(context.db, subject);
  const wrong = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (wrong !== undefined) return problem(context, request, wrong);
  const passwordHash = await hashPassword(form.get("password") ?? "");
  const at = instant(context.clock);
  await change(context, request, {
    action: "password.changed",
    apply: async (tx) => {
      await setPassword(tx, session.user.id, passwordHash);
      await revokeSessionsOf(tx, session.user.id, { at, keep: session.row.id });
    },
  });
  return done(request, "password");
}

async function chooseMail(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const notices = chosenNotices(form);
  const person = { workspaceId: session.workspace.id, userId: session.user.id };
  await inPerson(context.db, person.userId, (tx) => setMailPreference(tx, { ...person, notices }));
  return done(request, "mail");
}

async function endSession(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const ending = { sessionId: field(form, "id"), userId: session.user.id, at: instant(context.clock) };
  await change(context, request, { action: "session.ended", apply: (tx) => revokeSessionOf(tx, ending) });
  return done(request, "signed_out");
}

/** Makes a change, its audit entry and the mail to its owner in one transaction. */
async function change<Result>(
  context: ServiceContext,
  { session }: FormRequest,
  { action, apply }: { readonly action: AuditAction; readonly apply: (tx: Transaction) => Promise<Result> },
): Promise<Result> {
  return inDatabase(context.db, async (tx) => {
    const result = await apply(tx);
    const { user, workspace } = session;
    await auditAccount(context, tx, { userId: user.id, action, data: { sessionId: session.row.id } });
    const mailed = SIGN_IN_CHANGES.find((one) => one === action);
    if (mailed !== undefined) {
      const notice = { kind: "sign_in", change: mailed, by: null } as const;
      const at = instant(context.clock);
      await queueAccountNotice(tx, { workspaceId: workspace.id, userId: user.id, notice, at });
    }
    return result;
  });
}

/** The first second factor brings recovery codes; other sessions, which were opened without one, end. */
async function addFactor(context: ServiceContext, request: FormRequest, adding: AddedFactor): Promise<Response> {
  const { session } = request;
  const at = instant(context.clock);
  const first = !hasSecondFactor(adding.factors);
  const codes = await change(context, request, {
    action: adding.action,
    apply: async (tx) => {
      await adding.apply(tx);
      if (!first) return undefined;
      await revokeSessionsOf(tx, session.user.id, { at, keep: session.row.id });
      return replaceRecoveryCodes(tx, session.user.id, at);
    },
  });
  return codes ? codesPage(request, codes) : done(request, adding.done);
}

interface AddedFactor {
  readonly factors: Factors;
  readonly action: AuditAction;
  readonly done: string;
  readonly apply: (tx: Transaction) => Promise<void>;
}

function codesPage({ c, session }: FormRequest, codes: readonly string[]): Response {
  return page(c, {
    title: "Recovery codes",
    session,
    section: "/app/account",
    narrow: true,
    body: html`<h1>Save your recovery codes</h1>
      <p>
        Each code works once if you lose access to your second factor. They are not shown again: print them or store
        them in your password manager.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button" href="/app/account">I have saved them</a></p>`,
  });
}

function done({ c }: FormRequest, what: string): Response {
  return c.redirect(`/app/account?done=${what}`, 303);
}

function problem(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showAccount(context, request, { tone: "problem", text });
}

/** Light border that scanners need, modules. [ISO/IEC 18004 §6.3.8] */
const QUIET_ZONE = 4;

/** Draws a QR code as an SVG picture that screen readers read as `label`. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const rows = data.map((modules, row) =>
    modules.map((dark, column) => (dark ? `M${column} ${row}h1v1h-1z` : "")).join(""),
  );
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${rows.join("")}" fill="#000" />
  </svg>`;
}
