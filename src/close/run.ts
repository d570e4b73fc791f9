import { resolveSite } from "@greenroom/client/create";
import { createDeployClient } from "@greenroom/client/deploy-client";
import { ClientError } from "@greenroom/client/errors";
import { systemClock } from "@greenroom/contract/clock";
import { type ActionProcess, reportTimeLimit, runAction } from "../action-process.ts";
import { commentOutputs, upsertComment } from "../github/comment/upsert.ts";
import { retireRecords } from "../github/deployment-record.ts";
import { warnOfFailure } from "../github/failure.ts";
import { call, type CallContext, type Github, githubOnce } from "../github/octokit.ts";
import { at, numberAt } from "../github/payload.ts";
import { findPull } from "../github/pull.ts";
import type { Runner } from "../github/runner.ts";
import type { NamedPull, Trigger } from "../github/trigger.ts";
import { markdown } from "../github/untrusted-text.ts";
import { type ConnectionInputs, InputReader, readConnection, readReporting, type ReportingInputs } from "../inputs.ts";
import { hasIdentity, runToken } from "../keyless.ts";
import {
  annotate,
  failureOf,
  failureText,
  internalFailure,
  invalidInputs,
  sentences,
  writeOutputs,
} from "../messages.ts";
import { findPullRecords, type PullRecords } from "./records.ts";

/** Longest time for the service, milliseconds: GitHub's part comes after it. */
const SERVICE_LIMIT_MS = 20_000;

const USER_AGENT = "greenroom-close-action";

/** Without a service only the comment and the GitHub deployments are closed; no failure of either fails the job. */
export function runClose(process: ActionProcess): Promise<void> {
  return runAction(process, "Close", async ({ runner, env, event: trigger, stop }) => {
    const reader = new InputReader(runner.input);
    const inputs = readReporting(reader, { commentGroup: "previews", environment: "preview" });
    const service = readService(reader, hasIdentity(env));
    if (reader.problems.length > 0) return invalidInputs(reader.problems);
    using time = reportTimeLimit(Infinity, stop);
    await close({ runner, inputs, service, env, trigger, calls: { clock: systemClock, signal: time.signal } });
    return undefined;
  });
}

/** @returns Undefined without a service, and where the run has no token: that of a fork. */
function readService(reader: InputReader, identity: boolean): ConnectionInputs | undefined {
  const wanted = reader.flag("remove-previews", true);
  if (!wanted || reader.text("base-url") === "" || (reader.text("token") === "" && !identity)) return undefined;
  return readConnection(reader, identity);
}

interface Run {
  readonly runner: Runner;
  readonly inputs: ReportingInputs;
  readonly service: ConnectionInputs | undefined;
  readonly env: ActionProcess["env"];
  readonly trigger: Trigger;
  readonly calls: CallContext;
}

async function close(run: Run): Promise<void> {
  const { runner, inputs, trigger, calls } = run;
  if (inputs.githubToken === undefined) return skip(runner, "the input 'github-token' is empty");
  const github = await githubOnce(runner, inputs, trigger)();
  const found = await findPull(github, trigger, { ...calls, pullNumber: inputs.pullNumber });
  if (found.kind === "none") {
    // An event that cannot be read may have been that of a pull request.
    return skip(runner, sentences([found.reason, ...trigger.problems]).replace(/\.$/, ""), trigger.problems.length > 0);
  }
  if (found.kind === "failed") {
    return warnOfFailure(run, "the request for the pull request", found);
  }
  if (found.pull.state !== "closed") return skip(runner, `pull request ${found.pull.number} is open`);
  const previews = await removePreviews(run, found.pull.number);
  const records = await findRecords(run, github, found.pull);
  const rowIds = await closeRows(run, github, { pullNumber: found.pull.number, authorIds: records.creatorIds });
  const recordIds = [...new Set([...rowIds, ...records.recordIds])];
  const retired = inputs.deploymentRecord ? await retire(run, github, recordIds) : 0;
  writeOutputs(runner, { status: "closed", retired: String(retired) });
  const noun = retired === 1 ? "record is" : "records are";
  const ended = trigger.forge === "gitea" ? "" : `; ${retired} deployment ${noun} now inactive`;
  const text = sentences([`Pull request ${found.pull.number} is closed${ended}`, previews]);
  annotate(runner, { level: "info", title: "Closed", text });
  runner.appendSummary(markdown`### Previews closed\n\n${text}\n`);
}

/** @returns What becomes of them, as a sentence; the service keeps the time of grace. */
async function removePreviews({ runner, service, env, calls }: Run, pullNumber: number): Promise<string> {
  if (service === undefined) return "";
  const { baseUrl, site } = service;
  const token = runToken(service, env, runner);
  const client = createDeployClient({ baseUrl, token, userAgent: USER_AGENT });
  const call = { signal: calls.signal, deadlineAt: systemClock.monotonic() + SERVICE_LIMIT_MS };
  try {
    const { id } = await resolveSite(client, site, call);
    const { previews, removeAt } = await client.deployments.closePullRequest(id, pullNumber, call);
    const at = Date.parse(removeAt);
    if (Number.isNaN(at)) return "";
    const time = new Date(at).toISOString();
    writeOutputs(runner, { "remove-at": time });
    const count = previews === 1 ? "1 preview" : `${previews} previews`;
    return `${count} will be removed after ${time}, unless the pull request is deployed again before`;
  } catch (error) {
    const failure = failureText(error instanceof ClientError ? failureOf(error) : internalFailure(error));
    const text = `The service does not know that pull request ${pullNumber} is closed. ${failure} Re-run this job; until then the previews stay, unless the site lets them expire.`;
    annotate(runner, { level: "warning", title: "Previews were not removed", text });
    return "";
  }
}

async function findRecords(
  run: Run,
  github: Github,
  { number: pullNumber, createdMs }: NamedPull,
): Promise<Omit<PullRecords, "kind">> {
  const { inputs, calls } = run;
  const none = { recordIds: [], creatorIds: [] };
  if (!inputs.deploymentRecord || github.forge === "gitea") return none;
  const of = { environment: inputs.environment, pullNumber, createdMs };
  const found = await findPullRecords(github, of, calls);
  if (found.kind === "done") return found;
  warnOfFailure(run, "the search for the deployment records", found);
  return none;
}

/**
 * The author of the comment is the workflow's own bot, an account that opened deployments of this pull request for us,
 * or the account of the token in use: no other account can be any of them.
 * @returns The records that the rows name.
 */
async function closeRows(
  run: Run,
  github: Github,
  { pullNumber, authorIds }: { readonly pullNumber: number; readonly authorIds: readonly number[] },
): Promise<readonly number[]> {
  const { runner, inputs, trigger, calls } = run;
  if (inputs.comment === "off") return [];
  const { id: runId, attempt: runAttempt, url: runUrl } = trigger.run;
  const place = { pullNumber, group: inputs.commentGroup, closedBy: { runId, runAttempt, runUrl } };
  let outcome = await upsertComment(github, { ...place, authorIds }, calls);
  if (outcome.kind === "skipped" && (outcome.strangers ?? []).length > 0) {
    const viewerId = await readViewer(github, calls);
    if (viewerId !== undefined) {
      outcome = await upsertComment(github, { ...place, authorIds: [...authorIds, viewerId] }, calls);
    }
  }
  if (outcome.kind === "failed") warnOfFailure(run, "the comment", outcome);
  if (outcome.kind === "skipped") warnOfStrangers(runner, outcome.strangers ?? []);
  if (outcome.kind !== "done") return [];
  writeOutputs(runner, commentOutputs(outcome));
  return outcome.rows.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId]));
}

const VIEWER = "query { viewer { databaseId } }";

/**
 * GitHub's REST API tells whose token it is to people only, GraphQL to apps and workflows as well.
 * @returns Undefined for the token of a job of Gitea, which belongs to no account.
 */
async function readViewer(github: Github, context: CallContext): Promise<number | undefined> {
  const { forge, octokit } = github;
  const reading = { doing: "read the account of the token", repeatable: true };
  const read = await call(github, reading, context, async (_, { request }) =>
    forge === "gitea"
      ? octokit.request("GET /user", { request })
      : { data: at(await octokit.graphql(VIEWER, { request }), "viewer") },
  );
  return read.kind === "done" ? numberAt(read.data, forge === "gitea" ? "id" : "databaseId") : undefined;
}

function warnOfStrangers(runner: Runner, strangers: readonly string[]): void {
  if (strangers.length === 0) return;
  const text =
    `The comment of ${[...new Set(strangers)].join(", ")} on this pull request was left as it is: ` +
    "nothing shows that a run of this repository wrote it. Give this step the 'github-token' of the preview action.";
  annotate(runner, { level: "warning", title: "A comment was not changed", text });
}

async function retire(run: Run, github: Github, recordIds: readonly number[]): Promise<number> {
  const { retired, left } = await retireRecords(github, recordIds, run.calls);
  if (left !== undefined) {
    const reason = `${left.count} of ${recordIds.length} deployment records may still be active. ${left.failure.reason}`;
    warnOfFailure(run, "the end of the deployment records", { ...left.failure, reason });
  }
  return retired;
}

function skip(runner: Runner, reason: string, isFault = false): void {
  writeOutputs(runner, { status: "skipped" });
  annotate(runner, {
    level: isFault ? "warning" : "notice",
    title: "Nothing closed",
    text: `Nothing was closed: ${reason}.`,
  });
}
