import { createHash } from "node:crypto";
import type { Actor } from "../domain/actor.ts";
import type { Database, Transaction } from "./database.ts";
import type { AuditRow } from "./schema.ts";

/** Previous hash of the first row of a workspace. */
const GENESIS_HASH = "0".repeat(64);

const PAGE_ROWS = 500;

export interface NewAuditEntry {
  readonly workspaceId: string;
  readonly actor: { readonly type: AuditRow["actor_type"]; readonly id: string | null };
  /** As in `approval.approved`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** No secret, and nothing that JSON cannot write. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/** What the service does by itself. */
export const SYSTEM: NewAuditEntry["actor"] = { type: "system", id: null };

/** Who did it and where, as an audit row names them. */
export function auditedActor(actor: Actor): Pick<NewAuditEntry, "workspaceId" | "actor"> {
  const { workspaceId } = actor;
  return actor.kind === "token"
    ? { workspaceId, actor: { type: "token", id: actor.tokenId } }
    : { workspaceId, actor: { type: "user", id: actor.userId } };
}

/** Appends a row to the audit log of a workspace, in the transaction of what it records. */
export async function appendAudit(
  tx: Transaction,
  entry: NewAuditEntry,
): Promise<{ readonly seq: number; readonly hash: string }> {
  const last = await tx
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .where("workspace_id", "=", entry.workspaceId)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const row = {
    workspace_id: entry.workspaceId,
    seq: (last?.seq ?? 0) + 1,
    at: entry.at,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    action: entry.action,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    data: JSON.stringify(entry.data),
    previous_hash: last?.hash ?? GENESIS_HASH,
  };
  const hash = hashOf(row);
  await tx
    .insertInto("audit_log")
    .values({ ...row, hash })
    .execute();
  return { seq: row.seq, hash };
}

/** Every column but the hash itself, in a fixed order, so that no two rows write the same text. */
function hashOf(row: Omit<AuditRow, "hash">): string {
  const text = JSON.stringify([
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
  return createHash("sha256").update(text).digest("hex");
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

export async function readNewestAudit(
  db: Database,
  workspaceId: string,
  { beforeSeq, limit }: { readonly beforeSeq?: number | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  const newest = db.selectFrom("audit_log").selectAll().where("workspace_id", "=", workspaceId);
  const rows = beforeSeq === undefined ? newest : newest.where("seq", "<", beforeSeq);
  return rows.orderBy("seq", "desc").limit(limit).execute();
}

async function* everyRow(db: Database, workspaceId: string): AsyncGenerator<AuditRow> {
  let afterSeq = 0;
  for (;;) {
    const page = await readAudit(db, workspaceId, { afterSeq, limit: PAGE_ROWS });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    afterSeq = last.seq;
  }
}

/**
 * Writes a workspace's audit log as JSON lines, one page of rows in memory at a time.
 * @returns Lines that end in a line feed, oldest first, each with `previousHash` and `hash`.
 */
export async function* exportAudit(db: Database, workspaceId: string): AsyncGenerator<string> {
  for await (const row of everyRow(db, workspaceId)) {
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

/** The newest row at an earlier check or export, kept elsewhere: it reveals a log whose tail was cut off. */
interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

type AuditCheck =
  | { readonly kind: "intact"; readonly rows: number; readonly head: AuditHead | undefined }
  /** `seq` is the first row that is not what was appended. */
  | { readonly kind: "broken"; readonly seq: number; readonly reason: "missing" | "changed" | "unchained" };

/**
 * Checks that the audit log of a workspace is what was appended: no row changed, none missing in between,
 * and, when a head is given, none cut off before it.
 */
export async function verifyAudit(db: Database, workspaceId: string, head?: AuditHead): Promise<AuditCheck> {
  let seq = 0;
  let hash = GENESIS_HASH;
  for await (const row of everyRow(db, workspaceId)) {
    seq += 1;
    if (row.seq !== seq) return { kind: "broken", seq, reason: "missing" };
    if (row.hash !== hashOf(row)) return { kind: "broken", seq, reason: "changed" };
    if (row.previous_hash !== hash) return { kind: "broken", seq, reason: "unchained" };
    if (head?.seq === seq && head.hash !== row.hash) return { kind: "broken", seq, reason: "changed" };
    hash = row.hash;
  }
  if (head && head.seq > seq) return { kind: "broken", seq: seq + 1, reason: "missing" };
  return { kind: "intact", rows: seq, head: seq === 0 ? undefined : { seq, hash } };
}
