import { MAX_VARIABLES, type SetVariable, type SiteVariable } from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { found, requireFewer } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { flag, insertRow, takeRow, updateRows } from "../engine/rows.ts";
import type { SiteRow, SiteVariableRow } from "../engine/schema.ts";

export interface VariableView extends SiteVariableRow {
  readonly updated_by_name: string | null;
  /** The repository that the site has now. */
  readonly site_repository_url: string | null;
}

type Folder = Pick<Settings, "dataDirectory">;

export async function listVariables(db: Database, siteId: string): Promise<VariableView[]> {
  return selectVariables(db).where("site_variables.site_id", "=", siteId).execute();
}

function selectVariables(db: Database) {
  return db
    .selectFrom("site_variables")
    .innerJoin("sites", "sites.id", "site_variables.site_id")
    .leftJoin("users", "users.id", "site_variables.updated_by")
    .selectAll("site_variables")
    .select(["users.name as updated_by_name", "sites.repository_url as site_repository_url"])
    .orderBy("site_variables.name")
    .orderBy("site_variables.environment");
}

/** Whether builds get it: a secret does not follow a site to another repository, whose builds others write. */
export function isActive(row: VariableView): boolean {
  return row.kind === "plain" || row.repository_url === row.site_repository_url;
}

export function toVariable(row: VariableView): SiteVariable {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    environment: row.environment,
    kind: row.kind,
    value: row.kind === "plain" ? row.value : null,
    install: row.install === 1,
    ...(!isActive(row) && { inactive: "repository_changed" as const }),
    updatedBy: row.updated_by === null ? null : { id: row.updated_by, name: row.updated_by_name ?? "" },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function setVariable(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  { name, value, environment = "all", kind = "secret", install = false }: SetVariable,
  settings: Folder,
): Promise<VariableView> {
  const present = await listVariables(tx, site.id);
  const before = present.find((row) => row.name === name && row.environment === environment);
  const full = `the site has ${MAX_VARIABLES} variables already; remove one first`;
  if (!before) requireFewer(present, MAX_VARIABLES, full);
  const id = before?.id ?? newUuid();
  const set = {
    kind,
    value: kind === "plain" ? value : sealValue(settings, id, value),
    install: flag(install),
    repository_url: site.repository_url,
    updated_by: actor.userId,
    updated_at: tx.at,
  };
  const place = { id, workspace_id: site.workspace_id, site_id: site.id, name, environment, created_at: tx.at };
  if (before) await updateRows(tx, "site_variables", { id }, set);
  else await insertRow(tx, "site_variables", { ...place, ...set });
  const data = { variableId: id, name, environment, kind, install, replaced: before !== undefined };
  await auditSite(tx, auditedActor(actor), "variable.set", site.id, data);
  return selectVariables(tx).where("site_variables.id", "=", id).executeTakeFirstOrThrow();
}

export async function removeVariable(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  variableId: string,
): Promise<SiteVariableRow> {
  const taken = await takeRow(tx, "site_variables", { site_id: site.id, id: variableId.toLowerCase() });
  const row = found(taken, "The site has no such variable.");
  const { name, environment, kind } = row;
  const data = { variableId: row.id, name, environment, kind };
  await auditSite(tx, auditedActor(actor), "variable.removed", site.id, data);
  return row;
}

function sealValue({ dataDirectory }: Folder, id: string, value: string): string {
  return openEncryption(dataDirectory).encryptSecret(value, secretContext("variable", id));
}

/** @throws {EncryptionError} When a secret cannot be decrypted. */
export function openValue({ dataDirectory }: Folder, { id, kind, value }: SiteVariableRow): string {
  if (kind === "plain") return value;
  return openEncryption(dataDirectory).decryptSecret(value, secretContext("variable", id));
}
