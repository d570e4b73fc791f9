import { type Approval, APPROVAL_ROLES, APPROVAL_TRANSITIONS, type ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { type ExpressionBuilder, sql, type Updateable } from "kysely";
import type { ServiceContext } from "../context.ts";
import { type Actor, personBehind } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import {
  type ApprovalState,
  mayRequest,
  PENDING_LIFETIME_MS,
  statusAt,
  supersedes,
  webApprovalUrl,
} from "../domain/approval.ts";
import { newApprovalId } from "../domain/ids.ts";
import type { Addresses } from "../settings.ts";
import { announce } from "./announce.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import type { Database, Transaction } from "./database.ts";
import { deploymentNotFound } from "./deployments.ts";
import { consumeStepUp } from "./factors.ts";
import { findSource } from "./promotions.ts";
import type { ApprovalRequestRow, DeploymentRow, Schema } from "./schema.ts";
import { requireSite } from "./sites.ts";
import { transition } from "./transition.ts";
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

/** A request with what other tables say about it. */
export interface ApprovalView extends ApprovalRequestRow {
  readonly decided_by_name: string | null;
  /** Active members who could decide it: the right role, and not the person who asked. */
  readonly deciders: number | null;
}

/** The fields of a row that the rules judge by. */
export function stateOf(row: ApprovalRequestRow): ApprovalState {
  return { status: row.status, expiresAt: row.expires_at };
}

/**
 * Writes a request as the wire has it.
 * @param at Present instant, ISO 8601 UTC: a request that ran out reads as expired before anyone wrote it down.
 * @see Interface §2
 */
export function readApproval(view: ApprovalView, addresses: Addresses, at: string): Approval {
  const { decided_by: deciderId, decided_by_name: deciderName } = view;
  return {
    id: view.id,
    siteId: view.site_id,
    sourceDeploymentId: view.source_deployment_id,
    status: statusAt(stateOf(view), at),
    requestedBy: { type: view.requested_by_type, id: view.requested_by_id, name: view.requested_by_name },
    originatingUserId: view.originating_user_id,
    requestedVia: view.requested_via,
    reason: view.reason,
    createdAt: view.created_at,
    expiresAt: view.expires_at,
    decidedBy: deciderId === null ? null : { id: deciderId, name: deciderName ?? "" },
    decidedAt: view.decided_at,
    notes: view.notes,
    deploymentId: view.deployment_id,
    webApprovalUrl: webApprovalUrl(addresses.baseUrl, view.id),
    branch: view.branch,
    deciders: view.deciders ?? 0,
  };
}

function countDeciders(eb: ExpressionBuilder<Schema, "approval_requests">) {
  return eb
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .innerJoin("workspaces", "workspaces.id", "memberships.workspace_id")
    .select((inner) => inner.fn.countAll<number>().as("deciders"))
    .whereRef("memberships.workspace_id", "=", "approval_requests.workspace_id")
    .where("memberships.removed_at", "is", null)
    .where("users.disabled_at", "is", null)
    .where("memberships.role", "in", APPROVAL_ROLES)
    .where((inner) =>
      inner.or([
        inner("memberships.user_id", "!=", inner.ref("approval_requests.originating_user_id")),
        inner("workspaces.allow_self_approval", "=", 1),
      ]),
    );
}

function selectViews(db: Database) {
  return db
    .selectFrom("approval_requests")
    .leftJoin("users as decider", "decider.id", "approval_requests.decided_by")
    .selectAll("approval_requests")
    .select("decider.name as decided_by_name")
    .select((eb) => countDeciders(eb).as("deciders"));
}

/** Finds a request of a workspace; one of another workspace is as unknown as any. */
export async function findApproval(
  db: Database,
  workspaceId: string,
  requestId: string,
): Promise<ApprovalView | undefined> {
  return selectViews(db)
    .where("approval_requests.workspace_id", "=", workspaceId)
    .where("approval_requests.id", "=", requestId)
    .executeTakeFirst();
}

/** Which requests a list shows. */
interface ApprovalFilter {
  readonly siteId?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  /** Present instant, ISO 8601 UTC. */
  readonly at: string;
  /** Last request of the page before. */
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined;
  /** Most requests to return; all when absent. */
  readonly limit?: number | undefined;
}

/** Lists requests of a workspace, newest first. */
export async function listApprovals(
  db: Database,
  workspaceId: string,
  { siteId, status, at, after, limit }: ApprovalFilter,
): Promise<ApprovalView[]> {
  let query = selectViews(db).where("approval_requests.workspace_id", "=", workspaceId);
  if (siteId !== undefined) query = query.where("approval_requests.site_id", "=", siteId);
  if (status !== undefined) query = query.where(presentStatus(at), "=", status);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("approval_requests.created_at", "approval_requests.id"),
        "<",
        eb.tuple(eb.val(after.createdAt), eb.val(after.id)),
      ),
    );
  }
  query = query.orderBy("approval_requests.created_at", "desc").orderBy("approval_requests.id", "desc");
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/** `statusAt` for the database. */
function presentStatus(at: string) {
  return sql<ApprovalStatus>`CASE WHEN approval_requests.status = 'pending'
    AND approval_requests.expires_at <= ${at} THEN 'expired' ELSE approval_requests.status END`;
}

/** A change of a request's status. */
interface ApprovalMove {
  readonly from: ApprovalStatus;
  readonly to: ApprovalStatus;
  /** Further columns that change with it. */
  readonly set?: Updateable<ApprovalRequestRow>;
}

/**
 * Moves a request along one edge of its state table.
 * @returns False when it was no longer in `from`: somebody else moved it.
 * @throws {TypeError} When the state table has no such edge.
 */
export async function moveApproval(
  tx: Transaction,
  requestId: string,
  { from, to, set }: ApprovalMove,
): Promise<boolean> {
  if (!APPROVAL_TRANSITIONS[from].includes(to)) throw new TypeError(`A request never goes from ${from} to ${to}.`);
  const moved = await tx
    .updateTable("approval_requests")
    .set({ ...set, status: to })
    .where("id", "=", requestId)
    .where("status", "=", from)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Most requests one round looks at; the next round takes the rest. */
const BATCH = 200;

/**
 * Writes down which requests are over, for housekeeping: pending ones past their time or without their source,
 * and approved ones whose release ended without going live or never began.
 * @returns How many requests ended.
 */
export async function expireApprovals(context: Pick<ServiceContext, "db" | "clock" | "events">): Promise<number> {
  const at = instant(context.clock);
  const { ended, canceled } = await context.db.transaction().execute(async (tx) => {
    const gone = await selectWithoutSource(tx);
    for (const row of gone) await supersedeGone(tx, row, at);
    const due = await selectDue(tx, at);
    const canceled: string[] = [];
    for (const row of due) {
      await expireApproval(tx, row, at);
      if (row.deployment_id !== null && (await cancelQueued(tx, row.deployment_id, at))) {
        canceled.push(row.deployment_id);
      }
    }
    return { ended: gone.length + due.length, canceled };
  });
  for (const deploymentId of canceled) context.events.notify(deploymentId);
  return ended;
}

/** Pending requests whose site was archived: their previews are gone for good, also when the site comes back. */
async function selectWithoutSource(tx: Transaction): Promise<ApprovalRequestRow[]> {
  return tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .selectAll("approval_requests")
    .where("approval_requests.status", "=", "pending")
    .where("deployments.hidden_at", "is not", null)
    .limit(BATCH)
    .execute();
}

async function supersedeGone(tx: Transaction, row: ApprovalRequestRow, at: string): Promise<void> {
  if (!(await moveApproval(tx, row.id, { from: "pending", to: "superseded" }))) return;
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.superseded",
    subject: { type: "approval", id: row.id },
    data: { before: "pending", after: "superseded", because: "site_archived" },
    at,
  });
}

/** Approved requests whose release is being made right now are left alone: it ends one way or the other. */
async function selectDue(tx: Transaction, at: string): Promise<ApprovalRequestRow[]> {
  return tx
    .selectFrom("approval_requests")
    .leftJoin("deployments", "deployments.id", "approval_requests.deployment_id")
    .selectAll("approval_requests")
    .where((eb) =>
      eb.or([
        eb.and([eb("approval_requests.status", "=", "pending"), eb("approval_requests.expires_at", "<=", at)]),
        eb.and([
          eb("approval_requests.status", "=", "approved"),
          eb.or([
            eb("deployments.status", "in", ["failed", "canceled"]),
            eb.and([eb("deployments.status", "=", "queued"), eb("approval_requests.expires_at", "<=", at)]),
          ]),
        ]),
      ]),
    )
    .limit(BATCH)
    .execute();
}

/**
 * Writes down that a request ran out, with its audit row.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function expireApproval(tx: Transaction, row: ApprovalRequestRow, at: string): Promise<void> {
  if (!(await moveApproval(tx, row.id, { from: row.status, to: "expired" }))) return;
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.expired",
    subject: { type: "approval", id: row.id },
    data: { before: row.status, after: "expired", deploymentId: row.deployment_id },
    at,
  });
}

async function cancelQueued(tx: Transaction, deploymentId: string, at: string): Promise<boolean> {
  const error = {
    code: "timed_out" as const,
    message: "The approval ran out before the release began; ask for it again.",
  };
  const moved = await transition(tx, deploymentId, { from: "queued", to: "canceled", at, event: { error } });
  return moved !== undefined;
}
