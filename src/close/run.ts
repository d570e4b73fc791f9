import { type Clock, systemClock } from "@greenroom/contract/clock";
import { closeComment } from "../github/comment/upsert.ts";
import { retireRecords } from "../github/deployment-record.ts";
import type { Github } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import type { Runner } from "../github/runner.ts";
import { type Trigger, readTrigger } from "../github/trigger.ts";
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
  const recordIds = await closeRows(run, github, found.number);
  const retired = inputs.deploymentRecord ? await retire(run, { github, pullNumber: found.number, recordIds }) : 0;
  writeOutputs(runner, { status: "closed", retired: String(retired) });
  const text = `Pull request ${found.number} is closed; ${retired} deployment records are now inactive.`;
  annotate(runner, { level: "info", title: "Closed", text });
  runner.appendSummary(markdown`### Previews closed\n\n${text}\n`);
}

/** @returns The records that the rows name; undefined when no rows were read. */
async function closeRows(run: Run, github: Github, pullNumber: number): Promise<readonly number[] | undefined> {
  const { runner, inputs, trigger, clock, signal } = run;
  if (inputs.comment === "off") return undefined;
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const place = {
    pullNumber,
    group: inputs.commentGroup,
    run: { runId, runAttempt, runUrl },
    secrets: runner.secrets(),
  };
  const outcome = await closeComment(github, place, { clock, signal });
  if (outcome.kind === "failed") reportGithubFailure(runner, "the comment", outcome);
  if (outcome.kind !== "done") return undefined;
  writeOutputs(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
  const recordIds = outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
  return recordIds.length === 0 ? undefined : recordIds;
}

interface Records {
  readonly github: Github;
  readonly pullNumber: number;
  readonly recordIds: readonly number[] | undefined;
}

async function retire({ runner, inputs, clock, signal }: Run, records: Records): Promise<number> {
  const { github, pullNumber, recordIds } = records;
  const retiring = recordIds === undefined ? { environment: inputs.environment, pullNumber } : { recordIds };
  const outcome = await retireRecords(github, retiring, { clock, signal });
  if (outcome.kind === "done") return outcome.retired;
  reportGithubFailure(runner, "the end of the deployment records", outcome);
  return 0;
}

function skip(runner: Runner, reason: string): void {
  writeOutputs(runner, { status: "skipped" });
  annotate(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${reason}.` });
}
