import { at, numberAt, textAt } from "./payload.ts";
import type { CommentRow } from "./row.ts";
import { plainLine } from "./text.ts";

const MAX_ROWS = 100;
const MAX_TEXT_CHARS = 2048;
const MAX_NAME_CHARS = 200;
const MAX_EXCERPT_LINES = 20;
const MAX_EXCERPT_CHARS = 300;

const DEPLOYMENT_ENDS = new Set(["ready", "failed", "canceled", "refused", "closed"]);
const OUR_ENDS = new Set(["timed_out", "interrupted", "accepted", "superseded"]);

/**
 * Joins rows: one a site, the newest.
 * @param rows Rows of any age, in any order; of two equally new ones the later stands.
 * @returns At most 100 rows, by name.
 */
export function mergeRows(rows: readonly CommentRow[]): CommentRow[] {
  const bySite = new Map<string, CommentRow>();
  for (const row of rows) {
    const standing = bySite.get(row.siteId);
    if (standing === undefined || !isNewer(standing, row)) bySite.set(row.siteId, row);
  }
  const newest = [...bySite.values()].sort((left, right) => right.runId - left.runId).slice(0, MAX_ROWS);
  return newest.sort(bySiteName);
}

/**
 * Tells whether a row must not be replaced by another of its site.
 * Runs are compared first, so that an older run that ends last changes nothing.
 * @param standing Row as it stands.
 * @param row Row that would replace it.
 */
export function isNewer(standing: CommentRow, row: CommentRow): boolean {
  if (standing.runId !== row.runId) return standing.runId > row.runId;
  if (standing.runAttempt !== row.runAttempt) return standing.runAttempt > row.runAttempt;
  const [standingMs, rowMs] = [timeOf(standing.createdAt), timeOf(row.createdAt)];
  if (standingMs !== rowMs) return standingMs > rowMs;
  const [standingEnd, rowEnd] = [finality(standing.status), finality(row.status)];
  if (standingEnd !== rowEnd) return standingEnd > rowEnd;
  return timeOf(standing.updatedAt) > timeOf(row.updatedAt);
}

/**
 * Tells whether a write of ours stands.
 * @param rows Rows as they were read back.
 * @param row What was written.
 */
export function holds(rows: readonly CommentRow[], row: CommentRow): boolean {
  const standing = rows.find(({ siteId }) => siteId === row.siteId);
  return standing !== undefined && (isNewer(standing, row) || fingerprint(standing) === fingerprint(row));
}

/** Excerpts do not count: they are shortened when many rows share the comment. */
function fingerprint(row: CommentRow): string {
  return JSON.stringify({ ...readRow(row), excerpt: undefined });
}

function timeOf(at: string | undefined): number {
  const ms = Date.parse(at ?? "");
  return Number.isNaN(ms) ? 0 : ms;
}

function finality(status: string): number {
  if (DEPLOYMENT_ENDS.has(status)) return 2;
  return OUR_ENDS.has(status) ? 1 : 0;
}

function bySiteName(left: CommentRow, right: CommentRow): number {
  if (left.site !== right.site) return left.site < right.site ? -1 : 1;
  return left.siteId < right.siteId ? -1 : 1;
}

/**
 * Reads a row that was stored in a comment.
 * @param value Anything.
 * @returns The row, or nothing when it does not say which site and run it is of.
 */
export function readRow(value: unknown): CommentRow | undefined {
  const name = (field: string): string => (textAt(value, field) ?? "").slice(0, MAX_NAME_CHARS).toWellFormed();
  const siteId = name("siteId");
  const runId = numberAt(value, "runId");
  if (siteId === "" || runId === undefined) return undefined;
  const excerpt = at(value, "excerpt");
  const error = { code: textAt(value, "error", "code") ?? "", message: textAt(value, "error", "message") ?? "" };
  const durationSeconds = at(value, "durationSeconds");
  return {
    siteId,
    site: name("site") === "" ? siteId : name("site"),
    status: name("status"),
    ...texts(value, ["deploymentId"]),
    commitSha: name("commitSha"),
    ...texts(value, ["previewUrl", "productionUrl", "approvalUrl", "logUrl"]),
    runUrl: capped(textAt(value, "runUrl") ?? ""),
    runId,
    runAttempt: numberAt(value, "runAttempt") ?? 1,
    ...texts(value, ["createdAt", "updatedAt"]),
    ...(typeof durationSeconds === "number" && Number.isFinite(durationSeconds) ? { durationSeconds } : {}),
    ...(Array.isArray(excerpt) && excerpt.length > 0 ? { excerpt: excerptOf(excerpt) } : {}),
    ...(error.code === "" && error.message === ""
      ? {}
      : { error: { code: capped(error.code), message: capped(error.message) } }),
    ...texts(value, ["note"]),
    ...recordOf(numberAt(value, "recordId")),
  };
}

type TextField = Extract<keyof CommentRow, "deploymentId" | `${string}Url` | "createdAt" | "updatedAt" | "note">;

function texts(value: unknown, fields: readonly TextField[]): Partial<Record<TextField, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = textAt(value, field);
      return text === undefined ? [] : [[field, capped(text)]];
    }),
  );
}

function capped(text: string): string {
  return text.slice(0, MAX_TEXT_CHARS).toWellFormed();
}

function excerptOf(lines: readonly unknown[]): string[] {
  return lines
    .slice(-MAX_EXCERPT_LINES)
    .map((line) => plainLine(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}

function recordOf(recordId: number | undefined): { recordId?: number } {
  return recordId === undefined ? {} : { recordId };
}
