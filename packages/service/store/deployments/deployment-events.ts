import { EventEmitter } from "node:events";
import type { LogEvent, LogStream, StatusEvent } from "@greenroom/contract";
import { sql } from "kysely";
import { type Broadcast, NO_BROADCAST } from "../engine/broadcast.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow } from "../engine/rows.ts";
import type { DeploymentEventRow, DeploymentRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";

/** Wakes the readers of a deployment when it has new events; carries no data, since the rows are the truth. */
export interface DeploymentEvents {
  /** Call after the transaction that appended the events has committed. */
  notify(deploymentId: string): void;
  /** Calls `listener` on every notification about the deployment, until it is unsubscribed. */
  subscribe(deploymentId: string, listener: () => void): void;
  unsubscribe(deploymentId: string, listener: () => void): void;
  /** Deployments with at least one reader; for tests of leaks. */
  readonly watchedCount: number;
}

/** @param broadcast Notifies readers in other processes, and this one of the events that others append. */
export function createDeploymentEvents(broadcast: Broadcast = NO_BROADCAST): DeploymentEvents {
  // Many people may watch one build: the limit of streams a token is what bounds them.
  const readers = new EventEmitter().setMaxListeners(0);
  broadcast.subscribe((received) => {
    if (received === "missed") for (const deploymentId of readers.eventNames()) readers.emit(deploymentId);
    else if (received.kind === "events") readers.emit(received.deploymentId);
  });
  return {
    notify(deploymentId) {
      readers.emit(deploymentId);
      broadcast.publish({ kind: "events", deploymentId });
    },
    subscribe: (deploymentId, listener) => void readers.on(deploymentId, listener),
    unsubscribe: (deploymentId, listener) => void readers.off(deploymentId, listener),
    get watchedCount() {
      return readers.eventNames().length;
    },
  };
}

type NewEvent =
  | { readonly type: "status"; readonly data: StatusEvent }
  | { readonly type: "log"; readonly data: LogEvent };

/** The number of a deployment's next event: the statement that changes the row takes it. */
export const NEXT_EVENT = sql<number>`last_event_seq + 1`;

/** @param row As it is now, with the number of the event, which is also its `id` on the stream. [§6] */
export async function appendEvent(
  tx: Transaction,
  { id, last_event_seq: seq }: Pick<DeploymentRow, "id" | "last_event_seq">,
  { type, data }: NewEvent,
): Promise<void> {
  await insertRow(tx, "deployment_events", { deployment_id: id, seq, type, data: JSON.stringify(data), at: tx.at });
}

export interface NewLogLine {
  readonly at: string;
  readonly text: string;
  readonly level?: "info" | "warn" | "error";
}

export interface LogBatch {
  readonly stream: LogStream;
  readonly lines: readonly NewLogLine[];
}

/** A batch that can be sent again: its lines are numbered. */
export interface NumberedBatch extends LogBatch {
  /** Number of its first line in the log of the deployment, from 1. */
  readonly first: number;
}

/** Lines are missing between the log and a batch. */
export class LogGap extends Error {
  override readonly name = "LogGap";
}

interface AppendedLog {
  /** Without a number it follows what is there. */
  readonly batch: LogBatch & { readonly first?: number };
  readonly leaseOwner: string;
}

/**
 * Appends a batch of log lines while this worker builds the deployment; a numbered one that is there changes nothing.
 * @returns False when the worker lost its lease; the batch is dropped.
 * @throws {LogGap} When lines before the batch are missing.
 */
export async function appendLog(db: Database, deploymentId: string, given: AppendedLog): Promise<boolean> {
  const { batch, leaseOwner } = given;
  return inTransaction(db, async (tx) => {
    if (await appendLogLines(tx, deploymentId, given)) return true;
    if (batch.first === undefined) return false;
    const row = await findRow(tx, "deployments", { id: deploymentId, status: "building", lease_owner: leaseOwner });
    if (!row) return false;
    if (row.log_lines >= batch.first + batch.lines.length - 1) return true;
    throw new LogGap(`The log has ${row.log_lines} lines, and the batch begins at ${batch.first}.`);
  });
}

/** Appends log lines in the transaction of the change they describe, while this worker builds the deployment. */
export async function appendLogLines(
  tx: Transaction,
  deploymentId: string,
  { batch, leaseOwner }: AppendedLog,
): Promise<boolean> {
  const bytes = batch.lines.reduce((sum, line) => sum + Buffer.byteLength(line.text), 0);
  let counting = tx
    .updateTable("deployments")
    .set((eb) => ({
      log_lines: eb("log_lines", "+", batch.lines.length),
      log_bytes: eb("log_bytes", "+", bytes),
      last_event_seq: NEXT_EVENT,
    }))
    .where("id", "=", deploymentId)
    .where("status", "=", "building")
    .where("lease_owner", "=", leaseOwner);
  if (batch.first !== undefined) counting = counting.where("log_lines", "=", batch.first - 1);
  const counted = await counting.returning(["id", "log_lines", "last_event_seq"]).executeTakeFirst();
  if (!counted) return false;
  const first = counted.log_lines - batch.lines.length + 1;
  const lines = batch.lines.map((line, index) => ({ ...line, n: first + index }));
  await appendEvent(tx, counted, { type: "log", data: { stream: batch.stream, lines } });
  return true;
}

/** Reads events after `afterSeq` (0 for all), in order. */
export async function readEvents(
  db: Database,
  deploymentId: string,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<DeploymentEventRow[]> {
  return db
    .selectFrom("deployment_events")
    .selectAll()
    .where("deployment_id", "=", deploymentId)
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}
