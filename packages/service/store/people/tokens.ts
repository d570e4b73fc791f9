import { timingSafeEqual } from "node:crypto";
import { type Role, type Scope, SCOPES, TOKEN_PREFIXES, type TokenKind, type TokenRealm } from "@greenroom/contract";
import type { TokenActor } from "../../domain/actor.ts";
import { grantableScopes } from "../../domain/authentication.ts";
import { newUuid } from "../../domain/ids.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { TokenRow } from "../engine/schema.ts";

interface NewToken {
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
  /** Makes it a token of a trust rule, good for the rule's site alone. */
  readonly run?: {
    readonly ruleId: string;
    readonly siteId: string;
    readonly githubId: string;
    readonly login: string;
  };
  readonly at: string;
}

/**
 * Issues a token; its text is in the result and nowhere else.
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
      site_id: given.run?.siteId ?? null,
      trust_rule_id: given.run?.ruleId ?? null,
      run_actor_id: given.run?.githubId ?? null,
      run_actor_login: given.run?.login ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { token, row };
}

/** Reads the scopes of a stored token; words this version does not know grant nothing. */
export function readScopes(stored: string): ReadonlySet<Scope> {
  const words = new Set(stored.split(" "));
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

/** What a request needs of its token. */
const AUTH_COLUMNS = [
  "tokens.id",
  "tokens.workspace_id",
  "tokens.user_id",
  "tokens.kind",
  "tokens.name",
  "tokens.hash",
  "tokens.scopes",
  "tokens.expires_at",
  "tokens.revoked_at",
  "tokens.last_used_at",
  "tokens.site_id",
  "tokens.run_actor_login",
] as const;

type AuthColumn = (typeof AUTH_COLUMNS)[number] extends `tokens.${infer Column}` ? Column : never;

/** A token with what its trust rule says, if it is of one. */
export interface AuthenticatedToken extends Pick<TokenRow, AuthColumn> {
  readonly trusted_by: string | null;
  /** How long the proof by the provider about its owner is valid; null for an owner without single sign-on. */
  readonly proven_until: string | null;
}

/**
 * Finds a valid token: known, not revoked, not expired, and of a person or a trust rule that is still there. Whether
 * the provider still signs its owner in is for the caller to ask.
 */
export async function findToken(db: Database, token: string, at: string): Promise<AuthenticatedToken | undefined> {
  const hash = hashSecret(token);
  const found = await selectTokens(db).where("tokens.hash", "=", hash).executeTakeFirst();
  if (!found || !timingSafeEqual(Buffer.from(found.hash), Buffer.from(hash))) return undefined;
  return isValidAt(found, at) ? found : undefined;
}

/** Tokens with what is known of their owners. */
function selectTokens(db: Database) {
  return db
    .selectFrom("tokens")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "tokens.workspace_id")
        .onRef("memberships.user_id", "=", "tokens.user_id"),
    )
    .leftJoin("users", "users.id", "tokens.user_id")
    .leftJoin("trust_rules", "trust_rules.id", "tokens.trust_rule_id")
    .leftJoin("sso_identities", "sso_identities.user_id", "tokens.user_id")
    .select(AUTH_COLUMNS)
    .select([
      "memberships.created_at as member_since",
      "memberships.removed_at",
      "users.disabled_at",
      "trust_rules.created_by as trusted_by",
      "trust_rules.removed_at as rule_removed_at",
      "sso_identities.proven_until",
    ]);
}

export async function isTokenValid(db: Database, tokenId: string, at: string): Promise<boolean> {
  const found = await selectTokens(db).where("tokens.id", "=", tokenId).executeTakeFirst();
  return found !== undefined && isValidAt(found, at) && isProvenAt(found, at);
}

/** Whether the provider's word about the owner of a token counts. */
export function isProvenAt({ proven_until: until }: Pick<AuthenticatedToken, "proven_until">, at: string): boolean {
  return until === null || until > at;
}

/** Reads where a token belongs, and the member behind it. */
export async function readTokenOwner(db: Database, tokenId: string) {
  const row = await db
    .selectFrom("tokens")
    .innerJoin("workspaces", "workspaces.id", "tokens.workspace_id")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.workspace_id", "=", "tokens.workspace_id")
        .onRef("memberships.user_id", "=", "tokens.user_id"),
    )
    .leftJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.expires_at", "workspaces.id as workspace_id", "workspaces.name as workspace_name"])
    .select("workspaces.slug as workspace_slug")
    .select(["users.id as user_id", "users.name as user_name", "memberships.role"])
    .where("tokens.id", "=", tokenId)
    .executeTakeFirstOrThrow();
  const { user_id: userId, user_name: userName, role } = row;
  return {
    workspace: { id: row.workspace_id, name: row.workspace_name, slug: row.workspace_slug },
    user: userId === null || userName === null || role === null ? null : { id: userId, name: userName, role },
    expiresAt: row.expires_at,
  };
}

interface TokenValidity extends Pick<TokenRow, "revoked_at" | "expires_at" | "user_id"> {
  readonly member_since: string | null;
  readonly removed_at: string | null;
  readonly disabled_at: string | null;
  readonly rule_removed_at: string | null;
}

function isValidAt(token: TokenValidity, at: string): boolean {
  if (token.revoked_at !== null || token.rule_removed_at !== null) return false;
  if (token.expires_at !== null && token.expires_at <= at) return false;
  const owned = token.member_since !== null && token.removed_at === null && token.disabled_at === null;
  return token.user_id === null || owned;
}

export function tokenActor(row: AuthenticatedToken): TokenActor {
  const { site_id: siteId, trusted_by: trustedBy, run_actor_login: login } = row;
  return {
    kind: "token",
    workspaceId: row.workspace_id,
    tokenId: row.id,
    tokenKind: row.kind,
    name: row.name,
    userId: row.user_id,
    scopes: readScopes(row.scopes),
    ...(siteId !== null && { siteId }),
    ...(trustedBy !== null && login !== null && { run: { login, trustedBy } }),
  };
}

/** Shortest time between two updates of a token's last use: its owner reads days, not seconds. */
const TOUCH_EVERY_MS = 60_000;

/** Notes that a token was used, at most once a minute. */
export async function touchToken(db: Database, row: Pick<TokenRow, "id" | "last_used_at">, at: string): Promise<void> {
  if (row.last_used_at !== null && Date.parse(at) - Date.parse(row.last_used_at) < TOUCH_EVERY_MS) return;
  await db.updateTable("tokens").set({ last_used_at: at }).where("id", "=", row.id).execute();
}

/** A token as lists show it, without its hash. */
export interface TokenView extends Omit<TokenRow, "hash"> {
  readonly owner_name: string | null;
}

interface TokenFilter {
  /** Only those of this person. */
  readonly userId?: string | undefined;
  readonly issuedVia?: TokenRow["issued_via"];
  readonly at: string;
}

/** Lists the valid tokens of a workspace, newest first. */
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

/** Finds a token that a member can revoke: their own, or any of the workspace when `userId` is absent. */
export async function findOwnToken(
  db: Database,
  workspaceId: string,
  tokenId: string,
  at: string,
  userId?: string,
): Promise<TokenView | undefined> {
  const tokens = await listTokens(db, workspaceId, { userId, at });
  return tokens.find(({ id }) => id === tokenId);
}

export async function revokeToken(tx: Transaction, tokenId: string, at: string): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ revoked_at: at })
    .where("id", "=", tokenId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Revokes a member's tokens with scopes that a role cannot grant; without a role all of them. */
export async function revokeTokensBeyond(
  tx: Transaction,
  workspaceId: string,
  userId: string,
  at: string,
  role?: Role,
): Promise<void> {
  const allowed = new Set(role === undefined ? [] : grantableScopes(role));
  for (const token of await listTokens(tx, workspaceId, { userId, at })) {
    const beyond = [...readScopes(token.scopes)].some((scope) => !allowed.has(scope));
    if (role === undefined || beyond) await revokeToken(tx, token.id, at);
  }
}

/** Lets a token expire at an instant, unless it expires sooner. */
export async function endTokenAt(tx: Transaction, tokenId: string, endsAt: string): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ expires_at: endsAt })
    .where("id", "=", tokenId)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", endsAt)]))
    .execute();
}
