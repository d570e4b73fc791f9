import { instant } from "@greenroom/contract/clock";
import makeQrCode from "qrcode-generator";
import type { ServiceContext } from "../context.ts";
import { hashPassword, verifyPassword } from "../domain/password.ts";
import type { Purpose } from "../domain/step-up.ts";
import { newTotpSecret, totpAddress, verifyTotp } from "../domain/totp.ts";
import type { Transaction } from "../store/database.ts";
import {
  addPasskey,
  type Factors,
  factorsOf,
  grantStepUp,
  hasSecondFactor,
  hasStepUp,
  removePasskey,
  replaceRecoveryCodes,
  setTotp,
} from "../store/factors.ts";
import type { PasskeyRow, SessionRow } from "../store/schema.ts";
import { listSessions, revokeSessionOf, revokeSessionsOf, setPendingTotp } from "../store/sessions.ts";
import { findUser, setPassword } from "../store/users.ts";
import { checkFactor, factorFields, passkeyButton } from "./factor.ts";
import { field, type FormRequest, type MemberRequest } from "./guard.ts";
import { relativeTime, confirmButton } from "./fragments.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { passkeysPossible, verifyPasskeyCreation } from "./passkeys.ts";
import { auditAccount } from "./sign-in.ts";
import { passwordProblem } from "./setup.ts";

const DONE: ReadonlyMap<string, string> = new Map([
  [
    "welcome",
    "Your password is set. Now add a second factor: you need one to ask for a release or to decide about one.",
  ],
  ["confirmed", "Thank you. For five minutes you can change how you sign in."],
  ["totp_on", "The authenticator app is set up."],
  ["totp_off", "The authenticator app is removed."],
  ["passkey_on", "The passkey is added."],
  ["passkey_off", "The passkey is removed."],
  ["password", "The password is changed, and every other session is signed out."],
  ["signed_out", "The session is signed out."],
]);

/** What a second factor is given for before a person changes how they sign in. */
export function changingFactors(userId: string): Purpose {
  return { action: "change_factors", subjectId: userId };
}

/** Whether a person may change how they sign in: they have just shown a second factor, or have none to show. */
export async function mayChangeFactors(
  context: ServiceContext,
  { session }: MemberRequest,
  factors: Factors,
): Promise<boolean> {
  if (!hasSecondFactor(factors)) return true;
  const asked = { sessionId: session.row.id, purpose: changingFactors(session.user.id), at: instant(context.clock) };
  return hasStepUp(context.db, asked);
}

/** Shows how a person signs in, and where they are signed in. */
export async function showAccount(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session } = request;
  const factors = await factorsOf(context.db, session.user.id);
  const open = await mayChangeFactors(context, request, factors);
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
      ${totpSection(request, factors, open)}
      <h2>Passkeys</h2>
      ${passkeySection(context, request, { factors, open })}
      <h2>Recovery codes</h2>
      ${recoverySection(request, factors, open)}
      <h2>Password</h2>
      ${passwordSection(request)}
      <h2>MemberRequest in</h2>
      ${sessionsSection(context, request, sessions)}`,
  });
}

function confirmSection(context: ServiceContext, { session }: MemberRequest, factors: Factors): Html {
  const purpose = changingFactors(session.user.id);
  const submit = { name: "do", value: "confirm" };
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <p>To change how you sign in, first show that it is you.</p>
    ${factorFields({ factors, recoveryCodes: true, id: "confirm" })}
    <div class="row">
      <button name="do" value="confirm">Confirm</button
      >${passkeyButton(context, { factors, purpose, label: "Use a passkey", submit })}
    </div>
  </form>`;
}

function totpSection({ session }: MemberRequest, factors: Factors, open: boolean): Html {
  const pending = session.row.pending_totp_secret;
  if (pending !== null && open) return enrolment(session, pending);
  const act = factors.totp
    ? html`<p>Set up. It shows a new code every 30 seconds.</p>
        ${open && html`<div class="row"><button class="secondary" name="do" value="totp_start">Move to another app</button></div>${confirmButton({ verb: "Remove", of: "the authenticator app", means: "Its codes will not count any more. Without another second factor you cannot ask for releases or decide about them.", action: "totp_off" })}`}`
    : html`<p>An app on your phone shows six digits that change every 30 seconds.</p>
        ${open && html`<button name="do" value="totp_start">Set up an authenticator app</button>`}`;
  return html`<form method="post" action="/app/account" class="card stack">${csrfField(session)}${act}</form>`;
}

function enrolment(session: MemberRequest["session"], secret: string): Html {
  const address = totpAddress(secret, session.user.email);
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <ol class="steps">
      <li>
        Scan this picture with your authenticator app.
        <div class="scan">
          ${qrCode(address, "QR code for your authenticator app; the key is given below as text")}
          <p class="hint">
            No camera? Type this key into the app:<br /><code class="key"
              >${secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code
            >
          </p>
        </div>
      </li>
      <li>
        <div class="field">
          <label for="first-code">Type the code the app shows</label
          ><input
            class="code"
            id="first-code"
            name="code"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="12"
          />
        </div>
      </li>
    </ol>
    <div class="row">
      <button name="do" value="totp_on">Confirm the code</button
      ><button class="quiet" name="do" value="totp_cancel" formnovalidate>Not now</button>
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
    <p>A passkey is your fingerprint, face or a security key. It works on this site only, so nobody can trick it out of you.</p>
    ${rows.length > 0 && html`<ul class="plain">${rows}</ul>`}
    ${!possible && html`<p class="hint">This service is known by a bare network address, and browsers make no passkey for one. The operator can start it under a host name, as with <code>--host localhost</code> on one machine.</p>`}
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
      ${open && confirmButton({ verb: "Remove", of: passkey.name, means: "It will not sign you in here any more.", action: "passkey_off" })}
    </form>
  </li>`;
}

function newPasskeyForm(session: MemberRequest["session"]): Html {
  return html`<noscript><p class="hint">Adding a passkey needs JavaScript. The authenticator app works without.</p></noscript>
    <form method="post" action="/app/account" class="inline">
      ${csrfField(session)}<input type="hidden" name="passkey" value="" /><input type="hidden" name="do" value="passkey_on" />
      <div class="field"><label for="passkey-name">Name</label><input id="passkey-name" name="name" maxlength="60" placeholder="My laptop" /></div>
      <button type="button" hidden data-passkey="create">Add a passkey</button>
    </form>`;
}

function recoverySection({ session }: MemberRequest, factors: Factors, open: boolean): Html {
  if (!hasSecondFactor(factors)) return html`<p class="dim">You get ten of them with your first second factor.</p>`;
  const text =
    factors.recoveryCodes === 0
      ? "You have none. Without them, a lost phone locks you out."
      : `${factors.recoveryCodes} of your recovery codes are unused. Each signs you in once, without your second factor.`;
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}
    <p>${text}</p>
    ${
      open &&
      html`<div><button class="secondary" name="do" value="recovery_new">Make ten new codes</button></div>
        <p class="hint">The old ones stop working.</p>`
    }
  </form>`;
}

function passwordSection({ session }: MemberRequest): Html {
  return html`<form method="post" action="/app/account" class="card stack">
    ${csrfField(session)}<input type="hidden" name="email" autocomplete="username" value="${session.user.email}" />
    <div class="field">
      <label for="current">Present password</label
      ><input id="current" name="current" type="password" autocomplete="current-password" maxlength="256" />
    </div>
    <div class="field">
      <label for="new-password">New password</label
      ><input id="new-password" name="password" type="password" autocomplete="new-password" maxlength="256" />
    </div>
    <div class="field">
      <label for="again">The same again</label
      ><input id="again" name="again" type="password" autocomplete="new-password" maxlength="256" />
    </div>
    <div><button class="secondary" name="do" value="password">Change the password</button></div>
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
              >${id === session.row.id ? "This session" : html`Last seen ${relativeTime(seen, context.clock.now())}`}</span
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
  return name ?? (agent === "" ? "A browser" : agent.slice(0, 40));
}

type Change = (context: ServiceContext, request: FormRequest, factors: Factors) => Promise<Response>;

/** Changes that need a second factor shown just before, by the value of the button. */
const GUARDED: Readonly<Record<string, Change>> = {
  totp_start: startTotp,
  totp_cancel: cancelTotp,
  totp_on: confirmTotp,
  totp_off: removeTotp,
  passkey_on: createPasskey,
  passkey_off: dropPasskey,
  recovery_new: renewRecoveryCodes,
};

const FREE: Readonly<Record<string, Change>> = {
  confirm: confirmPerson,
  password: changePassword,
  sign_out: signOutElsewhere,
};

/** Carries out what a person asked for on their account page. */
export async function changeAccount(context: ServiceContext, request: FormRequest): Promise<Response> {
  const asked = field(request.form, "do");
  const factors = await factorsOf(context.db, request.session.user.id);
  const free = Object.hasOwn(FREE, asked) ? FREE[asked] : undefined;
  if (free) return free(context, request, factors);
  const guarded = Object.hasOwn(GUARDED, asked) ? GUARDED[asked] : undefined;
  if (!guarded) return problem(context, request, "Choose one of the actions on this page.");
  if (!(await mayChangeFactors(context, request, factors))) {
    return problem(context, request, "Show that it is you first; that counts for five minutes.");
  }
  return guarded(context, request, factors);
}

async function confirmPerson(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const given = { sessionId: session.row.id, userId: session.user.id, purpose: changingFactors(session.user.id) };
  const check = await checkFactor(context, { ...given, form, recoveryCodes: true });
  if (check.kind === "refused") return problem(context, request, check.text);
  await context.db
    .transaction()
    .execute((tx) => grantStepUp(tx, { ...given, factor: check.factor, nowMs: context.clock.now() }));
  return done(request, "confirmed");
}

async function startTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  await setPendingTotp(context.db, request.session.row.id, newTotpSecret());
  return request.c.redirect("/app/account", 303);
}

async function cancelTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  await setPendingTotp(context.db, request.session.row.id, null);
  return request.c.redirect("/app/account", 303);
}

async function confirmTotp(context: ServiceContext, request: FormRequest, factors: Factors): Promise<Response> {
  const { session, form } = request;
  const secret = session.row.pending_totp_secret;
  if (secret === null) return request.c.redirect("/app/account", 303);
  const step = await verifyTotp({ code: field(form, "code"), secret, lastStep: null, nowMs: context.clock.now() });
  if (step === undefined) {
    return problem(context, request, "That code does not belong to this key. Check your phone's clock and try again.");
  }
  await setPendingTotp(context.db, session.row.id, null);
  const carryOut = (tx: Transaction) => setTotp(tx, session.user.id, { secret, step });
  return addFactor(context, request, { factors, action: "totp.added", done: "totp_on", carryOut });
}

async function removeTotp(context: ServiceContext, request: FormRequest): Promise<Response> {
  const userId = request.session.user.id;
  await change(context, request, {
    action: "totp.removed",
    carryOut: (tx) => setTotp(tx, userId, { secret: null, step: null }),
  });
  return done(request, "totp_off");
}

async function createPasskey(context: ServiceContext, request: FormRequest, factors: Factors): Promise<Response> {
  const { session, form } = request;
  const name = field(form, "name").slice(0, 60) || "Passkey";
  const owner = { sessionId: session.row.id, user: session.user };
  const passkey = await verifyPasskeyCreation(context, owner, { name, response: field(form, "passkey") });
  if (!passkey) return problem(context, request, "The passkey was not accepted. Try again from this page.");
  const carryOut = (tx: Transaction) => addPasskey(tx, passkey);
  return addFactor(context, request, { factors, action: "passkey.added", done: "passkey_on", carryOut });
}

async function dropPasskey(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  await change(context, request, {
    action: "passkey.removed",
    carryOut: (tx) => removePasskey(tx, session.user.id, field(form, "id")),
  });
  return done(request, "passkey_off");
}

async function renewRecoveryCodes(context: ServiceContext, request: FormRequest): Promise<Response> {
  const userId = request.session.user.id;
  const at = instant(context.clock);
  const codes = await change(context, request, {
    action: "recovery_codes.renewed",
    carryOut: (tx) => replaceRecoveryCodes(tx, userId, at),
  });
  return codesPage(request, codes);
}

async function changePassword(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { session, form } = request;
  const user = await findUser(context.db, session.user.id);
  const right = await verifyPassword(form.get("current") ?? "", user?.password_hash ?? null);
  if (!right) return problem(context, request, "The present password is wrong; nothing was changed.");
  const wrong = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (wrong !== undefined) return problem(context, request, wrong);
  const passwordHash = await hashPassword(form.get("password") ?? "");
  const at = instant(context.clock);
  await change(context, request, {
    action: "password.changed",
    carryOut: async (tx) => {
      await setPassword(tx, session.user.id, passwordHash);
      await revokeSessionsOf(tx, session.user.id, { at, keep: session.row.id });
    },
  });
  return done(request, "password");
}

async function signOutElsewhere(context: ServiceContext, request: FormRequest): Promise<Response> {
  const ending = {
    sessionId: field(request.form, "id"),
    userId: request.session.user.id,
    at: instant(context.clock),
  };
  await change(context, request, {
    action: "session.ended",
    carryOut: (tx) => revokeSessionOf(tx, ending),
  });
  return done(request, "signed_out");
}

/** Carries out a change and notes it in the audit log, both or neither. */
async function change<Result>(
  context: ServiceContext,
  { session }: FormRequest,
  { action, carryOut }: { readonly action: string; readonly carryOut: (tx: Transaction) => Promise<Result> },
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    const result = await carryOut(tx);
    await auditAccount(context, tx, { userId: session.user.id, action, data: { sessionId: session.row.id } });
    return result;
  });
}

/** With the first second factor come recovery codes; other sessions, which had none to show, end. */
async function addFactor(context: ServiceContext, request: FormRequest, adding: AddedFactor): Promise<Response> {
  const { session } = request;
  const at = instant(context.clock);
  const first = !hasSecondFactor(adding.factors);
  const codes = await change(context, request, {
    action: adding.action,
    carryOut: async (tx) => {
      await adding.carryOut(tx);
      if (!first) return undefined;
      await revokeSessionsOf(tx, session.user.id, { at, keep: session.row.id });
      return replaceRecoveryCodes(tx, session.user.id, at);
    },
  });
  return codes ? codesPage(request, codes) : done(request, adding.done);
}

interface AddedFactor {
  readonly factors: Factors;
  readonly action: string;
  readonly done: string;
  readonly carryOut: (tx: Transaction) => Promise<void>;
}

function codesPage({ c, session }: FormRequest, codes: readonly string[]): Response {
  return page(c, {
    title: "Recovery codes",
    session,
    section: "/app/account",
    narrow: true,
    body: html`<h1>Keep these recovery codes</h1>
      <p>
        Each signs you in once when your second factor is out of reach. They are shown now and never again: print them,
        or put them where you keep passwords.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button" href="/app/account">I have kept them</a></p>`,
  });
}

function done({ c }: FormRequest, what: string): Response {
  return c.redirect(`/app/account?done=${what}`, 303);
}

function problem(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showAccount(context, request, { tone: "problem", text });
}

/** Light border a reader needs, modules. [ISO/IEC 18004 §6.3.8] */
const QUIET_ZONE = 4;

/**
 * Draws a QR code as an SVG picture.
 * @param text What it says.
 * @param label What screen readers say of it.
 */
export function qrCode(text: string, label: string): Html {
  const code = makeQrCode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET_ZONE;
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) =>
      code.isDark(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : "",
    ).join(""),
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
