import { deployOnce, deriveKey, resolveSite } from "@greenroom/client/create";
import type { DeployClient } from "@greenroom/client/deploy-client";
import { ClientError } from "@greenroom/client/errors";
import type { RetryNotice } from "@greenroom/client/retry";
import { systemClock, timeoutSignal } from "@greenroom/contract/clock";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { isTerminal } from "@greenroom/contract/status";
import { keptOf, savePostState } from "../action-process.ts";
import { isLive } from "../github/comment/data.ts";
import { log } from "../github/untrusted-text.ts";
import { writeOutputs } from "../messages.ts";
import { publicUrl } from "../service-url.ts";
import type { BuildLog } from "./build-log.ts";
import { type Accepted, failedCallOutcome, followedOutcome, type Outcome, type RowFacts } from "./outcome.ts";
import type { Run } from "./plan.ts";
import type { PostState } from "./post.ts";
import { acceptedOutputs, liveRow } from "./report.ts";
import type { Reporter } from "./reporter.ts";

interface DeployContext extends Run {
  readonly client: DeployClient;
  readonly buildLog: Pick<BuildLog, "write" | "ready">;
  readonly reporter: Pick<Reporter, "push">;
}

interface Progress {
  /** Undefined while the site's id is unknown. */
  facts?: RowFacts;
  /** Undefined while the service has not accepted the deployment. */
  accepted?: Accepted;
  /** When each status was reached, by the service's clock. */
  readonly statusTimes: Map<string, string>;
}

/** @returns How it ended; every failure of the service is a value. [§4, §6] */
export async function deploy(context: DeployContext): Promise<Readonly<Progress> & { readonly outcome: Outcome }> {
  const progress: Progress = { statusTimes: new Map() };
  try {
    const outcome = await createAndFollow(context, progress);
    return { ...progress, outcome };
  } catch (error) {
    if (error instanceof ClientError)
      return { ...progress, outcome: failedCallOutcome(error, progress.accepted?.deployment) };
    throw error;
  }
}

async function createAndFollow(context: DeployContext, progress: Progress): Promise<Outcome> {
  const { runner, client, inputs, trigger, plan, buildLog, reporter, stop, deadlineAt } = context;
  const { site, commitSha, request, pullRequest, keyScope, folder } = plan;
  const onRetry = ({ error: { code, detail }, waitMs, tries }: RetryNotice): void => {
    const retry = `retrying in ${(waitMs / 1000).toFixed(1)} s`;
    runner.info(log`Request ${tries} to the service failed (${code}: ${detail}); ${retry}.`);
  };
  const options = { signal: timeoutSignal(deadlineAt - systemClock.monotonic(), stop), deadlineAt, onRetry };

  const { id: siteId } = await resolveSite(client, site, options);
  const facts = { baseUrl: inputs.baseUrl, siteId, site, commitSha, run: trigger.run };
  progress.facts = facts;
  writeOutputs(runner, { "site-id": siteId });

  const key =
    inputs.idempotencyKey ?? ((attempt: number, body: string) => deriveKey({ ...keyScope, siteId, body, attempt }));
  const show = (status: string, accepted?: ReceivedDeployment): void => {
    savePostState(runner, { facts, deployment: accepted && keptOf(accepted) } satisfies PostState);
    reporter.push(liveRow(facts, status, accepted));
  };
  const onQuotaWait = ({ code }: ClientError): void => {
    runner.info(log`The workspace is at its build limit (${code}); waiting for a build to end.`);
    show("queued");
  };
  const wanted = { siteId, request, pullRequest, key, onQuota: inputs.onQuota };
  const { deployment, attempt, reused } = await deployOnce(client, wanted, { ...options, onQuotaWait });

  progress.accepted = { deployment, reused, attempt: typeof key === "string" ? undefined : attempt };
  writeOutputs(runner, acceptedOutputs(progress.accepted));
  const how = reused ? "made by an earlier run" : "accepted by the service";
  runner.info(log`Deployment ${deployment.id} of ${site}, ${how}.`);
  if (folder !== undefined) {
    show(deployment.status, deployment);
    const { uploadFolder } = await import("@greenroom/client/upload");
    const onMissing = (files: number, bytes: number): void =>
      runner.info(log`Uploading ${String(files)} of ${String(folder.files.length)} files, ${String(bytes)} bytes.`);
    await uploadFolder(client, { created: deployment, folder }, { ...options, onMissing });
  }
  // A deployment that has ended needs no wait, so its end is reported all the same.
  if (!inputs.wait && !isTerminal(deployment.status)) return { kind: "accepted", deployment };

  // Loaded while the service starts the build: the POST need not wait for it.
  const { follow } = await import("@greenroom/client/follow");
  const end = await follow(client, deployment, {
    signal: stop,
    timeoutMs: Math.max(1, deadlineAt - systemClock.monotonic()),
    ready: buildLog.ready,
    onEvent: (event) => {
      buildLog.write(event);
      if (event.kind !== "status") return;
      const { status, at } = event;
      if (at !== undefined && !progress.statusTimes.has(status)) progress.statusTimes.set(status, at);
      // An end is reported once, with all that belongs to it.
      if (isLive(event)) show(status, deployment);
    },
  });
  return followedOutcome(end, publicUrl(end.deployment.previewUrl, inputs.baseUrl));
}
