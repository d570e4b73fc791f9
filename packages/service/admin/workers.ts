import type { TokenRealm } from "@greenroom/contract";
import { lastService } from "../data-folder.ts";
import type { Database } from "../store/engine/database.ts";
import { addWorker, allowWorkspaces, listWorkers, revokeWorker, workspacesOf } from "../store/workers/workers.ts";
import { type AdminContext, AdminError, requireWorkspace, runChange } from "./store.ts";

interface WorkerInput {
  readonly name: string;
  readonly slots: number;
  readonly realm?: TokenRealm | undefined;
  /** Slugs, names or ids of those whose builds and reviews it takes; none: of all. */
  readonly workspaces?: readonly string[] | undefined;
}

/**
 * Each workspace that it builds for has an entry in its audit log.
 * @returns The token is shown only this once.
 */
export async function createWorker(
  store: AdminContext & { readonly dataDirectory: string },
  { name: given, slots, realm, workspaces: named = [] }: WorkerInput,
): Promise<{ readonly workerId: string; readonly token: string }> {
  const name = given.trim().slice(0, 100);
  if (name === "") throw new AdminError("invalid", "A worker needs a name. Give one with --name.");
  const known = realm ?? (await lastService(store.dataDirectory))?.realm ?? "live";
  return await runChange(store, async ({ tx, audit }) => {
    const { token, row } = await addWorker(tx, { name, slots, realm: known });
    const allowed = await Promise.all(named.map(async (one) => (await requireWorkspace(tx, one)).id));
    await allowWorkspaces(tx, row.id, [...new Set(allowed)]);
    for (const workspaceId of await workspaceIdsOf(tx, row.id)) {
      const data = { name, slots };
      await audit({ workspaceId, action: "worker.created", subject: { type: "worker", id: row.id }, data });
    }
    return { workerId: row.id, token };
  });
}

async function workspaceIdsOf(db: Database, workerId: string): Promise<readonly string[]> {
  const all = async () => await db.selectFrom("workspaces").select("id").orderBy("id").execute();
  return (await workspacesOf(db, workerId)) ?? (await all()).map(({ id }) => id);
}

export async function readWorkers({ db }: Pick<AdminContext, "db">) {
  const workspaces = await db.selectFrom("workspaces").select(["id", "slug"]).execute();
  const slugs = new Map(workspaces.map(({ id, slug }) => [id, slug]));
  return Promise.all(
    (await listWorkers(db)).map(async ({ id, name, slots, created_at: createdAt, last_seen_at: lastSeenAt }) => {
      const allowed = await workspacesOf(db, id);
      /** Null for all. */
      const worksFor = allowed?.map((one) => slugs.get(one) ?? one) ?? null;
      return { id, name, slots, workspaces: worksFor, createdAt, lastSeenAt };
    }),
  );
}

/** Its next request is rejected, and other workers take its builds over. */
export async function removeWorker(store: AdminContext, workerId: string) {
  return runChange(store, async ({ tx, audit }) => {
    const row = await revokeWorker(tx, workerId);
    if (!row) throw new AdminError("invalid", "There is no such worker. See greenroom admin workers list.");
    for (const workspaceId of await workspaceIdsOf(tx, workerId)) {
      const subject = { type: "worker", id: workerId };
      await audit({ workspaceId, action: "worker.revoked", subject, data: { name: row.name } });
    }
    return { workerId };
  });
}
