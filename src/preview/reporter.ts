import { once } from "node:events";
import { type Clock, systemClock, wait } from "@greenroom/contract/clock";
import { type CommentRow, isLive } from "../github/comment/data.ts";
import { type CommentOutcome, commentOutputs, upsertComment } from "../github/comment/upsert.ts";
import {
  createRecordWriter,
  recordIdOf,
  type RecordOpening,
  type RecordOutcome,
  retireEarlier,
} from "../github/deployment-record.ts";
import { CHECK_RUN, type GithubFailure, type GithubSkip, recordName, warnOfFailure } from "../github/failure.ts";
import { type CallContext, type Github, githubOnce } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import { log } from "../github/untrusted-text.ts";
import type { Outputs } from "../messages.ts";
import type { CheckRunOutcome, createCheckRunWriter } from "./check-run.ts";
import { branchOf, type Run } from "./plan.ts";
import type { PreviewReport } from "./report.ts";

export interface ReporterContext extends Pick<Run, "runner" | "inputs" | "trigger"> {
  /** An earlier process of this run may have opened a check run. */
  readonly checkRunMayExist?: true;
}

interface GithubResults {
  readonly comment: CommentOutcome;
  readonly record: RecordOutcome | GithubSkip;
  /** Why an earlier record could not be retired. */
  readonly retireFailure: GithubFailure | undefined;
  readonly checkRun: CheckRunOutcome | GithubSkip;
}

interface State extends ReporterContext {
  /** Its signal aborts when GitHub has had its time. */
  readonly calls: CallContext;
  readonly github: () => Promise<Github>;
  readonly recordWriter: ReturnType<typeof createRecordWriter>;
  /** How the run ended, once it has. */
  report?: PreviewReport;
  pull?: number | GithubFailure | GithubSkip;
  commentId?: number;
  /** Row of the last commit: found by the first write, since ours replaces it. */
  previous?: CommentRow | undefined;
  liveRows: number;
  checkRun?: ReturnType<typeof createCheckRunWriter>;
  /** Of the last row that was written. */
  results?: GithubResults;
}

/** A build that ends sooner is written once: its live rows could not have been read. */
const LIVE_DELAY_MS = 1000;
/** A deployment that waits no longer than this for its build is shown as building at once. */
const QUEUE_DELAY_MS = 5000;

export type Reporter = ReturnType<typeof createReporter>;

/** Writes a run's rows to the comment, the deployment record and the check run; never changes the verdict. */
export function createReporter(context: ReporterContext) {
  const { runner, inputs, trigger } = context;
  const over = new AbortController();
  const state: State = {
    ...context,
    calls: { clock: systemClock, signal: over.signal },
    github: githubOnce(runner, inputs, trigger),
    recordWriter: createRecordWriter(),
    liveRows: 0,
  };
  const delayMs = ({ status }: CommentRow): number => (status === "building" ? LIVE_DELAY_MS : QUEUE_DELAY_MS);
  const { push, flush } = createLatestWins((row: CommentRow) => writeRow(state, row), delayMs, systemClock);
  return {
    push,
    /** @param time Aborts when GitHub has had its time. */
    async finish(report: PreviewReport, time: AbortSignal): Promise<Outputs> {
      time.addEventListener("abort", () => over.abort(time.reason), { once: true });
      if (time.aborted) over.abort(time.reason);
      state.report = report;
      const last = await flush(report.row);
      if (last?.status === "fulfilled") return logResults(context, last.value);
      if (last !== undefined) warnOfFailure(context, "the report", { kind: "failed", reason: String(last.reason) });
      return {};
    },
    /** Adds to the row of the comment, after `finish` wrote it there; otherwise, and when GitHub fails, nothing happens. */
    amend: (row: CommentRow, time: AbortSignal) => amendComment(state, row, time),
    /** The site's row as another run had left it, as far as it was read by now. */
    previous: () => state.previous,
    /** Whether a check run may be on GitHub that has not ended. */
    isCheckRunOpen: () => state.checkRun?.isOpen() ?? false,
  };
}

/**
 * Writes values one at a time; one that waits gives way to a newer one, so that a slow target delays nothing.
 * @param delayMs How long a value puts the first write off, so that what ends at once is written once.
 */
export function createLatestWins<Value, Result>(
  write: (value: Value) => Promise<Result>,
  delayMs: (value: Value) => number,
  clock: Pick<Clock, "sleep">,
) {
  const due = new AbortController();
  let written: Promise<unknown> = once(due.signal, "abort");
  let pending: { readonly value: Value } | undefined;
  let last: PromiseSettledResult<Result> | undefined;

  function push(value: Value): void {
    pending = { value };
    void wait(clock, delayMs(value), due.signal).then(() => due.abort());
    const before = written;
    written = (async () => {
      await before;
      if (pending === undefined) return;
      const newest = pending.value;
      pending = undefined;
      [last] = await Promise.allSettled([write(newest)]);
    })();
  }
  /** Writes the last value at once. @returns How the last write went; undefined when there was none. */
  async function flush(value: Value | undefined): Promise<typeof last> {
    due.abort();
    if (value !== undefined) push(value);
    await written;
    return last;
  }
  return { push, flush };
}

async function amendComment(state: State, row: CommentRow, signal: AbortSignal): Promise<void> {
  const { runner, pull, results } = state;
  if (typeof pull !== "number" || results?.comment.kind !== "done" || results.comment.superseded) return;
  const amended = { ...row, recordId: recordIdOf(results.record) };
  const comment = await upsertComment(await state.github(), commentOf(state, pull, amended), {
    clock: systemClock,
    signal,
  });
  if (comment.kind === "failed") runner.info(log`The comment does not show the review: ${comment.reason}`);
}

/** Tries each target, whatever became of the others; a record is opened first, so that the comment's row can name it. */
async function writeRow(state: State, row: CommentRow): Promise<GithubResults> {
  const { inputs, calls } = state;
  if (isLive(row) && row.deploymentId !== undefined) {
    // GitHub counts requests: one live row beside a record, or two without one, say enough.
    const enough = state.liveRows >= (inputs.deploymentRecord ? 1 : 2);
    if (enough && state.results !== undefined) return state.results;
    state.liveRows += 1;
  }
  const isSilent = inputs.comment === "off" && !inputs.deploymentRecord && inputs.checkRun === "off";
  if (inputs.githubToken === undefined || isSilent) {
    const skipped = skip(isSilent ? COMMENT_OFF : "the input 'github-token' is empty");
    return (state.results = { comment: skipped, record: skipped, retireFailure: undefined, checkRun: skipped });
  }
  const github = await state.github();
  // Beside the rest: a canceled run has seconds for all of it.
  const writingCheckRun = writeCheckRun(state, github, row);
  const pull = (state.pull ??= await findPullNumber(state, github));
  const writingRecord = writeRecord(state, github, row);
  const recordId = recordIdOf(state.results?.record ?? (await writingRecord));
  const comment: CommentOutcome =
    inputs.comment === "off"
      ? skip(COMMENT_OFF)
      : typeof pull === "number"
        ? await upsertComment(github, commentOf(state, pull, { ...row, recordId }), calls)
        : pull;
  if (comment.kind === "done") {
    state.commentId = comment.commentId;
    state.previous ??= comment.previous;
  }
  const record = await writingRecord;
  const retireFailure =
    row.status === "ready" && record.kind === "done"
      ? await retireEarlier(github, { recordId: record.recordId, opening: openingOf(state, row) }, calls)
      : undefined;
  return (state.results = { comment, record, retireFailure, checkRun: await writingCheckRun });
}

async function writeCheckRun(state: State, github: Github, row: CommentRow): Promise<CheckRunOutcome | GithubSkip> {
  const { inputs, report, calls, checkRunMayExist = false } = state;
  if (inputs.checkRun === "off") return skip("the input 'check-run' is 'off'");
  if (github.forge === "gitea") {
    const how = inputs.deploymentRecord ? "shows" : "with 'deployment-record: true' shows";
    return skip(`this server has none; the status of the commit ${how} the result`);
  }
  if (row.deploymentId === undefined && state.checkRun === undefined) return skip("there is no deployment");
  const { createCheckRunWriter } = await import("./check-run.ts");
  state.checkRun ??= createCheckRunWriter(checkRunMayExist);
  return state.checkRun.write(github, row, isLive(row) ? undefined : report, calls);
}

function commentOf({ inputs, commentId }: State, pullNumber: number, row: CommentRow) {
  return {
    pullNumber,
    group: inputs.commentGroup,
    recreate: inputs.comment === "recreate",
    row,
    // Only its HMAC leaves: it proves that a comment is ours when the token is not the workflow's own.
    proofKey: inputs.token,
    isShared: inputs.jobTotal > 1,
    knownId: commentId,
    template: inputs.commentTemplate,
  } as const;
}

function openingOf({ inputs, trigger, pull }: State, row: CommentRow): RecordOpening {
  return {
    sha: row.commitSha,
    environment: inputs.environment,
    siteId: row.siteId,
    runId: trigger.run.id,
    runAttempt: trigger.run.attempt,
    description: `Preview of ${row.site}`,
    pullNumber: typeof pull === "number" ? pull : undefined,
    branch: branchOf(trigger, inputs),
  };
}

async function writeRecord(state: State, github: Github, row: CommentRow): Promise<RecordOutcome | GithubSkip> {
  const { inputs, calls, recordWriter } = state;
  if (!inputs.deploymentRecord) return skip("the input 'deployment-record' is 'false'");
  if (row.deploymentId === undefined) return skip("there is no deployment");
  return recordWriter(github, { opening: openingOf(state, row), row }, calls);
}

async function findPullNumber(
  { inputs, trigger, calls }: State,
  github: Github,
): Promise<number | GithubFailure | GithubSkip> {
  if (inputs.comment === "off" && !inputs.deploymentRecord) return skip(COMMENT_OFF);
  const found = await findPull(github, trigger, { ...calls, pullNumber: inputs.pullNumber });
  if (found.kind === "none") return skip(found.reason);
  return found.kind === "failed" ? found : found.pull.number;
}

const COMMENT_OFF = "the input 'comment' is 'off'";
const CHECKS_GRANT = "  checks: write";

function skip(reason: string): GithubSkip {
  return { kind: "skipped", reason };
}

function logResults(context: ReporterContext, results: GithubResults): Outputs {
  const { runner, inputs } = context;
  const { forge } = context.trigger;
  const { comment, record, retireFailure, checkRun } = results;
  const warn = (target: string, { permissionHint: lines, ...failure }: GithubFailure): void => {
    // Who pastes the lines must not take a permission away that worked.
    const grants = inputs.checkRun === "on" ? [CHECKS_GRANT] : [];
    const hint = lines && { permissionHint: [...new Set([...lines.slice(0, 1), ...grants, ...lines.slice(1)])] };
    warnOfFailure(context, target, { ...failure, ...hint });
  };
  if (comment.kind === "failed") warn("the comment", comment);
  if (comment.kind === "skipped" && inputs.comment !== "off")
    runner.info(log`No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
  if (record.kind === "failed") warn(recordName(forge), record);
  if (retireFailure !== undefined) warn("the end of an earlier deployment record", retireFailure);
  if (checkRun.kind === "failed") warn(CHECK_RUN, checkRun);
  else if (checkRun.kind === "skipped" && forge === "gitea" && inputs.checkRun === "on") {
    runner.info(log`No check run was written: ${checkRun.reason}.`);
  }
  return { ...commentOutputs(comment), "github-deployment-id": recordIdOf(record)?.toString() };
}
