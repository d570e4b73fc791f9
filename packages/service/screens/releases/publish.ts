import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { ApiError } from "../../domain/api-error.ts";
import type { Purpose } from "../../domain/authentication.ts";
import { canRequest, denialOf } from "../../domain/two-people.ts";
import { releaseAlone } from "../../store/approvals/decisions.ts";
import { requestApproval } from "../../store/approvals/requests.ts";
import { readDecidingMembers } from "../../store/approvals/acts.ts";
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
import { secondPersonNotice } from "./second-person.ts";

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
  const input = { siteId: site.id, sourceDeploymentId: source.id, reason: reason === "" ? undefined : reason };
  const alone = field(form, "release") === "alone";
  const approval = await (alone ? releaseAlone : requestApproval)(context, actor, input);
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
      /** What to do when nobody could approve it. */
      readonly notice: Html | undefined;
      /** Whether the operator allows this member to approve it too. */
      readonly alone: boolean;
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
  const panel = await readDecidingMembers(db, actor.workspaceId);
  const alone = panel.relaxations.onePerson && denialOf({ ...panel, requests: [] }, actor) === undefined;
  return { kind: "form", sourceId: source.id, factors, notice: secondPersonNotice(actor, panel), alone };
}

export function requestForm(request: MemberRequest, form: RequestForm): Html {
  if (form.kind === "hint") return hintBox(form.text);
  const { sourceId, factors, notice, alone } = form;
  const shared = { factors, purpose: requesting(sourceId) };
  const button = passkeyButton(request.context, { ...shared, label: "Request with a passkey" });
  const both = { name: "release", value: "alone" };
  const aloneButtons = html`<button class="secondary" name="${both.name}" value="${both.value}">Request and approve</button
    >${passkeyButton(request.context, { ...shared, label: "Request and approve with a passkey", submit: both })}`;
  const label = html`Message to the approver <span class="dim">(optional)</span>`;
  const fields = html`${notice}
    ${textareaField(label, { id: "reason", name: "reason", rows: 2, maxlength: MAX_NOTES_CHARS, value: request.typed?.get("reason") })}
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row"><button>Request release</button>${button}${alone && aloneButtons}</div>
    ${alone && html`<p class="hint">The operator allows one person to release: your code then counts for the request and for the approval, and the release says so.</p>`}`;
  return postForm(request, { class: "card stack", action: `/app/deployments/${sourceId}/publish` }, fields);
}
