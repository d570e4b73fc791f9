import type { Scope } from "@greenroom/contract";
import {
  DEVICE_GRANT_LIFETIME_MS,
  POLL_INTERVAL_SECONDS,
  pollOutcome,
  type PollOutcome,
} from "../../domain/authentication.ts";
import { hashSecret, newSecret, newUserCode, userCodeHash } from "../../domain/credentials.ts";
import { sealed, sealedAs } from "../engine/sealed-rows.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { inTransaction } from "../engine/transaction.ts";
import type { DeviceGrantRow } from "../engine/schema.ts";
import { endOfGrant, type Maker } from "./grants.ts";
import { findRow, insertRow, updateRows } from "../engine/rows.ts";

interface NewDeviceGrant {
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly address: string;
  readonly nowMs: number;
}

/**
 * Starts a device flow; both codes are stored as hashes only.
 * @see RFC 8628 §3.2
 */
export async function startDeviceGrant(
  db: Database,
  { clientName, scopes, address, nowMs }: NewDeviceGrant,
): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  // Of so many codes that are possible, two of ten minutes are not the same.
  const [deviceCode, userCode] = [newSecret(), newUserCode()];
  await inTransaction(db, (tx) =>
    insertRow(tx, "device_grants", {
      device_code_hash: hashSecret(deviceCode),
      user_code_hash: userCodeHash(userCode) ?? "",
      client_name: clientName,
      scopes: scopes.join(" "),
      address,
      status: "pending",
      user_id: null,
      epoch: null,
      workspace_id: null,
      interval_seconds: POLL_INTERVAL_SECONDS,
      last_polled_at: null,
      created_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + DEVICE_GRANT_LIFETIME_MS).toISOString(),
    }),
  );
  return { deviceCode, userCode };
}

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

interface DeviceDecision {
  readonly deviceCodeHash: string;
  readonly allow: boolean;
  readonly by: Maker;
  readonly at: string;
}

/**
 * Allows or denies a device flow, once.
 * @returns False when it was decided or expired meanwhile.
 */
export async function decideDeviceGrant(tx: Transaction, decision: DeviceDecision): Promise<boolean> {
  const { deviceCodeHash, by, allow } = decision;
  const asked = await findRow(tx, "device_grants", { device_code_hash: deviceCodeHash });
  if (!asked) return false;
  const { device_code_hash, client_name, scopes } = asked;
  const person = { user_id: by.userId, epoch: by.epoch, workspace_id: by.workspaceId };
  const whose = { device_code_hash, client_name, scopes, ...person };
  const decided = await tx
    .updateTable("device_grants")
    // A denied one is not sealed, so that it never becomes an allowed one.
    .set(allow ? { ...sealed(tx, "device_grants", whose), status: "approved" } : { ...whose, status: "denied" })
    .where("device_code_hash", "=", deviceCodeHash)
    .where("status", "=", "pending")
    .where("expires_at", ">", decision.at)
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

interface Poll {
  readonly deviceCode: string;
  readonly clientName: string;
  readonly nowMs: number;
}

/**
 * Handles one poll of a device flow; an allowed grant is used up by it.
 * @see RFC 8628 §3.4: a code belongs to the client that requested it, so that a poll of another one changes nothing.
 */
export async function pollDeviceGrant(
  tx: Transaction,
  { deviceCode, clientName, nowMs }: Poll,
): Promise<{ readonly verdict: PollOutcome; readonly row: DeviceGrantRow | undefined }> {
  const row = await findRow(tx, "device_grants", { device_code_hash: hashSecret(deviceCode), client_name: clientName });
  const verdict = pollOutcome(row, nowMs);
  if (!row) return { verdict, row };
  const slower = verdict === "slow_down" ? POLL_INTERVAL_SECONDS : 0;
  await updateRows(
    tx,
    "device_grants",
    { device_code_hash: row.device_code_hash },
    {
      last_polled_at: new Date(nowMs).toISOString(),
      interval_seconds: row.interval_seconds + slower,
      status: verdict === "grant" ? "used" : row.status,
    },
  );
  return { verdict, row };
}

/** Whether an allowed grant still acts for the person who allowed it. */
export async function isGrantAlive(db: Database, row: DeviceGrantRow, at: string): Promise<boolean> {
  const { user_id: userId, workspace_id: workspaceId, epoch, expires_at: expiresAt } = row;
  if (userId === null || workspaceId === null) return false;
  const grant = {
    kind: "device_grant",
    maker: { userId, epoch, workspaceId },
    expiresAt,
    revokedAt: null,
    sealed: sealedAs("device_grants", row),
  } as const;
  return (await endOfGrant(db, grant, at)) === undefined;
}
