import type { Review } from "@greenroom/contract";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import type { Report } from "../../domain/comparison.ts";
import { type Addresses, productionUrl } from "../../settings.ts";
import { countThreads } from "../comments/threads.ts";
import {
  deploymentNotFound,
  type DeploymentView,
  requireDeployment,
  requireVisibleDeployment,
  toDeployment,
} from "../deployments/deployments.ts";
import { type Database, engineOf } from "../engine/database.ts";
import { findRow } from "../engine/rows.ts";
import type { ComparisonRow } from "../engine/schema.ts";
import { liveOfSite } from "../sites/hosts.ts";

/** Why deployments of this service have no review, as a sentence; undefined when they have one. */
export type WhyNone = string | undefined;

const OF_PREVIEWS = "Reviews are made of ready previews.";
const BEFORE = "The preview is from before reviews were made here. Deploy again to have one.";

interface ReviewQuery {
  readonly deploymentId: string;
  readonly siteId?: string;
  readonly whyNone: WhyNone;
  /** Where the live site is found; without them the review does not say. */
  readonly addresses?: Addresses;
  /** The review names a picture that anyone can fetch. */
  readonly publicThumbnails?: boolean | undefined;
}

/** That of a production deployment is the review of its preview. */
export async function readReview(
  db: Database,
  workspaceId: string,
  { deploymentId, siteId, whyNone, addresses, publicThumbnails = false }: ReviewQuery,
): Promise<Review> {
  const named = await requireDeployment(db, workspaceId, deploymentId);
  const source = named.source_deployment_id;
  const view = source === null ? named : await requireDeployment(db, workspaceId, source);
  if (siteId !== undefined && view.site_id !== siteId.toLowerCase()) throw deploymentNotFound();
  const row = await findReview(db, view.id);
  const comparison = row && { comparison: row.comparison_id };
  const shared = { deploymentId: view.id, siteId: view.site_id, ...comparison };
  const status = row && statusOf(row);
  if (!row || status === undefined || status === "pending") return { ...shared, ...unfinished(view, row, whyNone) };
  const report = row.report === null ? {} : (JSON.parse(row.report) as Report);
  return {
    ...shared,
    status,
    ...(row.message !== null && { message: row.message }),
    createdAt: row.created_at,
    ...(row.finished_at !== null && { finishedAt: row.finished_at }),
    ...(status === "ready" && {
      live: await comparedWith(db, view, row.live_deployment_id, addresses),
    }),
    ...report,
    ...(publicThumbnails && addresses && (await withThumbnails(db, addresses, row, report))),
  };
}

async function withThumbnails(
  db: Database,
  { baseUrl }: Addresses,
  { thumbnail_name: name, thumbnail_sha256: first }: ReviewRow,
  { pages = [] }: Partial<Report>,
): Promise<Pick<Review, "thumbnailUrl" | "pages">> {
  const shown = await findPublicThumbnails(db, name);
  const urlOf = (sha256: string | null | undefined) =>
    sha256 && shown.has(sha256) ? `${baseUrl}/thumbnails/${name}/${sha256}.webp` : undefined;
  return {
    thumbnailUrl: urlOf(first),
    pages: pages.map(({ thumbnails, ...page }) => {
      const thumbnailUrls = { before: urlOf(thumbnails?.before), after: urlOf(thumbnails?.after) };
      return { ...page, ...(thumbnails && { thumbnails, thumbnailUrls }) };
    }),
  };
}

/** With the status of its review where it is a ready preview, and how many comments are open. */
export async function readWithReview(
  { db, addresses, reviews }: Pick<ServiceContext, "db" | "addresses" | "reviews">,
  actor: Actor,
  deploymentId: string,
) {
  const view = await requireVisibleDeployment(db, actor, deploymentId);
  const review = await readReviewStatus(db, view, reviews.problem());
  const threads = await countThreads(db, view);
  const comments = { ...threads, webUrl: `${addresses.baseUrl}/app/room/${view.id}` };
  return {
    ...toDeployment(view, addresses),
    ...(review !== undefined && { review }),
    ...(threads.open > 0 && { comments }),
  };
}

/** The state of a ready preview's review, with which its record saves the request for one that is not there. */
async function readReviewStatus(
  db: Database,
  view: DeploymentView,
  whyNone: WhyNone,
): Promise<Review["status"] | undefined> {
  if (view.environment !== "preview" || view.status !== "ready") return undefined;
  const row = await findReview(db, view.id);
  const status = row && statusOf(row);
  return status === undefined || status === "pending" ? unfinished(view, row, whyNone).status : status;
}

type ReviewRow = Pick<ComparisonRow, "status" | "message" | "report" | "finished_at" | "thumbnail_sha256"> & {
  readonly created_at: string;
  readonly comparison_id: string;
  readonly live_deployment_id: string | null;
  readonly thumbnail_name: string;
};

function findReview(db: Database, deploymentId: string): Promise<ReviewRow | undefined> {
  return db
    .selectFrom("reviews")
    .innerJoin("comparisons as c", "c.id", "reviews.comparison_id")
    .select(["c.status", "c.message", "c.report", "c.finished_at", "c.thumbnail_sha256"])
    .select(["reviews.created_at", "comparison_id", "live_deployment_id", "thumbnail_name"])
    .where("deployment_id", "=", deploymentId)
    .executeTakeFirst();
}

/** More pages of one that is ready may be rendered just now. */
function statusOf({ status, finished_at: finishedAt }: ReviewRow): Review["status"] {
  if (status !== "pending" && status !== "running") return status;
  return finishedAt === null ? "pending" : "ready";
}

function unfinished(
  view: DeploymentView,
  row: ReviewRow | undefined,
  whyNone: WhyNone,
): Pick<Review, "status" | "message" | "createdAt"> {
  if (whyNone !== undefined) return { status: "unavailable", message: whyNone };
  if (row) return { status: "pending", createdAt: row.created_at };
  if (view.environment === "preview" && (view.status === "queued" || view.status === "building")) {
    return { status: "pending" };
  }
  return { status: "unavailable", message: view.status === "ready" ? BEFORE : OF_PREVIEWS };
}

async function comparedWith(
  db: Database,
  view: DeploymentView,
  deploymentId: string | null,
  addresses: Addresses | undefined,
): Promise<Review["live"]> {
  if (deploymentId === null) return null;
  const compared = await findRow(db, "deployments", { id: deploymentId });
  const live = await liveOfSite(db, view.site_id);
  const commitSha = compared?.commit_sha ?? null;
  return {
    deploymentId,
    ...(commitSha !== null && { commitSha }),
    current: live?.deploymentId === deploymentId,
    ...(live !== undefined && addresses && { url: productionUrl(addresses, view) }),
  };
}

export async function findReviewedPages(
  db: Database,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, Partial<Pick<Report, "pages">>>> {
  if (deploymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("reviews")
    .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
    .select(["reviews.deployment_id", "comparisons.report"])
    .where("reviews.deployment_id", "in", deploymentIds)
    .where("comparisons.report", "is not", null)
    .execute();
  return new Map(rows.map(({ deployment_id: id, report }) => [id, JSON.parse(report ?? "{}") as Partial<Report>]));
}

/** How many pages each preview changes, adds and removes, rendered or not; previews without a review are left out. */
export async function findChangedPages(
  db: Database,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (deploymentIds.length === 0) return new Map();
  const isPostgres = engineOf(db).kind === "postgres";
  const count = (name: "changed" | "added" | "removed") =>
    isPostgres
      ? sql<number>`(report::json -> 'summary' ->> ${sql.lit(name)})::integer`
      : sql<number>`json_extract(report, ${sql.lit(`$.summary.${name}`)})`;
  // Pages that come and go are among those of the summary.
  const notRendered = isPostgres
    ? sql<number>`(select count(*)::integer from json_array_elements(report::json -> 'notRendered') as page where page ->> 'change' = 'changed')`
    : sql<number>`(select count(*) from json_each(report, '$.notRendered') where json_extract(value, '$.change') = 'changed')`;
  const rows = await db
    .selectFrom("reviews")
    .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
    .select("deployment_id")
    .select(sql<number>`${count("changed")} + ${count("added")} + ${count("removed")} + ${notRendered}`.as("pages"))
    .where("comparisons.status", "=", "ready")
    .where("comparisons.report", "is not", null)
    .where("deployment_id", "in", [...new Set(deploymentIds)])
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.pages]));
}

export async function comparisonOfPreview(db: Database, deploymentId: string): Promise<string | undefined> {
  const row = await findRow(db, "reviews", { deployment_id: deploymentId });
  return row?.comparison_id;
}

/** Finds a picture of a comparison by its file name: PNG, and WebP for a thumbnail. */
export async function findPicture(
  db: Database,
  asked: { readonly workspaceId: string; readonly comparisonId: string; readonly name: string },
): Promise<{ readonly sha256: string; readonly type: "image/png" | "image/webp" } | undefined> {
  const [, sha256 = "", ending] = /^([0-9a-f]{64})\.(png|webp)$/.exec(asked.name) ?? [];
  const row = await db
    .selectFrom("comparison_files as f")
    .innerJoin("comparisons as c", "c.id", "f.comparison_id")
    .innerJoin("sites", "sites.id", "c.site_id")
    .select("f.sha256")
    .where("c.id", "=", asked.comparisonId)
    .where("sites.workspace_id", "=", asked.workspaceId)
    .where("f.sha256", "=", sha256)
    .where("f.kind", "=", ending === "webp" ? "thumbnail" : "picture")
    .executeTakeFirst();
  return row && { sha256, type: ending === "webp" ? "image/webp" : "image/png" };
}

/** Reviews with their thumbnails while their previews are there: not of a site that was archived, not without its files. */
function thumbnails(db: Database) {
  return db
    .selectFrom("reviews")
    .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
    .innerJoin("deployments", "deployments.id", "reviews.deployment_id")
    .innerJoin("comparison_files", "comparison_files.comparison_id", "comparisons.id")
    .select(["reviews.deployment_id", "comparison_files.sha256"])
    .where("comparison_files.kind", "=", "thumbnail")
    .where("deployments.hidden_at", "is", null)
    .where("deployments.file_list_digest", "is not", null);
}

/** Only while the previews of the site are open to everyone. @returns Digests of the stored WebP pictures. */
export async function findPublicThumbnails(db: Database, name: string): Promise<ReadonlySet<string>> {
  const rows = await thumbnails(db)
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .where("sites.preview_access", "is", null)
    .where("reviews.thumbnail_name", "=", name)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Digests of the thumbnails of deployments, which have one and are still there. */
export async function findThumbnails(
  db: Database,
  workspaceId: string,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (deploymentIds.length === 0) return new Map();
  const rows = await thumbnails(db)
    .whereRef("comparison_files.sha256", "=", "comparisons.thumbnail_sha256")
    .where("deployments.workspace_id", "=", workspaceId)
    .where("reviews.deployment_id", "in", [...new Set(deploymentIds)])
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.sha256]));
}
