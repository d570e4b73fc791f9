import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { canRequest } from "../../domain/approval.ts";
import type { Purpose } from "../../domain/authentication.ts";
import { denialOf } from "../../domain/deciders.ts";
import { requestApproval } from "../../store/approvals/approvals.ts";
import { readDecidingMembers } from "../../store/approvals/deciders.ts";
import { requireDeployment } from "../../store/deployments/deployments.ts";
import { factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { hasWaitingRun } from "../../store/approvals/deployment-protection.ts";
import { liveOfSite } from "../../store/sites/hosts.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { showEvidence } from "./evidence.ts";
import { factorFields, passkeyButton, stepUpByForm } from "../people/factor.ts";
import { hintBox } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { type Release, releaseDiff } from "./release-diff.ts";

export async function showPublish(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session } = request;
  const release = await readRelease(context, request);
  return page(c, {
    title: `Request release of ${release.site.name}`,
    session,
    section: "/app/sites",
    notice,
    status: notice ? 401 : 200,
    body: html`<p class="crumbs">
        <a href="/app/sites">Sites</a> / <a href="/app/sites/${release.site.id}"><bdi>${release.site.name}</bdi></a>
      </p>
      <h1>Request release</h1>
      ${releaseDiff(context, release, { before: "Live now", after: "Would go live" })} ${await showEvidence(context, release)}
      ${await requestForm(context, request, { ...release, reason: notice?.typed?.get("reason") })}`,
  });
}

/** Requests a release, which another member approves. */
export async function submitPublish(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, actor, form } = request;
  const { site, source } = await readRelease(context, request);
  const reason = field(form, "reason").slice(0, MAX_NOTES_CHARS);
  const wrong = await stepUpByForm(context, request, { purpose: requesting(source.id), recoveryCodes: false });
  if (wrong !== undefined) return showPublish(context, request, { tone: "problem", text: wrong, typed: form });
  const approval = await requestApproval(context, actor, {
    siteId: site.id,
    sourceDeploymentId: source.id,
    ...(reason !== "" && { reason }),
  });
  return c.redirect(`/app/approvals/${approval.id}`, 303);
}

function requesting(sourceDeploymentId: string): Purpose {
  return { action: "request", subjectId: sourceDeploymentId };
}

/** The source of a release is the preview it was made from. [§4, rule 8] */
async function readRelease(context: ServiceContext, { c, actor }: MemberRequest): Promise<Release> {
  const named = await requireDeployment(context.db, actor.workspaceId, c.req.param("deploymentId") ?? "");
  const sourceId = named.source_deployment_id ?? named.id;
  const source = sourceId === named.id ? named : await requireDeployment(context.db, actor.workspaceId, sourceId);
  const site = await requireSite(context.db, actor.workspaceId, source.site_id);
  if (source.status !== "ready") {
    throw new ApiError("source_deployment_not_ready", "Only a ready preview can be published.");
  }
  return { site, source, live: await liveOfSite(context.db, site.id) };
}

/** The form by which a member requests the release of a preview, or why they cannot. */
export async function requestForm(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { source, live, reason }: Omit<Release, "site"> & { readonly reason?: string | null | undefined },
): Promise<Html> {
  if (!canRequest(actor.role))
    return hintBox(html`Your role is ${actor.role}, which cannot request releases. Ask a developer to request it.`);
  if (live?.sourceDeploymentId === source.id && !(await hasWaitingRun(context.db, source))) {
    return hintBox(html`This version is already live.`);
  }
  const factors = await factorsOf(context.db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return hintBox(
      html`Two-factor authentication is required to request a release. <a href="/app/account">Set one up</a>, then return to this page.`,
    );
  }
  const { members, ...panel } = await readDecidingMembers(context.db, actor.workspaceId);
  const facts = { ...panel, requesterIds: [actor.userId], pusherIds: [] };
  const others = members.filter((member) => denialOf(facts, member, instant(context.clock)) === undefined);
  const button = passkeyButton(context, { factors, purpose: requesting(source.id), label: "Request with a passkey" });
  return html`<form method="post" action="/app/deployments/${source.id}/publish" class="card stack">
    ${csrfField(session)}
    ${others.length === 0 && html`<p class="hint">No other member can approve it yet. Ask an owner to add an approver, or to confirm one on the members page.</p>`}
    <div class="field">
      <label for="reason">Message to the approver <span class="dim">(optional)</span></label
      ><textarea id="reason" name="reason" rows="2" maxlength="${MAX_NOTES_CHARS}">${reason}</textarea>
    </div>
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row"><button>Request release</button>${button}</div>
  </form>`;
}
