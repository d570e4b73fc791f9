import {
  type AnnouncedType,
  type AnnouncementData,
  type ReleaseStatus,
  releaseStatus,
} from "../domain/announcement.ts";
import { webApprovalUrl } from "../domain/approval.ts";
import { type Addresses, domainUrl, hostedUrl } from "../settings.ts";
import { threadUrl } from "../store/comments/threads.ts";

export interface Announcement {
  readonly id: string;
  readonly type: AnnouncedType;
  readonly facts: AnnouncementData;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** [Standard Webhooks 1.0.0, payload structure] */
export function webhookBody({ type, facts, at }: Announcement, addresses: Addresses): string {
  return JSON.stringify({ type, timestamp: at, data: { site: facts.site, ...aboutOf(facts, addresses) } });
}

function aboutOf(facts: AnnouncementData, addresses: Addresses): object {
  switch (facts.kind) {
    case "deployment":
      return { deployment: { ...facts.deployment, url: liveUrl(facts, addresses) } };
    case "approval":
      return { approval: { ...facts.approval, webApprovalUrl: approvalUrl(facts, addresses) } };
    case "comment":
      return { comment: { ...facts.comment, webUrl: commentUrl(facts, addresses) } };
  }
}

interface DispatchBody {
  readonly event_type: string;
  /** At most ten members; none is text written by a person, so that a workflow can use all of it in a script. */
  readonly client_payload: Readonly<Record<string, string | null>>;
}

/** `eventId` stays the same when the event is sent twice. */
export function dispatchBody({ id, facts, at }: Announcement, addresses: Addresses): DispatchBody | undefined {
  const status = releaseStatus(facts);
  if (status === undefined || facts.kind === "comment") return undefined;
  const release =
    facts.kind === "deployment"
      ? { ...facts.deployment, deploymentId: facts.deployment.id, approval: facts.deployment.approvalRequestId }
      : { ...facts.approval, approval: facts.approval.id };
  return {
    event_type: `greenroom_release_${status}`,
    client_payload: {
      eventId: id,
      occurredAt: at,
      siteId: facts.site.id,
      siteSlug: facts.site.slug,
      approvalRequestId: release.approval,
      sourceDeploymentId: release.sourceDeploymentId,
      deploymentId: release.deploymentId,
      commitSha: hexOrNull(release.commitSha),
      approvalUrl: approvalUrl(facts, addresses),
      productionUrl: liveUrl(facts, addresses),
    },
  };
}

/** [GitHub, Deployment statuses] A description has at most 140 characters. */
const STATES: Readonly<Record<ReleaseStatus, { readonly state: string; readonly description: string }>> = {
  approved: { state: "in_progress", description: "A person approved the release; it is being published." },
  rejected: { state: "failure", description: "A person rejected the release." },
  expired: { state: "failure", description: "The request for the release expired." },
  superseded: { state: "inactive", description: "A newer release superseded this one." },
  live: { state: "success", description: "The release is live." },
  failed: { state: "failure", description: "The release could not be published." },
  canceled: { state: "failure", description: "The release was canceled." },
};

export function statusBody(
  facts: AnnouncementData,
  addresses: Addresses,
): Readonly<Record<string, unknown>> | undefined {
  const status = releaseStatus(facts);
  if (status === undefined) return undefined;
  const { state, description } = STATES[status];
  const [live, approval] = [liveUrl(facts, addresses), approvalUrl(facts, addresses)];
  return {
    state,
    description,
    ...(live !== null && { environment_url: live }),
    ...(approval !== null && { log_url: approval }),
    // Several sites can share a repository: only this deployment changes.
    auto_inactive: false,
  };
}

/** [GitHub, Review custom deployment protection rules] At most 1,024 characters; none is text written by a person. */
export function gateBody(
  state: "approved" | "rejected",
  { environment, siteSlug, baseUrl }: { environment: string; siteSlug: string; baseUrl: string },
): Readonly<Record<string, string>> {
  const summary =
    state === "approved"
      ? "A person approved the release of this commit"
      : "The release of this commit was rejected, expired or superseded, or a newer one is live";
  const comment = `${summary} (site \`${siteSlug.replaceAll(/[^a-z0-9-]/g, "")}\`). All releases: ${baseUrl}/app/approvals`;
  return { environment_name: environment, state, comment };
}

export function commentUrl(
  { comment }: Extract<AnnouncementData, { kind: "comment" }>,
  { baseUrl }: Addresses,
): string {
  return threadUrl(baseUrl, { id: comment.threadId, deployment_id: comment.deploymentId, path: comment.path });
}

function liveUrl(facts: AnnouncementData, addresses: Addresses): string | null {
  if (facts.kind !== "deployment" || facts.label === null) return null;
  if (typeof facts.domain === "string") return domainUrl(addresses, facts.domain);
  return hostedUrl(addresses, facts.label, facts.deployment.environment);
}

function approvalUrl(facts: AnnouncementData, { baseUrl }: Addresses): string | null {
  if (facts.kind === "comment") return null;
  const id = facts.kind === "approval" ? facts.approval.id : facts.deployment.approvalRequestId;
  return id === null ? null : webApprovalUrl(baseUrl, id);
}

function hexOrNull(commit: string | null): string | null {
  return commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
}
