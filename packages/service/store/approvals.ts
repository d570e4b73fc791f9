import type { Approval } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { personBehind } from "../domain/actor.ts";
import { mayRequest, PENDING_LIFETIME_MS, statusAt, supersedes, webApprovalUrl } from "../domain/approval.ts";
import { instant } from "@greenroom/contract/clock";
import { newApprovalId } from "../domain/ids.ts";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { announce } from "./announce.ts";
import { expireApproval } from "./approval-expiry.ts";
import { findApproval, moveApproval, readApproval, stateOf } from "./approval-rows.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import type { Database, Transaction } from "./database.ts";
import { deploymentNotFound } from "./deployments.ts";
import { findSource } from "./promotions.ts";
import type { ApprovalRequestRow, DeploymentRow } from "./schema.ts";
import { requireSite } from "./sites.ts";
import { consumeStepUp } from "./step-ups.ts";
import { roleOf } from "./users.ts";

/** What a person or a token asks to be published. */
export interface PublishRequest {
  readonly siteId: string;
  /** A ready preview, or an earlier release. */
  readonly sourceDeploymentId: string;
  readonly reason?: string | undefined;
}

/**
 * Asks for a ready preview to be published; asking again for the same gives the same request.
 * A newer request of the same site and branch takes the place of an older pending one.
 * @param actor A person on the web, who gave a second factor for it, or a token that stands for a person.
 * @returns The open request; nobody decided anything yet.
 * @throws {ApiError} `user_actor_required`, `forbidden_role`, `site_not_found`, `deployment_not_found`,
 * `source_deployment_not_ready`, `step_up_required`.
 * @see Interface §2 (fields: not shown) and §5.4
 */
export async function requestApproval(
  context: Pick<ServiceContext, "db" | "clock" | "addresses">,
  actor: Actor,
  asked: PublishRequest,
): Promise<Approval> {
  const at = instant(context.clock);
  const expiresAt = instant(context.clock, PENDING_LIFETIME_MS);
  return context.db.transaction().execute(async (tx) => {
    const originatingUserId = await personAsking(tx, actor);
    const source = await sourceOf(tx, actor.workspaceId, asked);
    const open = await takeOpen(tx, { siteId: source.site_id, sourceDeploymentId: source.id, at });
    const id = open ?? newApprovalId();
    if (open === undefined) {
      const factor = await secondFactor(tx, actor, { deploymentId: asked.sourceDeploymentId, at });
      const entry = audited(actor, { action: "approval.requested", requestId: id, at });
      await supersedeOlder(tx, source, { entry, by: id });
      const row = { id, originatingUserId, expiresAt, reason: asked.reason ?? null, at };
      await insertRequest(tx, actor, { ...row, source });
      await appendAudit(tx, { ...entry, data: { after: "pending", ...subjectOf(source), factor } });
      await announce(tx, { kind: "approval", id, at });
    }
    const view = await findApproval(tx, actor.workspaceId, id);
    if (!view) throw new Error(`The request ${id} vanished while it was written.`);
    return readApproval(view, context.addresses, at);
  });
}

/** A request needs a person who can be told apart from whoever decides. */
async function personAsking(tx: Transaction, actor: Actor): Promise<string> {
  const userId = personBehind(actor);
  if (userId === null) {
    throw new ApiError(
      "user_actor_required",
      "This token stands for no person, so nobody could be asked for the release.",
    );
  }
  if (!mayRequest(await roleOf(tx, actor.workspaceId, userId))) {
    throw new ApiError("forbidden_role", "Asking for a release needs a member with the role developer or higher.");
  }
  return userId;
}

async function sourceOf(tx: Transaction, workspaceId: string, asked: PublishRequest): Promise<DeploymentRow> {
  const site = await requireSite(tx, workspaceId, asked.siteId);
  const found = await findSource(tx, site.id, asked.sourceDeploymentId);
  if (found.kind === "source") return found.row;
  if (found.kind === "unknown") throw deploymentNotFound();
  throw new ApiError("source_deployment_not_ready", "Only a ready preview of the site can be published.");
}

/** The open request for a source; one that ran out is written down as such and makes way. */
async function takeOpen(
  tx: Transaction,
  {
    siteId,
    sourceDeploymentId,
    at,
  }: { readonly siteId: string; readonly sourceDeploymentId: string; readonly at: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("source_deployment_id", "=", sourceDeploymentId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (!row) return undefined;
  if (statusAt(stateOf(row), at) === "pending") return row.id;
  await expireApproval(tx, row, at);
  return undefined;
}

/** [§5.4] A person asks with a second factor; a token cannot give one, and its person cannot decide. */
async function secondFactor(
  tx: Transaction,
  actor: Actor,
  { deploymentId, at }: { readonly deploymentId: string; readonly at: string },
): Promise<string | null> {
  if (actor.kind === "token") return null;
  const purpose = { action: "request" as const, subjectId: deploymentId };
  const factor = await consumeStepUp(tx, { sessionId: actor.sessionId, purpose, at });
  if (!factor) throw new ApiError("step_up_required", "Give your second factor to ask for this release.");
  return factor;
}

async function supersedeOlder(
  tx: Transaction,
  source: DeploymentRow,
  { entry, by }: { readonly entry: Omit<NewAuditEntry, "data">; readonly by: string },
): Promise<void> {
  const pending = await tx
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", source.site_id)
    .where("status", "=", "pending")
    .execute();
  const newer = { siteId: source.site_id, deploymentId: source.id, branch: source.branch };
  for (const row of pending) {
    const older = { siteId: row.site_id, deploymentId: row.source_deployment_id, branch: row.branch };
    if (!supersedes(newer, older)) continue;
    if (statusAt(stateOf(row), entry.at) !== "pending") {
      await expireApproval(tx, row, entry.at);
    } else if (await moveApproval(tx, row.id, { from: "pending", to: "superseded" })) {
      await announce(tx, { kind: "approval", id: row.id, at: entry.at });
      await appendAudit(tx, {
        ...entry,
        action: "approval.superseded",
        subject: { type: "approval", id: row.id },
        data: { before: "pending", after: "superseded", by },
      });
    }
  }
}

async function insertRequest(
  tx: Transaction,
  actor: Actor,
  row: {
    readonly id: string;
    readonly source: DeploymentRow;
    readonly originatingUserId: string;
    readonly reason: string | null;
    readonly at: string;
    readonly expiresAt: string;
  },
): Promise<void> {
  await tx
    .insertInto("approval_requests")
    .values({
      id: row.id,
      workspace_id: actor.workspaceId,
      site_id: row.source.site_id,
      source_deployment_id: row.source.id,
      file_list_digest: row.source.file_list_digest ?? "",
      branch: row.source.branch,
      status: "pending",
      requested_by_type: actor.kind === "token" ? "token" : "user",
      requested_by_id: actor.kind === "token" ? actor.tokenId : actor.userId,
      requested_by_name: actor.name,
      originating_user_id: row.originatingUserId,
      requested_via: actor.kind === "token" ? "mcp" : "web",
      reason: row.reason,
      created_at: row.at,
      expires_at: row.expiresAt,
    })
    .execute();
}

function audited(
  actor: Actor,
  { action, requestId, at }: { readonly action: string; readonly requestId: string; readonly at: string },
): Omit<NewAuditEntry, "data"> {
  return {
    workspaceId: actor.workspaceId,
    actor: actor.kind === "token" ? { type: "token", id: actor.tokenId } : { type: "user", id: actor.userId },
    action,
    subject: { type: "approval", id: requestId },
    at,
  };
}

function subjectOf(source: DeploymentRow): Readonly<Record<string, unknown>> {
  return {
    siteId: source.site_id,
    sourceDeploymentId: source.id,
    branch: source.branch,
    fileListDigest: source.file_list_digest,
  };
}

/**
 * Finds where a person decides about a source, while a request for it is open.
 * @returns Undefined when none is pending.
 * @see Interface §4, rule 5 (`approval_required`)
 */
export async function openApprovalUrl(
  context: Pick<ServiceContext, "db" | "clock" | "addresses">,
  { siteId, sourceDeploymentId }: { readonly siteId: string; readonly sourceDeploymentId: string },
): Promise<string | undefined> {
  const open = await findPending(context.db, { siteId, sourceDeploymentId, at: instant(context.clock) });
  return open && webApprovalUrl(context.addresses.baseUrl, open.id);
}

async function findPending(
  db: Database,
  {
    siteId,
    sourceDeploymentId,
    at,
  }: { readonly siteId: string; readonly sourceDeploymentId: string; readonly at: string },
): Promise<ApprovalRequestRow | undefined> {
  return db
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("source_deployment_id", "=", sourceDeploymentId)
    .where("status", "=", "pending")
    .where("expires_at", ">", at)
    .executeTakeFirst();
}
