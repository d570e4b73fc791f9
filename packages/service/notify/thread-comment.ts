import { z } from "zod";
import { authorText } from "../domain/commenter.ts";
import { UNSEEN } from "../domain/mail-address.ts";
import { isGithubRepository } from "../domain/repository-path.ts";
import type { DeliveryOutcome } from "./outcome.ts";
import type { Addresses } from "../settings.ts";
import { findThread, readThread, type ThreadView } from "../store/comments/threads.ts";
import type { Database } from "../store/engine/database.ts";
import type { DeliveryRow, RepositoryConnectionRow } from "../store/engine/schema.ts";
import { requireSite } from "../store/sites/sites.ts";
import { call, type Read, type Repository } from "./github.ts";

const Written = z.object({ id: z.int().positive() });
const Listed = z.array(z.object({ id: z.int().positive(), body: z.string().nullish() }));

/** [GitHub, REST] Most of a page. */
const PAGE_SIZE = 100;
const MAX_PAGES = 10;
/** How far this machine's clock may be ahead of GitHub's. */
const CLOCK_SKEW_MS = 60 * 60_000;

/** In each comment of the service: what has it is never taken for an answer. */
export const THREAD_COMMENT = "<!-- greenroom thread ";

/**
 * Writes the comment of a pull request which stands for a thread, or edits it. Its id is stored as soon as GitHub
 * returns it, with the connection: no other comment is ever edited.
 */
export async function putThreadComment(
  { db, addresses }: { readonly db: Database; readonly addresses: Addresses },
  repository: Repository,
  { connection, row }: { readonly connection: RepositoryConnectionRow; readonly row: DeliveryRow },
): Promise<DeliveryOutcome> {
  const thread = await findThread(db, row.subject);
  const number = thread?.pull_request_number;
  if (!thread || typeof number !== "number") return dropped("The thread is of no pull request.");
  const record = async (id: number): Promise<void> => {
    const ids = { github_comment_id: id, github_connection_id: connection.id };
    await db.updateTable("comment_threads").set(ids).where("id", "=", thread.id).execute();
  };
  let id = thread.github_comment_id;
  if (id === null && row.attempts > 1) {
    const found = await findWritten(repository, number, row);
    if (found.kind === "failure") return found.outcome;
    if (found.value !== undefined) await record(found.value);
    id = found.value ?? null;
  } else if (id !== null && thread.github_connection_id !== connection.id) {
    return dropped("The comment is in another repository.");
  }
  const body = `${threadText(thread, addresses, connection)}\n${THREAD_COMMENT}${row.id} -->`;
  if (id !== null) {
    const edit = { method: "PATCH", path: `issues/comments/${id}`, body: { body } } as const;
    return outcomeOf(await call(repository, edit, { schema: Written, final: [404, 410, 422] }));
  }
  if (thread.status === "resolved" || thread.comments[0]?.deleted_at !== null) return dropped("The thread is over.");
  if (!(await isRepositoryOfSite(db, connection))) return dropped("The site has another repository than this one.");
  const create = { method: "POST", path: `issues/${number}/comments`, body: { body } } as const;
  const written = await call(repository, create, { schema: Written, final: [410, 422] });
  if (written.kind === "read") await record(written.value.id);
  return outcomeOf(written);
}

function outcomeOf(written: Read<unknown>): DeliveryOutcome {
  return written.kind === "failure" ? written.outcome : { kind: "delivered", httpStatus: 200 };
}

function dropped(note: string): DeliveryOutcome {
  return { kind: "dropped", note };
}

/** The number of a pull request means nothing in another repository. */
async function isRepositoryOfSite(db: Database, connection: RepositoryConnectionRow): Promise<boolean> {
  const { repository_url: url } = await requireSite(db, connection.workspace_id, connection.site_id);
  return url === null || (URL.canParse(url) && isGithubRepository(new URL(url), connection));
}

/**
 * Finds what an attempt before wrote whose response was lost. The id of its delivery was in no other text before, so
 * the first comment that has it is the service's own.
 */
async function findWritten(
  repository: Repository,
  number: number,
  { id, created_at: createdAt }: DeliveryRow,
): Promise<Read<number | undefined>> {
  const since = new Date(Date.parse(createdAt) - CLOCK_SKEW_MS).toISOString();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = `issues/${number}/comments?since=${since}&per_page=${PAGE_SIZE}&page=${page}`;
    const listed = await call(repository, { method: "GET", path }, { schema: Listed });
    if (listed.kind === "failure") return listed;
    const own = listed.value.find(({ body }) => body?.includes(`${THREAD_COMMENT}${id} `) === true);
    if (own || listed.value.length < PAGE_SIZE) return { kind: "read", value: own?.id };
  }
  return { kind: "read", value: undefined };
}

/** The thread as Markdown; what people wrote is code, in which GitHub links and notifies of nothing. */
function threadText(
  view: ThreadView,
  addresses: Addresses,
  { sealed_hook_secret: secret }: RepositoryConnectionRow,
): string {
  const { path, blocks, status, resolved, proposed, comments, webUrl } = readThread(view, addresses);
  const [first] = comments;
  const by = (done: NonNullable<typeof resolved>) =>
    `${code(authorText(done.by))}${done.commit === null ? "" : ` with ${code(done.commit)}`}`;
  const state = [
    ...(resolved === null ? [] : [`✅ Resolved by ${by(resolved)}.`]),
    ...(proposed === null ? [] : [`${by(proposed)} says that this is done; a person is to accept it.`]),
    ...(blocks && status === "open" ? ["⛔ Blocks the release."] : []),
  ];
  return [
    `**Comment on ${code(path)} of the preview** · [Open in the review room](<${webUrl}>)`,
    typeof first?.body === "string" ? fence(first.body) : "_Deleted._",
    ...state,
    `<sub>By ${code(first ? authorText(first.author) : "")}${secret === null ? "" : " · an answer with *Quote reply* comes into the review room"}</sub>`,
  ].join("\n\n");
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
