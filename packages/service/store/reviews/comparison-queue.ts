import { sql } from "kysely";
import type { Report } from "../../domain/comparison.ts";
import type { Lease } from "../../domain/lease.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { OPEN_COMPARISONS, OPEN_DEPLOYMENTS } from "../engine/partial-indexes.ts";
import { deleteRows } from "../engine/rows.ts";
import type { ComparisonRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";
import { noteStored } from "../files/kept-objects.ts";
import { nameRenders } from "./renders.ts";

/** Attempts before the comparison of a lost worker fails: the first and one retry. */
const MAX_ATTEMPTS = 2;

/** Builds come first, but no comparison waits longer for them. */
export const PATIENCE_MS = 20_000;

const SUPERSEDED = "A newer preview of the branch was reviewed instead. Open that one.";
const LOST = "The review was interrupted twice. Deploy again to have another one.";

/** Gives comparisons whose worker is gone back to the queue, or ends them after the second time. */
export async function recoverComparisons(db: Database, { owner, at }: Pick<Lease, "owner" | "at">): Promise<void> {
  const lost = (tx: Transaction) =>
    tx
      .updateTable("comparisons")
      .where("status", "in", OPEN_COMPARISONS)
      .where("status", "=", "running")
      // Our own is one that we work on: a late heartbeat does not make us do it twice.
      .where("lease_owner", "!=", owner)
      .where("lease_expires_at", "<=", at);
  await inTransaction(db, async (tx) => {
    await lost(tx)
      .where("attempt", ">=", MAX_ATTEMPTS)
      .set(endedAs("failed", LOST, at))
      .execute();
    await lost(tx).set({ status: "pending", lease_owner: null, lease_expires_at: null }).execute();
  });
}

/** A comparison that was made once stays as it was when rendering more of it fails. */
function endedAs(status: "failed" | "unavailable", message: string, at: string) {
  return {
    status: sql<ComparisonRow["status"]>`CASE WHEN finished_at IS NULL THEN ${sql.lit(status)} ELSE 'ready' END`,
    message,
    finished_at: sql<string>`COALESCE(finished_at, ${at})`,
    report: sql<string | null>`CASE WHEN finished_at IS NULL THEN NULL ELSE report END`,
    lease_owner: null,
    lease_expires_at: null,
  };
}

interface ClaimChoice {
  /** The claiming machine builds nothing, so that the comparison need not wait for builds. */
  readonly besideBuilds?: boolean;
  /** Those whose comparisons are claimed; all when undefined. */
  readonly workspaces?: readonly string[] | undefined;
  /** A comparison that has waited since before this instant waits for builds no longer. */
  readonly patientSince: string;
}

/** Claims the comparison that is first in the queue, unless a build runs or waits: for those it waits a while. */
export async function claimComparison(
  db: Database,
  lease: Lease,
  { besideBuilds = false, workspaces, patientSince }: ClaimChoice,
): Promise<ComparisonRow | undefined> {
  const waiting = await pending(db, workspaces).limit(1).executeTakeFirst();
  // Most of the time nothing waits, and this look takes no lock.
  if (!waiting) return undefined;
  return inTransaction(db, async (tx) => {
    await supersede(tx);
    let waits = inOrder(pending(tx, workspaces));
    if (!besideBuilds && (await isBuilding(tx))) waits = waits.where("c.queued_at", "<=", patientSince);
    return tx
      .updateTable("comparisons")
      .set((eb) => ({
        status: "running",
        attempt: eb("attempt", "+", 1),
        lease_owner: lease.owner,
        lease_expires_at: lease.expiresAt,
      }))
      .where("id", "in", waits.limit(1))
      .where("status", "=", "pending")
      .returningAll()
      .executeTakeFirst();
  });
}

function pending(db: Database, workspaces?: readonly string[]) {
  const waiting = db
    .selectFrom("comparisons as c")
    .select("c.id")
    .where("c.status", "in", OPEN_COMPARISONS)
    .where("c.status", "=", "pending");
  if (!workspaces) return waiting;
  const theirs = db.selectFrom("sites").select("id").where("workspace_id", "in", workspaces);
  return waiting.where("c.site_id", "in", theirs);
}

const isForDecision = sql<boolean>`EXISTS (SELECT 1 FROM approval_requests AS r WHERE r.site_id = c.site_id
  AND r.file_list_digest = c.after_digest AND r.status = 'pending' AND r.requested_at IS NOT NULL)`;

/** First what members are to decide by, then by age. */
function inOrder(waiting: ReturnType<typeof pending>) {
  return waiting
    .orderBy(sql`CASE WHEN ${isForDecision} THEN 0 ELSE 1 END`)
    .orderBy("c.queued_at")
    .orderBy("c.id");
}

const MAX_BEHIND = 500;

/** How many come before a comparison that waits: those that are made now, and those before it in the queue. */
export async function countBefore(db: Database, id: string): Promise<number> {
  const { running } = await db
    .selectFrom("comparisons")
    .select((eb) => eb.fn.countAll<number>().as("running"))
    .where("status", "in", OPEN_COMPARISONS)
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  const waiting = await inOrder(pending(db)).limit(MAX_BEHIND).execute();
  const place = waiting.findIndex((row) => row.id === id);
  return running + (place === -1 ? waiting.length : place);
}

/** Whether a build runs or waits. */
export async function isBuilding(db: Database): Promise<boolean> {
  const build = await db
    .selectFrom("deployments")
    .select("id")
    .where("status", "in", OPEN_DEPLOYMENTS)
    .where("environment", "=", "preview")
    .limit(1)
    .executeTakeFirst();
  return build !== undefined;
}

/** Ends waiting comparisons of previews whose branch has a newer one, except those that somebody asked for or is to decide by. */
async function supersede(tx: Transaction): Promise<void> {
  const superseded = tx
    .selectFrom("comparisons as c")
    .innerJoin("reviews as old", "old.comparison_id", "c.id")
    .innerJoin("deployments as d", "d.id", "old.deployment_id")
    .innerJoin("deployments as newer", (join) =>
      join.onRef("newer.site_id", "=", "d.site_id").onRef("newer.branch", "=", "d.branch"),
    )
    .innerJoin("reviews as instead", "instead.deployment_id", "newer.id")
    .select("c.id")
    .where("c.status", "in", OPEN_COMPARISONS)
    .where("c.status", "=", "pending")
    .where("c.asked_at", "is", null)
    .whereRef("instead.comparison_id", "!=", "c.id")
    .where("newer.branch_verified", "=", 1)
    .whereRef("newer.created_at", ">", "d.created_at")
    .where(sql<boolean>`NOT ${isForDecision}`);
  await tx
    .updateTable("comparisons")
    .set(endedAs("unavailable", SUPERSEDED, tx.at))
    .where("id", "in", superseded)
    .execute();
}

export async function endForgotten(db: Database, before: string, message: string, at: string): Promise<void> {
  await db
    .updateTable("comparisons")
    .set(endedAs("unavailable", message, at))
    .where("status", "in", OPEN_COMPARISONS)
    .where("status", "=", "pending")
    .where("queued_at", "<", before)
    .execute();
}

const held = (db: Database, id: string, owner: string) =>
  db.updateTable("comparisons").where("id", "=", id).where("status", "=", "running").where("lease_owner", "=", owner);

/** @returns Whether the comparison is still this worker's. */
export async function renewComparison(db: Database, id: string, lease: Lease): Promise<boolean> {
  const row = await held(db, id, lease.owner)
    .set({ lease_expires_at: lease.expiresAt })
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a comparison back when the worker shuts down; it costs no attempt. */
export async function releaseComparison(db: Database, id: string, owner: string): Promise<void> {
  await held(db, id, owner)
    .set((eb) => ({
      status: "pending",
      attempt: eb("attempt", "-", 1),
      lease_owner: null,
      lease_expires_at: null,
    }))
    .execute();
}

export interface NeededFiles {
  readonly pictures: readonly string[];
  /** Small pictures, WebP. */
  readonly thumbnails: readonly string[];
  readonly renders: readonly { readonly key: string; readonly sha256: string }[];
  /** Who rendered: a worker, or empty for the service. */
  readonly maker: string;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly report: Report;
  readonly files: NeededFiles;
}

/** Stores what is known so far; a comparison that was made once keeps its report until the next one is whole. */
export async function noteProgress(
  db: Database,
  id: string,
  { done, total, report, files }: Progress,
  owner: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await held(tx, id, owner)
      .set({
        pages_done: done,
        pages_total: total,
        report: sql<string>`CASE WHEN finished_at IS NULL THEN ${JSON.stringify(report)} ELSE report END`,
      })
      .returning(["id", "site_id"])
      .executeTakeFirst();
    if (row) await needFiles(tx, row, files);
  });
}

async function needFiles(
  tx: Transaction,
  { id, site_id: siteId }: Pick<ComparisonRow, "id" | "site_id">,
  { pictures, thumbnails, renders, maker }: NeededFiles,
): Promise<void> {
  const kinds = new Map<string, "picture" | "thumbnail" | "render">(pictures.map((sha256) => [sha256, "picture"]));
  for (const sha256 of thumbnails) kinds.set(sha256, "thumbnail");
  for (const { sha256 } of renders) kinds.set(sha256, "render");
  if (kinds.size === 0) return;
  await noteStored(tx, [...kinds.keys()]);
  await tx
    .insertInto("comparison_files")
    .values([...kinds].map(([sha256, kind]) => ({ comparison_id: id, sha256, kind })))
    .onConflict((conflict) => conflict.columns(["comparison_id", "sha256"]).doNothing())
    .execute();
  await nameRenders(
    tx,
    renders.map(({ key, sha256 }) => ({ siteId, maker, key, sha256 })),
  );
}

export type ComparisonResult =
  | {
      readonly status: "ready";
      readonly report: Report;
      readonly files: NeededFiles;
      /** The small one among the pictures. */
      readonly thumbnail?: string;
      readonly message?: string | undefined;
    }
  | { readonly status: "failed" | "unavailable"; readonly message: string };

export async function finishComparison(
  db: Database,
  id: string,
  result: ComparisonResult,
  owner: string,
  at: string,
): Promise<void> {
  if (result.status !== "ready") {
    await held(db, id, owner)
      .set(endedAs(result.status, result.message, at))
      .execute();
    return;
  }
  await inTransaction(db, async (tx) => {
    const row = await held(tx, id, owner)
      .set({
        status: "ready",
        message: result.message ?? null,
        report: JSON.stringify(result.report),
        thumbnail_sha256: result.thumbnail ?? null,
        finished_at: at,
        lease_owner: null,
        lease_expires_at: null,
      })
      .returning(["id", "site_id"])
      .executeTakeFirst();
    if (!row) return;
    await deleteRows(tx, "comparison_files", { comparison_id: id });
    await needFiles(tx, row, result.files);
  });
}
