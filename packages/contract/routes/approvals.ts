import { z } from "zod";
import { Approval, DecideApproval, RequestApproval } from "../approval.ts";
import { ListApprovals } from "../listing.ts";
import { PATHS } from "../paths.ts";
import type { Route } from "../route.ts";

/**
 * Operations on publish requests.
 * @see Interface §4
 */
export const APPROVALS_ROUTES = {
  listApprovals: {
    method: "GET",
    path: PATHS.listApprovals,
    access: { scope: "approvals:read" },
    summary: "Lists publish requests, newest first.",
    section: "additive",
    form: "envelope",
    status: 200,
    query: ListApprovals,
    data: z.array(Approval),
    errors: ["validation_failed", "invalid_cursor"],
  },
  getApproval: {
    method: "GET",
    path: PATHS.getApproval,
    access: { scope: "approvals:read" },
    summary: "Reads a publish request.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Approval,
    errors: ["not_found"],
  },
  requestApproval: {
    method: "POST",
    path: PATHS.requestApproval,
    access: "web_session",
    summary: "Asks for a ready preview to be published.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: RequestApproval,
    data: Approval,
    errors: [
      "web_session_required",
      "site_not_found",
      "deployment_not_found",
      "source_deployment_not_ready",
      "forbidden_role",
      "step_up_required",
    ],
  },
  decideApproval: {
    method: "POST",
    path: PATHS.decideApproval,
    access: "web_session",
    summary: "Records a person's decision on a publish request.",
    section: "4",
    form: "envelope",
    status: 200,
    body: DecideApproval,
    data: Approval,
    errors: [
      "web_session_required",
      "not_found",
      "self_approval_forbidden",
      "forbidden_role",
      "approval_already_decided",
      "source_deployment_not_ready",
      "live_site_limit_reached",
      "step_up_required",
    ],
  },
} as const satisfies Record<string, Route>;
