import { createClient, type Client, type Clock, systemClock } from "@greenroom/client";
import type { Runner } from "../github/runner.ts";
import { type Trigger, readTrigger } from "../github/trigger.ts";
import type { InputProblem } from "../fields.ts";
import type { Host } from "../host.ts";
import { saveSettled } from "../left-behind.ts";
import { reportTime } from "../report-time.ts";
import { internalFailure, startRunner } from "../start.ts";
import { listenForStop } from "../stop.ts";
import { tell, writeOutputs } from "../telling.ts";
import { describeDryRun } from "./dry-run.ts";
import { type Facts, NO_FACTS } from "./facts.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { saveAsked } from "./left-behind.ts";
import type { Outcome } from "./outcome.ts";
import { outputsOf } from "./outputs.ts";
import { makePlan, secretlessReason, type Wanted } from "./plan.ts";
import { createReporter } from "./publish.ts";
import { release, type ReleaseListener } from "./release.ts";
import { report } from "./report.ts";

/** Longest time for telling GitHub that a person was asked; the wait for the decision goes on beside nothing else. */
const ANNOUNCE_MS = 30_000;
/** How the service sees the action in its log. */
export const USER_AGENT = "greenroom-production-action";

/**
 * Runs the production action: finds what is to go live, asks for a person's approval, tells, and waits if it is told to.
 * @param host The process; its exit status is set, its end is its own.
 */
export async function runProduction(host: Host): Promise<void> {
  const runner = startRunner();
  try {
    await decide(host, runner);
  } catch (error) {
    const failure = internalFailure(error);
    conclude(runner, { kind: "lost", asked: undefined, failure }, NO_FACTS);
  }
}

async function decide(host: Host, runner: Runner): Promise<void> {
  const trigger = readTrigger(host.env, runner.eventPayload());
  const secretless = secretlessReason(trigger, runner.input("token") !== "");
  if (secretless !== undefined) return conclude(runner, { kind: "skipped", reason: secretless }, NO_FACTS);
  const read = readInputs((name) => runner.input(name));
  if (read.kind === "invalid") return endInvalid(runner, read.problems);
  const plan = makePlan(trigger, read.inputs);
  if (plan.kind === "skip") return conclude(runner, { kind: "skipped", reason: plan.reason }, NO_FACTS);
  const { inputs } = read;
  const { wanted } = plan;
  if (inputs.dryRun) return describeDryRun(runner, { wanted, inputs, trigger });
  using stop = listenForStop(host);
  await releaseOnce({ runner, trigger, inputs, wanted, stop: stop.signal, clock: systemClock });
}

interface Run {
  readonly runner: Runner;
  readonly trigger: Trigger;
  readonly inputs: Inputs;
  readonly wanted: Wanted;
  readonly stop: AbortSignal;
  readonly clock: Clock;
}

async function releaseOnce(run: Run): Promise<void> {
  const { runner, inputs, clock, stop } = run;
  const client: Client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT, clock });
  const reporter = createReporter(run);
  let facts: Facts = { ...NO_FACTS, site: inputs.site, onPending: inputs.onPending, nowMs: clock.now() };
  const listener: ReleaseListener = {
    onKnown: (known) => {
      facts = { ...facts, ...known };
      writeOutputs(runner, outputsFrom(facts));
    },
    onAsked: async (asked) => {
      const pending: Outcome = { kind: "approval_pending", asked };
      writeOutputs(runner, outputsOf(pending, facts));
      saveAsked(runner, facts, asked);
      if (inputs.waitMs === 0) return;
      tell(runner, { ...report(pending, facts).headline, level: "notice" }, []);
      await reporter.tell(pending, facts, AbortSignal.any([stop, AbortSignal.timeout(ANNOUNCE_MS)]));
    },
  };
  const outcome = await release({ ...run, client, pulls: reporter.pulls, listener });
  using time = reportTime(0, stop);
  conclude(runner, outcome, facts);
  await reporter.tell(outcome, facts, time.signal);
  // A canceled run had too little time for GitHub; the post step has more.
  if (!(stop.aborted && time.signal.aborted)) saveSettled(runner);
}

function outputsFrom({ source }: Facts): Readonly<Record<string, string>> {
  return source === undefined ? {} : { "source-deployment-id": source.id };
}

function conclude(runner: Runner, outcome: Outcome, facts: Facts): void {
  const told = report(outcome, facts);
  writeOutputs(runner, told.outputs);
  tell(runner, told.headline, []);
  runner.appendSummary(told.summary);
  if (told.conclusion === "fail") runner.fail();
}

function endInvalid(runner: Runner, problems: readonly InputProblem[]): void {
  const message = problems.map(({ sentence }) => sentence).join(" ");
  conclude(runner, { kind: "refused", failure: { code: "invalid_input", message, hint: "" } }, NO_FACTS);
}
