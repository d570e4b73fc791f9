import type { MarkdownText } from "../github/untrusted-text.ts";
import type { Headline } from "../telling.ts";
import type { Facts } from "./facts.ts";
import { headline } from "./headline.ts";
import { conclusion, type Outcome } from "./outcome.ts";
import { type Outputs, outputsOf } from "./outputs.ts";
import { summary } from "./summary.ts";

/** What is told at the end of a run, and how the step concludes. */
export interface Report {
  readonly headline: Headline;
  readonly outputs: Outputs;
  readonly summary: MarkdownText;
  readonly conclusion: "pass" | "fail";
}

/**
 * Turns an end into what is told about it. The conclusion follows from the outcome alone, and what the workflow wants
 * while nobody has decided.
 */
export function report(outcome: Outcome, facts: Facts): Report {
  const told = headline(outcome, facts);
  return {
    headline: told,
    outputs: outputsOf(outcome, facts),
    summary: summary(outcome, told, facts),
    conclusion: conclusion(outcome, facts.onPending),
  };
}
