import type { ApprovalStatus, Role } from "@greenroom/contract/approval";
import type { DeploymentStatus, Environment } from "@greenroom/contract/status";

// The lists of the contract come with its schemas, which help must not wait for; a test holds these to them.

/** Where a deployment is served. */
export const ENVIRONMENT_CHOICES: readonly Environment[] = ["preview", "production"];

/** Statuses of a deployment. */
export const DEPLOYMENT_STATUS_CHOICES: readonly DeploymentStatus[] = [
  "queued",
  "building",
  "ready",
  "failed",
  "canceled",
];

/** States of a publish request. */
export const APPROVAL_STATUS_CHOICES: readonly ApprovalStatus[] = [
  "pending",
  "approved",
  "published",
  "rejected",
  "expired",
  "superseded",
];

/** Roles of a member of a workspace. */
export const ROLE_CHOICES: readonly Role[] = ["owner", "admin", "approver", "developer", "viewer"];
