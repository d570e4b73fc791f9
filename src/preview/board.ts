/** How reporting to a place went. */
export type Posted<Result> =
  | { readonly kind: "posted"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown }
  /** There was nothing to report. */
  | { readonly kind: "none" };

/** A place that always shows the newest row it was given; a slow or broken place holds nobody up. */
export interface Board<Row, Result> {
  /** Shows a row soon; an older one that is still waiting is dropped. */
  show(row: Row): void;
  /** Shows the last row, or what is under way when there is none, and waits until it is written. */
  settle(row: Row | undefined): Promise<Posted<Result>>;
}

/**
 * Makes a board.
 * @param write Writes a row; called for one row at a time.
 * @param pause Waits before the first row, so that what ends at once is told once; it ends when its signal aborts.
 * @returns A board whose functions never throw.
 */
export function createBoard<Row, Result>(
  write: (row: Row) => Promise<Result>,
  pause: (signal: AbortSignal) => Promise<void>,
): Board<Row, Result> {
  const settling = new AbortController();
  let waiting: { readonly row: Row } | undefined;
  let working: Promise<void> | undefined;
  let paused = false;
  let last: Posted<Result> = { kind: "none" };

  async function work(): Promise<void> {
    if (!paused) await pause(settling.signal).catch(() => undefined);
    paused = true;
    for (let next = waiting; next !== undefined; next = waiting) {
      waiting = undefined;
      last = await write(next.row).then(
        (result): Posted<Result> => ({ kind: "posted", result }),
        (error: unknown): Posted<Result> => ({ kind: "failed", error }),
      );
    }
    working = undefined;
  }
  function show(row: Row): void {
    waiting = { row };
    working ??= work();
  }
  async function settle(row: Row | undefined): Promise<Posted<Result>> {
    settling.abort();
    if (row !== undefined) show(row);
    await working;
    return last;
  }
  return { show, settle };
}
