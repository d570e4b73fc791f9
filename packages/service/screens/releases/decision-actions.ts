import type { SessionActor } from "../../domain/actor.ts";
import type { Decision } from "../../domain/approval.ts";
import { type Denial, denialOf, isRequested } from "../../domain/two-people.ts";
import { type Html, html } from "../../outside/html.ts";
import type { ReleaseComparison } from "../../review/release-comparison.ts";
import type { ApprovalView } from "../../store/approvals/approvals.ts";
import type { Blocks } from "../../store/approvals/blocks.ts";
import { denialMessage } from "../../store/approvals/decisions.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import type { MemberRequest } from "../guard.ts";
import { overrideFields } from "./blocked.ts";
import { type DecisionForm, decisionForm } from "./decision-forms.ts";
import { readRequestForm, type RequestForm, requestActions } from "./publish.ts";
import type { ReleaseCandidate } from "./release-diff.ts";

export type DecisionActions = RequestForm | Deciding;

interface Deciding {
  readonly kind: "decision";
  readonly requestId: string;
  readonly factors: Factors;
  readonly gateId: string | undefined;
  readonly comparison: ReleaseComparison | undefined;
  readonly blocks: Blocks;
}

interface DecisionSubject {
  readonly view: ApprovalView;
  readonly release: ReleaseCandidate;
  readonly comparison: ReleaseComparison | undefined;
  readonly gateId: string | undefined;
  readonly blocks: Blocks;
}

export async function readDecisionActions(
  request: MemberRequest,
  { view, release, comparison, gateId, blocks }: DecisionSubject,
): Promise<DecisionActions> {
  const { context, session, actor } = request;
  if (!isRequested(view.facts)) return readRequestForm(request, release, comparison);
  const denial = denialOf(view.facts, actor);
  if (denial) return { kind: "hint", text: denialHint(denial, view, actor) };
  const factors = await factorsOf(context.db, session.user.id);
  if (hasSecondFactor(factors)) {
    return { kind: "decision", requestId: view.id, factors, gateId, comparison, blocks };
  }
  const text = html`Two-factor authentication is required to approve or reject. <a href="/app/account">Set one up</a>, then return to this page.`;
  return { kind: "hint", text };
}

export function decisionActions(request: MemberRequest, actions: DecisionActions): Html | undefined {
  switch (actions.kind) {
    case "hint":
      return undefined;
    case "request":
      return requestActions(request, actions);
    case "decision":
      return html`${formOf(request, actions, "reject")} ${canApprove(actions.blocks) ? formOf(request, actions, "approve") : html`<button type="button" disabled aria-describedby="blocked">${APPROVE_RELEASE}…</button>`}`;
  }
}

const APPROVE_RELEASE = "Approve release";

function canApprove({ threads, mayOverride }: Blocks): boolean {
  return threads.length === 0 || mayOverride;
}

function formOf(
  request: MemberRequest,
  { requestId, factors, gateId, comparison, blocks }: Deciding,
  decision: Decision,
): Html {
  const approves = decision === "approve";
  const rollBack = comparison?.rollBackTo !== undefined;
  const verb = approves ? (rollBack ? "Approve roll back" : "Approve") : "Reject";
  const form: DecisionForm = {
    opens: `${verb === "Approve" ? APPROVE_RELEASE : verb}…`,
    sends: verb,
    name: "decision",
    value: decision,
    tone: approves ? "primary" : "danger",
    action: request.c.req.path,
    purpose: { action: decision, subjectId: requestId },
    factors,
    note: {
      name: "notes",
      label: approves ? html`Note <span class="dim">(optional)</span>` : "What has to be changed",
      required: !approves,
    },
    fields: approves && blocks.threads.length > 0 && overrideFields(blocks, request.typed?.get("override")),
    hidden: { run: gateId, comparison: comparison?.id },
    text: approves
      ? html`You approve ${wholeRelease(comparison)} as <bdi>${request.session.user.name}</bdi>. It goes live at once.`
      : "What is live stays. Those who requested it are notified.",
  };
  return decisionForm(request, form);
}

/** One decision is about all pages, also about those that were not looked at. */
function wholeRelease(comparison: ReleaseComparison | undefined): string {
  const count = comparison?.pages.length ?? 0;
  return count > 1 ? `all ${count} pages together` : "it";
}

function denialHint(denial: Denial, view: ApprovalView, actor: SessionActor): Html {
  if (denial.rule === "role") {
    return html`Your role is ${actor.role}. Only owners, admins and approvers can approve or reject.`;
  }
  return html`<bdi>${denialMessage(denial, view)}</bdi>${denial.rule === "unconfirmed" && html` <a href="/app/members">Go to members</a>.`}`;
}
