import type { CommentRow } from "../github/comment/data.ts";
import { commitText, durationText, releaseWords } from "../github/comment/render.ts";
import { reviewBlocks, type RowReview } from "../github/comment/review.ts";
import {
  autolink,
  codeFence,
  inlineCode,
  joinMarkdown,
  link,
  markdown,
  type MarkdownText,
  type SafeAddress,
} from "../github/untrusted-text.ts";
import type { Headline } from "../messages.ts";
import { type Accepted, type ExplainedEnding, outputStatus, type Timings } from "./outcome.ts";

/** Width of the timeline, and of its labels. */
const WIDTH_CHARS = 32;
const LABEL_CHARS = 10;
const MAX_EXCERPT_CHARS = 20_000;

const SIGNS: Readonly<Record<Headline["level"], string>> = { info: "✅", notice: "⏭️", warning: "⚠️", error: "❌" };

export function summary(ending: ExplainedEnding, headline: Headline): MarkdownText {
  const { outcome, inputs } = ending;
  const parts = [
    markdown`### ${outcome.kind === "accepted" ? "📨" : SIGNS[headline.level]} ${headline.title}: ${inputs.site}`,
    ...(outcome.kind === "ready" ? [autolink(outcome.previewUrl)] : [markdown`${headline.text}`]),
    ...release(ending),
    table(ending),
    ...times(ending),
    ...fromLog(ending),
  ];
  return markdown`${joinMarkdown(parts, "\n\n")}\n`;
}

function release({ approval }: ExplainedEnding): readonly MarkdownText[] {
  if (approval?.kind !== "link") return [];
  const words = releaseWords(approval.prepared);
  return [markdown`> [!TIP]\n> **Ready for production?** ${link(words.link, approval.url)}. ${words.rule}`];
}

function table({ outcome, commitSha, branch, accepted, facts }: ExplainedEnding): MarkdownText {
  const deploymentId = outcome.deployment?.id;
  const columns: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", outcome.kind === "ready" ? undefined : markdown`${outputStatus(outcome)}`],
    ["Commit", commitText({ commitSha, runUrl: facts?.run.url ?? "" })],
    ["Branch", branch === undefined ? undefined : inlineCode(branch)],
    ["Deployment", deploymentId === undefined ? undefined : inlineCode(deploymentId)],
    ["Attempt", accepted && attempt(accepted)],
  ];
  const shown = columns.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label: markdown`${label}`, value }],
  );
  const line = (cells: readonly MarkdownText[]): MarkdownText => markdown`| ${joinMarkdown(cells, " | ")} |`;
  const lines = [
    line(shown.map(({ label }) => label)),
    line(shown.map(() => markdown`---`)),
    line(shown.map(({ value }) => value)),
  ];
  return joinMarkdown(lines, "\n");
}

function attempt({ attempt: number, reused }: Accepted): MarkdownText {
  const which = number === undefined ? markdown`with the workflow's own key` : markdown`${number}`;
  return reused ? markdown`${which}, made by an earlier run` : which;
}

function times({ times: taken, previous, outcome }: ExplainedEnding): readonly MarkdownText[] {
  const lines = timeline(taken);
  if (lines.length === 0) return [];
  const compared = outcome.kind === "ready" ? comparison(taken.buildSeconds, previous) : [];
  return [codeFence(lines, { maxChars: MAX_EXCERPT_CHARS }), ...compared];
}

/** On one scale; no lines when neither is known. */
export function timeline({ queuedSeconds, buildSeconds }: Timings): readonly string[] {
  const parts = [
    { label: "Queued", seconds: queuedSeconds },
    { label: "Building", seconds: buildSeconds },
  ].flatMap(({ label, seconds }) => (seconds === undefined ? [] : [{ label, seconds }]));
  const total = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) return parts.length === 0 ? [] : ["Queued and built in less than a second"];
  let before = 0;
  const lines = parts.map(({ label, seconds }) => {
    const start = share(before, total);
    before += seconds;
    return bar(label, { start, length: share(before, total) - start, seconds });
  });
  return parts.length < 2 ? lines : [...lines, bar("Total", { start: 0, length: WIDTH_CHARS, seconds: total })];
}

function share(seconds: number, total: number): number {
  return Math.round((WIDTH_CHARS * seconds) / total);
}

function bar(
  label: string,
  { start, length, seconds }: { readonly start: number; readonly length: number; readonly seconds: number },
): string {
  // Whatever took time is visible, however little.
  const drawn = "█".repeat(seconds > 0 ? Math.max(1, length) : length);
  const line = `${" ".repeat(Math.min(start, WIDTH_CHARS - 1))}${drawn}`.padEnd(WIDTH_CHARS);
  return `${label.padEnd(LABEL_CHARS)}${line}  ${durationText(seconds)}`;
}

/** The row of the last commit was read anyway. */
function comparison(buildSeconds: number | undefined, previous: CommentRow | undefined): readonly MarkdownText[] {
  const { status, durationSeconds: before, commitSha = "" } = previous ?? {};
  if (buildSeconds === undefined || before === undefined || status !== "ready") return [];
  const difference = Math.round(buildSeconds - before);
  const words =
    difference === 0 ? "as long as" : `${durationText(Math.abs(difference))} ${difference < 0 ? "less" : "more"} than`;
  return [markdown`The build took ${words} that of the last ready commit, ${inlineCode(commitSha.slice(0, 7))}.`];
}

function fromLog({ excerpt }: ExplainedEnding): readonly MarkdownText[] {
  if (excerpt.length === 0) return [];
  return [markdown`From the log of the build:`, codeFence(excerpt, { maxChars: MAX_EXCERPT_CHARS })];
}

export function reviewSummary(review: RowReview, previewUrl: string | undefined): MarkdownText {
  return markdown`${joinMarkdown([markdown`#### What changed`, ...reviewBlocks(review, previewUrl)], "\n\n")}\n`;
}

/** Longest URL that is drawn: a phone cannot read the code of a longer one. */
const MAX_QR_CHARS = 300;
/** Light margin a reader needs, modules. */
const QUIET = 4;
/** A space that HTML keeps, as wide as a block. */
const LIGHT = "\u00a0";
/** A character between two modules, half of it each: the right one counts 1 when it is dark, the left one 2. */
const HALVES = [LIGHT, "▐", "▌", "█"] as const;

/** @returns Undefined for a URL that is too long. */
export async function phoneSummary(previewUrl: SafeAddress): Promise<MarkdownText | undefined> {
  const qr = await qrCode(previewUrl);
  const title = markdown`<details><summary>Open it on a phone</summary>`;
  return qr && markdown`\n${joinMarkdown([title, qr, markdown`</details>`], "\n\n")}\n`;
}

/**
 * In text, so that no other service sees the URL.
 *
 * GitHub sets a code block with gaps between its lines that no reader gets over. The lines of a `<kbd>` it sets 10 px
 * high with letters of 11 px, so that blocks touch, and three of those letters are as wide as two lines are high: two
 * modules are three characters.
 * @see ISO/IEC 18004
 */
export async function qrCode(url: SafeAddress): Promise<MarkdownText | undefined> {
  if (url.length > MAX_QR_CHARS) return undefined;
  const { encode } = await import("uqr");
  // Any mask can be read; to find the one that reads best takes eight times as long as to draw the code.
  const { data, size } = encode(url, { ecc: "L", border: QUIET, maskPattern: 0 });
  const dark = (row: number, column: number): boolean => data[row]?.[column] === true;
  const rows = Array.from({ length: size }, (_, row) => {
    let line = "";
    for (let column = 0; column < size; column += 2) line += pair(dark(row, column), dark(row, column + 1));
    return markdown`${line}`;
  });
  return markdown`<p><kbd>${joinMarkdown(rows, "<br>")}</kbd></p>`;
}

function pair(left: boolean, right: boolean): string {
  const between = HALVES[(left ? 2 : 0) + (right ? 1 : 0)] ?? LIGHT;
  return `${left ? "█" : LIGHT}${between}${right ? "█" : LIGHT}`;
}
