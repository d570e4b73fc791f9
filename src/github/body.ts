import type { CommentRow } from "./row.ts";
import { readRow } from "./rows.ts";
import { details, headline, notes, releases, table } from "./sections.ts";
import { marker, storedText } from "./stored.ts";
import { fillTemplate } from "./template.ts";
import { joinMarkdown, link, markdown, type MarkdownText, safeAddress } from "./text.ts";

/** Longest body GitHub takes, characters. */
export const MAX_BODY_CHARS = 65_536;

/** What a comment says. */
export interface CommentContent {
  readonly group: string;
  /** All rows, in the order they are shown. */
  readonly rows: readonly CommentRow[];
  /** The run that wrote the comment first. */
  readonly createdByRun: number;
  /** The run that writes. */
  readonly run: Pick<CommentRow, "runId" | "runAttempt" | "runUrl">;
  /** The rows that are being written: they are never left out, and the first one fills the template. */
  readonly written: readonly CommentRow[];
  readonly template?: string;
  readonly proof?: string;
}

// Leaves room for what redaction may add.
const SAFE_BODY_CHARS = MAX_BODY_CHARS - 1024;
const EXCERPT_STEPS = [20, 10, 5, 0] as const;

/**
 * Writes the comment's text.
 * @param content Rows and what surrounds them.
 * @returns Markdown of at most 65,536 characters: excerpts are shortened first, then the oldest rows are left out.
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
  const written = new Set(content.written.map(({ siteId }) => siteId));
  const first = (row: CommentRow): number => (written.has(row.siteId) ? 1 : 0);
  const bare = content.rows
    .map((row) => withExcerpt(row, 0))
    .sort((left, right) => first(right) - first(left) || right.runId - left.runId);
  for (let kept = bare.length - 1; kept > 0; kept = Math.floor(kept * 0.8)) {
    const body = renderRows(content, bare.slice(0, kept), bare.length - kept);
    if (body.length <= SAFE_BODY_CHARS) return body;
  }
  return renderRows({ ...content, template: "" }, [], bare.length);
}

function withExcerpt(row: CommentRow, lines: number): CommentRow {
  const { excerpt, ...rest } = row;
  if (excerpt === undefined || lines === 0) return readRow(rest) ?? rest;
  return { ...rest, excerpt: excerpt.slice(-lines) };
}

function renderRows(content: CommentContent, rows: readonly CommentRow[], leftOut: number): MarkdownText {
  const { group, createdByRun, proof, template, written, run } = content;
  const [first] = written;
  const own = template !== undefined && template.trim() !== "" && first !== undefined;
  const filled = own ? fillTemplate(template, first) : headline(rows);
  const parts = [
    joinMarkdown([marker(group), filled], "\n"),
    table(rows),
    ...(leftOut === 0 ? [] : [markdown`_${leftOut} older rows are left out._`]),
    ...releases(rows),
    ...notes(rows),
    ...details(rows),
    foot(run),
    storedText({ group, createdByRun, ...(proof === undefined ? {} : { proof }), rows }),
  ];
  return joinMarkdown(parts, "\n\n");
}

function foot(run: CommentContent["run"]): MarkdownText {
  const address = safeAddress(run.runUrl, { allowLoopbackHttp: true });
  const label = `run ${run.runId}${run.runAttempt > 1 ? `, attempt ${run.runAttempt}` : ""}`;
  const writer = address === undefined ? label : link(label, address);
  return markdown`<sub>Kept up to date by Greenroom · ${writer}</sub>`;
}
