import { createClient } from "@greenroom/client/client";
import type { ClientSettings } from "@greenroom/client/transport";
import { timeoutSignal } from "@greenroom/contract/clock";
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
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { hasIdentity, runToken } from "../keyless.ts";
import { annotate, invalidInputs, type Unsent, writeOutputs, writeReport } from "../messages.ts";
import { readInputs, USER_AGENT } from "./inputs.ts";
import type { ApprovalRequest, Outcome, RunState } from "./outcome.ts";
import { describePlan, makePlan, secretlessReason } from "./plan.ts";
import type { PostState } from "./post.ts";
import { release, type ReleaseContext } from "./release.ts";
import { headline, outputsOf, report } from "./report.ts";
import { createReporter } from "./reporter.ts";

export function runProduction(process: ActionProcess): Promise<void> {
  return runAction(process, "Release", production);
}

/** @returns Why nothing was sent; undefined when the run has reported its end. */
async function production({ runner, env, event: trigger, stop }: Start): Promise<Unsent | undefined> {
  const secretless = secretlessReason(trigger, runner.input("token") !== "");
  if (secretless !== undefined) return secretless;
  const read = readInputs(runner.input, hasIdentity(env));
  if (read.kind === "invalid") return invalidInputs(read.problems);
  const { inputs } = read;
  const plan = makePlan(trigger, inputs);
  if (plan.kind !== "release") return plan;
  const { wanted } = plan;
  if (inputs.dryRun) {
    printDryRun(runner, describePlan(wanted, inputs, trigger));
    return undefined;
  }
  const token = runToken(inputs, env, runner);
  await releaseAndReport({ runner, token, trigger, inputs, wanted, stop });
  return undefined;
}

interface Run extends Pick<ReleaseContext, "inputs" | "wanted" | "stop"> {
  readonly runner: Runner;
  readonly token: ClientSettings["token"];
  readonly trigger: Trigger;
}

/** Longest time for showing the request on the pull request; the wait for approval follows. */
const ANNOUNCE_MS = 30_000;

async function releaseAndReport(run: Run): Promise<void> {
  const { runner, inputs, token, stop } = run;
  const { baseUrl, site, onPending } = inputs;
  const client = createClient({ baseUrl, token, userAgent: USER_AGENT });
  const reporter = createReporter(run);
  let state: RunState = { site, onPending, nowMs: Date.now() };
  const onKnown = (known: Partial<RunState>): void => {
    state = { ...state, ...known };
    if (state.source !== undefined) writeOutputs(runner, { "source-deployment-id": state.source.id });
  };
  const onRequested = async (request: ApprovalRequest): Promise<void> => {
    const pending: Outcome = { kind: "approval_pending", request };
    writeOutputs(runner, outputsOf(pending, state));
    saveRequest(runner, state, request);
    if (inputs.waitMs === 0) return;
    annotate(runner, { ...headline(pending, state), level: "notice" });
    await reporter.report(pending, state, timeoutSignal(ANNOUNCE_MS, stop));
  };

  const outcome = await release({ ...run, client, reviewedSha: reporter.reviewedSha, onKnown, onRequested });

  using time = reportTimeLimit(Infinity, stop);
  writeReport(runner, report(outcome, state));
  await reporter.report(outcome, state, time.signal);
  // A canceled run had too little time for GitHub; the post step has more.
  if (!(stop.aborted && time.signal.aborted)) markFinished(runner);
}

function saveRequest(
  runner: Runner,
  { site, siteId, source, previewUrl, current }: RunState,
  request: ApprovalRequest,
): void {
  if (siteId === undefined || source === undefined) return;
  const { url, requestId, prepared, requestedBy, expiresAt } = request;
  const saved = {
    site,
    siteId,
    source: keptOf(source),
    previewUrl,
    live: current?.live && keptOf(current.live),
    request: { url, requestId, prepared, requestedBy, expiresAt },
  };
  savePostState(runner, saved satisfies PostState);
}
