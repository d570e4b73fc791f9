import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../../domain/api-error.ts";
import type { Purpose } from "../../domain/authentication.ts";
import { canDevelop } from "../../domain/roles.ts";
import { denialOf } from "../../domain/two-people.ts";
import { type Html, html } from "../../outside/html.ts";
import { comparisonOf, type ReleaseComparison } from "../../review/release-comparison.ts";
import { readDecidingMembers, relaxationsFor } from "../../store/approvals/acts.ts";
import { type Blocks, readBlocks } from "../../store/approvals/blocks.ts";
import { releaseAlone } from "../../store/approvals/decisions.ts";
import { hasWaitingGate } from "../../store/approvals/deployment-protection.ts";
import { requestApproval, requireRequestable } from "../../store/approvals/requests.ts";
import { listOpenThreads } from "../../store/comments/threads.ts";
import { requireDeployment } from "../../store/deployments/deployments.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { currentComparison, requireComparisonOf } from "../../store/reviews/comparisons.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { branchName, builtElsewhere, pullRequest } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { stepUpByForm } from "../people/factor.ts";
import { defineScreen, deploymentOf, type FormResult } from "../screen.ts";
import { blockedStrip } from "./blocked.ts";
import { decisionForm } from "./decision-forms.ts";
import type { ReleaseCandidate } from "./release-diff.ts";
import { releaseHeading, releaseView, strip, versionsOf } from "./release-page.ts";
import { secondPersonNotice } from "./second-person.ts";

export const publishScreen = defineScreen({
  async load(request) {
    const { context } = request;
    const release = await readRelease(request);
    const comparison = await comparisonOf(context, release);
    const form = await readRequestForm(request, release, comparison);
    const threads = await listOpenThreads(context.db, release.source);
    return {
      release,
      comparison,
      form,
      threads,
      versions: await versionsOf(context, release, { comparison, decided: false }),
    };
  },
  view(request, data) {
    const { release, comparison, form } = data;
    const verb = comparison?.rollBackTo ? "Roll back" : "Request release";
    const pull = pullRequest(release.source);
    return releaseView(request, `${verb} · ${release.site.name}`, {
      ...data,
      viewed: undefined,
      heading: releaseHeading(release, comparison),
      about: html`<bdi>${branchName(release.source.branch)}</bdi>${pull && html` · ${pull}`}`,
      actions: form.kind === "request" ? requestActions(request, form) : undefined,
      strips: [
        form.kind === "hint" ? strip(form.text) : form.notice,
        form.kind === "request" && blockedStrip(form.blocks),
        builtElsewhere(release.source),
      ],
      notes: [],
      status: "pending",
      decided: false,
      showsProblem: form.kind === "request" && request.typed?.has("release") === true,
    });
  },
  actions: submit,
});

async function submit(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  const { site, source } = await readRelease(request);
  const reason = field(form, "reason").slice(0, MAX_NOTES_CHARS);
  const { id: siteId } = site;
  const { file_list_digest: digest } = source;
  const comparison = field(form, "comparison") || (await currentComparison(context.db, siteId, digest));
  await requireComparisonOf(context.db, siteId, digest, comparison);
  await requireRequestable(context.db, actor, { siteId, sourceDeploymentId: source.id });
  const wrong = await stepUpByForm(request, requesting(source.id), { comparison });
  if (wrong) return wrong;
  const input = {
    siteId,
    sourceDeploymentId: source.id,
    reason: reason === "" ? undefined : reason,
    comparison,
  };
  const alone = field(form, "release") === "alone";
  const approval = await (alone ? releaseAlone : requestApproval)(context, actor, input);
  return c.redirect(`/app/approvals/${approval.id}`, 303);
}

function requesting(sourceDeploymentId: string): Purpose {
  return { action: "request", subjectId: sourceDeploymentId };
}

/** [§4, rule 8] The source of a release is the preview it was made from. */
async function readRelease(request: MemberRequest): Promise<ReleaseCandidate> {
  const { context, actor } = request;
  const named = await deploymentOf(request);
  const sourceId = named.source_deployment_id ?? named.id;
  const source = sourceId === named.id ? named : await requireDeployment(context.db, actor.workspaceId, sourceId);
  const site = await requireSite(context.db, actor.workspaceId, source.site_id);
  if (source.status !== "ready") {
    throw new ApiError("source_deployment_not_ready", "Only a ready preview can be published.");
  }
  return { site, source, live: await liveOfSite(context.db, site.id) };
}

export type RequestForm = { readonly kind: "hint"; readonly text: Html } | Requesting;

interface Requesting {
  readonly kind: "request";
  readonly sourceId: string;
  readonly factors: Factors;
  readonly notice: Html | undefined;
  readonly alone: boolean;
  readonly comparison: ReleaseComparison | undefined;
  readonly blocks: Blocks;
}

export async function readRequestForm(
  { context, session, actor }: MemberRequest,
  { site, source, live }: ReleaseCandidate,
  comparison: ReleaseComparison | undefined,
): Promise<RequestForm> {
  const { db } = context;
  const hint = (text: Html): RequestForm => ({ kind: "hint", text });
  if (!canDevelop(actor.role)) {
    return hint(html`Your role is ${actor.role}, which cannot request releases. Ask a developer to request it.`);
  }
  if (live?.sourceDeploymentId === source.id && !(await hasWaitingGate(db, source))) {
    return hint(html`This version is already live.`);
  }
  const factors = await factorsOf(db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return hint(
      html`Two-factor authentication is required to request a release. <a href="/app/account">Set one up</a>, then return to this page.`,
    );
  }
  const deciding = await readDecidingMembers(db, actor.workspaceId);
  const relaxations = await relaxationsFor(db, deciding.relaxations, source, instant(context.clock));
  const facts = { ...deciding, relaxations, requestActs: [] };
  const alone = (relaxations.onePerson || relaxations.rollBack) && denialOf(facts, actor) === undefined;
  const blocks = await readBlocks(db, source, actor.role);
  const notice = alone ? undefined : secondPersonNotice(actor, deciding);
  return {
    kind: "request",
    sourceId: source.id,
    factors,
    notice,
    // An approver who must view every changed page does so beside the request.
    alone: alone && blocks.threads.length === 0 && (relaxations.rollBack || site.viewed_pages !== "all"),
    comparison,
    blocks,
  };
}

export function requestActions(request: MemberRequest, { sourceId, factors, alone, comparison }: Requesting): Html {
  const rollBack = comparison?.rollBackTo !== undefined;
  const shared = {
    name: "release",
    action: `/app/deployments/${sourceId}/publish`,
    purpose: requesting(sourceId),
    factors,
    note: { name: "reason", label: html`Message to the approver <span class="dim">(optional)</span>`, required: false },
    hidden: { comparison: comparison?.id },
  } as const;
  const verb = rollBack ? "Request roll back" : "Request release";
  const both = rollBack ? "Roll back now" : "Request and approve";
  return html`${alone && decisionForm(request, { ...shared, opens: `${both}…`, sends: both, value: "alone", tone: "secondary", text: "The operator allows one person to do this: your code counts for the request and for the approval, all members are notified, and the audit log says so." })}
  ${decisionForm(request, { ...shared, opens: `${verb}…`, sends: verb, value: "request", tone: "primary", text: "Another member approves or rejects it." })}`;
}
