import { type ApprovalStatus, DecideApproval, MAX_NOTES_CHARS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type Decision, decisionOutcome, statusAt, webApprovalUrl, webRequestUrl } from "../../domain/approval.ts";
import { type Denial, denialOf, denialText } from "../../domain/deciders.ts";
import { productionUrl } from "../../settings.ts";
import { type ApprovalView, decidersOf, findApproval, stateOf } from "../../store/approvals/approvals.ts";
import { lookUpCommitActors } from "../../notify/commit-actors.ts";
import { decideApproval, errorMessage } from "../../store/approvals/decisions.ts";
import { findRuns } from "../../store/approvals/deployment-protection.ts";
import { type DeploymentView, requireDeployment } from "../../store/deployments/deployments.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { isPusherKnown } from "../../store/people/github-accounts.ts";
import { liveAt, liveOfSite } from "../../store/sites/hosts.ts";
import { findNewerPreview, findReplaced } from "../../store/deployments/newer-previews.ts";
import type { RequesterView } from "../../store/approvals/requesters.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { findSite } from "../../store/sites/sites.ts";
import { showCommitChecks } from "./commit-checks.ts";
import { showEvidence } from "./evidence.ts";
import { factorFields, passkeyButton, stepUpByForm } from "../people/factor.ts";
import { badge, branchName, externalLink, hintBox, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { showRuns } from "./github-runs.ts";
import { requestForm } from "./publish.ts";
import { releaseDiff } from "./release-diff.ts";

export async function showApproval(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const requestId = c.req.param("requestId") ?? "";
  await lookUpCommitActors(context, { workspaceId: actor.workspaceId, requestId });
  const view = await findApproval(context.db, actor.workspaceId, requestId);
  if (!view) return approvalElsewhere(context, request);
  const site = await findSite(context.db, actor.workspaceId, { siteId: view.site_id });
  if (!site) throw new ApiError("not_found", "There is no such approval request.");
  const source = await requireDeployment(context.db, actor.workspaceId, view.source_deployment_id);
  // The record of a decision is what its deciders saw.
  const live =
    view.decided_at === null
      ? await liveOfSite(context.db, site.id)
      : await liveAt(context.db, site.id, view.decided_at);
  const status = statusAt(stateOf(view), instant(context.clock));
  const pending = status === "pending";
  const prepared = view.announced_at === null;
  const release = { site, source, live };
  const runs = prepared ? undefined : await showRuns(context, view, source);
  return page(c, {
    title: `Release of ${site.name}`,
    session,
    section: "/app/approvals",
    notice,
    status: notice ? 401 : 200,
    body: html`<p class="crumbs"><a href="/app/approvals">Approvals</a></p>
      <h1>
        ${pending && !prepared ? html`Publish <bdi>${site.name}</bdi>?` : html`Release of <bdi>${site.name}</bdi>`}
        ${badge(pending && prepared ? "prepared" : status)}
      </h1>
      ${prepared ? preparedLine(context, view) : requestLine(context, view)} ${relaxationNotice(view)}
      ${pending && !prepared && !(await isPusherKnown(context.db, site.id, source.commit_sha)) && html`<p class="dim">GitHub did not say who pushed this commit.</p>`}
      ${await replacedRequests(context, view)}
      ${await newerPreview(context, view)} ${!pending && (await approvalOutcome(context, { view, status, site }))}
      ${runs?.text} ${releaseDiff(context, release, { before: view.decided_at === null ? "Live now" : "Live before", after: pending ? "Would go live" : "Requested" })}
      ${await showCommitChecks(context, source, { open: pending, decidedAt: view.decided_at })}
      ${await showEvidence(context, release)}
      ${pending && (prepared ? await requestForm(context, request, release) : await decisionSection(context, request, { view, notice, gateId: runs?.gateId }))}`,
  });
}

/** Decides a request with the second factor given on the same form. */
export async function submitDecision(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  const requestId = c.req.param("requestId") ?? "";
  const made = DecideApproval.safeParse({ decision: form.get("decision"), notes: field(form, "notes") });
  if (!made.success) {
    const text = "Add a note explaining the rejection so the requester can fix it.";
    return showApproval(context, request, { tone: "problem", text, typed: form });
  }
  await lookUpCommitActors(context, { workspaceId: actor.workspaceId, requestId });
  const state = await checkDecision(context, request, { requestId, decision: made.data.decision });
  if (state === "repeat") return c.redirect(`/app/approvals/${requestId}`, 303);
  const run = field(form, "run");
  if (run !== "" && !(await isRunNamed(context, request, run))) {
    const text =
      "What the decision answers on GitHub has changed since this page was loaded. Check it, then decide again.";
    return showApproval(context, request, { tone: "problem", text, typed: form });
  }
  const purpose = { action: made.data.decision, subjectId: requestId };
  const wrong = await stepUpByForm(context, request, { purpose, recoveryCodes: false });
  if (wrong !== undefined) return showApproval(context, request, { tone: "problem", text: wrong, typed: form });
  await decideApproval(context, actor, { requestId, ...made.data, gateId: run === "" ? undefined : run });
  return c.redirect(`/app/approvals/${requestId}`, 303);
}

/** Whether the page would still name the run, so that a code is not consumed for another. */
async function isRunNamed(context: ServiceContext, { c, actor }: FormRequest, gateId: string): Promise<boolean> {
  const view = await findApproval(context.db, actor.workspaceId, c.req.param("requestId") ?? "");
  const runs = view && (await findRuns(context.db, view));
  return runs?.run?.id === gateId && runs.run.state === "waiting";
}

/**
 * Checks before a code is consumed, so that a user who cannot decide keeps the code, and a form sent twice changes nothing;
 * `decideApproval` checks again.
 * @throws {ApiError} With the code that the decision would fail with, except a missing step-up.
 */
async function checkDecision(
  context: ServiceContext,
  { actor }: FormRequest,
  { requestId, decision }: { readonly requestId: string; readonly decision: Decision },
): Promise<"repeat" | "open"> {
  const view = await findApproval(context.db, actor.workspaceId, requestId);
  const verdict = decisionOutcome({
    decision,
    decider: actor,
    request: view && { ...stateOf(view), facts: view.facts, decidedBy: view.decided_by },
    sourceUnchanged: true,
    withinLiveSiteLimit: true,
    at: instant(context.clock),
  });
  if (verdict.kind === "error")
    throw new ApiError(verdict.code, errorMessage(verdict, { deciderId: actor.userId, view }));
  return verdict.kind === "repeat" ? "repeat" : "open";
}

function requestLine(context: ServiceContext, view: ApprovalView): Html {
  const now = context.clock.now();
  return html`<ul class="plain requesters">
      ${view.requesters.map(
        (requester) =>
          html`<li>
            <p class="lead">Requested by ${askedBy(requester)} ${relativeTime(requester.at, now)}</p>
            ${requester.reason !== null && html`<blockquote><bdi>${requester.reason}</bdi></blockquote>`}
          </li>`,
      )}
    </ul>
    ${view.status === "pending" && html`<p class="dim">Expires ${relativeTime(view.expires_at, now)}.</p>`}`;
}

function preparedLine(context: ServiceContext, view: ApprovalView): Html {
  const notRequested = html`No one has requested this release yet: request it here, and another member can approve it.`;
  return html`<p class="lead">
    Prepared with the token <bdi>${view.requested_by_name}</bdi>
    ${relativeTime(view.created_at, context.clock.now())}. ${view.status === "pending" && notRequested}
  </p>`;
}

/** The reasons of the requests that gave way to this one, so that none is lost. */
async function replacedRequests(context: ServiceContext, view: ApprovalView): Promise<Html[]> {
  const replaced: Html[] = [];
  for (const id of await findReplaced(context.db, view.id)) {
    const older = await findApproval(context.db, view.workspace_id, id);
    if (!older) continue;
    const names = older.requesters.map(askedBy);
    replaced.push(
      hintBox(
        html`Takes the place of <a href="/app/approvals/${id}">an older request</a> by
          ${names.map((name, index) => html`${index > 0 && ", "}${name}`)}.`,
      ),
    );
  }
  return replaced;
}

async function newerPreview(context: ServiceContext, view: ApprovalView): Promise<Html | undefined> {
  const newer = await findNewerPreview(context.db, view);
  if (!newer) return undefined;
  const { deploymentId, requestId } = newer;
  const path = requestId === null ? webRequestUrl("", deploymentId) : webApprovalUrl("", requestId);
  return html`<div class="notice problem">
    <p>A newer preview exists of ${truncated(branchName(view.branch))}. <a href="${path}">Open the newer preview</a></p>
  </div>`;
}

/** A token asks for its person, so both are named. */
function askedBy({ token_id: tokenId, name, person }: RequesterView): Html {
  if (tokenId === null) return html`<strong><bdi>${person}</bdi></strong>`;
  return html`<strong><bdi>${person}</bdi></strong> with the token <bdi>${name}</bdi>`;
}

interface Pending {
  readonly view: ApprovalView;
  /** The error of the form that was just sent. */
  readonly notice: Notice | undefined;
  /** The waiting run on GitHub that the page names. */
  readonly gateId: string | undefined;
}

async function decisionSection(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { view, notice, gateId }: Pending,
): Promise<Html> {
  const at = instant(context.clock);
  const denial = denialOf(view.facts, actor, at);
  if (denial) return hintBox(html`${denialHint(denial, { view, actor })} ${whoCan(view, at)}`);
  const factors = await factorsOf(context.db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return hintBox(
      html`Two-factor authentication is required to approve or reject. <a href="/app/account">Set one up</a>, then return to this page.`,
    );
  }
  return decisionForm(context, { session, view, factors, notice, gateId });
}

function decisionForm(
  context: ServiceContext,
  {
    session,
    view,
    factors,
    notice,
    gateId,
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
    ${csrfField(session)} ${gateId !== undefined && html`<input type="hidden" name="run" value="${gateId}" />`}
    <h2 id="decide">Your decision</h2>
    <div class="field">
      <label for="notes">Note to the requester <span class="dim">(required to reject)</span></label
      ><textarea id="notes" name="notes" rows="2" maxlength="${MAX_NOTES_CHARS}">${notice?.typed?.get("notes")}</textarea>
    </div>
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row">
      <button name="decision" value="approve">Approve</button
      >${passkey("approve", "Approve with a passkey")}
      <button class="danger" name="decision" value="reject">Reject</button>${passkey("reject", "Reject with a passkey")}
    </div>
    <p class="hint">An approved release is published immediately. Members who can decide it: ${deciderNames(view, instant(context.clock))}.</p>
  </form>`;
}

function denialHint(
  denial: Denial,
  { view, actor }: { readonly view: ApprovalView; readonly actor: MemberRequest["actor"] },
): Html {
  if (denial.rule === "role") {
    return html`Your role is ${actor.role}. Only owners, admins and approvers can approve or reject.`;
  }
  const names = new Map(view.members.map(({ userId, name }) => [userId, name]));
  const text = denialText(denial, { deciderId: actor.userId, nameOf: (userId) => names.get(userId) });
  const confirmable = denial.rule === "held" || denial.rule === "new_factor";
  return html`<bdi>${text}</bdi>${confirmable && html` <a href="/app/members">Go to members</a>.`}`;
}

function whoCan(view: ApprovalView, at: string): Html {
  if (decidersOf(view, at).length === 0) {
    return html`No other member can: ask an owner to add an approver, or to confirm one.`;
  }
  return html`These members can: ${deciderNames(view, at)}.`;
}

function deciderNames(view: ApprovalView, at: string): Html {
  const names = decidersOf(view, at).map(({ name }, index) => html`${index > 0 && ", "}<bdi>${name}</bdi>`);
  return html`${names}`;
}

/** What the operator relaxed, said wherever a decision is made or read. */
function relaxationNotice({ facts }: ApprovalView): Html | undefined {
  const rules = [
    ...(facts.selfApprovalAllowed ? ["requesters can decide their own requests"] : []),
    ...(facts.unconfirmedAllowed ? ["unconfirmed members can decide"] : []),
  ];
  if (rules.length === 0) return undefined;
  return html`<div class="notice problem" role="note">
    <p>The operator relaxed the rule of two people in this workspace: ${rules.join(", and ")}. One person may release alone.</p>
  </div>`;
}

interface DecidedRequest {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  readonly site: SiteRow;
}

interface Outcome {
  readonly tone: "done" | "problem" | "hint";
  readonly text: Html;
  /** Whether it changes without the user, so that the page reloads itself. */
  readonly changing: boolean;
}

async function approvalOutcome(context: ServiceContext, decided: DecidedRequest): Promise<Html> {
  const { view } = decided;
  const release =
    view.deployment_id === null
      ? undefined
      : await requireDeployment(context.db, view.workspace_id, view.deployment_id);
  const { tone, text, changing } = outcomeOf(context, decided, release);
  const newer = view.superseded_by;
  return html`<div class="notice ${tone}" role="status" ${changing && html`data-reload="/app/approvals/${view.id}"`}>
    <p>${text}</p>
    ${newer !== null && html`<p><a href="/app/approvals/${newer}">Open the newer ${view.announced_at === null ? "preview" : "request"}</a></p>`}
    ${view.notes !== null && html`<blockquote><bdi>${view.notes}</bdi></blockquote>`}
    ${release && html`<p><a href="/app/deployments/${release.id}">View the release and its log</a></p>`}
  </div>`;
}

function outcomeOf(
  context: ServiceContext,
  { view, status, site }: DecidedRequest,
  release: DeploymentView | undefined,
): Outcome {
  const by = view.decided_by_name !== null && html` by <strong><bdi>${view.decided_by_name}</bdi></strong>`;
  const when = view.decided_at !== null && html` ${relativeTime(view.decided_at, context.clock.now())}`;
  const final = { tone: "hint", changing: false } as const;
  const outcomes: Readonly<Record<ApprovalStatus, Outcome>> = {
    pending: { ...final, text: html`Waiting for approval.` },
    approved: publishing(html`Approved${by}${when}`, release),
    published: {
      ...final,
      tone: "done",
      text: html`Approved${by}${when}, and published at ${externalLink(productionUrl(context.addresses, site))}.`,
    },
    rejected: { ...final, tone: "problem", text: html`Rejected${by}${when}.` },
    expired: {
      ...final,
      text: html`${view.announced_at === null ? "No one requested it in time." : "No one approved or rejected it in time."}
        <a href="${webRequestUrl("", view.source_deployment_id)}">Request the release</a>`,
    },
    superseded: { ...final, text: supersededText(view) },
  };
  return outcomes[status];
}

function supersededText(view: ApprovalView): Html {
  if (view.superseded_by === null) return html`Its preview is gone: the site was archived.`;
  if (view.announced_at === null) return html`A newer preview of this branch took its place.`;
  return html`A newer request for this branch took its place.`;
}

function publishing(approved: Html, release: DeploymentView | undefined): Outcome {
  if (release?.status === "failed" || release?.status === "canceled") {
    const text = html`${approved}, but the release ${release.status}. The live site is unchanged. Request it again.`;
    return { tone: "problem", text, changing: false };
  }
  return { tone: "done", text: html`${approved}. Publishing now; this takes a moment.`, changing: true };
}

/**
 * Offers to switch to the workspace of the request when the user is a member of it.
 * @throws {ApiError} `not_found` for everyone else.
 */
async function approvalElsewhere(context: ServiceContext, { c, session }: MemberRequest): Promise<Response> {
  const requestId = c.req.param("requestId") ?? "";
  for (const workspace of session.workspaces) {
    if (!(await findApproval(context.db, workspace.id, requestId))) continue;
    return page(c, {
      title: "Another workspace",
      session,
      section: "/app/approvals",
      narrow: true,
      body: html`<h1>This request is in another workspace</h1>
        <p>
          It belongs to <strong><bdi>${workspace.name}</bdi></strong
          >. You are in <bdi>${session.workspace.name}</bdi> now.
        </p>
        <form method="post" action="/app/workspace">
          ${csrfField(session)}<input type="hidden" name="next" value="/app/approvals/${requestId}" />
          <button name="workspace" value="${workspace.id}">Switch to <bdi>${workspace.name}</bdi></button>
        </form>`,
    });
  }
  throw new ApiError("not_found", "There is no such approval request.");
}
