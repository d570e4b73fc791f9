import { randomBytes } from "node:crypto";
import type { Review } from "@greenroom/contract";
import { sql } from "kysely";
import { type Addresses, productionUrl } from "../../settings.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deploymentNotFound, type DeploymentView, requireDeployment } from "./deployments.ts";
import { liveOfSite } from "../sites/hosts.ts";
import { noteStored } from "../files/kept-objects.ts";
import type { Lease } from "./queue.ts";
import type { ReviewRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";

/** What a review found. */
export interface Report {
  readonly summary: NonNullable<Review["summary"]>;
  readonly pages: NonNullable<Review["pages"]>;
  readonly notRendered: NonNullable<Review["notRendered"]>;
  readonly brokenLinks: NonNullable<Review["brokenLinks"]>;
  readonly rules: NonNullable<Review["rules"]>;
}

/** Attempts before the review of a lost worker fails: the first and one retry. */
const MAX_ATTEMPTS = 2;

const SUPERSEDED = "A newer preview of the branch was reviewed instead. Open that one.";
const LOST = "The review was interrupted twice. Deploy again to have another one.";

/** Literals, as the partial index asks for. */
const OPEN = [sql.lit("pending" as const), sql.lit("running" as const)];
const OPEN_BUILDS = [sql.lit("queued" as const), sql.lit("building" as const)];

/** Has a preview reviewed that becomes ready in this transaction. */
export async function queueReview(tx: Transaction, deploymentId: string, at: string): Promise<void> {
  await tx
    .insertInto("reviews")
    .values({ deployment_id: deploymentId, status: "pending", attempt: 0, created_at: at })
    .onConflict((conflict) => conflict.column("deployment_id").doNothing())
    .execute();
}

/** Gives reviews whose worker is gone back to the queue, or fails them after the second time. */
export async function recoverReviews(db: Database, { owner, at }: Pick<Lease, "owner" | "at">): Promise<void> {
  const lost = (tx: Transaction) =>
    tx
      .updateTable("reviews")
      .where("status", "in", OPEN)
      .where("status", "=", "running")
      // Our own is one that we work on: a late heartbeat does not make us do it twice.
      .where("lease_owner", "!=", owner)
      .where("lease_expires_at", "<=", at);
  await inTransaction(db, async (tx) => {
    const ended = { status: "failed", message: LOST, finished_at: at, lease_owner: null } as const;
    await lost(tx).where("attempt", ">=", MAX_ATTEMPTS).set(ended).execute();
    await lost(tx).set({ status: "pending", lease_owner: null, lease_expires_at: null }).execute();
  });
}

interface ReviewChoice {
  /** It is made where no build is. */
  readonly besideBuilds?: boolean;
  /** Those whose reviews are claimed; all when undefined. */
  readonly workspaces?: readonly string[] | undefined;
}

/**
 * Claims the oldest review that waits, unless a build runs or waits: reviews are never in its way.
 * @returns The claimed row, or undefined when nothing can run now.
 */
export async function claimReview(
  db: Database,
  lease: Lease,
  { besideBuilds = false, workspaces }: ReviewChoice = {},
): Promise<ReviewRow | undefined> {
  const waiting = await pendingReviews(db, workspaces).limit(1).executeTakeFirst();
  // Most of the time nothing waits, and this look takes no lock.
  if (!waiting) return undefined;
  return inTransaction(db, async (tx) => {
    await supersede(tx, lease.at);
    if (!besideBuilds && (await isBuilding(tx))) return undefined;
    const oldest = pendingReviews(tx, workspaces).orderBy("created_at").limit(1);
    return tx
      .updateTable("reviews")
      .set((eb) => ({
        status: "running",
        attempt: eb("attempt", "+", 1),
        lease_owner: lease.owner,
        lease_expires_at: lease.expiresAt,
      }))
      .where("deployment_id", "in", oldest)
      .where("status", "=", "pending")
      .returningAll()
      .executeTakeFirst();
  });
}

function pendingReviews(db: Database, workspaces: readonly string[] | undefined) {
  const pending = db
    .selectFrom("reviews")
    .select("deployment_id")
    .where("status", "in", OPEN)
    .where("status", "=", "pending");
  if (!workspaces) return pending;
  const theirs = db.selectFrom("deployments").select("id").where("workspace_id", "in", workspaces);
  return pending.where("deployment_id", "in", theirs);
}

/** Whether a build runs or waits. */
export async function isBuilding(db: Database): Promise<boolean> {
  const build = await db
    .selectFrom("deployments")
    .select("id")
    .where("status", "in", OPEN_BUILDS)
    .where("environment", "=", "preview")
    .limit(1)
    .executeTakeFirst();
  return build !== undefined;
}

/** Ends waiting reviews whose branch has a newer preview, but not one that a pending decision needs. */
async function supersede(tx: Transaction, at: string): Promise<void> {
  const superseded = tx
    .selectFrom("reviews as old")
    .innerJoin("deployments as d", "d.id", "old.deployment_id")
    .innerJoin("deployments as newer", (join) =>
      join.onRef("newer.site_id", "=", "d.site_id").onRef("newer.branch", "=", "d.branch"),
    )
    .innerJoin("reviews as instead", "instead.deployment_id", "newer.id")
    .select("old.deployment_id")
    .where("old.status", "in", OPEN)
    .where("old.status", "=", "pending")
    .where("newer.branch_verified", "=", 1)
    .whereRef("newer.created_at", ">", "d.created_at")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("approval_requests as request")
            .select("request.id")
            .whereRef("request.source_deployment_id", "=", "old.deployment_id")
            .where("request.status", "=", "pending")
            .where("request.requested_at", "is not", null),
        ),
      ),
    );
  await tx
    .updateTable("reviews")
    .set({ status: "unavailable", message: SUPERSEDED, finished_at: at })
    .where("deployment_id", "in", superseded)
    .execute();
}

/** Notes what a claimed review is compared with. */
export async function noteLive(db: Database, id: string, owner: string, live: string | null): Promise<void> {
  await db
    .updateTable("reviews")
    .set({ live_deployment_id: live })
    .where("deployment_id", "=", id)
    .where("status", "=", "running")
    .where("lease_owner", "=", owner)
    .execute();
}

/** Ends reviews that were not begun since. */
export async function endForgottenReviews(db: Database, before: string, message: string, at: string): Promise<void> {
  await db
    .updateTable("reviews")
    .set({ status: "unavailable", message, finished_at: at })
    .where("status", "in", OPEN)
    .where("status", "=", "pending")
    .where("created_at", "<", before)
    .execute();
}

/** @returns Whether the review is still this worker's. */
export async function renewReview(db: Database, id: string, lease: Lease): Promise<boolean> {
  const row = await db
    .updateTable("reviews")
    .set({ lease_expires_at: lease.expiresAt })
    .where("deployment_id", "=", id)
    .where("status", "=", "running")
    .where("lease_owner", "=", lease.owner)
    .returning("deployment_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a review back when the worker shuts down; it costs no attempt. */
export async function releaseReview(db: Database, id: string, owner: string): Promise<void> {
  await db
    .updateTable("reviews")
    .set((eb) => ({
      status: "pending",
      attempt: eb("attempt", "-", 1),
      lease_owner: null,
      lease_expires_at: null,
    }))
    .where("deployment_id", "=", id)
    .where("status", "=", "running")
    .where("lease_owner", "=", owner)
    .execute();
}

/** How a review ended. */
export type Ended =
  | {
      readonly status: "ready";
      readonly report: Report;
      readonly liveDeploymentId: string | null;
      /** Digests of stored files. */
      readonly pictures: readonly string[];
      /** The small one among them. */
      readonly thumbnail?: string;
      readonly message?: string | undefined;
    }
  | { readonly status: "failed" | "unavailable"; readonly message: string };

/** Stores how a review ended, while it is this worker's. */
export async function finishReview(db: Database, id: string, ended: Ended, owner: string, at: string): Promise<void> {
  const ready = ended.status === "ready" ? ended : undefined;
  await inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable("reviews")
      .set({
        status: ended.status,
        message: ended.message ?? null,
        report: ready ? JSON.stringify(ready.report) : null,
        live_deployment_id: ready?.liveDeploymentId ?? null,
        thumbnail_sha256: ready?.thumbnail ?? null,
        thumbnail_name: ready?.thumbnail === undefined ? null : randomBytes(16).toString("base64url"),
        finished_at: at,
        lease_owner: null,
        lease_expires_at: null,
      })
      .where("deployment_id", "=", id)
      .where("status", "=", "running")
      .where("lease_owner", "=", owner)
      .returning("deployment_id")
      .executeTakeFirst();
    if (!row || ready === undefined) return;
    await noteStored(tx, ready.pictures, at);
    const pictures = [...new Set(ready.pictures)].map((sha256) => ({ deployment_id: id, sha256 }));
    if (pictures.length > 0) await tx.insertInto("review_pictures").values(pictures).execute();
  });
}

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

/**
 * Reads the review of a deployment; that of a production deployment is the one of its preview.
 * @throws {ApiError} `deployment_not_found`
 */
export async function readReview(
  db: Database,
  workspaceId: string,
  { deploymentId, siteId, whyNone, addresses, publicThumbnails = false }: ReviewQuery,
): Promise<Review> {
  const named = await requireDeployment(db, workspaceId, deploymentId);
  const source = named.source_deployment_id;
  const view = source === null ? named : await requireDeployment(db, workspaceId, source);
  if (siteId !== undefined && view.site_id !== siteId.toLowerCase()) throw deploymentNotFound();
  const row = await db.selectFrom("reviews").selectAll().where("deployment_id", "=", view.id).executeTakeFirst();
  const shared = { deploymentId: view.id, siteId: view.site_id };
  if (!row || row.status === "pending" || row.status === "running") {
    return { ...shared, ...unfinished(view, row, whyNone) };
  }
  return {
    ...shared,
    status: row.status,
    ...(row.message !== null && { message: row.message }),
    createdAt: row.created_at,
    ...(row.finished_at !== null && { finishedAt: row.finished_at }),
    ...(row.status === "ready" && {
      live: await comparedWith(db, view, row.live_deployment_id, addresses),
    }),
    ...(row.report === null ? {} : (JSON.parse(row.report) as Report)),
    ...(publicThumbnails &&
      addresses &&
      row.thumbnail_name !== null &&
      (await findPublicThumbnail(db, row.thumbnail_name)) !== undefined && {
        thumbnailUrl: `${addresses.baseUrl}/thumbnails/${row.thumbnail_name}.webp`,
      }),
  };
}

/** The state of a ready preview's review, with which its record saves the request for one that is not there. */
export async function readReviewStatus(
  db: Database,
  view: DeploymentView,
  whyNone: WhyNone,
): Promise<Review["status"] | undefined> {
  if (view.environment !== "preview" || view.status !== "ready") return undefined;
  const row = await db.selectFrom("reviews").selectAll().where("deployment_id", "=", view.id).executeTakeFirst();
  if (!row || row.status === "pending" || row.status === "running") return unfinished(view, row, whyNone).status;
  return row.status;
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
  const compared = await db
    .selectFrom("deployments")
    .select("commit_sha")
    .where("id", "=", deploymentId)
    .executeTakeFirst();
  const live = await liveOfSite(db, view.site_id);
  const commitSha = compared?.commit_sha ?? null;
  return {
    deploymentId,
    ...(commitSha !== null && { commitSha }),
    current: live?.deploymentId === deploymentId,
    ...(live !== undefined && addresses && { url: productionUrl(addresses, view) }),
  };
}

/** Finds a picture of a deployment's review by its file name: PNG, and WebP for the thumbnail. */
export async function findPicture(
  db: Database,
  deploymentId: string,
  name: string,
): Promise<{ readonly sha256: string; readonly type: "image/png" | "image/webp" } | undefined> {
  const [, sha256 = "", ending] = /^([0-9a-f]{64})\.(png|webp)$/.exec(name) ?? [];
  const row = await db
    .selectFrom("review_pictures")
    .innerJoin("reviews", "reviews.deployment_id", "review_pictures.deployment_id")
    .select("thumbnail_sha256")
    .where("review_pictures.deployment_id", "=", deploymentId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (!row || (row.thumbnail_sha256 === sha256) !== (ending === "webp")) return undefined;
  return { sha256, type: ending === "webp" ? "image/webp" : "image/png" };
}

/** A row of a public thumbnail while its preview is there: not of a site that was archived, not without its files. */
function thumbnails(db: Database) {
  return db
    .selectFrom("reviews")
    .innerJoin("deployments", "deployments.id", "reviews.deployment_id")
    .innerJoin("review_pictures", (join) =>
      join
        .onRef("review_pictures.deployment_id", "=", "reviews.deployment_id")
        .onRef("review_pictures.sha256", "=", "reviews.thumbnail_sha256"),
    )
    .select(["reviews.deployment_id", "review_pictures.sha256"])
    .where("deployments.hidden_at", "is", null)
    .where("deployments.file_list_digest", "is not", null);
}

/**
 * Finds a thumbnail by its public name; the previews of its site are open to everyone.
 * @returns Digest of the stored WebP.
 */
export async function findPublicThumbnail(db: Database, name: string): Promise<string | undefined> {
  const row = await thumbnails(db)
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .where("sites.preview_access", "is", null)
    .where("reviews.thumbnail_name", "=", name)
    .executeTakeFirst();
  return row?.sha256;
}

/** Digests of the thumbnails of deployments, which have one and are still there. */
export async function findThumbnails(
  db: Database,
  workspaceId: string,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (deploymentIds.length === 0) return new Map();
  const rows = await thumbnails(db)
    .where("deployments.workspace_id", "=", workspaceId)
    .where("reviews.deployment_id", "in", [...new Set(deploymentIds)])
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.sha256]));
}
