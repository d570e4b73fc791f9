import { IDEMPOTENCY_RETENTION_DAYS, TERMINAL_STATUSES } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import type { Database } from "./database.ts";

/** Keys deleted in one go, so that no request waits long behind it. */
const BATCH = 1_000;

const DAY_MS = 86_400_000;

/**
 * Forgets idempotency keys that are old enough and whose deployment has ended.
 * @returns How many were forgotten; call again while it is more than none.
 */
export async function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  const result = await db
    .deleteFrom("idempotency_keys")
    .where((eb) =>
      eb(
        eb.refTuple("workspace_id", "key"),
        "in",
        eb
          .selectFrom("idempotency_keys as old")
          .innerJoin("deployments", "deployments.id", "old.deployment_id")
          .select(["old.workspace_id", "old.key"])
          .where("old.created_at", "<", instant(clock, -IDEMPOTENCY_RETENTION_DAYS * DAY_MS))
          .where("deployments.status", "in", [...TERMINAL_STATUSES])
          .limit(BATCH)
          .$asTuple("workspace_id", "key"),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
