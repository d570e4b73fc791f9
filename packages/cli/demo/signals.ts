const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** 128 and the number of SIGPIPE, which Node turns into an error of the stream. */
const PIPE_EXIT_CODE = 141;
const SAME_PRESS_MS = 500;

/** The wish to end, as signals of the system express it. */
export interface SignalWatch extends Disposable {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** 128 and the number of the signal; undefined while there was none. */
  readonly exitCode: number | undefined;
}

/**
 * Watches for Ctrl-C and its relatives; a second Ctrl-C ends the process at once.
 * @returns The watch; disposing of it gives the signals back to the system.
 */
export function watchSignals(): SignalWatch {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let first = 0;
  const handlers = Object.entries(EXIT_CODES).map(([name, code]) => {
    const handle = (): void => {
      const now = performance.now();
      // npm passes the key press on, so that one press can arrive twice.
      if (exitCode !== undefined && now - first > SAME_PRESS_MS) process.exit(code);
      if (exitCode !== undefined) return;
      first = now;
      exitCode = code;
      controller.abort(new Error(`Ended by ${name}.`));
    };
    process.on(name, handle);
    return [name, handle] as const;
  });
  // Whoever read the output has gone (`… | head`): end as by a signal, and free everything.
  const streams = [process.stdout, process.stderr];
  const closed = (): void => {
    exitCode ??= PIPE_EXIT_CODE;
    controller.abort(new Error("Nobody reads the output any more."));
  };
  for (const stream of streams) stream.on("error", closed);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => {
      for (const [name, handle] of handlers) process.off(name, handle);
      for (const stream of streams) stream.off("error", closed);
    },
  };
}
