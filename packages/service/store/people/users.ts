import type { Role } from "@greenroom/contract";
import { sql } from "kysely";
import type { Actor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { canDevelop, isAdmin } from "../../domain/roles.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRow, insertRow, putRow, requireRow, updateRows } from "../engine/rows.ts";
import type { UserRow } from "../engine/schema.ts";
import { epochOf } from "./grants.ts";
import { endTokensBeyond } from "./tokens.ts";

interface NewUser {
  readonly email: string;
  readonly name: string;
  /** Without one the person sets a password through a setup link. */
  readonly passwordHash?: string;
  readonly sealTotpSecret?: (userId: string) => string;
  /** Everyone who may have acted as its maker then, a JSON array; undefined for the operator, who answers for it. */
  readonly madeBy?: string;
  readonly joined?: true;
}

/** The person belongs to no workspace yet. */
export async function createUser(tx: Transaction, user: NewUser): Promise<string> {
  const id = newUuid();
  const confirmed = user.madeBy === undefined && user.joined !== true ? 1 : 0;
  await insertRow(tx, "users", {
    id,
    email: emailKey(user.email),
    name: user.name,
    password_hash: user.passwordHash ?? null,
    totp_secret: user.sealTotpSecret?.(id) ?? null,
    epoch: 1,
    confirmed,
    factors_confirmed: confirmed,
    created_at: tx.at,
  });
  if (user.madeBy !== undefined)
    await insertRow(tx, "account_holds", { user_id: id, kind: "made", people: user.madeBy });
  if (user.joined) await insertRow(tx, "account_holds", { user_id: id, kind: "joined", people: "[]" });
  return id;
}

export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return findRow(db, "users", { email: emailKey(email), disabled_at: null });
}

/** Whether an address has an account, also one that is turned off. */
export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const row = await findRow(db, "users", { email: emailKey(email) });
  return row !== undefined;
}

export async function findUser(db: Database, userId: string): Promise<UserRow | undefined> {
  return findRow(db, "users", { id: userId, disabled_at: null });
}

/** @returns False when a member of one of their workspaces has the name: people decide by names. */
export async function renameUser(tx: Transaction, userId: string, name: string): Promise<boolean> {
  if (await isNameTaken(tx, userId, name)) return false;
  return updateRows(tx, "users", { id: userId }, { name });
}

async function isNameTaken(tx: Transaction, userId: string, name: string): Promise<boolean> {
  const theirs = tx
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", userId)
    .where("removed_at", "is", null);
  const others = await tx
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select("u.name")
    .where("m.workspace_id", "in", theirs)
    .where("u.id", "!=", userId)
    .execute();
  return others.some((other) => nameKey(other.name) === nameKey(name));
}

function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

export interface Membership {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
}

/**
 * Makes a person a member; one who was removed comes back with the new role, and is as confirmed as before. An open
 * invitation of them ends.
 * @param confirmed The operator answers for the account.
 */
export async function addMember(
  tx: Transaction,
  { workspaceId, userId, role }: Membership,
  confirmed = false,
): Promise<void> {
  await putRow(tx, "memberships", {
    key: { workspace_id: workspaceId, user_id: userId },
    set: { role, removed_at: null, ...(confirmed && { confirmed: 1 }) },
    first: { confirmed: 0, created_at: tx.at },
  });
  const { name, email } = await requireRow(tx, "users", { id: userId });
  // People decide by names.
  if (await isNameTaken(tx, userId, name))
    await updateRows(tx, "users", { id: userId }, { name: `${name} (${email})` });
  await deleteRows(tx, "setup_links", { workspace_id: workspaceId, email });
}

/**
 * Ends a membership with what the person's own access there rests on, so that none of it takes effect again when they come
 * back. What belongs to a site stays. The row stays too, so that what the person did keeps a name.
 * @returns False when the person is not an active member.
 */
export async function removeMember(
  tx: Transaction,
  { workspaceId, userId }: Omit<Membership, "role">,
): Promise<boolean> {
  const active = { workspace_id: workspaceId, user_id: userId, removed_at: null };
  if (!(await updateRows(tx, "memberships", active, { removed_at: tx.at }))) return false;
  await endTokensBeyond(tx, { workspaceId, userId, role: undefined });
  const theirs = sql`WHERE workspace_id = ${workspaceId} AND created_by = ${userId}`;
  await sql`UPDATE share_links SET revoked_at = ${tx.at} ${theirs} AND revoked_at IS NULL`.execute(tx);
  await sql`UPDATE preview_tokens SET revoked_at = ${tx.at} ${theirs} AND revoked_at IS NULL`.execute(tx);
  await sql`DELETE FROM setup_links ${theirs}`.execute(tx);
  await deleteRows(tx, "device_grants", { workspace_id: workspaceId, user_id: userId });
  await deleteRows(tx, "sso_memberships", { workspace_id: workspaceId, user_id: userId });
  return true;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly since: string;
  readonly hasFactor: boolean;
}

export async function listMembers(db: Database, workspaceId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id as userId", "users.email", "users.name", "memberships.role", "memberships.created_at as since"])
    .select((eb) => [
      "users.totp_secret",
      eb.exists(eb.selectFrom("passkeys").select("id").whereRef("passkeys.user_id", "=", "users.id")).as("passkey"),
    ])
    .where("memberships.workspace_id", "=", workspaceId)
    .where("memberships.removed_at", "is", null)
    .where("users.disabled_at", "is", null)
    .orderBy("users.name")
    .orderBy("users.id")
    .execute();
  return rows.map(({ totp_secret: secret, passkey, ...member }) => ({
    ...member,
    hasFactor: secret !== null || Boolean(passkey),
  }));
}

export async function roleOf(db: Database, workspaceId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select("memberships.role")
    .where("memberships.workspace_id", "=", workspaceId)
    .where("memberships.user_id", "=", userId)
    .where("memberships.removed_at", "is", null)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  return row?.role;
}

/** The role of a person who acts, while their account is in the epoch in which they do. */
export async function actingRole(db: Database, { userId, workspaceId, epoch }: Actor): Promise<Role | undefined> {
  if (userId === null || (await epochOf(db, userId)) !== epoch) return undefined;
  return roleOf(db, workspaceId, userId);
}

/** @param what Subject of the error messages, as in "Whom a site trusts". @returns Id of the person. */
export async function requireOwnerOrAdmin(db: Database, actor: Actor, what: string): Promise<string> {
  const userId = requirePerson(actor, what);
  const role = await actingRole(db, actor);
  if (isAdmin(role)) return userId;
  throw new ApiError("forbidden_role", `${what} is decided by a member with the role owner or admin.`);
}

/** A token has the scope, whatever the role of its owner. */
export async function requireDeveloper(db: Database, actor: Actor): Promise<void> {
  if (actor.kind === "token" || canDevelop(await actingRole(db, actor))) return;
  throw new ApiError("forbidden_role", "This requires the role owner, admin, approver or developer.");
}

/** @throws {ApiError} `user_actor_required` for an actor that is no person. */
export function requirePerson(actor: Actor, what: string): string {
  if (actor.userId !== null && !(actor.kind === "token" && actor.run)) return actor.userId;
  throw new ApiError("user_actor_required", `${what} is decided by a person.`);
}

export async function listWorkspacesOf(
  db: Database,
  userId: string,
): Promise<{ readonly id: string; readonly name: string; readonly role: Role }[]> {
  return db
    .selectFrom("memberships")
    .innerJoin("workspaces", "workspaces.id", "memberships.workspace_id")
    .select(["workspaces.id", "workspaces.name", "memberships.role"])
    .where("memberships.user_id", "=", userId)
    .where("memberships.removed_at", "is", null)
    .orderBy("workspaces.name")
    .orderBy("workspaces.id")
    .execute();
}

export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await updateRows(tx, "users", { id: userId }, { password_hash: passwordHash });
}
