import { newUuid } from "../domain/ids.ts";
import { type Factor, type Purpose, purposeText, STEP_UP_LIFETIME_MS } from "../domain/step-up.ts";
import type { Database, Transaction } from "./database.ts";

/** A second factor that was just given. */
export interface NewStepUp {
  readonly sessionId: string;
  readonly purpose: Purpose;
  readonly factor: Factor;
  /** Present time, epoch milliseconds. */
  readonly nowMs: number;
}

/** Notes that a second factor was given for one purpose in this session. */
export async function grantStepUp(tx: Transaction, { sessionId, purpose, factor, nowMs }: NewStepUp): Promise<void> {
  await tx
    .insertInto("step_ups")
    .values({
      id: newUuid(),
      session_id: sessionId,
      purpose: purposeText(purpose),
      factor,
      created_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + STEP_UP_LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
}

/** A step-up that is about to be spent. */
export interface StepUpUse {
  readonly sessionId: string;
  readonly purpose: Purpose;
  /** Present instant, ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Spends the second factor given for this purpose in this session, within its five minutes.
 * Call it in the transaction of what it allows.
 * @returns The factor that was given, or undefined when there is none to spend.
 */
export async function consumeStepUp(
  tx: Transaction,
  { sessionId, purpose, at }: StepUpUse,
): Promise<Factor | undefined> {
  const spent = await tx
    .updateTable("step_ups")
    .set({ used_at: at })
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purposeText(purpose))
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("factor")
    .execute();
  return spent[0]?.factor;
}

/** Tells whether a second factor was given for this purpose in this session within five minutes; spends nothing. */
export async function hasStepUp(db: Database, { sessionId, purpose, at }: StepUpUse): Promise<boolean> {
  const row = await db
    .selectFrom("step_ups")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purposeText(purpose))
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}
