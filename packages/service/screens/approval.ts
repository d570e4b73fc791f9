import { DecideApproval, MAX_NOTES_CHARS } from "@greenroom/contract";
import { type Decision, judge, mayDecide, statusAt } from "../domain/approval.ts";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { type ApprovalView, findApproval, stateOf } from "../store/approval-rows.ts";
import { decideApproval } from "../store/decisions.ts";
import { requireDeployment } from "../store/deployments.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../store/factors.ts";
import { liveOfSite } from "../store/live.ts";
import { findSite } from "../store/sites.ts";
import { isSelfApprovalAllowed } from "../store/self-approval.ts";
import { grantStepUp } from "../store/step-ups.ts";
import { listMembers } from "../store/users.ts";
import { approvalElsewhere } from "./approval-elsewhere.ts";
import { approvalOutcome } from "./approval-outcome.ts";
import { checkFactor, factorFields, passkeyButton } from "./factor.ts";
import { field } from "./form.ts";
import { ago, badge } from "./fragments.ts";
import type { Signed, Submitted } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { beforeAndAfter, changedFiles } from "./release-cards.ts";

/** Shows a publish request: what is live, what would go live, who asked, and who can decide. */
export async function showApproval(context: ServiceContext, signed: Signed, notice?: Notice): Promise<Response> {
  const { c, visit, actor } = signed;
  const view = await findApproval(context.db, actor.workspaceId, c.req.param("requestId") ?? "");
  if (!view) return approvalElsewhere(context, signed);
  const site = await findSite(context.db, actor.workspaceId, { siteId: view.site_id });
  if (!site) throw new ApiError("not_found", "There is no such publish request.");
  const source = await requireDeployment(context.db, actor.workspaceId, view.source_deployment_id);
  const live = await liveOfSite(context.db, site.id);
  const status = statusAt(stateOf(view), instant(context.clock));
  const pending = status === "pending";
  return page(c, {
    title: `Release of ${site.name}`,
    visit,
    section: "/app/approvals",
    notice,
    status: notice ? 401 : 200,
    body: html`<p class="crumbs"><a href="/app/approvals">Approvals</a></p>
      <h1>${pending ? html`Publish <bdi>${site.name}</bdi>?` : html`Release of <bdi>${site.name}</bdi>`} ${badge(status)}</h1>
      ${asked(context, view)}
      ${!pending && (await approvalOutcome(context, { view, status, site }))}
      ${beforeAndAfter(context, { site, source, live }, { after: pending ? "Would go live" : "Asked for" })}
      ${pending && (await decision(context, signed, { view, notice }))}
      ${pending && (await changedFiles(context, { site, source, live }))}`,
  });
}

/** Takes a decision with the second factor given for it on the same form. */
export async function takeDecision(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { c, visit, actor, form } = submitted;
  const requestId = c.req.param("requestId") ?? "";
  const made = DecideApproval.safeParse({ decision: form.get("decision"), notes: field(form, "notes") });
  if (!made.success) {
    const text = "Say in the notes why the release is rejected, so that whoever asked can mend it.";
    return showApproval(context, submitted, { tone: "problem", text, typed: form });
  }
  const decided = await judgeEarly(context, submitted, { requestId, decision: made.data.decision });
  if (decided === "repeat") return c.redirect(`/app/approvals/${requestId}`, 303);
  const purpose = { action: made.data.decision, subjectId: requestId };
  const given = { sessionId: visit.session.id, userId: visit.user.id, purpose };
  const check = await checkFactor(context, { ...given, form, recoveryCodes: false });
  if (check.kind === "refused")
    return showApproval(context, submitted, { tone: "problem", text: check.text, typed: form });
  await context.db
    .transaction()
    .execute((tx) => grantStepUp(tx, { ...given, factor: check.factor, nowMs: context.clock.now() }));
  await decideApproval(context, actor, { requestId, ...made.data });
  return c.redirect(`/app/approvals/${requestId}`, 303);
}

/**
 * Judges before a code is spent, so that whoever may not decide keeps theirs and a form sent twice changes nothing;
 * the decision itself judges again.
 * @throws {ApiError} Whatever the decision would be refused with, a missing step-up apart.
 */
async function judgeEarly(
  context: ServiceContext,
  { actor }: Submitted,
  { requestId, decision }: { readonly requestId: string; readonly decision: Decision },
): Promise<"repeat" | "open"> {
  const view = await findApproval(context.db, actor.workspaceId, requestId);
  const verdict = judge({
    decision,
    deciderId: actor.userId,
    role: actor.role,
    selfApprovalAllowed: await isSelfApprovalAllowed(context.db, actor.workspaceId),
    request: view && { ...stateOf(view), originatingUserId: view.originating_user_id, decidedBy: view.decided_by },
    sourceUnchanged: true,
    roomToGoLive: true,
    at: instant(context.clock),
  });
  if (verdict.kind === "refuse") throw new ApiError(verdict.code, "The decision was not taken.");
  return verdict.kind === "repeat" ? "repeat" : "open";
}

function asked(context: ServiceContext, view: ApprovalView): Html {
  const how = view.requested_via === "mcp" ? "with the token " : "";
  const now = context.clock.now();
  return html`<p class="lead">
      Asked ${how}by
      <strong><bdi>${view.requested_by_name}</bdi></strong>
      ${ago(view.created_at, now)}${view.status === "pending" && html` · closes ${ago(view.expires_at, now)}`}
    </p>
    ${view.reason !== null && html`<blockquote><bdi>${view.reason}</bdi></blockquote>`}`;
}

interface Pending {
  readonly view: ApprovalView;
  /** What was wrong with the decision that was just sent. */
  readonly notice: Notice | undefined;
}

async function decision(context: ServiceContext, { visit, actor }: Signed, { view, notice }: Pending): Promise<Html> {
  const own =
    view.originating_user_id === actor.userId && !(await isSelfApprovalAllowed(context.db, actor.workspaceId));
  if (own)
    return cannot(html`You asked for this release, so another member has to decide. ${await whoCan(context, view)}`);
  if (!mayDecide(actor.role)) {
    return cannot(
      html`Your role is ${actor.role}; deciding needs owner, admin or approver. ${await whoCan(context, view)}`,
    );
  }
  const factors = await factorsOf(context.db, visit.user.id);
  if (!hasSecondFactor(factors)) {
    return cannot(html`Deciding needs a second factor. <a href="/app/account">Set one up</a>, then come back here.`);
  }
  return decisionForm(context, { visit, view, factors, notice });
}

function decisionForm(
  context: ServiceContext,
  { visit, view, factors, notice }: Pending & { readonly visit: Signed["visit"]; readonly factors: Factors },
): Html {
  const passkey = (action: Decision, label: string) =>
    passkeyButton(context, {
      factors,
      purpose: { action, subjectId: view.id },
      label,
      submit: { name: "decision", value: action },
    });
  return html`<form method="post" action="/app/approvals/${view.id}" class="card stack decide" aria-labelledby="decide">
    ${csrfField(visit)}
    <h2 id="decide">Your decision</h2>
    <div class="field">
      <label for="notes">Notes <span class="dim">(needed to reject)</span></label
      ><textarea id="notes" name="notes" rows="2" maxlength="${MAX_NOTES_CHARS}">${notice?.typed?.get("notes")}</textarea>
    </div>
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row">
      <button name="decision" value="approve">Approve and publish</button
      >${passkey("approve", "Approve with a passkey")}
      <button class="danger" name="decision" value="reject">Reject</button>${passkey("reject", "Reject with a passkey")}
    </div>
  </form>`;
}

function cannot(text: Html): Html {
  return html`<div class="notice hint"><p>${text}</p></div>`;
}

async function whoCan(context: ServiceContext, view: ApprovalView): Promise<Html> {
  const members = await listMembers(context.db, view.workspace_id);
  const names = members.filter(({ userId, role }) => userId !== view.originating_user_id && mayDecide(role));
  if (names.length === 0) return html`Nobody else here may: have an owner add an approver.`;
  return html`These members may: ${names.map(({ name }, index) => html`${index > 0 && ", "}<bdi>${name}</bdi>`)}.`;
}
