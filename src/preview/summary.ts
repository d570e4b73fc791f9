import type { Diagnostic } from "../github/diagnostics.ts";
import type { CommentRow } from "../github/comment/data.ts";
import { commitText, durationText } from "../github/comment/render.ts";
import {
  type MarkdownText,
  autolink,
  codeFence,
  inlineCode,
  joinMarkdown,
  link,
  markdown,
} from "../github/untrusted-text.ts";
import type { ApprovalLink } from "../approval-link.ts";
import type { Headline } from "../telling.ts";
import { deploymentOf, type Outcome, outputStatus } from "./outcome.ts";
import type { Accepted } from "./outputs.ts";
import type { RowFacts } from "./row.ts";
import { timeline } from "./timeline.ts";
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
  /** What a row needs; undefined while the site's id is not known. */
  readonly row: RowFacts | undefined;
  /** The site's row as another run had left it. */
  readonly previous: CommentRow | undefined;
  /** QR code of the preview's address; undefined without one. */
  readonly qr: MarkdownText | undefined;
  /** Last lines of the build log; untrusted. */
  readonly logTail: readonly string[];
}

/** Longest excerpt of a build log in a summary, characters. */
const MAX_EXCERPT_CHARS = 20_000;
/** Build errors that found no room among the annotations. */
const MAX_FURTHER_ERRORS = 50;

const SIGNS: Readonly<Record<Headline["level"], string>> = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };

/**
 * Writes the summary of a run, whatever its end.
 */
export function summary(facts: SummaryFacts): MarkdownText {
  const { headline, outcome } = facts;
  const of = facts.site === "" ? markdown`` : markdown`: ${facts.site}`;
  const parts = [
    markdown`### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}${of}`,
    ...(outcome.kind === "ready" ? [autolink(outcome.previewUrl)] : [markdown`${headline.text}`]),
    ...release(facts),
    ...table(facts),
    ...times(facts),
    ...excerpt(facts),
    ...phone(facts),
  ];
  return markdown`${joinMarkdown(parts, "\n\n")}\n`;
}

function release({ approval }: SummaryFacts): readonly MarkdownText[] {
  if (approval.kind !== "link") return [];
  const approve = link("Review and approve the release", approval.address);
  return [markdown`> [!TIP]\n> **Ready for production?** ${approve}. Whoever asked for the release cannot approve it.`];
}

function table({ outcome, commitSha, branch, accepted, row }: SummaryFacts): readonly MarkdownText[] {
  const deploymentId = deploymentOf(outcome)?.id ?? accepted?.deploymentId;
  const columns: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", outcome.kind === "ready" ? undefined : markdown`${outputStatus(outcome)}`],
    ["Commit", commitSha === undefined ? undefined : commitText({ commitSha, runUrl: row?.run.url ?? "" })],
    ["Branch", branch === undefined ? undefined : inlineCode(branch)],
    ["Deployment", deploymentId === undefined ? undefined : inlineCode(deploymentId)],
    ["Attempt", accepted && attempt(accepted)],
  ];
  const shown = columns.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label: markdown`${label}`, value }],
  );
  if (shown.length < 2) return [];
  const line = (cells: readonly MarkdownText[]): MarkdownText =>
    markdown`| ${cells.reduce((joined, cell) => markdown`${joined} | ${cell}`)} |`;
  const lines = [
    line(shown.map(({ label }) => label)),
    line(shown.map(() => markdown`---`)),
    line(shown.map(({ value }) => value)),
  ];
  return [joinMarkdown(lines, "\n")];
}

function attempt({ attempt: number, reused }: Accepted): MarkdownText {
  const which = number === undefined ? markdown`by a key of the workflow's own` : markdown`${number}`;
  return reused ? markdown`${which}, made by an earlier run` : which;
}

function times({ times: taken, previous, outcome }: SummaryFacts): readonly MarkdownText[] {
  const lines = timeline(taken);
  if (lines.length === 0) return [];
  const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
  return [codeFence(lines, { maxChars: MAX_EXCERPT_CHARS }), ...compared];
}

/** With the last commit of the pull request, whose row was read anyway: no request is made for it. */
function comparison(buildSeconds: number | undefined, previous: CommentRow | undefined): readonly MarkdownText[] {
  const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
  if (buildSeconds === undefined || before === undefined || status !== "ready") return [];
  const difference = Math.round(buildSeconds - before);
  const words =
    difference === 0 ? "as long as" : `${durationText(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
  return [markdown`The build took ${words} that of the last ready commit, ${inlineCode(commitSha.slice(0, 7))}.`];
}

function excerpt({ outcome, logTail }: SummaryFacts): readonly MarkdownText[] {
  if (outcome.kind !== "failed" || logTail.length === 0) return [];
  return [markdown`Last lines of the build:`, codeFence(logTail, { maxChars: MAX_EXCERPT_CHARS })];
}

function phone({ qr }: SummaryFacts): readonly MarkdownText[] {
  if (qr === undefined) return [];
  return [markdown`<details><summary>Open it on a phone</summary>`, qr, markdown`</details>`];
}

/**
 * Lists the build errors that found no room among the annotations.
 * @param errors At least one; their words are untrusted.
 */
export function furtherErrors(errors: readonly Diagnostic[]): MarkdownText {
  const lines = errors
    .slice(0, MAX_FURTHER_ERRORS)
    .map(({ file, line, message }) => markdown`- ${inlineCode(`${file}:${line}`)} ${message}`);
  const left = errors.length - lines.length;
  const rest = left > 0 ? [markdown`- and ${left} more`] : [];
  return markdown`Further build errors:\n\n${joinMarkdown([...lines, ...rest], "\n")}\n`;
}
