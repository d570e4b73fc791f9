import type { Clock } from "@greenroom/client";
import { type CommentOutcome, upsertComment } from "../github/comment/upsert.ts";
import { createGithub, type Github, type GithubFailure, type GithubSkip } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import type { RecordOutcome } from "../github/deployment-record.ts";
import type { CommentRow } from "../github/comment/data.ts";
import type { Runner } from "../github/runner.ts";
import { log } from "../github/untrusted-text.ts";
import type { Trigger } from "../github/trigger.ts";
import { warnOfGithub } from "../github-trouble.ts";
import { createBoard } from "./board.ts";
import type { Inputs } from "./inputs.ts";
import type { Outputs } from "./outputs.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { isUnderWay } from "./row.ts";

/** Tells GitHub where a run stands. Nothing it does changes the verdict. */
export interface Reporter {
  /** Shows a row soon, beside the build. */
  show(row: CommentRow): void;
  /**
   * Shows the last row, and says in the log what could not be told.
   * @param time Aborts when GitHub has had its time.
   * @returns Outputs about what stands on GitHub.
   */
  settle(row: CommentRow | undefined, time: AbortSignal): Promise<Outputs>;
  /** The site's row as another run had left it, as far as it was read by now. */
  previous(): CommentRow | undefined;
}

/** What a reporter is made of. */
export interface ReporterParts {
  readonly runner: Pick<Runner, "info" | "warning" | "secrets">;
  readonly inputs: Inputs;
  readonly trigger: Trigger;
  readonly clock: Clock;
}

/** Rows of a build that ends sooner are never shown: nobody could have read them. */
const LIVE_PAUSE_MS = 1000;
/** So long a deployment may wait for its build before the wait is worth a comment: a build says more. */
const QUEUE_PAUSE_MS = 5000;

interface Told {
  readonly comment: CommentOutcome;
  readonly record: RecordOutcome | GithubSkip;
  /** What went wrong with a record that another one took the place of. */
  readonly retired: GithubFailure | undefined;
}

/** What a reporter keeps between two rows. */
interface Desk extends ReporterParts {
  readonly over: AbortSignal;
  readonly github: () => Promise<Github>;
  readonly recorder: Recorder;
  pull: Promise<number | GithubFailure | GithubSkip> | undefined;
  commentId: number | undefined;
  /** Row of the last commit: found by the first write, since ours stands there after it. */
  previous: CommentRow | undefined;
  /** How many rows were told of a deployment that goes on. */
  liveTold: number;
  told: Told | undefined;
}

/**
 * Makes the reporter of a run. GitHub's client is loaded when the first row is shown, which is after the POST.
 */
export function createReporter(parts: ReporterParts): Reporter {
  const over = new AbortController();
  const github = openOnce(parts);
  const { inputs, trigger, clock } = parts;
  const recorder = createRecorder({ inputs, trigger, context: { clock, signal: over.signal } });
  const desk: Desk = { ...parts, over: over.signal, github, recorder, ...FRESH };
  const wanted = inputs.comment !== "off" || inputs.deploymentRecord;
  const building = new AbortController();
  const board = createBoard(
    (row: CommentRow) => tellInBudget(desk, row),
    async (settled) => {
      await clock.sleep(QUEUE_PAUSE_MS, AbortSignal.any([settled, building.signal])).catch(() => undefined);
      if (building.signal.aborted) await clock.sleep(LIVE_PAUSE_MS, settled);
    },
  );
  return {
    show: (row) => {
      if (row.status === "building") building.abort();
      if (wanted) board.show(row);
    },
    previous: () => desk.previous,
    settle: async (row, time) => {
      time.addEventListener("abort", () => over.abort(time.reason), { once: true });
      if (time.aborted) over.abort(time.reason);
      const posted = await board.settle(wanted ? row : undefined);
      if (posted.kind === "failed")
        warnOfGithub(parts.runner, "GitHub", { kind: "failed", reason: String(posted.error) });
      return posted.kind === "posted" ? confirm(parts.runner, posted.result) : {};
    },
  };
}

const FRESH = { pull: undefined, commentId: undefined, previous: undefined, liveTold: 0, told: undefined } as const;

/**
 * Tells a row unless GitHub has heard enough of a deployment that goes on: seven requests are enough for one row of it
 * beside a record, or for two without one. A wait for quota is told on top.
 */
async function tellInBudget(desk: Desk, row: CommentRow): Promise<Told> {
  if (isUnderWay(row) && row.deploymentId !== undefined) {
    const enough = desk.liveTold >= (desk.inputs.deploymentRecord ? 1 : 2);
    if (enough && desk.told !== undefined) return desk.told;
    desk.liveTold += 1;
  }
  desk.told = await tellAll(desk, row);
  return desk.told;
}

/** The largest part of the bundle is loaded here, while the build runs at the service. */
function openOnce({ inputs, trigger }: ReporterParts): () => Promise<Github> {
  let opened: Promise<Github> | undefined;
  const { apiUrl, repository } = trigger;
  const token = inputs.githubToken ?? "";
  return () => {
    opened ??= createGithub({ token, apiUrl, repository, secrets: [inputs.token] });
    return opened;
  };
}

/** Each place is tried, whatever became of the other; the record first, so that the row can name it. */
async function tellAll(desk: Desk, row: CommentRow): Promise<Told> {
  if (desk.inputs.githubToken === undefined) {
    const none = { kind: "skipped", reason: "the input 'github-token' is empty" } as const;
    return { comment: none, record: none, retired: undefined };
  }
  const github = await desk.github();
  desk.pull ??= pullNumber(desk, github);
  const pull = await desk.pull;
  const record = await desk.recorder.tell(github, row, typeof pull === "number" ? pull : undefined);
  const recordId = record.kind === "done" ? record.recordId : undefined;
  const comment = await tellComment(desk, { github, pull, row: recordId === undefined ? row : { ...row, recordId } });
  if (comment.kind === "done") desk.previous ??= comment.previous;
  const outdated = outdatedRecord(comment, { row, recordId, before: desk.previous?.recordId });
  return {
    record,
    comment,
    retired: outdated === undefined ? undefined : await desk.recorder.retire(github, outdated),
  };
}

/** The record that stands for a preview nobody should look at any more: the one before ours, or ours. */
function outdatedRecord(
  comment: CommentOutcome,
  { row, recordId, before }: { row: CommentRow; recordId: number | undefined; before: number | undefined },
): number | undefined {
  if (comment.kind !== "done") return undefined;
  if (comment.superseded) return recordId;
  return row.status === "ready" && before !== recordId ? before : undefined;
}

interface CommentWork {
  readonly github: Github;
  readonly pull: number | GithubFailure | GithubSkip;
  readonly row: CommentRow;
}

async function tellComment(desk: Desk, { github, pull, row }: CommentWork): Promise<CommentOutcome> {
  const { runner, inputs, clock, over } = desk;
  if (inputs.comment === "off") return { kind: "skipped", reason: "the input 'comment' is 'off'" };
  if (typeof pull !== "number") return pull;
  const write = {
    pullNumber: pull,
    group: inputs.commentGroup,
    mode: inputs.comment,
    row,
    secrets: runner.secrets(),
    // Its HMAC alone leaves: it proves that a comment is ours when the token is not the workflow's own.
    proofKey: inputs.token,
    verify: inputs.jobTotal > 1 ? "always" : "when-shared",
    ...(desk.commentId === undefined ? {} : { knownId: desk.commentId }),
    ...(inputs.commentTemplate === undefined ? {} : { template: inputs.commentTemplate }),
  } as const;
  const outcome = await upsertComment(github, write, { clock, signal: over });
  if (outcome.kind === "done") desk.commentId = outcome.commentId;
  return outcome;
}

async function pullNumber(desk: Desk, github: Github): Promise<number | GithubFailure | GithubSkip> {
  const { inputs, trigger, clock, over } = desk;
  const given = inputs.pullNumber === undefined ? {} : { pullNumber: inputs.pullNumber };
  const found = await findPull(github, trigger, { clock, signal: over, ...given });
  if (found.kind === "none") return { kind: "skipped", reason: found.reason };
  return found.kind === "failed" ? found : found.pull.number;
}

function confirm(runner: ReporterParts["runner"], { comment, record, retired }: Told): Outputs {
  if (comment.kind === "failed") warnOfGithub(runner, "the comment", comment);
  if (comment.kind === "skipped") runner.info(log`No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
  if (record.kind === "failed") warnOfGithub(runner, "the deployment record", record);
  if (retired !== undefined) warnOfGithub(runner, "the end of an earlier deployment record", retired);
  return {
    ...(comment.kind === "done" ? { "comment-id": String(comment.commentId), "comment-url": comment.commentUrl } : {}),
    ...(record.kind === "done" ? { "github-deployment-id": String(record.recordId) } : {}),
  };
}
