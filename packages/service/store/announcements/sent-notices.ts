import { sql } from "kysely";
import type { Database } from "../engine/database.ts";

export interface SentNotice {
  readonly kind: "email" | "chat";
  readonly name: string;
  /** Null while it waits to be sent. */
  readonly at: string | null;
  readonly failed: boolean;
}

const NAMED = 50;

/** Finds the notices of a request for a decision. @param since When it was requested. */
export async function findSentNotices(
  db: Database,
  { sourceDeploymentId, since }: { readonly sourceDeploymentId: string; readonly since: string },
): Promise<readonly SentNotice[]> {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("announcements", "announcements.id", "deliveries.announcement_id")
    .leftJoin("users", "users.id", "deliveries.receiver_id")
    .leftJoin("chat_channels", "chat_channels.id", "deliveries.receiver_id")
    .select(["deliveries.kind", "deliveries.status", "deliveries.finished_at", "users.name as person"])
    .select("chat_channels.name as channel")
    .where("deliveries.subject", "=", sourceDeploymentId)
    // Literals, as the partial index asks for.
    .where("deliveries.kind", "in", [sql.lit("email" as const), sql.lit("chat" as const)])
    .where("announcements.type", "=", "approval.requested")
    .where("announcements.at", ">=", since)
    .orderBy("deliveries.id")
    .limit(NAMED)
    .execute();
  return rows.flatMap(({ kind, status, finished_at: at, person, channel }): SentNotice[] => {
    const name = person ?? channel;
    if (name === null || (kind !== "email" && kind !== "chat") || status === "dropped") return [];
    return [{ kind, name, at, failed: status === "failed" }];
  });
}
