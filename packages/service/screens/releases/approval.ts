import { type ApprovalStatus, DecideApproval, MAX_NOTES_CHARS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type Decision, decisionOutcome, statusAt, webApprovalUrl, webRequestUrl } from "../../domain/approval.ts";
import { type Denial, denialOf, denialText, isRequested, relaxationText } from "../../domain/two-people.ts";
import { productionUrl } from "../../settings.ts";
import { type ApprovalView, decidersOf, findApproval, stateOf } from "../../store/approvals/approvals.ts";
import { decideApproval, errorMessage } from "../../store/approvals/decisions.ts";
import { findRuns } from "../../store/approvals/deployment-protection.ts";
import { type DeploymentView, requireDeployment } from "../../store/deployments/deployments.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { liveAt, liveOfSite } from "../../store/sites/hosts.ts";
import { findNewerPreview, findReplaced, type NewerPreview } from "../../store/deployments/newer-previews.ts";
import type { Act } from "../../store/approvals/acts.ts";
import { findSite } from "../../store/sites/sites.ts";
import { type Html, html } from "../../outside/html.ts";
import { defineScreen, type FormResult, problem } from "../screen.ts";
import {
  badge,
  branchName,
  externalLink,
  hintBox,
  postForm,
  relativeTime,
  textareaField,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { page } from "../page.ts";
import { factorFields, passkeyButton, stepUpByForm } from "../people/factor.ts";
import { showCommitChecks } from "./commit-checks.ts";
import { type Evidence, evidenceSection, readEvidence } from "./evidence.ts";
import { type RunsShown, showRuns } from "./github-runs.ts";
import { readRequestForm, type RequestForm, requestForm } from "./publish.ts";
import { type Release, releaseDiff } from "./release-diff.ts";

/** All that the page of a request shows. */
interface DecisionPage {
  readonly view: ApprovalView;
  readonly status: ApprovalStatus;
  /** Whether no one has requested the release yet. */
  readonly prepared: boolean;
  readonly release: Release;
  readonly replaced: readonly ApprovalView[];
  readonly newer: NewerPreview | undefined;
  /** The deployment that publishes it. */
  readonly publication: DeploymentView | undefined;
  readonly runs: RunsShown | undefined;
  readonly checks: Html | undefined;
  readonly evidence: Evidence;
  /** For the person who looks at a request that is not decided. */
  readonly form: DecisionForm | RequestForm | undefined;
}

export const approvalScreen = defineScreen({
  async load(request): Promise<DecisionPage | Response> {
    const { context, c, actor } = request;
    const requestId = c.req.param("requestId") ?? "";
    const view = await findApproval(context.db, actor.workspaceId, requestId);
    return view ? readDecisionPage(request, view) : approvalElsewhere(request, requestId);
  },
  view: (request, data: DecisionPage) => ({
    title: `Release of ${data.release.site.name}`,
    section: "/app/approvals",
    body: decisionBody(request, data),
  }),
  actions: submitDecision,
});

async function readDecisionPage(request: MemberRequest, view: ApprovalView): Promise<DecisionPage> {
  const { context } = request;
  const { db } = context;
  const { id, workspace_id: workspaceId, site_id: siteId } = view;
  const decidedAt = view.decision?.at ?? null;
  const site = await findSite(db, workspaceId, { siteId });
  if (!site) throw new ApiError("not_found", "There is no such approval request.");
  const source = await requireDeployment(db, workspaceId, view.source_deployment_id);
  // The record of a decision is what its deciders saw.
  const live = decidedAt === null ? await liveOfSite(db, siteId) : await liveAt(db, siteId, decidedAt);
  const release = { site, source, live };
  const status = statusAt(stateOf(view), instant(context.clock));
  const open = status === "pending";
  const prepared = view.requested_at === null;
  const replaced: ApprovalView[] = [];
  for (const olderId of await findReplaced(db, id)) {
    const older = await findApproval(db, workspaceId, olderId);
    if (older) replaced.push(older);
  }
  const publicationId = view.deployment_id;
  return {
    view,
    status,
    prepared,
    release,
    replaced,
    newer: await findNewerPreview(db, view),
    publication: publicationId === null ? undefined : await requireDeployment(db, workspaceId, publicationId),
    runs: prepared ? undefined : await showRuns(context, view, source),
    checks: await showCommitChecks(context, source, { open, decidedAt }),
    evidence: await readEvidence(context, release),
    form: open
      ? await (isRequested(view.facts) ? readDecisionForm(request, view) : readRequestForm(request, release))
      : undefined,
  };
}

function decisionBody(request: MemberRequest, page: DecisionPage): Html {
  const { context } = request;
  const { view, status, prepared, release, runs, form } = page;
  const open = status === "pending";
  const [before, after] = [
    view.decision === undefined ? "Live now" : "Live before",
    open ? "Would go live" : "Requested",
  ];
  return html`<p class="crumbs"><a href="/app/approvals">Approvals</a></p>
    <h1>
      ${open && !prepared ? html`Publish <bdi>${release.site.name}</bdi>?` : html`Release of <bdi>${release.site.name}</bdi>`}
      ${badge(open && prepared ? "prepared" : status)}
    </h1>
    ${prepared ? preparedLine(context, view) : requestLine(context, view)} ${relaxationNotice(view)}
    ${page.replaced.map(replacedRequest)} ${page.newer && newerPreview(view, page.newer)}
    ${!open && approvalOutcome(context, page)} ${runs?.text} ${releaseDiff(context, release, before, after)}
    ${page.checks} ${evidenceSection(page.evidence)}
    ${form?.kind === "decision" ? decisionForm(request, view, form, runs?.gateId) : form && requestForm(request, form)}`;
}

/** Decides a request with the second factor given on the same form. */
async function submitDecision(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  const requestId = c.req.param("requestId") ?? "";
  const decision = DecideApproval.safeParse({ decision: form.get("decision"), notes: field(form, "notes") });
  if (!decision.success) return problem("Add a note explaining the rejection so the requester can fix it.", 401);
  const state = await checkDecision(request, requestId, decision.data.decision);
  if (state === "repeat") return c.redirect(c.req.path, 303);
  const run = field(form, "run");
  if (run !== "" && !(await isRunNamed(request, requestId, run))) {
    return problem(
      "What the decision answers on GitHub has changed since this page was loaded. Check it, then decide again.",
      401,
    );
  }
  const wrong = await stepUpByForm(request, { action: decision.data.decision, subjectId: requestId });
  if (wrong) return wrong;
  await decideApproval(context, actor, { requestId, ...decision.data, gateId: run === "" ? undefined : run });
  return c.redirect(c.req.path, 303);
}

/** Whether the page would still name the run, so that a code is not consumed for another. */
async function isRunNamed({ context, actor }: FormRequest, requestId: string, gateId: string): Promise<boolean> {
  const view = await findApproval(context.db, actor.workspaceId, requestId);
  const runs = view && (await findRuns(context.db, view));
  return runs?.run?.id === gateId && runs.run.state === "waiting";
}

/**
 * Checks before a code is consumed, so that a user who cannot decide keeps the code, and a form sent twice changes nothing;
 * `decideApproval` checks again.
 * @throws {ApiError} With the code that the decision would fail with, except a missing step-up.
 */
async function checkDecision(
  { context, actor }: FormRequest,
  requestId: string,
  decision: Decision,
): Promise<"repeat" | "open"> {
  const view = await findApproval(context.db, actor.workspaceId, requestId);
  const verdict = decisionOutcome({
    decision,
    decider: actor,
    request: view && { ...stateOf(view), facts: view.facts, decidedBy: view.decision?.user_id },
    sourceUnchanged: true,
    withinLiveSiteLimit: true,
    at: instant(context.clock),
  });
  if (verdict.kind === "error") throw new ApiError(verdict.code, errorMessage(verdict, view));
  return verdict.kind === "repeat" ? "repeat" : "open";
}

function requestLine(context: ServiceContext, view: ApprovalView): Html {
  const now = context.clock.now();
  return html`<ul class="plain requesters">
      ${view.requests.map(
        (act) =>
          html`<li>
            <p class="lead">Requested by ${personOf(act)} ${relativeTime(act.at, now)}</p>
            ${act.note !== null && html`<blockquote><bdi>${act.note}</bdi></blockquote>`}
          </li>`,
      )}
    </ul>
    ${view.status === "pending" && !isRequested(view.facts) && html`<p>Nobody who requested it is a member any more: request it again here, and another member can approve it.</p>`}
    ${view.status === "pending" && html`<p class="dim">Expires ${relativeTime(view.expires_at, now)}.</p>`}`;
}

function preparedLine(context: ServiceContext, view: ApprovalView): Html {
  const notRequested = html`No one has requested this release yet: request it here, and another member can approve it.`;
  return html`<p class="lead">
    Prepared with the token <bdi>${view.prepared_by_name}</bdi>
    ${relativeTime(view.created_at, context.clock.now())}. ${view.status === "pending" && notRequested}
  </p>
  ${view.reason !== null && html`<blockquote><bdi>${view.reason}</bdi></blockquote>`}`;
}

/** A request that gave way to this one. */
function replacedRequest({ id, requests }: ApprovalView): Html {
  const names = requests.map((act, index) => html`${index > 0 && ", "}${personOf(act)}`);
  return hintBox(html`Takes the place of <a href="/app/approvals/${id}">an older request</a> by ${names}.`);
}

function newerPreview({ branch }: ApprovalView, { deploymentId, requestId }: NewerPreview): Html {
  const path = requestId === null ? webRequestUrl("", deploymentId) : webApprovalUrl("", requestId);
  return html`<div class="notice problem">
    <p>A newer preview exists of ${truncated(branchName(branch))}. <a href="${path}">Open the newer preview</a></p>
  </div>`;
}

function personOf({ person, login }: Act): Html {
  return html`<strong><bdi>${person}</bdi></strong>${login !== null && html` (<bdi>${login}</bdi> on GitHub)`}`;
}

/** What a member needs to decide, or why they cannot. */
type DecisionForm =
  | { readonly kind: "decision"; readonly factors: Factors }
  | { readonly kind: "hint"; readonly text: Html };

async function readDecisionForm({ context, session, actor }: MemberRequest, view: ApprovalView): Promise<DecisionForm> {
  const at = instant(context.clock);
  const denial = denialOf(view.facts, actor);
  if (denial) return { kind: "hint", text: html`${denialHint(denial, view, actor)} ${whoCan(view, at)}` };
  const factors = await factorsOf(context.db, session.user.id);
  if (hasSecondFactor(factors)) return { kind: "decision", factors };
  const text = html`Two-factor authentication is required to approve or reject. <a href="/app/account">Set one up</a>, then return to this page.`;
  return { kind: "hint", text };
}

/** @param gateId The waiting run on GitHub that the page names. */
function decisionForm(
  request: MemberRequest,
  view: ApprovalView,
  { factors }: { readonly factors: Factors },
  gateId: string | undefined,
): Html {
  const { context, typed } = request;
  const passkey = (action: Decision, label: string) =>
    passkeyButton(context, {
      factors,
      purpose: { action, subjectId: view.id },
      label,
      submit: { name: "decision", value: action },
    });
  const label = html`Note to the requester <span class="dim">(required to reject)</span>`;
  const fields = html`${gateId !== undefined && html`<input type="hidden" name="run" value="${gateId}" />`}
    <h2 id="decide">Your decision</h2>
    ${textareaField(label, { id: "notes", name: "notes", rows: 2, maxlength: MAX_NOTES_CHARS, value: typed?.get("notes") })}
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row">
      <button name="decision" value="approve">Approve</button
      >${passkey("approve", "Approve with a passkey")}
      <button class="danger" name="decision" value="reject">Reject</button>${passkey("reject", "Reject with a passkey")}
    </div>
    <p class="hint">An approved release is published immediately. Members who can decide it: ${deciderNames(view, instant(context.clock))}.</p>`;
  return postForm(request, { class: "card stack decide", "aria-labelledby": "decide" }, fields);
}

function denialHint(denial: Denial, view: ApprovalView, actor: SessionActor): Html {
  if (denial.rule === "role") {
    return html`Your role is ${actor.role}. Only owners, admins and approvers can approve or reject.`;
  }
  const names = new Map(view.members.map(({ userId, name }) => [userId, name]));
  const text = denialText(denial, (userId) => names.get(userId));
  return html`<bdi>${text}</bdi>${denial.rule === "unconfirmed" && html` <a href="/app/members">Go to members</a>.`}`;
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
  const relaxed = relaxationText(facts.relaxations);
  if (relaxed === null) return undefined;
  return html`<div class="notice problem" role="note">
    <p>The operator allows ${relaxed} in this workspace. One person may release alone.</p>
  </div>`;
}

interface Outcome {
  readonly tone: "done" | "problem" | "hint";
  readonly text: Html;
  /** Whether it changes without the user, so that the page reloads itself. */
  readonly changing: boolean;
}

function approvalOutcome(context: ServiceContext, page: DecisionPage): Html {
  const { view, prepared, publication } = page;
  const { tone, text, changing } = outcomeOf(context, page);
  const newer = view.superseded_by;
  return html`<div class="notice ${tone}" role="status" ${changing && html`data-reload="/app/approvals/${view.id}"`}>
    <p>${text}</p>
    ${newer !== null && html`<p><a href="/app/approvals/${newer}">Open the newer ${prepared ? "preview" : "request"}</a></p>`}
    ${typeof view.decision?.note === "string" && html`<blockquote><bdi>${view.decision.note}</bdi></blockquote>`}
    ${publication && html`<p><a href="/app/deployments/${publication.id}">View the release and its log</a></p>`}
  </div>`;
}

function outcomeOf(context: ServiceContext, { view, status, prepared, release, publication }: DecisionPage): Outcome {
  const { decision } = view;
  const by = decision && html` by ${personOf(decision)}`;
  const when = decision && html` ${relativeTime(decision.at, context.clock.now())}`;
  const final = { tone: "hint", changing: false } as const;
  switch (status) {
    case "pending":
      return { ...final, text: html`Waiting for approval.` };
    case "approved":
      return publishing(html`Approved${by}${when}`, publication);
    case "published": {
      const url = externalLink(productionUrl(context.addresses, release.site));
      return { ...final, tone: "done", text: html`Approved${by}${when}, and published at ${url}.` };
    }
    case "rejected":
      return { ...final, tone: "problem", text: html`Rejected${by}${when}.` };
    case "expired": {
      const link = html`<a href="${webRequestUrl("", view.source_deployment_id)}">Request the release</a>`;
      const text = prepared ? "No one requested it in time." : "No one approved or rejected it in time.";
      return { ...final, text: html`${text} ${link}` };
    }
    case "superseded":
      return { ...final, text: supersededText(view) };
  }
}

function supersededText(view: ApprovalView): Html {
  if (view.superseded_by === null) return html`Its preview is gone: the site was archived.`;
  if (view.requested_at === null) return html`A newer preview of this branch took its place.`;
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
async function approvalElsewhere(request: MemberRequest, requestId: string): Promise<Response> {
  const { context, c, session } = request;
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
        ${postForm(
          request,
          { action: "/app/workspace" },
          html`<input type="hidden" name="next" value="/app/approvals/${requestId}" />
            <button name="workspace" value="${workspace.id}">Switch to <bdi>${workspace.name}</bdi></button>`,
        )}`,
    });
  }
  throw new ApiError("not_found", "There is no such approval request.");
}
