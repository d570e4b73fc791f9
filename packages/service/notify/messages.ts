import {
  type AnnouncedType,
  type AnnouncementData,
  type ReleaseStatus,
  releaseStatus,
} from "../domain/announcement.ts";
import { webApprovalUrl } from "../domain/approval.ts";
import { type Addresses, hostedUrl } from "../settings.ts";

/** [GitHub, Deployment statuses] */
const MAX_DESCRIPTION_CHARS = 140;

/** [GitHub, Review custom deployment protection rules] */
const MAX_COMMENT_CHARS = 1_024;

export interface Announcement {
  readonly id: string;
  readonly type: AnnouncedType;
  readonly facts: AnnouncementData;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Writes the body of a signed webhook.
 * @see Standard Webhooks 1.0.0 (payload structure)
 */
export function webhookBody({ type, facts, at }: Announcement, addresses: Addresses): string {
  const data =
    facts.kind === "deployment"
      ? { site: facts.site, deployment: { ...facts.deployment, url: liveUrl(facts, addresses) } }
      : { site: facts.site, approval: { ...facts.approval, webApprovalUrl: approvalUrl(facts, addresses) } };
  return JSON.stringify({ type, timestamp: at, data });
}

/** Body of GitHub's `repository_dispatch`. */
interface DispatchBody {
  readonly event_type: string;
  /** At most ten members; nothing in it was written by a person, so that a workflow may use all of it in a script. */
  readonly client_payload: Readonly<Record<string, string | null>>;
}

/** Writes the event that starts workflows; `eventId` stays the same when it is sent twice. */
export function dispatchBody({ id, facts, at }: Announcement, addresses: Addresses): DispatchBody | undefined {
  const status = releaseStatus(facts);
  if (status === undefined) return undefined;
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

const STATES: Readonly<Record<ReleaseStatus, { readonly state: string; readonly description: string }>> = {
  approved: { state: "in_progress", description: "A person approved the release; it is being published." },
  rejected: { state: "failure", description: "A person rejected the release." },
  expired: { state: "failure", description: "Nobody decided about the release in time." },
  superseded: { state: "inactive", description: "A newer release took the place of this one." },
  live: { state: "success", description: "The release is live." },
  failed: { state: "failure", description: "The release could not be published." },
  canceled: { state: "failure", description: "The release was canceled." },
};

/** Writes the status of the GitHub deployment a release was announced with. */
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
    description: description.slice(0, MAX_DESCRIPTION_CHARS),
    ...(live !== null && { environment_url: live }),
    ...(approval !== null && { log_url: approval }),
    // Several sites share a repository: only what is named changes.
    auto_inactive: false,
  };
}

/** Writes what a protection rule answers; nothing in it was written by a person. */
export function gateBody(
  state: "approved" | "rejected",
  { environment, siteSlug, baseUrl }: { environment: string; siteSlug: string; baseUrl: string },
): Readonly<Record<string, string>> {
  const said =
    state === "approved"
      ? "A person approved the release of this commit"
      : "The release of this commit was rejected, ran out or was superseded";
  const comment = `${said} (site \`${siteSlug.replaceAll(/[^a-z0-9-]/g, "")}\`). All releases: ${baseUrl}/app/approvals`;
  return { environment_name: environment, state, comment: comment.slice(0, MAX_COMMENT_CHARS) };
}

function liveUrl(facts: AnnouncementData, addresses: Addresses): string | null {
  return facts.kind === "deployment" && facts.label !== null ? hostedUrl(addresses, facts.label) : null;
}

function approvalUrl(facts: AnnouncementData, { baseUrl }: Addresses): string | null {
  const id = facts.kind === "approval" ? facts.approval.id : facts.deployment.approvalRequestId;
  return id === null ? null : webApprovalUrl(baseUrl, id);
}

function hexOrNull(commit: string | null): string | null {
  return commit !== null && /^[0-9a-f]{7,64}$/.test(commit) ? commit : null;
}
