import { createHmac } from "node:crypto";
import { at, flagAt, numberAt, textAt } from "../payload.ts";
import { type MarkdownText, hiddenComment, plainLine, shorten } from "../untrusted-text.ts";
import { readReview } from "./review.ts";

interface StatusFacts {
  readonly text: string;
  /** Which of a comment's rows it is counted with. */
  readonly group: "running" | "ready" | "failed" | "over";
  /** 2 for an end of the deployment, 1 for one of the run that watched it. */
  readonly finality: 0 | 1 | 2;
  /** State of GitHub's deployment record; a build that was not followed to its end stays in progress. */
  readonly record: "queued" | "in_progress" | "success" | "failure" | "error" | "inactive";
}

export const STATUSES = {
  queued: { text: "🕒 Queued", group: "running", finality: 0, record: "in_progress" },
  building: { text: "🔨 Building", group: "running", finality: 0, record: "in_progress" },
  ready: { text: "✅ Ready", group: "ready", finality: 2, record: "success" },
  failed: { text: "❌ Failed", group: "failed", finality: 2, record: "failure" },
  canceled: { text: "🚫 Canceled", group: "over", finality: 2, record: "inactive" },
  timed_out: { text: "⌛ Timed out", group: "failed", finality: 1, record: "in_progress" },
  refused: { text: "⛔ Refused", group: "failed", finality: 2, record: "error" },
  accepted: { text: "📨 Accepted", group: "running", finality: 1, record: "in_progress" },
  superseded: { text: "⏭️ Superseded", group: "over", finality: 1, record: "inactive" },
  interrupted: { text: "⏸️ No longer watched", group: "running", finality: 1, record: "in_progress" },
  closed: { text: "🌙 Closed", group: "over", finality: 2, record: "in_progress" },
  approval_pending: { text: "🙋 Waiting for approval", group: "over", finality: 0, record: "queued" },
  rejected: { text: "✋ Rejected", group: "over", finality: 0, record: "failure" },
  expired: { text: "⌛ Expired", group: "over", finality: 0, record: "inactive" },
} as const satisfies Readonly<Record<string, StatusFacts>>;

export type RowStatus = keyof typeof STATUSES;

/** Also of a status that only another version knows. */
export function factsOf(status: string): StatusFacts {
  if (Object.hasOwn(STATUSES, status)) return STATUSES[status as RowStatus];
  return { text: `⚪ ${status}`, group: "over", finality: 0, record: "in_progress" };
}

const MAX_ROWS = 100;
const MAX_TEXT_CHARS = 2048;
const MAX_NAME_CHARS = 200;
const MAX_TITLE_CHARS = 120;
const MAX_EXCERPT_LINES = 20;
const MAX_EXCERPT_CHARS = 300;

type StoredRow = NonNullable<ReturnType<typeof readRow>>;

/**
 * Any text may be untrusted: it is escaped when it is shown. A field that {@link readRow} leaves out would vanish when
 * another job merges the row.
 */
export type CommentRow = Pick<StoredRow, "siteId" | "site" | "commitSha" | "runUrl" | "runId" | "runAttempt"> &
  Partial<StoredRow> & { readonly status: RowStatus | (string & {}) };

/**
 * By hand: a schema would load its library before the request for the deployment, which made the start 1.4 times as
 * long.
 * @returns Undefined for a row that names no site or no run.
 */
export function readRow(value: unknown) {
  const name = (field: string): string => (textAt(value, field) ?? "").slice(0, MAX_NAME_CHARS).toWellFormed();
  const text = (...path: string[]): string | undefined =>
    textAt(value, ...path)
      ?.slice(0, MAX_TEXT_CHARS)
      .toWellFormed();
  const siteId = name("siteId");
  const runId = numberAt(value, "runId");
  if (siteId === "" || runId === undefined) return undefined;
  const error = { code: text("error", "code") ?? "", message: text("error", "message") ?? "" };
  const [excerpt, durationSeconds] = [at(value, "excerpt"), at(value, "durationSeconds")];
  return {
    siteId,
    site: name("site") === "" ? siteId : name("site"),
    status: name("status"),
    deploymentId: text("deploymentId"),
    commitSha: name("commitSha"),
    commitTitle: commitTitle(text("commitTitle")),
    previewUrl: text("previewUrl"),
    branchUrl: text("branchUrl"),
    /** Where a release is live; shown in place of the preview it was made from. */
    productionUrl: text("productionUrl"),
    approvalUrl: text("approvalUrl"),
    /** No one has been asked for the release yet: a person asks at `approvalUrl`. */
    prepared: flagAt(value, "prepared"),
    prebuilt: flagAt(value, "prebuilt"),
    logUrl: text("logUrl"),
    runUrl: text("runUrl") ?? "",
    runId,
    runAttempt: numberAt(value, "runAttempt") ?? 1,
    /** Of the deployment, RFC 3339. */
    createdAt: text("createdAt"),
    /** Of this row, RFC 3339. */
    updatedAt: text("updatedAt"),
    durationSeconds: Number.isFinite(durationSeconds) ? Number(durationSeconds) : undefined,
    excerpt: Array.isArray(excerpt) && excerpt.length > 0 ? excerptOf(excerpt) : undefined,
    error: error.code === "" && error.message === "" ? undefined : error,
    note: text("note"),
    /** GitHub's deployment record of this row, so that the close action can retire it. */
    recordId: numberAt(value, "recordId"),
    comments: commentsOf(at(value, "comments"), text("comments", "url")),
    review: readReview(at(value, "review")),
  };
}

function commentsOf(value: unknown, url = "") {
  const open = numberAt(value, "open") ?? 0;
  return open > 0 ? { open, blocking: numberAt(value, "blocking") ?? 0, url } : undefined;
}

export function commitTitle(message: string | null | undefined): string | undefined {
  const [first = ""] = (message ?? "").trimStart().split(/[\r\n]/, 1);
  const title = plainLine(first.slice(0, 1000)).trim();
  if (title === "") return undefined;
  return shorten(title, MAX_TITLE_CHARS);
}

function excerptOf(lines: readonly unknown[]): readonly string[] {
  return lines
    .slice(-MAX_EXCERPT_LINES)
    .map((line) => plainLine(typeof line === "string" ? line.slice(0, MAX_EXCERPT_CHARS) : ""));
}

/** Whether a run will report more about the row's deployment. */
export function isLive({ status }: Pick<CommentRow, "status">): boolean {
  return status === "queued" || status === "building";
}

/**
 * Merges rows of any age into at most 100 by name: one a site, the newest; of two equally new ones the later.
 * @param own Rows that are being written: those of other sites are left out before theirs.
 */
export function mergeRows(rows: readonly CommentRow[], own: readonly CommentRow[] = []): CommentRow[] {
  const bySite = new Map<string, CommentRow>();
  for (const row of rows) {
    const current = bySite.get(row.siteId);
    if (current === undefined || !isNewer(current, row)) bySite.set(row.siteId, row);
  }
  const ownSites = new Set(own.map(({ siteId }) => siteId));
  const isOwn = ({ siteId }: CommentRow): number => (ownSites.has(siteId) ? 1 : 0);
  const first = [...bySite.values()].sort((left, right) => isOwn(right) - isOwn(left) || right.runId - left.runId);
  return first.slice(0, MAX_ROWS).sort(bySiteName);
}

/** Runs are compared first, so that an older run that ends last changes nothing. */
export function isNewer(current: CommentRow, row: CommentRow): boolean {
  if (current.runId !== row.runId) return current.runId > row.runId;
  if (current.runAttempt !== row.runAttempt) return current.runAttempt > row.runAttempt;
  const [currentMs, rowMs] = [timeOf(current.createdAt), timeOf(row.createdAt)];
  if (currentMs !== rowMs) return currentMs > rowMs;
  const [currentEnd, rowEnd] = [factsOf(current.status).finality, factsOf(row.status).finality];
  if (currentEnd !== rowEnd) return currentEnd > rowEnd;
  return timeOf(current.updatedAt) > timeOf(row.updatedAt);
}

export function includesRow(rows: readonly CommentRow[], row: CommentRow): boolean {
  const current = rows.find(({ siteId }) => siteId === row.siteId);
  return current !== undefined && (isNewer(current, row) || fingerprint(current) === fingerprint(row));
}

/** Without excerpts and reviews: they are shortened when many rows share the comment. */
function fingerprint(row: CommentRow): string {
  return JSON.stringify({ ...readRow(row), excerpt: undefined, review: undefined });
}

function timeOf(at: string | undefined): number {
  const ms = Date.parse(at ?? "");
  return Number.isNaN(ms) ? 0 : ms;
}

function bySiteName(left: CommentRow, right: CommentRow): number {
  if (left.site !== right.site) return left.site < right.site ? -1 : 1;
  return left.siteId < right.siteId ? -1 : 1;
}

const SCHEMA_VERSION = 1;

export interface Stored {
  readonly group: string;
  readonly createdByRun: number;
  readonly proof?: string | undefined;
  readonly rows: readonly CommentRow[];
}

const DATA_NAME = "greenroom:data";
const MAX_STORED_CHARS = 65_536;

/** First line of the comment of a group; it must never change. */
export function marker(group: string): MarkdownText {
  return hiddenComment("greenroom:comment", group);
}

export function storedText(stored: Stored): MarkdownText {
  return hiddenComment(DATA_NAME, JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...stored }));
}

/** A quoted or fenced marker does not count. */
export function hasMarker(body: string, group: string): boolean {
  return body.split(/\r?\n/, 1)[0] === String(marker(group));
}

export function readStored(body: string): Omit<Stored, "group"> {
  const start = body.lastIndexOf(`<!-- ${DATA_NAME} `);
  const end = body.indexOf(" -->", start);
  const data = start < 0 || end < 0 ? undefined : parse(body.slice(start + DATA_NAME.length + 6, end));
  const rows = at(data, "rows");
  return {
    createdByRun: numberAt(data, "createdByRun") ?? 0,
    proof: textAt(data, "proof"),
    rows: Array.isArray(rows) ? rows.map(readRow).filter((row) => row !== undefined) : [],
  };
}

function parse(text: string): unknown {
  if (text.length > MAX_STORED_CHARS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Copied into someone else's comment it proves nothing: the author is part of it. */
export function authorProof(
  key: string,
  scope: { repository: string; pullNumber: number; group: string; authorId: number },
): string {
  const bound = JSON.stringify([scope.repository, scope.pullNumber, scope.group, scope.authorId]);
  return createHmac("sha256", key).update(`greenroom:comment:1:${bound}`).digest("hex").slice(0, 32);
}
