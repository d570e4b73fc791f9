import { MAX_NOTES_CHARS } from "@greenroom/contract";
import { mayDecide, mayRequest } from "../domain/approval.ts";
import { ApiError } from "../domain/api-error.ts";
import type { Purpose } from "../domain/step-up.ts";
import type { ServiceContext } from "../context.ts";
import { requestApproval } from "../store/approvals.ts";
import { requireDeployment } from "../store/deployments.ts";
import { factorsOf, grantStepUp, hasSecondFactor } from "../store/factors.ts";
import { liveOfSite } from "../store/hosts.ts";
import { requireSite } from "../store/sites.ts";
import { listMembers } from "../store/users.ts";
import { checkFactor, factorFields, passkeyButton } from "./factor.ts";
import { field, type FormRequest, type MemberRequest } from "./guard.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";
import { releaseDiff, changedFiles, type Release } from "./release-diff.ts";

/** Shows what a release would change, and the form to ask for it. */
export async function showPublish(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session } = request;
  const release = await readRelease(context, request);
  return page(c, {
    title: `Publish ${release.site.name}`,
    session,
    section: "/app/sites",
    notice,
    status: notice ? 401 : 200,
    body: html`<p class="crumbs">
        <a href="/app/sites">Sites</a> / <a href="/app/sites/${release.site.id}"><bdi>${release.site.name}</bdi></a>
      </p>
      <h1>Ask for this release</h1>
      ${releaseDiff(context, release, { after: "Would go live" })} ${await requestForm(context, request, { ...release, reason: notice?.typed?.get("reason") })}
      ${await changedFiles(context, release)}`,
  });
}

/** Asks for a release; another member decides. */
export async function submitPublish(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { c, session, actor, form } = request;
  const { site, source } = await readRelease(context, request);
  const reason = field(form, "reason").slice(0, MAX_NOTES_CHARS);
  const given = { sessionId: session.row.id, userId: session.user.id, purpose: asking(source.id) };
  const check = await checkFactor(context, { ...given, form, recoveryCodes: false });
  if (check.kind === "refused")
    return showPublish(context, request, { tone: "problem", text: check.text, typed: form });
  await context.db
    .transaction()
    .execute((tx) => grantStepUp(tx, { ...given, factor: check.factor, nowMs: context.clock.now() }));
  const approval = await requestApproval(context, actor, {
    siteId: site.id,
    sourceDeploymentId: source.id,
    ...(reason !== "" && { reason }),
  });
  return c.redirect(`/app/approvals/${approval.id}`, 303);
}

function asking(sourceDeploymentId: string): Purpose {
  return { action: "request", subjectId: sourceDeploymentId };
}

/** An earlier release stands for the preview it was made from. [§4, rule 8] */
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

async function requestForm(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { source, live, reason }: Release & { readonly reason: string | null | undefined },
): Promise<Html> {
  if (!mayRequest(actor.role))
    return blocked(html`Your role is ${actor.role}. Ask a developer of the workspace to ask for this release.`);
  if (live?.sourceDeploymentId === source.id)
    return blocked(html`This is what is live now; there is nothing to publish.`);
  const factors = await factorsOf(context.db, session.user.id);
  if (!hasSecondFactor(factors)) {
    return blocked(
      html`Asking for a release needs a second factor. <a href="/app/account">Set one up</a>, then come back.`,
    );
  }
  const others = (await listMembers(context.db, actor.workspaceId)).filter(
    ({ userId, role }) => userId !== actor.userId && mayDecide(role),
  );
  const button = passkeyButton(context, { factors, purpose: asking(source.id), label: "Ask with a passkey" });
  return html`<form method="post" action="/app/deployments/${source.id}/publish" class="card stack">
    ${csrfField(session)}
    ${others.length === 0 && html`<p class="hint">Nobody else in this workspace may approve it, and nobody approves their own request. Have an owner add an approver first.</p>`}
    <div class="field">
      <label for="reason">Why now? <span class="dim">(optional)</span></label
      ><textarea id="reason" name="reason" rows="2" maxlength="${MAX_NOTES_CHARS}">${reason}</textarea>
      <p class="hint">Whoever decides reads this.</p>
    </div>
    ${factorFields({ factors, recoveryCodes: false, id: "code" })}
    <div class="row"><button>Ask for this release</button>${button}</div>
  </form>`;
}

function blocked(text: Html): Html {
  return html`<div class="notice hint"><p>${text}</p></div>`;
}
