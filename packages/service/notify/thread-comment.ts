import { createHmac } from "node:crypto";
import type { Comment } from "@greenroom/contract";
import { z } from "zod";
import { authorText } from "../domain/commenter.ts";
import { UNSEEN } from "../domain/mail-address.ts";
import { isGithubRepository } from "../domain/repository-path.ts";
import { deriveKey } from "../outside/encryption.ts";
import { counted } from "../outside/words.ts";
import type { Addresses, Settings } from "../settings.ts";
import { findThread, type ThreadView, toThread } from "../store/comments/threads.ts";
import type { Database } from "../store/engine/database.ts";
import type { RepositoryConnectionRow } from "../store/engine/schema.ts";
import { requireSite } from "../store/sites/sites.ts";
import { call, readViewerId, type Repository } from "./github.ts";
import { type DeliveryOutcome, dropped } from "./outcome.ts";

const Written = z.object({ id: z.int().positive() });
const Listed = z.array(
  z.object({ id: z.int().positive(), body: z.string().nullish(), user: z.object({ id: z.int() }).nullish() }),
);

/** [GitHub, REST] Most of a page. */
const PAGE_SIZE = 100;
/** [GitHub] An issue has 2,500 comments at most. */
const MAX_PAGES = 25;
const CLOCK_SKEW_MS = 60 * 60_000;

/** In each comment of the service: what has it is never taken for an answer. */
export const THREAD_COMMENT = "<!-- greenroom thread ";

interface Context {
  readonly db: Database;
  readonly addresses: Addresses;
  readonly settings: Pick<Settings, "dataDirectory">;
}

/** The id is stored as soon as GitHub returns it. No comment of another account is ever edited. */
export async function putThreadComment(
  { db, addresses, settings }: Context,
  repository: Repository,
  { connection, threadId }: { readonly connection: RepositoryConnectionRow; readonly threadId: string },
): Promise<DeliveryOutcome> {
  const thread = await findThread(db, threadId);
  const number = thread?.pull_request_number;
  if (!thread || typeof number !== "number") return dropped("The thread is of no pull request.");
  const record = async (id: number): Promise<void> => {
    const ids = { github_comment_id: id, github_connection_id: connection.id };
    await db.updateTable("comment_threads").set(ids).where("id", "=", thread.id).execute();
  };
  const mark = `${THREAD_COMMENT}${threadMark(settings.dataDirectory, thread.id)} -->`;
  let id = thread.github_comment_id;
  if (id === null) {
    id = (await findWritten(repository, number, { mark, since: thread.created_at })) ?? null;
    if (id !== null) await record(id);
  } else if (thread.github_connection_id !== connection.id) {
    return dropped("The comment is in another repository.");
  }
  const body = `${threadText(thread, addresses, connection)}\n${mark}`;
  if (id !== null) {
    const edit = { method: "PATCH", path: `issues/comments/${id}`, body: { body } } as const;
    await call(repository, edit, { schema: Written, final: [404, 410, 422] });
    return WRITTEN;
  }
  if (thread.status === "resolved" || thread.comments[0]?.deleted_at !== null) return dropped("The thread is over.");
  if (!(await isRepositoryOfSite(db, connection))) return dropped("The site has another repository than this one.");
  const create = { method: "POST", path: `issues/${number}/comments`, body: { body } } as const;
  await record((await call(repository, create, { schema: Written, final: [410, 422] })).id);
  return WRITTEN;
}

const WRITTEN: DeliveryOutcome = { kind: "delivered", httpStatus: 200 };

/** Anybody can copy it from the comment, so it does not show who wrote one. */
function threadMark(dataDirectory: string, threadId: string): string {
  const key = deriveKey(dataDirectory, "greenroom threads on GitHub 1");
  return createHmac("sha256", key).update(threadId).digest("hex").slice(0, 32);
}

/** The number of a pull request means nothing in another repository. */
async function isRepositoryOfSite(db: Database, connection: RepositoryConnectionRow): Promise<boolean> {
  const { repository_url: url } = await requireSite(db, connection.workspace_id, connection.site_id);
  return url === null || (URL.canParse(url) && isGithubRepository(new URL(url), connection));
}

/** The first comment with the mark and of the account that the credential acts as: GitHub's response to it was lost. */
async function findWritten(
  repository: Repository,
  number: number,
  thread: { readonly mark: string; readonly since: string },
): Promise<number | undefined> {
  const since = new Date(Date.parse(thread.since) - CLOCK_SKEW_MS).toISOString();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `issues/${number}/comments?since=${since}&per_page=${PAGE_SIZE}&page=${page}`;
    const listed = await call(repository, { method: "GET", path }, { schema: Listed });
    const marked = listed.filter(({ body }) => body?.includes(thread.mark) === true);
    if (marked.length > 0) {
      const viewer = await readViewerId(repository);
      const own = marked.find(({ user }) => user?.id === viewer);
      if (own) return own.id;
    }
    if (listed.length < PAGE_SIZE) break;
  }
  return undefined;
}

/** Answers that are shown; what came from GitHub stands there already. */
const NEWEST_ANSWERS = 3;

/**
 * Longest text of each. With a fence on both sides as long as itself, all of them fit into a comment.
 * [GitHub, REST] 65,536 characters.
 */
const MAX_TEXT_CHARS = 4_000;

/** The thread as Markdown; what people wrote is code, in which GitHub links and notifies of nothing. */
function threadText(
  view: ThreadView,
  addresses: Addresses,
  { sealed_hook_secret: secret }: RepositoryConnectionRow,
): string {
  const { path, blocks, status, resolved, proposed, comments, webUrl } = toThread(view, addresses);
  const [first, ...others] = comments;
  const answers = others.filter(({ author, body }) => body !== null && author.kind !== "github");
  const earlier = Math.max(0, answers.length - NEWEST_ANSWERS);
  const by = (done: NonNullable<typeof resolved>) =>
    `${code(authorText(done.by))}${done.commit === null ? "" : ` with ${code(done.commit)}`}`;
  const foot = [
    ...(earlier > 0 ? [`${counted(earlier, "earlier answer is", "earlier answers are")} in the review room`] : []),
    ...(secret === null ? [] : ["an answer with *Quote reply* comes into the review room"]),
  ].join(" · ");
  return [
    `**Comment on ${code(path)} of the preview** · [Open in the review room](<${webUrl}>)`,
    ...(first ? said(first) : []),
    ...answers.slice(earlier).flatMap(said),
    ...(resolved === null ? [] : [`✅ Resolved by ${by(resolved)}.`]),
    ...(proposed === null ? [] : [`${by(proposed)} says that this is done; a person is to accept it.`]),
    ...(blocks && status === "open" ? ["⛔ Blocks the release."] : []),
    ...(foot === "" ? [] : [`<sub>${foot}</sub>`]),
  ].join("\n\n");
}

function said({ author, body }: Comment): readonly string[] {
  return [`By ${code(authorText(author))}:`, body === null ? "_Deleted._" : fence(shortened(body))];
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}…`;
}

function code(text: string): string {
  const line = text.replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ");
  const ticks = "`".repeat(longestRun(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

function fence(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replaceAll(UNSEEN, " "));
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return [`${ticks}text`, ...lines, ticks].join("\n");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
