import type { Approval, DecideApproval, Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { APPROVED_LIFETIME_MS, type DecisionOutcome, decisionOutcome, PROBLEMS } from "../../domain/approval.ts";
import type { Factor } from "../../domain/authentication.ts";
import { comparisonId, type Pair } from "../../domain/comparison.ts";
import { later } from "../../domain/instants.ts";
import { type Denial, denialText, relaxationText } from "../../domain/two-people.ts";
import { countThreads } from "../comments/threads.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow } from "../engine/rows.ts";
import type { DeploymentRow, SessionRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { consumeStepUp, type StepUp } from "../people/factors.ts";
import { findFullSession, requireOpened } from "../people/sessions.ts";
import { roleOf } from "../people/users.ts";
import { canGoLive } from "../people/workspaces.ts";
import { currentComparison, requireCurrentComparison } from "../reviews/comparisons.ts";
import { noteOf, recordAct } from "./acts.ts";
import { type ApprovalView, expireApproval, moveApproval, requireApproval, toApproval } from "./approvals.ts";
import { type Blocks, isFree, namedBlocks, readBlocks } from "./blocks.ts";
import { bindGate } from "./deployment-protection.ts";
import { createPromotion, findSource } from "./promotions.ts";
import { type PublishRequest, requestInTransaction } from "./requests.ts";
import { findViewed } from "./viewed-pages.ts";

interface GivenDecision extends DecideApproval {
  readonly requestId: string;
  /** The waiting run on GitHub that the screen named; without one, only a run where the release belongs is answered. */
  readonly gateId?: string | undefined;
  /** What the release changes; a site can ask that all of it was viewed. */
  readonly changedPages?: ChangedPages | undefined;
}

export interface ChangedPages {
  readonly comparison: string;
  readonly paths: readonly string[];
}

type Outcome =
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "decided"; readonly view: ApprovalView; readonly promoted: string | undefined };

type DecisionServices = Pick<ServiceContext, "db" | "clock" | "addresses" | "events" | "builds">;

/**
 * Carries out a person's decision, with the second factor they just gave for it; approving queues the release.
 * All that it depends on is read in the same transaction, and of several deciders one wins. [§4, §5]
 * @param actor A person's web session; there is no way to pass a token.
 * @returns The decided request. The same person deciding the same again gets the same response.
 * @throws {ApiError} In this order: `unauthenticated` for a session that ended, `not_found`, `self_approval_forbidden`,
 * `forbidden_role`, `approval_already_decided`, `approval_not_requested`, `source_deployment_not_ready`,
 * `live_site_limit_reached`, `pages_not_viewed`, `approval_blocked`, `step_up_required`, `comparison_changed`
 */
export async function decideApproval(
  context: DecisionServices,
  actor: SessionActor,
  input: GivenDecision,
): Promise<Approval> {
  const { addresses } = context;
  // An error leaves the transaction as a value: throwing would roll back the expiry of a request whose time is over.
  const outcome = await inWorkspace(context.db, actor.workspaceId, (tx) => decide(tx, { actor, input, addresses }));
  if (outcome.kind === "refused") throw outcome.error;
  return afterCommit(context, outcome);
}

/**
 * Requests and approves with one factor, where the operator allows one person to do both; an error leaves nothing
 * recorded.
 */
export async function releaseAlone(
  context: DecisionServices,
  actor: SessionActor,
  input: PublishRequest,
): Promise<Approval> {
  const { addresses } = context;
  const decided = await inWorkspace(context.db, actor.workspaceId, async (tx) => {
    const { view, given } = await requestInTransaction(tx, actor, input);
    const approval = { decision: "approve", requestId: view.id, comparison: input.comparison } as const;
    const outcome = await decide(tx, { actor, input: approval, addresses }, given);
    if (outcome.kind === "refused") throw outcome.error;
    return outcome;
  });
  return afterCommit(context, decided);
}

function afterCommit(
  { addresses, builds, clock, events }: DecisionServices,
  { view, promoted }: Extract<Outcome, { kind: "decided" }>,
): Approval {
  if (promoted !== undefined) {
    events.notify(promoted);
    builds.wake();
  }
  return toApproval(view, addresses, instant(clock));
}

/**
 * Checks a decision before its second factor is consumed, so that a person who cannot decide keeps the code and a form
 * sent twice changes nothing; `decideApproval` checks again.
 */
export async function checkDecision(
  { db, clock, addresses }: DecisionServices,
  actor: SessionActor,
  input: GivenDecision,
): Promise<"repeat" | "open"> {
  const { verdict, ...judged } = await judge(db, { actor, input }, instant(clock));
  if (verdict.kind === "error") throw errorOf(verdict, judged, addresses);
  return verdict.kind === "repeat" ? "repeat" : "open";
}

interface DecisionContext {
  readonly actor: SessionActor;
  readonly input: GivenDecision;
  readonly addresses: DecisionServices["addresses"];
}

/** @param requested The step-up, where it was given for the request too. */
async function decide(tx: Transaction, decision: DecisionContext, requested?: StepUp): Promise<Outcome> {
  const { actor, input, addresses } = decision;
  const { at } = tx;
  // As it is now: it may have ended since the request came in.
  const session = await findFullSession(tx, actor.sessionId, at, null);
  if (session?.user_id !== actor.userId) throw new ApiError("unauthenticated", "Your session ended; sign in again.");
  const { verdict, ...judged } = await judge(tx, decision, at);
  const { view } = judged;
  if (verdict.kind === "error") {
    if (view.status === "pending" && view.expires_at <= at) await expireApproval(tx, view);
    return { kind: "refused", error: errorOf(verdict, judged, addresses) };
  }
  if (verdict.kind === "repeat") return { kind: "decided", view, promoted: undefined };
  await requireOpened(tx, actor);
  const purpose = { action: input.decision, subjectId: view.id };
  const { comparison } = input;
  const given = requested ?? (await consumeStepUp(tx, { sessionId: actor.sessionId, purpose, comparison }));
  if (!given) throw new ApiError("step_up_required", "Give your second factor for this decision.");
  const { factor, comparison: shown } = given;
  const pair = await requireCurrentComparison(tx, view.site_id, view.file_list_digest, shown);
  return carryOut(tx, { ...decision, ...judged, to: verdict.to, session, factor, pair });
}

async function judge(db: Database, { actor, input }: Pick<DecisionContext, "actor" | "input">, at: string) {
  const view = await requireApproval(db, actor.workspaceId, input.requestId);
  const role = await roleOf(db, actor.workspaceId, actor.userId);
  const source = await findUnchangedSource(db, view);
  const blocks = await readBlocks(db, source, role);
  const verdict = decisionOutcome({
    decision: input.decision,
    decider: { userId: actor.userId, role },
    request: { ...view, decidedBy: view.decision?.user_id },
    sourceUnchanged: source !== undefined,
    withinLiveSiteLimit: await canGoLive(db, actor.workspaceId, view.site_id),
    allViewed: await hasViewedAll(db, actor.userId, view, input.changedPages),
    blocked: !isFree(blocks, input.override),
    at,
  });
  return { verdict, view, role, source, blocks };
}

function errorOf(
  verdict: Extract<DecisionOutcome, { kind: "error" }>,
  { view, blocks }: Pick<AllowedDecision, "view" | "blocks">,
  { baseUrl }: DecisionServices["addresses"],
): ApiError {
  const message = "denial" in verdict ? denialMessage(verdict.denial, view) : PROBLEMS[verdict.code];
  const details = verdict.code === "approval_blocked" ? { blockedBy: namedBlocks(blocks, baseUrl) } : {};
  return new ApiError(verdict.code, message, details);
}

/** Where the site asks for it: each page that the release changes against what is live now was marked by this person. */
async function hasViewedAll(
  db: Database,
  userId: string,
  view: ApprovalView,
  changed: ChangedPages | undefined,
): Promise<boolean> {
  const site = await findRow(db, "sites", { id: view.site_id });
  // A person who goes back alone is in a hurry, and the pages were approved before.
  if (site?.viewed_pages !== "all" || view.facts.relaxations.rollBack) return true;
  const current = await currentComparison(db, view.site_id, view.file_list_digest);
  if (changed?.comparison !== current) return false;
  const viewed = await findViewed(db, { request_id: view.id, user_id: userId, comparison_id: current });
  return changed.paths.every((path) => viewed.has(path));
}

const AUDITED_PATHS = 50;

async function viewedOf(
  tx: Transaction,
  { actor, input }: DecisionContext,
  view: ApprovalView,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { changedPages: changed } = input;
  if (!changed) return null;
  const viewing = { request_id: view.id, user_id: actor.userId, comparison_id: changed.comparison };
  const viewed = await findViewed(tx, viewing);
  const paths = changed.paths.filter((path) => viewed.has(path));
  return { pages: paths.length, of: changed.paths.length, paths: paths.slice(0, AUDITED_PATHS) };
}

export function denialMessage(denial: Denial, { members }: ApprovalView): string {
  return denialText(denial, (id) => members.find(({ userId }) => userId === id)?.name);
}

/** The source, only while it is ready and still has the files that were requested. */
async function findUnchangedSource(db: Database, view: ApprovalView): Promise<DeploymentRow | undefined> {
  const found = await findSource(db, view.site_id, view.source_deployment_id);
  return found.kind === "source" && found.row.file_list_digest === view.file_list_digest ? found.row : undefined;
}

interface AllowedDecision extends DecisionContext {
  readonly view: ApprovalView;
  readonly to: "approved" | "rejected";
  readonly source: DeploymentRow | undefined;
  readonly session: SessionRow;
  readonly role: Role | undefined;
  readonly factor: Factor;
  readonly pair: Pair;
  /** What blocks it; an approval overrides all of it. */
  readonly blocks: Blocks;
}

async function carryOut(tx: Transaction, decision: AllowedDecision): Promise<Outcome> {
  const { actor, input, view, to, source, session, role, factor, pair, blocks } = decision;
  const overridden = to === "approved" ? blocks.threads.map(({ id }) => id) : [];
  const overrideReason = overridden.length === 0 ? null : noteOf(input.override?.reason);
  const promoted = to === "approved" && source ? await createPromotion(tx, view, source) : undefined;
  const deploymentId = promoted ?? null;
  const notes = noteOf(input.notes);
  if (input.gateId !== undefined && !(await bindGate(tx, view, input.gateId))) {
    throw new ApiError("try_again", "The run on GitHub that the decision was to answer does not wait any more.");
  }
  await recordAct(tx, actor.workspaceId, {
    request_id: view.id,
    kind: to,
    siteId: view.site_id,
    pair,
    user_id: actor.userId,
    factor,
    note: notes,
    override_reason: overrideReason,
  });
  const moved = await moveApproval(tx, view, {
    to,
    set: {
      deployment_id: deploymentId,
      expires_at: to === "approved" ? later(tx.at, APPROVED_LIFETIME_MS) : view.expires_at,
    },
    actor: { type: "user", id: actor.userId },
    data: {
      siteId: view.site_id,
      sourceDeploymentId: view.source_deployment_id,
      fileListDigest: view.file_list_digest,
      requesterIds: [...new Set(view.facts.requestActs.map(({ account }) => account))],
      relaxed: relaxationText(view.facts.relaxations),
      viewed: await viewedOf(tx, decision, view),
      deploymentId,
      notes,
      openComments: source ? (await countThreads(tx, source)).open : 0,
      ...(overrideReason !== null && { overrideReason, overridden }),
      role,
      factor,
      comparison: comparisonId(view.site_id, pair),
      epoch: view.facts.standings.get(actor.userId)?.epoch ?? null,
      sessionId: actor.sessionId,
      address: session.address,
      userAgent: session.user_agent,
    },
  });
  // Another process won; throwing takes the promotion and the spent factor back.
  if (!moved) throw new ApiError("approval_already_decided", PROBLEMS.approval_already_decided);
  return { kind: "decided", view: await requireApproval(tx, actor.workspaceId, view.id), promoted };
}
