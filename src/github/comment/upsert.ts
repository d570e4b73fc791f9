import { type GithubFailure, type GithubSkip, unreadable } from "../failure.ts";
import { call, type CallContext, type Github, pause } from "../octokit.ts";
import { redactWithin } from "../secrets.ts";
import { type CommentRow, includesRow, isNewer, mergeRows, readRow, readStored } from "./data.ts";
import {
  type CommentSearch,
  type FoundComment,
  type FoundComments,
  findComments,
  proofOf,
  readComment,
  readKnown,
} from "./find.ts";
import { renderComment } from "./render.ts";

export interface CommentPlace extends Omit<CommentSearch, "selfId" | "fromPage"> {
  /** A run makes a comment of its own, at the end of the conversation, in place of the earlier one. */
  readonly recreate?: boolean;
  /** Saves the search when this run wrote the comment before. */
  readonly knownId?: number | undefined;
  readonly template?: string | undefined;
  /** Other jobs write this comment too, even when none was seen on it. */
  readonly isShared?: boolean;
}

export interface CommentContext extends CallContext {
  /** 0 to 1; spreads the retries of jobs that collide. */
  readonly random?: () => number;
}

interface CommentDone {
  readonly kind: "done";
  readonly commentId: number;
  readonly commentUrl: string;
  /** A newer run had already written our row, so it was left alone. */
  readonly superseded: boolean;
  readonly rows: readonly CommentRow[];
  /** Our site's row before this run, such as the last commit's. */
  readonly previous?: CommentRow | undefined;
}

/** There is nothing to write, perhaps because a comment with our marker is not known to be ours. */
type CommentSkip = GithubSkip & { readonly strangers?: readonly string[] };

export type CommentOutcome = CommentDone | GithubFailure | CommentSkip;

export function commentOutputs(comment: CommentOutcome) {
  if (comment.kind !== "done") return {};
  return { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl };
}

type WritingRun = Pick<CommentRow, "runId" | "runAttempt" | "runUrl">;

export type CommentWrite = CommentPlace & ({ readonly row: CommentRow } | { readonly closedBy: WritingRun });

/**
 * The comment is found by marker and author, or created; then the list is read again, and the lowest id stays. A write
 * merges the rows of other jobs. When there are others, it is read back after some seconds: by then a job that had
 * read before our write has written, and if that write lost our row, it is written again. All of it in bounded rounds.
 */
export async function upsertComment(
  github: Github,
  write: CommentWrite,
  context: CommentContext,
): Promise<CommentOutcome> {
  const change = changeOf(write, github.secrets, context.clock.now());
  if (change === undefined) return { kind: "skipped", reason: "The row names no site or no run." };
  const work: Work = {
    github,
    place: write,
    change,
    context,
    seen: [],
    strangers: [],
    knownId: write.knownId,
    isCrowded: false,
    fromPage: 1,
    emptyUpTo: 1,
  };
  let failure: GithubFailure = { kind: "failed", reason: "The comment could not be updated in time." };
  let failures = 0;
  for (let round = 1; round <= MAX_ROUNDS && failures < MAX_FAILURES && !context.signal.aborted; round += 1) {
    const result = await runRound(work);
    if (result.kind === "done" || result.kind === "skipped") return result;
    if (result.kind === "again") continue;
    failure = result;
    failures += 1;
    if (!(await pause(result.retryInMs, context))) break;
  }
  return failure;
}

/** @returns Undefined for a row that names no site or no run. */
function changeOf(write: CommentWrite, secrets: readonly string[], nowMs: number): CommentChange | undefined {
  if ("closedBy" in write) {
    const { closedBy } = write;
    const updatedAt = new Date(nowMs).toISOString();
    const closed = (row: CommentRow): CommentRow => {
      const { note: _note, approvalUrl: _approvalUrl, prepared: _prepared, ...kept } = row;
      return row.status === "closed" ? row : { ...kept, ...closedBy, status: "closed", updatedAt };
    };
    return { own: (seen) => seen.map(closed), run: closedBy, creates: false };
  }
  // As it will be read back: what a row loses on its way is no difference.
  const updatedAt = write.row.updatedAt ?? new Date(nowMs).toISOString();
  const row = readRow(redactWithin({ ...write.row, updatedAt }, secrets));
  return row && { own: () => [row], run: row, creates: true };
}

interface CommentChange {
  readonly own: (seen: readonly CommentRow[]) => readonly CommentRow[];
  readonly run: WritingRun;
  readonly creates: boolean;
}

const MAX_ROUNDS = 12;
const MAX_FAILURES = 3;
/** Longer than the time between another job's read and write. */
const READ_BACK_MS = 3000;
const LOOK_AGAIN_MS = 1000;
const STALE_MS = 600_000;

interface Work {
  readonly github: Github;
  readonly place: CommentPlace;
  readonly change: CommentChange;
  readonly context: CommentContext;
  /** Every row read so far: rows that a colliding write lost are written again. */
  seen: readonly CommentRow[];
  knownId: number | undefined;
  strangers: readonly string[];
  createdId?: number | undefined;
  selfId?: number | undefined;
  previous?: CommentRow | undefined;
  /** Our row was written where not all fit: jobs would push each other's out for ever. */
  isCrowded: boolean;
  /** Where the next search begins: after creating a comment, past the pages that held none of ours. */
  fromPage: number;
  /** Last page of a search that found no comment of ours. */
  emptyUpTo: number;
}

type Round = CommentOutcome | { readonly kind: "again" };

async function runRound(work: Work): Promise<Round> {
  const { change } = work;
  const found = await find(work);
  if (found.kind === "failed") return found;
  const target = pickTarget(work, found.comments);
  work.seen = mergeRows([...work.seen, ...found.comments.flatMap((comment) => comment.rows)]);
  const own = change.own(work.seen);
  const replaced = own.flatMap((row) => work.seen.filter(({ siteId }) => siteId === row.siteId));
  work.previous ??= replaced.find((row) => !isSameRun(row, change.run));
  if (target === undefined && change.creates) return create(work, own);
  if (target === undefined) {
    return { kind: "skipped", reason: "There is no comment of this group.", strangers: work.strangers };
  }
  work.knownId = target.id;
  const extras = found.comments.filter((comment) => comment !== target && canDelete(work, comment, target));
  const wanted = [...extras.flatMap((extra) => extra.rows), ...own];
  if (!work.isCrowded && wanted.some((row) => !includesRow(target.rows, row)))
    return update(work, { target, extras, own });
  await deleteAll(work, extras);
  const superseded = own.some((row) =>
    replaced.some((current) => current.siteId === row.siteId && isNewer(current, row)),
  );
  return done(work, target, { rows: target.rows, superseded });
}

async function find(work: Work): Promise<FoundComments> {
  const { github, place, context, selfId, fromPage } = work;
  if (work.knownId !== undefined) {
    const known = await readKnown(github, { id: work.knownId, group: place.group }, context);
    if (known.kind === "failed") return known;
    work.selfId ??= known.comments[0]?.authorId;
    if (known.comments.length > 0) return known;
    work.knownId = undefined;
  }
  const listed = await findComments(github, { ...place, selfId, fromPage }, context);
  work.fromPage = 1;
  if (listed.kind === "failed") return listed;
  work.strangers = listed.strangers;
  work.emptyUpTo = listed.comments.length === 0 ? listed.lastPage : 1;
  return addCreated(work, listed.comments);
}

/** A list may lag behind a write: without this read, the comment would be created again and again. */
async function addCreated(work: Work, comments: FoundComment[]): Promise<FoundComments> {
  const { github, place, context, createdId } = work;
  if (createdId === undefined || comments.some(({ id }) => id === createdId)) return { kind: "done", comments };
  const created = await readKnown(github, { id: createdId, group: place.group }, context);
  if (created.kind === "failed") return created;
  if (created.comments.length === 0) work.createdId = undefined;
  return { kind: "done", comments: [...comments, ...created.comments].sort((left, right) => left.id - right.id) };
}

function pickTarget({ place, change }: Work, comments: readonly FoundComment[]): FoundComment | undefined {
  if (place.recreate !== true) return comments[0];
  // The jobs of a run share its comment.
  return comments.find(({ createdByRun }) => createdByRun >= change.run.runId);
}

function isSameRun(one: WritingRun, other: WritingRun): boolean {
  return one.runId === other.runId && one.runAttempt === other.runAttempt;
}

function canDelete(work: Work, comment: FoundComment, target: FoundComment): boolean {
  if (comment.id === work.createdId) return true;
  if (work.place.recreate === true) return comment.createdByRun < target.createdByRun;
  // Another job that has just created it deletes it itself, after it has moved its row.
  return work.context.clock.now() - Date.parse(comment.updatedAt) > STALE_MS;
}

function render(work: Work, own: readonly CommentRow[], before?: FoundComment): { body: string; rows: CommentRow[] } {
  const { github, place, change, selfId } = work;
  const { group, template } = place;
  const rows = mergeRows([...work.seen, ...own], own);
  const createdByRun = before?.createdByRun ?? change.run.runId;
  const proof = proofOf(before?.authorId ?? selfId, place, github);
  const body = renderComment({ group, rows, createdByRun, run: change.run, written: own, template, proof });
  return { body: String(body), rows };
}

async function create(work: Work, own: readonly CommentRow[]): Promise<Round> {
  const { github, place, context } = work;
  const { body } = render(work, own);
  const sent = await call(github, { doing: "write a comment" }, context, (rest, parameters) =>
    rest.issues.createComment({ ...parameters, issue_number: place.pullNumber, body }),
  );
  if (sent.kind === "failed") return sent;
  const comment = readComment(sent.data);
  // It may be there: the list shows.
  if (comment === undefined) return { ...unreadable("the new comment"), retryInMs: LOOK_AGAIN_MS };
  work.createdId = comment.id;
  work.selfId ??= comment.authorId;
  work.fromPage = work.emptyUpTo;
  // Another job may have created one at the same time: the list shows which stays.
  return { kind: "again" };
}

async function update(
  work: Work,
  { target, extras, own }: { target: FoundComment; extras: readonly FoundComment[]; own: readonly CommentRow[] },
): Promise<Round> {
  const { github, place, context } = work;
  const { body, rows } = render(work, own, target);
  const sent = await call(github, { doing: "update the comment" }, context, (rest, parameters) =>
    rest.issues.updateComment({ ...parameters, comment_id: target.id, body }),
  );
  if (sent.kind === "failed") {
    if (sent.status !== 404 && sent.status !== 410) return sent;
    // Deleted between our read and our write: it is searched for again, then created.
    work.knownId = undefined;
    return { kind: "again" };
  }
  const sites = new Set([...work.seen, ...own].map(({ siteId }) => siteId));
  work.isCrowded = readStored(body).rows.length < sites.size;
  await deleteAll(work, extras);
  const { random = Math.random } = context;
  const shared = rows.length > 1 || place.isShared === true;
  if (shared && (await pause(READ_BACK_MS * (1 + random() / 2), context))) return { kind: "again" };
  return done(work, target, { rows, superseded: false });
}

async function deleteAll({ github, context }: Work, extras: readonly FoundComment[]): Promise<void> {
  // One that cannot be deleted is deleted by the next run.
  for (const { id } of extras) {
    await call(github, { doing: "delete a second comment" }, context, (rest, parameters) =>
      rest.issues.deleteComment({ ...parameters, comment_id: id }),
    );
  }
}

function done(work: Work, target: FoundComment, end: Pick<CommentDone, "rows" | "superseded">): CommentDone {
  return {
    kind: "done",
    commentId: target.id,
    commentUrl: target.url,
    ...end,
    previous: work.previous,
  };
}
