import type { Grant } from "../../domain/grants.ts";
import type { Database } from "../engine/database.ts";
import { living, previewTokenGrant, shareLinkGrant, trustRuleGrant } from "./grants.ts";

/** Something that acts, as people read it. */
export interface Made {
  readonly what: "preview token" | "share link" | "trust rule";
  readonly name: string;
  readonly site: string;
}

/** Whose things: a member's in a workspace, or those that were made with a token. */
export type MakerFilter =
  | { readonly workspaceId: string; readonly userId: string }
  | { readonly workspaceId: string; readonly tokenId: string };

/** Lists what somebody made, or was made with a token, and acts now. */
export async function listMade(db: Database, filter: MakerFilter, at: string): Promise<readonly Made[]> {
  const of = async <Row extends { readonly site: string }>(
    what: Made["what"],
    rows: readonly Row[],
    [nameOf, grantOf]: readonly [(row: Row) => string, (row: Row) => Grant],
  ): Promise<Made[]> =>
    (await living(db, rows, grantOf, at)).map((row) => ({ what, name: nameOf(row), site: row.site }));
  const column = "userId" in filter ? "created_by" : "parent_token_id";
  const id = "userId" in filter ? filter.userId : filter.tokenId;
  const previewTokens = await db
    .selectFrom("preview_tokens as made")
    .innerJoin("sites", "sites.id", "made.site_id")
    .selectAll("made")
    .select("sites.slug as site")
    .where("made.workspace_id", "=", filter.workspaceId)
    .where(`made.${column}`, "=", id)
    .orderBy("made.created_at")
    .execute();
  const shareLinks = await db
    .selectFrom("share_links as made")
    .innerJoin("sites", "sites.id", "made.site_id")
    .selectAll("made")
    .select("sites.slug as site")
    .where("made.workspace_id", "=", filter.workspaceId)
    .where(`made.${column}`, "=", id)
    .orderBy("made.created_at")
    .execute();
  const rules = await db
    .selectFrom("trust_rules as made")
    .innerJoin("sites", "sites.id", "made.site_id")
    .selectAll("made")
    .select("sites.slug as site")
    .where("made.workspace_id", "=", filter.workspaceId)
    .where(`made.${column}`, "=", id)
    .orderBy("made.created_at")
    .execute();
  return [
    ...(await of("preview token", previewTokens, [({ name }) => name, previewTokenGrant])),
    ...(await of("share link", shareLinks, [({ name }) => name ?? "", shareLinkGrant])),
    ...(await of("trust rule", rules, [({ repository }) => repository, trustRuleGrant])),
  ];
}
