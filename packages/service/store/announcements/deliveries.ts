import { sql } from "kysely";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { changeRow, insertRow } from "../engine/rows.ts";
import type { DeliveryRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";

export interface NewDelivery {
  readonly kind: DeliveryRow["kind"];
  /** Id of the webhook, the connection, the gate, the site, the person or the channel. */
  readonly receiverId: string;
  readonly workspaceId: string;
  readonly announcementId?: string;
  /** Messages about one subject reach one receiver in order. */
  readonly subject: string;
  /** What a mail to a person about their account says, as JSON. */
  readonly facts?: string;
  /** Encrypts the secret of a link in the message, for the delivery with this id. */
  readonly sealSecret?: ((deliveryId: string) => string) | undefined;
}

export async function queueDeliveries(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const { kind, receiverId, workspaceId, announcementId, subject, facts, sealSecret } of deliveries) {
    // Ids sort by the order they were made in, and only one transaction writes at a time.
    const id = newUuid();
    await insertRow(tx, "deliveries", {
      id,
      workspace_id: workspaceId,
      kind,
      receiver_id: receiverId,
      announcement_id: announcementId ?? null,
      subject,
      status: "waiting",
      attempts: 0,
      next_try_at: tx.at,
      created_at: tx.at,
      facts: facts ?? null,
      sealed_secret: sealSecret?.(id) ?? null,
    });
  }
}

/** Messages through external servers that can be slow or down for hours have separate workers. */
const SLOW: readonly DeliveryRow["kind"][] = ["email", "chat"];

export type Lane = "fast" | "slow";

interface DeliveryLease {
  readonly lane: Lane;
  readonly owner: string;
  readonly expiresAt: string;
  readonly at: string;
}

/** A partial index serves a query only when the query spells its condition out. */
const WAITING = sql.lit("waiting" as const);

/** None before an earlier one of the same receiver and subject is finished. @returns With this attempt counted. */
export async function claimDelivery(db: Database, lease: DeliveryLease): Promise<DeliveryRow | undefined> {
  // Most of the time nothing is due, and this check takes no lock.
  if (!(await findDue(db, lease))) return undefined;
  return inTransaction(db, async (tx) => {
    const due = await findDue(tx, lease);
    if (!due) return undefined;
    return changeRow(
      tx,
      "deliveries",
      { id: due.id, status: "waiting", attempts: due.attempts },
      { attempts: due.attempts + 1, lease_owner: lease.owner, lease_expires_at: lease.expiresAt },
    );
  });
}

async function findDue(
  db: Database,
  { at, lane }: Pick<DeliveryLease, "at" | "lane">,
): Promise<Pick<DeliveryRow, "id" | "attempts"> | undefined> {
  return db
    .selectFrom("deliveries as due")
    .select(["due.id", "due.attempts"])
    .where("due.status", "=", WAITING)
    .where("due.next_try_at", "<=", at)
    .where("due.kind", lane === "slow" ? "in" : "not in", SLOW)
    .where((eb) => eb.or([eb("due.lease_owner", "is", null), eb("due.lease_expires_at", "<=", at)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("deliveries as earlier")
            .select("earlier.id")
            .where("earlier.status", "=", WAITING)
            .whereRef("earlier.kind", "=", "due.kind")
            .whereRef("earlier.receiver_id", "=", "due.receiver_id")
            .whereRef("earlier.subject", "=", "due.subject")
            .whereRef("earlier.id", "<", "due.id"),
        ),
      ),
    )
    .orderBy("due.next_try_at")
    .orderBy("due.id")
    .limit(1)
    .executeTakeFirst();
}

interface AttemptResult {
  readonly status: DeliveryRow["status"];
  readonly httpStatus: number | null;
  /** For the delivery log, in our own words: it never quotes the receiver. */
  readonly note: string | null;
  /** When to retry, for status `waiting`. */
  readonly nextTryAt?: string;
  readonly at: string;
}

/** @returns False when the lease expired and another worker has it. */
export async function recordAttempt(
  db: Database,
  claimed: Claimed,
  { status, httpStatus, note, nextTryAt, at }: AttemptResult,
): Promise<boolean> {
  const updated = await updateClaimed(db, claimed)
    .set({
      status,
      last_status: httpStatus,
      last_note: note,
      lease_owner: null,
      lease_expires_at: null,
      finished_at: status === "waiting" ? null : at,
      sealed_secret: status === "waiting" ? undefined : null,
      next_try_at: nextTryAt,
    })
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Gives a delivery back when the worker shuts down: the attempt was cut short and does not count. */
export async function releaseDelivery(db: Database, claimed: Claimed): Promise<void> {
  await updateClaimed(db, claimed)
    .set({ attempts: claimed.attempts - 1, lease_owner: null, lease_expires_at: null })
    .execute();
}

type Claimed = Pick<DeliveryRow, "id" | "lease_owner" | "attempts">;

/** While the delivery is still this worker's. */
function updateClaimed(db: Database, { id, lease_owner: owner, attempts }: Claimed) {
  return db
    .updateTable("deliveries")
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("lease_owner", "=", owner)
    .where("attempts", "=", attempts);
}

type DeliveryView = Omit<
  DeliveryRow,
  "lease_owner" | "lease_expires_at" | "workspace_id" | "facts" | "sealed_secret"
> & {
  /** Null for the deliveries of protection rules. */
  readonly type: string | null;
};

export async function listDeliveries(
  db: Database,
  workspaceId: string,
  { limit }: { readonly limit: number },
): Promise<DeliveryView[]> {
  return db
    .selectFrom("deliveries")
    .leftJoin("announcements", "announcements.id", "deliveries.announcement_id")
    .select([
      "deliveries.id",
      "deliveries.kind",
      "deliveries.receiver_id",
      "deliveries.announcement_id",
      "deliveries.subject",
      "deliveries.status",
      "deliveries.attempts",
      "deliveries.next_try_at",
      "deliveries.last_status",
      "deliveries.last_note",
      "deliveries.created_at",
      "deliveries.finished_at",
      "announcements.type",
    ])
    .where("deliveries.workspace_id", "=", workspaceId)
    .orderBy("deliveries.id", "desc")
    .limit(limit)
    .execute();
}

const MAX_DELETED_AT_A_TIME = 1_000;

/** Deletes deliveries with their announcements, records of hooks, and gates. @returns How many deliveries. */
export async function deleteExpiredDeliveries(db: Database, before: string): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteSomeDeliveries(db, before);
    total += deleted;
    if (deleted < MAX_DELETED_AT_A_TIME) return total;
  }
}

async function deleteSomeDeliveries(db: Database, before: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const old = await tx
      .selectFrom("deliveries")
      .select(["id", "announcement_id"])
      .where("finished_at", "is not", null)
      .where("finished_at", "<", before)
      .limit(MAX_DELETED_AT_A_TIME)
      .execute();
    const ids = old.map(({ id }) => id);
    const announced = [...new Set(old.flatMap((row) => row.announcement_id ?? []))];
    if (ids.length > 0) await tx.deleteFrom("deliveries").where("id", "in", ids).execute();
    if (announced.length > 0) {
      await tx
        .deleteFrom("announcements")
        .where("id", "in", announced)
        .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.announcement_id = announcements.id)`)
        .execute();
    }
    await tx.deleteFrom("hook_receipts").where("received_at", "<", before).execute();
    await tx.deleteFrom("github_gates").where("created_at", "<", before).execute();
    return old.length;
  });
}
