import { type ChangeComment, type CreateComment, MAX_THREAD_COMMENTS } from "@greenroom/contract";
import type { CommentChange } from "../../domain/announcement.ts";
import { ApiError, invalid } from "../../domain/api-error.ts";
import { authorOf, type Commenter, type GithubAccount, mentionsIn, storedAuthor } from "../../domain/commenter.ts";
import { newCommentId } from "../../domain/ids.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import { denialOf } from "../../domain/two-people.ts";
import { announce } from "../announcements/announce.ts";
import { readDecidingMembers } from "../approvals/acts.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import { deploymentNotFound, requireDeployment } from "../deployments/deployments.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { insertRow, updateRows } from "../engine/rows.ts";
import type { CommentRow, CommentThreadRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { asActor } from "../people/acting.ts";
import { countAttempt } from "../people/attempts.ts";
import { listMembers, roleOf } from "../people/users.ts";
import { isLinkOpen } from "../people/visits.ts";
import { requireSite } from "../sites/sites.ts";
import { queueThreadComment } from "./github.ts";
import { commentNotFound, requireThread, type ThreadView } from "./threads.ts";

/** What a share link, or an account of GitHub, may write: comments in a time. */
const WRITE_LIMIT = { most: 30, windowMs: 10 * 60_000 };

interface Write {
  readonly tx: Transaction;
  readonly by: Commenter;
  readonly siteId: string;
}

export async function createComment(
  db: Database,
  by: Commenter,
  siteId: string,
  comment: CreateComment,
): Promise<ThreadView> {
  if (by.kind === "guest") await countGuest(db, by.shareLinkId);
  return asCommenter(db, by, async (tx) => {
    const site = await requireSite(tx, by.workspaceId, siteId);
    if (by.kind === "guest" && site.guest_comments === "refused") {
      throw new ApiError("forbidden_role", "Only members can comment on this site.");
    }
    const write = { tx, by, siteId: site.id };
    const id = await (comment.threadId === undefined
      ? startThread(write, comment)
      : reply(write, comment.threadId, comment.body));
    return requireThread(tx, site.id, id);
  });
}

/** What they comment by may have ended since the request was read. @throws {ApiError} `unauthenticated` */
function asCommenter<Result>(db: Database, by: Commenter, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  if (by.kind === "session" || by.kind === "token") return asActor(db, by, run);
  return inWorkspace(db, by.workspaceId, async (tx) => {
    if (by.kind === "guest" && !(await isLinkOpen(tx, by.shareLinkId, tx.at))) {
      throw new ApiError("unauthenticated", "This link has expired or was revoked. Ask its sender for a new one.");
    }
    return run(tx);
  });
}

async function countGuest(db: Database, shareLinkId: string): Promise<void> {
  const attempt = { subject: `comment ${shareLinkId}`, limit: WRITE_LIMIT };
  if (await countAttempt(db, attempt)) return;
  const retryAfterSeconds = WRITE_LIMIT.windowMs / 1000;
  throw new ApiError("rate_limited", "Too many comments by this link. Try again later.", { retryAfterSeconds });
}

async function startThread(
  write: Write,
  { deploymentId = "", body, blocks, ...place }: CreateComment,
): Promise<string> {
  const { tx, by, siteId } = write;
  const deployment = await requireDeployment(tx, by.workspaceId, deploymentId);
  if (deployment.site_id !== siteId || !opens(by, deployment.id)) throw deploymentNotFound();
  const blockedBy = blocks === true ? await requireBlocking(write) : null;
  const id = newCommentId();
  await insertRow(tx, "comment_threads", {
    id,
    workspace_id: by.workspaceId,
    site_id: siteId,
    deployment_id: deployment.id,
    branch: deployment.branch,
    pull_request_number: deployment.pull_request_number,
    path: place.path ?? "/",
    anchor: JSON.stringify(place.anchor ?? []),
    width: place.width ?? null,
    blocked_by: blockedBy,
    status: "open",
    created_at: tx.at,
    updated_at: tx.at,
  });
  await insertComment(write, { id, thread_id: id, body, github_id: null });
  await notify(write, id, "started");
  if (blockedBy !== null) await auditBlock(write, "comment.blocked", id);
  return id;
}

/** What repeats the newest comment of its author is the same one, sent again. */
async function reply(write: Write, threadId: string, body: string, githubId: number | null = null): Promise<string> {
  const { tx, by, siteId } = write;
  const thread = await requireThread(tx, siteId, threadId);
  if (!opens(by, thread.deployment_id)) throw commentNotFound();
  const newest = thread.comments.at(-1);
  if (isBy(by, newest) && newest.body === body) return newest.id;
  if (thread.comments.length >= MAX_THREAD_COMMENTS) {
    throw invalid([{ path: "threadId", message: `has ${MAX_THREAD_COMMENTS} comments; start another thread` }]);
  }
  const commentId = newCommentId();
  await insertComment(write, { id: commentId, thread_id: thread.id, body, github_id: githubId });
  await setThread(write, thread.id, {});
  await notify(write, commentId, "replied");
  return commentId;
}

/** @param by As a signed webhook named them. @returns False where the thread takes no more. */
export async function replyFromGithub(
  tx: Transaction,
  by: GithubAccount,
  thread: Pick<CommentThreadRow, "id" | "site_id">,
  { githubId, body }: { readonly githubId: number; readonly body: string },
): Promise<boolean> {
  const { comments } = await requireThread(tx, thread.site_id, thread.id);
  if (comments.length >= MAX_THREAD_COMMENTS || comments.some((one) => one.github_id === githubId)) return false;
  const attempt = { subject: `comment github ${by.accountId}`, limit: WRITE_LIMIT };
  if (!(await countAttempt(tx, attempt))) return false;
  await reply({ tx, by, siteId: thread.site_id }, thread.id, body, githubId);
  return true;
}

/** Whether a guest's link opens a deployment; members open all. */
function opens(by: Commenter, deploymentId: string): boolean {
  return by.kind !== "guest" || by.deploymentId === null || by.deploymentId === deploymentId;
}

function isBy(by: Commenter, comment: CommentRow | undefined): comment is CommentRow {
  const { kind, id } = storedAuthor(by);
  return comment?.author_kind === kind && comment.author_id === id;
}

async function insertComment(
  { tx, by }: Write,
  comment: Pick<CommentRow, "id" | "thread_id" | "body" | "github_id">,
): Promise<void> {
  const { kind, id, name } = storedAuthor(by);
  const author = { author_kind: kind, author_id: id, author_name: name };
  await insertRow(tx, "comments", { ...comment, ...author, created_at: tx.at });
}

async function setThread({ tx }: Write, id: string, set: Partial<CommentThreadRow>): Promise<void> {
  await updateRows(tx, "comment_threads", { id }, { ...set, updated_at: tx.at });
}

export async function changeComment(
  db: Database,
  by: Commenter,
  siteId: string,
  { commentId, change }: { readonly commentId: string; readonly change: ChangeComment },
): Promise<ThreadView> {
  if (by.kind === "guest") throw new ApiError("web_session_required", "Sign in to change a comment.");
  return asCommenter(db, by, async (tx) => {
    const site = await requireSite(tx, by.workspaceId, siteId);
    const write = { tx, by, siteId: site.id };
    const thread = await requireThread(tx, site.id, commentId);
    if (change.body !== undefined) await edit(write, thread, commentId, { ...change, body: change.body });
    else if (change.deleted) await remove(write, thread, commentId);
    else if (change.status === "resolved") await resolve(write, thread, change.commit ?? null);
    else if (change.status === "open") await reopen(write, thread);
    else if (change.blocks === true) await block(write, thread);
    else await unblock(write, thread);
    return requireThread(tx, site.id, commentId);
  });
}

async function edit(
  write: Write,
  thread: ThreadView,
  commentId: string,
  { body, editedAt }: { readonly body: string; readonly editedAt?: string | null | undefined },
): Promise<void> {
  const comment = thread.comments.find(({ id }) => id === commentId);
  if (!isBy(write.by, comment)) throw new ApiError("forbidden_role", "A comment is edited by its author only.");
  if (comment.deleted_at !== null || (editedAt !== undefined && editedAt !== comment.edited_at)) {
    throw new ApiError("comment_changed", "The comment was edited or deleted meanwhile; read it again.");
  }
  if (body === comment.body) return;
  await updateRows(write.tx, "comments", { id: commentId }, { body, edited_at: write.tx.at });
  await setThread(write, thread.id, {});
  await queueThreadComment(write.tx, thread);
}

/** The text is deleted; author and time stay, and so does what the thread blocks. */
async function remove(write: Write, thread: ThreadView, commentId: string): Promise<void> {
  const { tx, by } = write;
  const comment = thread.comments.find(({ id }) => id === commentId);
  const role = by.kind === "session" ? await roleOf(tx, by.workspaceId, by.userId) : undefined;
  if (!isBy(by, comment) && !isAdmin(role)) {
    throw new ApiError("forbidden_role", "A comment is deleted by its author, an owner or an admin.");
  }
  await updateRows(tx, "comments", { id: commentId, deleted_at: null }, { body: "", deleted_at: tx.at });
  await setThread(write, thread.id, {});
  await queueThreadComment(tx, thread);
}

const NO_PROPOSAL = { proposed_by: null, proposed_at: null, proposed_commit: null };

/** When an agent says that a blocking thread is done, that is a proposal: a person accepts it by resolving. */
async function resolve(write: Write, thread: ThreadView, commit: string | null): Promise<void> {
  if (thread.status === "resolved") return;
  const { tx, by } = write;
  const author = JSON.stringify(authorOf(storedAuthor(by)));
  if (thread.blocked_by !== null && by.kind === "token") {
    await setThread(write, thread.id, { proposed_by: author, proposed_at: tx.at, proposed_commit: commit });
    return notify(write, thread.id, "proposed");
  }
  if (thread.blocked_by !== null) {
    await requireClearing(write, thread);
    await auditBlock(write, "comment.unblocked", thread.id);
  }
  const resolved = { resolved_by: author, resolved_at: tx.at, resolved_commit: commit ?? thread.proposed_commit };
  await setThread(write, thread.id, { status: "resolved", ...resolved, ...NO_PROPOSAL });
  return notify(write, thread.id, "resolved");
}

/** An open thread with a proposal stays open without it. */
async function reopen(write: Write, thread: ThreadView): Promise<void> {
  if (thread.blocked_by !== null) await requireBlocking(write);
  if (thread.blocked_by !== null && thread.status === "resolved") await auditBlock(write, "comment.blocked", thread.id);
  const resolved = { resolved_by: null, resolved_at: null, resolved_commit: null };
  await setThread(write, thread.id, { status: "open", ...resolved, ...NO_PROPOSAL });
  return notify(write, thread.id, "reopened");
}

async function block(write: Write, thread: ThreadView): Promise<void> {
  const blockedBy = await requireBlocking(write);
  if (thread.blocked_by !== null) return;
  await setThread(write, thread.id, { blocked_by: blockedBy });
  await notify(write, thread.id, "blocked");
  if (thread.status === "open") await auditBlock(write, "comment.blocked", thread.id);
}

async function unblock(write: Write, thread: ThreadView): Promise<void> {
  if (thread.blocked_by === null) return;
  await requireClearing(write, thread);
  await setThread(write, thread.id, { blocked_by: null, ...NO_PROPOSAL });
  await notify(write, thread.id, "unblocked");
  if (thread.status === "open") await auditBlock(write, "comment.unblocked", thread.id);
}

/**
 * Notifies webhooks, and those whom it concerns: who wrote in the thread or blocks with it, and whom a member mentions; the
 * thread's comment on GitHub changes with it.
 */
async function notify(write: Write, commentId: string, change: CommentChange): Promise<void> {
  const { tx, by, siteId } = write;
  const { workspaceId } = by;
  const thread = await requireThread(tx, siteId, commentId);
  const { kind, id, name } = storedAuthor(by);
  const text = thread.comments.find((one) => one.id === commentId)?.body ?? "";
  const people = new Set([
    ...thread.comments.flatMap((one) => (one.author_kind === "person" ? [one.author_id] : [])),
    ...(thread.blocked_by === null ? [] : [thread.blocked_by]),
    ...(kind === "guest" || kind === "github" ? [] : mentionsIn(text, await listMembers(tx, workspaceId))),
  ]);
  people.delete(id);
  const comment = {
    id: commentId,
    threadId: thread.id,
    change,
    deploymentId: thread.deployment_id,
    branch: thread.branch,
    path: thread.path,
    status: thread.status,
    blocks: thread.blocked_by !== null,
    author: { kind, name },
  };
  await announce(tx, { kind: "comment", workspaceId, siteId, facts: { comment, people: [...people] } });
  // What came from GitHub stands there already.
  if (kind !== "github") await queueThreadComment(tx, thread);
}

async function requireBlocking({ tx, by }: Write): Promise<string> {
  const userId = requireSession(by);
  if (canDevelop(await roleOf(tx, by.workspaceId, userId))) return userId;
  throw new ApiError("forbidden_role", "Blocking a release needs the role developer, approver, admin or owner.");
}

/** Only who blocks, or could approve, clears: the same proof of who they are counts as for a decision. */
async function requireClearing({ tx, by }: Write, { blocked_by: blockedBy }: ThreadView): Promise<void> {
  const userId = requireSession(by);
  if (userId === blockedBy) return;
  const facts = { ...(await readDecidingMembers(tx, by.workspaceId)), requestActs: [] };
  const role = await roleOf(tx, by.workspaceId, userId);
  if (denialOf(facts, { userId, role }) === undefined) return;
  throw new ApiError("forbidden_role", "A comment that blocks is cleared by who made it, or by who can approve.");
}

function requireSession(by: Commenter): string {
  if (by.kind === "session") return by.userId;
  throw new ApiError("web_session_required", "A person signed in on the web decides what blocks a release.");
}

async function auditBlock(
  { tx, by, siteId }: Write,
  action: "comment.blocked" | "comment.unblocked",
  threadId: string,
): Promise<void> {
  // Others neither block nor clear.
  if (by.kind === "session" || by.kind === "token") await auditSite(tx, auditedActor(by), action, siteId, { threadId });
}
