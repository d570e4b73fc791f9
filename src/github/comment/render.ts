import {
  type MarkdownText,
  autolink,
  codeFence,
  htmlCode,
  inlineCode,
  joinMarkdown,
  link,
  markdown,
  plainLine,
  rowAddress,
  shorten,
  withoutQuotes,
} from "../untrusted-text.ts";
import { type CommentRow, factsOf, marker, storedText } from "./data.ts";
import { reviewBlocks, reviewLine, withoutLists } from "./review.ts";

export const MAX_BODY_CHARS = 65_536;

export interface CommentContent {
  readonly group: string;
  readonly rows: readonly CommentRow[];
  readonly createdByRun: number;
  readonly run: Pick<CommentRow, "runId" | "runAttempt" | "runUrl">;
  /** Never left out; the first one fills the template. */
  readonly written: readonly CommentRow[];
  readonly template?: string | undefined;
  readonly proof?: string | undefined;
}

// Leaves room for what redaction may add.
const SAFE_BODY_CHARS = MAX_BODY_CHARS - 1024;
const EXCERPT_STEPS = [20, 10, 5, 0] as const;

/**
 * When it is too long, excerpts are shortened first, then reviews, then rows are left out: failures last, the oldest
 * first.
 */
export function renderComment(content: CommentContent): MarkdownText {
  for (const lines of EXCERPT_STEPS) {
    const body = renderRows(
      content,
      content.rows.map((row) => withExcerpt(row, lines)),
      0,
    );
    if (body.length <= SAFE_BODY_CHARS) return body;
  }
  const short = renderRows(content, content.rows.map(withShortReview), 0);
  if (short.length <= SAFE_BODY_CHARS) return short;
  const written = new Set(content.written.map(({ siteId }) => siteId));
  const first = (row: CommentRow): number => (written.has(row.siteId) ? 2 : isFailure(row) ? 1 : 0);
  const bare = content.rows
    .map(withShortReview)
    .sort((left, right) => first(right) - first(left) || right.runId - left.runId);
  for (let count = bare.length - 1; count > 0; count -= 1) {
    const body = renderRows(content, bare.slice(0, count), bare.length - count);
    if (body.length <= SAFE_BODY_CHARS) return body;
  }
  return renderRows({ ...content, template: "" }, [], bare.length);
}

function withExcerpt(row: CommentRow, lines: number): CommentRow {
  const { excerpt, ...rest } = row;
  return excerpt === undefined || lines === 0 ? rest : { ...rest, excerpt: excerpt.slice(-lines) };
}

function withShortReview(row: CommentRow): CommentRow {
  const { review, ...rest } = withExcerpt(row, 0);
  return review === undefined ? rest : { ...rest, review: withoutLists(review) };
}

function renderRows(content: CommentContent, rows: readonly CommentRow[], leftOut: number): MarkdownText {
  const { group, createdByRun, proof, template, written, run } = content;
  const [first] = written;
  const own = template !== undefined && template.trim() !== "" && first !== undefined;
  const filled = own ? fillTemplate(template, first) : markdown`### ${headingText(content.rows)}`;
  const parts = [
    joinMarkdown([marker(group), filled], "\n"),
    table(rows),
    ...(leftOut === 0
      ? []
      : [markdown`_${leftOut} more ${leftOut === 1 ? "site does" : "sites do"} not fit into a comment._`]),
    ...reviews(rows),
    ...comments(rows),
    ...releases(rows),
    ...notes(rows),
    ...details(rows),
    foot(run),
    storedText({ group, createdByRun, proof, rows }),
  ];
  return joinMarkdown(parts, "\n\n");
}

function foot(run: CommentContent["run"]): MarkdownText {
  const address = rowAddress(run.runUrl);
  const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
  const writer = address === undefined ? label : link(label, address);
  return markdown`<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}

const MAX_EXCERPT_CHARS = 4000;
const MAX_LABEL_CHARS = 60;
const SHORT_SHA_CHARS = 7;

function isFailure({ status }: CommentRow): boolean {
  return factsOf(status).group === "failed";
}

export function statusText(row: CommentRow): MarkdownText {
  const shown = markdown`${factsOf(row.status).text}`;
  const seconds = row.durationSeconds ?? 0;
  // Below half a second the number says nothing.
  return seconds < 0.5 ? shown : markdown`${shown} in ${durationText(seconds)}`;
}

export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

function headingText(rows: readonly CommentRow[]): MarkdownText {
  const groups = rows.map(({ status }) => factsOf(status).group);
  const count = (group: string): number => groups.filter((one) => one === group).length;
  const [failed, running, ready] = [count("failed"), count("running"), count("ready")];
  const each = (number: number, one: string, many: string): string =>
    rows.length === 1 ? `The preview ${one}` : `${number} of ${rows.length} previews ${number === 1 ? one : many}`;
  if (failed > 0) return markdown`❌ ${each(failed, "is not ready", "are not ready")}`;
  if (running > 0) return markdown`🔨 ${each(running, "is in progress", "are in progress")}`;
  if (ready === 0) return markdown`🌙 No preview is running`;
  return ready > 1 && ready === rows.length
    ? markdown`✅ All ${ready} previews are ready`
    : markdown`✅ ${each(ready, "is ready", "are ready")}`;
}

export function table(rows: readonly CommentRow[]): MarkdownText {
  const address = rows.some(({ productionUrl }) => productionUrl !== undefined) ? "URL" : "Preview";
  const lines = [
    markdown`| Site | Status | ${address} | Commit | Updated |`,
    markdown`| --- | --- | --- | --- | --- |`,
    ...rows.map((row) => {
      return markdown`| ${named(row)} | ${statusCell(row)} | ${preview(row)} | ${commitCell(row)} | ${updated(row)} |`;
    }),
  ];
  return joinMarkdown(lines, "\n");
}

function statusCell(row: CommentRow): MarkdownText {
  const status = row.prebuilt === true ? markdown`${statusText(row)} · built elsewhere` : statusText(row);
  const log = linked("log", row.logUrl);
  return log === undefined ? status : markdown`${status} · ${log}`;
}

/** Emphasis does not work around text that begins or ends with a space. */
function named(row: CommentRow): MarkdownText {
  const name = plainLine(row.site).slice(0, MAX_LABEL_CHARS).toWellFormed().trim();
  return markdown`**${name === "" ? row.siteId : name}**`;
}

function preview(row: CommentRow): MarkdownText {
  if (row.status === "closed") return markdown`–`;
  const branch = row.productionUrl === undefined ? linked("branch", row.branchUrl) : undefined;
  const own = linked("Open production", row.productionUrl) ?? linked("Open preview", row.previewUrl);
  const links = [own, branch].filter((shown) => shown !== undefined);
  return links.length === 0 ? markdown`–` : joinMarkdown(links, " · ");
}

function commitCell(row: CommentRow): MarkdownText {
  const { commitTitle: title } = row;
  if (title === undefined) return commitText(row);
  return markdown`${commitText(row)} ${shorten(title, MAX_LABEL_CHARS)}`;
}

/** The page of the commit is found by the URL of the run. */
export function commitText({ commitSha, runUrl }: Pick<CommentRow, "commitSha" | "runUrl">): MarkdownText {
  if (commitSha === "") return markdown`–`;
  const short = inlineCode(commitSha.slice(0, SHORT_SHA_CHARS));
  const [, repository] = /^(https?:\/\/[^?#]+?)\/actions\/runs\/\d/.exec(runUrl) ?? [];
  if (repository === undefined || !/^[0-9a-f]{7,64}$/i.test(commitSha)) return short;
  return linked(short, `${repository}/commit/${commitSha}`) ?? short;
}

function updated(row: CommentRow): MarkdownText {
  const time = timeText(row.updatedAt ?? row.createdAt);
  return linked(time ?? "run", row.runUrl) ?? markdown`${time ?? "–"}`;
}

function linked(label: string | MarkdownText, url: string | undefined): MarkdownText | undefined {
  const address = rowAddress(url);
  return address === undefined ? undefined : link(label, address);
}

/** @returns Undefined for text that is no RFC 3339 time. */
function timeText(at: string | undefined): string | undefined {
  const ms = Date.parse(at ?? "");
  if (Number.isNaN(ms)) return undefined;
  const [, day, month = "", , time = ""] = new Date(ms).toUTCString().split(" ");
  return `${month} ${Number(day)}, ${time.slice(0, 5)} UTC`;
}

/** In full for the only site of a comment, else a line for each. */
function reviews(rows: readonly CommentRow[]): MarkdownText[] {
  const lines = rows.flatMap((row) => {
    const { review, status, previewUrl } = row;
    if (review === undefined || status !== "ready") return [];
    if (rows.length === 1) return reviewBlocks(review, previewUrl);
    return [markdown`- ${named(row)}: ${reviewLine(review, previewUrl)}`];
  });
  if (lines.length === 0) return [];
  return rows.length === 1 ? lines : [joinMarkdown(lines, "\n")];
}

function comments(rows: readonly CommentRow[]): MarkdownText[] {
  const lines = rows.flatMap((row) => {
    if (row.comments === undefined || row.status === "closed") return [];
    const { open, blocking, url } = row.comments;
    const blocks = blocking === 0 ? "" : blocking === 1 ? ", 1 blocks the release" : `, ${blocking} block the release`;
    const where = rows.length === 1 ? markdown`` : markdown` of ${named(row)}`;
    const count = `${open} open ${open === 1 ? "comment" : "comments"}`;
    return [markdown`💬 ${linked(count, url) ?? markdown`${count}`}${where}${blocks}`];
  });
  return lines.length === 0 ? [] : [joinMarkdown(lines, "\n\n")];
}

function releases(rows: readonly CommentRow[]): MarkdownText[] {
  const linkedRows = rows.flatMap((row) => {
    const words = releaseWords(row.prepared === true);
    const approve = linked(words.link, row.status === "closed" ? undefined : row.approvalUrl);
    return approve === undefined ? [] : [{ row, line: markdown`> - ${approve} of ${named(row)}` }];
  });
  if (linkedRows.length === 0) return [];
  const lines = linkedRows.map(({ line }) => line);
  const { rule } = releaseWords(linkedRows.every(({ row }) => row.prepared === true));
  const lead = markdown`> **Ready for production?** ${rule}`;
  return [joinMarkdown([markdown`> [!TIP]`, lead, ...lines], "\n")];
}

export function releaseWords(prepared: boolean): { readonly link: string; readonly rule: string } {
  if (prepared) {
    return {
      link: "Request and approve the release",
      rule: "It is not requested yet: one person requests the release, and someone else approves it.",
    };
  }
  return { link: "Review and approve the release", rule: "Someone other than the requester must approve it." };
}

function notes(rows: readonly CommentRow[]): MarkdownText[] {
  return rows.flatMap((row) => (row.note === undefined ? [] : [markdown`${named(row)}: ${row.note}`]));
}

/** A single failure is unfolded: it is what the reader came for. */
function details(rows: readonly CommentRow[]): MarkdownText[] {
  const failed = rows.filter(isFailure);
  return failed.flatMap((row) => failureDetails(row, failed.length === 1));
}

function failureDetails(row: CommentRow, unfolded: boolean): MarkdownText[] {
  const { error, excerpt = [] } = row;
  if (error === undefined && excerpt.length === 0) return [];
  const code = error === undefined || error.code === "" ? markdown`` : markdown` · ${htmlCode(error.code)}`;
  const parts = [
    markdown`<details${unfolded ? " open" : ""}><summary>${htmlCode(row.site)} · ${factsOf(row.status).text}${code}</summary>`,
    ...(error === undefined || error.message === "" ? [] : [markdown`${error.message}`]),
    ...(excerpt.length === 0 ? [] : [markdown`From the log:`, codeFence(excerpt, { maxChars: MAX_EXCERPT_CHARS })]),
    markdown`</details>`,
  ];
  return [joinMarkdown(parts, "\n\n")];
}

const FIELD_VALUES: Readonly<Record<string, (row: CommentRow) => MarkdownText | string>> = {
  site: ({ site }) => site,
  siteId: ({ siteId }) => inlineCode(siteId),
  status: statusText,
  previewUrl: ({ previewUrl }) => addressText(previewUrl),
  branchUrl: ({ branchUrl }) => addressText(branchUrl),
  approvalUrl: ({ approvalUrl }) => addressText(approvalUrl),
  logUrl: ({ logUrl }) => addressText(logUrl),
  runUrl: ({ runUrl }) => addressText(runUrl),
  deploymentId: ({ deploymentId }) => inlineCode(deploymentId ?? ""),
  commit: ({ commitSha }) => inlineCode(commitSha.slice(0, 7)),
  commitTitle: ({ commitTitle }) => commitTitle ?? "",
  duration: ({ durationSeconds }) => (durationSeconds === undefined ? "" : durationText(durationSeconds)),
  errorCode: ({ error }) => inlineCode(error?.code ?? ""),
  errorMessage: ({ error }) => error?.message ?? "",
};

export const TEMPLATE_FIELDS = Object.keys(FIELD_VALUES);

export const MAX_TEMPLATE_CHARS = 10_000;
const FIELD = new RegExp(`\\{(${TEMPLATE_FIELDS.join("|")})\\}`);

export function unknownFields(template: string): readonly string[] {
  const names = Array.from(template.matchAll(/\{([A-Za-z][\w.-]{0,60})\}/g), (match) => match[1] ?? "");
  return [...new Set(names)].filter((name) => !TEMPLATE_FIELDS.includes(name));
}

/** An unknown `{field}` stays as it is. */
export function fillTemplate(template: string, row: CommentRow): MarkdownText {
  // Splitting at a group gives text and field in turn.
  const pieces = template.toWellFormed().replaceAll("<!--", "<! --").split(FIELD);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const values = pieces
    .filter((_, index) => index % 2 === 1)
    .map((name) => {
      const value = FIELD_VALUES[name]?.(row) ?? "";
      // The author may have put the field between the quotes of an HTML attribute.
      return typeof value === "string" ? withoutQuotes(markdown`${value}`) : value;
    });
  return markdown(Object.assign(texts, { raw: texts }), ...values);
}

function addressText(url: string | undefined): MarkdownText | string {
  const address = rowAddress(url);
  return address === undefined ? "" : autolink(address);
}
