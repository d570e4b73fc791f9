import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { CodedError } from "@greenroom/contract/coded-error";
import { acknowledgeAudit, type AuditAnchor, type AuditFinding } from "../store/audit/audit-check.ts";
import { appendAudit, type NewAuditEntry } from "../store/audit/audit.ts";
import { type Database, DATABASE_FILE, type Transaction } from "../store/engine/database.ts";
import { due, listMigrations } from "../store/engine/migrations.ts";
import { openStore, readVersions, type StorePlace } from "../store/engine/open-store.ts";
import type { WorkspaceRow } from "../store/engine/schema.ts";
import { inDatabase, inWorkspace } from "../store/engine/transaction.ts";
import { findWorkspace } from "../store/people/workspaces.ts";

export interface AdminContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Account of the machine, as the audit log names the operator; null where the machine knows none. */
  readonly operator: string | null;
}

/** A service can run on it at the same time. */
export interface AdminStore extends AdminContext, AsyncDisposable {
  /** Has the key of what is encrypted, also beside a database on a server. */
  readonly dataDirectory: string;
}

export async function openAdminStore(place: StorePlace): Promise<AdminStore> {
  const { dataDirectory, database } = place;
  // A wrong folder must not become an empty store.
  if (database === undefined && !existsSync(join(dataDirectory, DATABASE_FILE))) {
    throw new AdminError("no_store", `There is no store in ${dataDirectory}. Give --data the folder that serve uses.`);
  }
  if (database === undefined && (await pendingOf(dataDirectory)).length > 0) {
    throw new AdminError(
      "not_upgraded",
      `The store in ${dataDirectory} is of an older version. Start the service of this version once: it keeps what was before. greenroom admin upgrade-check shows what it would do.`,
    );
  }
  const db = await openStore(place, { existing: true });
  return { db, dataDirectory, clock: systemClock, operator: accountName(), [Symbol.asyncDispose]: () => db.destroy() };
}

/** Migrations that the store in a folder has not seen; none where there is no store. */
export async function pendingOf(dataDirectory: string): Promise<readonly number[]> {
  if (!existsSync(join(dataDirectory, DATABASE_FILE))) return [];
  const { applied } = (await readVersions({ dataDirectory })) ?? { applied: [] };
  return applied.length === 0 ? [] : due(listMigrations(), applied).map(({ number }) => number);
}

function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

interface AdminChange {
  readonly tx: Transaction;
  readonly audit: (entry: Pick<NewAuditEntry, "workspaceId" | "action" | "subject" | "data">) => Promise<void>;
}

/** The change and its audit entries, all or nothing. */
export async function runChange<Result>(
  { db, operator }: AdminContext,
  change: (given: AdminChange) => Promise<Result>,
): Promise<Result> {
  return await inDatabase(db, (tx) =>
    change({
      tx,
      async audit(entry) {
        await appendAudit(tx, { ...entry, actor: { type: "operator", id: operator } });
      },
    }),
  );
}

/** @returns What is wrong with it; empty when it is intact. */
export async function acknowledgeBrokenAudit(
  { db, operator }: AdminContext,
  input: { readonly workspaceId: string; readonly reason: string; readonly anchors: readonly AuditAnchor[] },
): Promise<readonly AuditFinding[]> {
  const reason = input.reason.trim().slice(0, MAX_REASON_CHARS);
  if (reason === "") throw new AdminError("invalid", "An acknowledgement needs a reason. Give one with --reason.");
  const entry = { ...input, reason, actor: { type: "operator", id: operator } } as const;
  return await inWorkspace(db, input.workspaceId, (tx) => acknowledgeAudit(tx, entry));
}

const MAX_REASON_CHARS = 1_000;

/** The only one there is needs no name. */
export async function requireWorkspace(db: Database, named: string | undefined): Promise<WorkspaceRow> {
  const byId = named === undefined ? undefined : await findWorkspace(db, named);
  if (byId) return byId;
  let query = db.selectFrom("workspaces").selectAll();
  if (named !== undefined) {
    const bySlug = await query.where("slug", "=", named).executeTakeFirst();
    if (bySlug) return bySlug;
    query = query.where("name", "=", named);
  }
  const [only, another] = await query.limit(2).execute();
  if (only && !another) return only;
  const hint = "See greenroom admin workspace list.";
  if (named === undefined) {
    const what = only
      ? `There are several workspaces. Give --workspace. ${hint}`
      : "There is no workspace yet. Start the service once, or give --data the folder that it uses.";
    throw new AdminError("unknown_workspace", what);
  }
  const what = only ? `Several workspaces are called ${named}` : `No workspace is ${named}`;
  throw new AdminError("unknown_workspace", `${what}. Give its id. ${hint}`);
}

type AdminErrorCode =
  | "no_store"
  | "unknown_workspace"
  | "unknown_site"
  | "unknown_person"
  | "not_a_member"
  | "already_a_member"
  | "existing_account"
  | "invalid"
  | "place_taken"
  | "damaged"
  | "audit_broken"
  | "not_upgraded"
  | "in_use"
  | "stopped";

/** An operator's command failed and changed nothing; the message ends with what to do. */
export class AdminError extends CodedError<AdminErrorCode> {
  override readonly name = "AdminError";
}

export function auditBroken(workspaceId: string, done: "moved" | "copied"): AdminError {
  const see = `greenroom admin audit verify --workspace ${workspaceId}`;
  const how = "if there is a good reason, acknowledge it with greenroom admin audit acknowledge";
  return new AdminError("audit_broken", `The audit log is not intact, so nothing was ${done}. See ${see}; ${how}.`);
}
