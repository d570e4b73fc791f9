import {
  type Client,
  ClientError,
  type Clock,
  deployOnce,
  deriveKey,
  KEY_VERSION,
  resolveSite,
  type RetryNotice,
} from "@greenroom/client";
import { isTerminal, type ReceivedDeployment } from "@greenroom/contract";
import { safeAddress } from "../github/untrusted-text.ts";
import { isLoopbackHost } from "../origin.ts";
import type { BuildLog } from "./build-log.ts";
import type { Inputs } from "./inputs.ts";
import { failedCallOutcome, followedOutcome, type Outcome } from "./outcome.ts";
import type { Accepted } from "./outputs.ts";
import type { KeyScope, Plan } from "./plan.ts";

/** What a deployment reports while it goes on. */
export interface DeployListener {
  /** The site's id is known; nothing was created yet. */
  readonly onSite: (siteId: string) => void;
  /** The service took the deployment. */
  readonly onAccepted: (accepted: Accepted, deployment: ReceivedDeployment) => void;
  /** The workspace builds as much as it may, and the wait for its turn begins. */
  readonly onQuotaWait: (error: ClientError) => void;
  /** A request is going to be sent again. */
  readonly onRetry: (notice: RetryNotice) => void;
  /** A status was reached; `at` is the service's time, untrusted. */
  readonly onStatus: (status: string, at: string | undefined) => void;
}

/** What a deployment is made with. */
export interface DeployTools {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: BuildLog;
  /** Waits until what was logged has nearly been read, or the signal aborts. */
  readonly logReady: (signal: AbortSignal | undefined) => Promise<void>;
  readonly listener: DeployListener;
  /** Aborts when the run is canceled. */
  readonly stop: AbortSignal;
  /** End of the step's time, milliseconds of `clock.monotonic()`. */
  readonly deadlineAt: number;
}

/**
 * Makes the deployment of a plan, once, and follows it to its end.
 * @returns How it ended; every failure of the service is a value.
 * @see Interface §4, §6
 */
export async function deploy(
  plan: Extract<Plan, { kind: "deploy" }>,
  inputs: Inputs,
  tools: DeployTools,
): Promise<Outcome> {
  try {
    return await created(plan, inputs, tools);
  } catch (error) {
    if (error instanceof ClientError) return failedCallOutcome(error);
    throw error;
  }
}

async function created(plan: Extract<Plan, { kind: "deploy" }>, inputs: Inputs, tools: DeployTools): Promise<Outcome> {
  const { client, clock, listener, stop, deadlineAt } = tools;
  const time = AbortSignal.timeout(Math.max(1, Math.ceil(deadlineAt - clock.monotonic())));
  const options = { signal: AbortSignal.any([stop, time]), deadlineAt, onRetry: listener.onRetry };
  const site = await resolveSite(client, plan.site, options);
  listener.onSite(site.id);
  const attempt = {
    siteId: site.id,
    body: plan.body,
    keyOf: (n: number) => keyOf(plan.keyScope, { siteId: site.id, body: plan.body, n }),
    fixed: plan.keyScope.given !== undefined,
    onQuota: inputs.onQuota,
  };
  const { deployment, n, reused } = await deployOnce(client, attempt, {
    ...options,
    onQuotaWait: listener.onQuotaWait,
  });
  const number = attempt.fixed ? undefined : n;
  listener.onAccepted({ siteId: site.id, deploymentId: deployment.id, reused, attempt: number }, deployment);
  // What has ended already needs no wait, so its end is told.
  if (!inputs.wait && !isTerminal(deployment.status)) return { kind: "accepted", deployment };
  return followed(deployment, inputs, tools);
}

async function followed(deployment: ReceivedDeployment, inputs: Inputs, tools: DeployTools): Promise<Outcome> {
  const { client, clock, listener, log, stop, deadlineAt } = tools;
  const { follow } = await import("@greenroom/client/follow");
  // What the end of a build needs is loaded while it runs, so that nobody waits for it then.
  void Promise.allSettled([import("@greenroom/client/mcp"), import("./qr.ts")]);
  const end = await follow(paced(client, tools.logReady), deployment, {
    signal: stop,
    clock,
    timeoutMs: Math.max(1, deadlineAt - clock.monotonic()),
    onEvent: (event) => {
      if (event.kind === "status") listener.onStatus(event.status, event.at);
      log.take(event);
    },
  });
  return followedOutcome(end, previewAddress(end.deployment, inputs.baseUrl));
}

/** A client whose event streams go no faster than the log is read, so that nothing piles up in memory. */
function paced(client: Client, ready: DeployTools["logReady"]): Pick<Client, "deployments" | "events"> {
  return {
    deployments: client.deployments,
    events: async function* (deploymentId, options) {
      for await (const event of client.events(deploymentId, options)) {
        yield event;
        await ready(options?.signal);
      }
    },
  };
}

/**
 * Reads the address of a preview.
 * @param baseUrl The service; only one on loopback without TLS may show previews without TLS.
 */
export function previewAddress({ previewUrl }: ReceivedDeployment, baseUrl: URL) {
  const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
  return typeof previewUrl === "string" ? safeAddress(previewUrl, { allowLoopbackHttp }) : undefined;
}

/**
 * Names attempt `n` of a plan.
 * @param site What the plan did not know yet.
 * @returns The workflow's own key, or one that is the same on every machine.
 */
export function keyOf(
  { given, serviceOrigin, repositoryId, runNonce }: KeyScope,
  site: { readonly siteId: string; readonly body: string; readonly n: number },
): string {
  return given ?? deriveKey({ version: KEY_VERSION, serviceOrigin, repositoryId, runNonce, ...site });
}
