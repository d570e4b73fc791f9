import { systemClock } from "@greenroom/contract/clock";
import type { CommentRow } from "../github/comment/data.ts";
import { commentOutputs, upsertComment } from "../github/comment/upsert.ts";
import { createRecordWriter, recordIdOf } from "../github/deployment-record.ts";
import { type GithubSkip, recordName, warnOfFailure } from "../github/failure.ts";
import { call, type CallContext, type Github, githubOnce } from "../github/octokit.ts";
import { textAt } from "../github/payload.ts";
import { type PullOutcome, readPullRequest } from "../github/pull.ts";
import type { Runner } from "../github/runner.ts";
import { type PullHead, readPull, type Trigger } from "../github/trigger.ts";
import { writeOutputs } from "../messages.ts";
import type { Inputs } from "./inputs.ts";
import type { Outcome, RunState } from "./outcome.ts";
import { COMMENT_TEXT, type ReleaseTarget } from "./plan.ts";
import { rowOf } from "./report.ts";

export interface ReporterContext {
  readonly runner: Pick<Runner, "warning" | "setOutput" | "secrets">;
  readonly trigger: Trigger;
  readonly inputs: Inputs;
  readonly wanted: ReleaseTarget;
}

const SKIPPED: GithubSkip = { kind: "skipped", reason: "not wanted" };

/** Never changes the verdict; GitHub's client is loaded on first use. */
export function createReporter(context: ReporterContext) {
  const { runner, trigger, inputs, wanted } = context;
  const github = githubOnce(runner, inputs, trigger);
  const writeRecord = createRecordWriter();
  let pull: ReturnType<typeof findReleasePull> | undefined;
  let knownId: number | undefined;
  return {
    /** Head of the pull request that was merged as the wanted commit; undefined when GitHub knows none. */
    reviewedSha: async (signal: AbortSignal): Promise<string | undefined> => {
      if (wanted.kind === "named") return undefined;
      pull ??= findReleasePull(context, github, { sha: wanted.sha, signal });
      return (await pull)?.headSha;
    },
    /** @param signal Aborts when GitHub has had its time. */
    async report(outcome: Outcome, state: RunState, signal: AbortSignal): Promise<void> {
      const { source } = state;
      const row = rowOf(outcome, state, trigger.run);
      if (row === undefined || source === undefined || inputs.githubToken === undefined) return;
      if (inputs.comment === "off" && !inputs.deploymentRecord) return;
      const opened = await github();
      const calls = { clock: systemClock, signal };
      // A rollback belongs to the pull request its source came from, not to that of the newest commit.
      const sha = wanted.kind === "commit" ? wanted.sha : (source.commitSha ?? undefined);
      if (inputs.comment !== "off") pull ??= findReleasePull(context, github, { sha, signal });
      const pullNumber = inputs.comment === "off" ? undefined : (await pull)?.number;
      // The service finds the record again by the source.
      const found = { environment: inputs.environment, sourceDeploymentId: source.id, pullNumber };
      const opening = { ...openingOf(row), ...found };
      const hasRecord = inputs.deploymentRecord && row.commitSha !== "";
      const record = hasRecord ? await writeRecord(opened, { opening, row }, calls) : SKIPPED;
      const recordId = recordIdOf(record);
      const write = { ...placeOf(inputs), row: { ...row, recordId }, knownId };
      const comment = pullNumber === undefined ? SKIPPED : await upsertComment(opened, { ...write, pullNumber }, calls);
      if (comment.kind === "done") knownId = comment.commentId;
      writeOutputs(runner, { ...commentOutputs(comment), "github-deployment-id": recordId?.toString() });
      if (record.kind === "failed") warnOfFailure(context, recordName(trigger.forge), record);
      if (comment.kind === "failed") warnOfFailure(context, "the comment", comment);
    },
  };
}

function placeOf({ commentGroup, comment, token }: Inputs) {
  return { group: commentGroup, recreate: comment === "recreate", template: COMMENT_TEXT, proofKey: token };
}

function openingOf({ commitSha: sha, siteId, runId, runAttempt }: CommentRow) {
  const description = "The release is waiting for approval";
  return { sha, siteId, runId, runAttempt, production: true, description };
}

/** @returns Undefined when there is none, and when GitHub fails, which is a warning. */
async function findReleasePull(
  context: ReporterContext,
  github: () => Promise<Github>,
  { sha, signal }: { readonly sha: string | undefined; readonly signal: AbortSignal },
): Promise<Pick<PullHead, "number" | "headSha"> | undefined> {
  const { trigger, inputs, wanted } = context;
  const { pullNumber } = inputs;
  const named = trigger.pull?.kind === "named" && wanted.kind === "commit" ? trigger.pull : undefined;
  if (pullNumber === undefined && named?.merged === true && trigger.head !== null) {
    return { number: named.number, headSha: trigger.head.sha };
  }
  if (inputs.githubToken === undefined || (pullNumber === undefined && sha === undefined)) return undefined;
  const calls = { clock: systemClock, signal };
  const opened = await github();
  const found =
    pullNumber === undefined
      ? await findMerged(opened, sha ?? "", calls)
      : await readPullRequest(opened, pullNumber, calls);
  if (found.kind === "failed") warnOfFailure(context, "the search for the pull request", found);
  return found.kind === "found" ? found.pull : undefined;
}

/** The one that was merged as the commit, squashed or not, or whose head it was. */
async function findMerged(github: Github, sha: string, context: CallContext): Promise<PullOutcome> {
  const { forge, octokit } = github;
  const request = { doing: "find the merged pull request", repeatable: true };
  const read = await call(github, request, context, (rest, parameters) =>
    forge === "gitea"
      ? octokit.request("GET /repos/{owner}/{repo}/commits/{sha}/pull", { ...parameters, sha })
      : rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: sha }),
  );
  if (read.kind === "failed" && !isUnknownCommit(read.status)) return read;
  const [newest] = [read.kind === "failed" ? [] : read.data]
    .flat()
    .flatMap((value: unknown) => {
      const pull = readPull(value);
      const fits = pull?.merged === true && (textAt(value, "merge_commit_sha") === sha || pull.headSha === sha);
      return fits ? [pull] : [];
    })
    .toSorted((one, other) => other.number - one.number);
  if (newest === undefined) return { kind: "none", reason: `No pull request was merged as ${sha.slice(0, 7)}.` };
  return { kind: "found", pull: newest };
}

function isUnknownCommit(status: number | undefined): boolean {
  return status === 404 || status === 409 || status === 422;
}
