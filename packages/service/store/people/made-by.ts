import { sql } from "kysely";
import type { Database } from "../engine/database.ts";
import type { Schema } from "../engine/schema.ts";
import { living, previewTokenGrant, shareLinkGrant, trustRuleGrant } from "./grants.ts";

/** Something that acts, as people read it. */
export interface Made {
  readonly what: "preview token" | "share link" | "trust rule";
  readonly id: string;
  readonly name: string;
  readonly site: string;
}

/** Whose things: a member's in a workspace, or those that were made with a token. */
export type MakerFilter =
  | { readonly workspaceId: string; readonly userId: string }
  | { readonly workspaceId: string; readonly tokenId: string };

/** Lists what somebody made, or was made with a token, and acts now. */
export async function listMade(db: Database, filter: MakerFilter, at: string): Promise<readonly Made[]> {
  const theirs =
    "userId" in filter
      ? sql<boolean>`made.created_by = ${filter.userId}`
      : sql<boolean>`made.parent_token_id = ${filter.tokenId}`;
  const of = <Table extends "preview_tokens" | "share_links" | "trust_rules">(table: Table) =>
    sql<Schema[Table] & { site: string }>`SELECT made.*, sites.slug AS site FROM ${sql.table(table)} AS made
      JOIN sites ON sites.id = made.site_id
      WHERE made.workspace_id = ${filter.workspaceId} AND ${theirs} ORDER BY made.created_at`.execute(db);
  const previewTokens = await living(db, (await of("preview_tokens")).rows, previewTokenGrant, at);
  const shareLinks = await living(db, (await of("share_links")).rows, shareLinkGrant, at);
  const rules = await living(db, (await of("trust_rules")).rows, trustRuleGrant, at);
  return [
    ...previewTokens.map(({ id, name, site }) => ({ what: "preview token" as const, id, name, site })),
    ...shareLinks.map(({ id, name, site }) => ({ what: "share link" as const, id, name: name ?? "", site })),
    ...rules.map(({ id, repository, site }) => ({ what: "trust rule" as const, id, name: repository, site })),
  ];
}
