import type { Scope } from "@greenroom/contract";
import {
  DEVICE_GRANT_LIFETIME_MS,
  POLL_INTERVAL_SECONDS,
  pollOutcome,
  type PollOutcome,
} from "../../domain/authentication.ts";
import { hashSecret, newSecret, newUserCode, userCodeHash } from "../../domain/credentials.ts";
import { later } from "../../domain/instants.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, updateRows } from "../engine/rows.ts";
import type { DeviceGrantRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant, type Maker } from "./grants.ts";

interface NewDeviceGrant {
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly address: string;
}

/** Both codes are stored as hashes only. [RFC 8628 §3.2] */
export async function startDeviceGrant(
  db: Database,
  { clientName, scopes, address }: NewDeviceGrant,
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
      interval_seconds: POLL_INTERVAL_SECONDS,
      created_at: tx.at,
      expires_at: later(tx.at, DEVICE_GRANT_LIFETIME_MS),
    }),
  );
  return { deviceCode, userCode };
}

export async function findByUserCode(db: Database, typed: string, at: string): Promise<DeviceGrantRow | undefined> {
  const hash = userCodeHash(typed);
  if (hash === undefined) return undefined;
  const row = await findRow(db, "device_grants", { user_code_hash: hash, status: "pending" });
  return row && row.expires_at > at ? row : undefined;
}

/** @returns False when it was decided or expired meanwhile. */
export async function decideDeviceGrant(
  tx: Transaction,
  { deviceCodeHash, allow, by }: { readonly deviceCodeHash: string; readonly allow: boolean; readonly by: Maker },
): Promise<boolean> {
  const asked = { device_code_hash: deviceCodeHash, status: "pending" } as const;
  const row = await findRow(tx, "device_grants", asked);
  if (!row || row.expires_at <= tx.at) return false;
  const decided = { ...row, user_id: by.userId, epoch: by.epoch, workspace_id: by.workspaceId };
  // A denied one is not sealed, so that it never becomes an allowed one.
  const { seal } = allow ? sealed(tx, "device_grants", decided) : { seal: null };
  const { user_id, epoch, workspace_id } = decided;
  const status = allow ? "approved" : "denied";
  return updateRows(tx, "device_grants", asked, { user_id, epoch, workspace_id, seal, status });
}

/** A device, and the person who allowed it and still can. */
export interface AllowedDevice {
  readonly row: DeviceGrantRow;
  readonly by: Maker;
}

/**
 * An allowed grant is used up by a poll. A code belongs to the client that requested it: a poll of another one changes
 * nothing. [RFC 8628 §3.4]
 */
export async function pollDeviceGrant(
  tx: Transaction,
  deviceCode: string,
  clientName: string,
): Promise<AllowedDevice | Exclude<PollOutcome, "grant">> {
  const asked = { device_code_hash: hashSecret(deviceCode), client_name: clientName };
  const row = await findRow(tx, "device_grants", asked);
  const outcome = pollOutcome(row, Date.parse(tx.at));
  if (!row) return "invalid_grant";
  await updateRows(tx, "device_grants", asked, {
    last_polled_at: tx.at,
    interval_seconds: row.interval_seconds + (outcome === "slow_down" ? POLL_INTERVAL_SECONDS : 0),
    status: outcome === "grant" ? "used" : row.status,
  });
  if (outcome !== "grant") return outcome;
  const { user_id: userId, workspace_id: workspaceId, epoch, expires_at: expiresAt } = row;
  if (userId === null || workspaceId === null || epoch === null) return "access_denied";
  const by = { userId, workspaceId, epoch };
  const isSealedRow = isSealed(tx, "device_grants", row);
  const grant = { kind: "device_grant", sealed: isSealedRow, maker: by, expiresAt, revokedAt: null } as const;
  return (await endOfGrant(tx, grant, tx.at)) === undefined ? { row, by } : "access_denied";
}
