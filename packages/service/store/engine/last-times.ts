import type { Clock } from "@greenroom/contract/clock";
import { OperatorFault } from "../../domain/operator-fault.ts";
import type { Database } from "./database.ts";
import { findRow, putRow } from "./rows.ts";
import type { LastTimeRow } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/** @param version The one that is there stays unless given. */
export async function noteTime(db: Database, name: LastTimeRow["name"], at: string, version?: string): Promise<void> {
  const set = { at, ...(version !== undefined && { version }) };
  await inTransaction(db, (tx) => putRow(tx, "last_times", { key: { name }, set }));
}

/** Epoch milliseconds; undefined when it never happened. */
export async function readTime(db: Database, name: LastTimeRow["name"]): Promise<number | undefined> {
  const row = await findRow(db, "last_times", { name });
  return row && Date.parse(row.at);
}

/** Before this version was made. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);

/** What NTP may set a clock back. */
const STEP_MS = 5 * 60_000;

/**
 * Rejects a clock that is certainly wrong: what is written with it would sort before what is there, and would not expire.
 * @param acceptClock The operator says that it is right, and was wrong before.
 * @throws {OperatorFault} `clock_wrong`
 */
export async function requireCorrectClock(db: Database, clock: Clock, acceptClock: boolean): Promise<void> {
  const nowMs = clock.now();
  const hint = "Set it: timedatectl; sudo timedatectl set-ntp true.";
  const says = `The clock of this machine says ${new Date(nowMs).toISOString()}`;
  if (nowMs < EARLIEST_MS) throw new OperatorFault("clock_wrong", `${says}, which cannot be. ${hint}`);
  const aliveMs = await readTime(db, "alive");
  if (acceptClock || aliveMs === undefined || nowMs >= aliveMs - STEP_MS) return;
  const last = `and the service wrote to this database at ${new Date(aliveMs).toISOString()}`;
  const how = "If the clock is right now and was ahead then, start once with --accept-clock.";
  throw new OperatorFault("clock_wrong", `${says}, ${last}. ${hint} ${how}`);
}
