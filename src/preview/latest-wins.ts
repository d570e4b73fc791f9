import type { Clock } from "@greenroom/client";

/** How the last write went. */
export type Written<Result> =
  | { readonly kind: "written"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown }
  /** There was nothing to write. */
  | { readonly kind: "none" };

interface LatestWinsOptions<Value, Result> {
  readonly write: (value: Value) => Promise<Result>;
  /** How long a value puts the first write off, so that what ends at once is written once. */
  readonly delayMs: (value: Value) => number;
  readonly clock: Pick<Clock, "sleep">;
}

/**
 * Writes values one at a time; a value that waits gives way to a newer one, so a slow target delays nothing.
 * @returns A queue of one place; its functions never throw.
 */
export function createLatestWins<Value, Result>({ write, delayMs, clock }: LatestWinsOptions<Value, Result>) {
  const due = new AbortController();
  const firstDue = new Promise<void>((resolve) => {
    due.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let pending: { readonly value: Value } | undefined;
  let writing: Promise<void> | undefined;
  let last: Written<Result> = { kind: "none" };

  function push(value: Value): void {
    pending = { value };
    if (!due.signal.aborted) {
      const delay = clock.sleep(delayMs(value), due.signal).catch(() => undefined);
      void delay.then(() => due.abort());
    }
    writing ??= (async () => {
      await firstDue;
      while (pending !== undefined) {
        const next = pending.value;
        pending = undefined;
        last = await write(next).then(
          (result): Written<Result> => ({ kind: "written", result }),
          (error: unknown): Written<Result> => ({ kind: "failed", error }),
        );
      }
      writing = undefined;
    })();
  }
  /** Writes the last value at once and waits until it is written. */
  async function flush(value: Value | undefined): Promise<Written<Result>> {
    due.abort();
    if (value !== undefined) push(value);
    await writing;
    return last;
  }
  return { push, flush };
}
