import { randomBytes } from "node:crypto";
import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { comparisonId, type Pair, pairOf, type Report } from "../../domain/comparison.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { OPEN_COMPARISONS } from "../engine/partial-indexes.ts";
import { addRow, findRow, requireRow } from "../engine/rows.ts";
import type { ComparisonRow } from "../engine/schema.ts";
import { liveOfSite } from "../sites/hosts.ts";
import { countBefore } from "./comparison-queue.ts";

/** Pages that are rendered at first, and at most. */
export const PAGES = { first: 12, most: 60 } as const;

/** Has two lists of files compared, unless they are. @returns The id of the comparison. */
async function queueComparison(
  db: Database,
  { siteId, at, ...pair }: Pair & { readonly siteId: string; readonly at: string },
): Promise<string> {
  const id = comparisonId(siteId, pair);
  await db
    .insertInto("comparisons")
    .values({
      id,
      site_id: siteId,
      before_digest: pair.before,
      after_digest: pair.after,
      masks: pair.masks,
      status: "pending",
      pages_done: 0,
      pages_total: 0,
      max_pages: PAGES.first,
      attempt: 0,
      queued_at: at,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ status: "pending", message: null, attempt: 0, queued_at: at, finished_at: null })
        .where("comparisons.status", "in", ["failed", "unavailable"]),
    )
    .execute();
  return id;
}

/** Has a preview compared with what is live, in the transaction that makes it ready. */
export async function queueReview(tx: Transaction, deploymentId: string): Promise<void> {
  const { site_id: siteId, file_list_digest: digest } = await requireRow(tx, "deployments", { id: deploymentId });
  const live = await liveOfSite(tx, siteId);
  const comparison = await queueComparison(tx, { siteId, ...(await pairNow(tx, siteId, digest)), at: tx.at });
  await addRow(tx, "reviews", {
    deployment_id: deploymentId,
    comparison_id: comparison,
    live_deployment_id: live?.deploymentId ?? null,
    thumbnail_name: randomBytes(16).toString("base64url"),
    created_at: tx.at,
  });
}

/** Has the releases that wait for a decision compared with what has just gone live. */
export async function queueForDecisions(tx: Transaction, siteId: string): Promise<void> {
  const waiting = await waitingRequests(tx, siteId, tx.at).select("file_list_digest").distinct().execute();
  for (const { file_list_digest: digest } of waiting) {
    const pair = await pairNow(tx, siteId, digest);
    if (pair.before !== pair.after) await queueComparison(tx, { siteId, ...pair, at: tx.at });
  }
}

function waitingRequests(db: Database, siteId: string, at: string) {
  return db
    .selectFrom("approval_requests")
    .where("site_id", "=", siteId)
    .where("status", "=", sql.lit("pending" as const))
    .where("requested_at", "is not", null)
    .where("expires_at", ">", at);
}

type ComparisonState =
  | { readonly kind: "none" }
  | { readonly kind: "queued"; readonly behind: number; readonly report?: Report }
  | { readonly kind: "rendering"; readonly done: number; readonly total: number; readonly report?: Report }
  | {
      readonly kind: "ready";
      readonly report: Report;
      /** Pages that differ were not rendered: `renderRest` has more of them rendered. */
      readonly partly: boolean;
      readonly message?: string;
    }
  | { readonly kind: "failed" | "unavailable"; readonly message: string };

export type Comparison = { readonly id: string } & ComparisonState;

export const GONE = "The files of one of the two versions were removed.";

/** Comparisons of a site that wait because somebody looked; those that members decide by are always made. */
const MAX_WAITING = 20;
const CROWDED = `${MAX_WAITING} other comparisons of this site wait to be made. Open this one later.`;

type ReadingContext = Pick<ServiceContext, "db" | "clock" | "settings" | "reviews">;

/** Reads what files change; queues the comparison unless it is made, waits or failed. */
export async function readComparison(context: ReadingContext, siteId: string, pair: Pair): Promise<Comparison> {
  const { db, clock, settings, reviews } = context;
  const { before, after } = pair;
  const id = comparisonId(siteId, pair);
  if (before === after) return { id, kind: "none" };
  const known = await findComparison(db, siteId, id);
  if (known?.status === "ready") return { id, ...(await readState(db, known)) };
  const problem = reviews.problem();
  if (problem !== undefined || !settings.review) {
    return { id, kind: "unavailable", message: problem ?? known?.message ?? "Reviews are switched off." };
  }
  const at = instant(clock);
  if (!known || known.status === "unavailable") {
    if (!(await isStored(db, siteId, pair))) return { id, kind: "unavailable", message: GONE };
    if (await isCrowded(db, siteId, after, at)) return { id, kind: "unavailable", message: CROWDED };
    await queueComparison(db, { siteId, ...pair, at });
  }
  if (!known || known.asked_at === null) {
    await db.updateTable("comparisons").set({ asked_at: at }).where("id", "=", id).execute();
  }
  const row = await findComparison(db, siteId, id);
  return { id, ...(row ? await readState(db, row) : { kind: "unavailable", message: GONE }) };
}

async function isCrowded(db: Database, siteId: string, after: string, at: string): Promise<boolean> {
  const { waiting } = await db
    .selectFrom("comparisons")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("site_id", "=", siteId)
    .where("status", "in", OPEN_COMPARISONS)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  if (waiting < MAX_WAITING) return false;
  const isForDecision = waitingRequests(db, siteId, at).select("id").where("file_list_digest", "=", after).limit(1);
  return (await isForDecision.executeTakeFirst()) === undefined;
}

function findComparison(db: Database, siteId: string, id: string): Promise<ComparisonRow | undefined> {
  return findRow(db, "comparisons", { id, site_id: siteId });
}

/** Whether the site still has the files of both sides. */
export async function isStored(db: Database, siteId: string, { before, after }: Omit<Pair, "masks">): Promise<boolean> {
  const wanted = [...new Set([before, after])].filter((digest) => digest !== "");
  const rows = await db
    .selectFrom("deployments")
    .select("file_list_digest")
    .distinct()
    .where("site_id", "=", siteId)
    .where("file_list_digest", "in", wanted)
    .execute();
  return rows.length === wanted.length;
}

async function readState(db: Database, row: ComparisonRow): Promise<ComparisonState> {
  const report = row.report === null ? undefined : (JSON.parse(row.report) as Report);
  switch (row.status) {
    case "pending":
      return { kind: "queued", behind: await countBefore(db, row.id), ...(report && { report }) };
    case "running":
      return { kind: "rendering", done: row.pages_done, total: row.pages_total, ...(report && { report }) };
    case "ready":
      if (!report) throw new Error(`The comparison ${row.id} has no report.`);
      return {
        kind: "ready",
        report,
        partly: report.notRendered.length > 0,
        ...(row.message !== null && { message: row.message }),
      };
    case "failed":
    case "unavailable":
      return { kind: row.status, message: row.message ?? GONE };
  }
}

/** Ends comparisons whose newer files were removed, with their pictures. */
export async function forgetComparisons(tx: Transaction, siteId?: string): Promise<void> {
  const gone = tx
    .selectFrom("comparisons as c")
    .select("c.id")
    .$if(siteId !== undefined, (query) => query.where("c.site_id", "=", siteId ?? ""))
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM deployments AS d
        WHERE d.site_id = c.site_id AND d.file_list_digest = c.after_digest)`,
    );
  const removed = await tx
    .deleteFrom("comparison_files")
    .where("comparison_id", "in", gone)
    .returning("comparison_id")
    .execute();
  const ids = [...new Set(removed.map((file) => file.comparison_id))];
  if (ids.length === 0) return;
  await tx
    .updateTable("comparisons")
    .set({ status: "unavailable", message: GONE, report: null, thumbnail_sha256: null, lease_owner: null })
    .where("id", "in", ids)
    .execute();
}

/** Has the pages that were not rendered rendered, or a comparison that failed made again. */
export async function renderRest(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  siteId: string,
  id: string,
): Promise<void> {
  const at = instant(clock);
  await db
    .updateTable("comparisons")
    .set((eb) => ({
      status: "pending",
      attempt: 0,
      max_pages: PAGES.most,
      asked_at: at,
      queued_at: at,
      pages_done: 0,
      pages_total: 0,
      // Without a report nothing is there that a failure could take back.
      finished_at: eb.case().when("report", "is", null).then(null).else(eb.ref("finished_at")).end(),
    }))
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .where("status", "in", ["ready", "failed", "unavailable"])
    .execute();
}

const MOVED =
  "What is live, or what the site leaves out of its pictures, has changed since you looked. Look at the comparison as it is now, then decide.";

/** What files change against what is live now, compared as the site says now. */
async function pairNow(db: Database, siteId: string, fileListDigest: string | null): Promise<Pair> {
  const { masks } = await requireRow(db, "sites", { id: siteId });
  return pairOf(await liveOfSite(db, siteId), fileListDigest, masks);
}

export async function currentComparison(db: Database, siteId: string, fileListDigest: string | null): Promise<string> {
  return comparisonId(siteId, await pairNow(db, siteId, fileListDigest));
}

/** @param shown The comparison that its form showed, or that the second factor was given for. */
export async function requireCurrentComparison(
  db: Database,
  siteId: string,
  fileListDigest: string | null,
  shown: string | null,
): Promise<Pair> {
  const pair = await pairNow(db, siteId, fileListDigest);
  const current = comparisonId(siteId, pair);
  if (shown !== current) throw comparisonChanged(current);
  return pair;
}

/** Reads the pair that a request is about: only what it would publish has to be what was looked at. */
export async function requireComparisonOf(
  db: Database,
  siteId: string,
  fileListDigest: string | null,
  named: string | null,
): Promise<Pair> {
  const pair = await pairNow(db, siteId, fileListDigest);
  const current = comparisonId(siteId, pair);
  if (named === current) return pair;
  const shown = (await formerPairs(db, siteId, pair)).find((former) => comparisonId(siteId, former) === named);
  if (!shown) throw comparisonChanged(current);
  return shown;
}

/** The same files against what was live before. */
async function formerPairs(db: Database, siteId: string, pair: Pair): Promise<readonly Pair[]> {
  const formers = await db
    .selectFrom("deployments")
    .select("file_list_digest")
    .distinct()
    .where("site_id", "=", siteId)
    .where("environment", "=", "production")
    .execute();
  return ["", ...formers.map((former) => former.file_list_digest ?? "")].map((before) => ({ ...pair, before }));
}

function comparisonChanged(comparison: string): ApiError {
  return new ApiError("comparison_changed", MOVED, { comparison });
}
