import { instant } from "@greenroom/contract/clock";
import { hashPassword, verifyPassword } from "../domain/password.ts";
import { newTotpSecret, verifyTotp } from "../domain/totp.ts";
import type { ServiceContext } from "../context.ts";
import type { Transaction } from "../store/database.ts";
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

type Change = (context: ServiceContext, submitted: Submitted, factors: Factors) => Promise<Response>;

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
export async function changeAccount(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const asked = field(submitted.form, "do");
  const factors = await factorsOf(context.db, submitted.visit.user.id);
  const free = Object.hasOwn(FREE, asked) ? FREE[asked] : undefined;
  if (free) return free(context, submitted, factors);
  const guarded = Object.hasOwn(GUARDED, asked) ? GUARDED[asked] : undefined;
  if (!guarded) return problem(context, submitted, "Choose one of the actions on this page.");
  if (!(await mayChangeFactors(context, submitted, factors))) {
    return problem(context, submitted, "Show that it is you first; that counts for five minutes.");
  }
  return guarded(context, submitted, factors);
}

async function confirmPerson(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  const given = { sessionId: visit.session.id, userId: visit.user.id, purpose: changingFactors(visit.user.id) };
  const check = await checkFactor(context, { ...given, form, recoveryCodes: true });
  if (check.kind === "refused") return problem(context, submitted, check.text);
  await context.db
    .transaction()
    .execute((tx) => grantStepUp(tx, { ...given, factor: check.factor, nowMs: context.clock.now() }));
  return done(submitted, "confirmed");
}

async function startTotp(context: ServiceContext, submitted: Submitted): Promise<Response> {
  await setPendingTotp(context.db, submitted.visit.session.id, newTotpSecret());
  return submitted.c.redirect("/app/account", 303);
}

async function cancelTotp(context: ServiceContext, submitted: Submitted): Promise<Response> {
  await setPendingTotp(context.db, submitted.visit.session.id, null);
  return submitted.c.redirect("/app/account", 303);
}

async function confirmTotp(context: ServiceContext, submitted: Submitted, factors: Factors): Promise<Response> {
  const { visit, form } = submitted;
  const secret = visit.session.pending_totp_secret;
  if (secret === null) return submitted.c.redirect("/app/account", 303);
  const step = await verifyTotp({ code: field(form, "code"), secret, lastStep: null, nowMs: context.clock.now() });
  if (step === undefined) {
    return problem(
      context,
      submitted,
      "That code does not belong to this key. Check your phone's clock and try again.",
    );
  }
  await setPendingTotp(context.db, visit.session.id, null);
  const carryOut = (tx: Transaction) => setTotp(tx, visit.user.id, { secret, step });
  return addFactor(context, submitted, { factors, action: "totp.added", done: "totp_on", carryOut });
}

async function removeTotp(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const userId = submitted.visit.user.id;
  await change(context, submitted, {
    action: "totp.removed",
    carryOut: (tx) => setTotp(tx, userId, { secret: null, step: null }),
  });
  return done(submitted, "totp_off");
}

async function createPasskey(context: ServiceContext, submitted: Submitted, factors: Factors): Promise<Response> {
  const { visit, form } = submitted;
  const name = field(form, "name").slice(0, 60) || "Passkey";
  const owner = { sessionId: visit.session.id, user: visit.user };
  const passkey = await verifyPasskeyCreation(context, owner, { name, response: field(form, "passkey") });
  if (!passkey) return problem(context, submitted, "The passkey was not accepted. Try again from this page.");
  const carryOut = (tx: Transaction) => addPasskey(tx, passkey);
  return addFactor(context, submitted, { factors, action: "passkey.added", done: "passkey_on", carryOut });
}

async function dropPasskey(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  await change(context, submitted, {
    action: "passkey.removed",
    carryOut: (tx) => removePasskey(tx, visit.user.id, field(form, "id")),
  });
  return done(submitted, "passkey_off");
}

async function renewRecoveryCodes(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const userId = submitted.visit.user.id;
  const at = instant(context.clock);
  const codes = await change(context, submitted, {
    action: "recovery_codes.renewed",
    carryOut: (tx) => replaceRecoveryCodes(tx, userId, at),
  });
  return codesPage(submitted, codes);
}

async function changePassword(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { visit, form } = submitted;
  const user = await findUser(context.db, visit.user.id);
  const right = await verifyPassword(form.get("current") ?? "", user?.password_hash ?? null);
  if (!right) return problem(context, submitted, "The present password is wrong; nothing was changed.");
  const wrong = passwordProblem(form.get("password") ?? "", form.get("again") ?? "");
  if (wrong !== undefined) return problem(context, submitted, wrong);
  const passwordHash = await hashPassword(form.get("password") ?? "");
  const at = instant(context.clock);
  await change(context, submitted, {
    action: "password.changed",
    carryOut: async (tx) => {
      await setPassword(tx, visit.user.id, passwordHash);
      await revokeSessionsOf(tx, visit.user.id, { at, keep: visit.session.id });
    },
  });
  return done(submitted, "password");
}

async function signOutElsewhere(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const ending = {
    sessionId: field(submitted.form, "id"),
    userId: submitted.visit.user.id,
    at: instant(context.clock),
  };
  await change(context, submitted, {
    action: "session.ended",
    carryOut: (tx) => revokeSessionOf(tx, ending),
  });
  return done(submitted, "signed_out");
}

/** Carries out a change and notes it in the audit log, both or neither. */
async function change<Result>(
  context: ServiceContext,
  { visit }: Submitted,
  { action, carryOut }: { readonly action: string; readonly carryOut: (tx: Transaction) => Promise<Result> },
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    const result = await carryOut(tx);
    await auditAboutPerson(context, tx, { userId: visit.user.id, action, data: { sessionId: visit.session.id } });
    return result;
  });
}

/** With the first second factor come recovery codes; other sessions, which had none to show, end. */
async function addFactor(context: ServiceContext, submitted: Submitted, adding: AddedFactor): Promise<Response> {
  const { visit } = submitted;
  const at = instant(context.clock);
  const first = !hasSecondFactor(adding.factors);
  const codes = await change(context, submitted, {
    action: adding.action,
    carryOut: async (tx) => {
      await adding.carryOut(tx);
      if (!first) return undefined;
      await revokeSessionsOf(tx, visit.user.id, { at, keep: visit.session.id });
      return replaceRecoveryCodes(tx, visit.user.id, at);
    },
  });
  return codes ? codesPage(submitted, codes) : done(submitted, adding.done);
}

interface AddedFactor {
  readonly factors: Factors;
  readonly action: string;
  readonly done: string;
  readonly carryOut: (tx: Transaction) => Promise<void>;
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

function problem(context: ServiceContext, submitted: Submitted, text: string): Promise<Response> {
  return showAccount(context, submitted, { tone: "problem", text });
}
