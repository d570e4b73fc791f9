import type { Role } from "@greenroom/contract";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, later } from "../../domain/instants.ts";
import type { AccountNotice, Notice } from "../../domain/notice.ts";
import { DEFAULT_MAIL, readNotices } from "../../domain/notice.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { addRow, countRows, deleteRows, findRow, insertRow, putRow, takeRow } from "../engine/rows.ts";
import type { ChatChannelRow, DeliveryRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";
import { roleOf } from "../people/users.ts";
import { queueDeliveries } from "./deliveries.ts";

/** Notes whether this service has a mail server: without one nothing is queued for mail. */
export async function setMailService(db: Database, on: boolean, at: string): Promise<void> {
  if (!on) {
    await db.deleteFrom("mail_service").execute();
    return;
  }
  await inTransaction(db, (tx) => addRow(tx, "mail_service", { id: 1, since: at }));
}

export async function hasMailService(db: Database): Promise<boolean> {
  return (await findRow(db, "mail_service", { id: 1 })) !== undefined;
}

interface Person {
  readonly workspaceId: string;
  readonly userId: string;
}

export async function readMailPreference(db: Database, { workspaceId, userId }: Person): Promise<readonly Notice[]> {
  const row = await findRow(db, "mail_preferences", { workspace_id: workspaceId, user_id: userId });
  return row ? readNotices(row.notices) : DEFAULT_MAIL;
}

export async function setMailPreference(
  tx: Transaction,
  { workspaceId, userId, notices }: Person & { readonly notices: readonly Notice[] },
): Promise<void> {
  const key = { workspace_id: workspaceId, user_id: userId };
  await putRow(tx, "mail_preferences", { key, set: { notices: notices.join(" ") } });
}

interface PersonOfSite {
  readonly siteId: string;
  readonly userId: string;
}

/** @returns Undefined when it is as for the workspace. */
export async function readSiteMailPreference(
  db: Database,
  { siteId, userId }: PersonOfSite,
): Promise<readonly Notice[] | undefined> {
  const row = await findRow(db, "site_mail_preferences", { site_id: siteId, user_id: userId });
  return row && readNotices(row.notices);
}

/** @param notices Undefined: as for the workspace again. */
export async function setSiteMailPreference(
  tx: Transaction,
  { siteId, userId, notices }: PersonOfSite & { readonly notices: readonly Notice[] | undefined },
): Promise<void> {
  const key = { site_id: siteId, user_id: userId };
  if (notices === undefined) await deleteRows(tx, "site_mail_preferences", key);
  else await putRow(tx, "site_mail_preferences", { key, set: { notices: notices.join(" ") } });
}

export async function listMailed(
  db: Database,
  { workspaceId, siteId }: { readonly workspaceId: string; readonly siteId: string },
  notice: Notice,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .leftJoin("mail_preferences", (join) =>
      join
        .onRef("mail_preferences.workspace_id", "=", "memberships.workspace_id")
        .onRef("mail_preferences.user_id", "=", "memberships.user_id"),
    )
    .leftJoin("site_mail_preferences", (join) =>
      join
        .onRef("site_mail_preferences.user_id", "=", "memberships.user_id")
        .on("site_mail_preferences.site_id", "=", siteId),
    )
    .select(["users.id", "mail_preferences.notices", "site_mail_preferences.notices as of_site"])
    .where("memberships.workspace_id", "=", workspaceId)
    .where("memberships.removed_at", "is", null)
    .where("users.disabled_at", "is", null)
    .execute();
  const wanting = rows.filter(({ notices, of_site: ofSite }) => {
    const chosen = ofSite ?? notices;
    return (chosen === null ? DEFAULT_MAIL : readNotices(chosen)).includes(notice);
  });
  return new Set(wanting.map(({ id }) => id));
}

/** Most mails about releases and builds to one person in an hour: the last one says that there are more. */
export const MAILS_AN_HOUR = 20;

/** Most mails about one account in a day. They are counted apart, so that no flood of the others hides them. */
const ACCOUNT_MAILS_A_DAY = 20;

/** Subject of invitations; those of members are received by an address, all other mails by a person. */
export const INVITATION = "invitation";

/** Most invitations that one workspace sends in a day: a member can type any names and addresses. */
const INVITATIONS_A_DAY = 50;

export async function countMails(db: Database, userId: string, at: string): Promise<number> {
  const { count } = await db
    .selectFrom("deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("receiver_id", "=", userId)
    .where("kind", "=", "email")
    .where("announcement_id", "is not", null)
    .where("created_at", ">", later(at, -HOUR_MS))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewAccountNotice extends Person {
  readonly notice: Exclude<AccountNotice, Invitation>;
}

type Invitation = Extract<AccountNotice, { readonly kind: "invitation" }>;

function sentLately(tx: Transaction, at: string) {
  return tx
    .selectFrom("deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", "email")
    .where("created_at", ">", later(at, -DAY_MS));
}

/** @returns False when none is sent: there is no mail server, or too many were sent. */
export async function queueInvitation(
  tx: Transaction,
  to: { readonly workspaceId: string; readonly receiverId: string },
  notice: Invitation,
  sealSecret: ((deliveryId: string) => string) | undefined,
): Promise<boolean> {
  if (!(await hasMailService(tx))) return false;
  const { workspaceId, receiverId } = to;
  const invitations = sentLately(tx, tx.at).where("workspace_id", "=", workspaceId).where("subject", "=", INVITATION);
  if ((await invitations.executeTakeFirstOrThrow()).count >= INVITATIONS_A_DAY) return false;
  const delivery = { kind: "email", receiverId, workspaceId, subject: INVITATION } as const;
  await queueDeliveries(tx, [{ ...delivery, facts: JSON.stringify(notice), sealSecret }]);
  return true;
}

/** @returns False when none is sent: there is no mail server, the person is no member, or too many were sent. */
export async function queueAccountNotice(
  tx: Transaction,
  { workspaceId, userId, notice }: NewAccountNotice,
): Promise<boolean> {
  if (!(await hasMailService(tx)) || (await roleOf(tx, workspaceId, userId)) === undefined) return false;
  const sent = sentLately(tx, tx.at);
  // What strangers ask for never uses up the mails about a member's own account.
  const own = await sent
    .where("receiver_id", "=", userId)
    .where("announcement_id", "is", null)
    .where("subject", notice.kind === "access" ? "=" : "<>", ACCESS)
    .executeTakeFirstOrThrow();
  if (own.count >= ACCOUNT_MAILS_A_DAY) return false;
  const subject = subjectOf(notice);
  if (notice.kind === "domain" && notice.problem !== "lost") {
    // A record that comes and goes is one problem.
    const before = await sent
      .where("receiver_id", "=", userId)
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    if (before.count > 0) return false;
  }
  const facts = JSON.stringify(notice);
  const delivery = { kind: "email", receiverId: userId, workspaceId, subject } as const;
  await queueDeliveries(tx, [{ ...delivery, facts }]);
  return true;
}

export async function queueRoleNotices(
  tx: Transaction,
  workspaceId: string,
  roles: readonly Role[],
  notice: NewAccountNotice["notice"],
): Promise<void> {
  const people = await tx
    .selectFrom("memberships")
    .select("user_id")
    .where("workspace_id", "=", workspaceId)
    .where("role", "in", roles)
    .where("removed_at", "is", null)
    .execute();
  for (const { user_id: userId } of people) await queueAccountNotice(tx, { workspaceId, userId, notice });
}

const ACCESS = "access";

function subjectOf(notice: NewAccountNotice["notice"]): string {
  if (notice.kind === "access") return ACCESS;
  return notice.kind === "domain" ? `domain ${notice.domain}` : "account";
}

export type LastDelivery = Pick<
  DeliveryRow,
  "status" | "attempts" | "last_note" | "created_at" | "finished_at" | "next_try_at"
>;

/** @param receiverId Id of a person or a channel. */
export async function findLastDelivery(
  db: Database,
  { workspaceId, kind, receiverId }: { workspaceId: string; kind: "email" | "chat"; receiverId: string },
): Promise<LastDelivery | undefined> {
  return db
    .selectFrom("deliveries")
    .select(["status", "attempts", "last_note", "created_at", "finished_at", "next_try_at"])
    .where("receiver_id", "=", receiverId)
    .where("kind", "=", kind)
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export interface SentNotice {
  readonly kind: "email" | "chat";
  readonly name: string;
  /** Null while it waits to be sent. */
  readonly at: string | null;
  readonly failed: boolean;
}

const NAMED_NOTICES = 50;

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
    .limit(NAMED_NOTICES)
    .execute();
  return rows.flatMap(({ kind, status, finished_at: at, person, channel }): SentNotice[] => {
    const name = person ?? channel;
    if (name === null || (kind !== "email" && kind !== "chat") || status === "dropped") return [];
    return [{ kind, name, at, failed: status === "failed" }];
  });
}

/** Most channels of a site: every notice is sent to each. */
const MAX_CHANNELS = 5;

/** @returns False when the site has reached its limit of channels. */
export async function insertChannel(tx: Transaction, row: ChatChannelRow): Promise<boolean> {
  if ((await countRows(tx, "chat_channels", { site_id: row.site_id })) >= MAX_CHANNELS) return false;
  await insertRow(tx, "chat_channels", row);
  return true;
}

/** Removes a channel of a workspace; what is queued for it is dropped. */
export async function deleteChannel(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<ChatChannelRow | undefined> {
  return takeRow(tx, "chat_channels", { workspace_id: workspaceId, id });
}

export type ChannelView = Omit<ChatChannelRow, "sealed_url" | "workspace_id">;

export async function listChannels(db: Database, workspaceId: string, siteId?: string): Promise<ChannelView[]> {
  let query = db
    .selectFrom("chat_channels")
    .select(["id", "site_id", "kind", "name", "host", "notices", "created_at"])
    .where("workspace_id", "=", workspaceId);
  if (siteId !== undefined) query = query.where("site_id", "=", siteId);
  return query.orderBy("created_at").orderBy("id").execute();
}
