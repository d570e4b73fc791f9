import { timingSafeEqual } from "node:crypto";
import { type Scope, SCOPES, TOKEN_PREFIXES, type TokenKind, type TokenRealm } from "@greenroom/contract";
import type { TokenActor } from "../domain/actor.ts";
import { newUuid } from "../domain/ids.ts";
import { hashSecret, newSecret } from "../domain/secret.ts";
import type { Database, Transaction } from "./database.ts";
import type { TokenRow } from "./schema.ts";

/** A token that is to be issued. */
export interface NewToken {
  readonly workspaceId: string;
  /** The person behind it, null for a bot without an owner. */
  readonly userId: string | null;
  readonly kind: TokenKind;
  readonly realm: TokenRealm;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly issuedVia: TokenRow["issued_via"];
  /** ISO 8601 UTC; null never expires. */
  readonly expiresAt: string | null;
  /** Present instant, ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Issues a token; its text is in the answer and nowhere else.
 * @see Interface §5.2
 */
export async function issueToken(
  tx: Transaction,
  given: NewToken,
): Promise<{ readonly token: string; readonly row: TokenRow }> {
  const prefix = TOKEN_PREFIXES[given.kind][given.realm];
  const token = `${prefix}${newSecret()}`;
  const row = await tx
    .insertInto("tokens")
    .values({
      id: newUuid(),
      workspace_id: given.workspaceId,
      user_id: given.userId,
      kind: given.kind,
      name: given.name,
      hash: hashSecret(token),
      prefix,
      last4: token.slice(-4),
      scopes: given.scopes.join(" "),
      issued_via: given.issuedVia,
      created_at: given.at,
      expires_at: given.expiresAt,
      revoked_at: null,
      last_used_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token, row };
}

/**
 * Reads the scopes of a stored token; words this version does not know grant nothing.
 * @param stored `scopes` of the row.
 */
export function readScopes(stored: string): ReadonlySet<Scope> {
  const words = new Set(stored.split(" "));
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

/**
 * Finds a token that counts now: known, not revoked, not expired, and of a person who is still a member.
 * @param token Text as sent.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function findToken(db: Database, token: string, at: string): Promise<TokenRow | undefined> {
  const hash = hashSecret(token);
  const found = await selectWithOwner(db).where("tokens.hash", "=", hash).executeTakeFirst();
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) return undefined;
  return countsAt(found, at) ? found : undefined;
}

/**
 * Tells whether a token that counted before still does.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function tokenCounts(db: Database, tokenId: string, at: string): Promise<boolean> {
  const found = await selectWithOwner(db).where("tokens.id", "=", tokenId).executeTakeFirst();
  return found !== undefined && countsAt(found, at);
}

function selectWithOwner(db: Database) {
  return db
    .selectFrom("tokens")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "tokens.workspace_id")
        .onRef("memberships.user_id", "=", "tokens.user_id"),
    )
    .leftJoin("users", "users.id", "tokens.user_id")
    .selectAll("tokens")
    .select(["memberships.created_at as member_since", "memberships.removed_at", "users.disabled_at"]);
}

interface TokenStanding extends Pick<TokenRow, "revoked_at" | "expires_at" | "user_id"> {
  readonly member_since: string | null;
  readonly removed_at: string | null;
  readonly disabled_at: string | null;
}

function countsAt(token: TokenStanding, at: string): boolean {
  if (token.revoked_at !== null || (token.expires_at !== null && token.expires_at <= at)) return false;
  const owned = token.member_since !== null && token.removed_at === null && token.disabled_at === null;
  return token.user_id === null || owned;
}

/** A recognised token as the one who asks. */
export function tokenActor(row: TokenRow): TokenActor {
  return {
    kind: "token",
    workspaceId: row.workspace_id,
    tokenId: row.id,
    tokenKind: row.kind,
    name: row.name,
    userId: row.user_id,
    scopes: readScopes(row.scopes),
  };
}

/** Shortest time between two notes of a token's use: its owner reads days, not seconds. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Notes that a token was used, at most once a minute.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function noteTokenUse(db: Database, row: TokenRow, at: string): Promise<void> {
  if (row.last_used_at !== null && Date.parse(at) - Date.parse(row.last_used_at) < USE_NOTED_EVERY_MS) return;
  await db.updateTable("tokens").set({ last_used_at: at }).where("id", "=", row.id).execute();
}
