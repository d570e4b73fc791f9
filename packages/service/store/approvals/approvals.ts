import { type Approval, APPROVAL_TRANSITIONS, type ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { statusAt, webApprovalUrl } from "../../domain/approval.ts";
import { denialOf, isRequested, type ReleaseFacts } from "../../domain/two-people.ts";
import type { Addresses } from "../../settings.ts";
import { announce } from "../announcements/announce.ts";
import { appendAudit, type NewAuditEntry, SYSTEM } from "../audit/audit.ts";
import { transition } from "../deployments/transition.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, follows, type PageStart, updateRows } from "../engine/rows.ts";
import type { ApprovalRequestRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import type { Member } from "../people/users.ts";
import { findActs, NO_ACTS, readDecidingMembers, reasonOf, type ReleaseActs, relaxationsFor } from "./acts.ts";

export interface ApprovalView extends ApprovalRequestRow, ReleaseActs {
  readonly members: readonly Member[];
  readonly facts: ReleaseFacts;
}

export function decidersOf(view: ApprovalView, at: string): readonly Member[] {
  if (statusAt(view, at) !== "pending" || !isRequested(view.facts)) return [];
  return view.members.filter((member) => denialOf(view.facts, member) === undefined);
}

export function waitingRequest(view: ApprovalView, at: string) {
  return { id: view.id, deciders: decidersOf(view, at).filter(({ hasFactor }) => hasFactor) };
}

/** @param at A request whose time is over reads as expired before that is written to its row. [§2] */
export function toApproval(view: ApprovalView, addresses: Addresses, at: string): Approval {
  const { requests, decision, superseded_by: newerId, prepared_by_name: tokenName } = view;
  const [first] = requests;
  return {
    id: view.id,
    siteId: view.site_id,
    sourceDeploymentId: view.source_deployment_id,
    status: statusAt(view, at),
    requestedBy: first
      ? { type: "user", id: first.user_id, name: first.person }
      : { type: "token", id: view.prepared_by_token_id ?? "", name: tokenName ?? "" },
    originatingUserId: first?.user_id ?? null,
    requestedVia: first ? "web" : "mcp",
    reason: reasonOf(view, requests),
    createdAt: view.created_at,
    expiresAt: view.expires_at,
    decidedBy: decision ? { id: decision.user_id, name: decision.person } : null,
    decidedAt: decision?.at ?? null,
    notes: decision?.note ?? null,
    deploymentId: view.deployment_id,
    webApprovalUrl: webApprovalUrl(addresses.baseUrl, view.id),
    branch: view.branch,
    deciders: decidersOf(view, at).length,
    requesters: requests.map(({ user_id: userId, person, note: reason, at: requestedAt }) => ({
      type: "user" as const,
      id: userId,
      name: person,
      userId,
      userName: person,
      reason,
      at: requestedAt,
    })),
    prepared: !first,
    announcedAt: view.requested_at,
    supersededBy: newerId === null ? null : { id: newerId, webApprovalUrl: webApprovalUrl(addresses.baseUrl, newerId) },
  };
}

export function requestNotFound(): ApiError {
  return new ApiError("not_found", "There is no such release request.");
}

export async function findApproval(
  db: Database,
  workspaceId: string,
  requestId: string,
): Promise<ApprovalView | undefined> {
  const row = await findRow(db, "approval_requests", { workspace_id: workspaceId, id: requestId });
  const [view] = await withActs(db, workspaceId, row ? [row] : []);
  return view && { ...view, facts: { ...view.facts, relaxations: await relaxationsOf(db, view) } };
}

export async function requireApproval(db: Database, workspaceId: string, requestId: string): Promise<ApprovalView> {
  const view = await findApproval(db, workspaceId, requestId);
  if (!view) throw requestNotFound();
  return view;
}

/**
 * As they were when it was requested. In a decided one, a roll back by one person alone shows that it was allowed then.
 */
async function relaxationsOf(db: Database, view: ApprovalView): Promise<ReleaseFacts["relaxations"]> {
  const { decision, facts, requests } = view;
  if (!decision) return relaxationsFor(db, facts.relaxations, view, view.requested_at ?? view.created_at);
  const alone = requests.some(({ user_id: userId }) => userId === decision.user_id);
  return { ...facts.relaxations, rollBack: alone && !facts.relaxations.onePerson };
}

export async function findOpenRequest(
  db: Database,
  workspaceId: string,
  { sourceDeploymentId, at }: { readonly sourceDeploymentId: string; readonly at: string },
): Promise<ApprovalView | undefined> {
  const source = { workspace_id: workspaceId, source_deployment_id: sourceDeploymentId };
  const row = await findRow(db, "approval_requests", { ...source, status: "pending" });
  if (!row || row.requested_at === null || row.expires_at <= at) return undefined;
  return findApproval(db, workspaceId, row.id);
}

/** Lists the requests that a request superseded, newest first, without releases that were only prepared. */
export async function listReplaced(
  db: Database,
  { id, workspace_id: workspaceId }: Pick<ApprovalRequestRow, "id" | "workspace_id">,
): Promise<ApprovalView[]> {
  const rows = await db
    .selectFrom("approval_requests")
    .selectAll()
    .where("superseded_by", "=", id)
    .where("workspace_id", "=", workspaceId)
    .where("requested_at", "is not", null)
    .orderBy("requested_at", "desc")
    .limit(5)
    .execute();
  return withActs(db, workspaceId, rows);
}

async function withActs(
  db: Database,
  workspaceId: string,
  rows: readonly ApprovalRequestRow[],
): Promise<ApprovalView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const found = await findActs(db, ids);
  const { members, ...rights } = await readDecidingMembers(db, workspaceId);
  return rows.map((row) => {
    const acts = found.get(row.id) ?? NO_ACTS;
    const requestActs = acts.requests.map(({ user_id: account, people }) => ({ account, people }));
    return { ...row, ...acts, members, facts: { ...rights, requestActs } };
  });
}

interface ApprovalFilter {
  readonly siteId?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  readonly at: string;
  readonly after?: PageStart | undefined;
  readonly limit?: number | undefined;
}

/**
 * Lists requests of a workspace, newest first; of the prepared releases, those that wait for somebody to request them.
 */
export async function listApprovals(
  db: Database,
  workspaceId: string,
  { siteId, status, at, after, limit }: ApprovalFilter,
): Promise<ApprovalView[]> {
  let query = db
    .selectFrom("approval_requests")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where((eb) =>
      eb.or([
        eb("requested_at", "is not", null),
        eb.and([eb("intent", "=", "release"), eb(presentStatus(at), "=", "pending")]),
      ]),
    );
  if (siteId !== undefined) query = query.where("site_id", "=", siteId);
  if (status !== undefined) query = query.where(presentStatus(at), "=", status);
  if (after !== undefined) query = query.where(follows("approval_requests", after));
  query = query.orderBy("created_at", "desc").orderBy("id", "desc");
  return withActs(db, workspaceId, await (limit === undefined ? query : query.limit(limit)).execute());
}

export async function countWaiting(db: Database, workspaceId: string, at: string): Promise<number> {
  const { waiting } = await db
    .selectFrom("sites")
    .innerJoin("approval_requests", "approval_requests.site_id", "sites.id")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("sites.workspace_id", "=", workspaceId)
    // A literal, not a parameter: only then can SQLite use the partial index of open requests.
    .where("approval_requests.status", "=", sql.lit("pending"))
    .where("approval_requests.requested_at", "is not", null)
    .where("approval_requests.expires_at", ">", at)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** `statusAt` for the database. */
function presentStatus(at: string) {
  return sql<ApprovalStatus>`CASE WHEN approval_requests.status = 'pending'
    AND approval_requests.expires_at <= ${at} THEN 'expired' ELSE approval_requests.status END`;
}

interface ApprovalMove {
  readonly to: ApprovalStatus;
  readonly set?: Partial<ApprovalRequestRow>;
  /** Who the audit log names; the service itself when absent. */
  readonly actor?: NewAuditEntry["actor"];
  /** What the audit log says besides the two statuses. */
  readonly data?: NewAuditEntry["data"];
}

/**
 * Moves a request along one edge of its state table, with its audit row and its announcement; a release that is only
 * prepared has no audit row, since no person acted.
 * @returns False when the row no longer has the status it was read with.
 */
export async function moveApproval(
  tx: Transaction,
  row: Pick<ApprovalRequestRow, "id" | "workspace_id" | "status" | "requested_at">,
  { to, set, actor = SYSTEM, data }: ApprovalMove,
): Promise<boolean> {
  const from = row.status;
  if (!APPROVAL_TRANSITIONS[from].includes(to)) throw new TypeError(`A request never goes from ${from} to ${to}.`);
  const moved = await updateRows(tx, "approval_requests", { id: row.id, status: from }, { ...set, status: to });
  if (!moved) return false;
  if (row.requested_at === null) {
    // A run on GitHub may wait for it all the same; where only the preview is gone, another may be made.
    if (to === "expired" || set?.superseded_by) await announce(tx, { kind: "approval", id: row.id });
    return true;
  }
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor,
    action: `approval.${to}`,
    subject: { type: "approval", id: row.id },
    data: { before: from, after: to, ...data },
  });
  await announce(tx, { kind: "approval", id: row.id });
  return true;
}

export async function expireApproval(tx: Transaction, row: ApprovalRequestRow): Promise<void> {
  await moveApproval(tx, row, { to: "expired", data: { deploymentId: row.deployment_id } });
}

/** Most requests of one round; the next round takes the rest. */
const BATCH = 200;

export async function expireApprovals(context: Pick<ServiceContext, "db" | "clock" | "events">): Promise<number> {
  const { db, clock, events } = context;
  // Most of the time nothing is over, and this look takes no lock.
  const over = await selectOver(db, instant(clock)).select("r.workspace_id").execute();
  let total = 0;
  for (const workspaceId of new Set(over.map((row) => row.workspace_id))) {
    const { ended, canceled } = await inWorkspace(db, workspaceId, async (tx) => {
      const rows = await selectOver(tx, tx.at)
        .selectAll("r")
        .select("source.hidden_at")
        .where("r.workspace_id", "=", workspaceId)
        .execute();
      const canceled: string[] = [];
      for (const row of rows) {
        const isArchived = row.status === "pending" && row.hidden_at !== null;
        if (isArchived) await moveApproval(tx, row, { to: "superseded", data: { because: "site_archived" } });
        else await expireApproval(tx, row);
        const { deployment_id: release } = row;
        if (release !== null && (await cancelQueued(tx, release))) canceled.push(release);
      }
      return { ended: rows.length, canceled };
    });
    for (const deploymentId of canceled) events.notify(deploymentId);
    total += ended;
  }
  return total;
}

/**
 * Requests that are over: pending ones past their time, or whose previews went with their site, which is so also once
 * the site is restored; approved ones whose release ended without going live or never began. One whose release is being
 * made right now is left alone: it ends one way or the other.
 */
function selectOver(db: Database, at: string) {
  return db
    .selectFrom("approval_requests as r")
    .innerJoin("deployments as source", "source.id", "r.source_deployment_id")
    .leftJoin("deployments as release", "release.id", "r.deployment_id")
    .where(
      sql<boolean>`((r.status = 'pending' AND (source.hidden_at IS NOT NULL OR r.expires_at <= ${at}))
        OR (r.status = 'approved' AND (release.status IN ('failed', 'canceled')
          OR (release.status = 'queued' AND r.expires_at <= ${at}))))`,
    )
    .limit(BATCH);
}

async function cancelQueued(tx: Transaction, deploymentId: string): Promise<boolean> {
  const message = "The approval expired before the release began; request it again.";
  const event = { error: { code: "timed_out" as const, message } };
  return (await transition(tx, deploymentId, { from: "queued", to: "canceled", event })) !== undefined;
}
