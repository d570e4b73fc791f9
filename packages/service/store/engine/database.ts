import { type Clock, systemClock } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { type DialectAdapter, type Kysely, type Transaction as KyselyTransaction } from "kysely";
import type { AuditHead, AuditSeal, OpenRecords } from "./audit-seal.ts";
import type { BearerSeal } from "./bearer-seal.ts";
import type { Schema } from "./schema.ts";
import { isServerBusy } from "./server-fault.ts";

/** The store's query builder. Inside a transaction, query through the transaction only. */
export type Database = Kysely<Schema>;

declare const locked: unique symbol;

/**
 * A query builder inside a transaction that has locked what it is about; what must commit together takes this. Only
 * the functions of `transaction.ts` make one.
 */
export type Transaction = KyselyTransaction<Schema> & {
  readonly [locked]: true;
  /** When what it writes happened, taken once it has its locks. */
  readonly at: string;
};

export const DATABASE_FILE = "greenroom.db";

export interface Engine {
  readonly kind: "sqlite" | "postgres";
  readonly seal: AuditSeal;
  readonly bearers: BearerSeal;
}

/** By the one object that a database shares with its transactions. */
const engines = new WeakMap<DialectAdapter, Engine>();

export function registerEngine(db: Database, engine: Engine): void {
  engines.set(db.getExecutor().adapter, engine);
}

export function engineOf(db: Database): Engine {
  const engine = engines.get(db.getExecutor().adapter);
  if (!engine) throw new TypeError("This database was not opened by the store.");
  return engine;
}

/** What a transaction has locked: a workspace, the whole database, or nothing but the rows that it changes. */
export type TransactionScope = { readonly workspaceId: string } | "database" | "rows";

interface TransactionState {
  readonly records: OpenRecords;
  readonly scope: TransactionScope;
}

const transactions = new WeakMap<Database, TransactionState>();

export function registerTransaction(tx: Transaction, state: TransactionState): void {
  transactions.set(tx, state);
}

const clocks = new WeakMap<DialectAdapter, Clock>();

/** Takes the instants of transactions from this clock; without one it is that of the machine. */
export function useClock(db: Database, clock: Clock): void {
  clocks.set(db.getExecutor().adapter, clock);
}

export function clockOf(db: Database): Clock {
  return clocks.get(db.getExecutor().adapter) ?? systemClock;
}

function stateOf(tx: Transaction): TransactionState {
  const state = transactions.get(tx);
  if (!state) throw new TypeError("This transaction was not begun by the store.");
  return state;
}

/**
 * For what reads something of a workspace and writes what follows from it.
 * @throws {TypeError} When the transaction has not locked the workspace
 */
export function requireWorkspaceLock(tx: Transaction, workspaceId: string): void {
  const { scope } = stateOf(tx);
  if (scope === "database" || (scope !== "rows" && scope.workspaceId === workspaceId)) return;
  throw new TypeError("The transaction writes for a workspace that it has not locked.");
}

export function auditSealOf(db: Database): AuditSeal {
  return engineOf(db).seal;
}

export function auditRecordsOf(tx: Transaction): OpenRecords {
  return stateOf(tx).records;
}

/** The newest row of an audit log as it was recorded outside the database; within a transaction, as that leaves it. */
export function recordedHead(db: Database, workspaceId: string): AuditHead | undefined {
  return (transactions.get(db)?.records ?? auditSealOf(db)).recorded(workspaceId);
}

/** Codes of a database or a disk that cannot be written, until its operator fixes it. */
const UNWRITABLE_CODES = /^(?:SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN).*|ENOSPC|EDQUOT|EROFS|EFBIG)$/;

/** Whether nothing could be written, so that the same request can succeed once its operator has fixed that. */
export function isUnwritable(error: unknown): boolean {
  return UNWRITABLE_CODES.test(errorCode(error) ?? "");
}

/** Whether the database could not answer now, so that the same request can succeed later. */
export function isBusy(error: unknown): boolean {
  return isServerBusy(error) || errorCode(error)?.startsWith("SQLITE_BUSY") === true;
}
