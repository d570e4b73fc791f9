import { z } from "zod";
import { APPROVAL_STATUSES, type ApprovalStatus, type DeploymentStatus, ENVIRONMENTS } from "@greenroom/contract";

/** Everything somebody can be told about. */
export const ANNOUNCED_TYPES = [
  "deployment.building",
  "deployment.ready",
  "deployment.failed",
  "deployment.canceled",
  "approval.requested",
  "approval.approved",
  "approval.published",
  "approval.rejected",
  "approval.expired",
  "approval.superseded",
] as const;

/** What somebody is told about. */
export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];

const Site = z.object({ id: z.string(), slug: z.string(), name: z.string() });

const DeploymentFacts = z.object({
  kind: z.literal("deployment"),
  site: Site,
  deployment: z.object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    status: z.string(),
    branch: z.string().nullable(),
    commitSha: z.string().nullable(),
    sourceDeploymentId: z.string().nullable(),
    approvalRequestId: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  }),
  /** First label of the host where it is seen; null while it is not. */
  label: z.string().nullable(),
});

const ApprovalFacts = z.object({
  kind: z.literal("approval"),
  site: Site,
  approval: z.object({
    id: z.string(),
    status: z.enum(APPROVAL_STATUSES),
    sourceDeploymentId: z.string(),
    branch: z.string().nullable(),
    commitSha: z.string().nullable(),
    originatingUserId: z.string(),
    reason: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    notes: z.string().nullable(),
    deploymentId: z.string().nullable(),
  }),
});

/** What an announcement is about, as it was when it happened; addresses are made when it is told. */
export const Facts = z.discriminatedUnion("kind", [DeploymentFacts, ApprovalFacts]);

/** What an announcement is about. */
export type Facts = z.infer<typeof Facts>;

/** The part of GitHub's ways of being told that a release needs. */
export type ReleaseStage = "approved" | "rejected" | "expired" | "superseded" | "live" | "failed" | "canceled";

/** Name of a change of a publish request. */
export function approvalType(status: ApprovalStatus): AnnouncedType {
  return status === "pending" ? "approval.requested" : `approval.${status}`;
}

/**
 * Name of a change of a deployment.
 * @returns Undefined for `queued`, which nobody is told.
 */
export function deploymentType(status: DeploymentStatus): AnnouncedType | undefined {
  return status === "queued" ? undefined : `deployment.${status}`;
}

/**
 * Where a release stands after a change, as GitHub is told.
 * @returns Undefined for what is no news of a release: previews, and requests that nobody decided yet.
 */
export function releaseStage(facts: Facts): ReleaseStage | undefined {
  if (facts.kind === "approval") {
    const { status, decidedAt } = facts.approval;
    if (status === "approved" || status === "rejected" || status === "superseded") return status;
    // An approved request that ends unpublished: its deployment has told so, failed or canceled.
    return status === "expired" && decidedAt === null ? "expired" : undefined;
  }
  const { environment, status } = facts.deployment;
  if (environment !== "production") return undefined;
  if (status === "ready") return "live";
  return status === "failed" || status === "canceled" ? status : undefined;
}

/**
 * Names what an announcement belongs to: a release and its approval are told in one order, by their source.
 */
export function subjectOf(facts: Facts): string {
  if (facts.kind === "approval") return facts.approval.sourceDeploymentId;
  return facts.deployment.sourceDeploymentId ?? facts.deployment.id;
}

/**
 * Tells whether a webhook wants a type.
 * @param events Types divided by spaces, or a star.
 */
export function wants(events: string, type: AnnouncedType): boolean {
  return events === "*" || events.split(" ").includes(type);
}
