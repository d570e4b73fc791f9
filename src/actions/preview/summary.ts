import { codeFence, inlineCode, joinMarkdown, link, markdown, type MarkdownText } from "../../github/text.ts";
import type { ApprovalLink } from "../approval-link.ts";
import type { Headline } from "../telling.ts";
import { deploymentOf, type Outcome, outputStatus } from "./outcome.ts";
import type { Accepted } from "./outputs.ts";
import type { Timings } from "./timings.ts";

/** What a job summary tells. */
export interface SummaryFacts {
  readonly outcome: Outcome;
  readonly headline: Headline;
  /** Site id or slug, as the workflow gave it; empty when it could not be read. */
  readonly site: string;
  readonly commitSha: string | undefined;
  readonly branch: string | undefined;
  readonly accepted: Accepted | undefined;
  readonly approval: ApprovalLink;
  readonly times: Timings;
  /** Last lines of the build log; untrusted. */
  readonly logTail: readonly string[];
}

/** Longest excerpt of a build log in a summary, characters. */
const MAX_EXCERPT_CHARS = 20_000;

/**
 * Writes the summary of a run, whatever its end.
 */
export function summary(facts: SummaryFacts): MarkdownText {
  const { headline, outcome, logTail } = facts;
  const title = facts.site === "" ? markdown`### ${headline.title}` : markdown`### ${headline.title}: ${facts.site}`;
  const showsLog = outcome.kind === "failed" && logTail.length > 0;
  const excerpt = showsLog
    ? [markdown`Last lines of the build:`, codeFence(logTail, { maxChars: MAX_EXCERPT_CHARS })]
    : [];
  const lead = outcome.kind === "ready" ? [] : [markdown`${headline.text}`];
  return markdown`${joinMarkdown([title, ...lead, table(facts), ...excerpt], "\n\n")}\n`;
}

function table({ outcome, commitSha, branch, accepted, approval, times }: SummaryFacts): MarkdownText {
  const deploymentId = deploymentOf(outcome)?.id ?? accepted?.deploymentId;
  const rows: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", markdown`${outputStatus(outcome)}`],
    ["Preview", outcome.kind === "ready" ? link(inlineCode(outcome.previewUrl), outcome.previewUrl) : undefined],
    ["Release", approval.kind === "link" ? link("ask for approval, by somebody else", approval.address) : undefined],
    ["Commit", commitSha === undefined ? undefined : inlineCode(commitSha)],
    ["Branch", branch === undefined ? undefined : inlineCode(branch)],
    ["Deployment", deploymentId === undefined ? undefined : inlineCode(deploymentId)],
    ["Attempt", accepted && attempt(accepted)],
    ["Queued", seconds(times.queuedSeconds)],
    ["Build", seconds(times.buildSeconds)],
  ];
  const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [markdown`| ${label} | ${value} |`]));
  return joinMarkdown([markdown`| | |`, markdown`|---|---|`, ...lines], "\n");
}

function attempt({ attempt: number, reused }: Accepted): MarkdownText {
  const which = number === undefined ? markdown`by a key of the workflow's own` : markdown`${number}`;
  return reused ? markdown`${which}, made by an earlier run` : which;
}

function seconds(count: number | undefined): MarkdownText | undefined {
  return count === undefined ? undefined : markdown`${count} s`;
}
