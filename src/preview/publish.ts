import type { CommentRow } from "../github/comment/data.ts";
import { type EarlyRead, readEarly } from "../github/comment/find.ts";
import { type CommentOutcome, upsertComment } from "../github/comment/upsert.ts";
import type { CheckRunOutcome } from "../github/check-run.ts";
import {
  type RecordOpening,
  type RecordOutcome,
  type Retired,
  retireEarlier,
  setRecordStatus,
} from "../github/deployment-record.ts";
import type { Github, GithubFailure, GithubSkip } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import { log } from "../github/untrusted-text.ts";
import {
  CHECK_RUN,
  createRecordWriter,
  githubOnce,
  githubOutputs,
  recordName,
  reportGithubFailure,
} from "../github-reporter.ts";
import type { ReportingInputs } from "../inputs.ts";
import type { CheckRunReport, CheckRunWriter } from "./check-run.ts";
import type { Written } from "./latest-wins.ts";
import { branchOf, type Run } from "./plan.ts";
import { isLive, type Outputs } from "./report.ts";

export interface ReporterContext extends Pick<Run, "runner" | "inputs" | "trigger" | "clock"> {
  /** An earlier process of this run may have opened a check run. */
  readonly checkRunMayExist?: true;
}

export interface Published {
  readonly comment: CommentOutcome;
  readonly record: RecordOutcome | GithubSkip;
  /** Why a replaced record could not be retired. */
  readonly retireFailure: GithubFailure | undefined;
  readonly checkRun: CheckRunOutcome | GithubSkip;
}

/** What a reporter keeps between two rows. */
interface State extends ReporterContext {
  readonly signal: AbortSignal;
  readonly github: () => Promise<Github>;
  readonly writeRecord: ReturnType<typeof createRecordWriter>;
  readonly retiredIds: Set<number>;
  pull?: number | GithubFailure | GithubSkip;
  commentId?: number;
  early?: EarlyRead | undefined;
  /** Row of the last commit: found by the first write, since ours replaces it. */
  previous?: CommentRow | undefined;
  /** How many live rows were published. */
  liveRows: number;
  checkRun?: CheckRunWriter;
  published?: Published;
}

/** Writes rows to GitHub: the part of a reporter that is loaded beside the build. */
export interface Publisher {
  /** @param report How the run ended, once it has. */
  publish(row: CommentRow, report: CheckRunReport | undefined): Promise<Published>;
  /** Reads the comment for the row that follows at once. */
  expect(): void;
  /** Warns about what GitHub did not accept of the last row. */
  report(last: Written<Published>): Outputs;
  amend(row: CommentRow, signal: AbortSignal): Promise<void>;
  previous(): CommentRow | undefined;
  isCheckRunOpen(): boolean;
}

export function createPublisher(context: ReporterContext, signal: AbortSignal): Publisher {
  const { runner, inputs, trigger } = context;
  const state: State = {
    ...context,
    signal,
    github: githubOnce(inputs, trigger),
    writeRecord: createRecordWriter(),
    retiredIds: new Set(),
    liveRows: 0,
  };
  return {
    publish: (row, report) => publishRow(state, row, report),
    expect: () => void expectRow(state).catch(() => undefined),
    report: (last) => {
      if (last.kind === "failed") {
        const reason = String(last.error);
        reportGithubFailure(runner, "the report", { kind: "failed", reason }, trigger.forge);
      }
      return last.kind === "written" ? logPublished(context, last.result) : {};
    },
    amend: (row, time) => amendComment(state, row, time),
    previous: () => state.previous,
    isCheckRunOpen: () => state.checkRun?.isOpen() ?? false,
  };
}

/** Whether nothing is written that a pull request is needed for. */
function isOnPullOff({ comment, deploymentRecord }: Pick<ReportingInputs, "comment" | "deploymentRecord">): boolean {
  return comment === "off" && !deploymentRecord;
}

async function amendComment(state: State, row: CommentRow, signal: AbortSignal): Promise<void> {
  const { runner, clock, pull, published } = state;
  if (typeof pull !== "number" || published?.comment.kind !== "done" || published.comment.superseded) return;
  const recordId = recordIdOf(published.record);
  const shown = recordId === undefined ? row : { ...row, recordId };
  const comment = await upsertComment(await state.github(), commentOf(state, pull, shown), { clock, signal });
  if (comment.kind === "failed") runner.info(log`The comment does not show the review: ${comment.reason}`);
}

/** The read opens the connection that the write takes, too. */
async function expectRow(state: State): Promise<void> {
  const { inputs, commentId: id, clock, signal } = state;
  if (id === undefined || inputs.comment !== "update") return;
  state.early = readEarly(await state.github(), { id, group: inputs.commentGroup }, { clock, signal });
}

/** Tries both targets, whatever became of the other; a record is opened first, so that the comment's row can name it. */
async function publishRow(state: State, row: CommentRow, report: CheckRunReport | undefined): Promise<Published> {
  const { inputs, signal, clock } = state;
  if (isLive(row) && row.deploymentId !== undefined) {
    // Seven requests are enough for a deployment that is not over: one live row beside a record, or two without one.
    const enough = state.liveRows >= (inputs.deploymentRecord ? 1 : 2);
    if (enough && state.published !== undefined) return state.published;
    state.liveRows += 1;
  }
  if (inputs.githubToken === undefined) {
    const skipped = skip("the input 'github-token' is empty");
    return (state.published = { comment: skipped, record: skipped, retireFailure: undefined, checkRun: skipped });
  }
  const github = await state.github();
  // Beside the rest: a canceled run has seconds for both.
  const writingCheckRun = publishCheckRun(state, github, { row, report });
  const pull = (state.pull ??= await findPullNumber(state, github));
  const writingRecord = publishRecord(state, github, { row, opening: openingOf(state, row, pull) });
  const openedId = recordIdOf(state.published?.record);
  const writeComment = async (): Promise<CommentOutcome> => {
    if (inputs.comment === "off") return skip("the input 'comment' is 'off'");
    if (typeof pull !== "number") return pull;
    const namedId = openedId ?? recordIdOf(await writingRecord);
    const shown = namedId === undefined ? row : { ...row, recordId: namedId };
    return upsertComment(github, commentOf(state, pull, shown), { clock, signal });
  };
  const [record, comment, twins, previousFailure] = await Promise.all([
    writingRecord,
    writeComment(),
    writingRecord.then((written) => retireTwins(state, github, { row, recordId: recordIdOf(written), pull })),
    writingRecord.then((written) => retirePrevious(state, github, { row, recordId: recordIdOf(written) })),
  ]);
  const recordId = recordIdOf(record);
  if (comment.kind === "done") {
    state.commentId = comment.commentId;
    state.previous ??= comment.previous;
  }
  const replacedFailure =
    recordId === undefined ? undefined : await retireReplaced(state, github, { row, comment, recordId, pull, twins });
  const retireFailure = previousFailure ?? replacedFailure;
  return (state.published = { comment, record, retireFailure, checkRun: await writingCheckRun });
}

function recordIdOf(record: Published["record"] | undefined): number | undefined {
  return record?.kind === "done" ? record.recordId : undefined;
}

async function publishCheckRun(
  state: State,
  github: Github,
  { row, report }: { readonly row: CommentRow; readonly report: CheckRunReport | undefined },
): Promise<CheckRunOutcome | GithubSkip> {
  const { runner, inputs, signal, clock, checkRunMayExist = false } = state;
  if (inputs.checkRun === "off") return skip("the input 'check-run' is 'off'");
  if (github.forge === "gitea") {
    const how = inputs.deploymentRecord ? "shows" : "with 'deployment-record: true' shows";
    return skip(`this server has none; the status of the commit ${how} the result`);
  }
  if (row.deploymentId === undefined && state.checkRun === undefined) return skip("there is no deployment");
  const { createCheckRunWriter } = await import("./check-run.ts");
  state.checkRun ??= createCheckRunWriter(runner, { mayExist: checkRunMayExist });
  return state.checkRun.write(github, row, isLive(row) ? undefined : report, { clock, signal });
}

function commentOf({ runner, inputs, commentId, early }: State, pullNumber: number, row: CommentRow) {
  return {
    pullNumber,
    group: inputs.commentGroup,
    mode: inputs.comment,
    row,
    secrets: runner.secrets(),
    // Only its HMAC leaves: it proves that a comment is ours when the token is not the workflow's own.
    proofKey: inputs.token,
    verify: inputs.jobTotal > 1 ? "always" : "when-shared",
    knownId: commentId,
    early,
    template: inputs.commentTemplate,
  } as const;
}

function openingOf({ inputs, trigger }: State, row: CommentRow, pull: State["pull"]): RecordOpening {
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

async function publishRecord(
  { inputs, clock, signal, writeRecord }: State,
  github: Github,
  { row, opening }: { readonly row: CommentRow; readonly opening: RecordOpening },
): Promise<RecordOutcome | GithubSkip> {
  if (!inputs.deploymentRecord) return skip("the input 'deployment-record' is 'false'");
  if (row.deploymentId === undefined) return skip("there is no deployment");
  return writeRecord(github, { opening, row, live: isLive(row) }, { clock, signal });
}

/**
 * Retires the records that ours replaced, or ours when a newer run has taken its place. The comment names them, which
 * saves a search; without one they are searched for.
 */
async function retireReplaced(
  state: State,
  github: Github,
  { row, comment, recordId, pull, twins }: Replaced,
): Promise<GithubFailure | undefined> {
  const { clock, signal, previous } = state;
  if (comment.kind !== "done") {
    if (row.status !== "ready") return undefined;
    const found = await retireEarlier(github, { recordId, opening: openingOf(state, row, pull) }, { clock, signal });
    return "left" in found ? found.left?.failure : found;
  }
  const replaced = comment.superseded
    ? [recordId]
    : row.status === "ready"
      ? replacedBy(recordId, previous, comment.twinRecordId)
      : [];
  const settledIds = twins !== undefined && "left" in twins ? twins.settledIds : [];
  const failure = twins !== undefined && "left" in twins ? twins.left?.failure : twins;
  const others = replaced.filter((id) => !settledIds.includes(id));
  return (await retireOnce(state, github, others)) ?? failure;
}

/**
 * Retires the records of the row that ours took the place of while the build ran. They are older than ours, whatever
 * the last write of the comment finds, and need not wait for it.
 */
async function retirePrevious(
  state: State,
  github: Github,
  { row, recordId }: Pick<Replaced, "row"> & { readonly recordId: number | undefined },
): Promise<GithubFailure | undefined> {
  const { published, previous } = state;
  if (row.status !== "ready" || recordId === undefined) return undefined;
  if (published?.comment.kind !== "done" || published.comment.superseded) return undefined;
  return retireOnce(state, github, replacedBy(recordId, previous));
}

async function retireOnce(
  { clock, signal, retiredIds }: State,
  github: Github,
  ids: readonly number[],
): Promise<GithubFailure | undefined> {
  let failure: GithubFailure | undefined;
  for (const id of ids) {
    if (retiredIds.has(id)) continue;
    retiredIds.add(id);
    const outcome = await setRecordStatus(github, id, { state: "inactive", context: { clock, signal } });
    if (outcome.kind === "failed" && outcome.status !== 404) failure ??= outcome;
  }
  return failure;
}

interface Replaced {
  readonly row: CommentRow;
  readonly comment: CommentOutcome;
  readonly recordId: number;
  readonly pull: State["pull"];
  readonly twins: Retired | GithubFailure | undefined;
}

/**
 * Retires one of two records of the same commit, when another job ends as this one does. While a run builds its row is in
 * the comment, and the other job sees it there; a run that was ready at once had none, so the records are read.
 */
async function retireTwins(
  state: State,
  github: Github,
  { row, recordId, pull }: Pick<Replaced, "row" | "pull"> & { readonly recordId: number | undefined },
): Promise<Retired | GithubFailure | undefined> {
  const { inputs, clock, signal } = state;
  if (row.status !== "ready" || recordId === undefined || state.liveRows > 0 || inputs.comment === "off")
    return undefined;
  const of = { recordId, opening: openingOf(state, row, pull), sha: row.commitSha };
  return retireEarlier(github, of, { clock, signal });
}

/** Rows whose record was never active, or is not any more. */
const NOT_ACTIVE: ReadonlySet<string> = new Set(["failed", "canceled", "refused", "superseded", "closed"]);

function replacedBy(recordId: number, previous: CommentRow | undefined, twinRecordId?: number): readonly number[] {
  const before = previous === undefined || NOT_ACTIVE.has(previous.status) ? undefined : previous.recordId;
  // Of twins both come here, so both must mean the same one.
  const twin = twinRecordId === undefined ? undefined : Math.min(twinRecordId, recordId);
  const ids = [before === recordId ? undefined : before, previous?.activeRecordId, twin];
  return ids.filter((id) => id !== undefined);
}

async function findPullNumber(
  { inputs, trigger, clock, signal }: State,
  github: Github,
): Promise<number | GithubFailure | GithubSkip> {
  if (isOnPullOff(inputs)) return skip("the input 'comment' is 'off'");
  const found = await findPull(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
  if (found.kind === "none") return skip(found.reason);
  return found.kind === "failed" ? found : found.pull.number;
}

const CHECKS_GRANT = "  checks: write";

function skip(reason: string): GithubSkip {
  return { kind: "skipped", reason };
}

function logPublished({ runner, inputs, trigger: { forge } }: ReporterContext, published: Published): Outputs {
  const { comment, record, retireFailure, checkRun } = published;
  const warn = (target: string, { permissionHint: lines, ...failure }: GithubFailure): void => {
    // Who pastes the lines must not take a permission away that worked.
    const grants = inputs.checkRun === "on" ? [CHECKS_GRANT] : [];
    const hint = lines && { permissionHint: [...new Set([...lines.slice(0, 1), ...grants, ...lines.slice(1)])] };
    reportGithubFailure(runner, target, { ...failure, ...hint }, forge);
  };
  if (comment.kind === "failed") warn("the comment", comment);
  if (comment.kind === "skipped") runner.info(log`No comment was written: ${comment.reason.replace(/\.$/, "")}.`);
  if (record.kind === "failed") warn(recordName(forge), record);
  if (retireFailure !== undefined) warn("the end of an earlier deployment record", retireFailure);
  if (checkRun.kind === "failed") warn(CHECK_RUN, checkRun);
  else if (checkRun.kind === "skipped" && forge === "gitea" && inputs.checkRun === "on") {
    runner.info(log`No check run was written: ${checkRun.reason}.`);
  }
  return githubOutputs(comment, record);
}
