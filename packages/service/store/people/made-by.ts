import { sql } from "kysely";
import type { SessionActor } from "../../domain/actor.ts";
import type { Grant } from "../../domain/grants.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRows, matching, requireRow, updateRows } from "../engine/rows.ts";
import type { Schema } from "../engine/schema.ts";
import { sealed } from "../engine/sealed-rows.ts";
import { living, madeBy, previewTokenGrant, shareLinkGrant, trustRuleGrant } from "./grants.ts";
import { ruleMadeBy } from "./trust-rules.ts";

export interface Made {
  readonly what: "preview token" | "share link" | "trust rule";
  readonly id: string;
  readonly name: string;
  readonly site: string;
}

/** Whose things: a member's in a workspace, or those that were made with a token. */
type MakerFilter = { readonly workspace_id: string } & (
  | { readonly created_by: string }
  | { readonly parent_token_id: string }
);

export async function listMade(db: Database, filter: MakerFilter, at: string): Promise<readonly Made[]> {
  const list = async <Table extends "preview_tokens" | "share_links" | "trust_rules">(
    what: Made["what"],
    table: Table,
    grantOf: (db: Database, row: Schema[Table]) => Grant,
    nameOf: (row: Schema[Table]) => string | null,
  ) => {
    const { rows } = await sql<Schema[Table] & Pick<Made, "id" | "site">>`SELECT made.*, sites.slug AS site
      FROM (SELECT * FROM ${sql.table(table)} WHERE ${matching(filter)}) AS made
      JOIN sites ON sites.id = made.site_id ORDER BY made.created_at`.execute(db);
    const acting = await living(db, rows, grantOf, at);
    return acting.map((row) => ({ what, id: row.id, name: nameOf(row) ?? "", site: row.site }));
  };
  return [
    ...(await list("preview token", "preview_tokens", previewTokenGrant, ({ name }) => name)),
    ...(await list("share link", "share_links", shareLinkGrant, ({ name }) => name)),
    ...(await list("trust rule", "trust_rules", trustRuleGrant, ({ repository }) => repository)),
  ];
}

/** Makes what another member made that of the one who removes them, as if they had made it now. */
export async function takeOver(tx: Transaction, { what, id }: Made, by: SessionActor): Promise<void> {
  const maker = madeBy(by, by.userId);
  switch (what) {
    case "preview token": {
      const row = await requireRow(tx, "preview_tokens", { id });
      const taken = sealed(tx, "preview_tokens", { ...row, ...maker });
      await updateRows(tx, "preview_tokens", { id }, taken);
      return;
    }
    case "share link": {
      const row = await requireRow(tx, "share_links", { id });
      const taken = sealed(tx, "share_links", { ...row, ...maker });
      await updateRows(tx, "share_links", { id }, taken);
      return;
    }
    case "trust rule":
      await updateRows(tx, "trust_rules", { id }, await ruleMadeBy(tx, by, by.userId));
  }
}

/** Where secrets of the operator for a workspace lead; a member who looked after the service may know them. */
export async function listOperatorSecrets(db: Database, workspaceId: string): Promise<readonly string[]> {
  const hooks = await findRows(db, "webhooks", { workspace_id: workspaceId }, "id");
  const connections = await findRows(db, "repository_connections", { workspace_id: workspaceId }, "id");
  return [
    ...hooks.map(({ url }) => `webhook to ${new URL(url).origin}`),
    ...connections.map(({ owner, repository }) => `connection to ${owner}/${repository}`),
  ];
}
