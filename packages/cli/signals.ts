import { EXITS, type Exit } from "./exit.ts";

/** A launcher in between passes the key press on, so that one press can arrive twice. */
const SAME_PRESS_MS = 300;

const EXIT_OF_SIGNAL = { SIGINT: "interrupted", SIGTERM: "terminated", SIGHUP: "hung_up" } as const;

/** The wish to end, as signals of the system express it. */
export interface Interruption extends Disposable {
  /** Aborted by the first signal; a second one ends the process at once. */
  readonly signal: AbortSignal;
  /** How the command ends; undefined while there was no signal. */
  readonly exit: Exit | undefined;
}

/** Watches for Ctrl-C and its relatives until disposed of. */
export function watchSignals(): Interruption {
  const controller = new AbortController();
  let exit: Exit | undefined;
  let firstAt = 0;
  const handlers = Object.entries(EXIT_OF_SIGNAL).map(([name, meaning]) => {
    const handle = (): void => {
      const now = performance.now();
      if (exit !== undefined && now - firstAt > SAME_PRESS_MS) process.exit(EXITS[meaning].code);
      if (exit !== undefined) return;
      firstAt = now;
      exit = meaning;
      controller.abort(new Error(`Ended by ${name}.`));
    };
    process.on(name, handle);
    return [name, handle] as const;
  });
  return {
    signal: controller.signal,
    get exit() {
      return exit;
    },
    [Symbol.dispose]() {
      for (const [name, handle] of handlers) process.off(name, handle);
    },
  };
}
