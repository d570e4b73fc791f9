import type { CommentRow } from "./comment/data.ts";
import { durationText } from "./comment/render.ts";
import {
  type RecordOpening,
  type RecordOutcome,
  type RecordState,
  openRecord,
  setRecordStatus,
} from "./deployment-record.ts";
import type { GithubSkip } from "./failure.ts";
import type { CommitStatus } from "./gitea.ts";
import type { CallContext, Github } from "./octokit.ts";

interface RecordWrite {
  readonly opening: RecordOpening;
  readonly row: CommentRow;
  readonly live: boolean;
}

/**
 * Opened once, then updated when its state changes. Gitea and Forgejo have none: a status of the commit says the same.
 */
export function createRecordWriter() {
  let record: (RecordOutcome & { readonly kind: "done" }) | undefined;
  let written: RecordState["state"] | CommitStatus["state"] | undefined;

  return async (
    github: Github,
    { opening, row, live }: RecordWrite,
    context: CallContext,
  ): Promise<RecordOutcome | GithubSkip> => {
    if (github.forge === "gitea") {
      const status = statusOf(row, opening);
      if (status.state !== written) {
        const { setCommitStatus } = await import("./gitea.ts");
        const set = await setCommitStatus(github, status, context);
        if (set.kind === "failed") return set;
        written = status.state;
      }
      return { kind: "skipped", reason: "this server has commit statuses instead" };
    }
    if (record === undefined) {
      const opened = await openRecord(github, opening, context);
      if (opened.kind === "failed") return opened;
      record = opened;
    }
    const state = recordState(row, opening.production === true);
    // A fresh record is `pending` by itself: a live status would cost a request and say no more.
    if (state.state === written || (live && !record.reused)) return record;
    const outcome = await setRecordStatus(github, record.recordId, state, context);
    if (outcome.kind === "failed") return outcome;
    written = state.state;
    return record;
  };
}

export function recordIdOf(record: RecordOutcome | GithubSkip | undefined): number | undefined {
  return record?.kind === "done" ? record.recordId : undefined;
}

/** Rows of runs that no longer watch: a status that stays pending would block the pull request. */
const UNWATCHED = new Set(["timed_out", "interrupted"]);

function statusOf(row: CommentRow, { production = false, environment }: RecordOpening): CommitStatus {
  const { state, description = "", environmentUrl, logUrl } = recordState(row, production);
  const ended = { success: "success", failure: "failure", error: "error", inactive: "error" } as const;
  const isLive = state === "queued" || state === "in_progress";
  return {
    sha: row.commitSha,
    context: `Greenroom ${environment} (${row.site})`,
    state: isLive ? (UNWATCHED.has(row.status) ? "error" : "pending") : ended[state],
    description,
    url: environmentUrl ?? logUrl,
  };
}

const RECORD_STATES: Readonly<Record<string, RecordState["state"]>> = {
  ready: "success",
  failed: "failure",
  rejected: "failure",
  refused: "error",
  canceled: "inactive",
  expired: "inactive",
  superseded: "inactive",
  approval_pending: "queued",
};

/** A build that was not followed to its end stays in progress: a later run updates the record. */
export function recordState(row: CommentRow, production: boolean): RecordState {
  const state = RECORD_STATES[row.status] ?? "in_progress";
  const environmentUrl = production ? row.productionUrl : row.previewUrl;
  const logUrl = state === "queued" ? (row.approvalUrl ?? row.runUrl) : (row.logUrl ?? row.runUrl);
  if (state === "success") {
    const took = row.durationSeconds === undefined ? "" : `, built in ${durationText(row.durationSeconds)}`;
    const description = production ? "The release is live" : `The preview is ready${took}`;
    return { state, logUrl, description, ...(environmentUrl === undefined ? {} : { environmentUrl }) };
  }
  const note = production ? undefined : row.note;
  const status = state === "queued" ? "waiting for approval" : row.status;
  // A person reads it beside the commit, without the comment; it is cut where it is sent.
  const why = row.error?.message === "" ? row.error.code : row.error?.message;
  const description = why ?? note ?? `The ${production ? "release" : "deployment"} is ${status}`;
  return { state, logUrl, description };
}
