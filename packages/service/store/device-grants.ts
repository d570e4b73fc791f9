import type { Scope } from "@greenroom/contract";
import {
  DEVICE_GRANT_LIFETIME_MS,
  POLL_INTERVAL_SECONDS,
  pollOutcome,
  type PollOutcome,
} from "../domain/authentication.ts";
import { hashSecret, newSecret, newUserCode, userCodeHash } from "../domain/credentials.ts";
import type { Database, Transaction } from "./database.ts";
import type { DeviceGrantRow } from "./schema.ts";

interface NewDeviceGrant {
  /** Name the client gave itself. */
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly address: string;
  readonly nowMs: number;
}

/** Tries for a user code nobody else is using; twenty to the eighth power are possible. */
const CODE_TRIES = 5;

/**
 * Starts a device flow; both codes are stored as hashes only.
 * @see RFC 8628 §3.2
 */
export async function startDeviceGrant(
  db: Database,
  { clientName, scopes, address, nowMs }: NewDeviceGrant,
): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  for (let round = 0; round < CODE_TRIES; round += 1) {
    const [deviceCode, userCode] = [newSecret(), newUserCode()];
    const { numInsertedOrUpdatedRows: inserted } = await db
      .insertInto("device_grants")
      .values({
        device_code_hash: hashSecret(deviceCode),
        user_code_hash: userCodeHash(userCode) ?? "",
        client_name: clientName,
        scopes: scopes.join(" "),
        address,
        status: "pending",
        user_id: null,
        workspace_id: null,
        interval_seconds: POLL_INTERVAL_SECONDS,
        last_polled_at: null,
        created_at: new Date(nowMs).toISOString(),
        expires_at: new Date(nowMs + DEVICE_GRANT_LIFETIME_MS).toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 1n) return { deviceCode, userCode };
  }
  throw new Error("No user code was free; try again.");
}

/** Finds the open device flow of a user code. */
export async function findByUserCode(db: Database, typed: string, at: string): Promise<DeviceGrantRow | undefined> {
  const hash = userCodeHash(typed);
  if (hash === undefined) return undefined;
  return db
    .selectFrom("device_grants")
    .selectAll()
    .where("user_code_hash", "=", hash)
    .where("status", "=", "pending")
    .where("expires_at", ">", at)
    .executeTakeFirst();
}

interface DeviceAnswer {
  readonly deviceCodeHash: string;
  readonly allow: boolean;
  readonly userId: string;
  readonly workspaceId: string;
  readonly at: string;
}

/**
 * Allows or denies a device flow, once.
 * @returns False when it was answered or ran out meanwhile.
 */
export async function decideDeviceGrant(tx: Transaction, answer: DeviceAnswer): Promise<boolean> {
  const answered = await tx
    .updateTable("device_grants")
    .set({
      status: answer.allow ? "approved" : "denied",
      user_id: answer.userId,
      workspace_id: answer.workspaceId,
    })
    .where("device_code_hash", "=", answer.deviceCodeHash)
    .where("status", "=", "pending")
    .where("expires_at", ">", answer.at)
    .executeTakeFirst();
  return answered.numUpdatedRows === 1n;
}

/** Takes one poll of a device flow and uses the grant up when it is allowed. */
export async function pollDeviceGrant(
  tx: Transaction,
  deviceCode: string,
  nowMs: number,
): Promise<{ readonly verdict: PollOutcome; readonly row: DeviceGrantRow | undefined }> {
  const row = await tx
    .selectFrom("device_grants")
    .selectAll()
    .where("device_code_hash", "=", hashSecret(deviceCode))
    .executeTakeFirst();
  const verdict = pollOutcome(row && polled(row), nowMs);
  if (!row) return { verdict, row };
  const slower = verdict === "slow_down" ? POLL_INTERVAL_SECONDS : 0;
  await tx
    .updateTable("device_grants")
    .set({
      last_polled_at: new Date(nowMs).toISOString(),
      interval_seconds: row.interval_seconds + slower,
      status: verdict === "grant" ? "used" : row.status,
    })
    .where("device_code_hash", "=", row.device_code_hash)
    .execute();
  return { verdict, row };
}

function polled(row: DeviceGrantRow) {
  return {
    status: row.status,
    intervalSeconds: row.interval_seconds,
    lastPolledAt: row.last_polled_at,
    expiresAt: row.expires_at,
  };
}

/** Removes device flows that ended a day ago. */
export async function deleteExpiredDeviceGrants(db: Database, nowMs: number): Promise<void> {
  const dayAgo = new Date(nowMs - 86_400_000).toISOString();
  await db.deleteFrom("device_grants").where("expires_at", "<=", dayAgo).execute();
}
