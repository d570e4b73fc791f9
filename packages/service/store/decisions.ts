import type { Approval, DecideApproval, ErrorCode, Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import type { SessionActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { APPROVED_LIFETIME_MS, type DecisionError, judge } from "../domain/approval.ts";
import { isLive } from "../domain/session.ts";
import type { Factor } from "../domain/step-up.ts";
import { announce } from "./announce.ts";
import { type ApprovalView, expireApproval, findApproval, moveApproval, readApproval, stateOf } from "./approvals.ts";
import { appendAudit } from "./audit.ts";
import type { Transaction } from "./database.ts";
import { consumeStepUp } from "./factors.ts";
import { createPromotion, findSource, canGoLive } from "./promotions.ts";
import type { DeploymentRow, SessionRow } from "./schema.ts";
import { roleOf } from "./users.ts";
import { isSelfApprovalAllowed } from "./workspaces.ts";

const MESSAGES: Readonly<Record<DecisionError, string>> = {
  not_found: "There is no such publish request.",
  self_approval_forbidden: "You asked for this release yourself, or a token of yours did; another member decides it.",
  forbidden_role: "Deciding needs an active member with the role owner, admin or approver.",
  approval_already_decided: "This request is no longer waiting for a decision.",
  source_deployment_not_ready: "The preview is not what was asked for any more; ask for a new release.",
  live_site_limit_reached: "The workspace has as many live sites as it may.",
};

/** A person's decision on a publish request. */
interface DecisionMade extends DecideApproval {
  readonly requestId: string;
}

type Outcome =
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "decided"; readonly view: ApprovalView; readonly promoted: string | undefined };

/**
 * Carries out a person's decision, with the second factor they just gave for it; approving queues the release.
 * Everything it is judged by is read in the same transaction, and of several deciders one wins.
 * @param actor A person's web session; there is no way to pass a token.
 * @returns The decided request. The same person deciding the same again gets the same answer.
 * @throws {ApiError} In this order: `unauthenticated` for a session that ended, `not_found`, `self_approval_forbidden`,
 * `forbidden_role`, `approval_already_decided`, `source_deployment_not_ready`, `live_site_limit_reached`, `step_up_required`.
 * @see Interface §4 and §5
 */
export async function decideApproval(
  context: Pick<ServiceContext, "db" | "clock" | "addresses" | "events" | "builds">,
  actor: SessionActor,
  made: DecisionMade,
): Promise<Approval> {
  const nowMs = context.clock.now();
  const at = instant(context.clock);
  // Refusals leave the transaction as values, so that a request found to have run out is written down all the same.
  const outcome = await context.db.transaction().execute((tx) => decide(tx, { actor, made, nowMs, at }));
  if (outcome.kind === "refused") throw new ApiError(outcome.code, outcome.message);
  if (outcome.promoted !== undefined) {
    context.events.notify(outcome.promoted);
    context.builds.wake();
  }
  return readApproval(outcome.view, context.addresses, at);
}

interface DecisionContext {
  readonly actor: SessionActor;
  readonly made: DecisionMade;
  readonly nowMs: number;
  readonly at: string;
}

async function decide(tx: Transaction, deciding: DecisionContext): Promise<Outcome> {
  const { actor, made, nowMs, at } = deciding;
  const session = await findOwnSession(tx, actor, nowMs);
  if (!session) return { kind: "refused", code: "unauthenticated", message: "Your session ended; sign in again." };
  const view = await findApproval(tx, actor.workspaceId, made.requestId);
  const role = await roleOf(tx, actor.workspaceId, actor.userId);
  const source = view && (await sourceAsAsked(tx, view));
  const verdict = judge({
    decision: made.decision,
    deciderId: actor.userId,
    role,
    selfApprovalAllowed: view !== undefined && (await isSelfApprovalAllowed(tx, actor.workspaceId)),
    request: view && { ...stateOf(view), originatingUserId: view.originating_user_id, decidedBy: view.decided_by },
    sourceUnchanged: source !== undefined,
    roomToGoLive: view !== undefined && (await canGoLive(tx, { ...actor, siteId: view.site_id })),
    at,
  });
  if (!view || verdict.kind === "refuse") {
    const code = verdict.kind === "refuse" ? verdict.code : "not_found";
    if (view?.status === "pending" && view.expires_at <= at) await expireApproval(tx, view, at);
    return { kind: "refused", code, message: MESSAGES[code] };
  }
  if (verdict.kind === "repeat") return { kind: "decided", view, promoted: undefined };
  const purpose = { action: made.decision, subjectId: view.id };
  const factor = await consumeStepUp(tx, { sessionId: actor.sessionId, purpose, at });
  if (!factor)
    return { kind: "refused", code: "step_up_required", message: "Give your second factor for this decision." };
  return carryOut(tx, { ...deciding, view, to: verdict.to, source, audit: { session, role, factor } });
}

/** The session as it is now: it may have been ended since the request came in. */
async function findOwnSession(tx: Transaction, actor: SessionActor, nowMs: number): Promise<SessionRow | undefined> {
  const row = await tx
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", actor.sessionId)
    .where("user_id", "=", actor.userId)
    .where("level", "=", "full")
    .executeTakeFirst();
  return row && isLive(row, nowMs) ? row : undefined;
}

/** The source, only while it is ready and still the files that were asked for. */
async function sourceAsAsked(tx: Transaction, view: ApprovalView): Promise<DeploymentRow | undefined> {
  const found = await findSource(tx, view.site_id, view.source_deployment_id);
  return found.kind === "source" && found.row.file_list_digest === view.file_list_digest ? found.row : undefined;
}

interface AllowedDecision extends DecisionContext {
  readonly view: ApprovalView;
  readonly to: "approved" | "rejected";
  readonly source: DeploymentRow | undefined;
  readonly audit: { readonly session: SessionRow; readonly role: Role | undefined; readonly factor: Factor };
}

async function carryOut(tx: Transaction, allowed: AllowedDecision): Promise<Outcome> {
  const { actor, made, nowMs, at, view, to, source } = allowed;
  const promoted = to === "approved" && source ? await createPromotion(tx, { request: view, source, at }) : undefined;
  const set = {
    decided_by: actor.userId,
    decided_at: at,
    notes: made.notes ?? null,
    deployment_id: promoted ?? null,
    expires_at: to === "approved" ? new Date(nowMs + APPROVED_LIFETIME_MS).toISOString() : view.expires_at,
  };
  if (!(await moveApproval(tx, view.id, { from: "pending", to, set }))) {
    // Another process won; throwing takes the promotion and the spent factor back.
    throw new ApiError("approval_already_decided", MESSAGES.approval_already_decided);
  }
  await auditDecision(tx, allowed, promoted);
  await announce(tx, { kind: "approval", id: view.id, at });
  const decided = await findApproval(tx, actor.workspaceId, view.id);
  if (!decided) throw new Error(`The request ${view.id} vanished while it was decided.`);
  return { kind: "decided", view: decided, promoted };
}

async function auditDecision(
  tx: Transaction,
  { actor, made, at, view, to, audit }: AllowedDecision,
  promoted: string | undefined,
): Promise<void> {
  await appendAudit(tx, {
    workspaceId: actor.workspaceId,
    actor: { type: "user", id: actor.userId },
    action: `approval.${to}`,
    subject: { type: "approval", id: view.id },
    data: {
      before: "pending",
      after: to,
      siteId: view.site_id,
      sourceDeploymentId: view.source_deployment_id,
      fileListDigest: view.file_list_digest,
      originatingUserId: view.originating_user_id,
      deploymentId: promoted ?? null,
      notes: made.notes ?? null,
      role: audit.role,
      factor: audit.factor,
      sessionId: actor.sessionId,
      address: audit.session.address,
      userAgent: audit.session.user_agent,
    },
    at,
  });
}

/**
 * Why a release may or may not go live.
 * - `not_approved`: no approved request stands behind it.
 * - `overtaken`: a release that was approved later is live already.
 */
export type Publishing = "published" | "not_approved" | "overtaken";

/**
 * Notes that the release an approval led to goes live, in the transaction that makes the deployment ready.
 * @param deploymentId The production deployment, while it is being built.
 * @param at Present instant, ISO 8601 UTC.
 * @returns Anything but `published` means that the release must not go live; nothing was noted then.
 */
export async function markPublished(
  tx: Transaction,
  { deploymentId, at }: { readonly deploymentId: string; readonly at: string },
): Promise<Publishing> {
  const row = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.deployment_id")
    .selectAll("approval_requests")
    .select("deployments.created_at as queued_at")
    .where("approval_requests.deployment_id", "=", deploymentId)
    .executeTakeFirst();
  if (row?.status !== "approved") return "not_approved";
  if (await hasLaterRelease(tx, { siteId: row.site_id, queuedAt: row.queued_at })) return "overtaken";
  if (!(await moveApproval(tx, row.id, { from: "approved", to: "published" }))) return "not_approved";
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.published",
    subject: { type: "approval", id: row.id },
    data: { before: "approved", after: "published", deploymentId },
    at,
  });
  return "published";
}

async function hasLaterRelease(
  tx: Transaction,
  { siteId, queuedAt }: { readonly siteId: string; readonly queuedAt: string },
): Promise<boolean> {
  const later = await tx
    .selectFrom("deployments")
    .select("id")
    .where("site_id", "=", siteId)
    .where("environment", "=", "production")
    .where("status", "=", "ready")
    .where("hidden_at", "is", null)
    .where("created_at", ">", queuedAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
