import { createClient, type Client, type Clock, systemClock } from "../../client/index.ts";
import type { Github } from "../../github/rest.ts";
import { createRunner, type Runner } from "../../github/runner.ts";
import { readTrigger, type Trigger } from "../../github/trigger.ts";
import type { InputProblem } from "../fields.ts";
import { warnOfGithub } from "../github-trouble.ts";
import type { Host } from "../host.ts";
import { reportTime } from "../report-time.ts";
import { listenForStop } from "../stop.ts";
import { tell, writeOutputs } from "../telling.ts";
import { announce, type Board } from "./announce.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { createPullFinder, type PullFinder } from "./pull-finder.ts";
import type { Outcome } from "./outcome.ts";
import { makePlan, secretlessReason, type Wanted } from "./plan.ts";
import { release, type ReleaseListener } from "./release.ts";
import { type Facts, outputsOf, report, rowOf } from "./report.ts";

/** Longest time for telling GitHub that a person was asked; the wait for the decision goes on beside nothing else. */
const ANNOUNCE_MS = 30_000;
/** How the service sees the action in its log. */
const USER_AGENT = "greenroom-production-action";

const NO_FACTS: Facts = {
  site: "",
  siteId: undefined,
  source: undefined,
  previewUrl: undefined,
  standing: undefined,
  onPending: "fail",
  nowMs: 0,
};

/**
 * Runs the production action: finds what is to go live, asks for a person's approval, tells, and waits if it is told to.
 * @param host The process; its exit status is set, its end is its own.
 */
export async function runProduction(host: Host): Promise<void> {
  const runner = createRunner({ env: host.env, stdout: host.stdout });
  for (const secret of ["token", "github-token"]) runner.mask(runner.input(secret));
  try {
    await decide(host, runner);
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const failure = { code: "internal_error", message, hint: "Report this to the makers of the action." };
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
  using stop = listenForStop(host);
  await releaseOnce({
    runner,
    trigger,
    inputs: read.inputs,
    wanted: plan.wanted,
    stop: stop.signal,
    clock: systemClock,
  });
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
  const pulls = createPullFinder({ ...run, github: openGithub(run) });
  let facts: Facts = { ...NO_FACTS, site: inputs.site, onPending: inputs.onPending, nowMs: clock.now() };
  let board: Board | undefined;
  const listener: ReleaseListener = {
    onKnown: (known) => {
      facts = { ...facts, ...known };
      writeOutputs(runner, outputsFrom(facts));
    },
    onAsked: async (asked) => {
      const pending: Outcome = { kind: "approval_pending", asked };
      writeOutputs(runner, outputsOf(pending, facts));
      if (inputs.waitMs === 0) return;
      tell(runner, { ...report(pending, facts).headline, level: "notice" }, []);
      const time = AbortSignal.any([stop, AbortSignal.timeout(ANNOUNCE_MS)]);
      board = await tellGithub(run, { outcome: pending, facts, pulls, board }, time);
    },
  };
  const outcome = await release({ ...run, client, pulls, listener });
  using time = reportTime(0, stop);
  conclude(runner, outcome, facts);
  await tellGithub(run, { outcome, facts, pulls, board }, time.signal);
}

function outputsFrom({ source }: Facts): Readonly<Record<string, string>> {
  return source === undefined ? {} : { "source-deployment-id": source.id };
}

interface Telling {
  readonly outcome: Outcome;
  readonly facts: Facts;
  readonly pulls: PullFinder;
  readonly board: Board | undefined;
}

async function tellGithub(run: Run, telling: Telling, signal: AbortSignal): Promise<Board | undefined> {
  const { runner, trigger, inputs, clock } = run;
  const row = rowOf(telling.outcome, telling.facts, trigger.run);
  const wanted = inputs.comment !== "off" || inputs.deploymentRecord;
  if (row === undefined || !wanted || inputs.githubToken === undefined) return telling.board;
  const board = telling.board ?? (await openBoard(run, telling, signal));
  const told = await announce(board, row, { clock, signal });
  writeOutputs(runner, told.outputs);
  for (const { place, failure } of told.troubles) warnOfGithub(runner, place, failure);
  return board;
}

async function openBoard(run: Run, { pulls, facts }: Telling, signal: AbortSignal): Promise<Board> {
  const github = await openGithub(run)();
  const pullNumber = run.inputs.comment === "off" ? undefined : await pulls.numberFor(facts.source, signal);
  return { github, inputs: run.inputs, pullNumber, commentId: undefined, recordId: undefined };
}

/** The largest part of the bundle is loaded only when GitHub is asked. */
function openGithub({ inputs, trigger }: Run): () => Promise<Github> {
  const { apiUrl, repository } = trigger;
  const token = inputs.githubToken ?? "";
  return async () => (await import("../../github/octokit.ts")).createGithub({ token, apiUrl, repository });
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
