import { createClient, systemClock } from "@greenroom/client";
import { logText } from "../github/untrusted-text.ts";
import { readTrigger } from "../github/trigger.ts";
import type { Host } from "../host.ts";
import { startRunner } from "../start.ts";
import { type Asked, shownAddress } from "./ask.ts";
import { type Facts, NO_FACTS } from "./facts.ts";
import { headline } from "./headline.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { type LeftBehind, readLeftBehind } from "./left-behind.ts";
import { makePlan } from "./plan.ts";
import { createReporter } from "./publish.ts";
import { USER_AGENT } from "./run.ts";
import { lookOnce } from "./watch.ts";

const LOOK_MS = 10_000;
const REPORT_MS = 15_000;

/**
 * Tells the pull request the truth about a release when the main step was killed before it could.
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
  const plan = makePlan(trigger, inputs);
  if (plan.kind === "skip") return;
  const clock = systemClock;
  const asked = askedOf(left, inputs);
  const outcome = await lookOnce({
    client: createClient({ baseUrl: inputs.baseUrl, token: inputs.token, userAgent: USER_AGENT }),
    clock,
    baseUrl: inputs.baseUrl,
    siteId: left.siteId,
    sourceId: left.source.id,
    asked,
    stop: AbortSignal.timeout(LOOK_MS),
    endsAt: clock.monotonic(),
  });
  const facts = factsOf(left, inputs, clock.now());
  const { title, text } = headline(outcome, facts);
  runner.info(logText(`The main step was ended before it could tell the pull request. ${title}: ${text}`));
  const reporter = createReporter({ runner, trigger, inputs, wanted: plan.wanted, clock });
  await reporter.tell(outcome, facts, AbortSignal.timeout(REPORT_MS));
}

function askedOf({ asked }: LeftBehind, { baseUrl }: Inputs): Asked {
  const { link, requestId, askedBy, expiresAt } = asked;
  return { link: shownAddress(link, baseUrl), requestId, askedBy, expiresAt, why: undefined };
}

function factsOf(left: LeftBehind, { baseUrl, onPending }: Inputs, nowMs: number): Facts {
  const { site, siteId, source, live } = left;
  const previewUrl = shownAddress(left.previewUrl, baseUrl);
  return { ...NO_FACTS, site, siteId, source, previewUrl, standing: { live, underWay: undefined }, onPending, nowMs };
}
