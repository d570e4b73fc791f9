import { type DeploymentStatus, isTerminal, type StatusEvent, TRANSITIONS } from "@greenroom/contract";
import type { Updateable } from "kysely";
import { announce } from "../announcements/announce.ts";
import { requireWorkspaceLock, type Transaction } from "../engine/database.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { appendEvent, NEXT_EVENT } from "./deployment-events.ts";

interface Transition {
  readonly from: DeploymentStatus;
  readonly to: DeploymentStatus;
  /** When given, the change is made only while this worker holds the lease. */
  readonly leaseOwner?: string;
  readonly set?: Updateable<DeploymentRow>;
  /** Fields of the status event besides `status` and `at`; the row keeps the error too. */
  readonly event?: Pick<StatusEvent, "previewUrl" | "error">;
}

/**
 * Moves a deployment along one edge of `TRANSITIONS` and appends the status event, both or neither. [§3]
 * @returns The row after the change, or undefined when it was no longer in `from`.
 */
export async function transition(
  tx: Transaction,
  deploymentId: string,
  { from, to, leaseOwner, set, event }: Transition,
): Promise<DeploymentRow | undefined> {
  if (!TRANSITIONS[from].includes(to)) throw new TypeError(`A deployment never goes from ${from} to ${to}.`);
  const ending = isTerminal(to) ? { finished_at: tx.at, lease_owner: null, lease_expires_at: null } : {};
  const reason = event?.error ? { error_code: event.error.code, error_message: event.error.message } : {};
  let update = tx
    .updateTable("deployments")
    .set({ ...ending, ...reason, ...set, status: to, last_event_seq: NEXT_EVENT })
    .where("id", "=", deploymentId)
    .where("status", "=", from);
  if (leaseOwner !== undefined) update = update.where("lease_owner", "=", leaseOwner);
  const moved = await update.returningAll().executeTakeFirst();
  if (!moved) return undefined;
  // Only the row names its workspace; throwing undoes the update.
  requireWorkspaceLock(tx, moved.workspace_id);
  await appendEvent(tx, moved, { type: "status", data: { status: to, at: tx.at, ...event } });
  await announce(tx, { kind: "deployment", row: moved });
  return moved;
}
