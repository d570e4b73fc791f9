import type { Patience } from "./call.ts";
import type { GithubFailure, GithubSkip } from "./outcome.ts";
import type { CommentRow } from "./row.ts";

/** How the comment is kept. */
export type CommentMode = "update" | "recreate" | "off";

/** Which comment, and how it is kept. */
export interface CommentPlace {
  readonly pullNumber: number;
  /** Sites of one group share one comment. */
  readonly group: string;
  readonly mode: CommentMode;
  /** Comment id of an earlier write of this run: spares the search. */
  readonly knownId?: number;
  /** Values that must not leave, such as the tokens. */
  readonly secrets?: readonly string[];
  /** Text above the table in place of ours; see `fillTemplate`. */
  readonly template?: string;
  /** A secret that stays the same between runs; proves authorship for tokens other than the workflow's. */
  readonly proofKey?: string;
  /** `always` reads back even when no other job was seen on this comment. */
  readonly verify?: "when-shared" | "always";
}

/** Time and patience of a write. */
export interface CommentPatience extends Patience {
  /** Wait before reading back, ms: longer than another job's read and write are apart. */
  readonly settleMs?: number;
  /** 0 to 1; spreads repairs of jobs that collide. */
  readonly random?: () => number;
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
  /** Our site's row as it stood before, such as the last commit's with its record. */
  readonly previous?: CommentRow;
}

/** End of a write; GitHub trouble is a value and never changes the verdict. */
export type CommentOutcome = CommentDone | GithubFailure | GithubSkip;
