import { systemClock, timeoutSignal } from "@greenroom/contract/clock";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { z } from "zod";
import { createRunner, type Runner, type RunnerProcess } from "./github/runner.ts";
import { readTrigger, type Trigger } from "./github/trigger.ts";
import { markdown } from "./github/untrusted-text.ts";
import { SECRET_INPUTS } from "./inputs.ts";
import {
  type Failure,
  failureText,
  internalFailure,
  type Report,
  sentences,
  type Unsent,
  writeReport,
} from "./messages.ts";

export interface ActionProcess extends RunnerProcess {
  on(event: StopSignal, listener: () => void): unknown;
  off(event: StopSignal, listener: () => void): unknown;
}

type StopSignal = (typeof STOP_SIGNALS)[number];

/** The runner sends SIGINT, 7.5 s later SIGTERM; others were seen from self-hosted ones. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Masks the secrets before anything else is written. */
export function startRunner(process: RunnerProcess): Runner {
  const runner = createRunner(process);
  for (const name of SECRET_INPUTS) runner.mask(runner.input(name));
  return runner;
}

/** A canceled run aborts instead of dying on the spot; disposing restores the process's own handling. */
export function listenForStop(
  process: Pick<ActionProcess, "on" | "off">,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listeners = STOP_SIGNALS.map((name) => ({
    name,
    stop: () => controller.abort(new Error(`The run was canceled (${name}).`)),
  }));
  for (const { name, stop } of listeners) process.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const { name, stop } of listeners) process.off(name, stop);
    },
  };
}

/** Time for reporting after the build, even when the step's own time is over, milliseconds. */
const MIN_REPORT_MS = 4500;
/** A GitHub that is down is no reason to hold a runner. */
const MAX_REPORT_MS = 60_000;

/**
 * Until the step's time is over, or soon after the run was canceled: the runner kills what is left after 7.5 s.
 * @param leftMs Of the step's time; infinite where it has no limit.
 */
export function reportTimeLimit(leftMs: number, stop: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const hurry = (): void => {
    timer = setTimeout(() => stopped.abort(stop.reason), MIN_REPORT_MS);
  };
  if (stop.aborted) hurry();
  else stop.addEventListener("abort", hurry, { once: true });
  return {
    signal: timeoutSignal(Math.min(MAX_REPORT_MS, Math.max(MIN_REPORT_MS, leftMs)), stopped.signal),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", hurry);
    },
  };
}

const STATE_NAME = "unfinished";

/** The runner gives a state to the post step as one variable of its environment, which holds 128 KiB on Linux. */
const MAX_STATE_BYTES = 64 * 1024;

/** What a state keeps of a deployment: a service may put anything else, of any size, into a record. */
export function keptOf({ id, status, createdAt, commitSha }: ReceivedDeployment) {
  return { id, status, createdAt, commitSha };
}

/** Written at once, to survive a kill; a post step cannot be started with a state that is too large. */
export function savePostState(runner: Pick<Runner, "saveState">, state: unknown): void {
  const text = JSON.stringify(state);
  runner.saveState(STATE_NAME, Buffer.byteLength(text) > MAX_STATE_BYTES ? "" : text);
}

export function markFinished(runner: Pick<Runner, "saveState">): void {
  runner.saveState(STATE_NAME, "");
}

/** @returns Undefined when the main step finished, had nothing under way, or saved something unreadable. */
export function loadPostState<State>(runner: Pick<Runner, "state">, schema: z.ZodType<State>): State | undefined {
  const text = runner.state(STATE_NAME);
  if (text === "") return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface Start {
  readonly runner: Runner;
  readonly env: ActionProcess["env"];
  readonly event: Trigger;
  readonly stop: AbortSignal;
  /** Milliseconds of the system's `monotonic()`. */
  readonly startedAt: number;
}

/** An action reports its own end once it has sent anything; what ends it before, or breaks it, is reported here. */
export async function runAction(
  process: ActionProcess,
  noun: string,
  act: (start: Start) => Promise<Unsent | undefined>,
): Promise<void> {
  const startedAt = systemClock.monotonic();
  const runner = startRunner(process);
  using stop = listenForStop(process);
  try {
    const event = readTrigger(process.env, runner.eventPayload());
    const unsent = await act({ runner, env: process.env, event, stop: stop.signal, startedAt });
    if (unsent?.kind === "skipped") writeReport(runner, skippedReport(unsent.reason));
    if (unsent?.kind === "refused") writeReport(runner, failedReport("refused", `${noun} refused`, unsent.failure));
  } catch (error) {
    // A bug of ours is reported like any other end; outputs that were written before stay.
    writeReport(runner, failedReport("failed", "Internal error", internalFailure(error)));
  }
}

function skippedReport({ message, hint }: Extract<Unsent, { kind: "skipped" }>["reason"]): Report {
  const text = sentences([message, hint]);
  return {
    headline: { level: "notice", title: "Skipped", text },
    outputs: { status: "skipped" },
    summary: markdown`### ⏭️ Skipped\n\n${text}\n`,
    conclusion: "pass",
  };
}

function failedReport(status: "refused" | "failed", title: string, failure: Failure): Report {
  const text = failureText(failure);
  return {
    headline: { level: "error", title, text },
    outputs: { status, "error-code": failure.code },
    summary: markdown`### ❌ ${title}\n\n${text}\n`,
    conclusion: "fail",
  };
}
