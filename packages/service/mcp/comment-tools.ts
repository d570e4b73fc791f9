import { CommentId, CreateComment, THREAD_STATUSES } from "@greenroom/contract";
import { COMMIT_SHA_PATTERN } from "@greenroom/contract/limits";
import { z } from "zod";
import { listThreads, requireThread, toThread } from "../store/comments/threads.ts";
import { changeComment, createComment } from "../store/comments/write.ts";
import { deploymentNotFound, requireVisibleDeployment } from "../store/deployments/deployments.ts";
import { DeploymentName } from "./read-tools.ts";
import { defineTool, toolResult, visibleSiteId } from "./tool.ts";

/** Newest comments of a thread in a result, besides its first one, so that one thread always fits. */
const NEWEST = 14;

export const listComments = defineTool({
  name: "list_comments",
  title: "List comments on previews",
  description:
    "Lists what people pinned to pages of a site's previews, newest first: page, place as W3C selectors, whether it blocks the release, and the comments. With deploymentId those made on it and the open ones of its branch. While more is true or threads are left out, call again with after.",
  scope: "comments:read",
  reads: true,
  input: z.object({
    siteId: z.uuid(),
    deploymentId: DeploymentName.optional(),
    branch: z.string().max(255).optional(),
    status: z.enum(THREAD_STATUSES).default("open"),
    after: CommentId.optional().describe("Id of the last thread of the call before."),
    limit: z.int().min(1).max(20).default(20),
  }),
  async run(call, { deploymentId, branch, status, after, limit, ...asked }) {
    const { db, addresses } = call.context;
    const siteId = await visibleSiteId(call, asked.siteId);
    const deployment =
      deploymentId === undefined ? undefined : await requireVisibleDeployment(db, call.actor, deploymentId);
    if (deployment && deployment.site_id !== siteId) throw deploymentNotFound();
    const last = after === undefined ? undefined : await requireThread(db, siteId, after);
    const found = await listThreads(db, siteId, {
      deployment,
      branch,
      status,
      after: last && { createdAt: last.created_at, id: last.id },
      limit: limit + 1,
      newest: NEWEST,
    });
    const threads = found.slice(0, limit).map((view) => {
      const { comments, ...thread } = toThread(view, addresses);
      return {
        ...thread,
        comments: comments.map(({ id, author, body, createdAt }) => ({ id, author, body, createdAt })),
      };
    });
    const more = found.length > limit;
    return toolResult(`${threads.length} ${status} threads${more ? ", and there are more" : ""}.`, { threads, more });
  },
});

const Thread = { siteId: z.uuid(), threadId: CommentId };

export const replyToComment = defineTool({
  name: "reply_to_comment",
  title: "Reply to a comment",
  description: "Writes a reply in a thread, in Markdown, marked as an agent's. The same text again is the same reply.",
  scope: "comments:write",
  reads: false,
  input: z.object({ ...Thread, body: CreateComment.shape.body }),
  async run(call, { threadId, body, ...asked }) {
    const siteId = await visibleSiteId(call, asked.siteId);
    const { id } = await createComment(call.context.db, call.actor, siteId, { threadId, body });
    return toolResult(`Replied in thread ${id}.`, {}, { threadId: id });
  },
});

export const resolveComment = defineTool({
  name: "resolve_comment",
  title: "Resolve a comment",
  description:
    "Says that a thread is done, with the commit that did it. A thread that blocks the release stays open until a person accepts that: wait for them with wait_for.",
  scope: "comments:write",
  reads: false,
  input: z.object({ ...Thread, commit: z.string().regex(COMMIT_SHA_PATTERN).optional() }),
  async run(call, { threadId, commit, ...asked }) {
    const siteId = await visibleSiteId(call, asked.siteId);
    const change = { status: "resolved" as const, commit };
    const view = await changeComment(call.context.db, call.actor, siteId, { commentId: threadId, change });
    const { id, status, blocks, webUrl } = toThread(view, call.context.addresses);
    const sentence =
      status === "resolved"
        ? `Thread ${id} is resolved.`
        : `Thread ${id} blocks the release: a person accepts at ${webUrl} that it is done.`;
    return toolResult(sentence, {}, { threadId: id, status, blocks, webUrl });
  },
});
