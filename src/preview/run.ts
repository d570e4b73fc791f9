import { createDeployClient, type DeployClient } from "@greenroom/client/deploy-client";
import { ClientError } from "@greenroom/client/errors";
import { systemClock, timeoutSignal } from "@greenroom/contract/clock";
import {
  type ActionProcess,
  keptOf,
  markFinished,
  reportTimeLimit,
  runAction,
  savePostState,
  type Start,
} from "../action-process.ts";
import { printDryRun } from "../dry-run.ts";
import type { RowReview } from "../github/comment/review.ts";
import { githubOnce } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { log } from "../github/untrusted-text.ts";
import { hasIdentity, runToken } from "../keyless.ts";
import { failureOf, invalidInputs, sentences, type Unsent, writeOutputs, writeReport } from "../messages.ts";
import { type ApprovalLink, approvalLink } from "../service-url.ts";
import { createBuildLog } from "./build-log.ts";
import { deploy } from "./deploy.ts";
import { type Inputs, readInputs, USER_AGENT } from "./inputs.ts";
import { type Outcome, timings } from "./outcome.ts";
import { type DeployPlan, describePlan, makePlan, type Run, secretlessReason } from "./plan.ts";
import type { PostState } from "./post.ts";
import { report } from "./report.ts";
import { createReporter } from "./reporter.ts";
import { phoneSummary, reviewSummary } from "./summary.ts";

export function runPreview(process: ActionProcess): Promise<void> {
  return runAction(process, "Deployment", preview);
}

/** @returns Why nothing was sent; undefined when the run has reported its end. */
async function preview({ runner, env, event, stop, startedAt }: Start): Promise<Unsent | undefined> {
  const secretless = secretlessReason(event, runner.input("token") !== "");
  if (secretless !== undefined) return secretless;
  const read = readInputs(runner.input, hasIdentity(env));
  if (read.kind === "invalid") return invalidInputs(read.problems);
  const { inputs } = read;
  const trigger = inputs.dryRun ? event : await resolveHeadCommit(runner, event, inputs, stop);
  if ("kind" in trigger) return trigger;
  const made = makePlan(trigger, inputs);
  if (made.kind !== "deploy") return made;
  const deadlineAt = startedAt + inputs.timeoutMs;
  const inTime = timeoutSignal(deadlineAt - systemClock.monotonic(), stop);
  const plan = await addFolder(made, inputs.prebuilt, inTime);
  if (plan.kind !== "deploy") return plan;
  if (inputs.dryRun) {
    printDryRun(runner, describePlan(plan, inputs, trigger));
    return undefined;
  }
  const token = runToken(inputs, env, runner);
  await deployAndReport({ runner, trigger, inputs, token, plan, stop, deadlineAt });
  return undefined;
}

const HEAD_COMMIT_MS = 30_000;

/**
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only
 * here.
 */
async function resolveHeadCommit(
  runner: Runner,
  trigger: Trigger,
  inputs: Inputs,
  stop: AbortSignal,
): Promise<Trigger | Unsent> {
  const { head, pull } = trigger;
  if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined) return trigger;
  const unknown = (message: string, hint: string): Unsent => ({
    kind: "refused",
    failure: { code: "head_commit_unknown", message, hint },
  });
  const subject = `The head commit of pull request ${pull.number} is not known`;
  if (inputs.githubToken === undefined) {
    return unknown(`${subject}: the input 'github-token' is empty`, "Set it, or the input 'commit-sha'.");
  }
  const signal = timeoutSignal(HEAD_COMMIT_MS, stop);
  const found = await findPull(await githubOnce(runner, inputs, trigger)(), trigger, { clock: systemClock, signal });
  if (found.kind !== "found") {
    const permissions = found.kind === "failed" ? found.permissionHint?.slice(1).map((line) => line.trim()) : undefined;
    const hint =
      permissions === undefined
        ? "Check that 'github-token' can read pull requests (pull-requests: read), then re-run the job."
        : `Give the job these permissions: ${permissions.join(", ")}.`;
    return unknown(sentences([subject, found.reason]), hint);
  }
  const { headSha, headBranch, fork } = found.pull;
  return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}

/** What reads folders is loaded only where there is one. */
async function addFolder(
  plan: DeployPlan,
  prebuilt: string | undefined,
  signal: AbortSignal,
): Promise<DeployPlan | Unsent> {
  if (prebuilt === undefined) return plan;
  const { readFolder } = await import("@greenroom/client/folder");
  try {
    const folder = await readFolder(prebuilt, { signal });
    // Its files are part of the request, and so of the key.
    return { ...plan, folder, request: { ...plan.request, prebuilt: folder.prebuilt } };
  } catch (error) {
    if (error instanceof ClientError) return { kind: "refused", failure: failureOf(error) };
    throw error;
  }
}

async function deployAndReport(run: Run): Promise<void> {
  const { runner, inputs, token, trigger, plan, stop, deadlineAt } = run;
  const { commitSha, branch } = plan;
  writeOutputs(runner, { "commit-sha": commitSha });
  const client = createDeployClient({ baseUrl: inputs.baseUrl, token, userAgent: USER_AGENT });
  const buildLog = createBuildLog(inputs.logs, runner);
  const reporter = createReporter({ runner, inputs, trigger });

  const { outcome, facts, accepted, statusTimes } = await deploy({ ...run, client, buildLog, reporter });
  const siteId = facts?.siteId ?? plan.site;
  const approval =
    outcome.kind === "ready" && inputs.approval === "link"
      ? await prepareRelease(run, client, siteId, outcome.deployment.id)
      : undefined;

  if (outcome.kind === "failed") buildLog.printHeld();
  using reportLimit = reportTimeLimit(deadlineAt - systemClock.monotonic(), stop);
  await buildLog.finish(reportLimit.signal);
  const times = timings(outcome.deployment, statusTimes);
  const ending = { outcome, inputs, commitSha, branch, accepted, approval, times, facts, log: buildLog.recent() };
  const final = report({ ...ending, previous: reporter.previous() });
  // Begun first, since people wait for the comment; whatever happens there, the rest of the report is written.
  const reporting = reporter.finish(final, reportLimit.signal);
  writeReport(runner, final);
  const phone = outcome.kind === "ready" ? await phoneSummary(outcome.previewUrl) : undefined;
  if (phone !== undefined) runner.appendSummary(phone);
  writeOutputs(runner, await reporting);
  // What is left for the post step. A canceled run had too little time for GitHub: its state stays, so that the post step
  // reports all of it.
  const isCut = stop.aborted && reportLimit.signal.aborted;
  if (!isCut && reporter.isCheckRunOpen() && facts !== undefined) {
    const deployment = outcome.deployment && keptOf(outcome.deployment);
    savePostState(runner, { facts, deployment, left: "check-run" } satisfies PostState);
  } else if (!isCut) markFinished(runner);

  const review = await waitForReview(run, outcome, siteId);
  if (review === undefined || final.row === undefined || stop.aborted) return;
  const reviewed = { ...final.row, review };
  runner.appendSummary(reviewSummary(review, reviewed.previewUrl));
  using reviewLimit = reportTimeLimit(deadlineAt - systemClock.monotonic(), stop);
  await reporter.amend(reviewed, reviewLimit.signal);
}

async function waitForReview(
  { runner, inputs, token, trigger, stop, deadlineAt }: Run,
  outcome: Outcome,
  siteId: string,
): Promise<RowReview | undefined> {
  if (outcome.kind !== "ready" || inputs.review === "off") return undefined;
  // A service without reviews leaves the field out.
  const { review: status } = outcome.deployment;
  if (status !== "pending" && status !== "ready") return undefined;
  const { awaitReview, BUDGET_MS } = await import("./await-review.ts");
  if (status === "pending") {
    runner.info(
      log`Waiting up to ${BUDGET_MS / 1000} s for the review of its pages; the preview can be opened already.`,
    );
  }
  return awaitReview(
    { baseUrl: inputs.baseUrl, token },
    { siteId, deploymentId: outcome.deployment.id, status, githubUrl: trigger.apiUrl },
    { clock: systemClock, signal: stop, deadlineAt },
  );
}

const APPROVAL_MS = 10_000;

/** No approver is notified of a release that is only prepared. */
async function prepareRelease(
  { inputs, stop }: Run,
  client: DeployClient,
  siteId: string,
  deploymentId: string,
): Promise<ApprovalLink> {
  const signal = timeoutSignal(APPROVAL_MS, stop);
  const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId, intent: "prepare" } as const;
  return approvalLink(inputs, { siteId, deploymentId }, async () => {
    const { requestPublish } = await import("@greenroom/client/publish-tool");
    return requestPublish(client, request, { signal });
  });
}
