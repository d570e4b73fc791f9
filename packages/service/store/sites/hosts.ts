import { createHash } from "node:crypto";
import { MAX_SLUG_CHARS, type PreviewAccess } from "@greenroom/contract";
import { sql } from "kysely";
import { BASE32 } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, requireRow } from "../engine/rows.ts";
import type { DeploymentRow, HostRow, RemovalReason, SiteRow } from "../engine/schema.ts";

const HASH_CHARS = 10;

/** Fifty bits of a digest: enough that two labels of one instance never collide. */
function shortHash(text: string): string {
  const bytes = createHash("sha256").update(text).digest();
  return Array.from(bytes.subarray(0, HASH_CHARS), (byte) => BASE32.charAt(byte % BASE32.length)).join("");
}

/** Cuts the readable part so that the label fits, and starts and ends as a DNS label must. */
function labelOf(readable: string, hash: string): string {
  const cut = readable
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    // A slug is as long as a DNS label may be. [RFC 1035 §2.3.4]
    .slice(0, MAX_SLUG_CHARS - HASH_CHARS - 1)
    .replaceAll(/^-+|-+$/g, "");
  return cut === "" ? `site-${hash}` : `${cut}-${hash}`;
}

export function previewLabel(slug: string, deploymentId: string): string {
  return labelOf(slug, shortHash(`deployment\n${deploymentId}`));
}

export function branchLabel(site: { readonly id: string; readonly slug: string }, branch: string): string {
  return labelOf(`${site.slug.slice(0, 30)}-git-${branch}`, shortHash(`branch\n${site.id}\n${branch}`));
}

interface HostTarget {
  readonly label: string;
  readonly deployment: Pick<DeploymentRow, "id" | "site_id">;
}

async function point(
  tx: Transaction,
  { label, deployment }: HostTarget,
  what: Pick<HostRow, "kind" | "branch">,
): Promise<boolean> {
  const values = { deployment_id: deployment.id, updated_at: tx.at };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("hosts")
    .values({ label, site_id: deployment.site_id, ...what, ...values })
    .onConflict((conflict) =>
      conflict
        .column("label")
        .doUpdateSet(values)
        .where("hosts.site_id", "=", deployment.site_id)
        .where("hosts.kind", "=", what.kind),
    )
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Makes the fixed host of a preview. @throws {Error} When the label belongs to something else. */
export async function pointPreview(tx: Transaction, target: HostTarget): Promise<void> {
  if (await point(tx, target, { kind: "deployment", branch: null })) return;
  throw new Error(`The host label ${target.label} is taken; deploy again.`);
}

/** Points a branch's host at a preview, unless it shows one that was requested later. */
export async function pointBranch(
  tx: Transaction,
  { branch, label, deployment }: HostTarget & { readonly branch: string },
): Promise<void> {
  const known = await findRow(tx, "hosts", { site_id: deployment.site_id, kind: "branch", branch });
  // The URL of a branch stays when the site gets another slug.
  const target = { label: known?.label ?? label, deployment };
  const shown = await tx
    .selectFrom("hosts")
    .innerJoin("deployments", "deployments.id", "hosts.deployment_id")
    .select(["deployments.id", "deployments.created_at"])
    .where("hosts.label", "=", target.label)
    .where("deployments.removed_at", "is", null)
    .executeTakeFirst();
  const requested = await requireRow(tx, "deployments", { id: target.deployment.id });
  if (shown && shown.created_at > requested.created_at) return;
  await point(tx, target, { kind: "branch", branch });
}

/** The host labels of branches of a site, by branch; a branch without a ready preview has none. */
export async function branchLabels(
  db: Database,
  siteId: string,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (branches.length === 0) return new Map();
  const rows = await db
    .selectFrom("hosts")
    .innerJoin("deployments", "deployments.id", "hosts.deployment_id")
    .select(["hosts.branch", "hosts.label"])
    .where("hosts.site_id", "=", siteId)
    .where("hosts.kind", "=", sql.lit("branch" as const))
    .where("hosts.branch", "in", [...new Set(branches)])
    .where("deployments.removed_at", "is", null)
    .execute();
  return new Map(rows.flatMap(({ branch, label }) => (branch === null ? [] : [[branch, label] as const])));
}

/** @returns The label of the production host. @throws {Error} When it belongs to another site. */
export async function pointProduction(tx: Transaction, deployment: HostTarget["deployment"]): Promise<string> {
  const { production_label: label } = await requireRow(tx, "sites", { id: deployment.site_id });
  if (await point(tx, { label, deployment }, { kind: "production", branch: null })) return label;
  throw new Error(`The production host label ${label} belongs to another site.`);
}

export interface HostedFor {
  readonly hostKind: HostRow["kind"];
  readonly siteId: string;
  readonly workspaceId: string;
  readonly access: PreviewAccess;
}

export type Hosted = HostedFor &
  (
    | {
        readonly kind: "files";
        readonly fileListDigest: string;
        readonly deployment: { readonly id: string; readonly sourceDeploymentId: string | null };
      }
    | { readonly kind: "unpublished" }
    | { readonly kind: "archived" }
    | Moved
    | Removed
  );

/** A production host that the site had until it got another slug, with the label of the present one. */
interface Moved {
  readonly kind: "moved";
  readonly label: string;
}

export type MovedHost = HostedFor & Moved;

interface Removed {
  readonly kind: "removed";
  readonly slug: string;
  readonly deploymentId: string;
  readonly commitSha: string | null;
  /** Only one that the service saw the commit on. */
  readonly branch: string | null;
  readonly removedAt: string;
  readonly because: RemovalReason;
}

export type RemovedHost = HostedFor & Removed;

/** @returns Undefined when no site of the instance uses the label. */
export async function findHost(db: Database, label: string): Promise<Hosted | undefined> {
  const row = await db
    .selectFrom("hosts")
    .innerJoin("sites", "sites.id", "hosts.site_id")
    .leftJoin("deployments", "deployments.id", "hosts.deployment_id")
    .select(["hosts.kind", "deployments.file_list_digest"])
    .select(["deployments.id as deployment_id", "deployments.source_deployment_id", "deployments.removed_at"])
    .select(HOSTED_FOR)
    .where("hosts.label", "=", label)
    .executeTakeFirst();
  if (row) {
    const { file_list_digest: fileListDigest, deployment_id: id } = row;
    const whose = hostedFor(row, row.kind);
    if (row.site_status === "archived") return { ...whose, kind: "archived" };
    if (id !== null && row.removed_at !== null) return { ...whose, ...(await findRemoved(db, id)) };
    if (!fileListDigest || id === null) return { ...whose, kind: "unpublished" };
    return {
      ...whose,
      kind: "files",
      fileListDigest,
      deployment: { id, sourceDeploymentId: row.source_deployment_id },
    };
  }
  const site = await db.selectFrom("sites").select(HOSTED_FOR).where("production_label", "=", label).executeTakeFirst();
  if (!site) return undefined;
  return { ...hostedFor(site, "production"), kind: site.site_status === "archived" ? "archived" : "unpublished" };
}

const HOSTED_FOR = [
  "sites.id as site_id",
  "sites.workspace_id",
  "sites.status as site_status",
  "sites.preview_access",
  "sites.production_access",
] as const;

function hostedFor(
  site: Pick<SiteRow, "workspace_id" | "preview_access" | "production_access"> & { readonly site_id: string },
  hostKind: HostRow["kind"],
): HostedFor {
  const access = (hostKind === "production" ? site.production_access : site.preview_access) ?? "public";
  return { hostKind, siteId: site.site_id, workspaceId: site.workspace_id, access };
}

async function findRemoved(db: Database, deploymentId: string): Promise<Removed> {
  const row = await db
    .selectFrom("deployments")
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .select(["slug", "commit_sha", "branch", "branch_verified", "removed_at", "removed_because"])
    .where("deployments.id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  return {
    kind: "removed",
    slug: row.slug,
    deploymentId,
    commitSha: row.commit_sha,
    branch: row.branch_verified === 1 ? row.branch : null,
    removedAt: row.removed_at ?? "",
    because: row.removed_because ?? "deleted",
  };
}

/** What a label is that was a site's production host until the site got another slug; undefined when it is of none. */
export async function findFormerHost(db: Database, label: string, at: string): Promise<MovedHost | undefined> {
  const site = await db
    .selectFrom("former_slugs")
    .innerJoin("sites", "sites.id", "former_slugs.site_id")
    .select(HOSTED_FOR)
    .select("sites.production_label")
    .where("former_slugs.label", "=", label)
    .where("former_slugs.until", ">", at)
    .executeTakeFirst();
  return site && { ...hostedFor(site, "production"), kind: "moved", label: site.production_label };
}

/** What is live: what the production host of a site serves. */
export interface Live {
  readonly siteId: string;
  readonly deploymentId: string;
  readonly sourceDeploymentId: string | null;
  readonly commitSha: string | null;
  readonly commitMessage: string | null;
  readonly branch: string | null;
  readonly fileListDigest: string | null;
  readonly since: string;
}

export async function liveOfWorkspace(db: Database, workspaceId: string): Promise<Live[]> {
  return selectLive(db).where("sites.workspace_id", "=", workspaceId).where("sites.status", "=", "active").execute();
}

export async function liveOfSite(db: Database, siteId: string): Promise<Live | undefined> {
  return selectLive(db).where("sites.id", "=", siteId).executeTakeFirst();
}

/** What was live at an instant: the newest release that was published by then. */
export async function liveAt(db: Database, siteId: string, at: string): Promise<Live | undefined> {
  return db
    .selectFrom("deployments")
    .select([
      "site_id as siteId",
      "id as deploymentId",
      "source_deployment_id as sourceDeploymentId",
      "commit_sha as commitSha",
      "commit_message as commitMessage",
      "branch",
      "file_list_digest as fileListDigest",
      (eb) => eb.fn.coalesce("finished_at", "created_at").as("since"),
    ])
    .where("site_id", "=", siteId)
    .where("environment", "=", "production")
    .where("status", "=", "ready")
    .where("finished_at", "<=", at)
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function selectLive(db: Database) {
  return db
    .selectFrom("hosts")
    .innerJoin("sites", "sites.id", "hosts.site_id")
    .innerJoin("deployments", "deployments.id", "hosts.deployment_id")
    .where("hosts.kind", "=", sql.lit("production" as const))
    .select([
      "sites.id as siteId",
      "deployments.id as deploymentId",
      "deployments.source_deployment_id as sourceDeploymentId",
      "deployments.commit_sha as commitSha",
      "deployments.commit_message as commitMessage",
      "deployments.branch",
      "deployments.file_list_digest as fileListDigest",
      "hosts.updated_at as since",
    ]);
}
