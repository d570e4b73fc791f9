import { Anchor, CommentAuthor, type CommentThread, type ListComments } from "@greenroom/contract";
import { type ExpressionBuilder, sql } from "kysely";
import { ApiError } from "../../domain/api-error.ts";
import { authorOf } from "../../domain/commenter.ts";
import { roomPath } from "../../domain/room.ts";
import type { Addresses } from "../../settings.ts";
import type { Database } from "../engine/database.ts";
import { findRow, follows, type PageStart } from "../engine/rows.ts";
import type { CommentRow, CommentThreadRow, DeploymentRow, Schema } from "../engine/schema.ts";

export interface ThreadView extends CommentThreadRow {
  readonly comments: readonly CommentRow[];
  /** How many were not read, between the first one and the others. */
  readonly leftOut: number;
}

export type ThreadPlace = Pick<DeploymentRow, "id" | "site_id" | "branch" | "pull_request_number">;

/**
 * Threads made on a deployment, and those of its branch. Branches of two pull requests can have one name, as those of
 * forks do, and a name is used again.
 */
function ofBranch({ branch, pull_request_number: number }: ThreadPlace) {
  return (eb: ExpressionBuilder<Schema, "comment_threads">) => {
    const sameBranch = eb("branch", "=", branch);
    if (number === null) return sameBranch;
    return eb.and([sameBranch, eb.or([eb("pull_request_number", "=", number), eb("pull_request_number", "is", null)])]);
  };
}

interface ThreadFilter extends Pick<ListComments, "branch" | "status"> {
  /** Those made on it, and the open ones of its branch. */
  readonly deployment?: ThreadPlace | undefined;
  readonly path?: string;
  /** Only this one, whole. */
  readonly thread?: string | undefined;
  /** Those that guests with this share link began. */
  readonly shareLinkId?: string;
  /** Comments of each thread that are read, besides its first one; all unless it is given. */
  readonly newest?: number | undefined;
  /** The thread that is read whole all the same. */
  readonly whole?: string | undefined;
  readonly after?: PageStart | undefined;
  readonly limit: number;
}

export async function listThreads(
  db: Database,
  siteId: string,
  { deployment, branch, status, path, thread, shareLinkId, after, limit, newest, whole = thread }: ThreadFilter,
): Promise<ThreadView[]> {
  let query = db.selectFrom("comment_threads").selectAll().where("site_id", "=", siteId);
  if (status !== undefined) query = query.where("status", "=", sql.lit(status));
  if (branch !== undefined) query = query.where("branch", "=", branch);
  if (path !== undefined) query = query.where("path", "=", path);
  if (thread !== undefined) query = query.where("id", "=", thread);
  if (shareLinkId !== undefined) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom("comments")
          .select("comments.id")
          .whereRef("comments.id", "=", "comment_threads.id")
          .where("author_kind", "=", "guest")
          .where("author_id", "=", shareLinkId),
      ),
    );
  }
  if (deployment !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb("deployment_id", "=", deployment.id),
        eb.and([eb("status", "=", sql.lit("open" as const)), ofBranch(deployment)(eb)]),
      ]),
    );
  }
  if (after !== undefined) query = query.where(follows("comment_threads", after));
  const threads = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return withComments(db, threads, { newest, whole });
}

const LISTED = 100;

export function listOpenThreads(db: Database, deployment: ThreadPlace): Promise<ThreadView[]> {
  return listThreads(db, deployment.site_id, { deployment, status: "open", limit: LISTED, newest: 0 });
}

export async function countPages(
  db: Database,
  deployment: ThreadPlace,
  limit: number,
): Promise<(ThreadCount & { readonly path: string })[]> {
  return openThreads(db, deployment).select("path").groupBy("path").orderBy("path").limit(limit).execute();
}

async function withComments(
  db: Database,
  threads: readonly CommentThreadRow[],
  { newest, whole = "" }: Pick<ThreadFilter, "newest" | "whole"> = {},
): Promise<ThreadView[]> {
  if (threads.length === 0) return [];
  const ids = threads.map(({ id }) => id);
  const numbered = db
    .selectFrom("comments")
    .selectAll()
    .select([
      sql<number>`row_number() over (partition by thread_id order by created_at, id)`.as("place"),
      sql<number>`count(*) over (partition by thread_id)`.as("written"),
    ])
    .where("thread_id", "in", ids);
  let query = db.selectFrom(numbered.as("numbered")).selectAll();
  if (newest !== undefined) {
    query = query.where((eb) =>
      eb.or([eb("place", "=", 1), eb("place", ">", sql<number>`written - ${newest}`), eb("thread_id", "=", whole)]),
    );
  }
  const rows = await query.orderBy("created_at").orderBy("id").execute();
  const comments = Map.groupBy(rows, (row) => row.thread_id);
  return threads.map((thread) => {
    const read = comments.get(thread.id) ?? [];
    return { ...thread, comments: read, leftOut: (read[0]?.written ?? 0) - read.length };
  });
}

export async function findThread(db: Database, id: string): Promise<ThreadView | undefined> {
  const row = await findRow(db, "comment_threads", { id });
  return (await withComments(db, row ? [row] : []))[0];
}

/** @throws {ApiError} `not_found`, the same for one of another site */
export async function requireThread(db: Database, siteId: string, commentId: string): Promise<ThreadView> {
  const row = await db
    .selectFrom("comment_threads")
    .innerJoin("comments", "comments.thread_id", "comment_threads.id")
    .selectAll("comment_threads")
    .where("comments.id", "=", commentId)
    .where("comment_threads.site_id", "=", siteId)
    .executeTakeFirst();
  const [thread] = await withComments(db, row ? [row] : []);
  if (!thread) throw commentNotFound();
  return thread;
}

export function commentNotFound(): ApiError {
  return new ApiError("not_found", "The site has no such comment.");
}

/**
 * Open threads, with their first comments, that keep releases of a deployment from being approved: of itself, its branch,
 * or the same files.
 */
export async function findBlocking(
  db: Database,
  source: ThreadPlace & Pick<DeploymentRow, "file_list_digest">,
): Promise<ThreadView[]> {
  const rows = await db
    .selectFrom("comment_threads")
    .selectAll()
    .where("site_id", "=", source.site_id)
    .where("status", "=", sql.lit("open" as const))
    .where("blocked_by", "is not", null)
    .where((eb) =>
      eb.or([
        eb("deployment_id", "=", source.id),
        ofBranch(source)(eb),
        eb(
          "deployment_id",
          "in",
          eb
            .selectFrom("deployments")
            .select("id")
            .where("site_id", "=", source.site_id)
            .where("file_list_digest", "=", source.file_list_digest),
        ),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return withComments(db, rows, { newest: 0 });
}

/** Of a deployment and its branch. */
export interface ThreadCount {
  readonly open: number;
  /** Of these. */
  readonly blocking: number;
}

export async function countThreads(db: Database, deployment: ThreadPlace): Promise<ThreadCount> {
  return openThreads(db, deployment).executeTakeFirstOrThrow();
}

function openThreads(db: Database, deployment: ThreadPlace) {
  return db
    .selectFrom("comment_threads")
    .select((eb) => [eb.fn.countAll<number>().as("open"), eb.fn.count<number>("blocked_by").as("blocking")])
    .where("site_id", "=", deployment.site_id)
    .where("status", "=", sql.lit("open" as const))
    .where((eb) => eb.or([eb("deployment_id", "=", deployment.id), ofBranch(deployment)(eb)]));
}

/** @param baseUrl Empty within the screens of the service. */
export function threadUrl(
  baseUrl: string,
  { id, deployment_id: deploymentId, path }: Pick<CommentThreadRow, "id" | "deployment_id" | "path">,
): string {
  return `${baseUrl}${roomPath(deploymentId, path)}#${id}`;
}

export function toThread(view: ThreadView, { baseUrl }: Pick<Addresses, "baseUrl">): CommentThread {
  return {
    id: view.id,
    siteId: view.site_id,
    deploymentId: view.deployment_id,
    branch: view.branch,
    pullRequest: view.pull_request_number,
    path: view.path,
    anchor: Anchor.parse(JSON.parse(view.anchor)),
    width: view.width,
    blocks: view.blocked_by !== null,
    status: view.status,
    resolved: resolutionOf(view.resolved_by, view.resolved_at, view.resolved_commit),
    proposed: resolutionOf(view.proposed_by, view.proposed_at, view.proposed_commit),
    createdAt: view.created_at,
    updatedAt: view.updated_at,
    comments: view.comments.map((row) => ({
      id: row.id,
      author: authorOf({ kind: row.author_kind, id: row.author_id, name: row.author_name }),
      body: row.deleted_at === null ? row.body : null,
      createdAt: row.created_at,
      editedAt: row.edited_at,
      deletedAt: row.deleted_at,
    })),
    commentsLeftOut: view.leftOut,
    webUrl: threadUrl(baseUrl, view),
  };
}

function resolutionOf(by: string | null, at: string | null, commit: string | null): CommentThread["resolved"] {
  return by === null || at === null ? null : { by: CommentAuthor.parse(JSON.parse(by)), at, commit };
}
