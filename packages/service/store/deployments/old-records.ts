import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import { DAY_MS } from "../../domain/instants.ts";
import type { Database } from "../engine/database.ts";
import { inTransaction } from "../engine/transaction.ts";

/** What is known of a preview stays for so long after its end, and after its files are gone. */
export const RECORD_DAYS = 400;

const BATCH = 200;
/** The next round takes the rest. */
const A_ROUND = 20_000;

/** Tables of rows that go with a deployment; others hold it, or go by themselves. */
const PARTS = [
  "deployment_events",
  "deployment_statements",
  "idempotency_keys",
  "upload_entries",
  "hosts",
  "branches",
] as const;

/** Condition on deployments `d`: nothing that stays names it. A release, and what it was made from, is never forgotten. */
const isUnnamed = sql<boolean>`(NOT EXISTS (SELECT 1 FROM approval_requests AS a WHERE a.source_deployment_id = d.id)
  AND NOT EXISTS (SELECT 1 FROM approval_requests AS a WHERE a.deployment_id = d.id)
  AND NOT EXISTS (SELECT 1 FROM deployments AS r WHERE r.source_deployment_id = d.id)
  AND NOT EXISTS (SELECT 1 FROM comment_threads AS t WHERE t.deployment_id = d.id))`;

/**
 * Forgets previews that ended long ago and have no files any more, with their events and statements: without it the
 * database would grow for ever.
 */
export async function forgetOld(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { signal, most = A_ROUND }: { readonly signal?: AbortSignal; readonly most?: number } = {},
): Promise<number> {
  const before = instant(clock, -RECORD_DAYS * DAY_MS);
  let forgotten = 0;
  while (forgotten < most) {
    if (signal?.aborted === true) break;
    const count = await inTransaction(db, async (tx) => {
      const rows = await tx
        .selectFrom("deployments as d")
        .select("d.id")
        .where("d.finished_at", "is not", null)
        .where("d.finished_at", "<", before)
        .where("d.environment", "=", "preview")
        .where("d.file_list_digest", "is", null)
        .where((eb) => eb.or([eb("d.removed_at", "<", before), eb("d.status", "!=", "ready")]))
        .where(isUnnamed)
        .orderBy("d.finished_at")
        .limit(BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      for (const table of PARTS) await tx.deleteFrom(table).where("deployment_id", "in", ids).execute();
      await tx.deleteFrom("deployments").where("id", "in", ids).execute();
      return ids.length;
    });
    forgotten += count;
    if (count < BATCH) break;
  }
  return forgotten;
}
