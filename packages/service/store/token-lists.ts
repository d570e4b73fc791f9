import type { Database, Transaction } from "./database.ts";
import type { TokenRow } from "./schema.ts";

/** A token as lists show it: never its text, which is kept nowhere. */
export interface TokenView extends Omit<TokenRow, "hash"> {
  /** The person behind it. */
  readonly owner_name: string | null;
}

/** Which tokens a list shows. */
export interface TokenFilter {
  /** Only those of this person. */
  readonly userId?: string;
  readonly issuedVia?: TokenRow["issued_via"];
  /** Present instant, ISO 8601 UTC: what ended before is left out. */
  readonly at: string;
}

/** Lists the tokens of a workspace that still count, newest first. */
export async function listTokens(
  db: Database,
  workspaceId: string,
  { userId, issuedVia, at }: TokenFilter,
): Promise<TokenView[]> {
  let query = db
    .selectFrom("tokens")
    .leftJoin("users", "users.id", "tokens.user_id")
    .selectAll("tokens")
    .select("users.name as owner_name")
    .where("tokens.workspace_id", "=", workspaceId)
    .where("tokens.revoked_at", "is", null)
    .where((eb) => eb.or([eb("tokens.expires_at", "is", null), eb("tokens.expires_at", ">", at)]));
  if (userId !== undefined) query = query.where("tokens.user_id", "=", userId);
  if (issuedVia !== undefined) query = query.where("tokens.issued_via", "=", issuedVia);
  return query.orderBy("tokens.created_at", "desc").orderBy("tokens.id", "desc").limit(500).execute();
}

/** One token a member may act on: their own, or any of the workspace when `userId` is absent. */
export interface TokenChoice {
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly userId?: string;
  /** Present instant, ISO 8601 UTC. */
  readonly at: string;
}

/** Finds a token that still counts and that the member may act on. */
export async function findOwnToken(
  db: Database,
  { workspaceId, tokenId, userId, at }: TokenChoice,
): Promise<TokenView | undefined> {
  const tokens = await listTokens(db, workspaceId, { ...(userId !== undefined && { userId }), at });
  return tokens.find(({ id }) => id === tokenId);
}

/** Ends a token now. */
export async function revokeToken(tx: Transaction, tokenId: string, at: string): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ revoked_at: at })
    .where("id", "=", tokenId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Lets a token end at an instant, unless it ends sooner. */
export async function endTokenAt(tx: Transaction, tokenId: string, endsAt: string): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ expires_at: endsAt })
    .where("id", "=", tokenId)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", endsAt)]))
    .execute();
}
