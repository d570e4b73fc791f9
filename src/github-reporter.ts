import type { CommentRow } from "./github/comment/data.ts";
import type { CommitStatus } from "./github/gitea.ts";
import { durationText } from "./github/comment/render.ts";
import {
  type RecordOpening,
  type RecordOutcome,
  type RecordState,
  openRecord,
  setRecordStatus,
} from "./github/deployment-record.ts";
import {
  type CallContext,
  createGithub,
  type Github,
  type GithubFailure,
  type GithubSkip,
  serverName,
} from "./github/octokit.ts";
import type { Runner } from "./github/runner.ts";
import type { Forge, Trigger } from "./github/trigger.ts";
import { logText } from "./github/untrusted-text.ts";
import type { ReportingInputs } from "./inputs.ts";

const DEPLOYMENT_RECORD = "the deployment record";
const COMMIT_STATUS = "the commit status";

export function recordName(forge: Forge): string {
  return forge === "github" ? DEPLOYMENT_RECORD : COMMIT_STATUS;
}

export const CHECK_RUN = "the check run";

/** Opens GitHub's client on first use: it is the largest part of the bundle, and nothing before the POST needs it. */
export function githubOnce(
  runner: Pick<Runner, "secrets">,
  { githubToken: token = "" }: Pick<ReportingInputs, "githubToken">,
  { apiUrl, repository }: Pick<Trigger, "apiUrl" | "repository">,
): () => Promise<Github> {
  let opened: Promise<Github> | undefined;
  return () => (opened ??= createGithub({ token, apiUrl, repository, secrets: runner.secrets() }));
}

interface RecordWrite {
  readonly opening: RecordOpening;
  readonly row: CommentRow;
  readonly live: boolean;
}

/**
 * Keeps one GitHub deployment record in step with a run's rows: opened once, then updated when its state changes.
 * Gitea and Forgejo have none: a status of the commit says the same there.
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
        const { setCommitStatus } = await import("./github/gitea.ts");
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
    const outcome = await setRecordStatus(github, record.recordId, { ...state, context });
    if (outcome.kind === "failed") return outcome;
    written = state.state;
    return record;
  };
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

/** States of the rows that have ended, and of those that wait for a person. */
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

/**
 * Turns a row into the state of a GitHub deployment.
 * A build that was not followed to its end stays in progress: a later run updates the record.
 * @param production A release, whose URL is that of production.
 */
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

export function githubOutputs(
  comment:
    | { readonly kind: "done"; readonly commentId: number; readonly commentUrl: string }
    | GithubFailure
    | GithubSkip,
  record: RecordOutcome | GithubSkip,
) {
  const written = comment.kind === "done" ? comment : undefined;
  return {
    "comment-id": written?.commentId.toString(),
    "comment-url": written?.commentUrl,
    "github-deployment-id": record.kind === "done" ? record.recordId.toString() : undefined,
  };
}

/**
 * Warns that GitHub did not accept something, with the exact permissions that fix it.
 * @param target What was not accepted, as in "the comment".
 */
export function reportGithubFailure(
  runner: Pick<Runner, "warning">,
  target: string,
  failure: GithubFailure,
  forge: Forge = "github",
): void {
  const { reason, permissionHint: permissions = [] } = failure;
  const hint = forge === "github" ? hintFor(target, failure) : giteaHintFor(target, failure);
  const lines = [`${reason} The result of the deployment is not affected. ${hint}`, ...permissions];
  runner.warning(lines.map(logText), { title: `${serverName(forge)} did not accept ${target}` });
}

function giteaHintFor(target: string, { status = 500 }: GithubFailure): string {
  if (status === 401) {
    return "The token of a job ends when its run is canceled: re-run the job. Otherwise check the input 'github-token'.";
  }
  if ((status === 403 || status === 404) && target === COMMIT_STATUS) {
    return "It needs 'contents: write' where the server limits the token of a job; 'deployment-record: false' does without it.";
  }
  if (status === 403 || status === 404) {
    return "Check that the job has 'pull-requests: write' where the server limits its token, and that the pull request is open to comments.";
  }
  return status < 500 ? "Read the server's message, then re-run the job." : "Re-run the job once the server responds.";
}

function hintFor(target: string, { permissionHint, status, limitedMs }: GithubFailure): string {
  if (permissionHint !== undefined && target === CHECK_RUN) {
    return "A check run needs 'github-token' to be the job's own, with these permissions:";
  }
  if (permissionHint !== undefined) return "Give the job these permissions:";
  if (limitedMs !== undefined) {
    return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
  }
  if (status === 401) return "Check the input 'github-token': GitHub does not accept it.";
  if (status === 404 && target === DEPLOYMENT_RECORD) {
    return "Check that 'github-token' has write access to deployments, or set 'deployment-record: false'.";
  }
  if (status === 403 || status === 404) {
    return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
  }
  if (status !== undefined && status < 500) return "Read GitHub's message, then re-run the job.";
  return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}
