import type { Database, Transaction } from "../engine/database.ts";
import { countRows, insertRow, takeRow } from "../engine/rows.ts";
import type { WebhookRow } from "../engine/schema.ts";

/** Most webhooks of a workspace: every change is sent to each. */
const MAX_WEBHOOKS = 20;

type WebhookView = Pick<WebhookRow, "id" | "url" | "events" | "created_at">;

/** @returns False when the workspace has reached its limit of webhooks. */
export async function insertWebhook(tx: Transaction, row: WebhookRow): Promise<boolean> {
  if ((await countRows(tx, "webhooks", { workspace_id: row.workspace_id })) >= MAX_WEBHOOKS) return false;
  await insertRow(tx, "webhooks", row);
  return true;
}

/** Removes a webhook of a workspace; what is queued for it is dropped. */
export async function deleteWebhook(tx: Transaction, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  return takeRow(tx, "webhooks", { workspace_id: workspaceId, id });
}

export async function listWebhooks(db: Database, workspaceId: string): Promise<WebhookView[]> {
  return db
    .selectFrom("webhooks")
    .select(["id", "url", "events", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
