import { CreatePreviewArguments, RequestPublishArguments, RequestPublishResult } from "@greenroom/contract";
import { z } from "zod";
import { seesSite } from "../domain/actor.ts";
import { prepareRelease } from "../store/approvals/requests.ts";
import { acceptPreview } from "../store/deployments/accept.ts";
import { siteNotFound } from "../store/sites/sites.ts";
import { UrlElicitation } from "./messages.ts";
import { defineTool, toolResult } from "./tool.ts";

export const createPreview = defineTool({
  name: "create_preview",
  title: "Create a preview deployment",
  description:
    "Builds a commit or branch of a site and serves it at its own URL. The same idempotencyKey gives the same deployment.",
  scope: "deployments:write",
  reads: false,
  input: CreatePreviewArguments,
  output: z.looseObject({
    deploymentId: z.string(),
    siteId: z.string(),
    status: z.string(),
    createdAt: z.string(),
  }),
  async run({ context, limits, actor }, { siteId, idempotencyKey: key, ...input }) {
    if (!seesSite(actor, siteId)) throw siteNotFound();
    await limits.deploy(actor);
    const { deployment } = await acceptPreview(context, actor, {
      siteId,
      key,
      body: { environment: "preview", ...input },
    });
    const { id, status, createdAt, branch, commitSha } = deployment;
    const shown = { deploymentId: id, siteId: deployment.siteId, status, createdAt, branch, commitSha };
    const { heldUntil, webUrl } = deployment;
    const how =
      heldUntil === undefined
        ? "Wait for it with wait_for, read it with get_deployment."
        : `It is over the budget of builds within a day: it starts at ${heldUntil}, or when a person lets it through at ${webUrl}.`;
    const sentence = `Deployment ${id} is ${status}. ${how}`;
    return toolResult(sentence, { branch, commitSha }, shown);
  },
});

export const requestPublish = defineTool({
  name: "request_publish",
  title: "Prepare a release",
  description:
    "Prepares the release of a ready preview and returns webApprovalUrl, where a person requests it and another approves. Those who may request it are notified, unless intent is prepare. Calling again returns the same open release.",
  scope: "publish:request",
  reads: false,
  input: RequestPublishArguments,
  output: RequestPublishResult,
  async run({ context, actor, opensUrls }, input) {
    if (!seesSite(actor, input.siteId)) throw siteNotFound();
    const approval = await prepareRelease(context, actor, { ...input, intent: input.intent ?? "release" });
    const { id: requestId, webApprovalUrl, status, expiresAt, siteId, sourceDeploymentId, reason } = approval;
    const prepared = approval["prepared"] === true;
    const waits = `Release ${requestId} waits for somebody to request it at ${webApprovalUrl}.`;
    if (prepared && opensUrls) throw new UrlElicitation(waits, { url: webApprovalUrl, elicitationId: requestId });
    const noDeciders =
      approval["deciders"] === 0
        ? " No one in this workspace can decide it yet: it needs another owner, admin or approver."
        : "";
    const sentence = prepared
      ? waits
      : `Request ${requestId} is ${status} until ${expiresAt}. A person decides at ${webApprovalUrl}.${noDeciders}`;
    const shown = { webApprovalUrl, requestId, status, expiresAt, siteId, sourceDeploymentId, prepared };
    return toolResult(sentence, { reason: reason ?? undefined }, shown);
  },
});
