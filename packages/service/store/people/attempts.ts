import type { AttemptLimit } from "../../domain/authentication.ts";
import type { Database } from "../engine/database.ts";

export interface Attempt {
  /** What is guessed, as in `factor <user id>`. */
  readonly subject: string;
  readonly limit: AttemptLimit;
  readonly nowMs: number;
}

/**
 * Counts a guess before it is checked, so that concurrent guesses cannot get past the limit.
 * @returns Whether the guess is within the limit and can be checked.
 */
export async function countAttempt(db: Database, { subject, limit, nowMs }: Attempt): Promise<boolean> {
  const now = new Date(nowMs).toISOString();
  const windowEndsAt = new Date(nowMs + limit.windowMs).toISOString();
  const { made } = await db
    .insertInto("attempts")
    .values({ subject, made: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column("subject").doUpdateSet((eb) => ({
        made: eb
          .case()
          .when("attempts.window_ends_at", "<=", now)
          .then(1)
          .else(eb("attempts.made", "+", 1))
          .end(),
        window_ends_at: eb
          .case()
          .when("attempts.window_ends_at", "<=", now)
          .then(windowEndsAt)
          .else(eb.ref("attempts.window_ends_at"))
          .end(),
      })),
    )
    .returning("made")
    .executeTakeFirstOrThrow();
  return made <= limit.most;
}

export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom("attempts").where("subject", "=", subject).execute();
}

export async function refundAttempt(db: Database, subject: string): Promise<void> {
  await db
    .updateTable("attempts")
    .set((eb) => ({ made: eb("made", "-", 1) }))
    .where("subject", "=", subject)
    .where("made", ">", 0)
    .execute();
}
