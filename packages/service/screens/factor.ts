import { FACTOR_TRIES } from "../domain/attempt-limit.ts";
import { instant } from "@greenroom/contract/clock";
import type { Factor, Purpose } from "../domain/step-up.ts";
import { verifyTotp } from "../domain/totp.ts";
import type { ServiceContext } from "../context.ts";
import { clearAttempts, countAttempt } from "../store/attempts.ts";
import { type Factors, consumeRecoveryCode, consumeTotpCode } from "../store/factors.ts";
import { findUser } from "../store/users.ts";
import { field } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { passkeysPossible, verifyPasskeyUse } from "./passkeys.ts";

/** A second factor on a submitted form. */
export interface GivenFactor {
  readonly sessionId: string;
  readonly userId: string;
  readonly purpose: Purpose;
  readonly form: URLSearchParams;
  /** Whether a recovery code counts too. */
  readonly recoveryCodes: boolean;
}

/** What became of a second factor. */
export type FactorCheck =
  | { readonly kind: "given"; readonly factor: Factor }
  | { readonly kind: "refused"; readonly text: string };

const LIMITED: FactorCheck = {
  kind: "refused",
  text: "Too many wrong codes. Wait a quarter of an hour, then try again.",
};

const WRONG: FactorCheck = {
  kind: "refused",
  text: "That code is not right or was used already. Each code works once: wait for the next one and try again.",
};

const MISSING: FactorCheck = { kind: "refused", text: "Give the code your authenticator app shows, or use a passkey." };

const WRONG_PASSKEY: FactorCheck = {
  kind: "refused",
  text: "The passkey's answer was not accepted. Try again, or use a code.",
};

/**
 * Checks the second factor on a form and spends it; wrong ones are counted per person.
 */
export async function checkFactor(context: ServiceContext, given: GivenFactor): Promise<FactorCheck> {
  const code = field(given.form, "code");
  const passkey = field(given.form, "passkey");
  if (code === "" && passkey === "") return MISSING;
  const subject = `factor ${given.userId}`;
  const allowed = await countAttempt(context.db, { subject, limit: FACTOR_TRIES, nowMs: context.clock.now() });
  if (!allowed) return LIMITED;
  const factor = passkey === "" ? await checkCode(context, given, code) : await checkPasskey(context, given, passkey);
  if (factor === undefined) return passkey === "" ? WRONG : WRONG_PASSKEY;
  await clearAttempts(context.db, subject);
  return { kind: "given", factor };
}

async function checkPasskey(
  context: ServiceContext,
  given: GivenFactor,
  response: string,
): Promise<Factor | undefined> {
  return (await verifyPasskeyUse(context, given, response)) ? "passkey" : undefined;
}

async function checkCode(context: ServiceContext, given: GivenFactor, code: string): Promise<Factor | undefined> {
  const user = await findUser(context.db, given.userId);
  if (!user) return undefined;
  if (user.totp_secret !== null) {
    const { totp_secret: secret, totp_last_step: lastStep } = user;
    const step = await verifyTotp({ code, secret, lastStep, nowMs: context.clock.now() });
    if (step !== undefined) {
      const spent = await context.db.transaction().execute((tx) => consumeTotpCode(tx, user.id, step));
      return spent ? "totp" : undefined;
    }
  }
  if (!given.recoveryCodes) return undefined;
  const at = instant(context.clock);
  const spent = await context.db.transaction().execute((tx) => consumeRecoveryCode(tx, user.id, { code, at }));
  return spent ? "recovery_code" : undefined;
}

/** What the fields for a second factor need to know. */
export interface FactorFields {
  readonly factors: Factors;
  readonly recoveryCodes: boolean;
  readonly id: string;
  /** Whether typing starts here: on a page that asks for nothing else. */
  readonly focus?: boolean;
}

/**
 * The fields for a second factor: a code field, and the place a script fills when a passkey is used.
 * Submit buttons of the form carry `data-passkey` with the purpose to offer passkeys.
 */
export function factorFields({ factors, recoveryCodes, id, focus }: FactorFields): Html {
  const codes = factors.totp || recoveryCodes;
  const hint = recoveryCodes
    ? "Six digits from your authenticator app, or a recovery code."
    : "Six digits from your authenticator app. Each code works once.";
  return html`<input type="hidden" name="passkey" value="" /> ${
    codes &&
    html`<div class="field">
        <label for="${id}">Code</label>
        <input
          class="code"
          id="${id}"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="24"
          ${!recoveryCodes && html` inputmode="numeric"`}
          aria-describedby="${id}-hint"
          ${focus && html` autofocus`}
        />
        <p class="hint" id="${id}-hint">${hint}</p>
      </div>`
  }`;
}

/**
 * The button that uses a passkey in place of a code; hidden where no script runs.
 * @param submit Name and value the form is sent with, as a button would.
 */
export function passkeyButton(
  context: ServiceContext,
  {
    factors,
    purpose,
    label,
    submit,
  }: {
    readonly factors: Factors;
    readonly purpose: Purpose;
    readonly label: string;
    readonly submit?: { readonly name: string; readonly value: string };
  },
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
