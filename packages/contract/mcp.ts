import { z } from "zod";
import { CreateDeployment } from "./deployment.ts";

/** Tools of the MCP surface; none of them decides. [§1] */
export const MCP_TOOLS = ["create_preview", "request_publish"] as const;

/** Name of an MCP tool. */
export type McpTool = (typeof MCP_TOOLS)[number];

/** Arguments of `create_preview`. [§1: schema outside the interface] */
export const CreatePreviewArguments = z.object({
  siteId: z.uuid(),
  ...CreateDeployment.pick({ commitSha: true, branch: true }).shape,
  /** The same key gives the same deployment. */
  idempotencyKey: z.string().min(1).max(255),
});

/** Arguments of `request_publish`. [§1: schema outside the interface] */
export const RequestPublishArguments = z.object({
  siteId: z.uuid(),
  sourceDeploymentId: z.string().min(1).max(128),
  reason: z.string().trim().max(2000).optional(),
});

/** Structured result of `request_publish`. [§1] */
export const RequestPublishResult = z.looseObject({
  /** Deep link to the web approval screen. */
  webApprovalUrl: z.string(),
  requestId: z.string().optional(),
  status: z.string().optional(),
  expiresAt: z.string().optional(),
});

/** Structured result of `request_publish`. */
export type RequestPublishResult = z.infer<typeof RequestPublishResult>;
