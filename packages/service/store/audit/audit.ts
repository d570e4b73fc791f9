import type { Actor } from "../../domain/actor.ts";
import type { AuditAction } from "../../domain/audit-entry.ts";
import type { AuditHead } from "../engine/audit-seal.ts";
import {
  auditRecordsOf,
  auditSealOf,
  type Database,
  recordedHead,
  requireWorkspaceLock,
  type Transaction,
} from "../engine/database.ts";
import { findRows, insertRow } from "../engine/rows.ts";
import type { AuditRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";

export const GENESIS_HASH = "0".repeat(64);

const PAGE_ROWS = 500;

export interface NewAuditEntry {
  readonly workspaceId: string;
  readonly actor: { readonly type: AuditRow["actor_type"]; readonly id: string | null };
  readonly action: AuditAction;
  readonly subject: { readonly type: string; readonly id: string };
  /** No secret, and nothing that JSON cannot write. */
  readonly data: Readonly<Record<string, unknown>>;
}

export const SYSTEM: NewAuditEntry["actor"] = { type: "system", id: null };

export type Audited = Pick<NewAuditEntry, "workspaceId" | "actor">;

export function auditedActor(actor: Actor): Audited {
  const { workspaceId } = actor;
  return actor.kind === "token"
    ? { workspaceId, actor: { type: "token", id: actor.tokenId } }
    : { workspaceId, actor: { type: "user", id: actor.userId } };
}

export async function appendAudit(tx: Transaction, entry: NewAuditEntry): Promise<AuditHead> {
  const [last] = await readNewestAudit(tx, entry.workspaceId, { limit: 1 });
  return appendAfter(tx, last, entry);
}

export async function auditSite(
  tx: Transaction,
  by: Audited,
  action: AuditAction,
  siteId: string,
  data: NewAuditEntry["data"],
): Promise<void> {
  await appendAudit(tx, { ...by, action, subject: { type: "site", id: siteId }, data });
}

/** Appends a row about a person's account, by that person, to the audit log of each of their workspaces. */
export async function auditAccount(
  tx: Transaction,
  { userId, ...entry }: Pick<NewAuditEntry, "action" | "data"> & { readonly userId: string },
): Promise<void> {
  const user = { type: "user", id: userId } as const;
  const places = await findRows(tx, "memberships", { user_id: userId, removed_at: null }, "workspace_id");
  for (const { workspace_id: workspaceId } of places) {
    await appendAudit(tx, { workspaceId, actor: user, subject: user, ...entry });
  }
}

/** Whether the log of a workspace says that a session was opened: as it does when its person was a member then. */
export async function saysOpened(
  db: Database,
  workspaceId: string,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("action", "=", "session.opened")
    .where("actor_id", "=", userId)
    .where("data", "like", `%"sessionId":"${sessionId}"%`)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined && isAuthentic(db, row);
}

export async function appendAfter(
  tx: Transaction,
  last: Pick<AuditRow, "seq" | "hash"> | undefined,
  entry: NewAuditEntry,
): Promise<AuditHead> {
  requireWorkspaceLock(tx, entry.workspaceId);
  const row = {
    workspace_id: entry.workspaceId,
    seq: (last?.seq ?? 0) + 1,
    at: tx.at,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    action: entry.action,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    data: JSON.stringify(entry.data),
    previous_hash: last?.hash ?? GENESIS_HASH,
  };
  const hash = auditSealOf(tx).mac(canonicalText(row));
  await insertRow(tx, "audit_log", { ...row, hash });
  // A record that the log contradicts is evidence: it stays until an operator has acknowledged it.
  if (!(await contradictsRecord(tx, entry.workspaceId, last))) {
    auditRecordsOf(tx).appended(entry.workspaceId, { seq: row.seq, hash });
  }
  return { seq: row.seq, hash };
}

/**
 * Whether a log no longer has the row that was recorded outside the database: its end was cut off, or it was rolled
 * back and continued.
 */
export async function contradictsRecord(db: Database, workspaceId: string, newest?: AuditHead): Promise<boolean> {
  const record = recordedHead(db, workspaceId);
  if (!record) return false;
  if (newest?.seq === record.seq) return newest.hash !== record.hash;
  const [row] = await readAudit(db, workspaceId, { afterSeq: record.seq - 1, limit: 1 });
  return row?.seq !== record.seq || row.hash !== record.hash;
}

function isAuthentic(db: Database, row: AuditRow): boolean {
  return row.hash === auditSealOf(db).mac(canonicalText(row));
}

/**
 * Records the newest row of every log outside the database. A log that has a record is left as it is: what contradicts
 * the record is for a check to find.
 */
export async function recordAuditHeads(db: Database): Promise<void> {
  for (const { workspaceId } of await readAuditHeads(db)) {
    if (recordedHead(db, workspaceId)) continue;
    await inWorkspace(db, workspaceId, async (tx) => {
      const [last] = await readNewestAudit(tx, workspaceId, { limit: 1 });
      if (last && isAuthentic(tx, last)) auditRecordsOf(tx).appended(workspaceId, { seq: last.seq, hash: last.hash });
    });
  }
}

export async function readAuditHeads(db: Database): Promise<readonly (AuditHead & { readonly workspaceId: string })[]> {
  const newest = db
    .selectFrom("audit_log")
    .select((eb) => ["workspace_id", eb.fn.max("seq").as("seq")])
    .groupBy("workspace_id")
    .as("newest");
  return db
    .selectFrom("audit_log")
    .innerJoin(newest, (join) =>
      join.onRef("newest.workspace_id", "=", "audit_log.workspace_id").onRef("newest.seq", "=", "audit_log.seq"),
    )
    .select(["audit_log.workspace_id as workspaceId", "audit_log.seq", "audit_log.hash"])
    .execute();
}

/** Every column but the hash itself, in a fixed order, so that no two rows write the same text. */
export function canonicalText(row: Omit<AuditRow, "hash">): string {
  return JSON.stringify([
    row.previous_hash,
    row.workspace_id,
    row.seq,
    row.at,
    row.actor_type,
    row.actor_id,
    row.action,
    row.subject_type,
    row.subject_id,
    row.data,
  ]);
}

/** Reads rows of a workspace's audit log after `afterSeq` (0 for all), oldest first. */
export async function readAudit(
  db: Database,
  workspaceId: string,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

export interface AuditFilter {
  readonly siteId?: string | undefined;
  /** Entries that the person, or a token of theirs, made or that are about the person. */
  readonly userId?: string | undefined;
  readonly action?: string | undefined;
}

export async function readAuditSince(
  db: Database,
  workspaceId: string,
  since: string,
  actions: readonly AuditAction[],
  limit: number,
): Promise<AuditRow[]> {
  return db
    .selectFrom("audit_log")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("at", ">=", since)
    .where("action", "in", actions)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
}

export async function readNewestAudit(
  db: Database,
  workspaceId: string,
  filter: AuditFilter & { readonly beforeSeq?: number | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const { beforeSeq, limit, siteId, userId, action } = filter;
  let rows = db.selectFrom("audit_log").selectAll().where("workspace_id", "=", workspaceId);
  if (beforeSeq !== undefined) rows = rows.where("seq", "<", beforeSeq);
  if (action !== undefined) rows = rows.where("action", "=", action);
  if (userId !== undefined) {
    const ofPerson = db.selectFrom("tokens").select("id").where("user_id", "=", userId);
    rows = rows.where((eb) =>
      eb.or([eb("actor_id", "=", userId), eb("subject_id", "=", userId), eb("actor_id", "in", ofPerson)]),
    );
  }
  if (siteId !== undefined) {
    const requests = db.selectFrom("approval_requests").select("id").where("site_id", "=", siteId);
    const deployments = db.selectFrom("deployments").select("id").where("site_id", "=", siteId);
    rows = rows.where((eb) =>
      eb.or([eb("subject_id", "=", siteId), eb("subject_id", "in", requests), eb("subject_id", "in", deployments)]),
    );
  }
  return rows.orderBy("seq", "desc").limit(limit).execute();
}

export async function* everyAuditRow(db: Database, workspaceId: string): AsyncGenerator<AuditRow> {
  // A row below 1 was not written here, and must be found.
  let afterSeq = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const page = await readAudit(db, workspaceId, { afterSeq, limit: PAGE_ROWS });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    afterSeq = last.seq;
  }
}

/** Writes JSON lines, oldest first, with one page of rows in memory at a time. */
export async function* exportAudit(db: Database, workspaceId: string): AsyncGenerator<string> {
  for await (const row of everyAuditRow(db, workspaceId)) {
    const line = {
      workspaceId: row.workspace_id,
      seq: row.seq,
      at: row.at,
      actor: { type: row.actor_type, id: row.actor_id },
      action: row.action,
      subject: { type: row.subject_type, id: row.subject_id },
      data: JSON.parse(row.data) as unknown,
      previousHash: row.previous_hash,
      hash: row.hash,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
