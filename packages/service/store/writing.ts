import { sql } from "kysely";
import { type Database, engineOf, openRecordsIn, type Transaction } from "./database.ts";

/** A transaction that met another one is run again this often; then the client is to come again. */
const MAX_RUNS = 4;

/** SQLSTATE of a transaction that the server ended whole, so that nothing of it is there. */
const MET_ANOTHER = new Set<unknown>(["40001", "40P01"]);

/*
 * The embedded database has one writer, so that a transaction is alone. On a server, several fronts write: whoever
 * reads something and writes what follows from it locks first, then reads, so that each statement sees what the holder
 * before has committed. The order is always the same: everything or the workspace or the person, then rows.
 */

/**
 * Runs a transaction alone among those about one workspace: its quota, its audit log, its approvals and its members are
 * as it reads them until it commits.
 * @param run May run again when it met another transaction: it changes nothing but the database.
 */
export async function inWorkspace<Result>(
  db: Database,
  workspaceId: string,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await write(db, "shared", run, async (tx) => {
    // Not FOR UPDATE: rows that refer to the workspace are inserted all the time.
    await sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`.execute(tx);
  });
}

/** Runs a transaction alone among those about the workspace of a deployment. */
export async function inDeployment<Result>(
  db: Database,
  deploymentId: string,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await write(db, "shared", run, async (tx) => {
    await sql`
      SELECT 1 FROM workspaces WHERE id = (SELECT workspace_id FROM deployments WHERE id = ${deploymentId})
      FOR NO KEY UPDATE`.execute(tx);
  });
}

/** Runs a transaction alone among those about one person: sessions, factors and what they have confirmed. */
export async function inPerson<Result>(
  db: Database,
  userId: string,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return await write(db, "shared", run, async (tx) => {
    await sql`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx);
  });
}

/**
 * Runs a transaction beside others: for one whose statements each change a row only while it is as they say, or that
 * only adds rows under keys of their own.
 */
export async function besideOthers<Result>(db: Database, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return await write(db, "shared", run);
}

/** Runs a transaction alone in the whole database: for what is rare, or about several workspaces at once. */
export async function inEverything<Result>(db: Database, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return await write(db, "alone", run);
}

async function write<Result>(
  db: Database,
  lane: "shared" | "alone",
  run: (tx: Transaction) => Promise<Result>,
  lock?: (tx: Transaction) => Promise<void>,
): Promise<Result> {
  const { kind, seal } = engineOf(db);
  const begin = lane === "alone" ? db.transaction().setIsolationLevel("serializable") : db.transaction();
  for (let runs = 1; ; runs += 1) {
    const records = seal.begin();
    try {
      const result = await begin.execute(async (plain) => {
        // The only place that makes one.
        const tx = plain as Transaction;
        openRecordsIn(tx, records);
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
