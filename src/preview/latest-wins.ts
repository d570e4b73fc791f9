import { once } from "node:events";
import { type Clock, wait } from "@greenroom/contract/clock";

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
  const firstDue = once(due.signal, "abort");
  let pending: { readonly value: Value } | undefined;
  let writing: Promise<void> | undefined;
  let last: PromiseSettledResult<Result> | undefined;

  async function writePending(): Promise<void> {
    await firstDue;
    while (pending !== undefined) {
      const { value } = pending;
      pending = undefined;
      [last] = await Promise.allSettled([write(value)]);
    }
    writing = undefined;
  }
  function push(value: Value): void {
    pending = { value };
    void wait(clock, delayMs(value), due.signal).then(() => due.abort());
    writing ??= writePending();
  }
  /** Writes the last value at once. @returns How the last write went; undefined when there was none. */
  async function flush(value: Value | undefined): Promise<typeof last> {
    due.abort();
    if (value !== undefined) push(value);
    await writing;
    return last;
  }
  return { push, flush };
}
