import type { Client } from "@greenroom/client/client";
import { deployOnce, deriveKey, resolveSite } from "@greenroom/client/create";
import { ClientError } from "@greenroom/client/errors";
import { follow } from "@greenroom/client/follow";
import type { CallOptions } from "@greenroom/client/retry";
import { systemClock, timeoutSignal, wait } from "@greenroom/contract/clock";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import { isTerminal } from "@greenroom/contract/status";
import type { Trigger } from "../github/trigger.ts";
import { failedCall, failureOf } from "../messages.ts";
import { publicUrl } from "../service-url.ts";
import { detailsOf, requestApproval } from "./approval-request.ts";
import type { Inputs } from "./inputs.ts";
import { type ApprovalRequest, followedOutcome, type Outcome, type ReleaseState, type RunState } from "./outcome.ts";
import type { ReleaseTarget } from "./plan.ts";
import { findSource, newestFirst } from "./source.ts";

export interface ReleaseContext {
  readonly client: Client;
  readonly inputs: Inputs;
  readonly wanted: ReleaseTarget;
  readonly trigger: Pick<Trigger, "repository" | "run">;
  /** Head of the pull request that was merged as the wanted commit; undefined when GitHub knows none. */
  readonly reviewedSha: (signal: AbortSignal) => Promise<string | undefined>;
  readonly onKnown: (known: Partial<RunState>) => void;
  /** It stays open from here on, whatever happens to this run. */
  readonly onRequested: (request: ApprovalRequest) => Promise<void>;
  readonly stop: AbortSignal;
}

/** A token's create gives these until the release is approved: they are expected. [§4 rules 5, 6] */
const EXPECTED_ERRORS: ReadonlySet<string> = new Set(["approval_required", "insufficient_scope"]);

const REQUEST_MS = 10 * 60_000;

/**
 * As far as a token can: it gets the link where a person requests it and another approves it. [§4 rules 4 to 8]
 * @returns How it ended; every failure of the service is a value.
 */
export async function release(context: ReleaseContext): Promise<Outcome> {
  let requested: ApprovalRequest | undefined;
  const onRequested = async (request: ApprovalRequest): Promise<void> => {
    requested = request;
    await context.onRequested(request);
  };
  try {
    return await findAndRelease({ ...context, onRequested });
  } catch (error) {
    if (error instanceof ClientError) return failedCall(error, { request: requested });
    throw error;
  }
}

async function findAndRelease(context: ReleaseContext): Promise<Outcome> {
  const { client, inputs, wanted, onKnown, stop } = context;
  const { baseUrl, waitMs } = inputs;
  const signal = timeoutSignal(REQUEST_MS, stop);
  const options = { signal, deadlineAt: systemClock.monotonic() + REQUEST_MS };

  const { id: siteId } = await resolveSite(client, inputs.site, options);
  onKnown({ siteId });
  const query = { siteId, wanted, reviewedSha: () => context.reviewedSha(signal) };
  const found = await findSource(client, query, options);
  if (found.kind === "none") return { kind: "refused", failure: found.failure, request: undefined };
  const { source } = found;
  onKnown({ source, previewUrl: publicUrl(source.previewUrl, baseUrl) });
  const current = await readCurrentRelease(client, { siteId, sourceId: source.id }, options);
  onKnown({ current });

  const awaited = { client, stop, baseUrl, siteId, sourceId: source.id };
  const followOrAccept = (deployment: ReceivedDeployment): Outcome | Promise<Outcome> => {
    if (waitMs === 0) return { kind: "accepted", deployment };
    return followRelease({ ...awaited, endsAt: systemClock.monotonic() + waitMs, request: undefined }, deployment);
  };
  if (current.live?.sourceDeploymentId === source.id) {
    const productionUrl = publicUrl(current.live.productionUrl, baseUrl);
    return { kind: "ready", deployment: current.live, productionUrl, already: true };
  }
  if (current.inProgress !== undefined) return followOrAccept(current.inProgress);

  const created = await create(context, { siteId, sourceId: source.id }, options);
  if (created.kind === "created") return followOrAccept(created.deployment);
  const toApprove = { siteId, source, reason: reasonOf(context, source), offeredUrl: created.offeredUrl };
  const requested = await requestApproval(client, inputs, toApprove, options);
  if (requested.kind === "refused") return { ...requested, request: undefined };
  const { request } = requested;
  await context.onRequested(request);
  if (waitMs === 0) return { kind: "approval_pending", request };
  return waitForApproval({ ...awaited, endsAt: systemClock.monotonic() + waitMs, request });
}

type Created =
  | { readonly kind: "created"; readonly deployment: ReceivedDeployment }
  | { readonly kind: "approval_required"; readonly offeredUrl: string | undefined };

/** A token that cannot deploy at all may still be able to request approval. */
async function create(
  { client, inputs, trigger }: ReleaseContext,
  { siteId, sourceId }: { readonly siteId: string; readonly sourceId: string },
  options: CallOptions,
): Promise<Created> {
  const request = { environment: "production", sourceDeploymentId: sourceId } as const;
  const scope = { serviceOrigin: inputs.baseUrl.origin, repositoryId: trigger.repository.id };
  const key = (attempt: number, body: string): string => deriveKey({ ...scope, siteId, body, attempt });
  try {
    const { deployment } = await deployOnce(client, { siteId, request, key }, options);
    return { kind: "created", deployment };
  } catch (error) {
    if (!(error instanceof ClientError) || !EXPECTED_ERRORS.has(error.code)) throw error;
    return { kind: "approval_required", offeredUrl: error.webApprovalUrl };
  }
}

function reasonOf({ trigger }: ReleaseContext, { commitSha }: ReceivedDeployment): string {
  const commit = typeof commitSha === "string" ? ` of commit ${commitSha.slice(0, 12)}` : "";
  return `Release${commit}, prepared by ${trigger.run.url === "" ? "a workflow" : trigger.run.url}`;
}

const RECENT_RELEASES = 50;

async function readCurrentRelease(
  client: Pick<Client, "deployments">,
  { siteId, sourceId }: { readonly siteId: string; readonly sourceId: string },
  options: CallOptions,
): Promise<ReleaseState> {
  const query = { environment: "production", limit: RECENT_RELEASES } as const;
  const list = await client.deployments.listForSite(siteId, query, options);
  const releases = list.deployments.filter(({ environment }) => environment === "production").toSorted(newestFirst);
  return {
    live: releases.find(({ status }) => status === "ready"),
    inProgress: releases.find((one) => one.sourceDeploymentId === sourceId && !isTerminal(one.status)),
  };
}

/** Waiting only ever reads. */
export interface AwaitedRelease {
  readonly client: Client;
  readonly baseUrl: URL;
  readonly siteId: string;
  readonly sourceId: string;
  readonly request: ApprovalRequest;
  readonly stop: AbortSignal;
  /** Milliseconds of the system's `monotonic()`. */
  readonly endsAt: number;
}

/** Longest poll: a service that is silent does not prolong the wait. */
const POLL_TIMEOUT_MS = 10_000;
/** Between two polls: soon at first, then four a minute. */
const FIRST_POLL_MS = 2000;
const MAX_POLL_MS = 15_000;

async function waitForApproval(awaited: AwaitedRelease): Promise<Outcome> {
  const { stop, endsAt } = awaited;
  let { request } = awaited;
  for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(MAX_POLL_MS, waitMs * 1.5)) {
    if (stop.aborted) return { kind: "stopped", request };
    const leftMs = endsAt - systemClock.monotonic();
    if (leftMs <= 0) return { kind: "approval_pending", request };
    await wait(systemClock, Math.min(waitMs, leftMs), stop);
    const outcome = await checkApproval({ ...awaited, request });
    if (outcome.kind !== "approval_pending") return outcome;
    ({ request } = outcome);
  }
}

/** @returns `approval_pending` while it is not decided. */
export async function checkApproval(awaited: AwaitedRelease): Promise<Outcome> {
  const { request, stop } = awaited;
  try {
    const decided = await readDecision(awaited);
    return decided.kind === "released" ? await followRelease(awaited, decided.deployment) : decided;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (stop.aborted) return { kind: "stopped", request };
    // A revoked token stays revoked, and another release is not this one; other errors may pass.
    const isFinal = error.status === 401 || error.code === "deployment_mismatch";
    return isFinal ? { kind: "lost", request, failure: failureOf(error) } : { kind: "approval_pending", request };
  }
}

type Decided =
  | { readonly kind: "released"; readonly deployment: ReceivedDeployment }
  | Extract<Outcome, { kind: "rejected" | "expired" | "superseded" | "approval_pending" }>;

async function readDecision(awaited: AwaitedRelease): Promise<Decided> {
  const { client, request, siteId, sourceId } = awaited;
  if (request.requestId === undefined) return findRelease(awaited);
  const record = await client.approvals.get(request.requestId, pollOptions(awaited)).catch((error: unknown) => {
    if (error instanceof ClientError && error.kind === "refused" && error.status !== 401) return undefined;
    throw error;
  });
  // A service, or a token, that cannot read requests can still read releases. Another request decides nothing here.
  const isOther = record?.id !== request.requestId || (record.sourceDeploymentId ?? sourceId) !== sourceId;
  if (record === undefined || isOther) return findRelease(awaited);
  const { status } = record;
  if (status === "rejected" || status === "expired" || status === "superseded") {
    return { kind: status, request, notes: record.notes || undefined };
  }
  if (typeof record.deploymentId !== "string") {
    // Somebody may have requested meanwhile what was prepared.
    return { kind: "approval_pending", request: { ...request, ...detailsOf(record) } };
  }
  const madeFor = { environment: "production", siteId, sourceDeploymentId: sourceId };
  const options = { ...pollOptions(awaited), madeFor };
  return { kind: "released", deployment: await client.deployments.get(record.deploymentId, options) };
}

async function findRelease(awaited: AwaitedRelease): Promise<Decided> {
  const { client, siteId, sourceId, request } = awaited;
  const { live, inProgress } = await readCurrentRelease(client, { siteId, sourceId }, pollOptions(awaited));
  const deployment = live?.sourceDeploymentId === sourceId ? live : inProgress;
  return deployment === undefined ? { kind: "approval_pending", request } : { kind: "released", deployment };
}

function pollOptions({ stop, endsAt }: AwaitedRelease): CallOptions {
  return { signal: stop, deadlineAt: Math.max(endsAt, systemClock.monotonic() + POLL_TIMEOUT_MS) };
}

async function followRelease(
  awaited: Omit<AwaitedRelease, "request"> & { readonly request: ApprovalRequest | undefined },
  deployment: ReceivedDeployment,
): Promise<Outcome> {
  const { client, stop, endsAt, baseUrl, request } = awaited;
  const timeoutMs = Math.max(1, endsAt - systemClock.monotonic());
  const followed = await follow(client, deployment, { signal: stop, timeoutMs });
  return followedOutcome(followed, publicUrl(followed.deployment.productionUrl, baseUrl), request);
}
