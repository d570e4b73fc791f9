import { type Role, type Scope, SCOPES, TOKEN_PREFIXES, type TokenKind, type TokenRealm } from "@greenroom/contract";
import type { InferResult } from "kysely";
import type { TokenActor } from "../../domain/actor.ts";
import { grantableScopes } from "../../domain/authentication.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import type { Grant, GrantEnd } from "../../domain/grants.ts";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRows, insertRow, updateRows } from "../engine/rows.ts";
import type { TokenRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant, living, type Prove } from "./grants.ts";

interface NewToken {
  readonly workspaceId: string;
  /** The person behind it, null for a bot without an owner. */
  readonly userId: string | null;
  /** Of that person when they gave the word for it. */
  readonly epoch: number | null;
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
}

/** The text of the token is in the result and nowhere else. [§5.2] */
export async function issueToken(
  tx: Transaction,
  given: NewToken,
): Promise<{ readonly token: string; readonly row: TokenRow }> {
  const prefix = TOKEN_PREFIXES[given.kind][given.realm];
  const token = `${prefix}${newSecret()}`;
  const row = await insertRow(tx, "tokens", {
    ...sealed(tx, "tokens", {
      id: newUuid(),
      hash: hashSecret(token),
      workspace_id: given.workspaceId,
      user_id: given.userId,
      epoch: given.epoch,
      scopes: given.scopes.join(" "),
      site_id: given.run?.siteId ?? null,
      trust_rule_id: given.run?.ruleId ?? null,
    }),
    kind: given.kind,
    name: given.name,
    prefix,
    last4: token.slice(-4),
    issued_via: given.issuedVia,
    created_at: tx.at,
    expires_at: given.expiresAt,
    run_actor_id: given.run?.githubId ?? null,
    run_actor_login: given.run?.login ?? null,
  });
  return { token, row };
}

/** Reads the scopes of a stored token; words this version does not know grant nothing. */
export function readScopes(stored: string): ReadonlySet<Scope> {
  const words = new Set(stored.split(" "));
  return new Set(SCOPES.filter((scope) => words.has(scope)));
}

type AuthenticatedToken = InferResult<ReturnType<typeof selectTokens>>[number];

/** @param prove Without it the provider's last word counts. @returns The token, or why it does not act. */
export async function findToken(
  db: Database,
  token: string,
  at: string,
  prove?: Prove,
): Promise<AuthenticatedToken | GrantEnd | "unknown"> {
  const found = await selectTokens(db).where("tokens.hash", "=", hashSecret(token)).executeTakeFirst();
  return found ? ((await endOfGrant(db, tokenGrant(db, found), at, prove)) ?? found) : "unknown";
}

function selectTokens(db: Database) {
  return db
    .selectFrom("tokens")
    .leftJoin("trust_rules", "trust_rules.id", "tokens.trust_rule_id")
    .selectAll("tokens")
    .select([
      "trust_rules.created_by as trusted_by",
      "trust_rules.maker_epoch as rule_epoch",
      "trust_rules.maker_confirmed as rule_confirmed",
      "trust_rules.parent_token_id as rule_parent",
      "trust_rules.removed_at as rule_removed_at",
    ]);
}

/** The token of a run acts while its rule does; that of a person while they do. */
function tokenGrant(db: Database, row: AuthenticatedToken): Grant {
  const sealed = isSealed(db, "tokens", row);
  const { workspace_id: workspaceId, trusted_by: trustedBy, user_id: userId, expires_at: expiresAt } = row;
  if (trustedBy !== null) {
    const maker = { userId: trustedBy, epoch: row.rule_epoch, confirmed: row.rule_confirmed === 1, workspaceId };
    const revokedAt = row.revoked_at ?? row.rule_removed_at;
    return { kind: "run_token", maker, expiresAt, revokedAt, parentTokenId: row.rule_parent, sealed };
  }
  const maker = userId === null ? undefined : { userId, epoch: row.epoch, workspaceId };
  return { kind: "token", maker, expiresAt, revokedAt: row.revoked_at, sealed };
}

export async function isTokenValid(db: Database, tokenId: string, at: string): Promise<boolean> {
  const found = await selectTokens(db).where("tokens.id", "=", tokenId).executeTakeFirst();
  return found !== undefined && (await endOfGrant(db, tokenGrant(db, found), at)) === undefined;
}

export function tokenActor(row: AuthenticatedToken): TokenActor {
  const { site_id: siteId, run_actor_id: githubId } = row;
  return {
    kind: "token",
    workspaceId: row.workspace_id,
    tokenId: row.id,
    tokenKind: row.kind,
    name: row.name,
    userId: row.user_id,
    epoch: row.epoch ?? 0,
    scopes: readScopes(row.scopes),
    ...(siteId !== null && { siteId }),
    ...(githubId !== null && { run: { githubId } }),
  };
}

/** Shortest time between two updates of a token's last use: its owner reads days, not seconds. */
const TOUCH_EVERY_MS = 60_000;

export async function touchToken(db: Database, row: Pick<TokenRow, "id" | "last_used_at">, at: string): Promise<void> {
  if (row.last_used_at !== null && Date.parse(at) - Date.parse(row.last_used_at) < TOUCH_EVERY_MS) return;
  await inTransaction(db, (tx) => updateRows(tx, "tokens", { id: row.id }, { last_used_at: at }));
}

export interface TokenView extends TokenRow {
  readonly owner_name: string | null;
}

interface TokenFilter {
  readonly userId?: string | undefined;
  readonly issuedVia?: TokenRow["issued_via"];
  readonly at: string;
}

export async function listTokens(
  db: Database,
  workspaceId: string,
  { userId, issuedVia, at }: TokenFilter,
): Promise<TokenView[]> {
  let query = selectTokens(db)
    .leftJoin("users", "users.id", "tokens.user_id")
    .select("users.name as owner_name")
    .where("tokens.workspace_id", "=", workspaceId)
    .where("tokens.revoked_at", "is", null)
    .where((eb) => eb.or([eb("tokens.expires_at", "is", null), eb("tokens.expires_at", ">", at)]));
  if (userId !== undefined) query = query.where("tokens.user_id", "=", userId);
  if (issuedVia !== undefined) query = query.where("tokens.issued_via", "=", issuedVia);
  const rows = await query.orderBy("tokens.created_at", "desc").orderBy("tokens.id", "desc").limit(500).execute();
  return living(db, rows, tokenGrant, at);
}

export async function revokeToken(tx: Transaction, tokenId: string): Promise<void> {
  await updateRows(tx, "tokens", { id: tokenId, revoked_at: null }, { revoked_at: tx.at });
}

export interface RoleChange {
  readonly workspaceId: string;
  readonly userId: string;
  /** The role they have from now on; undefined for one who is no member any more. */
  readonly role: Role | undefined;
}

/** Ends a member's tokens with scopes that a role cannot grant. What was made with them, and is the site's, stays. */
export async function endTokensBeyond(tx: Transaction, { workspaceId, userId, role }: RoleChange): Promise<void> {
  const allowed = new Set(role === undefined ? [] : grantableScopes(role));
  const theirs = { workspace_id: workspaceId, user_id: userId, trust_rule_id: null, revoked_at: null };
  for (const token of await findRows(tx, "tokens", theirs, "id")) {
    const beyond = [...readScopes(token.scopes)].some((scope) => !allowed.has(scope));
    if (role === undefined || beyond) await endTokenAt(tx, token.id, tx.at);
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
