import type { LogEvent, LogStream, StatusEvent } from "@greenroom/contract";
import { type Broadcast, NO_BROADCAST } from "../engine/broadcast.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow } from "../engine/rows.ts";
import type { DeploymentEventRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";

/** Wakes the readers of a deployment when it has new events; carries no data, since the rows are the truth. */
export interface DeploymentEvents {
  /** Call after the transaction that appended the events has committed. */
  notify(deploymentId: string): void;
  /** Calls `listener` on every notification about the deployment, until it is unsubscribed. */
  subscribe(deploymentId: string, listener: () => void): void;
  unsubscribe(deploymentId: string, listener: () => void): void;
  /** Deployments with at least one reader; for metrics and for tests of leaks. */
  readonly watchedCount: number;
}

/** @param broadcast Notifies readers in other processes, and this one of the events that others append. */
export function createDeploymentEvents(broadcast: Broadcast = NO_BROADCAST): DeploymentEvents {
  /** No cap: many people may watch one build. The limit of streams a token is what bounds them. */
  const watched = new Map<string, Set<() => void>>();
  const wake = (deploymentId: string) => {
    // One that unsubscribes meanwhile leaves the set, which a walk through a set allows.
    for (const listener of watched.get(deploymentId) ?? []) listener();
  };
  broadcast.subscribe((received) => {
    if (received === "missed") for (const deploymentId of watched.keys()) wake(deploymentId);
    else if (received.kind === "events") wake(received.deploymentId);
  });
  return {
    notify(deploymentId) {
      wake(deploymentId);
      broadcast.publish({ kind: "events", deploymentId });
    },
    subscribe(deploymentId, listener) {
      const listeners = watched.get(deploymentId) ?? new Set();
      watched.set(deploymentId, listeners.add(listener));
    },
    unsubscribe(deploymentId, listener) {
      const listeners = watched.get(deploymentId);
      listeners?.delete(listener);
      if (listeners?.size === 0) watched.delete(deploymentId);
    },
    get watchedCount() {
      return watched.size;
    },
  };
}

type NewEvent =
  | { readonly type: "status"; readonly data: StatusEvent }
  | { readonly type: "log"; readonly data: LogEvent };

/**
 * Appends an event under the deployment's next sequence number.
 * @returns The number, which is also the event's `id` on the stream.
 * @see Interface §6
 */
export async function appendEvent(tx: Transaction, deploymentId: string, event: NewEvent): Promise<number> {
  const { last_event_seq: seq } = await tx
    .updateTable("deployments")
    .set((eb) => ({ last_event_seq: eb("last_event_seq", "+", 1) }))
    .where("id", "=", deploymentId)
    .returning("last_event_seq")
    .executeTakeFirstOrThrow();
  await insertRow(tx, "deployment_events", {
    deployment_id: deploymentId,
    seq,
    type: event.type,
    data: JSON.stringify(event.data),
    at: tx.at,
  });
  return seq;
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
    }))
    .where("id", "=", deploymentId)
    .where("status", "=", "building")
    .where("lease_owner", "=", leaseOwner);
  if (batch.first !== undefined) counting = counting.where("log_lines", "=", batch.first - 1);
  const counted = await counting.returning("log_lines").executeTakeFirst();
  if (!counted) return false;
  const first = counted.log_lines - batch.lines.length + 1;
  const lines = batch.lines.map((line, index) => ({ ...line, n: first + index }));
  await appendEvent(tx, deploymentId, { type: "log", data: { stream: batch.stream, lines } });
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
