import type { CommentRow } from "../github/comment/data.ts";
import {
  type BuildError,
  type CheckRunEnd,
  type CheckRunOutcome,
  endCheckRun,
  openCheckRun,
} from "../github/check-run.ts";
import type { CallContext, Github } from "../github/octokit.ts";
import type { Runner } from "../github/runner.ts";
import type { MarkdownText } from "../github/untrusted-text.ts";
import type { Headline } from "../annotations.ts";
import type { Outcome } from "./outcome.ts";

/** How a run ended, as its check run shows it. */
export interface CheckRunReport {
  readonly outcome: Outcome;
  /** Of the step. */
  readonly conclusion: "pass" | "fail";
  readonly headline: Headline;
  readonly summary: MarkdownText;
  /** Untrusted. */
  readonly errors: readonly BuildError[];
}

/** Keeps one check run in step with a run's rows. */
export interface CheckRunWriter {
  /** @param report Undefined while the deployment has not ended. */
  write(
    github: Github,
    row: CommentRow,
    report: CheckRunReport | undefined,
    context: CallContext,
  ): Promise<CheckRunOutcome>;
  /** Whether a check run may be on GitHub that has not ended. */
  isOpen(): boolean;
}

/**
 * Makes the writer of a run's check run.
 * @param options `mayExist`: an earlier process of this run may have opened it.
 */
export function createCheckRunWriter(
  runner: Pick<Runner, "secrets">,
  options: { readonly mayExist: boolean },
): CheckRunWriter {
  let opened: CheckRunOutcome | undefined;
  let isOpen = options.mayExist;

  async function write(
    github: Github,
    row: CommentRow,
    report: CheckRunReport | undefined,
    context: CallContext,
  ): Promise<CheckRunOutcome> {
    const { commitSha: sha, siteId, runId, runAttempt } = row;
    const detailsUrl = row.logUrl ?? row.runUrl;
    const place = { sha, name: `Preview of ${row.site}`, siteId, runId, runAttempt, detailsUrl };
    const own = { ...place, secrets: runner.secrets() };
    if (opened?.kind === "failed" && isFinal(opened)) return opened;
    if (report === undefined) {
      if (opened?.kind === "done") return opened;
      // Before it leaves: it may arrive although no response does.
      isOpen = true;
      opened = await openCheckRun(github, own, context);
    } else {
      const id = opened?.kind === "done" ? opened.checkRunId : undefined;
      const mayExist = isOpen || runAttempt > 1;
      isOpen = true;
      opened = await endCheckRun(github, own, endOf(report), { context, id, mayExist });
      if (opened.kind === "done") isOpen = false;
    }
    if (opened.kind === "failed" && isFinal(opened)) isOpen = false;
    return opened;
  }
  return { write, isOpen: () => isOpen };
}

/** GitHub has refused, and would again. */
function isFinal({ status = 500, limitedMs }: Extract<CheckRunOutcome, { readonly kind: "failed" }>): boolean {
  return status >= 400 && status < 500 && limitedMs === undefined;
}

function endOf({ outcome, conclusion, headline: { title, text }, summary, errors }: CheckRunReport): CheckRunEnd {
  return { conclusion: CONCLUSIONS[outcome.kind](conclusion), title, summary, text, errors };
}

/** A check run passes only with a preview that is ready; what says neither is neutral. */
const CONCLUSIONS: Readonly<
  Record<Outcome["kind"], (step: CheckRunReport["conclusion"]) => CheckRunEnd["conclusion"]>
> = {
  ready: () => "success",
  skipped: () => "neutral",
  accepted: () => "neutral",
  failed: () => "failure",
  refused: () => "failure",
  lost: () => "failure",
  canceled: () => "cancelled",
  stopped: () => "cancelled",
  timed_out: (step) => (step === "pass" ? "neutral" : "timed_out"),
};
