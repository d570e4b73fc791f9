import type { Approval, DecideApproval, ErrorCode, Role } from "@greenroom/contract";
import type { SessionActor } from "../domain/actor.ts";
import { APPROVED_LIFETIME_MS, type DecisionError, judge } from "../domain/approval.ts";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import { isLive } from "../domain/session.ts";
import type { Factor } from "../domain/step-up.ts";
import type { ServiceContext } from "../context.ts";
import { announce } from "./announce.ts";
import { expireApproval } from "./approval-expiry.ts";
import { type ApprovalView, findApproval, moveApproval, readApproval, stateOf } from "./approval-rows.ts";
import { appendAudit } from "./audit.ts";
import type { Transaction } from "./database.ts";
import type { SessionRow } from "./identity-schema.ts";
import { createPromotion, findSource, hasRoomToGoLive } from "./promotions.ts";
import type { DeploymentRow } from "./schema.ts";
import { isSelfApprovalAllowed } from "./self-approval.ts";
import { consumeStepUp } from "./step-ups.ts";
import { roleOf } from "./users.ts";

const MESSAGES: Readonly<Record<DecisionError, string>> = {
  not_found: "There is no such publish request.",
  self_approval_forbidden: "You asked for this release yourself, or a token of yours did; another member decides it.",
  forbidden_role: "Deciding needs an active member with the role owner, admin or approver.",
  approval_already_decided: "This request is no longer waiting for a decision.",
  source_deployment_not_ready: "The preview is not what was asked for any more; ask for a new release.",
  live_site_limit_reached: "The workspace has as many live sites as it may.",
};

/** A person's decision on a publish request. */
export interface DecisionMade extends DecideApproval {
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
  context: Pick<ServiceContext, "db" | "clock" | "addresses" | "feed" | "builds">,
  actor: SessionActor,
  made: DecisionMade,
): Promise<Approval> {
  const nowMs = context.clock.now();
  const at = instant(context.clock);
  // Refusals leave the transaction as values, so that a request found to have run out is written down all the same.
  const outcome = await context.db.transaction().execute((tx) => settle(tx, { actor, made, nowMs, at }));
  if (outcome.kind === "refused") throw new ApiError(outcome.code, outcome.message);
  if (outcome.promoted !== undefined) {
    context.feed.publish(outcome.promoted);
    context.builds.wake();
  }
  return readApproval(outcome.view, context.addresses, at);
}

interface Settling {
  readonly actor: SessionActor;
  readonly made: DecisionMade;
  readonly nowMs: number;
  readonly at: string;
}

async function settle(tx: Transaction, settling: Settling): Promise<Outcome> {
  const { actor, made, nowMs, at } = settling;
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
    roomToGoLive: view !== undefined && (await hasRoomToGoLive(tx, { ...actor, siteId: view.site_id })),
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
  return carryOut(tx, { ...settling, view, to: verdict.to, source, audit: { session, role, factor } });
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

interface CarryingOut extends Settling {
  readonly view: ApprovalView;
  readonly to: "approved" | "rejected";
  readonly source: DeploymentRow | undefined;
  readonly audit: { readonly session: SessionRow; readonly role: Role | undefined; readonly factor: Factor };
}

async function carryOut(tx: Transaction, carrying: CarryingOut): Promise<Outcome> {
  const { actor, made, nowMs, at, view, to, source } = carrying;
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
  await auditDecision(tx, carrying, promoted);
  await announce(tx, { kind: "approval", id: view.id, at });
  const decided = await findApproval(tx, actor.workspaceId, view.id);
  if (!decided) throw new Error(`The request ${view.id} vanished while it was decided.`);
  return { kind: "decided", view: decided, promoted };
}

async function auditDecision(
  tx: Transaction,
  { actor, made, at, view, to, audit }: CarryingOut,
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
