import { z } from "zod";
import { asReceived } from "./as-received.ts";
import { characters, COMMIT_SHA_PATTERN, DEPLOYMENT_ID_PATTERN, MAX_BRANCH_CHARS } from "./limits.ts";
import { maxChars, requiredText } from "./text.ts";

/** Longest text of a comment, characters. */
export const MAX_COMMENT_CHARS = 10_000;

/** Most comments of a thread, deleted ones included. */
export const MAX_THREAD_COMMENTS = 100;

/** Most threads on a page of their list; also how many without `limit`. */
export const MAX_THREADS = 50;

/** Comments of a thread in a list: its first one, and the newest. */
export const MAX_LISTED_COMMENTS = 10;

/** Longest anchor, characters of JSON. */
export const MAX_ANCHOR_CHARS = 4096;

/** Longest name that a guest types, characters. */
export const MAX_GUEST_NAME_CHARS = 60;

/** Whether a thread waits for something. */
export const THREAD_STATUSES = ["open", "resolved"] as const;

/** Who wrote: a signed-in member, a visitor with a share link, a program with a token, or an account of GitHub. */
export const AUTHOR_KINDS = ["person", "guest", "agent", "github"] as const;

const PERCENT = String.raw`\d{1,3}(?:\.\d{1,4})?`;

/**
 * Where on a page a thread is pinned: the same place by up to three selectors, the surest first; none is the whole page.
 * @see Web Annotation Data Model §4.2
 */
export const Anchor = z
  .array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("CssSelector"), value: z.string().min(1).check(maxChars(1000)) }),
      z.object({
        type: z.literal("TextQuoteSelector"),
        exact: z.string().min(1).check(maxChars(200)),
        prefix: z.string().check(maxChars(100)).optional(),
        suffix: z.string().check(maxChars(100)).optional(),
      }),
      /** A rectangle in percent of the whole page. [Media Fragments §4.2.2] */
      z.object({
        type: z.literal("FragmentSelector"),
        conformsTo: z.literal("http://www.w3.org/TR/media-frags/"),
        value: z.string().regex(new RegExp(`^xywh=percent:(?:${PERCENT},){3}${PERCENT}$`)),
      }),
    ]),
  )
  .max(3)
  .refine((anchor) => characters(JSON.stringify(anchor)) <= MAX_ANCHOR_CHARS, {
    message: `must be at most ${MAX_ANCHOR_CHARS} characters of JSON`,
  })
  .meta({ id: "Anchor", description: `At most ${MAX_ANCHOR_CHARS} characters of JSON.` });
export type Anchor = z.infer<typeof Anchor>;

/** A comment, and the thread that begins with it. */
export const CommentId = z.string().regex(/^cmt_[0-9a-z]{26}$/, "must be the id of a comment");
const DeploymentId = z.string().regex(DEPLOYMENT_ID_PATTERN, "must be the id of a deployment");

/** A path of a site, as a visitor opens it. */
const PagePath = z
  .string()
  .check(maxChars(1024))
  .regex(/^\/(?![/\\])[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be a path that begins with one slash");

/** Who wrote; the name as it was then. */
export const CommentAuthor = z.looseObject({
  kind: z.enum(AUTHOR_KINDS),
  /** Of the person or the token; null for a guest, whose name is only what they typed, and on GitHub. */
  id: z.uuid().nullable(),
  name: z.string(),
});
export type CommentAuthor = z.infer<typeof CommentAuthor>;

export const Comment = z
  .looseObject({
    id: CommentId,
    author: CommentAuthor,
    /** Markdown, not to be trusted; null once it was deleted. */
    body: z.string().nullable(),
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable(),
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Comment" });
export type Comment = z.infer<typeof Comment>;

const Commit = z.string().regex(COMMIT_SHA_PATTERN, "must be a commit id of 7 to 64 hexadecimal digits");

const Resolution = z.looseObject({ by: CommentAuthor, at: z.iso.datetime(), commit: z.string().nullable() });

/** What people, guests and agents say about one place of a page, on one preview and the next ones of its branch. */
export const CommentThread = z
  .looseObject({
    /** That of its first comment. */
    id: CommentId,
    siteId: z.uuid(),
    /** The preview it was made on. */
    deploymentId: DeploymentId,
    branch: z.string().nullable(),
    pullRequest: z.int().positive().nullable(),
    path: z.string(),
    anchor: Anchor,
    /** Of the page when it was pinned, CSS pixels. */
    width: z.int().positive().nullable(),
    /** While it is open, releases of its branch are not approved. */
    blocks: z.boolean(),
    status: z.enum(THREAD_STATUSES),
    /** With `resolved`. */
    resolved: Resolution.nullable(),
    /** An agent says that it is done; a person accepts it by resolving, or rejects it by reopening. */
    proposed: Resolution.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    comments: z.array(Comment),
    /** In a list: how many stand between the first comment and the others. Ask for the `thread` to read all. */
    commentsLeftOut: z.int().nonnegative(),
    /** Where people read and answer. */
    webUrl: z.url(),
  })
  .meta({ id: "CommentThread" });
export type CommentThread = z.infer<typeof CommentThread>;

/** Query of the list of threads, newest first, in pages. */
export const ListComments = z
  .object({
    /** Those made on it, and the open ones of its branch. */
    deployment: DeploymentId.optional(),
    branch: z.string().check(maxChars(MAX_BRANCH_CHARS)).optional(),
    status: z.enum(THREAD_STATUSES).optional(),
    /** Only this one, with all of its comments. */
    thread: CommentId.optional(),
    /** With `annotations` each thread is an annotation of the W3C, to take elsewhere. */
    format: z.enum(["threads", "annotations"]).default("threads"),
    limit: z.coerce.number().int().min(1).max(MAX_THREADS).default(MAX_THREADS),
    cursor: z.string().min(1).check(maxChars(512)).optional(),
  })
  .meta({ id: "ListComments" });
export type ListComments = z.infer<typeof ListComments>;

const Body = requiredText(MAX_COMMENT_CHARS);

/** Body of POST /sites/{siteId}/comments: a reply with `threadId`, else a new thread on the preview `deploymentId`. */
export const CreateComment = z
  .object({
    threadId: CommentId.optional(),
    deploymentId: DeploymentId.optional(),
    path: PagePath.optional(),
    anchor: Anchor.optional(),
    width: z.int().min(100).max(10_000).optional(),
    /** Only people block. */
    blocks: z.boolean().optional(),
    body: Body,
  })
  .refine(({ threadId, deploymentId }) => (threadId === undefined) !== (deploymentId === undefined), {
    message: "must have either threadId, to reply, or deploymentId, to start a thread",
  })
  .meta({
    id: "CreateComment",
    description: "With `threadId` it replies; with `deploymentId` it starts a thread.",
    not: { required: ["threadId", "deploymentId"] },
    if: { required: ["threadId"] },
    else: { required: ["deploymentId"] },
  });
export type CreateComment = z.infer<typeof CreateComment>;

const CHANGES = ["body", "deleted", "status", "blocks"] as const;

/**
 * Body of PATCH /sites/{siteId}/comments/{commentId}: one change at a time. `status` and `blocks` are of the comment's
 * thread.
 */
export const ChangeComment = z
  .object({
    body: Body.optional(),
    /** With `body`: the `editedAt` that the writer has seen; without it the last write counts. */
    editedAt: z.iso.datetime().nullable().optional(),
    deleted: z.literal(true).optional(),
    status: z.enum(THREAD_STATUSES).optional(),
    /** With `resolved`: the commit that did it. */
    commit: Commit.optional(),
    blocks: z.boolean().optional(),
  })
  .refine((change) => CHANGES.filter((name) => change[name] !== undefined).length === 1, {
    message: "must have exactly one of body, deleted, status and blocks",
  })
  .meta({
    id: "ChangeComment",
    description: "Exactly one of `body`, `deleted`, `status` and `blocks`.",
    // Below `else`, where generators of clients leave the type as it is.
    if: { not: {} },
    else: { oneOf: CHANGES.map((name) => ({ required: [name] })) },
  });
export type ChangeComment = z.infer<typeof ChangeComment>;

/** What a client reads of a thread. */
export const ReceivedThread = asReceived(CommentThread, ["id", "path", "status", "comments"]);
export type ReceivedThread = z.infer<typeof ReceivedThread>;
