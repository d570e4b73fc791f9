import { type ExpressionBuilder, sql, type Updateable } from "kysely";
import { type Approval, APPROVAL_ROLES, APPROVAL_TRANSITIONS, type ApprovalStatus } from "@greenroom/contract";
import { type ApprovalState, statusAt, webApprovalUrl } from "../domain/approval.ts";
import type { Addresses } from "../settings.ts";
import type { Database, Transaction } from "./database.ts";
import type { ApprovalRequestRow, Schema } from "./schema.ts";

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
export interface ApprovalFilter {
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
export interface ApprovalMove {
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
