import { type Clock, instant } from "@greenroom/contract/clock";
import type { AnnouncementData } from "../domain/announcement.ts";
import { statusAt } from "../domain/approval.ts";
import { AccountNotice, inert, type Notice, noticeOf, readNotices } from "../domain/notice.ts";
import { canDevelop } from "../domain/roles.ts";
import { type Encryption, secretContext } from "../outside/encryption.ts";
import { checkUrl, send } from "../outside/outgoing.ts";
import type { Addresses, Settings } from "../settings.ts";
import { type NewDelivery, queueDeliveries } from "../store/announcements/deliveries.ts";
import {
  INVITATION,
  countMails,
  hasMailService,
  listChannels,
  listMailed,
  MAILS_AN_HOUR,
} from "../store/announcements/notices.ts";
import { type ApprovalView, decidersOf, findApproval } from "../store/approvals/approvals.ts";
import { isOfDefaultBranch } from "../store/deployments/deployments.ts";
import type { Database } from "../store/engine/database.ts";
import { findRow } from "../store/engine/rows.ts";
import type { DeliveryRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { listInvitations } from "../store/people/setup-links.ts";
import { findUser, roleOf } from "../store/people/users.ts";
import { findWorkspace } from "../store/people/workspaces.ts";
import type { Mailer } from "./mailer.ts";
import type { Announcement } from "./messages.ts";
import { accountText, type Noticed, noticeText } from "./notice-facts.ts";
import { chatBody, mailHtml, mailText, type NoticeText } from "./notice-text.ts";
import { deliveryOutcome, type DeliveryOutcome, dropped } from "./outcome.ts";

const MAX_CHAT_RESPONSE_BYTES = 16 * 1024;

export type FindDefaultBranch = (siteId: string, signal: AbortSignal) => Promise<string | undefined>;

export type ReadPicture = (sha256: string) => Promise<Buffer>;

export interface PeopleContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly settings: Pick<Settings, "development" | "allowPrivateHosts" | "publicThumbnails">;
  readonly encryption: Encryption;
  readonly mailer: Mailer | undefined;
  readonly findDefaultBranch: FindDefaultBranch;
  readonly readPicture: ReadPicture;
  readonly signal: AbortSignal;
}

const DONE: DeliveryOutcome = { kind: "delivered", httpStatus: null };

export async function findPeople(
  context: PeopleContext,
  row: DeliveryRow,
  { id: announcementId, type, facts }: Announcement,
): Promise<DeliveryOutcome> {
  const { db } = context;
  const { workspace_id: workspaceId, subject } = row;
  const notice = noticeOf(type, facts);
  if (notice === undefined) return dropped("No one is notified of this.");
  if (notice === "build_failed" && !(await isAboutDefaultBranch(context, facts))) {
    return { ...DONE, note: "It was no build of the default branch." };
  }
  const people = (await hasMailService(db)) ? await mailed(context, { workspaceId, notice, data: facts }) : [];
  const channels = (await listChannels(db, workspaceId, facts.site.id)).filter((channel) =>
    readNotices(channel.notices).includes(notice),
  );
  await inWorkspace(db, workspaceId, async (tx) => {
    // A worker that died after it had queued them is repeated: no one is notified twice.
    const known = await tx
      .selectFrom("deliveries")
      .select("receiver_id")
      .where("announcement_id", "=", announcementId)
      .where("kind", "in", ["email", "chat"])
      .execute();
    const queuedBefore = new Set(known.map(({ receiver_id: id }) => id));
    const shared = { workspaceId, announcementId, subject };
    const queued: NewDelivery[] = channels.map(({ id }) => ({ ...shared, kind: "chat", receiverId: id }));
    for (const receiverId of people) {
      const sent = await countMails(tx, receiverId, tx.at);
      if (sent >= MAILS_AN_HOUR) continue;
      const facts = sent === MAILS_AN_HOUR - 1 ? { facts: LAST_MAIL } : {};
      queued.push({ ...shared, kind: "email", receiverId, ...facts });
    }
    await queueDeliveries(
      tx,
      queued.filter(({ receiverId }) => !queuedBefore.has(receiverId)),
    );
  });
  return DONE;
}

const LAST_MAIL = JSON.stringify({ last: true });

const USUAL_BRANCHES = ["main", "master"];

/** A branch that the repository does not confirm is not trusted: every token can name every branch. */
async function isAboutDefaultBranch(context: PeopleContext, facts: AnnouncementData): Promise<boolean> {
  if (facts.kind !== "deployment") return false;
  const { id, branch } = facts.deployment;
  const row = await findRow(context.db, "deployments", { id });
  if (!row || row.branch_verified === 0) return false;
  if (branch === null) return isOfDefaultBranch(row);
  const found = await context.findDefaultBranch(row.site_id, context.signal);
  return found === undefined ? USUAL_BRANCHES.includes(branch) : branch === found;
}

async function mailed(
  { db, clock }: PeopleContext,
  { workspaceId, notice, data }: Noticed,
): Promise<readonly string[]> {
  const wanting = await listMailed(db, { workspaceId, siteId: data.site.id }, notice);
  if (data.kind === "deployment") return [...wanting];
  if (data.kind === "comment") return data.people.filter((userId) => wanting.has(userId));
  const view = await findApproval(db, workspaceId, data.approval.id);
  if (!view) return [];
  // What one person did alone is announced to all members, whatever they chose.
  if (notice === "released" && view.facts.relaxations.rollBack) return view.members.map(({ userId }) => userId);
  if (notice === "released") return [...wanting];
  return concernedBy(view, notice, instant(clock)).filter((userId) => wanting.has(userId));
}

function concernedBy(view: ApprovalView, notice: Notice, at: string): readonly string[] {
  const requesterIds = [...new Set(view.requests.map(({ user_id: userId }) => userId))];
  if (notice === "requested") {
    return decidersOf(view, at).flatMap(({ userId }) => (requesterIds.includes(userId) ? [] : [userId]));
  }
  if (notice === "prepared") {
    const open = view.requested_at === null && statusAt(view, at) === "pending";
    return open ? view.members.flatMap(({ userId, role }) => (canDevelop(role) ? [userId] : [])) : [];
  }
  return requesterIds.filter((userId) => userId !== view.decision?.user_id);
}

export async function mailPerson(
  context: PeopleContext,
  row: DeliveryRow,
  announcement: Announcement | undefined,
): Promise<DeliveryOutcome> {
  const { db, addresses, mailer, signal } = context;
  const { workspace_id: workspaceId } = row;
  if (!mailer) return dropped("The service has no mail server.");
  const to = await addressOf(context, row);
  if (to === undefined) return dropped("This person is no longer a member.");
  const workspace = inert((await findWorkspace(db, workspaceId))?.name ?? "", 80);
  const optional = announcement !== undefined;
  const text = optional ? await announced(context, row, announcement) : account(context, row, workspace);
  if (!text) return dropped("It is over, or no longer concerns this person.");
  const preferencesUrl = `${addresses.baseUrl}/app/account${optional ? "#mail" : ""}`;
  const picture = await pictureOf(context, text);
  const footer = { workspace, preferencesUrl, optional };
  return mailer.send(
    {
      messageId: `<${row.id}@${new URL(addresses.baseUrl).hostname.replaceAll(/[[\]]/g, "")}>`,
      to,
      // The marks that keep programs from making links have no place in a header.
      subject: text.title.replaceAll("\u200b", ""),
      text: mailText(text, footer),
      html: mailHtml(text, footer, picture && PICTURE_ID),
      ...(picture && { picture: { id: PICTURE_ID, webp: picture } }),
      preferencesUrl,
    },
    signal,
  );
}

async function addressOf({ db, clock }: PeopleContext, row: DeliveryRow): Promise<string | undefined> {
  const { workspace_id: workspaceId, receiver_id: receiver, subject } = row;
  if (subject === INVITATION && receiver.includes("@")) {
    const invited = await listInvitations(db, workspaceId, instant(clock));
    return invited.find(({ email }) => email === receiver)?.email;
  }
  return (await roleOf(db, workspaceId, receiver)) && (await findUser(db, receiver))?.email;
}

const PICTURE_ID = "changed-page@greenroom";

/** Nothing is fetched when the mail is opened, and no one else sees its picture. */
async function pictureOf({ readPicture }: PeopleContext, { changes }: NoticeText): Promise<Buffer | undefined> {
  if (changes?.thumbnail === undefined) return undefined;
  // The store of files can be away, and the decision waits all the same.
  return readPicture(changes.thumbnail).catch(() => undefined);
}

async function announced(
  context: PeopleContext,
  row: DeliveryRow,
  { type, facts }: Announcement,
): Promise<NoticeText | undefined> {
  const { workspace_id: workspaceId, receiver_id: userId } = row;
  const notice = noticeOf(type, facts);
  if (notice === undefined) return undefined;
  const site = { workspaceId, siteId: facts.site.id };
  if (!(await listMailed(context.db, site, notice)).has(userId)) return undefined;
  const noticed = { workspaceId, notice, data: facts };
  if (!(await stillWaits(context, noticed, userId))) return undefined;
  const text = await noticeText(context, noticed);
  if (!text || row.facts !== LAST_MAIL) return text;
  const note = `You got ${MAILS_AN_HOUR} mails within an hour. For the rest of it there are no more; the screens show everything.`;
  return { ...text, note };
}

/** @param userId Whether it still waits for this person; without one, for anybody. */
async function stillWaits(
  { db, clock }: PeopleContext,
  { workspaceId, notice, data }: Noticed,
  userId?: string,
): Promise<boolean> {
  if ((notice !== "requested" && notice !== "prepared") || data.kind !== "approval") return true;
  const view = await findApproval(db, workspaceId, data.approval.id);
  if (!view) return false;
  const at = instant(clock);
  if (userId !== undefined) return concernedBy(view, notice, at).includes(userId);
  return statusAt(view, at) === "pending" && (notice === "requested" || view.requested_at === null);
}

function account(
  { addresses, encryption }: PeopleContext,
  row: DeliveryRow,
  workspace: string,
): NoticeText | undefined {
  const notice = AccountNotice.safeParse(JSON.parse(row.facts ?? "null"));
  if (!notice.success) return undefined;
  const secret =
    row.sealed_secret === null
      ? undefined
      : encryption.decryptSecret(row.sealed_secret, secretContext("invitation", row.id));
  return accountText({ addresses }, notice.data, { workspace, at: row.created_at, secret });
}

const HINTS: Readonly<Record<number, string>> = {
  400: "The chat does not take the message.",
  403: "The chat does not allow messages by this URL.",
  404: "The chat knows no such URL; make a new one there.",
  410: "The channel is gone.",
};

export async function writeToChat(
  context: PeopleContext,
  row: DeliveryRow,
  { type, facts }: Announcement,
): Promise<DeliveryOutcome> {
  const { db, clock, settings, encryption, signal } = context;
  const channel = await findRow(db, "chat_channels", { id: row.receiver_id });
  const notice = noticeOf(type, facts);
  if (!channel || notice === undefined) return dropped("The channel was removed.");
  const noticed = { workspaceId: row.workspace_id, notice, data: facts };
  if (!(await stillWaits(context, noticed))) return dropped("The release was requested or decided meanwhile.");
  const rules = addressRules(settings);
  const url = checkUrl(encryption.decryptSecret(channel.sealed_url, secretContext("chat", channel.id)), rules);
  if (url.kind === "invalid") return { kind: "failed", httpStatus: null, note: url.reason };
  const text = await noticeText(context, noticed);
  if (!text) return dropped("The comment was deleted meanwhile.");
  const sent = await send({
    url: url.url,
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": "greenroom" },
    body: chatBody(channel.kind, text),
    signal,
    maxBytes: MAX_CHAT_RESPONSE_BYTES,
    publicOnly: rules.publicOnly,
  });
  return deliveryOutcome(sent, { final: [400, 403, 404, 410], hints: HINTS, nowMs: clock.now() });
}

/** Where a chat may be: on the public network, or wherever the operator allows repositories too. */
export function addressRules({ development, allowPrivateHosts }: Pick<Settings, "development" | "allowPrivateHosts">) {
  return { development, publicOnly: !development && allowPrivateHosts !== true };
}
