import type { CreateTarget, DeploymentTarget, UpdateTarget } from "@greenroom/contract";
import type { z } from "zod";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, found } from "../../domain/api-error.ts";
import type { AuditAction } from "../../domain/audit-entry.ts";
import { newUuid } from "../../domain/ids.ts";
import { checkTargetChange, type Combination, type TargetError } from "../../domain/target.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { flag, deleteRows, findRow, findRows, insertRow, requireRow, updateRows } from "../engine/rows.ts";
import type { DeploymentTargetRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";

const MESSAGES: Readonly<Record<TargetError, string>> = {
  user_actor_required: "Only a person can change an own-cloud target, and this token belongs to no person.",
  entitlement_required: "Own-cloud targets need the entitlement byoCloudTargets, which this workspace lacks.",
  deployment_target_not_implemented: "This combination of provider, mode and runtime is not enabled here.",
};

export async function listTargets(db: Database, workspaceId: string): Promise<DeploymentTarget[]> {
  const rows = await findRows(db, "deployment_targets", { workspace_id: workspaceId }, "created_at", "id");
  return rows.map(toTarget);
}

/** Writes a target as it goes over the wire; `config` is never read back. */
function toTarget(row: DeploymentTargetRow): DeploymentTarget {
  return {
    id: row.id,
    name: row.name,
    provider: row.provider,
    mode: row.mode,
    runtime: row.runtime,
    isDefault: row.is_default === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function createTarget(
  db: Database,
  actor: Actor,
  target: z.output<typeof CreateTarget>,
): Promise<DeploymentTarget> {
  return asActor(db, actor, async (tx) => {
    await requireAllowed(tx, actor, { modes: [target.mode], wanted: target });
    if (target.isDefault === true) await clearDefault(tx, actor.workspaceId);
    const row = await insertRow(tx, "deployment_targets", {
      id: newUuid(),
      workspace_id: actor.workspaceId,
      name: target.name,
      provider: target.provider,
      mode: target.mode,
      runtime: target.runtime,
      is_default: flag(target.isDefault === true),
      config: JSON.stringify(target.config ?? {}),
      created_at: tx.at,
      updated_at: tx.at,
    });
    await audit(tx, actor, "target.created", row, { configNames: namesOf(target.config) });
    return toTarget(row);
  });
}

/** Fields that are not given stay, `config` is replaced as a whole. [§4] */
export async function updateTarget(
  db: Database,
  actor: Actor,
  id: string,
  change: z.output<typeof UpdateTarget>,
): Promise<DeploymentTarget> {
  return asActor(db, actor, async (tx) => {
    const before = await requireTarget(tx, actor.workspaceId, id);
    const wanted = {
      provider: change.provider ?? before.provider,
      mode: change.mode ?? before.mode,
      runtime: change.runtime ?? before.runtime,
    };
    await requireAllowed(tx, actor, { modes: [before.mode, wanted.mode], wanted });
    if (change.isDefault === true) await clearDefault(tx, actor.workspaceId);
    const set = {
      ...wanted,
      updated_at: tx.at,
      name: change.name ?? before.name,
      is_default: flag(change.isDefault ?? before.is_default === 1),
      config: change.config ? JSON.stringify(change.config) : before.config,
    };
    await updateRows(tx, "deployment_targets", { id: before.id }, set);
    const row = { ...before, ...set };
    const data = { before: toTarget(before), configNames: namesOf(change.config) };
    await audit(tx, actor, "target.updated", row, data);
    return toTarget(row);
  });
}

export async function deleteTarget(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ readonly id: string; readonly deleted: true }> {
  return asActor(db, actor, async (tx) => {
    const row = await requireTarget(tx, actor.workspaceId, id);
    await requireAllowed(tx, actor, { modes: [row.mode], wanted: undefined });
    if (row.is_default === 1) await requireNotInUse(tx, actor.workspaceId);
    await deleteRows(tx, "deployment_targets", { id: row.id });
    await audit(tx, actor, "target.deleted", row, {});
    return { id: row.id, deleted: true };
  });
}

async function requireTarget(tx: Transaction, workspaceId: string, id: string): Promise<DeploymentTargetRow> {
  const place = { id: id.toLowerCase(), workspace_id: workspaceId };
  return found(await findRow(tx, "deployment_targets", place), "There is no such deployment target in this workspace.");
}

async function requireAllowed(
  tx: Transaction,
  actor: Actor,
  change: { readonly modes: readonly string[]; readonly wanted: Combination | undefined },
): Promise<void> {
  const { byo_cloud_targets: entitled } = await requireRow(tx, "workspaces", { id: actor.workspaceId });
  const code = checkTargetChange(actor, { ...change, byoCloudTargets: entitled === 1 });
  if (code) throw new ApiError(code, MESSAGES[code]);
}

/** A workspace has at most one default. */
async function clearDefault(tx: Transaction, workspaceId: string): Promise<void> {
  await updateRows(
    tx,
    "deployment_targets",
    { workspace_id: workspaceId, is_default: 1 },
    { is_default: 0, updated_at: tx.at },
  );
}

/** Every active site of a workspace uses its default target. */
async function requireNotInUse(tx: Transaction, workspaceId: string): Promise<void> {
  const site = await findRow(tx, "sites", { workspace_id: workspaceId, status: "active" });
  if (!site) return;
  throw new ApiError(
    "deployment_target_in_use",
    "The sites of the workspace use this target, since it is the default.",
  );
}

/** Values may be secrets, names are not. */
function namesOf(config: Readonly<Record<string, string>> | undefined): readonly string[] {
  return Object.keys(config ?? {}).toSorted();
}

async function audit(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  row: DeploymentTargetRow,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await appendAudit(tx, {
    ...auditedActor(actor),
    action,
    subject: { type: "target", id: row.id },
    data: { target: toTarget(row), ...data },
  });
}
