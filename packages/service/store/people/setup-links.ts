import { grantableRoles } from "../../domain/authentication.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { sealed, sealedAs } from "../engine/sealed-rows.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { SetupLinkRow } from "../engine/schema.ts";
import { beginByLink } from "./accounts.ts";
import { endOfGrant, type Prove } from "./grants.ts";
import { peopleText } from "./standings.ts";
import { listWorkspacesOf, roleOf } from "./users.ts";

const SETUP_LINK_LIFETIME_MS = 3 * 86_400_000;

/** Who makes a setup link, and where they are a member. */
export interface LinkMaker {
  readonly userId: string;
  readonly workspaceId: string;
}

/**
 * Makes a one-time link secret by which a person sets a password; earlier ones of theirs stop working.
 * @param made Who sees the link, null for the operator: once it is used, they may act as the person until someone
 * confirms the person.
 * @returns The secret, for the path `/app/setup/{secret}`; only its hash is kept.
 */
export async function createSetupLink(
  tx: Transaction,
  userId: string,
  { by, nowMs }: { readonly by: LinkMaker | null; readonly nowMs: number },
): Promise<string> {
  const secret = newSecret();
  await tx.deleteFrom("setup_links").where("user_id", "=", userId).execute();
  await tx
    .insertInto("setup_links")
    .values({
      ...sealed(tx, "setup_links", {
        hash: hashSecret(secret),
        user_id: userId,
        epoch: await epochOf(tx, userId),
        created_by: by?.userId ?? null,
        workspace_id: by?.workspaceId ?? null,
        maker_epoch: by && (await epochOf(tx, by.userId)),
        people: by ? await peopleText(tx, by.workspaceId, by.userId) : "[]",
      }),
      created_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + SETUP_LINK_LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return secret;
}

async function epochOf(db: Database, userId: string): Promise<number> {
  return (await db.selectFrom("users").select("epoch").where("id", "=", userId).executeTakeFirstOrThrow()).epoch;
}

/** A link that can be used now. */
export interface UsableLink {
  readonly row: SetupLinkRow;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

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
  const row = await db.selectFrom("setup_links").selectAll().where("hash", "=", hashSecret(secret)).executeTakeFirst();
  if (!row || row.used_at !== null) return undefined;
  const user = await db.selectFrom("users").selectAll().where("id", "=", row.user_id).executeTakeFirst();
  if (!user || user.disabled_at !== null || user.epoch !== row.epoch) return undefined;
  const { created_by: makerId, workspace_id: workspaceId, maker_epoch: epoch } = row;
  const maker = makerId === null ? undefined : { userId: makerId, workspaceId, epoch };
  const sealed = sealedAs("setup_links", row);
  const grant = { kind: "setup_link", maker, expiresAt: row.expires_at, revokedAt: null, sealed } as const;
  if ((await endOfGrant(db, grant, at, prove)) !== undefined) return undefined;
  if (maker && !(await mayGive(db, maker.userId, workspaceId ?? "", user.id))) return undefined;
  return { row, userId: user.id, name: user.name, email: user.email };
}

/** Whether a member gives and takes the role of another, who is a member of no other workspace. */
async function mayGive(db: Database, makerId: string, workspaceId: string, userId: string): Promise<boolean> {
  const places = await listWorkspacesOf(db, userId);
  const role = places.length === 1 && places[0]?.id === workspaceId ? places[0].role : undefined;
  return role !== undefined && grantableRoles(await roleOf(db, workspaceId, makerId)).includes(role);
}

/**
 * Uses a link: it is gone, and an epoch of the account begins with it.
 * @returns The account; undefined when the link cannot be used any more.
 */
export async function useSetupLink(
  tx: Transaction,
  secret: string,
  passwordHash: string,
  at: string,
): Promise<string | undefined> {
  const link = await findSetupLink(tx, secret, at);
  if (!link) return undefined;
  const { row, userId } = link;
  await tx.updateTable("setup_links").set({ used_at: at }).where("hash", "=", row.hash).execute();
  await beginByLink(tx, userId, passwordHash, row.created_by === null ? undefined : row.people, at);
  return userId;
}
