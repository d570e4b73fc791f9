import { type Clock, systemClock, wait } from "@greenroom/contract/clock";
import {
  type ReceivedDeployment,
  logLineText,
  ReceivedLogEvent,
  ReceivedStatusEvent,
} from "@greenroom/contract/received";
import { isDeploymentStatus, isTerminal, type TerminalStatus } from "@greenroom/contract/status";
import type { DeployClient } from "./deploy-client.ts";
import { ClientError } from "./errors.ts";
import { parseJson } from "./http.ts";

export type FollowEvent =
  | {
      readonly kind: "status";
      readonly status: string;
      /** Time of the change as the service gave it; untrusted. */
      readonly at?: string | undefined;
    }
  | {
      readonly kind: "log";
      /** Step of the pipeline; untrusted. */
      readonly stream: string;
      /** Text lines, each cut at 65,536 characters; untrusted. */
      readonly lines: readonly string[];
    }
  /** Log output may be missing from here on; `why` is one sentence. */
  | { readonly kind: "gap"; readonly why: string }
  /** Something this version does not know was ignored; reported once for each. */
  | { readonly kind: "unknown"; readonly what: "event" | "status" | "data"; readonly name: string }
  /** A request to the service failed; the wait goes on. */
  | { readonly kind: "error"; readonly error: ClientError };

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly timeoutMs: number;
  readonly onEvent?: ((event: FollowEvent) => void) | undefined;
  /** Awaited between two events of the stream, so that a slow consumer holds the stream back instead of memory. */
  readonly ready?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

export type Followed =
  | {
      readonly kind: "terminal";
      readonly status: TerminalStatus;
      readonly deployment: ReceivedDeployment;
    }
  | { readonly kind: "timed_out"; readonly deployment: ReceivedDeployment }
  | { readonly kind: "aborted"; readonly deployment: ReceivedDeployment }
  /** The service stopped responding for this deployment: how it ends is not known. */
  | { readonly kind: "unknown"; readonly deployment: ReceivedDeployment; readonly error: ClientError };

export type FollowClient = Pick<DeployClient, "deployments" | "events">;

const FOLLOW_LIMITS = {
  maxLogLineChars: 64 * 1024,
  maxLogChars: 32 * 1024 * 1024,
  /** Between two reads of the record while the stream is well. */
  recordMs: 60_000,
  /** Between two reads of the record while there is no stream: twelve a minute at first, then three. */
  pollFirstMs: 5000,
  pollLastMs: 20_000,
  /** Waits after a terminal event whose record does not say the same yet. */
  rereadMs: [250, 1000, 2000, 4000],
  /** How long the rest of the log may take after the record is terminal. */
  drainMs: 3000,
  /** Between two tries to get the stream back; the last one from then on. */
  streamAgainMs: [1000, 5000, 15_000, 30_000],
  maxStreams: 20,
  /** Most final errors in a row: a record made just now may not be everywhere yet. */
  maxFinalErrors: 3,
} as const;

interface FollowState {
  readonly client: FollowClient;
  readonly clock: Clock;
  readonly tracker: DeploymentTracker;
  /** Aborts when the record should be read now; renewed by the wait that it ends. */
  recordDue: AbortController;
  readonly ready: FollowOptions["ready"];
  readonly signal: AbortSignal;
  readonly endsAt: number;
  deployment: ReceivedDeployment;
  streaming: boolean;
  /** The stream said a terminal status. */
  streamOver: boolean;
}

/**
 * Follows a deployment until its status is terminal: by its event stream, with its record as the authority.
 * @param options `timeoutMs` counts on a clock that never jumps.
 * @returns How it ended; a lost service is a value, not an exception.
 * @see Interface §3 (states), §6 (events)
 */
export async function follow(
  client: FollowClient,
  deployment: ReceivedDeployment,
  options: FollowOptions,
): Promise<Followed> {
  const clock = options.clock ?? systemClock;
  const over = new AbortController();
  const state: FollowState = {
    client,
    clock,
    tracker: createTracker(options.onEvent ?? (() => undefined), FOLLOW_LIMITS),
    recordDue: new AbortController(),
    ready: options.ready,
    signal: over.signal,
    endsAt: clock.monotonic() + options.timeoutMs,
    deployment,
    streaming: false,
    streamOver: false,
  };
  // A deployment that is ready already: its build and its log are over.
  const stream = deployment.status === "ready" ? Promise.resolve() : readStream(state);
  const record = readRecord(state, stream);
  try {
    // The stream ends nothing by itself, but what its listener throws is thrown here.
    return await Promise.race([record, timeLimit(state, options.signal), stream.then(() => record)]);
  } finally {
    over.abort();
    // Nothing stays behind: both readers end with the signal.
    await Promise.allSettled([record, stream]);
  }
}

async function timeLimit(state: FollowState, signal: AbortSignal | undefined): Promise<Followed> {
  const { clock, endsAt } = state;
  const either = signal === undefined ? state.signal : AbortSignal.any([state.signal, signal]);
  while (!either.aborted && clock.monotonic() < endsAt) await wait(clock, endsAt - clock.monotonic(), either);
  return { kind: signal?.aborted === true ? "aborted" : "timed_out", deployment: state.deployment };
}

/** @throws Only what a listener throws; a stream that cannot be had is reported. */
async function readStream(state: FollowState): Promise<void> {
  const { client, tracker, signal, clock } = state;
  let lastEventId = "";
  // A stream that is long in coming, perhaps because all its slots are taken, is not waited for.
  const onRetry = (): void => {
    state.streaming = false;
    state.recordDue.abort();
  };
  for (let streams = 0; streams < FOLLOW_LIMITS.maxStreams && !signal.aborted; streams += 1) {
    // The first stream is expected to come; once one has failed, only a stream that is open counts.
    state.streaming = streams === 0;
    try {
      const options = { signal, deadlineAt: state.endsAt, lastEventId, onRetry };
      for await (const item of client.events(state.deployment.id, options)) {
        state.streaming = true;
        if (item.kind === "event") {
          lastEventId = item.id;
          state.streamOver = tracker.event(item.name, item.data);
          await state.ready?.(signal);
        } else if (item.kind === "reconnect") {
          tracker.restarted();
          if (item.error?.code === "answer_too_large") tracker.gap("A log event was too large and is not shown.");
          if (!item.resumable) tracker.gap("The log stream was interrupted; lines may be missing or repeated.");
          state.recordDue.abort();
        }
      }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (!signal.aborted) tracker.error(error);
    }
    if (state.streaming) state.recordDue.abort();
    state.streaming = false;
    if (state.streamOver || isTerminal(state.deployment.status)) return;
    const waits = FOLLOW_LIMITS.streamAgainMs;
    await wait(clock, waits[Math.min(streams, waits.length - 1)] ?? 0, signal);
    tracker.restarted();
  }
}

async function readRecord(state: FollowState, stream: Promise<void>): Promise<Followed> {
  const { tracker, clock, signal } = state;
  let finalErrors = 0;
  let pollMs: number = FOLLOW_LIMITS.pollFirstMs;
  let rereads = 0;
  while (!signal.aborted) {
    const { status } = state.deployment;
    tracker.status(status, "record");
    if (isTerminal(status)) {
      const deployment = await withAddress(state);
      await drain(state, stream);
      return { kind: "terminal", status, deployment };
    }
    const rereadMs = state.streamOver ? FOLLOW_LIMITS.rereadMs[rereads++] : undefined;
    const waitMs = rereadMs ?? (state.streaming ? FOLLOW_LIMITS.recordMs : pollMs);
    await wait(clock, waitMs, AbortSignal.any([signal, state.recordDue.signal]));
    state.recordDue = new AbortController();
    if (!state.streaming) pollMs = Math.min(pollMs * 1.25, FOLLOW_LIMITS.pollLastMs);
    if (signal.aborted) break;
    const error = await readOnce(state);
    // That its time is over says nothing of the deployment.
    finalErrors = error?.retry === "never" && error.kind !== "timed_out" ? finalErrors + 1 : 0;
    if (error !== undefined && isFinal(error, finalErrors)) {
      return { kind: "unknown", deployment: state.deployment, error };
    }
  }
  return { kind: "aborted", deployment: state.deployment };
}

function isFinal(error: ClientError, finalErrors: number): boolean {
  if (error.kind === "refused" && (error.status === 401 || error.status === 403)) return true;
  // The record of another deployment says nothing about this one, however often it is read.
  if (error.code === "deployment_mismatch") return true;
  return finalErrors >= FOLLOW_LIMITS.maxFinalErrors;
}

async function readOnce(state: FollowState): Promise<ClientError | undefined> {
  const { client, signal, endsAt, tracker } = state;
  try {
    const madeFor = state.deployment;
    const deployment = await client.deployments.get(madeFor.id, { signal, deadlineAt: endsAt, madeFor });
    // A terminal status is never left, whatever a replica behind says. [§3]
    if (!isTerminal(state.deployment.status) || isTerminal(deployment.status)) state.deployment = deployment;
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    if (!signal.aborted) tracker.error(error);
    return error;
  }
}

function lacksAddress(deployment: ReceivedDeployment): boolean {
  return deployment.status === "ready" && deployment.environment !== "production" && !deployment.previewUrl;
}

/** Reads a ready preview again while its record has no `previewUrl` yet. */
async function withAddress(state: FollowState): Promise<ReceivedDeployment> {
  for (const ms of FOLLOW_LIMITS.rereadMs) {
    if (!lacksAddress(state.deployment) || state.signal.aborted) break;
    await wait(state.clock, ms, state.signal);
    await readOnce(state);
  }
  return state.deployment;
}

/** Lets the stream bring the rest of the log, for a short while. */
async function drain({ clock, signal, streaming }: FollowState, stream: Promise<void>): Promise<void> {
  if (!streaming) return;
  const enough = new AbortController();
  await Promise.race([stream, wait(clock, FOLLOW_LIMITS.drainMs, AbortSignal.any([signal, enough.signal]))]);
  enough.abort();
}

/** What is known of a deployment while it is followed; it reports what is new. */
export type DeploymentTracker = ReturnType<typeof createTracker>;

const RANKS = new Map([
  ["queued", 0],
  ["building", 1],
]);
const TERMINAL_RANK = 2;

/** Most gaps that are reported: a stream that breaks all the time says nothing new. */
const MAX_GAPS = 20;
const MAX_UNKNOWN = 20;
const MAX_NAME_CHARS = 100;

/** Makes the memory of one follow. [§3: a terminal status is never left; §9: unknown things are ignored] */
export function createTracker(report: (event: FollowEvent) => void, limits: LogLimits) {
  const log = createLogReader(limits);
  const unknown = new Set<string>();
  let rank = -1;
  let last = "";
  let gaps = 0;

  function reportUnknownOnce(what: "event" | "status" | "data", name: string): void {
    const id = `${what} ${name}`.slice(0, MAX_NAME_CHARS);
    if (unknown.has(id) || unknown.size >= MAX_UNKNOWN) return;
    unknown.add(id);
    report({ kind: "unknown", what, name: name.slice(0, MAX_NAME_CHARS) });
  }

  /**
   * Takes a status from the stream or the record. Repeats and steps back are not reported again.
   * @returns Whether the deployment is over, by this or an earlier status.
   */
  function takeStatus(status: string, source: "stream" | "record", at?: string): boolean {
    const next = isDeploymentStatus(status) ? (RANKS.get(status) ?? TERMINAL_RANK) : -1;
    // The record is the authority: it may correct a terminal status that the stream gave.
    const corrects = source === "record" && isTerminal(status) && status !== last;
    if (!isDeploymentStatus(status)) reportUnknownOnce("status", status);
    else if (next > rank || corrects) {
      rank = next;
      last = status;
      report({ kind: "status", status, at });
    }
    return rank >= TERMINAL_RANK;
  }

  function takeLog(event: ReceivedLogEvent): void {
    const batch = log.read(event);
    if (batch === undefined) return;
    if (batch.lines.length > 0) report({ kind: "log", stream: batch.stream, lines: batch.lines });
    if (batch.capped) report({ kind: "gap", why: "The log is too long to show in full; the service has all of it." });
  }

  return {
    status: takeStatus,
    /** Takes an event of the stream. @returns Whether the deployment is over by what the stream said. */
    event(name: string, data: string): boolean {
      const value = name === "status" || name === "log" ? parseJson(data) : undefined;
      const status = name === "status" ? ReceivedStatusEvent.safeParse(value).data : undefined;
      const lines = name === "log" ? ReceivedLogEvent.safeParse(value).data : undefined;
      if (status !== undefined) takeStatus(status.status, "stream", status.at);
      else if (lines !== undefined) takeLog(lines);
      else reportUnknownOnce(name === "status" || name === "log" ? "data" : "event", name);
      return rank >= TERMINAL_RANK;
    },
    gap(why: string): void {
      gaps += 1;
      if (gaps <= MAX_GAPS) report({ kind: "gap", why });
    },
    /** The stream starts over from its first event. */
    restarted: (): void => log.restarted(),
    error: (error: ClientError): void => report({ kind: "error", error }),
  };
}

/** Bounds of the log text handed on, characters. */
export interface LogLimits {
  readonly maxLogLineChars: number;
  readonly maxLogChars: number;
}

const CUT = " [line cut]";
const MAX_STREAM_CHARS = 100;

/** Makes a reader of a deployment's log batches that remembers the lines it gave. [§6: their shape is not shown] */
export function createLogReader(limits: LogLimits) {
  let left = limits.maxLogChars;
  let highest = 0;
  let repeatsUntil = 0;
  return {
    /**
     * @returns Undefined when nothing of the batch is new, or the total cap was reached before. `capped`: it was reached
     *   with this batch, and what follows is ignored.
     */
    read(event: ReceivedLogEvent) {
      if (left <= 0) return undefined;
      const lines: string[] = [];
      for (const line of event.lines) {
        const number = lineNumber(line);
        if (number !== undefined && number <= repeatsUntil) continue;
        highest = Math.max(highest, number ?? 0);
        const text = cut(logLineText(line), limits.maxLogLineChars);
        left -= text.length + 1;
        if (left <= 0) break;
        lines.push(text);
      }
      const stream = (event.stream ?? "build").slice(0, MAX_STREAM_CHARS);
      return lines.length === 0 && left > 0 ? undefined : { stream, lines, capped: left <= 0 };
    },
    /** The stream starts over: lines whose number was seen are repeats from here on. */
    restarted(): void {
      repeatsUntil = highest;
    },
  };
}

function lineNumber(line: unknown): number | undefined {
  if (typeof line !== "object" || line === null || !("n" in line)) return undefined;
  return Number.isSafeInteger(line.n) ? Number(line.n) : undefined;
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed() + CUT;
}
