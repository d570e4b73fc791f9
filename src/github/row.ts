/** States of a row; others are shown as they are. */
export const ROW_STATUSES = [
  "queued",
  "building",
  "ready",
  "failed",
  "canceled",
  "timed_out",
  "refused",
  "accepted",
  "superseded",
  "interrupted",
  "closed",
  "approval_pending",
  "rejected",
  "expired",
] as const;

/** State of a row. */
export type RowStatus = (typeof ROW_STATUSES)[number];

/** One site in the comment. Every text may be foreign: it is escaped when it is shown. */
export interface CommentRow {
  /** Names the row: a later write of the same site replaces it. */
  readonly siteId: string;
  /** What the row is called. */
  readonly site: string;
  readonly status: RowStatus | (string & {});
  readonly deploymentId?: string;
  readonly commitSha: string;
  readonly previewUrl?: string;
  /** Where a release is live; shown in place of the preview it was made from. */
  readonly productionUrl?: string;
  readonly approvalUrl?: string;
  readonly logUrl?: string;
  readonly runUrl: string;
  readonly runId: number;
  readonly runAttempt: number;
  /** When the deployment was created, RFC 3339. */
  readonly createdAt?: string;
  /** When this row was written, RFC 3339. */
  readonly updatedAt?: string;
  readonly durationSeconds?: number;
  /** Last lines of the log of a build that failed. */
  readonly excerpt?: readonly string[];
  readonly error?: { readonly code: string; readonly message: string };
  /** Why it stands as it does, such as what a cancel left running. */
  readonly note?: string;
  /** GitHub's deployment record of this row, so that a later run can retire it. */
  readonly recordId?: number;
}
