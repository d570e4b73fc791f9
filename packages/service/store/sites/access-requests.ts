import { newUuid } from "../../domain/ids.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { ADMINS } from "../../domain/roles.ts";
import { queueRoleNotices } from "../announcements/notices.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { addRow, changeRow, requireRow } from "../engine/rows.ts";
import type { AccessRequestRow } from "../engine/schema.ts";

const MAX_WAITING = 20;

const LIFETIME_MS = 30 * DAY_MS;

interface NewAccessRequest {
  readonly siteId: string;
  readonly workspaceId: string;
  /** What the person wanted to open; null is something other than one preview. */
  readonly deploymentId: string | null;
  readonly host: string;
  readonly name: string;
  readonly email: string;
}

/** Keeps that somebody asks to see a site, and notifies those who can let them; once a person and host. */
export async function askForAccess(
  tx: Transaction,
  { siteId, workspaceId, deploymentId, host, name, email }: NewAccessRequest,
): Promise<void> {
  await tx
    .deleteFrom("access_requests")
    .where("site_id", "=", siteId)
    .where("created_at", "<", later(tx.at, -LIFETIME_MS))
    .execute();
  const waiting = await listAccessRequests(tx, siteId);
  if (waiting.length >= MAX_WAITING) return;
  const who = { host, name, email };
  const asked = { id: newUuid(), site_id: siteId, deployment_id: deploymentId, ...who, created_at: tx.at };
  if (!(await addRow(tx, "access_requests", asked))) return;
  const site = await requireRow(tx, "sites", { id: siteId });
  const notice = { kind: "access", site: { id: siteId, name: site.name }, ...who } as const;
  await queueRoleNotices(tx, workspaceId, ADMINS, notice);
}

export function listAccessRequests(db: Database, siteId: string): Promise<AccessRequestRow[]> {
  return db
    .selectFrom("access_requests")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("ended_at", "is", null)
    .orderBy("created_at")
    .limit(MAX_WAITING)
    .execute();
}

/** Ends a request, granted or not: the person cannot ask again until it is forgotten. @returns Undefined for none. */
export function endAccessRequest(tx: Transaction, siteId: string, id: string): Promise<AccessRequestRow | undefined> {
  return changeRow(tx, "access_requests", { id, site_id: siteId, ended_at: null }, { ended_at: tx.at });
}
