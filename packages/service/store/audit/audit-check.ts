import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { AuditHead } from "../engine/audit-seal.ts";
import {
  auditRecordsOf,
  auditSealOf,
  type Database,
  engineOf,
  recordedHead,
  type Transaction,
} from "../engine/database.ts";
import { guardSource, toPostgres } from "../engine/postgres-schema.ts";
import type { AuditRow } from "../engine/schema.ts";
import { appendAfter, canonicalText, everyAuditRow, GENESIS_HASH, type NewAuditEntry } from "./audit.ts";

export interface AuditAnchor extends AuditHead {
  readonly source: string;
}

const Rows = z.object({ seq: z.int(), through: z.int() });

/** What is wrong with an audit log: with the rows from `seq` to `through`, both included. */
const Finding = z.discriminatedUnion("kind", [
  Rows.extend({ kind: z.literal("missing") }),
  /** Rows at the end of the log are gone: `source` has seen a later one. */
  Rows.extend({ kind: z.literal("cut"), source: z.string() }),
  /** The content is not what was authenticated, or the key was another one. */
  Rows.extend({ kind: z.literal("changed") }),
  Rows.extend({ kind: z.literal("unchained") }),
  /** `source` has seen another row here: the log was rolled back and written again. */
  Rows.extend({ kind: z.literal("replaced"), source: z.string() }),
  /** Somebody acted for a release without a factor, or in a session that the log does not say was opened for them. */
  Rows.extend({ kind: z.literal("unopened") }),
  z.object({ kind: z.literal("unapproved"), deploymentId: z.string() }),
  /** A trigger that keeps rows from being changed or deleted is gone or was replaced. */
  z.object({ kind: z.literal("unguarded"), trigger: z.string() }),
  z.object({ kind: z.literal("unrecorded") }),
]);
export type AuditFinding = Readonly<z.infer<typeof Finding>>;

export interface AuditCheck {
  readonly kind: "intact" | "broken";
  readonly rows: number;
  readonly head: AuditHead | undefined;
  readonly findings: readonly AuditFinding[];
  /** Findings that the operator has acknowledged, in the log itself. */
  readonly acknowledged: readonly AuditFinding[];
}

/** A log that was rewritten from end to end is one finding; this many different ones are enough to know. */
const MAX_FINDINGS = 100;

const RECORD = "the record beside the database";

/**
 * Checks that the audit log of a workspace is what was appended: no row changed, added, moved or missing, none without
 * the key, and none cut off that the record beside the database or one of the anchors has seen.
 */
export async function verifyAudit(
  db: Database,
  workspaceId: string,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditCheck> {
  return (await examine(db, workspaceId, anchors)).check;
}

async function examine(db: Database, workspaceId: string, given: readonly AuditAnchor[]) {
  const seal = auditSealOf(db);
  const record = recordedHead(db, workspaceId);
  const anchors: readonly AuditAnchor[] = [...(record ? [{ ...record, source: RECORD }] : []), ...given];
  const digest = createHash("sha256");
  let findings: AuditFinding[] = [];
  const acknowledgements: Acknowledgement[] = [];
  let last: AuditHead | undefined;
  /** Whose each session is that was opened. */
  const sessions = new Map<string, string | null>();
  const approved = new Set<string>();
  for await (const row of everyAuditRow(db, workspaceId)) {
    const text = canonicalText(row);
    const authentic = row.hash === seal.mac(text);
    const acknowledgement = authentic && row.action === "audit.acknowledged" ? readAcknowledgement(row) : undefined;
    if (acknowledgement?.digest === digest.copy().digest("hex") && acknowledgement.through === (last?.seq ?? 0)) {
      acknowledgements.push(acknowledgement);
      findings = [];
    }
    const wrong = findingOf(row, last, authentic);
    if (wrong) add(findings, wrong);
    if (row.action === "approval.approved") approved.add(row.subject_id);
    if (row.action === "session.opened") sessions.set(readSession(row), row.actor_id);
    if (authentic && BY_PEOPLE.has(row.action) && !isByItsSession(row, sessions)) {
      add(findings, { kind: "unopened", seq: row.seq, through: row.seq });
    }
    for (const { seq, hash, source } of anchors) {
      if (seq === row.seq && hash !== row.hash) add(findings, { kind: "replaced", seq, through: seq, source });
    }
    digest.update(`${text} ${row.hash}\n`);
    last = { seq: row.seq, hash: row.hash };
  }
  const end = last?.seq ?? 0;
  for (const { seq, source } of anchors) {
    if (seq > end) add(findings, { kind: "cut", seq: end + 1, through: seq, source });
  }
  // Where there are several machines, one that has not seen a log yet has no record of it.
  if (last && !record && engineOf(db).kind === "sqlite") add(findings, { kind: "unrecorded" });
  for (const deploymentId of await findUnapproved(db, workspaceId, approved)) {
    add(findings, { kind: "unapproved", deploymentId });
  }
  for (const trigger of await missingGuards(db)) add(findings, { kind: "unguarded", trigger });
  const acknowledged = acknowledgements.flatMap((one) => one.findings);
  const open = findings.filter((finding) => !acknowledged.some((known) => covers(known, finding)));
  const kind = open.length === 0 ? "intact" : "broken";
  const check: AuditCheck = { kind, rows: end, head: last, findings: open, acknowledged };
  return { check, digest: digest.digest("hex") };
}

const BY_PEOPLE: ReadonlySet<string> = new Set([
  "approval.requested",
  "approval.requester_added",
  "approval.approved",
  "approval.rejected",
]);

const Session = z.object({ sessionId: z.string() });
const Acting = Session.extend({ factor: z.enum(["totp", "passkey", "recovery_code"]) });

const readSession = ({ data }: AuditRow) => Session.safeParse(JSON.parse(data)).data?.sessionId ?? "";

/** Whether a person did it with a second factor, in a session that was opened for them before. */
function isByItsSession({ actor_id, data }: AuditRow, sessions: ReadonlyMap<string, string | null>): boolean {
  const acting = Acting.safeParse(JSON.parse(data)).data;
  return acting !== undefined && actor_id !== null && sessions.get(acting.sessionId) === actor_id;
}

async function findUnapproved(db: Database, workspaceId: string, approved: ReadonlySet<string>) {
  const releases = await db
    .selectFrom("deployments")
    .select(["id", "approval_request_id"])
    .where("workspace_id", "=", workspaceId)
    .where("environment", "=", "production")
    .execute();
  return releases.flatMap(({ id, approval_request_id: request }) => (approved.has(request ?? "") ? [] : [id]));
}

function findingOf(row: AuditRow, last: AuditHead | undefined, authentic: boolean): AuditFinding | undefined {
  const expected = (last?.seq ?? 0) + 1;
  const here = { seq: row.seq, through: row.seq };
  if (row.seq < expected || !authentic) return { kind: "changed", ...here };
  if (row.seq > expected) return { kind: "missing", seq: expected, through: row.seq - 1 };
  return row.previous_hash === (last?.hash ?? GENESIS_HASH) ? undefined : { kind: "unchained", ...here };
}

/** Findings about neighbouring rows are one. */
function add(findings: AuditFinding[], finding: AuditFinding): void {
  const before = findings.at(-1);
  if (
    before &&
    before.kind === finding.kind &&
    "through" in before &&
    "through" in finding &&
    finding.seq === before.through + 1 &&
    sourceOf(before) === sourceOf(finding)
  ) {
    findings[findings.length - 1] = { ...before, through: finding.through };
    return;
  }
  if (findings.length < MAX_FINDINGS) findings.push(finding);
}

function sourceOf(finding: AuditFinding): string | undefined {
  return "source" in finding ? finding.source : undefined;
}

/** A row that was acknowledged to be lost is no news when an older anchor names it again, nor is the same release. */
function covers(known: AuditFinding, finding: AuditFinding): boolean {
  if (finding.kind === "unapproved") return known.kind === finding.kind && known.deploymentId === finding.deploymentId;
  if (finding.kind !== "cut" && finding.kind !== "replaced") return false;
  return "through" in known && known.seq <= finding.seq && finding.through <= known.through;
}

const APPEND_ONLY = "the audit log is append only";

const GUARDS: Readonly<Record<string, string>> = {
  audit_log_keeps: `CREATE TRIGGER audit_log_keeps BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
  audit_log_stays: `CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, '${APPEND_ONLY}'); END`,
};

async function missingGuards(db: Database): Promise<readonly string[]> {
  const found = engineOf(db).kind === "sqlite" ? await sqliteGuards(db) : await postgresGuards(db);
  return Object.keys(GUARDS).filter((name) => !found.includes(name));
}

async function sqliteGuards(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit_log'`.execute(db);
  return rows.flatMap(({ name, sql }) => (GUARDS[name] === sql ? [name] : []));
}

/** Triggers before each row, on, without a condition, with the function that raises the error. */
async function postgresGuards(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tgname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
    WHERE tgrelid = to_regclass('audit_log') AND NOT tgisinternal AND tgenabled IN ('O', 'A')
      AND tgqual IS NULL AND tgattr = '' AND prosrc = ${guardSource(APPEND_ONLY)}
      AND tgtype = CASE tgname WHEN 'audit_log_keeps' THEN 19 WHEN 'audit_log_stays' THEN 11 END`.execute(db);
  return rows.map(({ name }) => name);
}

async function restoreGuard(tx: Transaction, name: string): Promise<void> {
  const text = GUARDS[name] ?? "";
  if (engineOf(tx).kind === "sqlite") {
    await sql`DROP TRIGGER IF EXISTS ${sql.id(name)}`.execute(tx);
    await sql.raw(text).execute(tx);
    return;
  }
  await sql`DROP TRIGGER IF EXISTS ${sql.id(name)} ON audit_log`.execute(tx);
  await sql.raw(toPostgres(text)).execute(tx);
}

const Acknowledgement = z.object({
  through: z.int().nonnegative(),
  digest: z.string(),
  findings: z.array(Finding),
});
type Acknowledgement = z.infer<typeof Acknowledgement>;

function readAcknowledgement(row: AuditRow): Acknowledgement | undefined {
  return Acknowledgement.safeParse(JSON.parse(row.data)).data;
}

/**
 * Accepts an audit log as it is, with a row that says what is wrong with it and covers every row before; later checks
 * find what happens after. The dropped triggers come back.
 * @returns The findings that were acknowledged; none when the log is intact, and then nothing was written.
 */
export async function acknowledgeAudit(
  tx: Transaction,
  {
    reason,
    anchors,
    ...entry
  }: Pick<NewAuditEntry, "workspaceId" | "actor"> & {
    readonly reason: string;
    readonly anchors: readonly AuditAnchor[];
  },
): Promise<readonly AuditFinding[]> {
  const { workspaceId } = entry;
  const { check, digest } = await examine(tx, workspaceId, anchors);
  const { findings } = check;
  if (findings.length === 0) return [];
  for (const trigger of await missingGuards(tx)) await restoreGuard(tx, trigger);
  auditRecordsOf(tx).restart(workspaceId);
  await appendAfter(tx, check.head, {
    ...entry,
    action: "audit.acknowledged",
    subject: { type: "workspace", id: workspaceId },
    data: { reason, through: check.rows, digest, findings },
  });
  return findings;
}
