import { newUuid } from "../domain/ids.ts";
import type { Database } from "../store/engine/database.ts";
import { flag, insertRow, updateRows } from "../store/engine/rows.ts";
import { type Allowances, createProject, createWorkspace, setAllowances } from "../store/people/workspaces.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";

interface WorkspaceSwitch {
  readonly workspaceId: string;
  readonly allowed: boolean;
}

const MAX_NAME_CHARS = 100;

function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= MAX_NAME_CHARS && !/[\u0000-\u001f\u007f]/.test(trimmed)) return trimmed;
  throw new AdminError("invalid", `A name has 1 to ${MAX_NAME_CHARS} visible characters. Choose another one.`);
}

/** Of the most bytes, null is what the operator set for all, and 0 is no limit. */
export async function listWorkspaces(db: Database) {
  const rows = await db
    .selectFrom("workspaces")
    .select((eb) => [
      "id",
      "slug",
      "name",
      "stored_bytes as storedBytes",
      "max_stored_bytes as maxStoredBytes",
      eb
        .selectFrom("memberships")
        .select((count) => count.fn.countAll<number>().as("members"))
        .whereRef("memberships.workspace_id", "=", "workspaces.id")
        .where("removed_at", "is", null)
        .as("members"),
      eb
        .selectFrom("sites")
        .select((count) => count.fn.countAll<number>().as("sites"))
        .whereRef("sites.workspace_id", "=", "workspaces.id")
        .where("status", "=", "active")
        .as("sites"),
    ])
    .orderBy("name")
    .orderBy("id")
    .execute();
  const projects = await db.selectFrom("projects").select(["id", "name", "workspace_id"]).orderBy("name").execute();
  return rows.map((row) => ({
    ...row,
    members: row.members ?? 0,
    sites: row.sites ?? 0,
    projects: projects.filter((one) => one.workspace_id === row.id).map(({ id, name }) => ({ id, name })),
  }));
}

export async function addWorkspace(
  store: AdminContext,
  name: string,
  projectName: string,
): Promise<{ readonly workspaceId: string; readonly projectId: string }> {
  const [validName, project] = [requireName(name), requireName(projectName)];
  return await runChange(store, async ({ tx, audit }) => {
    const workspaceId = await createWorkspace(tx, validName);
    const projectId = await createProject(tx, workspaceId, project);
    const subject = { type: "workspace", id: workspaceId };
    await audit({ workspaceId, action: "workspace.created", subject, data: { name: validName, projectId } });
    return { workspaceId, projectId };
  });
}

export async function addProject(
  store: AdminContext,
  workspaceId: string,
  projectName: string,
): Promise<{ readonly projectId: string }> {
  const name = requireName(projectName);
  return await runChange(store, async ({ tx, audit }) => {
    const projectId = await createProject(tx, workspaceId, name);
    const subject = { type: "project", id: projectId };
    await audit({ workspaceId, action: "project.created", subject, data: { name } });
    return { projectId };
  });
}

/** @see Interface §2 (finite only by explicit operator override) */
export async function overrideAllowances(
  store: AdminContext,
  workspaceId: string,
  allowances: Allowances,
): Promise<void> {
  await runChange(store, async ({ tx, audit }) => {
    await setAllowances(tx, workspaceId, allowances);
    const subject = { type: "workspace", id: workspaceId };
    await audit({ workspaceId, action: "entitlements.changed", subject, data: { ...allowances } });
  });
}

/** For a workspace of one person. Off by default; only an operator can change it. @see Interface §5.5 */
export async function setSelfApproval(store: AdminContext, { workspaceId, allowed }: WorkspaceSwitch) {
  return runChange(store, async ({ tx, audit }) => {
    await updateRows(tx, "workspaces", { id: workspaceId }, { allow_self_approval: flag(allowed) });
    const action = allowed ? "self_approval.allowed" : "self_approval.forbidden";
    await audit({ workspaceId, action, subject: { type: "workspace", id: workspaceId }, data: {} });
    return { workspaceId, allowSelfApproval: allowed };
  });
}

/** Unconfirmed members and new second factors can decide at once. Off by default; only an operator can change it. */
export async function setUnconfirmedAllowed(store: AdminContext, { workspaceId, allowed }: WorkspaceSwitch) {
  return runChange(store, async ({ tx, audit }) => {
    await updateRows(tx, "workspaces", { id: workspaceId }, { allow_unconfirmed: flag(allowed) });
    const action = allowed ? "confirmation.skipped" : "confirmation.required";
    await audit({ workspaceId, action, subject: { type: "workspace", id: workspaceId }, data: {} });
    return { workspaceId, allowUnconfirmed: allowed };
  });
}

/** Whatever acts now ends when the service starts again, in every workspace. @returns How many workspaces there are. */
export async function rotateSecrets(store: AdminContext): Promise<{ readonly workspaces: number }> {
  return await runChange(store, async ({ tx, audit }) => {
    const id = newUuid();
    await insertRow(tx, "bearer_rotations", { id, at: tx.at });
    const rows = await tx.selectFrom("workspaces").select("id").orderBy("id").execute();
    for (const { id: workspaceId } of rows) {
      const subject = { type: "workspace", id: workspaceId };
      await audit({ workspaceId, action: "secrets.rotated", subject, data: {} });
    }
    return { workspaces: rows.length };
  });
}
