import type { CommentOutcome, CommentPatience, CommentPlace } from "./comment-place.ts";
import type { Github } from "./rest.ts";
import type { CommentRow } from "./row.ts";
import { readRow } from "./rows.ts";
import { settleComment } from "./settle.ts";
import { redact } from "./text.ts";

/** What goes where on a pull request. */
export interface CommentWrite extends CommentPlace {
  /** Our row; rows of other sites stay. */
  readonly row: CommentRow;
}

/**
 * Writes our row into the group's one comment on a pull request.
 *
 * The comment is found by marker and author, or made; after it was made the list is read again and the lowest id stays.
 * A write merges with the rows of other jobs. When there are others it is read back after `settleMs`, by which time
 * a job that had read before our write has written, and repaired if such a write has lost our row.
 * @param github Where.
 * @param write What.
 * @param patience Clock, signal, and how long to settle.
 * @returns How the comment stands, or why it does not; never rejects for GitHub's sake.
 */
export async function upsertComment(
  github: Github,
  write: CommentWrite,
  patience: CommentPatience,
): Promise<CommentOutcome> {
  if (write.mode === "off") return { kind: "skipped", reason: "Comments are switched off." };
  const row = prepareRow(write, patience.clock.now());
  if (row === undefined) return { kind: "skipped", reason: "The row names no site or no run." };
  return settleComment(github, { place: write, change: { own: () => [row], run: row, creates: true } }, patience);
}

/** What closes a comment. */
export interface CommentClose extends Omit<CommentPlace, "mode"> {
  /** The run that closes. */
  readonly run: Pick<CommentRow, "runId" | "runAttempt" | "runUrl">;
}

/**
 * Says on every row of a group's comment that its pull request is closed.
 * @param github Where.
 * @param close Which comment, and the run that closes.
 * @param patience Clock, signal, and how long to settle.
 * @returns The rows, whose `recordId`s are to be retired; skipped when there is no comment.
 */
export async function closeComment(
  github: Github,
  close: CommentClose,
  patience: CommentPatience,
): Promise<CommentOutcome> {
  const updatedAt = new Date(patience.clock.now()).toISOString();
  const closeRow = (row: CommentRow): CommentRow => {
    const { note: _note, approvalUrl: _approvalUrl, ...kept } = row;
    return row.status === "closed" ? row : { ...kept, ...close.run, status: "closed", updatedAt };
  };
  const change = { own: (seen: readonly CommentRow[]) => seen.map(closeRow), run: close.run, creates: false };
  return settleComment(github, { place: { ...close, mode: "update" }, change }, patience);
}

function prepareRow(write: CommentWrite, nowMs: number): CommentRow | undefined {
  const row = { updatedAt: new Date(nowMs).toISOString(), ...write.row };
  const clean: unknown = JSON.parse(JSON.stringify(row), (_, value: unknown) =>
    typeof value === "string" ? redact(value, write.secrets ?? []) : value,
  );
  return readRow(clean);
}
