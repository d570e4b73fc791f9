import { newUuid } from "../domain/ids.ts";
import type { Database, Transaction } from "./database.ts";
import type { WorkspaceRow } from "./schema.ts";

/**
 * Adds a workspace with unlimited allowances.
 * @param at Present instant, ISO 8601 UTC.
 * @returns The workspace's id.
 */
export async function createWorkspace(
  tx: Transaction,
  { name, at }: { readonly name: string; readonly at: string },
): Promise<string> {
  const id = newUuid();
  await tx
    .insertInto("workspaces")
    .values({
      id,
      name,
      max_sites: null,
      max_live_sites: null,
      byo_cloud_targets: 0,
      allow_self_approval: 0,
      created_at: at,
    })
    .execute();
  return id;
}

/**
 * Adds a project to a workspace.
 * @param at Present instant, ISO 8601 UTC.
 * @returns The project's id.
 */
export async function createProject(
  tx: Transaction,
  { workspaceId, name, at }: { readonly workspaceId: string; readonly name: string; readonly at: string },
): Promise<string> {
  const id = newUuid();
  await tx.insertInto("projects").values({ id, workspace_id: workspaceId, name, created_at: at }).execute();
  return id;
}

/** Finds a workspace by id. */
export async function findWorkspace(db: Database, workspaceId: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom("workspaces").selectAll().where("id", "=", workspaceId).executeTakeFirst();
}
