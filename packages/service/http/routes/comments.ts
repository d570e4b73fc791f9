import { type CommentThread, MAX_LISTED_COMMENTS } from "@greenroom/contract";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { annotationOf } from "../../domain/annotation.ts";
import { hostedUrl } from "../../settings.ts";
import { listThreads, toThread } from "../../store/comments/threads.ts";
import { changeComment, createComment } from "../../store/comments/write.ts";
import { deploymentNotFound, findDeployments, requireDeployment } from "../../store/deployments/deployments.ts";
import type { HttpEnv } from "../context.ts";
import { sendList } from "../envelope.ts";
import { operations } from "../operations.ts";

export function commentRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, addresses } = context;
  return operations(db, {
    async listComments({ c, actor, requireSite, query }) {
      const site = await requireSite();
      const { deployment: deploymentId, branch, status, thread, format, limit, cursor } = query();
      const deployment =
        deploymentId === undefined ? undefined : await requireDeployment(db, actor.workspaceId, deploymentId);
      if (deployment && deployment.site_id !== site.id) throw deploymentNotFound();
      return sendList<Pick<CommentThread, "id" | "createdAt">>(c, {
        limit,
        cursor,
        list: [site.id, "comments", deploymentId, branch, status, thread, format],
        async read({ after, limit: most = limit }) {
          const newest = MAX_LISTED_COMMENTS - 1;
          const filter = { deployment, branch, status, thread, after, limit: most, newest };
          const views = await listThreads(db, site.id, filter);
          const threads = views.map((view) => toThread(view, addresses));
          if (format === "threads") return threads;
          const ids = threads.map((one) => one.deploymentId);
          const previews = await findDeployments(db, actor.workspaceId, ids);
          return threads.map((one) => {
            const label = previews.get(one.deploymentId)?.preview_label ?? null;
            return annotationOf(one, label === null ? addresses.baseUrl : hostedUrl(addresses, label, "preview"));
          });
        },
      });
    },
    async createComment({ actor, parameters: { siteId }, body }) {
      return toThread(await createComment(context.db, actor, siteId, await body()), addresses);
    },
    async changeComment({ actor, parameters: { siteId, commentId }, body }) {
      const change = await body();
      return toThread(await changeComment(context.db, actor, siteId, { commentId, change }), addresses);
    },
  });
}
