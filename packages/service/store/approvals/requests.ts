import type { Approval } from "@greenroom/contract";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor, TokenActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type Intent, PENDING_LIFETIME_MS, PREPARED_LIFETIME_MS, statusAt, supersedes } from "../../domain/approval.ts";
import { comparisonId } from "../../domain/comparison.ts";
import { newApprovalId } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { canDevelop } from "../../domain/roles.ts";
import { announce } from "../announcements/announce.ts";
import { appendAudit, auditedActor, type NewAuditEntry, SYSTEM } from "../audit/audit.ts";
import { deploymentNotFound, verifiedBranch } from "../deployments/deployments.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, updateRows } from "../engine/rows.ts";
import type { ApprovalRequestRow, DeploymentRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { asActor } from "../people/acting.ts";
import { consumeStepUp, type StepUp } from "../people/factors.ts";
import { requireOpened } from "../people/sessions.ts";
import { roleOf } from "../people/users.ts";
import { requireComparisonOf } from "../reviews/comparisons.ts";
import { requireSite } from "../sites/sites.ts";
import { actsOf, noteOf, recordAct } from "./acts.ts";
import { type ApprovalView, expireApproval, moveApproval, requireApproval, toApproval } from "./approvals.ts";
import { findSource, sourceRejected } from "./promotions.ts";

export interface PublishRequest {
  readonly siteId: string;
  /** A ready preview, or an earlier release. */
  readonly sourceDeploymentId: string;
  readonly reason?: string | undefined;
  readonly comparison?: string | undefined;
}

type RequestContext = Pick<ServiceContext, "db" | "addresses">;

/**
 * Prepares the release of a ready preview for a token: it gets the link where a person requests it, which is no request
 * yet. With the intent `release` those who may request it are notified, once a branch while it is open.
 * @returns The open release of the source, which may be requested already.
 */
export async function prepareRelease(
  context: RequestContext,
  actor: TokenActor,
  input: PublishRequest & { readonly intent: Intent },
): Promise<Approval> {
  return asActor(context.db, actor, async (tx) => {
    const { intent } = input;
    const source = await requireSource(tx, actor.workspaceId, input);
    const open = await findOpen(tx, source);
    const id = open?.id ?? newApprovalId();
    const isNewlyWanted = intent === "release" && open?.intent !== "release";
    if (!open) {
      const by = { prepared_by_token_id: actor.tokenId, prepared_by_name: actor.name, reason: noteOf(input.reason) };
      await insertRequest(tx, source, { id, intent, ...by, expires_at: later(tx.at, PREPARED_LIFETIME_MS) });
    } else if (isNewlyWanted) {
      await updateRows(tx, "approval_requests", { id }, { intent });
    }
    if (!open || (isNewlyWanted && open.requested_at === null)) {
      const replaced = await supersedeOlder(tx, { id, source, actor: SYSTEM });
      await expireSurplus(tx, source.site_id);
      const wereNotified = replaced.some(({ intent }) => intent === "release");
      if (isNewlyWanted && !wereNotified) await announce(tx, { kind: "approval", id });
    }
    return toApproval(await requireApproval(tx, actor.workspaceId, id), context.addresses, tx.at);
  });
}

/**
 * Requests the release of a ready preview, as a person on the web who just gave a second factor for it; a second request
 * for the same source joins the open one. A newer request of the same site and branch supersedes an older open one.
 * [§4 rule 6]
 */
export async function requestApproval(
  context: RequestContext,
  actor: SessionActor,
  input: PublishRequest,
): Promise<Approval> {
  return inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const { view } = await requestInTransaction(tx, actor, input);
    return toApproval(view, context.addresses, tx.at);
  });
}

/** @returns No step-up when the person requested it before, with nothing to add. */
export async function requestInTransaction(
  tx: Transaction,
  actor: SessionActor,
  input: PublishRequest,
): Promise<{ readonly view: ApprovalView; readonly given: StepUp | undefined }> {
  const source = await requireRequestable(tx, actor, input);
  const open = await findOpen(tx, source);
  const note = noteOf(input.reason);
  if (open && !(await saysMore(tx, open.id, actor.userId, note))) {
    return { view: await requireApproval(tx, actor.workspaceId, open.id), given: undefined };
  }
  await requireOpened(tx, actor);
  // [§5.4] The factor was given for the deployment that the form named.
  const purpose = { action: "request" as const, subjectId: input.sourceDeploymentId };
  const { comparison } = input;
  const given = await consumeStepUp(tx, { sessionId: actor.sessionId, purpose, comparison });
  if (!given) throw new ApiError("step_up_required", "Give your second factor to request this release.");
  const pair = await requireComparisonOf(tx, source.site_id, source.file_list_digest, given.comparison);
  const id = open?.id ?? newApprovalId();
  const isFirst = open === undefined || open.requested_at === null;
  if (isFirst) {
    const requested = { requested_at: tx.at, expires_at: later(tx.at, PENDING_LIFETIME_MS) };
    if (open) await updateRows(tx, "approval_requests", { id }, requested);
    else await insertRequest(tx, source, { id, intent: "release", ...requested });
  }
  await recordAct(tx, actor.workspaceId, {
    request_id: id,
    kind: "requested",
    siteId: source.site_id,
    pair,
    user_id: actor.userId,
    factor: given.factor,
    note,
  });
  const by = auditedActor(actor);
  if (isFirst) await supersedeOlder(tx, { id, source, actor: by.actor });
  await appendAudit(tx, {
    ...by,
    action: isFirst ? "approval.requested" : "approval.requester_added",
    subject: { type: "approval", id },
    data: {
      ...(isFirst && { after: "pending", branch: source.branch, fileListDigest: source.file_list_digest }),
      siteId: source.site_id,
      sourceDeploymentId: source.id,
      userId: actor.userId,
      reason: note,
      factor: given.factor,
      comparison: comparisonId(source.site_id, pair),
      sessionId: actor.sessionId,
    },
  });
  if (isFirst) await announce(tx, { kind: "approval", id });
  return { view: await requireApproval(tx, actor.workspaceId, id), given };
}

/** Most times that one request is requested; a person's first time always counts. */
const MAX_REQUESTS = 50;

async function saysMore(tx: Transaction, requestId: string, userId: string, note: string | null): Promise<boolean> {
  const { requests } = await actsOf(tx, requestId);
  const own = requests.filter((act) => act.user_id === userId);
  if (own.length === 0) return true;
  return note !== null && requests.length < MAX_REQUESTS && own.every((act) => act.note !== note);
}

/** Called before the second factor is consumed; `requestApproval` checks again. @returns The preview it is made from. */
export async function requireRequestable(
  db: Database,
  actor: SessionActor,
  input: Pick<PublishRequest, "siteId" | "sourceDeploymentId">,
): Promise<DeploymentRow> {
  if (!canDevelop(await roleOf(db, actor.workspaceId, actor.userId))) {
    throw new ApiError("forbidden_role", "Requesting a release needs a member with the role developer or higher.");
  }
  return requireSource(db, actor.workspaceId, input);
}

async function requireSource(
  db: Database,
  workspaceId: string,
  input: Pick<PublishRequest, "siteId" | "sourceDeploymentId">,
): Promise<DeploymentRow> {
  const site = await requireSite(db, workspaceId, input.siteId);
  const found = await findSource(db, site.id, input.sourceDeploymentId);
  if (found.kind === "source") return found.row;
  if (found.kind === "unknown") throw deploymentNotFound();
  throw sourceRejected(found.kind, "Only a ready preview of the site can be published.");
}

/** The open request for a source; one whose time is over is marked expired here and no longer counts. */
async function findOpen(tx: Transaction, source: DeploymentRow): Promise<ApprovalRequestRow | undefined> {
  const row = await findRow(tx, "approval_requests", {
    site_id: source.site_id,
    source_deployment_id: source.id,
    status: "pending",
  });
  if (!row) return undefined;
  if (statusAt(row, tx.at) === "pending") return row;
  await expireApproval(tx, row);
  return undefined;
}

type NewRow = Pick<ApprovalRequestRow, "id" | "intent" | "expires_at"> & Partial<ApprovalRequestRow>;

async function insertRequest(tx: Transaction, source: DeploymentRow, row: NewRow): Promise<void> {
  await insertRow(tx, "approval_requests", {
    ...row,
    workspace_id: source.workspace_id,
    site_id: source.site_id,
    source_deployment_id: source.id,
    file_list_digest: source.file_list_digest ?? "",
    branch: source.branch,
    status: "pending",
    created_at: tx.at,
  });
}

interface Newer {
  readonly id: string;
  readonly source: DeploymentRow;
  readonly actor: NewAuditEntry["actor"];
}

/** @returns The prepared releases whose place was taken. */
async function supersedeOlder(
  tx: Transaction,
  { id: by, source, actor }: Newer,
): Promise<readonly ApprovalRequestRow[]> {
  const open = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .selectAll("approval_requests")
    .select("deployments.created_at as source_created_at")
    .where("approval_requests.site_id", "=", source.site_id)
    .where("approval_requests.status", "=", "pending")
    .execute();
  const newer = open.find(({ id }) => id === by);
  const prepared: ApprovalRequestRow[] = [];
  for (const row of open) {
    if (!newer || !supersedes({ ...newer, branch: verifiedBranch(source) }, row)) continue;
    if (statusAt(row, tx.at) !== "pending") {
      await expireApproval(tx, row);
      continue;
    }
    await moveApproval(tx, row, { to: "superseded", set: { superseded_by: by }, actor, data: { by } });
    if (row.requested_at === null) prepared.push(row);
  }
  return prepared;
}

/** Most releases of a site that are prepared at a time; a site has fewer open pull requests. */
const MAX_PREPARED = 200;

/** Most requests of one round; the next round takes the rest. */
const BATCH = 200;

async function expireSurplus(tx: Transaction, siteId: string): Promise<void> {
  const surplus = await tx
    .selectFrom("approval_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("status", "=", sql.lit("pending" as const))
    .where("requested_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BATCH)
    .offset(MAX_PREPARED)
    .execute();
  for (const row of surplus) await expireApproval(tx, row);
}
