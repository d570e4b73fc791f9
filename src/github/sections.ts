import type { CommentRow, RowStatus } from "./row.ts";
import {
  codeFence,
  htmlCode,
  inlineCode,
  joinMarkdown,
  link,
  markdown,
  type MarkdownText,
  plainLine,
  safeAddress,
} from "./text.ts";

const MAX_EXCERPT_CHARS = 4000;
const MAX_LABEL_CHARS = 60;
const SHORT_SHA_CHARS = 7;

interface Look {
  readonly emoji: string;
  readonly word: string;
}

const LOOKS: Readonly<Record<RowStatus, Look>> = {
  queued: { emoji: "🕒", word: "Queued" },
  building: { emoji: "🔨", word: "Building" },
  ready: { emoji: "✅", word: "Ready" },
  failed: { emoji: "❌", word: "Failed" },
  canceled: { emoji: "🚫", word: "Canceled" },
  timed_out: { emoji: "⌛", word: "Timed out" },
  refused: { emoji: "⛔", word: "Refused" },
  accepted: { emoji: "📨", word: "Accepted" },
  superseded: { emoji: "⏭️", word: "Superseded" },
  interrupted: { emoji: "⏸️", word: "No longer watched" },
  closed: { emoji: "🌙", word: "Closed" },
};

const FAILURES = new Set<string>(["failed", "refused", "timed_out"]);
const RUNNING = new Set<string>(["queued", "building", "accepted", "interrupted"]);

/**
 * Shows how a row stands: a sign, a word, and how long it took.
 * @param row Row; a status nobody knows is shown as it is.
 */
export function statusText(row: CommentRow): MarkdownText {
  const look = Object.entries(LOOKS).find(([status]) => status === row.status)?.[1];
  const shown = look === undefined ? markdown`⚪ ${row.status}` : markdown`${look.emoji} ${look.word}`;
  return row.durationSeconds === undefined ? shown : markdown`${shown} in ${durationText(row.durationSeconds)}`;
}

/**
 * Words for a duration.
 * @param seconds How long, seconds.
 */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/**
 * Heading and one sentence that says how all rows stand together.
 * @param rows All rows.
 */
export function headline(rows: readonly CommentRow[]): MarkdownText {
  return markdown`### Previews\n\n${summaryText(rows)}`;
}

function summaryText(rows: readonly CommentRow[]): MarkdownText {
  const count = (statuses: ReadonlySet<string>): number => rows.filter(({ status }) => statuses.has(status)).length;
  const [failed, running, ready] = [count(FAILURES), count(RUNNING), count(new Set(["ready"]))];
  const of = rows.length === 1 ? "The preview" : `of ${rows.length} previews`;
  const each = (number: number, one: string, many: string): MarkdownText =>
    rows.length === 1 ? markdown`${of} ${one}.` : markdown`**${number}** ${of} ${number === 1 ? one : many}.`;
  if (failed > 0) return each(failed, "did not come up", "did not come up");
  if (running > 0) return each(running, "is on its way", "are on their way");
  if (ready > 0)
    return rows.length === ready && ready > 1
      ? markdown`All ${ready} previews are ready.`
      : each(ready, "is ready", "are ready");
  return markdown`No preview is running.`;
}

/**
 * Table with a row a site.
 * @param rows All rows.
 */
export function table(rows: readonly CommentRow[]): MarkdownText {
  const release = rows.some(({ approvalUrl }) => approvalUrl !== undefined);
  const head = ["Site", "Status", "Preview", "Commit", "Updated (UTC)", "Run", ...(release ? ["Production"] : [])];
  const lines = [
    markdown`| ${joinCells(head.map((title) => markdown`${title}`))} |`,
    markdown`| ${joinCells(head.map(() => markdown`---`))} |`,
    ...rows.map((row) => markdown`| ${joinCells(cells(row, release))} |`),
  ];
  return joinMarkdown(lines, "\n");
}

function joinCells(parts: readonly MarkdownText[]): MarkdownText {
  return parts.reduce((joined, part) => markdown`${joined} | ${part}`);
}

function cells(row: CommentRow, release: boolean): MarkdownText[] {
  return [
    named(row),
    statusText(row),
    preview(row),
    row.commitSha === "" ? markdown`–` : inlineCode(row.commitSha.slice(0, SHORT_SHA_CHARS)),
    markdown`${timeText(row.updatedAt ?? row.createdAt)}`,
    links(row),
    ...(release ? [linked("Ask for approval", row.approvalUrl) ?? markdown`–`] : []),
  ];
}

/** Emphasis ends nothing that begins or ends with a space. */
function named(row: CommentRow): MarkdownText {
  const name = plainLine(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
  return markdown`**${name === "" ? row.siteId : name}**`;
}

function preview(row: CommentRow): MarkdownText {
  const address = safeAddress(row.previewUrl ?? "", { allowLoopbackHttp: true });
  if (address === undefined || row.status === "closed") return markdown`–`;
  const { host } = new URL(address);
  return link(host.length > MAX_LABEL_CHARS ? `${host.slice(0, MAX_LABEL_CHARS)}…` : host, address);
}

function links(row: CommentRow): MarkdownText {
  const found = [linked("log", row.logUrl), linked("run", row.runUrl)].filter((part) => part !== undefined);
  return found.length === 0 ? markdown`–` : joinMarkdown(found, " · ");
}

function linked(label: string, url: string | undefined): MarkdownText | undefined {
  const address = safeAddress(url ?? "", { allowLoopbackHttp: true });
  return address === undefined ? undefined : link(label, address);
}

/** [RFC 3339] to the minute; what is no time stays out. */
function timeText(at: string | undefined): string {
  const ms = Date.parse(at ?? "");
  return Number.isNaN(ms) ? "–" : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

/**
 * A sentence for every row that has something to add.
 * @param rows All rows.
 */
export function notes(rows: readonly CommentRow[]): MarkdownText[] {
  return rows.flatMap((row) => (row.note === undefined ? [] : [markdown`${named(row)}: ${row.note}`]));
}

/**
 * A folded block for every row that failed.
 * @param rows All rows.
 */
export function details(rows: readonly CommentRow[]): MarkdownText[] {
  return rows.filter((row) => FAILURES.has(row.status)).flatMap(failureDetails);
}

function failureDetails(row: CommentRow): MarkdownText[] {
  const { error, excerpt = [] } = row;
  if (error === undefined && excerpt.length === 0) return [];
  const code = error === undefined || error.code === "" ? markdown`` : markdown`: ${htmlCode(error.code)}`;
  const parts = [
    markdown`<details><summary>${htmlCode(row.site)} did not come up${code}</summary>`,
    ...(error === undefined || error.message === "" ? [] : [markdown`${error.message}`]),
    ...(excerpt.length === 0
      ? []
      : [markdown`Last lines of the log:`, codeFence(excerpt, { maxChars: MAX_EXCERPT_CHARS })]),
    markdown`</details>`,
  ];
  return [joinMarkdown(parts, "\n\n")];
}
