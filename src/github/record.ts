import type { Clock } from "./clock.ts";
import type { GithubFailure } from "./outcome.ts";

/** A GitHub deployment to open. */
export interface RecordOpening {
  /** Head commit. */
  readonly sha: string;
  /** Name of the environment on GitHub. */
  readonly environment: string;
  /** Names the site, so that several sites may share an environment. */
  readonly site: string;
  readonly runId: number;
  readonly runAttempt: number;
  readonly production?: boolean;
}

/** How a GitHub deployment ends, or goes on. */
export interface RecordState {
  readonly state: "in_progress" | "success" | "failure" | "error" | "inactive";
  readonly environmentUrl?: string;
  readonly logUrl?: string;
  /** Cut to 140 characters. */
  readonly description?: string;
}

/** Time and patience for records. */
export interface RecordPatience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The record is written. */
export interface RecordDone {
  readonly kind: "done";
  readonly recordId: number;
  /** A record an earlier attempt of this run had left pending is used again. */
  readonly reused: boolean;
}

/** End of a write of a record; GitHub trouble is a value and never changes the verdict. */
export type RecordOutcome = RecordDone | GithubFailure;
