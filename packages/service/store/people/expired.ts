import { sql } from "kysely";
import { SESSION_IDLE_MS } from "../../domain/authentication.ts";
import { DAY_MS } from "../../domain/instants.ts";
import type { Database } from "../engine/database.ts";

/** A program that polls for a device grant learns for a day that it expired. */
const KEPT_GRANT_MS = DAY_MS;

/** Deletes what people and runs signed in with, once it neither acts nor limits anything. */
export async function deleteExpired(db: Database, nowMs: number): Promise<void> {
  const [at, dayAgo] = [new Date(nowMs).toISOString(), new Date(nowMs - KEPT_GRANT_MS).toISOString()];
  const idleSince = new Date(nowMs - SESSION_IDLE_MS).toISOString();
  await db.deleteFrom("sessions").where("last_seen_at", "<=", idleSince).execute();
  await db.deleteFrom("device_grants").where("expires_at", "<=", dayAgo).execute();
  await db.deleteFrom("attempts").where("window_ends_at", "<=", at).execute();
  for (const table of EXPIRING) await sql`DELETE FROM ${sql.table(table)} WHERE expires_at <= ${at}`.execute(db);
}

const EXPIRING = [
  "sessions",
  "passkey_challenges",
  "known_devices",
  "identity_uses",
  "sso_attempts",
  "visit_codes",
  "visits",
] as const;
