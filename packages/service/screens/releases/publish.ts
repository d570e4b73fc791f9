import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { ApiError } from "../../domain/api-error.ts";
import { canRequest } from "../../domain/approval.ts";
import type { Purpose } from "../../domain/authentication.ts";
import { denialOf } from "../../domain/deciders.ts";
import { requestApproval } from "../../store/approvals/approvals.ts";
import { readDecidingMembers } from "../../store/approvals/deciders.ts";
import { requireDeployment } from "../../store/deployments/deployments.ts";
import { type Factors, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { hasWaitingRun } from "../../store/approvals/deployment-protection.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { evidenceSection, readEvidence } from "./evidence.ts";
import { factorFields, passkeyButton, stepUpByForm } from "../people/factor.ts";
import { defineScreen, type FormResult } from "../screen.ts";
import { hintBox, postForm, textareaField } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { type Release, releaseDiff } from "./release-diff.ts";

/** Where a member requests the release of a preview, which another member approves. */
export const publishScreen = defineScreen({
  async load(request) {
    const release = await readRelease(request);
    return {
      release,
      evidence: await readEvidence(request.context, release),
      form: await readRequestForm(request, release),
    };
  },
  view: (request, { release, evidence, form }) => ({
    title: `Request release of ${release.site.name}`,
    section: "/app/sites",
    body: html`<p class="crumbs">
        <a href="/app/sites">Sites</a> / <a href="/app/sites/${release.site.id}"><bdi>${release.site.name}</bdi></a>
      </p>
      <h1>Request release</h1>
      ${releaseDiff(request.context, release, "Live now", "Would go live")} ${evidenceSection(evidence)}
      ${requestForm(request, form)}`,
  }),
  actions: submit,
});

async function submit(request: FormRequest): Promise<FormResult> {
  const { context, c, actor, form } = request;
  const { site, source } = await readRelease(request);
  const reason = field(form, "reason").slice(0, MAX_NOTES_CHARS);
  const wrong = await stepUpByForm(request, requesting(source.id));
  if (wrong) return wrong;
  const approval = await requestApproval(context, actor, {
    siteId: site.id,
    sourceDeploymentId: source.id,
    reason: reason === "" ? undefined : reason,
  });
  return c.redirect(`/app/approvals/${approval.id}`, 303);
}

function requesting(sourceDeploymentId: string): Purpose {
  return { action: "request", subjectId: sourceDeploymentId };
}

/** The source of a release is the preview it was made from. [§4, rule 8] */
async function readRelease({ context, c, actor }: MemberRequest): Promise<Release> {
  const named = await requireDeployment(context.db, actor.workspaceId, c.req.param("deploymentId") ?? "");
  const sourceId = named.source_deployment_id ?? named.id;
  const source = sourceId === named.id ? named : await requireDeployment(context.db, actor.workspaceId, sourceId);
  const site = await requireSite(context.db, actor.workspaceId, source.site_id);
  if (source.status !== "ready") {
    throw new ApiError("source_deployment_not_ready", "Only a ready preview can be published.");
  }
  return { site, source, live: await liveOfSite(context.db, site.id) };
}

/** What the form shows, or why a member cannot request the release. */
export type RequestForm =
  | { readonly kind: "hint"; readonly text: Html }
  | {
      readonly kind: "form";
      readonly sourceId: string;
      readonly factors: Factors;
      /** Whether another member could approve it. */
      readonly hasDecider: boolean;
    };

export async function readRequestForm(
  { context, session, actor }: MemberRequest,
  { source, live }: Release,
): Promise<RequestForm> {
  const { db } = context;
  const hint = (text: Html): RequestForm => ({ kind: "hint", text });
  if (!canRequest(actor.role)) {
    return hint(html`Your role is ${actor.role}, which cannot request releases. Ask a developer to request it.`);
  }
  if (live?.sourceDeploymentId === source.id && !(await hasWaitingRun(db, source))) {
    return hint(html`This version is already live.`);
  }
  const factors = await factorsOf(db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return hint(
      html`Two-factor authentication is required to request a release. <a href="/app/account">Set one up</a>, then return to this page.`,
    );
  }
  const { members, ...panel } = await readDecidingMembers(db, actor.workspaceId);
  const facts = { ...panel, requesterIds: [actor.userId], pusherIds: [] };
  const hasDecider = members.some((member) => denialOf(facts, member) === undefined);
  return { kind: "form", sourceId: source.id, factors, hasDecider };
}

export function requestForm(request: MemberRequest, form: RequestForm): Html {
  if (form.kind === "hint") return hintBox(form.text);
  const { sourceId, factors, hasDecider } = form;
  const button = passkeyButton(request.context, {
    factors,
    purpose: requesting(sourceId),
    label: "Request with a passkey",
  });
  const label = html`Message to the approver <span class="dim">(optional)</span>`;
  const fields = html`${!hasDecider && html`<p class="hint">No other member can approve it yet. Ask an owner to add an approver, or to confirm one on the members page.</p>`}
    ${textareaField(label, { id: "reason", name: "reason", rows: 2, maxlength: MAX_NOTES_CHARS, value: request.typed?.get("reason") })}
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row"><button>Request release</button>${button}</div>`;
  return postForm(request, { class: "card stack", action: `/app/deployments/${sourceId}/publish` }, fields);
}
