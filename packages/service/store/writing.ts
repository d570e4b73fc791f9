import { sql } from "kysely";
import { type Database, engineOf, type Opened, registerTransaction, type Transaction } from "./database.ts";

/*
 * The embedded database has one writer, so that a transaction is alone. On a server several processes write: a
 * transaction that reads something and writes what follows from it locks first, then reads, so that each statement sees
 * what the previous holder has committed. The order is always the same: everything, a workspace or a person, then rows.
 */

/** A transaction that met another one is run again this often; then the client is to come again. */
const MAX_RUNS = 4;

/** SQLSTATE of a transaction that the server ended whole, so that nothing of it is there. */
const MET_ANOTHER = new Set<unknown>(["40001", "40P01"]);

/**
 * What a transaction does.
 * @param tx Runs again when it met another transaction: it changes nothing but the database.
 */
type Run<Result> = (tx: Transaction) => Promise<Result>;

/**
 * Runs a transaction alone among those about one workspace: its quota, its audit log, its approvals and its members are
 * as it reads them until it commits.
 */
export async function inWorkspace<Result>(db: Database, workspaceId: string, run: Run<Result>): Promise<Result> {
  return await write(db, { workspaceId }, run, async (tx) => {
    // Not FOR UPDATE: rows that refer to the workspace are inserted all the time.
    await sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`.execute(tx);
  });
}

/** Runs a transaction alone among those about the workspace of a deployment, which is always the same. */
export async function inDeployment<Result>(db: Database, deploymentId: string, run: Run<Result>): Promise<Result> {
  const { workspace_id: workspaceId } = await db
    .selectFrom("deployments")
    .select("workspace_id")
    .where("id", "=", deploymentId)
    .executeTakeFirstOrThrow();
  return await inWorkspace(db, workspaceId, run);
}

/** Runs a transaction alone among those about one person: what they have confirmed, and codes that work once. */
export async function inPerson<Result>(db: Database, userId: string, run: Run<Result>): Promise<Result> {
  return await write(db, "rows", run, async (tx) => {
    await sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx);
  });
}

/**
 * Runs a transaction beside others: for one whose statements each change a row only while it is as they say, or that
 * only adds rows under separate keys.
 */
export async function besideOthers<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await write(db, "rows", run);
}

/** Runs a transaction alone in the whole database: for what is rare, or about several workspaces at once. */
export async function inEverything<Result>(db: Database, run: Run<Result>): Promise<Result> {
  return await write(db, "everything", run);
}

async function write<Result>(
  db: Database,
  alone: Opened["alone"],
  run: Run<Result>,
  lock?: (tx: Transaction) => Promise<void>,
): Promise<Result> {
  const { kind, seal } = engineOf(db);
  // The server's driver takes the lock of everything for it, which all others share.
  const begin = alone === "everything" ? db.transaction().setIsolationLevel("serializable") : db.transaction();
  for (let runs = 1; ; runs += 1) {
    const records = seal.begin();
    try {
      const result = await begin.execute(async (plain) => {
        // The only place that makes one.
        const tx = plain as Transaction;
        registerTransaction(tx, { records, alone });
        if (kind === "postgres") await lock?.(tx);
        return await run(tx);
      });
      records.committed();
      return result;
    } catch (error) {
      const again = error instanceof Error && "code" in error && MET_ANOTHER.has(error.code);
      if (!again || runs === MAX_RUNS) throw error;
    }
  }
}
