/** Time for what comes after the build, even when the step's own time is over, milliseconds. */
const REPORT_MS = 4500;
/** Longest time for it: GitHub out of order is no reason to hold a runner. */
const MAX_REPORT_MS = 60_000;

/**
 * Gives time to tell how a run ended: until the step's time is over, or soon after the run was canceled, since the
 * runner kills what is left after 7.5 s.
 * @param leftMs Of the step's time, milliseconds.
 * @param stop Aborts when the run is canceled.
 */
export function reportTime(leftMs: number, stop: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const hurry = (): void => {
    timer = setTimeout(() => stopped.abort(stop.reason), REPORT_MS);
  };
  if (stop.aborted) hurry();
  else stop.addEventListener("abort", hurry, { once: true });
  const limit = AbortSignal.timeout(Math.ceil(Math.min(MAX_REPORT_MS, Math.max(REPORT_MS, leftMs))));
  return {
    signal: AbortSignal.any([limit, stopped.signal]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", hurry);
    },
  };
}
