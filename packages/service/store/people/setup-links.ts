import type { Role } from "@greenroom/contract";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import type { Grant } from "../../domain/grants.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { grantableRoles } from "../../domain/roles.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRow, findRows, insertRow } from "../engine/rows.ts";
import type { SetupLinkRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { beginByLink } from "./accounts.ts";
import { endOfGrant, epochOf, living, type Maker, type Prove } from "./grants.ts";
import { peopleText } from "./standings.ts";
import { addMember, emailKey, listWorkspacesOf, roleOf } from "./users.ts";

const SETUP_LINK_LIFETIME_MS = 3 * DAY_MS;

/**
 * Earlier links of the person stop working; of this one only the hash is kept.
 * @param by Who sees the link, null for the operator: once it is used, they may act as the person until someone
 * confirms the person.
 */
export async function createSetupLink(tx: Transaction, userId: string, by: Maker | null): Promise<string> {
  await deleteRows(tx, "setup_links", { user_id: userId });
  const account = { user_id: userId, epoch: await epochOf(tx, userId), email: null, role: null };
  return insertLink(tx, account, by);
}

/**
 * Makes a link by which the person of an address becomes a member; an earlier one of the workspace for the address stops
 * working. Whether the address has an account is not looked at before the link is used.
 */
export async function createInvitation(
  tx: Transaction,
  by: Maker,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<string> {
  const address = emailKey(email);
  await endInvitation(tx, by.workspaceId, address);
  return insertLink(tx, { user_id: null, epoch: null, email: address, role }, by);
}

type LinkTarget = Pick<SetupLinkRow, "user_id" | "epoch" | "email" | "role">;

async function insertLink(tx: Transaction, target: LinkTarget, by: Maker | null): Promise<string> {
  const secret = newSecret();
  await insertRow(tx, "setup_links", {
    ...sealed(tx, "setup_links", {
      hash: hashSecret(secret),
      ...target,
      created_by: by?.userId ?? null,
      workspace_id: by?.workspaceId ?? null,
      maker_epoch: by?.epoch ?? null,
      people: by ? await peopleText(tx, by.workspaceId, by.userId) : "[]",
    }),
    created_at: tx.at,
    expires_at: later(tx.at, SETUP_LINK_LIFETIME_MS),
  });
  return secret;
}

/** @returns False when the workspace has no such invitation. */
export async function endInvitation(tx: Transaction, workspaceId: string, email: string): Promise<boolean> {
  return deleteRows(tx, "setup_links", { workspace_id: workspaceId, email: emailKey(email) });
}

export interface Invitation {
  readonly email: string;
  readonly role: Role;
  readonly at: string;
}

/** Lists what a workspace knows of the people it invited: the address alone, by which they are in order. */
export async function listInvitations(db: Database, workspaceId: string, at: string): Promise<readonly Invitation[]> {
  const rows = await findRows(db, "setup_links", { workspace_id: workspaceId, user_id: null }, "email");
  return (await living(db, rows, setupLinkGrant, at)).flatMap(({ email, role, created_at: since }) =>
    email === null || role === null ? [] : [{ email, role, at: since }],
  );
}

/** Says whether a link of a person waits to be used, which would end what they have by then. */
export async function hasSetupLink(db: Database, userId: string, at: string): Promise<boolean> {
  const row = await findRow(db, "setup_links", { user_id: userId });
  return row !== undefined && (await endOfGrant(db, setupLinkGrant(db, row), at)) === undefined;
}

function setupLinkGrant(db: Database, row: SetupLinkRow): Grant {
  const { created_by: userId, workspace_id: workspaceId, maker_epoch: epoch } = row;
  const maker = userId === null ? undefined : { userId, workspaceId, epoch };
  const sealed = isSealed(db, "setup_links", row);
  return { kind: "setup_link", maker, expiresAt: row.expires_at, revokedAt: row.used_at, sealed };
}

export type UsableLink =
  | { readonly kind: "account"; readonly userId: string; readonly name: string; readonly email: string }
  | ({ readonly kind: "invitation"; readonly workspaceId: string; readonly people: string } & Omit<Invitation, "at">);

/**
 * Finds a link, and judges it as it is now: whether its maker could still make it, for the person as they are now.
 * @param prove Given outside a transaction, to ask the provider about its maker.
 */
export async function findSetupLink(
  db: Database,
  secret: string,
  at: string,
  prove?: Prove,
): Promise<UsableLink | undefined> {
  const row = await findRow(db, "setup_links", { hash: hashSecret(secret) });
  if (!row || (await endOfGrant(db, setupLinkGrant(db, row), at, prove)) !== undefined) return undefined;
  return row.user_id === null ? findInvitation(db, row) : findAccount(db, row, row.user_id);
}

async function findAccount(db: Database, row: SetupLinkRow, userId: string): Promise<UsableLink | undefined> {
  const { epoch, created_by: makerId, workspace_id: workspaceId } = row;
  const user = await findRow(db, "users", { id: userId });
  if (!user || user.disabled_at !== null || user.epoch !== epoch) return undefined;
  if (makerId !== null) {
    // Of a member of several workspaces only the operator makes one.
    const [place, ...others] = await listWorkspacesOf(db, userId);
    if (place?.id !== workspaceId || others.length > 0) return undefined;
    if (!grantableRoles(await roleOf(db, place.id, makerId)).includes(place.role)) return undefined;
  }
  return { kind: "account", userId, name: user.name, email: user.email };
}

async function findInvitation(db: Database, row: SetupLinkRow): Promise<UsableLink | undefined> {
  const { email, role, workspace_id: workspaceId, created_by: makerId, people } = row;
  if (email === null || role === null || workspaceId === null || makerId === null) return undefined;
  if (!grantableRoles(await roleOf(db, workspaceId, makerId)).includes(role)) return undefined;
  return { kind: "invitation", workspaceId, people, email, role };
}

export async function acceptInvitation(
  tx: Transaction,
  { workspaceId, role }: Extract<UsableLink, { readonly kind: "invitation" }>,
  userId: string,
): Promise<void> {
  await addMember(tx, { workspaceId, userId, role });
  const user = { type: "user", id: userId } as const;
  await appendAudit(tx, { workspaceId, actor: user, action: "member.joined", subject: user, data: { role } });
}

/** An epoch of the account begins with it. @returns The account; undefined when the link cannot be used any more. */
export async function useSetupLink(tx: Transaction, secret: string, passwordHash: string): Promise<string | undefined> {
  const link = await findSetupLink(tx, secret, tx.at);
  if (link?.kind !== "account") return undefined;
  const used = tx.updateTable("setup_links").set({ used_at: tx.at }).where("hash", "=", hashSecret(secret));
  const { created_by: makerId, people } = await used.returningAll().executeTakeFirstOrThrow();
  await beginByLink(tx, link.userId, passwordHash, makerId === null ? undefined : people);
  return link.userId;
}
