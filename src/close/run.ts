import { type Clock, systemClock } from "@greenroom/client";
import { closeComment } from "../github/comment/upsert.ts";
import { findPull } from "../github/pull.ts";
import { retireRecords } from "../github/deployment-record.ts";
import { createGithub, type Github } from "../github/octokit.ts";
import type { Runner } from "../github/runner.ts";
import { markdown } from "../github/untrusted-text.ts";
import { type Trigger, readTrigger } from "../github/trigger.ts";
import { createFields } from "../fields.ts";
import { warnOfGithub } from "../github-trouble.ts";
import type { Host } from "../host.ts";
import { readReporting, type Reporting } from "../reporting.ts";
import { reportTime } from "../report-time.ts";
import { startRunner } from "../start.ts";
import { listenForStop } from "../stop.ts";
import { tell, writeOutputs } from "../telling.ts";

/** Longest time for all of it, milliseconds: nothing is built, only GitHub is told. */
const LIMIT_MS = 60_000;

/**
 * Runs the close action: says on the pull request's comment that it is closed, and turns its GitHub deployments inactive.
 * It asks no service and needs no token of one.
 * @param host The process; GitHub's trouble never makes the job fail.
 */
export async function runClose(host: Host): Promise<void> {
  const runner = startRunner();
  const fields = createFields((name) => runner.input(name), ["github-token"]);
  const inputs = readReporting(fields, { commentGroup: "previews", environment: "preview" });
  if (fields.problems.length > 0) {
    tell(
      runner,
      { level: "error", title: "Wrong input", text: fields.problems.map((one) => one.sentence).join(" ") },
      [],
    );
    return runner.fail();
  }
  const trigger = readTrigger(host.env, runner.eventPayload());
  using stop = listenForStop(host);
  using time = reportTime(LIMIT_MS, stop.signal);
  await close({ runner, inputs, trigger, clock: systemClock, signal: time.signal });
}

interface Close {
  readonly runner: Runner;
  readonly inputs: Reporting;
  readonly trigger: Trigger;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function close(work: Close): Promise<void> {
  const { runner, inputs, trigger, clock, signal } = work;
  if (inputs.githubToken === undefined) return skip(runner, "the input 'github-token' is empty");
  const { apiUrl, repository } = trigger;
  const github = await createGithub({ token: inputs.githubToken, apiUrl, repository });
  const given = inputs.pullNumber === undefined ? {} : { pullNumber: inputs.pullNumber };
  const found = await findPull(github, trigger, { clock, signal, ...given });
  if (found.kind === "none") return skip(runner, found.reason.replace(/\.$/, ""));
  if (found.kind === "failed") return warnOfGithub(runner, "the question for the pull request", found);
  if (found.pull.state !== "closed") return skip(runner, `pull request ${found.number} is open`);
  const recordIds = await closeRows(work, github, found.number);
  const retired = inputs.deploymentRecord ? await retire(work, { github, pullNumber: found.number, recordIds }) : 0;
  writeOutputs(runner, { status: "closed", retired: String(retired) });
  const text = `Pull request ${found.number} is closed; ${retired} deployment records turned inactive.`;
  tell(runner, { level: "info", title: "Closed", text }, []);
  runner.appendSummary(markdown`### Previews closed\n\n${text}\n`);
}

/** Gives the records the rows name; undefined when no rows were read. */
async function closeRows(work: Close, github: Github, pullNumber: number): Promise<readonly number[] | undefined> {
  const { runner, inputs, trigger, clock, signal } = work;
  if (inputs.comment === "off") return undefined;
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const run = { runId, runAttempt, runUrl };
  const place = { pullNumber, group: inputs.commentGroup, run, secrets: runner.secrets() };
  const outcome = await closeComment(github, place, { clock, signal });
  if (outcome.kind === "failed") warnOfGithub(runner, "the comment", outcome);
  if (outcome.kind !== "done") return undefined;
  writeOutputs(runner, { "comment-id": String(outcome.commentId), "comment-url": outcome.commentUrl });
  const recordIds = outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
  return recordIds.length === 0 ? undefined : recordIds;
}

interface Retiring {
  readonly github: Github;
  readonly pullNumber: number;
  readonly recordIds: readonly number[] | undefined;
}

async function retire({ runner, inputs, clock, signal }: Close, what: Retiring): Promise<number> {
  const { github, pullNumber, recordIds } = what;
  const retiring = recordIds === undefined ? { environment: inputs.environment, pullNumber } : { recordIds };
  const outcome = await retireRecords(github, retiring, { clock, signal });
  if (outcome.kind === "done") return outcome.retired;
  warnOfGithub(runner, "the end of the deployment records", outcome);
  return 0;
}

function skip(runner: Runner, why: string): void {
  writeOutputs(runner, { status: "skipped" });
  tell(runner, { level: "notice", title: "Nothing closed", text: `Nothing was closed: ${why}.` }, []);
}
