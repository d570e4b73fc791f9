import { sql } from "kysely";
import type { Actor, SessionActor } from "../../domain/actor.ts";
import { type Grant, type GrantBasis, type GrantEnd, grantEnd, restsOnProof } from "../../domain/grants.ts";
import type { Database } from "../engine/database.ts";
import { type Columns, findRow, matching, requireRow } from "../engine/rows.ts";
import type { PreviewTokenRow, Schema, ShareLinkRow, TrustRuleRow } from "../engine/schema.ts";
import { isSealed } from "../engine/sealed-rows.ts";

/** Asks the provider of the company sign-in whether it still signs a person in. */
export type Prove = (userId: string) => Promise<boolean>;

/**
 * @param prove Given at a door that can wait for the provider; never inside a transaction.
 * @returns Why the grant does not act.
 */
export async function endOfGrant(db: Database, grant: Grant, at: string, prove?: Prove): Promise<GrantEnd | undefined> {
  const { maker, parentTokenId = null } = grant;
  const now = maker && (await readMaker(db, maker.userId, maker.workspaceId));
  const parent = parentTokenId === null ? undefined : await findRow(db, "tokens", { id: parentTokenId });
  const parentRevoked = parentTokenId !== null && parent?.revoked_at !== null;
  const end = grantEnd(grant, { maker: now, parentRevoked }, at);
  if (end !== undefined && end !== "unproven") return end;
  if (!prove || !maker || !now || now.proven_until === null || !restsOnProof(grant)) return end;
  return (await prove(maker.userId)) ? undefined : "unproven";
}

function readMaker(db: Database, userId: string, workspaceId: string | null): Promise<GrantBasis["maker"]> {
  return db
    .selectFrom("users")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.user_id", "=", "users.id")
        .on("memberships.workspace_id", "=", workspaceId ?? "")
        .on("memberships.removed_at", "is", null),
    )
    .leftJoin("sso_identities", "sso_identities.user_id", "users.id")
    .select(["users.epoch", "users.disabled_at", "memberships.role", "sso_identities.proven_until"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
}

/** Those of some grants that act now, in their order. */
export async function living<Row>(
  db: Database,
  rows: readonly Row[],
  grantOf: (db: Database, row: Row) => Grant,
  at: string,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const row of rows) {
    const end = await endOfGrant(db, grantOf(db, row), at);
    // Whether the provider still signs the maker in is asked when the grant is used.
    if (end === undefined || end === "unproven") found.push(row);
  }
  return found;
}

/** The epoch in which an account is now: not that of a session or token which acts as it. */
export async function epochOf(db: Database, userId: string): Promise<number> {
  return (await requireRow(db, "users", { id: userId })).epoch;
}

/** A person who acts, in the epoch of their account in which they signed in. */
export type Maker = Pick<SessionActor, "userId" | "workspaceId" | "epoch">;

export function madeBy(actor: Actor, userId: string) {
  const parent = actor.kind === "token" ? actor.tokenId : null;
  return { created_by: userId, maker_epoch: actor.epoch, parent_token_id: parent };
}

type MadeTable = "share_links" | "preview_tokens" | "trust_rules" | "deploy_keys" | "repository_credentials";

export type WithMaker<Table extends MadeTable> = Schema[Table] & { readonly created_by_name: string };

export async function findMade<Table extends MadeTable>(
  db: Database,
  table: Table,
  match: Columns<Table>,
  order: keyof Schema[Table] & string = "created_at",
): Promise<WithMaker<Table>[]> {
  const { rows } = await sql<WithMaker<Table>>`SELECT made.*, users.name AS created_by_name
    FROM (SELECT * FROM ${sql.table(table)} WHERE ${matching(match)}) AS made
    JOIN users ON users.id = made.created_by ORDER BY ${sql.ref(`made.${order}`)}, made.id`.execute(db);
  return rows;
}

export async function withMaker<Row extends Pick<MadeRow, "created_by">>(db: Database, row: Row) {
  return { ...row, created_by_name: (await findRow(db, "users", { id: row.created_by }))?.name ?? "" };
}

type MadeRow = Pick<ShareLinkRow, "workspace_id" | "created_by" | "maker_epoch" | "parent_token_id">;

function madeGrant(row: MadeRow) {
  const maker = { userId: row.created_by, epoch: row.maker_epoch, workspaceId: row.workspace_id };
  return { maker, parentTokenId: row.parent_token_id };
}

export function shareLinkGrant(db: Database, row: ShareLinkRow): Grant {
  const sealed = isSealed(db, "share_links", row);
  return { kind: "share_link", ...madeGrant(row), expiresAt: row.expires_at, revokedAt: row.revoked_at, sealed };
}

export function previewTokenGrant(db: Database, row: PreviewTokenRow): Grant {
  const sealed = isSealed(db, "preview_tokens", row);
  return { kind: "preview_token", ...madeGrant(row), expiresAt: null, revokedAt: row.revoked_at, sealed };
}

/** A rule is no secret, and has no seal. */
export function trustRuleGrant(_db: Database, row: TrustRuleRow): Grant {
  const { maker, parentTokenId } = madeGrant(row);
  const made = { ...maker, confirmed: row.maker_confirmed === 1 };
  return { kind: "trust_rule", maker: made, parentTokenId, expiresAt: null, revokedAt: row.removed_at, sealed: true };
}
