import { timingSafeEqual } from "node:crypto";
import { type Database, engineOf } from "./database.ts";
import type { Schema } from "./schema.ts";

/** Uses the generation of the newest rotation, which another process may have begun. */
export async function useNewestGeneration(db: Database): Promise<void> {
  const newest = await db.selectFrom("bearer_rotations").select("id").orderBy("at", "desc").limit(1).executeTakeFirst();
  engineOf(db).bearers.use(newest?.id ?? "");
}

/**
 * What each kind of bearer secret is bound to: whose it is, the epoch, and what it lets somebody do. A writer of the
 * database can change none of it, and make none. What only ends a secret is not in it: an end can be taken back.
 */
const BOUND = {
  sessions: ["id", "hash", "user_id", "epoch", "level"],
  step_ups: ["id", "session_id", "purpose", "factor", "comparison_id", "expires_at"],
  setup_links: ["hash", "user_id", "epoch", "email", "role", "created_by", "workspace_id", "maker_epoch", "people"],
  tokens: ["id", "hash", "workspace_id", "user_id", "epoch", "scopes", "site_id", "trust_rule_id"],
  device_grants: ["device_code_hash", "client_name", "user_id", "epoch", "workspace_id", "scopes"],
  share_links: [
    "id",
    "hash",
    "workspace_id",
    "site_id",
    "deployment_id",
    "created_by",
    "maker_epoch",
    "parent_token_id",
  ],
  preview_tokens: ["id", "hash", "workspace_id", "site_id", "created_by", "maker_epoch", "parent_token_id"],
  visit_codes: ["hash", "host", "site_id", "session_id", "share_link_id", "challenge"],
  visits: ["hash", "host", "site_id", "session_id", "share_link_id", "preview_token_id"],
  workers: ["id", "name", "hash"],
} as const satisfies { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

type BearerTable = keyof typeof BOUND;
type Bound<Table extends BearerTable> = Pick<
  Schema[Table],
  Extract<(typeof BOUND)[Table][number], keyof Schema[Table]>
>;

function boundText<Table extends BearerTable>(table: Table, row: Bound<Table>): string {
  const values: Readonly<Record<string, unknown>> = row;
  return JSON.stringify([table, ...BOUND[table].map((name) => values[name])]);
}

export function sealed<Table extends BearerTable, Row extends Bound<Table>>(
  db: Database,
  table: Table,
  row: Row,
): Row & { readonly seal: string } {
  return { ...row, seal: engineOf(db).bearers.mac(boundText(table, row)) };
}

export function isSealed<Table extends BearerTable>(
  db: Database,
  table: Table,
  row: Bound<Table> & { readonly seal: string | null },
): boolean {
  const [own, wanted] = [Buffer.from(row.seal ?? ""), Buffer.from(engineOf(db).bearers.mac(boundText(table, row)))];
  return own.length === wanted.length && timingSafeEqual(own, wanted);
}
