import type { ServiceContext } from "../../context.ts";
import { type Factor, FACTOR_TRIES, type Proof, type Purpose } from "../../domain/authentication.ts";
import { totpUri, verifyTotp } from "../../domain/credentials.ts";
import { confirmersText } from "../../domain/people.ts";
import type { HttpContext } from "../../http/context.ts";
import { type Html, html } from "../../outside/html.ts";
import type { Transaction } from "../../store/engine/database.ts";
import type { SessionRow } from "../../store/engine/schema.ts";
import { inPerson } from "../../store/engine/transaction.ts";
import { readAccountVersion } from "../../store/people/accounts.ts";
import { clearAttempts, countAttempt } from "../../store/people/attempts.ts";
import { consumeRecoveryCode, consumeTotpCode, type Factors, grantStepUp } from "../../store/people/factors.ts";
import { reportUnconfirmed } from "../../store/people/standings.ts";
import { openTotpSecret } from "../../store/people/totp-secrets.ts";
import { findUser } from "../../store/people/users.ts";
import { hintBox, inputField, qrCode } from "../fragments.ts";
import { field, type FormRequest } from "../guard.ts";
import { type Problem, problem } from "../screen.ts";
import { passkeysPossible, verifyPasskeyUse } from "./passkeys.ts";
import { readKnownDevice } from "./session.ts";

interface FactorForm {
  readonly sessionId: string;
  readonly userId: string;
  readonly purpose: Purpose;
  readonly form: URLSearchParams;
  readonly recoveryCodes: boolean;
  /** Hash of the cookie, when the user has signed in on the device before. */
  readonly device: string | undefined;
}

type FactorCheck =
  | { readonly kind: "accepted"; readonly factor: Factor }
  | { readonly kind: "rejected"; readonly text: string };

const LIMITED = rejected("Too many wrong codes. Try again in 15 minutes.");
const WRONG = rejected("The code is wrong or already used. Wait for the next code and try again.");
const MISSING = rejected("Enter the code from your authenticator app, or use a passkey.");
const WRONG_PASSKEY = rejected("The passkey was not accepted. Try again, or use a code.");

function rejected(text: string): FactorCheck {
  return { kind: "rejected", text };
}

/** @returns Undefined when the step-up for `purpose` is granted. */
export async function stepUpByForm(
  { context, c, session, form }: FormRequest,
  purpose: Purpose,
  { recoveryCodes = false, comparison }: { readonly recoveryCodes?: boolean; readonly comparison?: string } = {},
): Promise<Problem | undefined> {
  const step = { sessionId: session.row.id, userId: session.user.id, purpose };
  const device = await ownDevice(context, c, step.userId);
  const check = await checkFactor(context, { ...step, form, recoveryCodes, device });
  if (check.kind === "rejected") return problem(check.text, 401);
  const stepUp = { ...step, factor: check.factor };
  await inPerson(context.db, step.userId, (tx) => grantStepUp(tx, { ...stepUp, ...(comparison && { comparison }) }));
  return undefined;
}

export async function ownDevice(context: ServiceContext, c: HttpContext, userId: string): Promise<string | undefined> {
  const device = await readKnownDevice(context, c.req.raw);
  const user = device && (await findUser(context.db, userId));
  return user && device.knows(user) ? device.hash : undefined;
}

/** Wrong codes are counted apart for each known device, so that no one else can use up its owner's tries. */
export async function checkFactor(context: ServiceContext, factor: FactorForm): Promise<FactorCheck> {
  const code = field(factor.form, "code");
  const passkey = field(factor.form, "passkey");
  if (code === "" && passkey === "") return MISSING;
  if (passkey !== "") {
    return (await verifyPasskeyUse(context, factor, passkey)) ? { kind: "accepted", factor: "passkey" } : WRONG_PASSKEY;
  }
  const subject = `factor ${factor.userId}${factor.device === undefined ? "" : ` on ${factor.device}`}`;
  const allowed = await countAttempt(context.db, { subject, limit: FACTOR_TRIES });
  if (!allowed) return LIMITED;
  const accepted = await checkCode(context, factor, code);
  if (accepted === undefined) return WRONG;
  await clearAttempts(context.db, subject);
  return { kind: "accepted", factor: accepted };
}

async function checkCode(context: ServiceContext, factor: FactorForm, code: string): Promise<Factor | undefined> {
  const user = await findUser(context.db, factor.userId);
  if (!user) return undefined;
  const { totp_secret: sealed, totp_last_step: lastStep } = user;
  const secret = sealed === null ? undefined : openTotpSecret(context, user.id, sealed);
  if (secret !== undefined) {
    const step = await verifyTotp({ code, secret, lastStep, nowMs: context.clock.now() });
    if (step !== undefined) {
      const consumed = await inPerson(context.db, user.id, (tx) => consumeTotpCode(tx, user.id, step));
      return consumed ? "totp" : undefined;
    }
  }
  if (!factor.recoveryCodes) return undefined;
  const consumed = await inPerson(context.db, user.id, (tx) => consumeRecoveryCode(tx, user.id, code));
  return consumed ? "recovery_code" : undefined;
}

export function changingFactors(userId: string): Purpose {
  return { action: "change_factors", subjectId: userId };
}

/** What was just given, such as to sign in, also allows changes to sign-in methods. */
export function allowFactorChanges(tx: Transaction, session: SessionRow, factor: Proof): Promise<void> {
  return grantStepUp(tx, { sessionId: session.id, purpose: changingFactors(session.user_id), factor });
}

interface FactorFields {
  readonly factors: Factors;
  readonly recoveryCodes: boolean;
  readonly id: string;
  readonly focus?: boolean;
  readonly problem?: string | undefined;
}

export function totpSteps(secret: string, email: string): Html {
  const address = totpUri(secret, email);
  return html`<ol class="steps">
    <li>
      Scan this QR code with your authenticator app.
      <div class="scan">
        ${qrCode(address, "QR code for your authenticator app; the key follows as text")}
        <p class="hint">
          Cannot scan it? <a href="${address}">Open it in the app of this device</a>, or enter this key there:<br /><code class="key"
            >${secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code
          >
        </p>
      </div>
    </li>
    <li>
      ${inputField("Enter the code that the app shows", { class: "code", id: "first-code", name: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12 })}
    </li>
  </ol>`;
}

export function recoveryCodeList(codes: readonly string[]): Html {
  return html`<h2>Save your recovery codes</h2>
    <p>
      Each code works once if you lose access to your second factor. They are not shown again: print them or store them
      in your password manager.
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`;
}

export async function confirmationNote(
  { db }: ServiceContext,
  workspaceId: string,
  userId: string,
): Promise<Html | undefined> {
  const report = (await reportUnconfirmed(db, workspaceId, [userId])).get(userId);
  if (!report) return undefined;
  const first = report.hasFactor ? "" : "Set up a second factor first. ";
  const { code } = await readAccountVersion(db, userId);
  const text = html`Your account is not confirmed yet, so it decides no releases. ${first}${confirmersText(report, "you", "on the page Members")}.
    Read this code to them, in person or by phone. Afterwards sign in again.`;
  return hintBox(text, html`<strong class="key">${code}</strong>`);
}

/** The script fills the hidden field when a passkey is used. */
export function factorFields({ factors, recoveryCodes, id, focus, problem }: FactorFields): Html {
  const codes = factors.totp || recoveryCodes;
  const hint = recoveryCodes
    ? "The six-digit code from your authenticator app, or a recovery code."
    : "The six-digit code from your authenticator app.";
  const attributes = {
    class: "code",
    id,
    name: "code",
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 24,
    inputmode: recoveryCodes ? undefined : "numeric",
    autofocus: focus,
    "aria-invalid": problem === undefined ? undefined : "true",
    "aria-errormessage": problem,
  };
  return html`<input type="hidden" name="passkey" value="" /> ${codes && inputField("Code", attributes, hint)}`;
}

interface PasskeyButton {
  readonly factors: Factors;
  readonly purpose: Purpose;
  readonly label: string;
  /** Name and value that the form is sent with, as a submit button would. */
  readonly submit?: { readonly name: string; readonly value: string };
}

/** Hidden where no script runs. */
export function passkeyButton(
  context: ServiceContext,
  { factors, purpose, label, submit }: PasskeyButton,
): Html | undefined {
  if (factors.passkeys.length === 0 || !passkeysPossible(context.addresses)) return undefined;
  return html`<button
    type="button"
    class="secondary"
    hidden
    data-passkey="use"
    data-action="${purpose.action}"
    data-subject="${purpose.subjectId}"
    ${submit && html` data-name="${submit.name}" data-value="${submit.value}"`}
  >
    ${label}
  </button>`;
}
