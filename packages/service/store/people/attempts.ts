import { sql } from "kysely";
import type { AttemptLimit } from "../../domain/authentication.ts";
import { clockOf, type Database } from "../engine/database.ts";
import { deleteRows } from "../engine/rows.ts";
import { inTransaction } from "../engine/transaction.ts";

export interface Attempt {
  /** What is guessed, as in `factor <user id>`. */
  readonly subject: string;
  readonly limit: AttemptLimit;
}

/** Counted before it is checked, so that concurrent guesses cannot get past the limit. @returns Whether it can be. */
export async function countAttempt(db: Database, { subject, limit }: Attempt): Promise<boolean> {
  const nowMs = clockOf(db).now();
  const now = new Date(nowMs).toISOString();
  const windowEndsAt = new Date(nowMs + limit.windowMs).toISOString();
  const counted = sql<{ made: number }>`INSERT INTO attempts (subject, made, window_ends_at)
    VALUES (${subject}, 1, ${windowEndsAt})
    ON CONFLICT (subject) DO UPDATE SET
      made = CASE WHEN attempts.window_ends_at <= ${now} THEN 1 ELSE attempts.made + 1 END,
      window_ends_at = CASE WHEN attempts.window_ends_at <= ${now} THEN excluded.window_ends_at ELSE attempts.window_ends_at END
    RETURNING made`;
  const [row] = (await counted.execute(db)).rows;
  return row !== undefined && row.made <= limit.most;
}

export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await inTransaction(db, (tx) => deleteRows(tx, "attempts", { subject }));
}

export async function refundAttempt(db: Database, subject: string): Promise<void> {
  await db
    .updateTable("attempts")
    .set((eb) => ({ made: eb("made", "-", 1) }))
    .where("subject", "=", subject)
    .where("made", ">", 0)
    .execute();
}
