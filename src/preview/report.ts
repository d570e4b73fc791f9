import type { CommentRow } from "../github/comment/data.ts";
import type { MarkdownText } from "../github/untrusted-text.ts";
import type { ApprovalLink } from "../approval-link.ts";
import type { Headline } from "../telling.ts";
import { headline } from "./headline.ts";
import type { Inputs } from "./inputs.ts";
import { conclusion, type Outcome } from "./outcome.ts";
import { type Accepted, finalOutputs, type Outputs } from "./outputs.ts";
import { finalRow, type RowFacts } from "./row.ts";
import { summary } from "./summary.ts";
import type { Timings } from "./timings.ts";

/** All that is known when a run ends. */
export interface Ending {
  readonly outcome: Outcome;
  readonly inputs: Pick<Inputs, "site" | "timeoutMs" | "onTimeout">;
  readonly commitSha: string | undefined;
  readonly branch: string | undefined;
  readonly accepted: Accepted | undefined;
  readonly approval: ApprovalLink;
  readonly times: Timings;
  /** The site's row as another run had left it, when it was read in time. */
  readonly previous: CommentRow | undefined;
  /** QR code of the preview's address; undefined without one. */
  readonly qr: MarkdownText | undefined;
  /** Last lines of the build log; untrusted. */
  readonly logTail: readonly string[];
  /** What a row needs; undefined while the site's id is not known. */
  readonly row: RowFacts | undefined;
}

/** What is told at the end of a run, and how the step concludes. */
export interface Report {
  readonly headline: Headline;
  readonly outputs: Outputs;
  /** Row of the comment; undefined when the pull request need not hear of it. */
  readonly row: CommentRow | undefined;
  readonly summary: MarkdownText;
  /** Sentences that are worth an annotation beside the headline; may hold words of the service. */
  readonly notices: readonly string[];
  readonly conclusion: "pass" | "fail";
}

/**
 * Turns the end of a run into what is told about it. The conclusion follows from the outcome alone.
 */
export function report(ending: Ending): Report {
  const { outcome, inputs, accepted, approval, times, logTail } = ending;
  const told = headline(outcome, { ...inputs, reused: accepted?.reused === true });
  const durationSeconds = times.buildSeconds;
  return {
    headline: told,
    outputs: finalOutputs(outcome, approval, times),
    row: ending.row && finalRow(ending.row, outcome, { approval, logTail, durationSeconds }),
    summary: summary({ ...ending, headline: told, site: inputs.site }),
    notices: approval.kind === "none" ? [approval.why] : [],
    conclusion: conclusion(outcome, inputs.onTimeout),
  };
}
