import { DecideApproval } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { statusAt, webApprovalUrl, webRequestUrl } from "../../domain/approval.ts";
import { isRequested, relaxationText } from "../../domain/two-people.ts";
import { type Html, html } from "../../outside/html.ts";
import { changedPagesOf, comparisonOf, type ReleaseComparison } from "../../review/release-comparison.ts";
import {
  type ApprovalView,
  findApproval,
  listReplaced,
  requestNotFound,
  requireApproval,
} from "../../store/approvals/approvals.ts";
import { readBlocks } from "../../store/approvals/blocks.ts";
import { checkDecision, decideApproval } from "../../store/approvals/decisions.ts";
import { findGates } from "../../store/approvals/deployment-protection.ts";
import { findNewerPreview, type NewerPreview } from "../../store/approvals/newer-previews.ts";
import { findViewed, markViewed, unmarkViewed, type Viewing } from "../../store/approvals/viewed-pages.ts";
import { listOpenThreads } from "../../store/comments/threads.ts";
import { requireDeployment } from "../../store/deployments/deployments.ts";
import { inWorkspace } from "../../store/engine/transaction.ts";
import { currentComparison, requireCurrentComparison } from "../../store/reviews/comparisons.ts";
import { liveAt, liveOfSite } from "../../store/sites/hosts.ts";
import { findSite } from "../../store/sites/sites.ts";
import {
  badge,
  branchName,
  builtElsewhere,
  hiddenFields,
  hintBox,
  joined,
  postForm,
  pullRequest,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, safeNext, WORKSPACE_PATH } from "../guard.ts";
import { memberPage } from "../page.ts";
import { stepUpByForm } from "../people/factor.ts";
import { defineScreen, type FormResult, problem, type View } from "../screen.ts";
import { blockedStrip } from "./blocked.ts";
import { selectionOf } from "./changed-pages.ts";
import { showCommitChecks } from "./commit-checks.ts";
import { decisionActions, readDecisionActions } from "./decision-actions.ts";
import { showRuns } from "./github-runs.ts";
import { approvalOutcome, personOf } from "./outcome.ts";
import type { ReleaseCandidate } from "./release-diff.ts";
import { releaseHeading, releaseView, renderMore, strip, versionsOf, whatIsAsked } from "./release-page.ts";
import { peopleList, readReleasePeople, whoDecides } from "./release-people.ts";

export const approvalScreen = defineScreen({
  async load(request) {
    const { context, c, actor } = request;
    const requestId = c.req.param("requestId") ?? "";
    const view = await findApproval(context.db, actor.workspaceId, requestId);
    return view ? readDecisionPage(request, view) : approvalElsewhere(request, requestId);
  },
  view: decisionView,
  actions: submit,
});

type DecisionPage = Awaited<ReturnType<typeof readDecisionPage>>;

async function readDecisionPage(request: MemberRequest, view: ApprovalView) {
  const { context } = request;
  const { db } = context;
  const decidedAt = view.decision?.at ?? null;
  const release = await readRelease(request, view);
  const { source } = release;
  const status = statusAt(view, instant(context.clock));
  const open = status === "pending";
  const prepared = view.requested_at === null;
  const promotionId = view.deployment_id;
  const comparison = await comparisonOf(context, {
    ...release,
    decidedAt,
    masks: view.decision?.masks,
  });
  const runs = prepared ? undefined : await showRuns(context, view, source);
  const viewing = viewingOf(request, view, comparison);
  const blocks = open ? await readBlocks(db, source, request.actor.role) : undefined;
  return {
    blocks,
    view,
    status,
    /** Whether no one has requested the release yet. */
    prepared,
    release,
    comparison,
    versions: await versionsOf(context, release, { comparison, decided: decidedAt !== null }),
    threads: await listOpenThreads(db, source),
    /** Undefined when it is decided. */
    viewed: open && viewing ? await findViewed(db, viewing) : undefined,
    replaced: await listReplaced(db, view),
    newer: await findNewerPreview(db, view),
    promotion: promotionId === null ? undefined : await requireDeployment(db, view.workspace_id, promotionId),
    runs,
    checks: await showCommitChecks(context, source, { open, decidedAt }),
    people: await readReleasePeople(context, view),
    actions:
      blocks && (await readDecisionActions(request, { view, release, comparison, gateId: runs?.gateId, blocks })),
  };
}

/** The record of a decision shows what its deciders saw. */
async function readRelease({ context: { db } }: MemberRequest, view: ApprovalView): Promise<ReleaseCandidate> {
  const { workspace_id: workspaceId, site_id: siteId, source_deployment_id: sourceId, decision } = view;
  const site = await findSite(db, workspaceId, { siteId });
  if (!site) throw requestNotFound();
  const source = await requireDeployment(db, workspaceId, sourceId);
  return { site, source, live: decision ? await liveAt(db, siteId, decision.at) : await liveOfSite(db, siteId) };
}

function viewingOf(
  { session }: MemberRequest,
  { id }: ApprovalView,
  comparison: ReleaseComparison | undefined,
): Viewing | undefined {
  return comparison && { request_id: id, user_id: session.user.id, comparison_id: comparison.id };
}

function decisionView(request: MemberRequest, data: DecisionPage): View {
  const { context } = request;
  const { view, status, prepared, release, comparison, runs, people } = data;
  const open = status === "pending";
  const now = context.clock.now();
  return releaseView(request, `${whatIsAsked(comparison)} · ${release.site.name}`, {
    ...data,
    heading: releaseHeading(release, comparison, badge(badgeOf(data))),
    about: prepared ? preparedLine(view, now) : requestLine(data, now),
    actions: data.actions && decisionActions(request, data.actions),
    strips: [
      !open && approvalOutcome(context, { ...data, site: release.site }),
      data.actions?.kind === "hint" && strip(html`${data.actions.text}${people && whoDecides(people)}`),
      data.blocks && blockedStrip(data.blocks),
      data.newer && newerPreview(view, data.newer),
      builtElsewhere(release.source),
      relaxationNotice(view),
    ],
    notes: [
      notesOf(data),
      people && peopleList(people, now),
      data.replaced.length > 0 && html`${data.replaced.map(replacedRequest)}`,
      runs?.text,
      data.checks,
    ],
    decided: view.decision !== undefined,
    showsProblem: data.actions?.kind === "decision" && request.typed?.has("decision") === true,
  });
}

function badgeOf({ status, prepared, actions }: DecisionPage): string {
  if (status !== "pending") return status;
  if (prepared) return "prepared";
  return actions?.kind === "decision" ? "waits for you" : status;
}

function requestLine({ view, release }: DecisionPage, now: number): Html {
  const [first] = view.requests;
  const others = view.requests.length - 1;
  const pull = pullRequest(release.source);
  return html`${first && html`Requested by ${personOf(first)} ${relativeTime(first.at, now)}`}${others > 0 && ` and ${others} more`}
    ·&nbsp;<bdi>${branchName(view.branch)}</bdi>${pull && html` ·&nbsp;${pull}`}`;
}

function preparedLine(view: ApprovalView, now: number): Html {
  return html`Prepared with the token <bdi>${view.prepared_by_name}</bdi> ${relativeTime(view.created_at, now)}
    ·&nbsp;<bdi>${branchName(view.branch)}</bdi>`;
}

function notesOf({ view, prepared, status }: DecisionPage): Html | undefined {
  const written = prepared
    ? [view.reason === null ? undefined : html`<blockquote><bdi>${view.reason}</bdi></blockquote>`]
    : view.requests.map(
        (act) => act.note !== null && html`<p>${personOf(act)}:</p><blockquote><bdi>${act.note}</bdi></blockquote>`,
      );
  const open = status === "pending";
  if (!open && !written.some(Boolean)) return undefined;
  return html`<section class="notes" aria-label="Notes">
    ${written}
    ${open && prepared && html`<p>No one has requested this release yet: request it here, and another member can approve it.</p>`}
    ${open && !prepared && !isRequested(view.facts) && html`<p>No one who requested it is a member any more: request it again here, and another member can approve it.</p>`}
    ${open && !prepared && html`<p class="dim">Expires ${view.expires_at.slice(0, 10)}.</p>`}
  </section>`;
}

function replacedRequest({ id, requests }: ApprovalView): Html {
  const people = joined(requests.map(personOf), ", ");
  return hintBox(html`Takes the place of <a href="/app/approvals/${id}">an older request</a> by ${people}.`);
}

function newerPreview({ branch }: ApprovalView, { deploymentId, requestId }: NewerPreview): Html {
  const path = requestId === null ? webRequestUrl("", deploymentId) : webApprovalUrl("", requestId);
  return html`<div class="strip problem">
    <p>A newer preview exists of ${truncated(branchName(branch))}. <a href="${path}">Open the newer preview</a></p>
  </div>`;
}

function relaxationNotice({ facts }: ApprovalView): Html | undefined {
  const relaxed = relaxationText(facts.relaxations);
  if (relaxed === null) return undefined;
  return html`<div class="strip problem" role="note">
    <p>The operator allows ${relaxed} in this workspace. One person may release alone.</p>
  </div>`;
}

function requireView({ context, c, actor }: FormRequest): Promise<ApprovalView> {
  return requireApproval(context.db, actor.workspaceId, c.req.param("requestId") ?? "");
}

async function submit(request: FormRequest): Promise<FormResult> {
  const action = field(request.form, "do");
  if (action === "render") return renderMore(request, (await requireView(request)).site_id);
  return action === "" ? submitDecision(request) : markPages(request, action);
}

/** Marks pages of the comparison as it is now, and no others. */
async function markPages(request: FormRequest, action: string): Promise<FormResult> {
  const { context, c, actor, form } = request;
  const view = await requireView(request);
  const at = instant(context.clock);
  const comparison = await comparisonOf(context, await readRelease(request, view));
  const viewing = viewingOf(request, view, comparison);
  const path = field(form, "page");
  if (statusAt(view, at) !== "pending" || !comparison?.pages.some((one) => one.path === path) || !viewing) {
    return problem("What is live has changed since this page was loaded. Look at the changed pages again.", 409);
  }
  const { groups } = selectionOf({}, comparison, new Set());
  const group = groups.find(({ first }) => first.path === path);
  const paths = action === "viewed-group" && group ? [group.first, ...group.others].map((one) => one.path) : [path];
  await inWorkspace(context.db, actor.workspaceId, (tx) =>
    action === "not-viewed" ? unmarkViewed(tx, viewing, path) : markViewed(tx, viewing, paths),
  );
  const next = form.get("next") ?? "";
  return c.redirect(next.startsWith(`${c.req.path}?`) ? safeNext(next) : c.req.path, 303);
}

async function submitDecision(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  const requestId = c.req.param("requestId") ?? "";
  const threads = field(form, "blocked")
    .split(" ")
    .filter((id) => id !== "");
  const reason = field(form, "override");
  const decision = DecideApproval.safeParse({
    decision: form.get("decision"),
    notes: field(form, "notes"),
    override: threads.length > 0 && reason !== "" ? { threads, reason } : undefined,
  });
  if (!decision.success) {
    const isLong = decision.error.issues.some(({ code }) => code === "too_big");
    const wanted = isLong
      ? "Shorten the note and the reason."
      : "Add a note explaining the rejection so the requester can fix it.";
    return problem(wanted, 400);
  }
  const view = await requireView(request);
  const changedPages = await changedPagesOf(context, view);
  const run = field(form, "run");
  const input = { requestId, ...decision.data, changedPages, gateId: run === "" ? undefined : run };
  if ((await checkDecision(context, actor, input)) === "repeat") return c.redirect(c.req.path, 303);
  const { site_id: siteId, file_list_digest: digest } = view;
  const comparison = field(form, "comparison") || (await currentComparison(context.db, siteId, digest));
  await requireCurrentComparison(context.db, siteId, digest, comparison);
  if (run !== "" && !(await isRunNamed(request, view, run))) {
    return problem(
      "What the decision answers on GitHub has changed since this page was loaded. Check it, then decide again.",
      409,
    );
  }
  const purpose = { action: decision.data.decision, subjectId: requestId };
  const wrong = await stepUpByForm(request, purpose, { comparison });
  if (wrong) return wrong;
  await decideApproval(context, actor, { ...input, comparison });
  return c.redirect(c.req.path, 303);
}

/** Else a code would be consumed for another run. */
async function isRunNamed({ context }: FormRequest, view: ApprovalView, gateId: string): Promise<boolean> {
  const gate = (await findGates(context.db, view))?.gate;
  return gate?.id === gateId && gate.state === "waiting";
}

/** @throws {ApiError} `not_found` for all but members of the request's workspace. */
async function approvalElsewhere(request: MemberRequest, requestId: string): Promise<Response> {
  const { context, session } = request;
  for (const workspace of session.workspaces) {
    if (!(await findApproval(context.db, workspace.id, requestId))) continue;
    const fields = html`${hiddenFields({ next: `/app/approvals/${requestId}` })}
      <button name="workspace" value="${workspace.id}">Switch to <bdi>${workspace.name}</bdi></button>`;
    const body = html`<h1>This request is in another workspace</h1>
      <p>
        It belongs to <strong><bdi>${workspace.name}</bdi></strong
        >. You are in <bdi>${session.workspace.name}</bdi> now.
      </p>
      ${postForm(request, { action: WORKSPACE_PATH }, fields)}`;
    return memberPage(request, "/app/approvals", "Another workspace", body);
  }
  throw requestNotFound();
}
