import { type Client, type Clock, createClient, systemClock } from "@greenroom/client";
import type { Runner } from "../github/runner.ts";
import type { MarkdownText } from "../github/untrusted-text.ts";
import { type Trigger, readTrigger } from "../github/trigger.ts";
import { type ApprovalLink, approvalLink } from "../approval-link.ts";
import type { InputProblem } from "../fields.ts";
import type { Host } from "../host.ts";
import { saveSettled } from "../left-behind.ts";
import { reportTime } from "../report-time.ts";
import { internalFailure, startRunner } from "../start.ts";
import { listenForStop } from "../stop.ts";
import { writeOutputs } from "../telling.ts";
import { type BuildLog, createBuildLog } from "./build-log.ts";
import { conclude } from "./conclude.ts";
import { deploy } from "./deploy.ts";
import { describeDryRun } from "./dry-run.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { withHead } from "./late-head.ts";
import { createRunnerLog, type RunnerLog } from "./log-sink.ts";
import { deploymentOf, type Outcome } from "./outcome.ts";
import { makePlan, type Plan, secretlessReason, type SkipReason } from "./plan.ts";
import { createProgress, type Progress } from "./progress.ts";
import { createReporter, type Reporter } from "./publish.ts";
import { type Ending, report } from "./report.ts";
import { timings } from "./timings.ts";

const APPROVAL_MS = 10_000;
/** How the service sees the action in its log. */
export const USER_AGENT = "greenroom-preview-action";

/**
 * Runs the preview action: reads what started it, deploys, follows, tells.
 * @param host The process; its exit status is set, its end is its own.
 */
export async function runPreview(host: Host): Promise<void> {
  const startedAt = systemClock.monotonic();
  const runner = startRunner();
  try {
    await decide(host, runner, startedAt);
  } catch (error) {
    // A fault of ours is told like any other end; what was known before stays in the outputs.
    const failure = internalFailure(error);
    conclude(runner, report(unsent({ kind: "lost", deployment: undefined, failure })), []);
  }
}

async function decide(host: Host, runner: Runner, startedAt: number): Promise<void> {
  const event = readTrigger(host.env, runner.eventPayload());
  const secretless = secretlessReason(event, runner.input("token") !== "");
  if (secretless !== undefined) return endSkipped(runner, secretless);
  const read = readInputs((name) => runner.input(name));
  if (read.kind === "invalid") return endInvalid(runner, read.problems);
  const { inputs } = read;
  using stop = listenForStop(host);
  const clock = systemClock;
  const trigger = inputs.dryRun ? event : await withHead(event, inputs, { clock, stop: stop.signal });
  const plan = makePlan(trigger, inputs);
  if (plan.kind === "skip") return endSkipped(runner, plan.reason);
  if (inputs.dryRun) return describeDryRun(runner, { plan, inputs, trigger });
  await previewOnce({
    runner,
    trigger,
    inputs,
    plan,
    clock,
    stop: stop.signal,
    deadlineAt: startedAt + inputs.timeoutMs,
  });
}

/** What a run that deploys is made of. */
interface Run {
  readonly runner: Runner;
  readonly trigger: Trigger;
  readonly inputs: Inputs;
  readonly plan: Extract<Plan, { kind: "deploy" }>;
  readonly stop: AbortSignal;
  readonly deadlineAt: number;
  readonly clock: Clock;
}

async function previewOnce(run: Run): Promise<void> {
  const { runner, inputs, plan, trigger, clock } = run;
  const client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT, clock });
  const sink = createRunnerLog(runner);
  const log = createBuildLog(inputs.logs, sink);
  const reporter = createReporter({ runner, inputs, trigger, clock });
  const progress = createProgress({ runner, reporter, trigger, site: plan.site, commitSha: plan.commitSha });
  writeOutputs(runner, { "commit-sha": plan.commitSha });
  const { listener } = progress;
  const tools = { client, clock, log, logReady: sink.ready, listener, stop: run.stop, deadlineAt: run.deadlineAt };
  const outcome = await deploy(plan, inputs, tools);
  const [approval, qr] = await Promise.all([
    linkFor(outcome, { client, siteId: progress.known().row?.siteId ?? plan.site }, run),
    draw(outcome),
  ]);
  await finish(run, { outcome, approval, qr, progress, reporter, log, sink });
}

interface Finish {
  readonly outcome: Outcome;
  readonly approval: ApprovalLink;
  readonly qr: MarkdownText | undefined;
  readonly progress: Progress;
  readonly reporter: Reporter;
  readonly log: BuildLog;
  readonly sink: RunnerLog;
}

async function finish(run: Run, { outcome, approval, qr, progress, reporter, log, sink }: Finish): Promise<void> {
  const { runner, inputs, plan, clock, deadlineAt } = run;
  if (outcome.kind === "failed") log.failed();
  using time = reportTime(deadlineAt - clock.monotonic(), run.stop);
  await sink.finish(time.signal);
  const { accepted, row, statusTimes } = progress.known();
  const told = report({
    outcome,
    inputs,
    commitSha: plan.commitSha,
    branch: plan.branch,
    accepted,
    approval,
    times: timings(deploymentOf(outcome) ?? {}, statusTimes),
    previous: reporter.previous(),
    qr,
    logTail: log.tail(),
    row,
  });
  // Before GitHub is waited for: whatever happens there, this much is known.
  conclude(runner, told, outcome.kind === "failed" ? log.recent() : []);
  writeOutputs(runner, await reporter.settle(told.row, time.signal));
  // A canceled run had too little time for GitHub; the post step has more.
  if (!(run.stop.aborted && time.signal.aborted)) saveSettled(runner);
}

/** Draws the address while the service is asked for the link, since either takes as long as the other. */
async function draw(outcome: Outcome): Promise<MarkdownText | undefined> {
  if (outcome.kind !== "ready") return undefined;
  const { qrCode } = await import("./qr.ts");
  // The request for the link leaves first.
  await new Promise((resolve) => setImmediate(resolve));
  return qrCode(outcome.previewUrl);
}

async function linkFor(
  outcome: Outcome,
  { client, siteId }: { readonly client: Client; readonly siteId: string },
  { inputs, stop }: Run,
): Promise<ApprovalLink> {
  if (outcome.kind !== "ready") return { kind: "off" };
  const deploymentId = outcome.deployment.id;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(APPROVAL_MS)]);
  const request = { mcpUrl: inputs.mcpUrl, siteId, sourceDeploymentId: deploymentId };
  return approvalLink(inputs, { siteId, deploymentId }, async () => {
    const { requestPublish } = await import("@greenroom/client/mcp");
    return requestPublish(client, request, { signal });
  });
}

function endSkipped(runner: Runner, reason: SkipReason): void {
  conclude(runner, report(unsent({ kind: "skipped", reason })), []);
}

function endInvalid(runner: Runner, problems: readonly InputProblem[]): void {
  const message = problems.map(({ sentence }) => sentence).join(" ");
  conclude(runner, report(unsent({ kind: "refused", failure: { code: "invalid_input", message, hint: "" } })), []);
}

function unsent(outcome: Outcome): Ending {
  return {
    outcome,
    inputs: { site: "", timeoutMs: 0, onTimeout: "fail" },
    commitSha: undefined,
    branch: undefined,
    accepted: undefined,
    approval: { kind: "off" },
    times: { queuedSeconds: undefined, buildSeconds: undefined },
    previous: undefined,
    qr: undefined,
    logTail: [],
    row: undefined,
  };
}
