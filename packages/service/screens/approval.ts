import { instant } from "@greenroom/contract/clock";
import { type ApprovalStatus, DecideApproval, MAX_NOTES_CHARS } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { type Decision, judge, mayDecide, statusAt } from "../domain/approval.ts";
import { hostedUrl } from "../settings.ts";
import { type ApprovalView, findApproval, stateOf } from "../store/approvals.ts";
import { decideApproval } from "../store/decisions.ts";
import { type DeploymentView, requireDeployment } from "../store/deployments.ts";
import { type Factors, factorsOf, grantStepUp, hasSecondFactor } from "../store/factors.ts";
import { liveOfSite } from "../store/hosts.ts";
import type { SiteRow } from "../store/schema.ts";
import { isSelfApprovalAllowed } from "../store/workspaces.ts";
import { findSite } from "../store/sites.ts";
import { listMembers } from "../store/users.ts";
import { checkFactor, factorFields, passkeyButton } from "./factor.ts";
import { field, type FormRequest, type MemberRequest } from "./guard.ts";
import { relativeTime, badge, externalLink } from "./fragments.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { releaseDiff, changedFiles } from "./release-diff.ts";

/** Shows a publish request: what is live, what would go live, who asked, and who can decide. */
export async function showApproval(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const view = await findApproval(context.db, actor.workspaceId, c.req.param("requestId") ?? "");
  if (!view) return approvalElsewhere(context, request);
  const site = await findSite(context.db, actor.workspaceId, { siteId: view.site_id });
  if (!site) throw new ApiError("not_found", "There is no such publish request.");
  const source = await requireDeployment(context.db, actor.workspaceId, view.source_deployment_id);
  const live = await liveOfSite(context.db, site.id);
  const status = statusAt(stateOf(view), instant(context.clock));
  const pending = status === "pending";
  return page(c, {
    title: `Release of ${site.name}`,
    session,
    section: "/app/approvals",
    notice,
    status: notice ? 401 : 200,
    body: html`<p class="crumbs"><a href="/app/approvals">Approvals</a></p>
      <h1>${pending ? html`Publish <bdi>${site.name}</bdi>?` : html`Release of <bdi>${site.name}</bdi>`} ${badge(status)}</h1>
      ${asked(context, view)}
      ${!pending && (await approvalOutcome(context, { view, status, site }))}
      ${releaseDiff(context, { site, source, live }, { after: pending ? "Would go live" : "Asked for" })}
      ${pending && (await decision(context, request, { view, notice }))}
      ${pending && (await changedFiles(context, { site, source, live }))}`,
  });
}

/** Takes a decision with the second factor given for it on the same form. */
export async function submitDecision(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, session, actor, form } = request;
  const requestId = c.req.param("requestId") ?? "";
  const made = DecideApproval.safeParse({ decision: form.get("decision"), notes: field(form, "notes") });
  if (!made.success) {
    const text = "Say in the notes why the release is rejected, so that whoever asked can mend it.";
    return showApproval(context, request, { tone: "problem", text, typed: form });
  }
  const decided = await judgeEarly(context, request, { requestId, decision: made.data.decision });
  if (decided === "repeat") return c.redirect(`/app/approvals/${requestId}`, 303);
  const purpose = { action: made.data.decision, subjectId: requestId };
  const given = { sessionId: session.row.id, userId: session.user.id, purpose };
  const check = await checkFactor(context, { ...given, form, recoveryCodes: false });
  if (check.kind === "refused")
    return showApproval(context, request, { tone: "problem", text: check.text, typed: form });
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
  { actor }: FormRequest,
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
      ${relativeTime(view.created_at, now)}${view.status === "pending" && html` · closes ${relativeTime(view.expires_at, now)}`}
    </p>
    ${view.reason !== null && html`<blockquote><bdi>${view.reason}</bdi></blockquote>`}`;
}

interface Pending {
  readonly view: ApprovalView;
  /** What was wrong with the decision that was just sent. */
  readonly notice: Notice | undefined;
}

async function decision(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { view, notice }: Pending,
): Promise<Html> {
  const own =
    view.originating_user_id === actor.userId && !(await isSelfApprovalAllowed(context.db, actor.workspaceId));
  if (own)
    return cannot(html`You asked for this release, so another member has to decide. ${await whoCan(context, view)}`);
  if (!mayDecide(actor.role)) {
    return cannot(
      html`Your role is ${actor.role}; deciding needs owner, admin or approver. ${await whoCan(context, view)}`,
    );
  }
  const factors = await factorsOf(context.db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return cannot(html`Deciding needs a second factor. <a href="/app/account">Set one up</a>, then come back here.`);
  }
  return decisionForm(context, { session, view, factors, notice });
}

function decisionForm(
  context: ServiceContext,
  {
    session,
    view,
    factors,
    notice,
  }: Pending & { readonly session: MemberRequest["session"]; readonly factors: Factors },
): Html {
  const passkey = (action: Decision, label: string) =>
    passkeyButton(context, {
      factors,
      purpose: { action, subjectId: view.id },
      label,
      submit: { name: "decision", value: action },
    });
  return html`<form method="post" action="/app/approvals/${view.id}" class="card stack decide" aria-labelledby="decide">
    ${csrfField(session)}
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

/** A publish request that no longer waits. */
interface Decided {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly site: SiteRow;
}

interface Outcome {
  readonly tone: "done" | "problem" | "hint";
  readonly words: Html;
  /** Whether it will change by itself, so that a page may look again. */
  readonly goesOn: boolean;
}

/** Tells what became of a publish request, and of the release it led to. */
export async function approvalOutcome(context: ServiceContext, decided: Decided): Promise<Html> {
  const { view } = decided;
  const release =
    view.deployment_id === null
      ? undefined
      : await requireDeployment(context.db, view.workspace_id, view.deployment_id);
  const { tone, words, goesOn } = outcomeOf(context, decided, release);
  return html`<div class="notice ${tone}" role="status" ${goesOn && html`data-reload="/app/approvals/${view.id}"`}>
    <p>${words}</p>
    ${view.notes !== null && html`<blockquote><bdi>${view.notes}</bdi></blockquote>`}
    ${release && html`<p><a href="/app/deployments/${release.id}">The release and its log</a></p>`}
  </div>`;
}

function outcomeOf(
  context: ServiceContext,
  { view, status, site }: Decided,
  release: DeploymentView | undefined,
): Outcome {
  const by = view.decided_by_name !== null && html` by <strong><bdi>${view.decided_by_name}</bdi></strong>`;
  const when = view.decided_at !== null && html` ${relativeTime(view.decided_at, context.clock.now())}`;
  const still = { tone: "hint", goesOn: false } as const;
  const outcomes: Readonly<Record<ApprovalStatus, Outcome>> = {
    pending: { ...still, words: html`It waits for a decision.` },
    approved: publishing(html`Approved${by}${when}`, release),
    published: {
      ...still,
      tone: "done",
      words: html`Approved${by}${when}, and published at ${externalLink(hostedUrl(context.addresses, site.production_label))}.`,
    },
    rejected: { ...still, tone: "problem", words: html`Rejected${by}${when}.` },
    expired: { ...still, words: html`Nobody decided in time. Ask for the release again.` },
    superseded: {
      ...still,
      words: html`A newer request for this branch took its place. See <a href="/app/approvals">all requests</a>.`,
    },
  };
  return outcomes[status];
}

function publishing(approved: Html, release: DeploymentView | undefined): Outcome {
  if (release?.status === "failed" || release?.status === "canceled") {
    const words = html`${approved}, but the release ${release.status}: nothing changed for visitors. Ask for it again.`;
    return { tone: "problem", words, goesOn: false };
  }
  return { tone: "done", words: html`${approved}. It is being published; this takes a moment.`, goesOn: true };
}

/**
 * Leads a person whose link belongs to another workspace of theirs there; to everyone else there is no such request.
 * @throws {ApiError} `not_found`
 */
export async function approvalElsewhere(context: ServiceContext, { c, session }: MemberRequest): Promise<Response> {
  const requestId = c.req.param("requestId") ?? "";
  for (const workspace of session.workspaces) {
    if (!(await findApproval(context.db, workspace.id, requestId))) continue;
    return page(c, {
      title: "Another workspace",
      session,
      section: "/app/approvals",
      narrow: true,
      body: html`<h1>This is in another workspace</h1>
        <p>
          The request belongs to <strong><bdi>${workspace.name}</bdi></strong
          >; you are looking at <bdi>${session.workspace.name}</bdi> now.
        </p>
        <form method="post" action="/app/workspace">
          ${csrfField(session)}<input type="hidden" name="next" value="/app/approvals/${requestId}" />
          <button name="workspace" value="${workspace.id}">Go to <bdi>${workspace.name}</bdi></button>
        </form>`,
    });
  }
  throw new ApiError("not_found", "There is no such publish request.");
}
