import {
  BUILD_ERRORS,
  BuildDiagnostic,
  type BuildErrorCode,
  type Deployment,
  isTerminal,
  type ListDeployments,
} from "@greenroom/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type Actor, seesSite } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { githubLinks } from "../../domain/site.ts";
import { type Addresses, hostedUrl, productionUrl } from "../../settings.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { follows, type PageStart } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";
import { requireDeveloper } from "../people/users.ts";
import { transition } from "./transition.ts";

export type DeploymentView = DeploymentRow & {
  readonly production_label: string;
  readonly primary_domain: string | null;
  readonly repository_url: string | null;
  readonly alias_label: string | null;
};

function selectViews(db: Database) {
  return db
    .selectFrom("deployments")
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .selectAll("deployments")
    .select((eb) => [
      "sites.production_label",
      "sites.primary_domain",
      "sites.repository_url",
      eb
        .selectFrom("hosts")
        .select("hosts.label")
        .whereRef("hosts.deployment_id", "=", "deployments.id")
        .where("hosts.kind", "=", sql.lit("branch" as const))
        .limit(sql.lit(1))
        .as("alias_label"),
    ]);
}

/**
 * The branch of a deployment whose commit the service itself saw on it, else null.
 * The branch of a request is what its token says: it replaces nothing and shows nowhere but on its own preview.
 */
export function verifiedBranch({ branch, branch_verified }: Pick<DeploymentRow, "branch" | "branch_verified">) {
  return branch_verified === 1 ? branch : null;
}

/** Whether no branch and no commit was named: then the commit is the one that was found at the tip of the default branch. */
export function isOfDefaultBranch(row: Pick<DeploymentRow, "branch" | "commit_sha" | "branch_verified">): boolean {
  return row.branch === null && (row.commit_sha === null || row.branch_verified === 1);
}

/** Finds a deployment of a workspace; those of archived sites stay readable by id. */
export async function findDeployment(
  db: Database,
  workspaceId: string,
  deploymentId: string,
): Promise<DeploymentView | undefined> {
  return selectViews(db)
    .where("deployments.id", "=", deploymentId)
    .where("deployments.workspace_id", "=", workspaceId)
    .executeTakeFirst();
}

export async function findDeployments(
  db: Database,
  workspaceId: string,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, DeploymentView>> {
  if (deploymentIds.length === 0) return new Map();
  // As a condition, the workspace leads SQLite to read every deployment of it, where there are many ids.
  const rows = await selectViews(db)
    .where("deployments.id", "in", [...new Set(deploymentIds)])
    .execute();
  return new Map(rows.filter((row) => row.workspace_id === workspaceId).map((row) => [row.id, row]));
}

export async function requireDeployment(
  db: Database,
  workspaceId: string,
  deploymentId: string,
): Promise<DeploymentView> {
  const found = await findDeployment(db, workspaceId, deploymentId);
  if (found) return found;
  throw deploymentNotFound();
}

export async function requireVisibleDeployment(
  db: Database,
  actor: Actor,
  deploymentId: string,
): Promise<DeploymentView> {
  const found = await requireDeployment(db, actor.workspaceId, deploymentId);
  if (!seesSite(actor, found.site_id)) throw deploymentNotFound();
  return found;
}

/** The same error for a deployment that does not exist and for one of another workspace: they must look the same. */
export function deploymentNotFound(): ApiError {
  return new ApiError("deployment_not_found", "There is no such deployment in this workspace.");
}

/** The newest deployment of a site that lists show. */
export async function latestDeployment(db: Database, siteId: string): Promise<DeploymentView | undefined> {
  return selectViews(db)
    .where("deployments.site_id", "=", siteId)
    .where("deployments.hidden_at", "is", null)
    .orderBy("deployments.created_at", "desc")
    .orderBy("deployments.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export type DeploymentFilter = Pick<ListDeployments, "siteId" | "environment" | "status" | "since" | "until">;

/** @param filter `since` is inclusive, `until` exclusive, both as stored. */
export async function listDeployments(
  db: Database,
  workspaceId: string,
  {
    filter,
    after,
    limit,
  }: {
    readonly filter: DeploymentFilter;
    readonly after?: PageStart | undefined;
    readonly limit?: number | undefined;
  },
): Promise<DeploymentView[]> {
  let query = selectViews(db)
    .where("deployments.workspace_id", "=", workspaceId)
    .where("deployments.hidden_at", "is", null);
  if (filter.siteId !== undefined) query = query.where("deployments.site_id", "=", filter.siteId.toLowerCase());
  // Literals, not parameters: only then can SQLite use the partial indexes. Both are values of the contract.
  if (filter.environment !== undefined)
    query = query.where("deployments.environment", "=", sql.lit(filter.environment));
  if (filter.status !== undefined) query = query.where("deployments.status", "=", sql.lit(filter.status));
  if (filter.since !== undefined) query = query.where("deployments.created_at", ">=", filter.since);
  if (filter.until !== undefined) query = query.where("deployments.created_at", "<", filter.until);
  if (after !== undefined) query = query.where(follows("deployments", after));
  query = query.orderBy("deployments.created_at", "desc").orderBy("deployments.id", "desc");
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/** Finds the newest preview of the branch before a deployment that can still be looked at. */
export function findLastGood(
  db: Database,
  { site_id: siteId, branch, created_at: createdAt }: DeploymentRow,
): Promise<DeploymentView | undefined> {
  return selectViews(db)
    .where("deployments.site_id", "=", siteId)
    .where("deployments.branch", branch === null ? "is" : "=", branch)
    .where("deployments.environment", "=", sql.lit("preview"))
    .where("deployments.status", "=", sql.lit("ready"))
    .where("deployments.removed_at", "is", null)
    .where("deployments.created_at", "<", createdAt)
    .orderBy("deployments.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** [§2] */
export function toDeployment(view: DeploymentView, addresses: Addresses): Deployment {
  const ready = view.status === "ready";
  const preview = ready && view.environment === "preview";
  return {
    id: view.id,
    siteId: view.site_id,
    environment: view.environment,
    status: view.status,
    createdAt: view.created_at,
    ...(preview && view.preview_label !== null && { previewUrl: hostedUrl(addresses, view.preview_label, "preview") }),
    ...(ready && !preview && { productionUrl: productionUrl(addresses, view) }),
    ...(view.commit_sha !== null && { commitSha: view.commit_sha }),
    ...(view.branch !== null && { branch: view.branch }),
    ...(view.commit_message !== null && {
      commit: { message: view.commit_message, author: view.commit_author ?? "" },
    }),
    ...(view.pull_request_number !== null && { pullRequest: pullRequestOf(view, view.pull_request_number) }),
    ...(view.source_deployment_id !== null && { sourceDeploymentId: view.source_deployment_id }),
    ...(view.approval_request_id !== null && { approvalRequestId: view.approval_request_id }),
    ...(view.framework !== null && { framework: view.framework }),
    ...(view.upload_sha256 !== null && {
      prebuilt: { sha256: view.upload_sha256, files: view.upload_files ?? 0, bytes: view.upload_bytes ?? 0 },
    }),
    ...(view.started_at !== null && { startedAt: view.started_at }),
    ...(view.finished_at !== null && { finishedAt: view.finished_at }),
    ...(isBuildError(view.error_code) && {
      error: { code: view.error_code, message: view.error_message ?? BUILD_ERRORS[view.error_code] },
    }),
    ...(view.diagnostics !== null && { diagnostics: diagnosticsOf(view) }),
    attempt: view.attempt,
    ...(preview &&
      view.removed_at === null &&
      view.alias_label !== null && { aliases: [hostedUrl(addresses, view.alias_label, "preview")] }),
    ...(view.removed_at !== null && {
      removedAt: view.removed_at,
      removedBecause: view.removed_because ?? "deleted",
    }),
    ...(view.status === "queued" && view.held_until !== null && { heldUntil: view.held_until }),
    webUrl: `${addresses.baseUrl}/app/deployments/${view.id}`,
  };
}

/** Where a preview is served; undefined for a release, and while its files are not there yet or any more. */
export function previewUrl(
  { preview_label: label, status, removed_at: removedAt }: DeploymentView,
  addresses: Addresses,
): string | undefined {
  if (label === null || status !== "ready" || removedAt !== null) return undefined;
  return hostedUrl(addresses, label, "preview");
}

const Diagnostics = z.array(BuildDiagnostic);

/** The errors of a failed build, the reason first, then warnings. */
export function diagnosticsOf({ diagnostics }: Pick<DeploymentRow, "diagnostics">): BuildDiagnostic[] {
  return diagnostics === null ? [] : Diagnostics.parse(JSON.parse(diagnostics));
}

function pullRequestOf(view: DeploymentView, number: number): NonNullable<Deployment["pullRequest"]> {
  const url = githubLinks(view.repository_url)?.pull(number);
  return { number, title: view.pull_request_title ?? "", ...(url !== undefined && { url }) };
}

function isBuildError(code: string | null): code is BuildErrorCode {
  return code !== null && Object.hasOwn(BUILD_ERRORS, code);
}

type CancelReason = "canceled_by_user" | "site_archived";

const MESSAGES: Readonly<Record<CancelReason, string>> = {
  canceled_by_user: "The deployment was canceled by a user.",
  site_archived: "The site was archived.",
};

/** One that is canceled already stays so. [§3] */
export async function cancelDeployment(
  context: ServiceContext,
  actor: Actor,
  deploymentId: string,
): Promise<DeploymentView> {
  const { workspaceId } = actor;
  const view = await asActor(context.db, actor, async (tx) => {
    await requireDeveloper(tx, actor);
    const found = await requireDeployment(tx, workspaceId, deploymentId);
    if (found.status === "canceled") return found;
    if (isTerminal(found.status)) {
      throw new ApiError("deployment_not_cancelable", `The deployment already ended as '${found.status}'.`);
    }
    const canceled = await cancelOpen(tx, found, "canceled_by_user");
    await appendAudit(tx, {
      ...auditedActor(actor),
      action: "deployment.canceled",
      subject: { type: "deployment", id: found.id },
      data: { before: found.status, after: "canceled", siteId: found.site_id, environment: found.environment },
    });
    return { ...found, ...canceled };
  });
  notifyCanceled(context, [view.id]);
  return view;
}

/** Cancels an open deployment inside a transaction; its worker finds that the row is no longer its own. */
export async function cancelOpen(
  tx: Transaction,
  row: Pick<DeploymentRow, "id" | "status">,
  reason: CancelReason,
): Promise<DeploymentRow | undefined> {
  return transition(tx, row.id, {
    from: row.status,
    to: "canceled",
    event: { error: { code: reason, message: MESSAGES[reason] } },
  });
}

/** Notifies readers and the queue, after the transaction that canceled has committed. */
export function notifyCanceled(
  context: Pick<ServiceContext, "events" | "builds">,
  deploymentIds: readonly string[],
): void {
  for (const id of deploymentIds) {
    context.events.notify(id);
    context.builds.cancel(id);
  }
  if (deploymentIds.length > 0) context.builds.wake();
}

/** What a build failed for, without its warnings. */
export function errorsOf(row: DeploymentRow): BuildDiagnostic[] {
  return diagnosticsOf(row).filter(({ level }) => level !== "warning");
}

/** Earlier builds that are looked through, and of how many of them the middle one counts. */
const EARLIER = { read: 25, counted: 5 } as const;

/** How long the last builds of a branch took, or of its site where the branch has none; undefined without any. */
export async function usualBuildMs(
  db: Database,
  { workspace_id: workspaceId, site_id: siteId, branch, status }: DeploymentRow,
): Promise<number | undefined> {
  if (isTerminal(status)) return undefined;
  const filter = { siteId, environment: "preview", status: "ready" } as const;
  const built = (await listDeployments(db, workspaceId, { filter, limit: EARLIER.read })).flatMap((one) =>
    one.upload !== null || one.started_at === null || one.finished_at === null
      ? []
      : [{ branch: one.branch, ms: Date.parse(one.finished_at) - Date.parse(one.started_at) }],
  );
  const ofBranch = built.filter((one) => one.branch === branch);
  const counted = (ofBranch.length > 0 ? ofBranch : built).slice(0, EARLIER.counted).map(({ ms }) => ms);
  return counted.toSorted((left, right) => left - right)[Math.floor(counted.length / 2)];
}
