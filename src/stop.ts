/** Why a run ends before its work does. */
class StopError extends Error {
  override readonly name = "StopError";
  /** The signal that was received. */
  readonly signalName: string;

  constructor(signalName: string) {
    super(`The run was canceled (${signalName}).`);
    this.signalName = signalName;
  }
}

/** The process, as far as it can be told to stop. */
export interface Stoppable {
  on(event: StopSignal, listener: () => void): unknown;
  off(event: StopSignal, listener: () => void): unknown;
}

/** A signal that asks a process to end. */
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The runner sends SIGINT, 7.5 s later SIGTERM; others were seen from self-hosted ones. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Turns the signals of a canceled run into an abort, instead of a death on the spot.
 * @param process Where the signals arrive.
 * @returns A signal that aborts with a {@link StopError}; disposing it gives the process its own handling back.
 */
export function listenForStop(process: Stoppable): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listeners = STOP_SIGNALS.map((name) => ({ name, stop: () => controller.abort(new StopError(name)) }));
  for (const { name, stop } of listeners) process.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const { name, stop } of listeners) process.off(name, stop);
    },
  };
}
