import type { TokenRealm } from "@greenroom/contract";
import { newestRealm } from "./people.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";
import { addWorker, listWorkers, revokeWorker } from "../store/deployments/workers.ts";

interface WorkerInput {
  readonly name: string;
  /** Most builds it may hold at a time. */
  readonly slots: number;
  readonly realm?: TokenRealm | undefined;
}

/**
 * Adds a worker. It builds for every workspace, so each of them has an entry in its audit log.
 * @returns Its id, and its token, which is shown only this once.
 */
export async function createWorker(
  store: AdminContext,
  { name: given, slots, realm }: WorkerInput,
): Promise<{ readonly workerId: string; readonly token: string }> {
  const name = given.trim().slice(0, 100);
  if (name === "") throw new AdminError("invalid", "A worker needs a name. Give one with --name.");
  const known = realm ?? (await newestRealm(store.db)) ?? "live";
  return await runChange(store, async ({ tx, at, audit }) => {
    const { token, row } = await addWorker(tx, { name, slots, realm: known, at });
    const workspaces = await tx.selectFrom("workspaces").select("id").orderBy("id").execute();
    for (const { id: workspaceId } of workspaces) {
      const data = { name, slots };
      await audit({ workspaceId, action: "worker.created", subject: { type: "worker", id: row.id }, data });
    }
    return { workerId: row.id, token };
  });
}

/** A worker as lists show it. */
export interface WorkerView {
  readonly id: string;
  readonly name: string;
  readonly slots: number;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
}

/** Lists the workers that are not revoked, newest first. */
export async function readWorkers({ db }: Pick<AdminContext, "db">): Promise<readonly WorkerView[]> {
  const rows = await listWorkers(db);
  return rows.map(({ id, name, slots, created_at: createdAt, last_seen_at: lastSeenAt }) => ({
    id,
    name,
    slots,
    createdAt,
    lastSeenAt,
  }));
}

/**
 * Revokes a worker: its next request is rejected, and other workers take its builds over.
 * @throws {AdminError} `invalid` when there is no such worker
 */
export async function removeWorker(store: AdminContext, id: string): Promise<void> {
  await runChange(store, async ({ tx, at, audit }) => {
    const row = await revokeWorker(tx, id, at);
    if (!row) throw new AdminError("invalid", "There is no such worker. See greenroom admin workers list.");
    const workspaces = await tx.selectFrom("workspaces").select("id").orderBy("id").execute();
    for (const { id: workspaceId } of workspaces) {
      const data = { name: row.name };
      await audit({ workspaceId, action: "worker.revoked", subject: { type: "worker", id }, data });
    }
  });
}
