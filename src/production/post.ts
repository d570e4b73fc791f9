import { createClient } from "@greenroom/client/client";
import { systemClock, timeoutSignal } from "@greenroom/contract/clock";
import { z } from "zod";
import { type ActionProcess, loadPostState, startRunner } from "../action-process.ts";
import { readTrigger } from "../github/trigger.ts";
import { logText } from "../github/untrusted-text.ts";
import { hasIdentity, runToken } from "../keyless.ts";
import { publicUrl } from "../service-url.ts";
import { readInputs, USER_AGENT } from "./inputs.ts";
import { makePlan } from "./plan.ts";
import { checkApproval } from "./release.ts";
import { headline } from "./report.ts";
import { createReporter } from "./reporter.ts";

const CHECK_MS = 10_000;
const REPORT_MS = 15_000;

const Deployment = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  commitSha: z.string().nullish(),
  createdAt: z.string().optional(),
});

const PostState = z.object({
  site: z.string(),
  siteId: z.string().min(1),
  source: Deployment,
  previewUrl: z.string().optional(),
  /** What was live when approval was requested; absent when nothing was. */
  live: Deployment.optional(),
  request: z.object({
    url: z.string().optional(),
    requestId: z.string().optional(),
    prepared: z.boolean(),
    requestedBy: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
});

export type PostState = z.infer<typeof PostState>;

/** The main step may have been killed before it could show the approval request; this never fails the job. */
export async function runPost(process: ActionProcess): Promise<void> {
  const runner = startRunner(process);
  const saved = loadPostState(runner, PostState);
  const read = readInputs(runner.input, hasIdentity(process.env));
  if (saved === undefined || read.kind === "invalid") return;
  const { inputs } = read;
  const { baseUrl, onPending } = inputs;
  const token = runToken(inputs, process.env, runner);
  const { site, siteId, source, live } = saved;
  const trigger = readTrigger(process.env, runner.eventPayload());
  const plan = makePlan(trigger, inputs);
  if (plan.kind !== "release") return;
  const { requestId, prepared, requestedBy, expiresAt } = saved.request;
  const url = publicUrl(saved.request.url, baseUrl);
  const outcome = await checkApproval({
    client: createClient({ baseUrl, token, userAgent: USER_AGENT }),
    baseUrl,
    siteId,
    sourceId: source.id,
    request: { url, requestId, prepared, requestedBy, expiresAt, noUrlReason: undefined },
    stop: timeoutSignal(CHECK_MS),
    endsAt: systemClock.monotonic(),
  });
  const previewUrl = publicUrl(saved.previewUrl, baseUrl);
  const current = { live, inProgress: undefined };
  const state = { site, siteId, source, previewUrl, current, onPending, nowMs: Date.now() };
  const { title, text } = headline(outcome, state);
  runner.info(logText(`The main step was stopped before it could update the pull request. ${title}: ${text}`));
  const reporter = createReporter({ runner, trigger, inputs, wanted: plan.wanted });
  await reporter.report(outcome, state, timeoutSignal(REPORT_MS));
}
