import { z } from "zod";
import { PATHS } from "../paths.ts";
import type { Route } from "../route.ts";
import { CreateTarget, DeletedTarget, DeploymentTarget, TargetCapability, UpdateTarget } from "../target.ts";

/**
 * Operations on deployment targets.
 * @see Interface §4
 */
export const TARGETS_ROUTES = {
  listTargets: {
    method: "GET",
    path: PATHS.listTargets,
    access: { scope: "targets:read" },
    summary: "Lists configured deployment targets.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(DeploymentTarget),
    errors: [],
  },
  listTargetCapabilities: {
    method: "GET",
    path: PATHS.listTargetCapabilities,
    access: { scope: "targets:read" },
    summary: "Lists the provider options and which of them are enabled here.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(TargetCapability),
    errors: [],
  },
  createTarget: {
    method: "POST",
    path: PATHS.createTarget,
    access: { scope: "targets:write" },
    summary: "Creates a deployment target.",
    section: "4",
    form: "envelope",
    status: 201,
    body: CreateTarget,
    data: DeploymentTarget,
    errors: ["deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  updateTarget: {
    method: "PATCH",
    path: PATHS.updateTarget,
    access: { scope: "targets:write" },
    summary: "Updates a deployment target.",
    section: "4",
    form: "envelope",
    status: 200,
    body: UpdateTarget,
    data: DeploymentTarget,
    errors: ["not_found", "deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  deleteTarget: {
    method: "DELETE",
    path: PATHS.deleteTarget,
    access: { scope: "targets:write" },
    summary: "Removes a deployment target.",
    section: "4",
    form: "envelope",
    status: 200,
    data: DeletedTarget,
    errors: ["not_found", "deployment_target_in_use", "user_actor_required"],
  },
} as const satisfies Record<string, Route>;
