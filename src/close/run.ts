import { type Clock, systemClock } from "@greenroom/contract/clock";
import { closeComment } from "../github/comment/upsert.ts";
import { findPullRecords, type PullRecords, retireRecords } from "../github/deployment-record.ts";
import { call, type CallContext, type Github } from "../github/octokit.ts";
import { numberAt } from "../github/payload.ts";
import { findPull } from "../github/pull.ts";
import type { Runner } from "../github/runner.ts";
import { type NamedPull, type Trigger, readTrigger } from "../github/trigger.ts";
import { markdown } from "../github/untrusted-text.ts";
import { type ActionProcess, listenForStop, reportTimeLimit, startRunner } from "../action-process.ts";
import { annotate, writeOutputs } from "../annotations.ts";
import { githubOnce, reportGithubFailure } from "../github-reporter.ts";
import { InputReader, readReporting, type ReportingInputs } from "../inputs.ts";

/** Longest time for all of it, milliseconds: nothing is built, only GitHub is written to. */
const LIMIT_MS = 60_000;

/**
 * Runs the close action: marks the pull request's comment as closed, and turns its GitHub deployments inactive.
 * It calls no service and needs no token of one; a failure of GitHub never fails the job.
 */
export async function runClose(process: ActionProcess): Promise<void> {
  const runner = startRunner();
  const reader = new InputReader((name) => runner.input(name), ["github-token"]);
  const inputs = readReporting(reader, { commentGroup: "previews", environment: "preview" });
  if (reader.problems.length > 0) {
    annotate(runner, { level: "error", title: "Invalid input", text: reader.problems.join(" ") });
    return runner.fail();
  }
  const trigger = readTrigger(process.env, runner.eventPayload());
  using stop = listenForStop(process);
  using time = reportTimeLimit(LIMIT_MS, stop.signal);
  await close({ runner, inputs, trigger, clock: systemClock, signal: time.signal });
}

interface Run {
  readonly runner: Runner;
  readonly inputs: ReportingInputs;
  readonly trigger: Trigger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function close(run: Run): Promise<void> {
  const { runner, inputs, trigger, clock, signal } = run;
  if (inputs.githubToken === undefined) return skip(runner, "the input 'github-token' is empty");
  const github = await githubOnce(inputs, trigger)();
  const found = await findPull(github, trigger, { clock, signal, pullNumber: inputs.pullNumber });
  if (found.kind === "none") return skip(runner, found.reason.replace(/\.$/, ""));
  if (found.kind === "failed") return reportGithubFailure(runner, "the request for the pull request", found);
  if (found.pull.state !== "closed") return skip(runner, `pull request ${found.number} is open`);
  const records = await findRecords(run, github, found.pull);
  const rowIds = await closeRows(run, github, { pullNumber: found.number, authorIds: records.creatorIds });
  const recordIds = [...new Set([...rowIds, ...records.recordIds])];
  const retired = inputs.deploymentRecord ? await retire(run, github, recordIds) : 0;
  writeOutputs(runner, { status: "closed", retired: String(retired) });
  const text = `Pull request ${found.number} is closed; ${retired} deployment records are now inactive.`;
  annotate(runner, { level: "info", title: "Closed", text });
  runner.appendSummary(markdown`### Previews closed\n\n${text}\n`);
}

async function findRecords(
  { runner, inputs, clock, signal }: Run,
  github: Github,
  { number: pullNumber, createdMs }: NamedPull,
): Promise<Omit<PullRecords, "kind">> {
  const none = { recordIds: [], creatorIds: [] };
  if (!inputs.deploymentRecord) return none;
  const of = { environment: inputs.environment, pullNumber, createdMs };
  const found = await findPullRecords(github, of, { clock, signal });
  if (found.kind === "done") return found;
  reportGithubFailure(runner, "the search for the deployment records", found);
  return none;
}

/**
 * Marks the rows of the comment as closed. Its author is the workflow's own bot, an account that opened deployments of
 * this pull request for us, or the account of the token in use: nobody else can be any of them.
 * @returns The records that the rows name.
 */
async function closeRows(
  { runner, inputs, trigger, clock, signal }: Run,
  github: Github,
  { pullNumber, authorIds }: { readonly pullNumber: number; readonly authorIds: readonly number[] },
): Promise<readonly number[]> {
  if (inputs.comment === "off") return [];
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const run = { runId, runAttempt, runUrl };
  const place = { pullNumber, group: inputs.commentGroup, run, secrets: runner.secrets() };
  let outcome = await closeComment(github, { ...place, authorIds }, { clock, signal });
  if (outcome.kind === "skipped" && (outcome.strangers ?? []).length > 0) {
    const viewerId = await readViewer(github, { clock, signal });
    if (viewerId !== undefined) {
      outcome = await closeComment(github, { ...place, authorIds: [...authorIds, viewerId] }, { clock, signal });
    }
  }
  if (outcome.kind === "failed") reportGithubFailure(runner, "the comment", outcome);
  if (outcome.kind === "skipped") warnOfStrangers(runner, outcome.strangers ?? []);
  if (outcome.kind !== "done") return [];
  writeOutputs(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
  return outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
}

const VIEWER = "query { viewer { databaseId } }";

/** Reads whose token this is. GitHub's REST API tells it to people only, GraphQL to apps and workflows as well. */
async function readViewer(github: Github, context: CallContext): Promise<number | undefined> {
  const request = { doing: "read the account of the token", reads: true };
  const read = await call<unknown>(github, request, context, async (_, { request }) => ({
    data: await github.octokit.graphql<unknown>(VIEWER, { request }),
  }));
  return read.kind === "done" ? numberAt(read.data, "viewer", "databaseId") : undefined;
}

function warnOfStrangers(runner: Runner, strangers: readonly string[]): void {
  if (strangers.length === 0) return;
  const text =
    `The comment of ${[...new Set(strangers)].join(", ")} on this pull request was left as it is: ` +
    "nothing shows that a run of this repository wrote it. Give this step the 'github-token' of the preview action.";
  annotate(runner, { level: "warning", title: "A comment was not changed", text });
}

async function retire({ runner, clock, signal }: Run, github: Github, recordIds: readonly number[]): Promise<number> {
  const { retired, left } = await retireRecords(github, recordIds, { clock, signal });
  if (left !== undefined) {
    const reason = `${left.count} of ${recordIds.length} deployment records may still be active. ${left.failure.reason}`;
    reportGithubFailure(runner, "the end of the deployment records", { ...left.failure, reason });
  }
  return retired;
}

function skip(runner: Runner, reason: string): void {
  writeOutputs(runner, { status: "skipped" });
  annotate(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${reason}.` });
}
