import { sql } from "kysely";
import type { Database } from "./database.ts";
import { OPEN_DEPLOYMENTS } from "./partial-indexes.ts";
import type { DeploymentRow, LastTimeRow } from "./schema.ts";

/** What is open at a moment, each read by an index that has the open rows alone. */
export interface Figures {
  readonly deployments: readonly { readonly status: string; readonly count: number; readonly oldestAt: string }[];
  readonly deliveries: readonly { readonly kind: string; readonly status: string; readonly count: number }[];
  readonly approvals: { readonly count: number; readonly oldestAt: string | null };
  readonly workers: readonly { readonly slots: number; readonly lastSeenAt: string | null }[];
  readonly lastTimes: readonly LastTimeRow[];
}

/** Reads the figures of a database for metrics. Conditions are literals, as the partial indexes ask for. */
export async function readFigures(db: Database): Promise<Figures> {
  const deployments = await db
    .selectFrom("deployments")
    .select((eb) => [
      "status",
      eb.fn.countAll<number>().as("count"),
      // An upload that is not complete waits for its client.
      eb.fn
        .min(sql<string>`CASE WHEN upload IS NULL OR upload = 'complete' THEN COALESCE(held_until, created_at) END`)
        .as("oldestAt"),
    ])
    .where("status", "in", OPEN_DEPLOYMENTS)
    .groupBy("status")
    .execute();
  const deliveries = [];
  for (const status of ["waiting", "failed"] as const) {
    const rows = await db
      .selectFrom("deliveries")
      .select((eb) => ["kind", eb.fn.countAll<number>().as("count")])
      .where("status", "=", sql.lit(status))
      .groupBy("kind")
      .execute();
    deliveries.push(...rows.map((row) => ({ ...row, status })));
  }
  const approvals = await db
    .selectFrom("approval_requests")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("requested_at").as("oldestAt")])
    .where("status", "=", sql.lit("pending" as const))
    .where("requested_at", "is not", null)
    .executeTakeFirstOrThrow();
  const workers = await db
    .selectFrom("workers")
    .select(["slots", "last_seen_at as lastSeenAt"])
    .where("revoked_at", "is", null)
    .execute();
  const lastTimes = await db.selectFrom("last_times").selectAll().execute();
  return { deployments, deliveries, approvals, workers, lastTimes };
}

export type Ended = Pick<
  DeploymentRow,
  "id" | "environment" | "status" | "error_code" | "created_at" | "started_at" | "finished_at"
>;

/** Those that ended first come first. @param after The last one of the page before. */
export async function listEnded(db: Database, since: string, limit: number, after?: Ended): Promise<Ended[]> {
  let query = db
    .selectFrom("deployments")
    .select(["id", "environment", "status", "error_code", "created_at", "started_at", "finished_at"])
    .where("finished_at", "is not", null)
    .where("finished_at", ">=", after?.finished_at ?? since)
    .orderBy("finished_at")
    .orderBy("id")
    .limit(limit);
  if (after) query = query.where(sql<boolean>`(finished_at, id) > (${after.finished_at}, ${after.id})`);
  return await query.execute();
}

/** What is stored and kept: it reads all rows of that, so not often. What was removed long ago costs nothing. */
export async function countStored(db: Database) {
  const { files, bytes } = await db
    .selectFrom("objects")
    .select((eb) => [eb.fn.countAll<number>().as("files"), eb.fn.sum<number | string | null>("size").as("bytes")])
    .executeTakeFirstOrThrow();
  const { stored } = await db
    .selectFrom("workspaces")
    .select((eb) => eb.fn.sum<number | string | null>("stored_bytes").as("stored"))
    .executeTakeFirstOrThrow();
  const kept = await db
    .selectFrom("deployments")
    .select((eb) => ["environment", eb.fn.countAll<number>().as("count")])
    .where("status", "=", sql.lit("ready" as const))
    .where("removed_at", "is", null)
    .groupBy("environment")
    .execute();
  const removed = await db
    .selectFrom("removal_counts")
    .select((eb) => ["reason", eb.fn.sum<number | string>("count").as("count")])
    .groupBy("reason")
    .execute();
  const { lost } = await db
    .selectFrom("objects")
    .select((eb) => eb.fn.countAll<number>().as("lost"))
    .where("lost_at", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    files,
    bytes: Number(bytes ?? 0),
    storedBytes: Number(stored ?? 0),
    kept,
    removed: removed.map(({ reason, count }) => ({ reason, count: Number(count) })),
    lost,
  };
}
