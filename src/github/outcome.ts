/** Work on GitHub that did not happen; it never changes the verdict of the job. */
export interface GithubFailure {
  readonly kind: "failed";
  /** One sentence; it may hold foreign text. */
  readonly reason: string;
  /** HTTP status, when GitHub answered. */
  readonly status?: number;
  /** What to change in the workflow, line by line, when a permission is missing. */
  readonly coach?: readonly string[];
  /** How long GitHub takes no more requests, ms, when that is why. */
  readonly limitedMs?: number;
}

/** Work on GitHub that is not wanted or not possible here. */
export interface GithubSkip {
  readonly kind: "skipped";
  readonly reason: string;
}
