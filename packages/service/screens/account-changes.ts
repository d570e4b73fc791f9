import { instant } from "../domain/clock.ts";
import { hashPassword, verifyPassword } from "../domain/password.ts";
import { newTotpSecret, verifyTotp } from "../domain/totp.ts";
import type { Parts } from "../parts.ts";
import type { Writing } from "../store/database.ts";
import {
  addPasskey,
  type Factors,
  factorsOf,
  hasSecondFactor,
  removePasskey,
  replaceRecoveryCodes,
  setTotp,
} from "../store/factors.ts";
import { revokeSessionOf, revokeSessionsOf, setPendingTotp } from "../store/sessions.ts";
import { grantStepUp } from "../store/step-ups.ts";
import { findUser, setPassword } from "../store/users.ts";
import { changingFactors, mayChangeFactors, showAccount } from "./account.ts";
import { checkFactor } from "./factor.ts";
import { field } from "./form.ts";
import type { Submitted } from "./guard.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";
import { verifyPasskeyCreation } from "./passkeys.ts";
import { auditAboutPerson } from "./person-audit.ts";
import { passwordProblem } from "./setup.ts";

type Change = (parts: Parts, submitted: Submitted, factors: Factors) => Promise<Response>;

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
export async function changeAccount(parts: Parts, submitted: Submitted): Promise<Response> {
  const asked = field(submitted.form, "do");
  const factors = await factorsOf(parts.db, submitted.visit.user.id);
  const free = Object.hasOwn(FREE, asked) ? FREE[asked] : undefined;
  if (free) return free(parts, submitted, factors);
  const guarded = Object.hasOwn(GUARDED, asked) ? GUARDED[asked] : undefined;
  if (!guarded) return problem(parts, submitted, "Choose one of the actions on this page.");
  if (!(await mayChangeFactors(parts, submitted, factors))) {
    return problem(parts, submitted, "Show that it is you first; that counts for five minutes.");
  }
  return guarded(parts, submitted, factors);
}

async function confirmPerson(parts: Parts, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  const given = { sessionId: visit.session.id, userId: visit.user.id, purpose: changingFactors(visit.user.id) };
  const check = await checkFactor(parts, { ...given, form, recoveryCodes: true });
  if (check.kind === "refused") return problem(parts, submitted, check.text);
  await parts.db
    .transaction()
    .execute((writing) => grantStepUp(writing, { ...given, factor: check.factor, nowMs: parts.clock.now() }));
  return done(submitted, "confirmed");
}

async function startTotp(parts: Parts, submitted: Submitted): Promise<Response> {
  await setPendingTotp(parts.db, submitted.visit.session.id, newTotpSecret());
  return submitted.c.redirect("/app/account", 303);
}

async function cancelTotp(parts: Parts, submitted: Submitted): Promise<Response> {
  await setPendingTotp(parts.db, submitted.visit.session.id, null);
  return submitted.c.redirect("/app/account", 303);
}

async function confirmTotp(parts: Parts, submitted: Submitted, factors: Factors): Promise<Response> {
  const { visit, form } = submitted;
  const secret = visit.session.pending_totp_secret;
  if (secret === null) return submitted.c.redirect("/app/account", 303);
  const step = await verifyTotp({ code: field(form, "code"), secret, lastStep: null, nowMs: parts.clock.now() });
  if (step === undefined) {
    return problem(parts, submitted, "That code does not belong to this key. Check your phone's clock and try again.");
  }
  await setPendingTotp(parts.db, visit.session.id, null);
  const carryOut = (writing: Writing) => setTotp(writing, visit.user.id, { secret, step });
  return addFactor(parts, submitted, { factors, action: "totp.added", done: "totp_on", carryOut });
}

async function removeTotp(parts: Parts, submitted: Submitted): Promise<Response> {
  const userId = submitted.visit.user.id;
  await change(parts, submitted, {
    action: "totp.removed",
    carryOut: (writing) => setTotp(writing, userId, { secret: null, step: null }),
  });
  return done(submitted, "totp_off");
}

async function createPasskey(parts: Parts, submitted: Submitted, factors: Factors): Promise<Response> {
  const { visit, form } = submitted;
  const name = field(form, "name").slice(0, 60) || "Passkey";
  const owner = { sessionId: visit.session.id, user: visit.user };
  const passkey = await verifyPasskeyCreation(parts, owner, { name, response: field(form, "passkey") });
  if (!passkey) return problem(parts, submitted, "The passkey was not accepted. Try again from this page.");
  const carryOut = (writing: Writing) => addPasskey(writing, passkey);
  return addFactor(parts, submitted, { factors, action: "passkey.added", done: "passkey_on", carryOut });
}

async function dropPasskey(parts: Parts, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  await change(parts, submitted, {
    action: "passkey.removed",
    carryOut: (writing) => removePasskey(writing, visit.user.id, field(form, "id")),
  });
  return done(submitted, "passkey_off");
}

async function renewRecoveryCodes(parts: Parts, submitted: Submitted): Promise<Response> {
  const userId = submitted.visit.user.id;
  const at = instant(parts.clock);
  const codes = await change(parts, submitted, {
    action: "recovery_codes.renewed",
    carryOut: (writing) => replaceRecoveryCodes(writing, userId, at),
  });
  return codesPage(submitted, codes);
}

async function changePassword(parts: Parts, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  const user = await findUser(parts.db, visit.user.id);
  const right = await verifyPassword(form.get("current") ?? "", user?.password_hash ?? null);
  if (!right) return problem(parts, submitted, "The present password is wrong; nothing was changed.");
  const wrong = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (wrong !== undefined) return problem(parts, submitted, wrong);
  const passwordHash = await hashPassword(form.get("password") ?? "");
  const at = instant(parts.clock);
  await change(parts, submitted, {
    action: "password.changed",
    carryOut: async (writing) => {
      await setPassword(writing, visit.user.id, passwordHash);
      await revokeSessionsOf(writing, visit.user.id, { at, keep: visit.session.id });
    },
  });
  return done(submitted, "password");
}

async function signOutElsewhere(parts: Parts, submitted: Submitted): Promise<Response> {
  const ending = { sessionId: field(submitted.form, "id"), userId: submitted.visit.user.id, at: instant(parts.clock) };
  await change(parts, submitted, {
    action: "session.ended",
    carryOut: (writing) => revokeSessionOf(writing, ending),
  });
  return done(submitted, "signed_out");
}

/** Carries out a change and notes it in the audit log, both or neither. */
async function change<Result>(
  parts: Parts,
  { visit }: Submitted,
  { action, carryOut }: { readonly action: string; readonly carryOut: (writing: Writing) => Promise<Result> },
): Promise<Result> {
  return parts.db.transaction().execute(async (writing) => {
    const result = await carryOut(writing);
    await auditAboutPerson(parts, writing, { userId: visit.user.id, action, data: { sessionId: visit.session.id } });
    return result;
  });
}

/** With the first second factor come recovery codes; other sessions, which had none to show, end. */
async function addFactor(parts: Parts, submitted: Submitted, adding: AddedFactor): Promise<Response> {
  const { visit } = submitted;
  const at = instant(parts.clock);
  const first = !hasSecondFactor(adding.factors);
  const codes = await change(parts, submitted, {
    action: adding.action,
    carryOut: async (writing) => {
      await adding.carryOut(writing);
      if (!first) return undefined;
      await revokeSessionsOf(writing, visit.user.id, { at, keep: visit.session.id });
      return replaceRecoveryCodes(writing, visit.user.id, at);
    },
  });
  return codes ? codesPage(submitted, codes) : done(submitted, adding.done);
}

interface AddedFactor {
  readonly factors: Factors;
  readonly action: string;
  readonly done: string;
  readonly carryOut: (writing: Writing) => Promise<void>;
}

function codesPage({ c, visit }: Submitted, codes: readonly string[]): Response {
  return page(c, {
    title: "Recovery codes",
    visit,
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

function done({ c }: Submitted, what: string): Response {
  return c.redirect(`/app/account?done=${what}`, 303);
}

function problem(parts: Parts, submitted: Submitted, text: string): Promise<Response> {
  return showAccount(parts, submitted, { tone: "problem", text });
}
