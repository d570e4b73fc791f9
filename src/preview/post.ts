import { createDeployClient } from "@greenroom/client/deploy-client";
import type { ClientSettings } from "@greenroom/client/transport";
import { timeoutSignal } from "@greenroom/contract/clock";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { isTerminal } from "@greenroom/contract/status";
import { z } from "zod";
import { type ActionProcess, loadPostState, startRunner } from "../action-process.ts";
import { readTrigger } from "../github/trigger.ts";
import { logText } from "../github/untrusted-text.ts";
import { hasIdentity, runToken } from "../keyless.ts";
import { publicUrl } from "../service-url.ts";
import { type Inputs, readInputs, USER_AGENT } from "./inputs.ts";
import { followedOutcome, type Outcome, timings } from "./outcome.ts";
import { report } from "./report.ts";
import { createReporter } from "./reporter.ts";

const RECORD_MS = 10_000;
const REPORT_MS = 15_000;

const PostState = z.object({
  facts: z.object({
    siteId: z.string().min(1),
    site: z.string(),
    commitSha: z.string().min(1),
    run: z.object({ id: z.int(), attempt: z.int(), url: z.string() }),
  }),
  /** As it was when it was shown; absent while the service had not accepted it. */
  deployment: z
    .object({ id: z.string().min(1), status: z.string().min(1), createdAt: z.string().optional() })
    .optional(),
  /** All that is left to do; absent when everything is. */
  left: z.literal("check-run").optional(),
});

export type PostState = z.infer<typeof PostState>;

/** The main step may have been killed before it could correct the pull request; this never fails the job. */
export async function runPost(process: ActionProcess): Promise<void> {
  const runner = startRunner(process);
  const state = loadPostState(runner, PostState);
  const read = readInputs(runner.input, hasIdentity(process.env));
  if (state === undefined || read.kind === "invalid") return;
  const checkRunOnly = { comment: "off", deploymentRecord: false } as const;
  const inputs = state.left === undefined ? read.inputs : { ...read.inputs, ...checkRunOnly };
  const token = runToken(inputs, process.env, runner);
  const outcome = await readOutcome(state, inputs, token);
  const facts = { ...state.facts, baseUrl: inputs.baseUrl };
  const times = timings(outcome.deployment, new Map());
  const final = report({ outcome, inputs, commitSha: facts.commitSha, approval: undefined, times, log: [], facts });
  const what =
    state.left === undefined ? "was stopped before it could update the pull request" : "left a check run open";
  runner.info(logText(`The main step ${what}. ${final.headline.title}: ${final.headline.text}`));
  const trigger = readTrigger(process.env, runner.eventPayload());
  const reporter = createReporter({ runner, inputs, trigger, checkRunMayExist: true });
  await reporter.finish(final, timeoutSignal(REPORT_MS));
}

/** The deployment may have ended meanwhile. */
async function readOutcome(
  { deployment, facts }: PostState,
  { baseUrl }: Inputs,
  token: ClientSettings["token"],
): Promise<Outcome> {
  if (deployment === undefined) return { kind: "stopped", deployment };
  const client = createDeployClient({ baseUrl, token, userAgent: USER_AGENT });
  const { siteId, commitSha } = facts;
  const madeFor = { environment: "preview", siteId, commitSha };
  const now = await client.deployments
    .get(deployment.id, { signal: timeoutSignal(RECORD_MS), madeFor })
    .catch((): ReceivedDeployment => deployment);
  const { status } = now;
  if (!isTerminal(status)) return { kind: "stopped", deployment: now };
  const end = { kind: "terminal", status, deployment: now } as const;
  return followedOutcome(end, publicUrl(now.previewUrl, baseUrl));
}
