import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  AUTHOR_KINDS,
  type DeploymentStatus,
  ENVIRONMENTS,
  THREAD_STATUSES,
} from "@greenroom/contract";
import { z } from "zod";

export const ANNOUNCED_TYPES = [
  "deployment.building",
  "deployment.ready",
  "deployment.failed",
  "deployment.canceled",
  "approval.prepared",
  "approval.requested",
  "approval.approved",
  "approval.published",
  "approval.rejected",
  "approval.expired",
  "approval.superseded",
  "comment",
] as const;

export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];

const Site = z.object({ id: z.string(), slug: z.string(), name: z.string() });

const DeploymentData = z.object({
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
  /** First label of its host; null while it has none. */
  label: z.string().nullable(),
  /** Primary domain of its site, of a release. */
  domain: z.string().nullish(),
});

const ApprovalData = z.object({
  kind: z.literal("approval"),
  site: Site,
  approval: z.object({
    id: z.string(),
    status: z.enum(APPROVAL_STATUSES),
    sourceDeploymentId: z.string(),
    branch: z.string().nullable(),
    commitSha: z.string().nullable(),
    originatingUserId: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
    notes: z.string().nullable(),
    deploymentId: z.string().nullable(),
  }),
});

const COMMENT_CHANGES = ["started", "replied", "proposed", "resolved", "reopened", "blocked", "unblocked"] as const;
export type CommentChange = (typeof COMMENT_CHANGES)[number];

const CommentData = z.object({
  kind: z.literal("comment"),
  site: Site,
  /** Without its text, which can be edited and deleted. */
  comment: z.object({
    id: z.string(),
    threadId: z.string(),
    change: z.enum(COMMENT_CHANGES),
    deploymentId: z.string(),
    branch: z.string().nullable(),
    path: z.string(),
    status: z.enum(THREAD_STATUSES),
    blocks: z.boolean(),
    author: z.object({ kind: z.enum(AUTHOR_KINDS), name: z.string() }),
  }),
  /** Members who are mentioned, or wrote in the thread. */
  people: z.array(z.string()),
});

/** What an announcement is about, as it was when it happened; URLs are added when it is sent. */
export const AnnouncementData = z.discriminatedUnion("kind", [DeploymentData, ApprovalData, CommentData]);

export type AnnouncementData = z.infer<typeof AnnouncementData>;

export type ReleaseStatus = "approved" | "rejected" | "expired" | "superseded" | "live" | "failed" | "canceled";

/** @returns Undefined for the end of what was only prepared. */
export function approvalType(status: ApprovalStatus, requested: boolean): AnnouncedType | undefined {
  if (!requested) return status === "pending" ? "approval.prepared" : undefined;
  return status === "pending" ? "approval.requested" : `approval.${status}`;
}

/** @returns Undefined for `queued`, which is not announced. */
export function deploymentType(status: DeploymentStatus): AnnouncedType | undefined {
  return status === "queued" ? undefined : `deployment.${status}`;
}

/** @returns Undefined for what does not change a release: previews, and pending requests. */
export function releaseStatus(data: AnnouncementData): ReleaseStatus | undefined {
  if (data.kind === "comment") return undefined;
  if (data.kind === "approval") {
    const { status, decidedAt } = data.approval;
    if (status === "approved" || status === "rejected" || status === "superseded") return status;
    // An approved request that ends unpublished is announced by its deployment, as failed or canceled.
    return status === "expired" && decidedAt === null ? "expired" : undefined;
  }
  const { environment, status } = data.deployment;
  if (environment !== "production") return undefined;
  if (status === "ready") return "live";
  return status === "failed" || status === "canceled" ? status : undefined;
}

/** What an announcement belongs to: those of a release and its approval are sent in one order, by their source. */
export function subjectOf(data: AnnouncementData): string {
  if (data.kind === "comment") return data.comment.threadId;
  if (data.kind === "approval") return data.approval.sourceDeploymentId;
  return data.deployment.sourceDeploymentId ?? data.deployment.id;
}

/** @param events Types separated by spaces, or a star. */
export function wants(events: string, type: AnnouncedType): boolean {
  return events === "*" || events.split(" ").includes(type);
}
