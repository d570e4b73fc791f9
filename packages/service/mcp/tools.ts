import { listComments, replyToComment, resolveComment } from "./comment-tools.ts";
import { getDeployment, getLog, getReview, listSitesTool } from "./read-tools.ts";
import type { Tool } from "./tool.ts";
import { waitFor } from "./wait-tool.ts";
import { createPreview, requestPublish } from "./write-tools.ts";

/**
 * The tools for agents. None requests, approves, unblocks or reads a value.
 * @see Interface §1
 */
export const TOOLS: readonly Tool[] = [
  createPreview,
  requestPublish,
  listSitesTool,
  getDeployment,
  getLog,
  getReview,
  listComments,
  replyToComment,
  resolveComment,
  waitFor,
];
