import { type Approval, APPROVAL_TRANSITIONS, type ApprovalStatus } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { sql, type Updateable } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import {
  type ApprovalState,
  canRequest,
  PENDING_LIFETIME_MS,
  PREPARED_LIFETIME_MS,
  type Source,
  statusAt,
  supersedes,
  webApprovalUrl,
} from "../../domain/approval.ts";
import { type DecidingFacts, denialOf } from "../../domain/deciders.ts";
import { newApprovalId } from "../../domain/ids.ts";
import type { Addresses } from "../../settings.ts";
import { announce } from "../deployments/announce.ts";
import { appendAudit, auditedActor, type NewAuditEntry, SYSTEM } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { readDecidingMembers } from "./deciders.ts";
import { deploymentNotFound, verifiedBranch } from "../deployments/deployments.ts";
import { consumeStepUp } from "../people/factors.ts";
import { findSource, sourceRejected } from "./promotions.ts";
import { findPushers } from "../people/github-accounts.ts";
import { addRequester, findRequesters, isNewRequester, type RequesterView } from "./requesters.ts";
import type { ApprovalRequestRow, DeploymentRow } from "../engine/schema.ts";
import { requireSite } from "../sites/sites.ts";
import { transition } from "../deployments/transition.ts";
import { type Member, roleOf } from "../people/users.ts";
import { inDatabase, inWorkspace } from "../engine/transaction.ts";

export interface PublishRequest {
  readonly siteId: string;
  /** A ready preview, or an earlier release. */
  readonly sourceDeploymentId: string;
  readonly reason?: string | undefined;
  /** Makes the link only: the release counts as requested once the same is requested without it. */
  readonly intent?: "prepare" | undefined;
}

/**
 * Requests that a ready preview is published; a second request for the same source returns the open one and adds the
 * actor to its requesters.
 * A newer request of the same site and branch supersedes an older pending one. A prepared release is silent: it is in no
 * list, no one is notified, and a newer preview supersedes it. The first request for it announces it.
 * @param actor A person on the web, who gave a second factor for it, or a token that acts for a person.
 * @throws {ApiError} `user_actor_required`, `forbidden_role`, `site_not_found`, `deployment_not_found`,
 * `source_deployment_not_ready`, `step_up_required`.
 * @see Interface §2 (fields: not shown) and §5.4
 */
export async function requestApproval(
  context: Pick<ServiceContext, "db" | "clock" | "addresses">,
  actor: Actor,
  input: PublishRequest,
): Promise<Approval> {
  const at = instant(context.clock);
  return inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const prepares = input.intent === "prepare";
    const originatingUserId = await requireRequester(tx, actor, prepares);
    const source = await requireSource(tx, actor.workspaceId, input);
    const open = await findOpen(tx, source, at);
    const request: NewRequest = {
      id: open?.id ?? newApprovalId(),
      source,
      namedDeploymentId: input.sourceDeploymentId,
      originatingUserId,
      reason: input.reason ?? null,
      announcedAt: prepares ? null : at,
      at,
      expiresAt: instant(context.clock, prepares ? PREPARED_LIFETIME_MS : PENDING_LIFETIME_MS),
    };
    if (prepares) {
      if (!open) await prepare(tx, actor, request);
    } else if (!open || open.announced_at === null) {
      await makeRequest(tx, actor, { ...request, prepared: open !== undefined });
    } else {
      await joinRequest(tx, actor, request);
    }
    const view = await findApproval(tx, actor.workspaceId, request.id);
    if (!view) throw new Error(`The request ${request.id} vanished while it was written.`);
    return readApproval(view, context.addresses, at);
  });
}

interface NewRequest {
  readonly id: string;
  readonly source: DeploymentRow;
  /** The source, or a release made from it. */
  readonly namedDeploymentId: string;
  readonly originatingUserId: string;
  readonly reason: string | null;
  /** Null: it is only prepared. */
  readonly announcedAt: string | null;
  readonly at: string;
  readonly expiresAt: string;
}

/** There is no request, so neither a requester nor an audit entry. */
async function prepare(tx: Transaction, actor: Actor, request: NewRequest): Promise<void> {
  await insertRequest(tx, actor, request);
  await supersedeOlder(tx, request, SYSTEM);
  await expireSurplus(tx, request.source.site_id, request.at);
}

async function makeRequest(
  tx: Transaction,
  actor: Actor,
  request: NewRequest & { readonly prepared: boolean },
): Promise<void> {
  const { id, source, namedDeploymentId: deploymentId, originatingUserId: userId, reason, prepared, at } = request;
  const factor = await consumeRequestStepUp(tx, actor, deploymentId, at);
  await (prepared ? announcePrepared(tx, actor, request) : insertRequest(tx, actor, request));
  await supersedeOlder(tx, request, auditedActor(actor).actor);
  await addRequester(tx, actor, { requestId: id, userId, reason, at });
  await appendAudit(tx, {
    ...auditedActor(actor),
    action: "approval.requested",
    subject: { type: "approval", id },
    data: {
      after: "pending",
      siteId: source.site_id,
      sourceDeploymentId: source.id,
      branch: source.branch,
      fileListDigest: source.file_list_digest,
      userId,
      reason,
      factor,
    },
    at,
  });
  await announce(tx, { kind: "approval", id, at });
}

async function joinRequest(
  tx: Transaction,
  actor: Actor,
  { id, source, namedDeploymentId: deploymentId, originatingUserId: userId, reason, at }: NewRequest,
): Promise<void> {
  const requester = { requestId: id, userId, reason, at };
  if (!(await isNewRequester(tx, actor, requester))) return;
  const factor = await consumeRequestStepUp(tx, actor, deploymentId, at);
  await addRequester(tx, actor, requester);
  await appendAudit(tx, {
    ...auditedActor(actor),
    action: "approval.requester_added",
    subject: { type: "approval", id },
    data: { siteId: source.site_id, sourceDeploymentId: source.id, userId, reason, factor },
    at,
  });
}

/**
 * A request needs a person, since the requester and the approver must be two people. A run that only prepares one needs
 * none: the person who trusts it is named until someone requests it.
 */
async function requireRequester(tx: Transaction, actor: Actor, prepares: boolean): Promise<string> {
  const { userId } = actor;
  const run = actor.kind === "token" ? actor.run : undefined;
  if (run && prepares) return userId ?? run.trustedBy;
  if (userId === null && run) {
    throw new ApiError(
      "user_actor_required",
      `The account '${run.login}' on GitHub, which started this run, belongs to no member, and a request for a release needs one. The operator links it with greenroom admin member link-github.`,
    );
  }
  if (userId === null) {
    throw new ApiError(
      "user_actor_required",
      "This token belongs to no person, and a request for a release needs one.",
    );
  }
  if (!canRequest(await roleOf(tx, actor.workspaceId, userId))) {
    throw new ApiError("forbidden_role", "Requesting a release needs a member with the role developer or higher.");
  }
  return userId;
}

async function requireSource(tx: Transaction, workspaceId: string, input: PublishRequest): Promise<DeploymentRow> {
  const site = await requireSite(tx, workspaceId, input.siteId);
  const found = await findSource(tx, site.id, input.sourceDeploymentId);
  if (found.kind === "source") return found.row;
  if (found.kind === "unknown") throw deploymentNotFound();
  throw sourceRejected(found.kind, "Only a ready preview of the site can be published.");
}

/** The open request for a source; one whose time is over is marked expired here and no longer counts. */
async function findOpen(tx: Transaction, source: DeploymentRow, at: string): Promise<ApprovalRequestRow | undefined> {
  const row = await tx
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", source.site_id)
    .where("source_deployment_id", "=", source.id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (!row) return undefined;
  if (statusAt(stateOf(row), at) === "pending") return row;
  await expireApproval(tx, row, at);
  return undefined;
}

/** [§5.4] A person requests with a second factor; a token cannot give one, and its person cannot decide. */
async function consumeRequestStepUp(
  tx: Transaction,
  actor: Actor,
  deploymentId: string,
  at: string,
): Promise<string | null> {
  if (actor.kind === "token") return null;
  const purpose = { action: "request" as const, subjectId: deploymentId };
  const factor = await consumeStepUp(tx, { sessionId: actor.sessionId, purpose, at });
  if (!factor) throw new ApiError("step_up_required", "Give your second factor to request this release.");
  return factor;
}

async function supersedeOlder(
  tx: Transaction,
  { id: by, source, announcedAt, at }: NewRequest,
  actor: NewAuditEntry["actor"],
): Promise<void> {
  const pending = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .selectAll("approval_requests")
    .select("deployments.created_at as source_created_at")
    .where("approval_requests.site_id", "=", source.site_id)
    .where("approval_requests.status", "=", "pending")
    .execute();
  const newer: Source = {
    siteId: source.site_id,
    deploymentId: source.id,
    branch: verifiedBranch(source),
    createdAt: source.created_at,
    announced: announcedAt !== null,
  };
  for (const row of pending) {
    const older: Source = {
      siteId: row.site_id,
      deploymentId: row.source_deployment_id,
      branch: row.branch,
      createdAt: row.source_created_at,
      announced: row.announced_at !== null,
    };
    if (!supersedes(newer, older)) continue;
    if (statusAt(stateOf(row), at) === "pending") {
      await moveApproval(tx, row, { to: "superseded", set: { superseded_by: by }, actor, data: { by }, at });
    } else {
      await expireApproval(tx, row, at);
    }
  }
}

/** Most releases of a site that are prepared at a time; a site has fewer open pull requests. */
const MAX_PREPARED = 200;

async function expireSurplus(tx: Transaction, siteId: string, at: string): Promise<void> {
  const surplus = await tx
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("status", "=", sql.lit("pending" as const))
    .where("announced_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BATCH)
    .offset(MAX_PREPARED)
    .execute();
  for (const row of surplus) await expireApproval(tx, row, at);
}

/** The columns that say who requests. */
function requesterColumns(actor: Actor, { originatingUserId, reason, announcedAt, expiresAt }: NewRequest) {
  return {
    requested_by_type: actor.kind === "token" ? ("token" as const) : ("user" as const),
    requested_by_id: actor.kind === "token" ? actor.tokenId : actor.userId,
    requested_by_name: actor.name,
    originating_user_id: originatingUserId,
    requested_via: actor.kind === "token" ? ("mcp" as const) : ("web" as const),
    reason,
    announced_at: announcedAt,
    expires_at: expiresAt,
  };
}

async function announcePrepared(tx: Transaction, actor: Actor, request: NewRequest): Promise<void> {
  await tx
    .updateTable("approval_requests")
    .set(requesterColumns(actor, request))
    .where("id", "=", request.id)
    .execute();
}

async function insertRequest(tx: Transaction, actor: Actor, request: NewRequest): Promise<void> {
  const { id, source, at } = request;
  await tx
    .insertInto("approval_requests")
    .values({
      id,
      workspace_id: actor.workspaceId,
      site_id: source.site_id,
      source_deployment_id: source.id,
      file_list_digest: source.file_list_digest ?? "",
      branch: source.branch,
      status: "pending",
      created_at: at,
      ...requesterColumns(actor, request),
    })
    .execute();
}

/** A request with what other tables say about it. */
export interface ApprovalView extends ApprovalRequestRow {
  readonly decided_by_name: string | null;
  /** All requesters, first to last; none of them may decide. */
  readonly requesters: readonly RequesterView[];
  /** The active members, and what their right to decide it depends on. */
  readonly members: readonly Member[];
  readonly facts: DecidingFacts;
}

/** The members who can decide a request now. */
export function decidersOf(view: ApprovalView, at: string): readonly Member[] {
  if (statusAt(stateOf(view), at) !== "pending") return [];
  return view.members.filter((member) => denialOf(view.facts, member) === undefined);
}

export function stateOf(row: ApprovalRequestRow): ApprovalState {
  return { status: row.status, expiresAt: row.expires_at, announced: row.announced_at !== null };
}

/**
 * Writes a request as it goes over the wire.
 * @param at A request whose time is over reads as expired before that is written to its row.
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
    deciders: decidersOf(view, at).length,
    requesters: view.requesters.map((requester) => ({
      type: requester.token_id === null ? ("user" as const) : ("token" as const),
      id: requester.token_id ?? requester.user_id,
      name: requester.name,
      userId: requester.user_id,
      userName: requester.person,
      reason: requester.reason,
      at: requester.at,
    })),
    prepared: view.announced_at === null,
    announcedAt: view.announced_at,
    supersededBy:
      view.superseded_by === null
        ? null
        : { id: view.superseded_by, webApprovalUrl: webApprovalUrl(addresses.baseUrl, view.superseded_by) },
  };
}

function selectViews(db: Database) {
  return db
    .selectFrom("approval_requests")
    .leftJoin("users as decider", "decider.id", "approval_requests.decided_by")
    .selectAll("approval_requests")
    .select("decider.name as decided_by_name");
}

/** Finds a request of a workspace; one of another workspace is not found. */
export async function findApproval(
  db: Database,
  workspaceId: string,
  requestId: string,
): Promise<ApprovalView | undefined> {
  const rows = await selectViews(db)
    .where("approval_requests.workspace_id", "=", workspaceId)
    .where("approval_requests.id", "=", requestId)
    .execute();
  return (await withPeople(db, workspaceId, rows))[0];
}

/** Adds the requesters and the members who may decide. */
async function withPeople(
  db: Database,
  workspaceId: string,
  rows: readonly Omit<ApprovalView, "requesters" | "members" | "facts">[],
): Promise<ApprovalView[]> {
  if (rows.length === 0) return [];
  const requestIds = rows.map(({ id }) => id);
  const requestersOf = await findRequesters(db, requestIds);
  const pushed = await findPushers(db, requestIds);
  const { members, ...panel } = await readDecidingMembers(db, workspaceId);
  return rows.map((row) => {
    const requesters = requestersOf.get(row.id) ?? [];
    // A prepared release has no requester yet.
    const userIds = row.announced_at === null ? [] : [row.originating_user_id, ...requesters.map((one) => one.user_id)];
    const requesterIds = [...new Set(userIds)];
    return { ...row, requesters, members, facts: { ...panel, requesterIds, pusherIds: pushed.get(row.id) ?? [] } };
  });
}

interface ApprovalFilter {
  readonly siteId?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  readonly at: string;
  /** Last request of the page before. */
  readonly after?: { readonly createdAt: string; readonly id: string } | undefined;
  readonly limit?: number | undefined;
}

/** Lists requests of a workspace, newest first, without prepared ones. */
export async function listApprovals(
  db: Database,
  workspaceId: string,
  { siteId, status, at, after, limit }: ApprovalFilter,
): Promise<ApprovalView[]> {
  let query = selectViews(db)
    .where("approval_requests.workspace_id", "=", workspaceId)
    .where("approval_requests.announced_at", "is not", null);
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
  return withPeople(db, workspaceId, await (limit === undefined ? query : query.limit(limit)).execute());
}

/** How many requests of a workspace wait for a decision; prepared ones do not. */
export async function countWaiting(db: Database, workspaceId: string, at: string): Promise<number> {
  const { waiting } = await db
    .selectFrom("sites")
    .innerJoin("approval_requests", "approval_requests.site_id", "sites.id")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("sites.workspace_id", "=", workspaceId)
    // A literal, not a parameter: only then can SQLite use the partial index of open requests.
    .where("approval_requests.status", "=", sql.lit("pending"))
    .where("approval_requests.announced_at", "is not", null)
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
  readonly set?: Updateable<ApprovalRequestRow>;
  /** Who the audit log names; the service itself when absent. */
  readonly actor?: NewAuditEntry["actor"];
  /** What the audit log says besides the two statuses. */
  readonly data?: NewAuditEntry["data"];
  readonly at: string;
}

/**
 * Moves a request along one edge of its state table, with its audit row and its announcement; a release that is only
 * prepared has neither, since no one waits for it.
 * @returns False when the row no longer has the status it was read with.
 * @throws {TypeError} When the state table has no such edge.
 */
export async function moveApproval(
  tx: Transaction,
  row: Pick<ApprovalRequestRow, "id" | "workspace_id" | "status" | "announced_at">,
  { to, set, actor = SYSTEM, data, at }: ApprovalMove,
): Promise<boolean> {
  const from = row.status;
  if (!APPROVAL_TRANSITIONS[from].includes(to)) throw new TypeError(`A request never goes from ${from} to ${to}.`);
  const moved = await tx
    .updateTable("approval_requests")
    .set({ ...set, status: to })
    .where("id", "=", row.id)
    .where("status", "=", from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) return false;
  if (row.announced_at === null) return true;
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor,
    action: `approval.${to}`,
    subject: { type: "approval", id: row.id },
    data: { before: from, after: to, ...data },
    at,
  });
  await announce(tx, { kind: "approval", id: row.id, at });
  return true;
}

/** Marks a request whose time is over as expired. */
export async function expireApproval(tx: Transaction, row: ApprovalRequestRow, at: string): Promise<void> {
  await moveApproval(tx, row, { to: "expired", data: { deploymentId: row.deployment_id }, at });
}

/** Most requests of one round; the next round takes the rest. */
const BATCH = 200;

/**
 * Ends the requests that are over, for housekeeping: pending ones past their time or without their source,
 * and approved ones whose release ended without going live or never began.
 * @returns How many requests ended.
 */
export async function expireApprovals(context: Pick<ServiceContext, "db" | "clock" | "events">): Promise<number> {
  const at = instant(context.clock);
  const { ended, canceled } = await inDatabase(context.db, async (tx) => {
    const gone = await selectWithoutSource(tx);
    for (const row of gone) await moveApproval(tx, row, { to: "superseded", data: { because: "site_archived" }, at });
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

/** Pending requests whose site was archived: their previews are removed permanently, also when the site is restored. */
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

async function cancelQueued(tx: Transaction, deploymentId: string, at: string): Promise<boolean> {
  const message = "The approval expired before the release began; request it again.";
  const event = { error: { code: "timed_out" as const, message } };
  return (await transition(tx, deploymentId, { from: "queued", to: "canceled", at, event })) !== undefined;
}
