import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Clock, instant, systemClock } from "@greenroom/contract/clock";
import { appendAudit, type NewAuditEntry } from "../store/audit.ts";
import { type Database, DATABASE_FILE, openDatabase, type Transaction } from "../store/database.ts";
import type { WorkspaceRow } from "../store/schema.ts";
import { findWorkspace } from "../store/workspaces.ts";

/** A store an operator works on, while the service may be running on it. */
export interface AdminStore extends AsyncDisposable {
  readonly db: Database;
  readonly clock: Clock;
  /** Account of the machine, as the audit log names the operator; null where the machine knows none. */
  readonly operator: string | null;
}

/**
 * Opens the store of a data folder.
 * @param dataDirectory The folder `greenroom serve` was given.
 * @throws {AdminError} `no_store`: a wrong folder must not become an empty store.
 */
export function openAdminStore(dataDirectory: string): AdminStore {
  const file = join(dataDirectory, DATABASE_FILE);
  if (!existsSync(file)) {
    throw new AdminError("no_store", `There is no store in ${dataDirectory}. Give --data the folder that serve uses.`);
  }
  const db = openDatabase(file);
  return { db, clock: systemClock, operator: accountName(), [Symbol.asyncDispose]: () => db.destroy() };
}

function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** What an operator did, for the audit log. */
type OperatorAct = Pick<NewAuditEntry, "workspaceId" | "action" | "subject" | "data">;

/** Carries out a change and notes it in the audit log, both or neither. */
export async function change<Result>(
  { db, clock, operator }: Pick<AdminStore, "db" | "clock" | "operator">,
  change: (tx: Transaction, at: string) => Promise<{ readonly result: Result; readonly act: OperatorAct }>,
): Promise<Result> {
  const at = instant(clock);
  return await db.transaction().execute(async (tx) => {
    const { result, act } = await change(tx, at);
    await appendAudit(tx, { ...act, actor: { type: "operator", id: operator }, at });
    return result;
  });
}

/**
 * Finds the workspace an operator named; the only one there is needs no name.
 * @throws {AdminError} `unknown_workspace`
 */
export async function requireWorkspace(db: Database, named: string | undefined): Promise<WorkspaceRow> {
  const byId = named === undefined ? undefined : await findWorkspace(db, named);
  if (byId) return byId;
  let query = db.selectFrom("workspaces").selectAll();
  if (named !== undefined) query = query.where("name", "=", named);
  const [only, another] = await query.limit(2).execute();
  if (only && !another) return only;
  const hint = "See greenroom admin workspace list.";
  if (named === undefined) {
    const what = only ? "There are several workspaces" : "There is no workspace yet";
    throw new AdminError("unknown_workspace", `${what}. Give --workspace. ${hint}`);
  }
  const what = only ? `Several workspaces are called ${named}` : `No workspace is ${named}`;
  throw new AdminError("unknown_workspace", `${what}. Give its id. ${hint}`);
}

/** Why an operator's command was not carried out. */
type AdminErrorCode =
  | "no_store"
  | "unknown_workspace"
  | "unknown_person"
  | "not_a_member"
  | "already_a_member"
  | "invalid"
  | "place_taken"
  | "damaged"
  | "stopped";

/** An operator's command was not carried out, and nothing of it was; the message ends with what to do. */
export class AdminError extends Error {
  override readonly name = "AdminError";
  readonly code: AdminErrorCode;

  constructor(code: AdminErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
