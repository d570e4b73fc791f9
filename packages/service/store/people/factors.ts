import { randomBytes } from "node:crypto";
import {
  type Factor,
  type Proof,
  type Purpose,
  purposeText,
  STEP_UP_LIFETIME_MS,
} from "../../domain/authentication.ts";
import { hashSecret } from "../../domain/credentials.ts";
import { BASE32, newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { countRows, deleteRows, findRow, findRows, insertRow, takeRow, updateRows } from "../engine/rows.ts";
import type { PasskeyRow, Schema } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { hasFactor, removeFactors } from "./accounts.ts";

const RECOVERY_CODES = 10;

export interface Factors {
  readonly totp: boolean;
  readonly passkeys: readonly PasskeyRow[];
  readonly recoveryCodes: number;
}

export async function factorsOf(db: Database, userId: string): Promise<Factors> {
  const user = await findRow(db, "users", { id: userId });
  const passkeys = await findRows(db, "passkeys", { user_id: userId }, "created_at");
  const recoveryCodes = await countRows(db, "recovery_codes", { user_id: userId, used_at: null });
  return { totp: typeof user?.totp_secret === "string", passkeys, recoveryCodes };
}

export function hasSecondFactor(factors: Factors): boolean {
  return factors.totp || factors.passkeys.length > 0;
}

/** @returns False when the step or a later one was used already: a code works once. [RFC 6238 §5.2] */
export async function consumeTotpCode(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where((eb) => eb.or([eb("totp_last_step", "is", null), eb("totp_last_step", "<", step)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/**
 * A factor counts as confirmed when those before it do: adding one needs one of them.
 * @param sealed The encrypted secret, null to remove it.
 */
export async function setTotp(
  tx: Transaction,
  userId: string,
  { sealed, step }: { readonly sealed: string | null; readonly step: number | null },
): Promise<void> {
  await updateRows(tx, "users", { id: userId }, { totp_secret: sealed, totp_last_step: step });
  await endWithLast(tx, userId);
}

/** Recovery codes go with the last factor that they are for. */
async function endWithLast(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasFactor(tx, userId))) await removeFactors(tx, userId);
}

export async function removePasskey(tx: Transaction, userId: string, id: string): Promise<void> {
  await deleteRows(tx, "passkeys", { id, user_id: userId });
  await endWithLast(tx, userId);
}

type Challenge = Pick<Schema["passkey_challenges"], "challenge" | "session_id" | "purpose">;

export async function storeChallenge(db: Database, challenge: Challenge, expiresAt: string): Promise<void> {
  await inTransaction(db, (tx) => insertRow(tx, "passkey_challenges", { ...challenge, expires_at: expiresAt }));
}

/** Deletes a challenge, so that it is used once. @returns False when there is none in time. */
export async function consumeChallenge(db: Database, challenge: Challenge, at: string): Promise<boolean> {
  const taken = await inTransaction(db, (tx) => takeRow(tx, "passkey_challenges", challenge));
  return taken !== undefined && taken.expires_at > at;
}

/** @returns The new codes, of which only the hashes are kept. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await deleteRows(tx, "recovery_codes", { user_id: userId });
  const rows = codes.map((code) => ({ user_id: userId, hash: recoveryHash(code), created_at: tx.at }));
  await tx.insertInto("recovery_codes").values(rows).execute();
  return codes;
}

/** @returns False when the code is not one of the person's unused ones. */
export async function consumeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const unused = { user_id: userId, hash: recoveryHash(code), used_at: null };
  return updateRows(tx, "recovery_codes", unused, { used_at: tx.at });
}

function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(16), (byte) => BASE32.charAt(byte % BASE32.length));
  return characters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

function recoveryHash(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""));
}

interface NewStepUp {
  readonly sessionId: string;
  readonly purpose: Purpose;
  readonly factor: Proof;
  readonly comparison?: string;
}

export async function grantStepUp(
  tx: Transaction,
  { sessionId, purpose, factor, comparison }: NewStepUp,
): Promise<void> {
  await insertRow(tx, "step_ups", {
    ...sealed(tx, "step_ups", {
      id: newUuid(),
      session_id: sessionId,
      purpose: purposeText(purpose),
      factor,
      comparison_id: comparison ?? null,
      expires_at: later(tx.at, STEP_UP_LIFETIME_MS),
    }),
    created_at: tx.at,
  });
}

interface StepUpUse {
  readonly sessionId: string;
  readonly purpose: Purpose;
  readonly at: string;
}

/** Step-ups that can be used: for this purpose, in this session, within their time and in the epoch of the account. */
async function usable(db: Database, { sessionId, purpose, at }: StepUpUse) {
  const rows = await db
    .selectFrom("step_ups")
    .innerJoin("sessions", "sessions.id", "step_ups.session_id")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "sessions.user_id").onRef("users.epoch", "=", "sessions.epoch"),
    )
    .selectAll("step_ups")
    .where("step_ups.session_id", "=", sessionId)
    .where("step_ups.purpose", "=", purposeText(purpose))
    .where("step_ups.used_at", "is", null)
    .where("step_ups.expires_at", ">", at)
    .where("sessions.revoked_at", "is", null)
    .orderBy("step_ups.created_at", "desc")
    .execute();
  return rows.filter((row) => isSealed(db, "step_ups", row));
}

export interface StepUp {
  readonly factor: Factor;
  /** The comparison that was shown when it was given; null for what is no release. */
  readonly comparison: string | null;
}

/**
 * Uses up the second factor given for this purpose in this session; call it in the transaction of what it allows.
 * @param use Where it names a comparison, a factor that was given for another does not count.
 */
export async function consumeStepUp(
  tx: Transaction,
  use: Omit<StepUpUse, "at"> & { readonly comparison?: string | undefined },
): Promise<StepUp | undefined> {
  const all = await usable(tx, { ...use, at: tx.at });
  const found = use.comparison === undefined ? all : all.filter((row) => row.comparison_id === use.comparison);
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable("step_ups").set({ used_at: tx.at }).where("id", "in", ids).execute();
  const [given] = found;
  if (!given || given.factor === "password" || given.factor === "company_account") return undefined;
  return { factor: given.factor, comparison: given.comparison_id };
}

/** What was given for this purpose and can still be used in this session; uses nothing up. */
export async function readStepUps(db: Database, use: StepUpUse): Promise<readonly Proof[]> {
  return (await usable(db, use)).map(({ factor }) => factor);
}
