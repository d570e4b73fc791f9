import { z } from "zod";
import { CreateDeployment, Deployment } from "../deployment.ts";
import { ListDeployments } from "../listing.ts";
import { PATHS } from "../paths.ts";
import type { Route } from "../route.ts";

/**
 * Operations on deployments.
 * @see Interface §4
 */
export const DEPLOYMENTS_ROUTES = {
  createDeployment: {
    method: "POST",
    path: PATHS.createDeployment,
    access: { scope: "deployments:write" },
    summary: "Creates a deployment; needs an Idempotency-Key.",
    section: "4",
    form: "envelope",
    status: 202,
    body: CreateDeployment,
    data: Deployment,
    errors: [
      "site_not_found",
      "idempotency_key_required",
      "idempotency_conflict",
      "source_deployment_required",
      "deployment_not_found",
      "source_deployment_not_ready",
      "approval_required",
      "repository_not_connected",
      "live_site_limit_reached",
      "build_quota_exceeded",
    ],
  },
  listSiteDeployments: {
    method: "GET",
    path: PATHS.listSiteDeployments,
    access: { scope: "deployments:read" },
    summary: "Lists the deployments of a site.",
    section: "4",
    form: "envelope",
    status: 200,
    query: ListDeployments.omit({ siteId: true }),
    data: z.array(Deployment),
    errors: ["site_not_found", "validation_failed", "invalid_cursor"],
  },
  listDeployments: {
    method: "GET",
    path: PATHS.listDeployments,
    access: { scope: "deployments:read" },
    summary: "Lists the deployments of the workspace.",
    section: "4",
    form: "envelope",
    status: 200,
    query: ListDeployments,
    data: z.array(Deployment),
    errors: ["validation_failed", "invalid_cursor"],
  },
  getDeployment: {
    method: "GET",
    path: PATHS.getDeployment,
    access: { scope: "deployments:read" },
    summary: "Reads a deployment.",
    section: "4",
    form: "envelope",
    status: 200,
    data: Deployment,
    errors: ["deployment_not_found"],
  },
  streamDeploymentEvents: {
    method: "GET",
    path: PATHS.streamDeploymentEvents,
    access: { scope: "deployments:read" },
    summary: "Streams status and log events until the deployment is terminal.",
    section: "4, 6",
    form: "stream",
    status: 200,
    data: z.string(),
    errors: ["deployment_not_found"],
  },
  cancelDeployment: {
    method: "POST",
    path: PATHS.cancelDeployment,
    access: { scope: "deployments:write" },
    summary: "Cancels a deployment that has not ended.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Deployment,
    errors: ["deployment_not_found", "deployment_not_cancelable"],
  },
} as const satisfies Record<string, Route>;
