import { type Client, createClient, systemClock } from "@greenroom/client";
import { isTerminal, type ReceivedDeployment } from "@greenroom/contract";
import { logText } from "../github/untrusted-text.ts";
import { readTrigger } from "../github/trigger.ts";
import type { Host } from "../host.ts";
import { startRunner } from "../start.ts";
import { previewAddress } from "./deploy.ts";
import { headline } from "./headline.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { type LeftBehind, readLeftBehind } from "./left-behind.ts";
import { followedOutcome, type Outcome } from "./outcome.ts";
import { createReporter } from "./publish.ts";
import { finalRow } from "./row.ts";
import { USER_AGENT } from "./run.ts";
import { timings } from "./timings.ts";

const RECORD_MS = 10_000;
const REPORT_MS = 15_000;

/**
 * Tells the pull request the truth when the main step was killed before it could.
 * @param host The process; nothing that happens here makes the job fail.
 */
export async function runPost(host: Host): Promise<void> {
  const runner = startRunner();
  const left = readLeftBehind(runner);
  if (left === undefined) return;
  const read = readInputs((name) => runner.input(name));
  if (read.kind === "invalid") return;
  const { inputs } = read;
  const trigger = readTrigger(host.env, runner.eventPayload());
  const client = createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT });
  const outcome = await settledOutcome(left, client, inputs);
  const reporter = createReporter({ runner, inputs, trigger, clock: systemClock });
  const { title, text } = headline(outcome, { ...inputs, reused: false });
  runner.info(logText(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
  const durationSeconds = timings(left.deployment ?? {}, new Map()).buildSeconds;
  const row = finalRow(left.facts, outcome, { approval: { kind: "off" }, logTail: [], durationSeconds });
  await reporter.settle(row, AbortSignal.timeout(REPORT_MS));
}

/** One look at the record: it may have ended meanwhile. */
async function settledOutcome({ deployment }: LeftBehind, client: Client, inputs: Inputs): Promise<Outcome> {
  if (deployment === undefined) return { kind: "stopped", deployment };
  const now = await client.deployments
    .get(deployment.id, { signal: AbortSignal.timeout(RECORD_MS) })
    .catch((): ReceivedDeployment => deployment);
  const { status } = now;
  if (!isTerminal(status)) return { kind: "stopped", deployment: now };
  const followed = { kind: "terminal", status, deployment: now, addressMissing: false } as const;
  return followedOutcome(followed, previewAddress(now, inputs.baseUrl));
}
