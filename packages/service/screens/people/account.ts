import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import type { AuditAction } from "../../domain/audit-entry.ts";
import { PASSWORD_TRIES, provesOwner } from "../../domain/authentication.ts";
import { hashPassword, newTotpSecret, verifyPassword, verifyTotp } from "../../domain/credentials.ts";
import { readName } from "../../domain/mail-address.ts";
import { SIGN_IN_CHANGES } from "../../domain/notice.ts";
import { type Html, html } from "../../outside/html.ts";
import {
  findLastDelivery,
  hasMailService,
  queueAccountNotice,
  readMailPreference,
  setMailPreference,
} from "../../store/announcements/notices.ts";
import { auditAccount } from "../../store/audit/audit.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { insertRow } from "../../store/engine/rows.ts";
import type { PasskeyRow, SessionRow } from "../../store/engine/schema.ts";
import { inDatabase, inPerson } from "../../store/engine/transaction.ts";
import { hasFactor } from "../../store/people/accounts.ts";
import { requireActing } from "../../store/people/acting.ts";
import { clearAttempts, countAttempt } from "../../store/people/attempts.ts";
import {
  type Factors,
  factorsOf,
  hasSecondFactor,
  readStepUps,
  removePasskey,
  replaceRecoveryCodes,
  setTotp,
} from "../../store/people/factors.ts";
import { listSessions, revokeSession, revokeSessionsOf, setPendingTotp } from "../../store/people/sessions.ts";
import { findSsoIdentityOf } from "../../store/people/sso.ts";
import { openTotpSecret, sealTotpSecret } from "../../store/people/totp-secrets.ts";
import { findUser, renameUser, setPassword } from "../../store/people/users.ts";
import { confirmButton, inputField, itemForm, postForm, relativeTime } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, typedInto } from "../guard.ts";
import { chosenNotices, lastDelivery, noticeChoices } from "../notices.ts";
import { memberPage } from "../page.ts";
import { type Action, done, defineScreen, type FormResult, type Problem, problem } from "../screen.ts";
import {
  allowFactorChanges,
  changingFactors,
  confirmationNote,
  factorFields,
  passkeyButton,
  recoveryCodeList,
  stepUpByForm,
  totpSteps,
} from "./factor.ts";
import { passkeysPossible, verifyPasskeyCreation } from "./passkeys.ts";
import { passwordSignInProblem } from "./session.ts";
import { passwordProblem } from "./setup.ts";
import { startLink, startProof } from "./sso.ts";

export const accountScreen = defineScreen({
  load: readAccount,
  view: (request, account: Account) => ({
    title: "Your account",
    section: "/app/account",
    narrow: true,
    body: accountBody(request, account),
  }),
  actions: {
    confirm: { run: confirmIdentity, done: "Confirmed. You can change your sign-in methods for five minutes." },
    prove: { run: startProof },
    sso_link: { run: afterStepUp(startLink) },
    totp_start: { run: afterStepUp(startTotp) },
    totp_cancel: { run: afterStepUp(cancelTotp) },
    totp_on: { run: afterStepUp(confirmTotp), done: "The authenticator app is set up." },
    totp_off: { run: afterStepUp(removeTotp), done: "The authenticator app was removed." },
    passkey_on: { run: afterStepUp(createPasskey), done: "The passkey was added." },
    passkey_off: { run: afterStepUp(deletePasskey), done: "The passkey was removed." },
    recovery_new: { run: afterStepUp(renewRecoveryCodes) },
    name: { run: changeName, done: "Your name was changed." },
    mail: { run: chooseMail, done: "Your choice of mail was saved." },
    password: { run: changePassword, done: "Your password was changed. All other sessions were signed out." },
    sign_out: { run: endSession, done: "The session was signed out." },
  },
  notices: {
    welcome: "Your password is set. Now set up two-factor authentication: you need it to request or approve a release.",
    proven: "Confirmed. You can change your sign-in methods for five minutes.",
    joined: "You are a member now. An owner confirms you before you decide releases here.",
    linked: "Your company account is linked. From now on you sign in with it.",
  },
});

type Account = Awaited<ReturnType<typeof readAccount>>;

async function readAccount(request: MemberRequest) {
  const { context, session } = request;
  const { db, clock } = context;
  const userId = session.user.id;
  const factors = await factorsOf(db, userId);
  return {
    factors,
    open: await canChangeFactors(request, factors),
    sessions: await listSessions(db, userId, instant(clock)),
    mail: await readMail(request),
    ssoIdentity: await findSsoIdentityOf(db, userId),
    takesPassword: await takesPassword(context, userId),
    note: await confirmationNote(context, session.workspace.id, userId),
  };
}

async function readMail({ context: { db }, session }: MemberRequest) {
  if (!(await hasMailService(db))) return undefined;
  const person = { workspaceId: session.workspace.id, userId: session.user.id };
  return {
    chosen: await readMailPreference(db, person),
    last: await findLastDelivery(db, { ...person, kind: "email", receiverId: person.userId }),
  };
}

async function takesPassword(context: ServiceContext, userId: string): Promise<boolean> {
  const user = await findUser(context.db, userId);
  if (!user || user.password_hash === null) return false;
  return (await passwordSignInProblem(context, user)) === undefined;
}

async function canChangeFactors({ context, session }: MemberRequest, factors: Factors): Promise<boolean> {
  const stepUp = { sessionId: session.row.id, purpose: changingFactors(session.user.id), at: instant(context.clock) };
  return provesOwner(await readStepUps(context.db, stepUp), { hasFactor: hasSecondFactor(factors) });
}

function accountBody(request: MemberRequest, account: Account): Html {
  const { user, workspace } = request.session;
  const { factors, open } = account;
  return html`<h1>Your account</h1>
    <p class="lead">
      <bdi>${user.name}</bdi> · <bdi>${user.email}</bdi> · ${workspace.role} in <bdi>${workspace.name}</bdi>
    </p>
    ${nameSection(request)} ${account.note} ${!open && confirmSection(request, account)}
    <h2>Authenticator app</h2>
    ${totpSection(request, factors, open)}
    <h2>Passkeys</h2>
    ${passkeySection(request, factors, open)}
    <h2>Recovery codes</h2>
    ${recoverySection(request, factors, open)}
    <h2 id="mail">Mail</h2>
    ${mailSection(request, account)} ${request.context.sso && ssoSection(request, account)}
    ${account.takesPassword && html`<h2>Password</h2> ${passwordSection(request)}`}
    <h2>Sessions</h2>
    <ul class="plain card">
      ${account.sessions.map((session) => sessionItem(request, session))}
    </ul>`;
}

function nameSection(request: MemberRequest): Html {
  const value = typedInto(request, "name")?.get("name") ?? request.session.user.name;
  const fields = html`${inputField("Name", { id: "name", name: "name", maxlength: 120, required: true, autocomplete: "name", value })}
    <button class="secondary" name="do" value="name">Change</button>`;
  return postForm(request, { class: "card inline" }, fields);
}

function confirmSection(request: MemberRequest, account: Account): Html {
  const fields = hasSecondFactor(account.factors) ? factorProof(request, account.factors) : ownerProof(account);
  const content = html`<p>Confirm your identity before you change your sign-in methods.</p>
    ${fields}`;
  return postForm(request, { class: "card stack" }, content);
}

function factorProof({ context, session }: MemberRequest, factors: Factors): Html {
  const button = passkeyButton(context, {
    factors,
    purpose: changingFactors(session.user.id),
    label: "Use a passkey",
    submit: { name: "do", value: "confirm" },
  });
  return html`${factorFields({ factors, recoveryCodes: true, id: "confirm" })}
    <div class="row"><button name="do" value="confirm">Confirm</button>${button}</div>`;
}

function ownerProof({ takesPassword }: Account): Html {
  return takesPassword
    ? html`${inputField("Password", { id: "confirm", name: "password", type: "password", autocomplete: "current-password", maxlength: 256 })}
        <div><button name="do" value="confirm">Confirm</button></div>`
    : html`<div><button name="do" value="prove">Sign in again with your company account</button></div>`;
}

function totpSection(request: MemberRequest, factors: Factors, open: boolean): Html {
  const { context, session } = request;
  const sealed = session.row.pending_totp_secret;
  const pending = sealed === null || !open ? undefined : openTotpSecret(context, session.user.id, sealed);
  if (pending !== undefined) return enrolment(request, pending);
  const consequence = "Its codes stop working. Without another second factor you cannot request or approve releases.";
  const content = factors.totp
    ? html`<p>Set up. Your app shows a new code every 30 seconds.</p>
        ${open && html`<div class="row"><button class="secondary small" name="do" value="totp_start">Move to another app</button>${confirmButton({ verb: "Remove", target: "the authenticator app", consequence, action: "totp_off" })}</div>`}`
    : html`<p>An app on your phone that shows a new six-digit code every 30 seconds.</p>
        ${open && html`<button name="do" value="totp_start">Set up an authenticator app</button>`}`;
  return postForm(request, { class: "card stack" }, content);
}

function enrolment(request: MemberRequest, secret: string): Html {
  const content = html`${totpSteps(secret, request.session.user.email)}
    <div class="row">
      <button name="do" value="totp_on">Confirm</button
      ><button class="quiet" name="do" value="totp_cancel" formnovalidate>Cancel</button>
    </div>`;
  return postForm(request, { class: "card stack" }, content);
}

function passkeySection(request: MemberRequest, { passkeys }: Factors, open: boolean): Html {
  const possible = passkeysPossible(request.context.addresses);
  return html`<div class="card stack">
    <p>A passkey is your fingerprint, face or a security key. It works only on this site, so it cannot be phished.</p>
    ${passkeys.length > 0 && html`<ul class="plain">${passkeys.map((passkey) => passkeyItem(request, passkey, open))}</ul>`}
    ${!possible && html`<p class="hint">Passkeys need a host name, and this service runs under an IP address. The operator can start it with a host name, for example <code>--host localhost</code>.</p>`}
    ${possible && open && newPasskeyForm(request)}
  </div>`;
}

function passkeyItem(request: MemberRequest, passkey: PasskeyRow, open: boolean): Html {
  const now = request.context.clock.now();
  const used = passkey.last_used_at !== null && html`, last used ${relativeTime(passkey.last_used_at, now)}`;
  const consequence = "You can no longer sign in with it.";
  const content = html`<div><strong><bdi>${passkey.name}</bdi></strong><br /><span class="dim">Added ${relativeTime(passkey.created_at, now)}${used}</span></div>
    ${open && confirmButton({ verb: "Remove", target: passkey.name, consequence, action: "passkey_off" })}`;
  return itemForm(request, { id: passkey.id }, content);
}

function newPasskeyForm(request: MemberRequest): Html {
  const fields = html`<input type="hidden" name="passkey" value="" /><input type="hidden" name="do" value="passkey_on" />
    ${inputField("Name", { id: "passkey-name", name: "name", maxlength: 60, placeholder: "My laptop" })}
    <button type="button" hidden data-passkey="create">Add a passkey</button>`;
  return html`<noscript><p class="hint">Passkeys need JavaScript. The authenticator app works without it.</p></noscript>
    ${postForm(request, { class: "inline" }, fields)}`;
}

function recoverySection(request: MemberRequest, factors: Factors, open: boolean): Html {
  if (!hasSecondFactor(factors))
    return html`<p class="dim">You get ten recovery codes when you set up your first second factor.</p>`;
  const text =
    factors.recoveryCodes === 0
      ? "You have no unused recovery codes. Without one you are locked out if you lose your phone."
      : `Unused recovery codes: ${factors.recoveryCodes}. Each works once in place of your second factor.`;
  const renew = html`<div><button class="secondary" name="do" value="recovery_new">Generate new codes</button></div>
    <p class="hint">The old codes stop working.</p>`;
  return postForm(request, { class: "card stack" }, html`<p>${text}</p>${open && renew}`);
}

function mailSection(request: MemberRequest, { mail }: Account): Html {
  if (!mail) {
    return html`<p class="dim">This service has no mail server, so it mails nothing. The operator can set one up.</p>`;
  }
  const { user, workspace } = request.session;
  const fields = html`<fieldset>
      <legend>Mail to <bdi>${user.email}</bdi> when, in ${workspace.name},</legend>
      ${noticeChoices(mail.chosen)}
    </fieldset>
    <div><button class="secondary" name="do" value="mail">Save</button></div>
    <p class="hint">You are mailed about releases that you requested or may decide, and always about changes of your account.</p>
    ${mail.last && lastDelivery("Last mail", mail.last, request.context.clock.now())}`;
  return postForm(request, { class: "card stack" }, fields);
}

function ssoSection(request: MemberRequest, { ssoIdentity, open }: Account): Html {
  const state = ssoIdentity
    ? html`<p>Linked to <bdi>${new URL(ssoIdentity.issuer).host}</bdi> since ${ssoIdentity.created_at.slice(0, 10)}. You sign in with it; when it ends, your sessions and tokens here end within a minute.</p>`
    : html`<p>Sign in with your company account from now on, in place of your password. Your other sessions are signed out. Without a second factor you are not confirmed afterwards.</p>
        ${open && html`<div><button class="secondary" name="do" value="sso_link">Link your company account</button></div>`}`;
  return html`<h2>Company account</h2>
    ${postForm(request, { class: "card stack" }, state)}`;
}

function passwordSection(request: MemberRequest): Html {
  const passwordField = (label: string, id: string, name: string, autocomplete: string): Html =>
    inputField(label, { id, name, type: "password", autocomplete, maxlength: 256 });
  const fields = html`<input type="hidden" name="email" autocomplete="username" value="${request.session.user.email}" />
    ${passwordField("Current password", "current", "current", "current-password")}
    ${passwordField("New password", "new-password", "password", "new-password")}
    ${passwordField("Confirm password", "again", "again", "new-password")}
    <div><button class="secondary" name="do" value="password">Change password</button></div>`;
  return postForm(request, { class: "card stack" }, fields);
}

function sessionItem(request: MemberRequest, { id, user_agent: agent, address, last_seen_at: seen }: SessionRow): Html {
  const isCurrent = id === request.session.row.id;
  const content = html`<div>
      <strong><bdi>${browserName(agent)}</bdi></strong> <span class="dim">from <bdi>${address}</bdi></span
      ><br /><span class="dim"
        >${isCurrent ? "Current session" : html`Last seen ${relativeTime(seen, request.context.clock.now())}`}</span
      >
    </div>
    ${!isCurrent && html`<button class="danger small" name="do" value="sign_out">Sign out</button>`}`;
  return itemForm(request, { id }, content);
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

type FactorChange = (request: FormRequest, factors: Factors) => Promise<FormResult | void>;

function afterStepUp(change: FactorChange): Action<FormRequest>["run"] {
  return async (request) => {
    const factors = await factorsOf(request.context.db, request.session.user.id);
    if (await canChangeFactors(request, factors)) return change(request, factors);
    return problem("Confirm your identity first. The confirmation is valid for five minutes.");
  };
}

async function confirmIdentity(request: FormRequest): Promise<FormResult> {
  const { context, session, form } = request;
  if (await hasFactor(context.db, session.user.id)) {
    return (await stepUpByForm(request, changingFactors(session.user.id), { recoveryCodes: true })) ?? done();
  }
  if (!(await takesPassword(context, session.user.id))) return problem("Sign in again with your company account.");
  const wrong = await checkPassword(request, form.get("password") ?? "");
  if (wrong) return wrong;
  await inPerson(context.db, session.user.id, (tx) => allowFactorChanges(tx, session.row, "password"));
  return done();
}

async function checkPassword({ context, session }: FormRequest, password: string): Promise<Problem | undefined> {
  const subject = `password ${session.user.id}`;
  if (!(await countAttempt(context.db, { subject, limit: PASSWORD_TRIES }))) {
    return problem("Too many wrong passwords. Try again in 15 minutes. Nothing was changed.");
  }
  const user = await findUser(context.db, session.user.id);
  const right = await verifyPassword(password, user?.password_hash ?? null);
  if (!right) return problem("The current password is wrong. Nothing was changed.");
  await clearAttempts(context.db, subject);
  return undefined;
}

async function startTotp({ context, session: { row, user } }: FormRequest): Promise<void> {
  await setPendingTotp(context.db, row.id, sealTotpSecret(context.settings, user.id, newTotpSecret()));
}

async function cancelTotp({ context, session }: FormRequest): Promise<void> {
  await setPendingTotp(context.db, session.row.id, null);
}

async function confirmTotp(request: FormRequest, factors: Factors): Promise<FormResult> {
  const { context, c, session, form } = request;
  const sealed = session.row.pending_totp_secret;
  const secret = sealed === null ? undefined : openTotpSecret(context, session.user.id, sealed);
  if (sealed === null || secret === undefined) return c.redirect("/app/account", 303);
  const step = await verifyTotp({ code: field(form, "code"), secret, lastStep: null, nowMs: context.clock.now() });
  if (step === undefined) return problem("The code is wrong. Check your phone's clock and try again.");
  await setPendingTotp(context.db, session.row.id, null);
  return addFactor(request, factors, "totp", (tx) => setTotp(tx, session.user.id, { sealed, step }));
}

async function removeTotp(request: FormRequest): Promise<void> {
  const none = { sealed: null, step: null };
  await change(request, "totp.removed", (tx) => setTotp(tx, request.session.user.id, none));
}

async function createPasskey(request: FormRequest, factors: Factors): Promise<FormResult> {
  const { context, session, form } = request;
  const name = field(form, "name").slice(0, 60) || "Passkey";
  const owner = { sessionId: session.row.id, user: session.user };
  const passkey = await verifyPasskeyCreation(context, owner, { name, response: field(form, "passkey") });
  if (!passkey) return problem("The passkey was not accepted. Try again from this page.");
  return addFactor(request, factors, "passkey", async (tx) => void (await insertRow(tx, "passkeys", passkey)));
}

async function deletePasskey(request: FormRequest): Promise<void> {
  const { session, form } = request;
  await change(request, "passkey.removed", (tx) => removePasskey(tx, session.user.id, field(form, "id")));
}

async function renewRecoveryCodes(request: FormRequest): Promise<FormResult> {
  const userId = request.session.user.id;
  const codes = await change(request, "recovery_codes.renewed", (tx) => replaceRecoveryCodes(tx, userId));
  return codesPage(request, codes);
}

async function changePassword(request: FormRequest): Promise<FormResult> {
  const { session, form } = request;
  const refused = await checkPassword(request, form.get("current") ?? "");
  if (refused) return refused;
  const wrong = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (wrong !== undefined) return problem(wrong);
  const passwordHash = await hashPassword(form.get("password") ?? "");
  await change(request, "password.changed", async (tx) => {
    await setPassword(tx, session.user.id, passwordHash);
    await revokeSessionsOf(tx, session.user.id, session.row.id);
  });
  return done();
}

async function changeName({ context, session, form }: FormRequest): Promise<FormResult> {
  const name = readName(field(form, "name"));
  if (name === undefined) return problem("Enter a name on one line.");
  const { id: userId, name: before } = session.user;
  const isChanged = await inDatabase(context.db, async (tx) => {
    if (!(await renameUser(tx, userId, name))) return false;
    await auditAccount(tx, { userId, action: "member.renamed", data: { before, after: name } });
    return true;
  });
  return isChanged ? done() : problem("Another member has this name. Add something that tells you apart.");
}

async function chooseMail({ context, session, form }: FormRequest): Promise<void> {
  const notices = chosenNotices(form);
  const person = { workspaceId: session.workspace.id, userId: session.user.id };
  await inPerson(context.db, person.userId, (tx) => setMailPreference(tx, { ...person, notices }));
}

async function endSession(request: FormRequest): Promise<void> {
  const { session, form } = request;
  await change(request, "session.ended", (tx) => revokeSession(tx, field(form, "id"), session.user.id));
}

async function change<Result>(
  request: FormRequest,
  action: AuditAction,
  apply: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { context, session } = request;
  return inDatabase(context.db, async (tx) => {
    // The account may be in another epoch by now: what is added to it then would count as confirmed.
    await requireActing(tx, request.actor);
    const result = await apply(tx);
    const { user, workspace } = session;
    await auditAccount(tx, { userId: user.id, action, data: { sessionId: session.row.id } });
    const mailed = SIGN_IN_CHANGES.find((one) => one === action);
    if (mailed !== undefined) {
      const notice = { kind: "sign_in", change: mailed, by: null } as const;
      await queueAccountNotice(tx, { workspaceId: workspace.id, userId: user.id, notice });
    }
    return result;
  });
}

/** The first second factor brings recovery codes; other sessions, which were opened without one, end. */
async function addFactor(
  request: FormRequest,
  factors: Factors,
  factor: "totp" | "passkey",
  apply: (tx: Transaction) => Promise<void>,
): Promise<FormResult> {
  const { session } = request;
  const isFirst = !hasSecondFactor(factors);
  const codes = await change(request, `${factor}.added`, async (tx) => {
    await apply(tx);
    if (!isFirst) return undefined;
    await revokeSessionsOf(tx, session.user.id, session.row.id);
    // It takes the place of what was enough without one.
    await allowFactorChanges(tx, session.row, factor);
    return replaceRecoveryCodes(tx, session.user.id);
  });
  return codes ? codesPage(request, codes) : done();
}

async function codesPage(request: FormRequest, codes: readonly string[]): Promise<Response> {
  const { context, session } = request;
  const note = await confirmationNote(context, session.workspace.id, session.user.id);
  const body = html`<h1>Recovery codes</h1>
    ${note} ${recoveryCodeList(codes)}
    <p><a class="button" href="/app/account">I have saved them</a></p>`;
  return memberPage(request, "/app/account", "Recovery codes", body);
}
