import { queueDeliveries } from "../announcements/deliveries.ts";
import type { Transaction } from "../engine/database.ts";
import { updateRows } from "../engine/rows.ts";
import type { CommentThreadRow } from "../engine/schema.ts";

/** Queues that the comment on GitHub which stands for a thread is written as the thread is then. */
export async function queueThreadComment(
  tx: Transaction,
  thread: Pick<CommentThreadRow, "id" | "workspace_id" | "site_id" | "pull_request_number" | "github_comment_id">,
): Promise<void> {
  if (thread.pull_request_number === null) return;
  let query = tx
    .selectFrom("repository_connections as connection")
    .innerJoin("sites", "sites.id", "connection.site_id")
    .select("connection.id")
    .where("sites.id", "=", thread.site_id);
  // What is on GitHub already is kept true there after the site has switched it off.
  if (thread.github_comment_id === null) query = query.where("sites.github_comments", "=", "on");
  const connection = await query.executeTakeFirst();
  if (!connection) return;
  const { workspace_id: workspaceId, id: subject } = thread;
  const receiver = { kind: "thread_comment", receiverId: connection.id } as const;
  await queueDeliveries(tx, [{ ...receiver, workspaceId, subject }]);
}

/** Finds the thread that an answer on GitHub is to: it stands in this pull request, of a site that takes them. */
export async function findAnsweredThread(
  tx: Transaction,
  threadId: string,
  { connectionIds, pullRequest }: { readonly connectionIds: readonly string[]; readonly pullRequest: number },
): Promise<CommentThreadRow | undefined> {
  return tx
    .selectFrom("comment_threads")
    .innerJoin("sites", "sites.id", "comment_threads.site_id")
    .selectAll("comment_threads")
    .where("comment_threads.id", "=", threadId)
    .where("comment_threads.github_connection_id", "in", connectionIds)
    .where("comment_threads.github_comment_id", "is not", null)
    .where("comment_threads.pull_request_number", "=", pullRequest)
    .where("sites.github_comments", "=", "on")
    .executeTakeFirst();
}

/** @param body Null when it was deleted. @returns Whether there is such a comment, and it was not deleted here. */
export async function changeAnswer(
  tx: Transaction,
  githubId: number,
  { connectionIds, body }: { readonly connectionIds: readonly string[]; readonly body: string | null },
): Promise<boolean> {
  const changed = await tx
    .updateTable("comments")
    .set(body === null ? { body: "", deleted_at: tx.at } : { body, edited_at: tx.at })
    .where("github_id", "=", githubId)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb(
        "thread_id",
        "in",
        eb.selectFrom("comment_threads").select("id").where("github_connection_id", "in", connectionIds),
      ),
    )
    .returning("thread_id")
    .executeTakeFirst();
  if (!changed) return false;
  await updateRows(tx, "comment_threads", { id: changed.thread_id }, { updated_at: tx.at });
  return true;
}
