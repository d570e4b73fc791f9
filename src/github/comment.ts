import type { Clock } from "./clock.ts";
import type { GithubFailure, GithubSkip } from "./outcome.ts";
import type { Github } from "./rest.ts";
import type { CommentRow } from "./row.ts";

/** How the comment is kept. */
export type CommentMode = "update" | "recreate" | "off";

/** What goes where on a pull request. */
export interface CommentWrite {
  readonly pullNumber: number;
  /** Sites of one group share one comment. */
  readonly group: string;
  readonly mode: CommentMode;
  /** Our row; rows of other sites stay. */
  readonly row: CommentRow;
  /** Comment id of an earlier write of this run: spares the search. */
  readonly knownId?: number;
  /** Values that must not leave, such as the tokens. */
  readonly secrets?: readonly string[];
  /** Text above the table in place of ours, with `{name}` fields of the row. */
  readonly template?: string;
  /** A secret that stays the same between runs; proves authorship for tokens other than the workflow's. */
  readonly proofKey?: string;
  /** `always` reads back even when no other job was seen on this comment. */
  readonly verify?: "when-shared" | "always";
}

/** Time and patience of a write. */
export interface CommentPatience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Wait before reading back, ms: longer than another job's read and write are apart. */
  readonly settleMs?: number;
}

/** The comment stands. */
export interface CommentDone {
  readonly kind: "done";
  readonly commentId: number;
  readonly commentUrl: string;
  readonly created: boolean;
  /** A newer run had written our row: it was left alone. */
  readonly superseded: boolean;
  /** All rows as they stand. */
  readonly rows: readonly CommentRow[];
  /** Our row as the write before it stood, such as the last commit's with its record. */
  readonly previous?: CommentRow;
}

/** End of a write; GitHub trouble is a value and never changes the verdict. */
export type CommentOutcome = CommentDone | GithubFailure | GithubSkip;

/** Writes the comment: see `upsertComment`. */
export type UpsertComment = (github: Github, write: CommentWrite, patience: CommentPatience) => Promise<CommentOutcome>;
