import { isTerminal, type ReceivedDeployment, type TerminalStatus } from "@greenroom/contract";
import { createBell } from "./bell.ts";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { ClientError } from "./errors.ts";
import { streamUntilOver } from "./follow-stream.ts";
import { FOLLOW_LIMITS, type FollowClient, type Shared } from "./following.ts";
import { createWatch } from "./watch.ts";

/** What is seen while a deployment is followed. */
export type FollowEvent =
  | {
      readonly kind: "status";
      readonly status: string;
      /** Time of the change as the service gave it; untrusted. */
      readonly at?: string | undefined;
      readonly previewUrl?: string | undefined;
      readonly source: "stream" | "record";
    }
  | {
      readonly kind: "log";
      /** Step of the pipeline; untrusted. */
      readonly stream: string;
      /** Text lines, each cut at `maxLogLineChars`; untrusted. */
      readonly lines: readonly string[];
    }
  /** Log output may be missing from here on; `why` is one sentence. */
  | { readonly kind: "gap"; readonly why: string }
  /** Something this version does not know was passed over; told once for each. */
  | { readonly kind: "unknown"; readonly what: "event" | "status" | "data"; readonly name: string }
  /** The service could not be asked for a while; the wait goes on. */
  | { readonly kind: "trouble"; readonly error: ClientError };

/** How {@link follow} watches. */
export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Longest wait, milliseconds. */
  readonly timeoutMs: number;
  readonly onEvent?: ((event: FollowEvent) => void) | undefined;
  /** Asks for log batches; false reads the record only. Default true. */
  readonly stream?: boolean | undefined;
  /** Longest log line handed on, characters. Default 65536. */
  readonly maxLogLineChars?: number | undefined;
  /** Most log text handed on, characters. Default 32 Mi. */
  readonly maxLogChars?: number | undefined;
}

/** How following ended. */
export type Followed =
  | {
      readonly kind: "terminal";
      readonly status: TerminalStatus;
      /** The record, which is the authority. */
      readonly deployment: ReceivedDeployment;
      /** A ready preview whose record holds no `previewUrl`, read several times. */
      readonly addressMissing: boolean;
    }
  /** The time was over first. */
  | { readonly kind: "timed_out"; readonly deployment: ReceivedDeployment }
  /** The caller's signal aborted. */
  | { readonly kind: "aborted"; readonly deployment: ReceivedDeployment }
  /** The service stopped answering for this deployment: how it ends is not known. */
  | { readonly kind: "unknown"; readonly deployment: ReceivedDeployment; readonly error: ClientError };

/**
 * Follows a deployment until its status is terminal: by its event stream, with its record as the authority.
 * @param client Client of the service.
 * @param deployment Record to start from, as it is now.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended. A lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
export async function follow(
  client: FollowClient,
  deployment: ReceivedDeployment,
  options: FollowOptions,
): Promise<Followed> {
  const clock = options.clock ?? systemClock;
  const over = new AbortController();
  const limits = {
    maxLogLineChars: options.maxLogLineChars ?? FOLLOW_LIMITS.maxLogLineChars,
    maxLogChars: options.maxLogChars ?? FOLLOW_LIMITS.maxLogChars,
  };
  const shared: Shared = {
    client,
    clock,
    watch: createWatch((event) => options.onEvent?.(event), limits),
    bell: createBell(clock),
    signal: over.signal,
    endsAt: clock.monotonic() + options.timeoutMs,
    wantsStream: options.stream !== false,
    deployment,
    streaming: false,
    streamOver: false,
  };
  const stream = streamUntilOver(shared);
  const record = readUntilTerminal(shared, stream);
  try {
    // The stream ends nothing by itself, but what its listener throws is thrown here.
    return await Promise.race([record, limit(shared, options.signal), stream.then(() => record)]);
  } finally {
    over.abort();
    // Nothing stays behind: both readers end with the signal.
    await Promise.allSettled([record, stream]);
  }
}

async function limit(shared: Shared, signal: AbortSignal | undefined): Promise<Followed> {
  const { clock, endsAt } = shared;
  const either = signal === undefined ? shared.signal : AbortSignal.any([shared.signal, signal]);
  while (!either.aborted && clock.monotonic() < endsAt) {
    await clock.sleep(endsAt - clock.monotonic(), either).catch(() => undefined);
  }
  return { kind: signal?.aborted === true ? "aborted" : "timed_out", deployment: shared.deployment };
}

/** Reads the record, now and then or when told to, until it is terminal. */
async function readUntilTerminal(shared: Shared, stream: Promise<void>): Promise<Followed> {
  const { watch, bell, signal } = shared;
  let refusals = 0;
  let pollMs: number = FOLLOW_LIMITS.pollFirstMs;
  let settling = 0;
  while (!signal.aborted) {
    const { status } = shared.deployment;
    watch.status(status, "record");
    if (isTerminal(status)) {
      const deployment = await withAddress(shared);
      await drain(shared, stream);
      return { kind: "terminal", status, deployment, addressMissing: lacksAddress(deployment) };
    }
    const settleMs = shared.streamOver ? FOLLOW_LIMITS.settleMs[settling++] : undefined;
    await bell.wait(settleMs ?? (shared.streaming ? FOLLOW_LIMITS.recordMs : pollMs), signal);
    if (!shared.streaming) pollMs = Math.min(pollMs * 1.25, FOLLOW_LIMITS.pollLastMs);
    if (signal.aborted) break;
    const error = await readRecord(shared);
    refusals = error?.retry === "never" ? refusals + 1 : 0;
    if (error !== undefined && isFinal(error, refusals))
      return { kind: "unknown", deployment: shared.deployment, error };
  }
  return { kind: "aborted", deployment: shared.deployment };
}

function isFinal(error: ClientError, refusals: number): boolean {
  if (error.kind === "refused" && (error.status === 401 || error.status === 403)) return true;
  return refusals >= FOLLOW_LIMITS.maxRefusals;
}

async function readRecord(shared: Shared): Promise<ClientError | undefined> {
  const { client, signal, endsAt, watch } = shared;
  try {
    const deployment = await client.deployments.get(shared.deployment.id, { signal, deadlineAt: endsAt });
    // A terminal status is never left, whatever a replica behind says. [§3]
    if (!isTerminal(shared.deployment.status) || isTerminal(deployment.status)) shared.deployment = deployment;
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (!signal.aborted) watch.trouble(error);
    return error;
  }
}

function lacksAddress(deployment: ReceivedDeployment): boolean {
  return deployment.status === "ready" && deployment.environment !== "production" && !deployment.previewUrl;
}

/** Reads a ready preview again while its record holds no address yet. */
async function withAddress(shared: Shared): Promise<ReceivedDeployment> {
  for (const ms of FOLLOW_LIMITS.settleMs) {
    if (!lacksAddress(shared.deployment) || shared.signal.aborted) break;
    await shared.clock.sleep(ms, shared.signal).catch(() => undefined);
    await readRecord(shared);
  }
  return shared.deployment;
}

/** Lets the stream bring the rest of the log, for a short while. */
async function drain({ clock, signal, streaming }: Shared, stream: Promise<void>): Promise<void> {
  if (!streaming) return;
  const enough = new AbortController();
  const time = clock.sleep(FOLLOW_LIMITS.drainMs, AbortSignal.any([signal, enough.signal])).catch(() => undefined);
  await Promise.race([stream, time]);
  enough.abort();
}
