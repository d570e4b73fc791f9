import type { CommentRow } from "../github/comment/data.ts";
import type { CheckRunReport } from "./check-run.ts";
import { createLatestWins } from "./latest-wins.ts";
import type { Publisher, ReporterContext } from "./publish.ts";
import type { Outputs } from "./report.ts";

/** Writes a run's rows to the pull request's comment and the deployment record. Never changes the verdict. */
export interface Reporter {
  /** Writes a row soon, beside the build. */
  push(row: CommentRow): void;
  /** The last row follows at once: what its write begins with is done beside what it still waits for. */
  expect(): void;
  /**
   * Writes the last row, and warns about what GitHub did not accept.
   * @param time Aborts when GitHub has had its time.
   * @param report For the check run.
   * @returns Outputs about what was written.
   */
  flush(row: CommentRow | undefined, time: AbortSignal, report: CheckRunReport): Promise<Outputs>;
  /** Adds to the row of the comment, after `flush` wrote it there; otherwise, and when GitHub fails, nothing happens. */
  amend(row: CommentRow, time: AbortSignal): Promise<void>;
  /** The site's row as another run had left it, as far as it was read by now. */
  previous(): CommentRow | undefined;
  /** Whether a check run may be on GitHub that has not ended. */
  isCheckRunOpen(): boolean;
}

/** A build that ends sooner is written once: its live rows could not have been read. */
const LIVE_DELAY_MS = 1000;
/** A deployment that waits no longer than this for its build is shown as building at once. */
const QUEUE_DELAY_MS = 5000;

/** Makes the reporter of a run. What writes to GitHub is loaded for the first row, which is after the POST. */
export function createReporter(context: ReporterContext): Reporter {
  const { inputs, clock } = context;
  if (inputs.comment === "off" && !inputs.deploymentRecord && inputs.checkRun === "off") return SILENT;
  const over = new AbortController();
  let loading: Promise<Publisher> | undefined;
  let publisher: Publisher | undefined;
  let ended: CheckRunReport | undefined;
  const load = async (): Promise<Publisher> => {
    const { createPublisher } = await import("./publish.ts");
    return (publisher = createPublisher(context, over.signal));
  };
  const { push, flush } = createLatestWins({
    write: async (row: CommentRow) => (await (loading ??= load())).publish(row, ended),
    delayMs: ({ status }) => (status === "building" ? LIVE_DELAY_MS : QUEUE_DELAY_MS),
    clock,
  });
  return {
    push,
    expect: () => publisher?.expect(),
    flush: async (row, time, report) => {
      time.addEventListener("abort", () => over.abort(time.reason), { once: true });
      if (time.aborted) over.abort(time.reason);
      ended = report;
      const last = await flush(row);
      return publisher?.report(last) ?? {};
    },
    amend: async (row, time) => publisher?.amend(row, time),
    previous: () => publisher?.previous(),
    isCheckRunOpen: () => publisher?.isCheckRunOpen() ?? false,
  };
}

const SILENT: Reporter = {
  push: () => undefined,
  expect: () => undefined,
  flush: () => Promise.resolve({}),
  amend: () => Promise.resolve(),
  previous: () => undefined,
  isCheckRunOpen: () => false,
};
