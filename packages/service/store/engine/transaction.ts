import { instant } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { type RawBuilder, sql } from "kysely";
import {
  clockOf,
  type Database,
  engineOf,
  registerTransaction,
  type Transaction,
  type TransactionScope,
} from "./database.ts";
import { requireRow } from "./rows.ts";

/*
 * SQLite has one writer, so its transactions run one after the other. On a server several processes write: a
 * transaction that reads something and writes what follows from it locks first, then reads, so that each statement sees
 * what the previous holder has committed. The order of locks is always the same: the database, a workspace or a person,
 * then rows.
 */

/** A transaction that conflicts with another one runs again this often; then the client is asked to retry. */
const MAX_RUNS = 4;

/** SQLSTATE of a transaction that the server has rolled back because of another one. */
const CONFLICTS = new Set(["40001", "40P01"]);

/** First part of the advisory lock of the whole database; the second is the schema. */
const DATABASE_LOCK = 0x67_72_6e_01;

/** Runs again after a conflict: it changes nothing but the database. */
type Run<Result> = (tx: Transaction) => Promise<Result>;

/**
 * Runs a transaction that excludes all others about one workspace: its quota, its audit log, its approvals and its
 * members are as it reads them until it commits.
 */
export async function inWorkspace<Result>(db: Database, workspaceId: string, run: Run<Result>): Promise<Result> {
  return await execute(db, { scope: { workspaceId }, lock: lockOf("workspaces", workspaceId) }, run);
}

/** Runs a transaction that excludes all others about the workspace of a deployment, which never changes. */
export async function inDeployment<Result>(db: Database, deploymentId: string, run: Run<Result>): Promise<Result> {
  const { workspace_id: workspaceId } = await requireRow(db, "deployments", { id: deploymentId });
  return await inWorkspace(db, workspaceId, run);
}

/** Runs a transaction that excludes all others about one person: what they have confirmed, and codes that work once. */
export async function inPerson<Result>(db: Database, userId: string, run: Run<Result>): Promise<Result> {
  return await execute(db, { scope: "rows", lock: lockOf("users", userId) }, run);
}

/**
 * Runs a transaction that locks only the rows it changes: for statements that each check in their own condition what
 * they depend on, or that only add rows under separate keys.
 */
export async function inTransaction<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await execute(db, { scope: "rows", lock: sql`SELECT ${SHARED}` }, run);
}

/** Runs a transaction that excludes all others of the database: for what is rare, or about several workspaces. */
export async function inDatabase<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await execute(db, { scope: "database", lock: EXCLUSIVE }, run);
}

interface Plan {
  readonly scope: TransactionScope;
  readonly lock: RawBuilder<unknown>;
}

async function execute<Result>(db: Database, { scope, lock }: Plan, run: Run<Result>): Promise<Result> {
  const { seal, kind } = engineOf(db);
  for (let runs = 1; ; runs += 1) {
    const records = seal.begin();
    try {
      const result = await db.transaction().execute(async (plain) => {
        // SQLite has locked its file with the begin.
        if (kind === "postgres") await lock.execute(plain);
        // The only place that makes one.
        const tx = Object.assign(plain, { at: instant(clockOf(db)) }) as Transaction;
        registerTransaction(tx, { records, scope });
        return await run(tx);
      });
      records.committed();
      return result;
    } catch (error) {
      if (!CONFLICTS.has(errorCode(error) ?? "") || runs === MAX_RUNS) throw error;
    }
  }
}

const EXCLUSIVE = sql`SELECT pg_advisory_xact_lock(${DATABASE_LOCK}, hashtext(current_schema()))`;
const SHARED = sql`pg_advisory_xact_lock_shared(${DATABASE_LOCK}, hashtext(current_schema()))`;

/** The lock of the database, then that of a row: a server locks rows once they are joined. */
function lockOf(table: "workspaces" | "users", id: string): RawBuilder<unknown> {
  // Not FOR UPDATE: rows that refer to this one are inserted all the time.
  return sql`SELECT 1 FROM ${SHARED}, ${sql.table(table)} WHERE id = ${id} FOR NO KEY UPDATE OF ${sql.table(table)}`;
}
