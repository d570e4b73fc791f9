import { instant } from "@greenroom/contract/clock";
import { channelAdded, channelRemoved, readChannel } from "../../admin/integrations.ts";
import { CHAT_KINDS, type ChatKind, type Notice, NOTICES, readNotices } from "../../domain/notice.ts";
import { ADMINS, isAdmin } from "../../domain/roles.ts";
import { addressRules } from "../../notify/people.ts";
import { openEncryption } from "../../outside/encryption.ts";
import { type Html, html } from "../../outside/html.ts";
import {
  deleteChannel,
  findLastDelivery,
  hasMailService,
  insertChannel,
  listChannels,
  readMailPreference,
  readSiteMailPreference,
  setSiteMailPreference,
} from "../../store/announcements/notices.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { inPerson } from "../../store/engine/transaction.ts";
import { choice, confirmButton, emptyState, inputField, itemForm, listOr, postForm, truncated } from "../fragments.ts";
import { field, type MemberRequest, requireRole, typedInto } from "../guard.ts";
import { chosenNotices, lastDelivery, noticeChoices } from "../notices.ts";
import { asMember, auditAs, done, type FormResult, problem, type SiteForm, defineSiteScreen } from "../screen.ts";

const CHATS: Readonly<Record<ChatKind, string>> = { slack: "Slack", teams: "Microsoft Teams" };

export const channelsScreen = defineSiteScreen({
  tab: "/channels",
  title: "Notices",
  load: async (request, site) => ({ channels: await readChannels(request, site), mail: await readMail(request, site) }),
  body(request, { channels, mail }) {
    const canManage = isAdmin(request.actor.role);
    const empty = emptyState("No channels yet", html`No chat gets notices about this site.`);
    return html`<p class="lead">Send notices about the site to Slack or Teams. Decisions are made on these pages only.</p>
      ${listOr(channels, (channel) => channelItem(request, channel, canManage), empty)}
      ${canManage ? addForm(request) : html`<p class="dim">Owners and admins add channels.</p>`}
      ${mail && mailSection(request, mail)}`;
  },
  actions: {
    add: { run: add, done: "The channel was added." },
    remove: { run: remove, done: "The channel was removed. Nothing more is sent to it." },
    mail: { run: (request) => chooseMail(request, chosenNotices(request.form)), done: "Your choice was saved." },
    mail_as_account: { run: (request) => chooseMail(request, undefined), done: "Your choice was saved." },
  },
});

async function readChannels({ context: { db }, actor: { workspaceId } }: MemberRequest, site: SiteRow) {
  const rows = await listChannels(db, workspaceId, site.id);
  return Promise.all(
    rows.map(async (row) => ({
      row,
      last: await findLastDelivery(db, { workspaceId, kind: "chat", receiverId: row.id }),
    })),
  );
}

async function readMail({ context: { db }, actor: { userId, workspaceId } }: MemberRequest, site: SiteRow) {
  if (!(await hasMailService(db))) return undefined;
  return {
    ofSite: await readSiteMailPreference(db, { siteId: site.id, userId }),
    ofAccount: await readMailPreference(db, { workspaceId, userId }),
  };
}

type Mail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

function mailSection(request: MemberRequest, { ofSite, ofAccount }: Mail): Html {
  const account = html`your <a href="/app/account#mail">account page</a>`;
  const fields = html`<p>${ofSite === undefined ? html`As you chose on ${account}, for all sites.` : html`As you chose for this site, instead of ${account}.`}</p>
    <fieldset>
      <legend>Mail to <bdi>${request.session.user.email}</bdi> of this site when</legend>
      ${noticeChoices(ofSite ?? ofAccount)}
    </fieldset>
    <div class="row">
      <button class="secondary" name="do" value="mail">Save for this site</button>
      ${ofSite !== undefined && html`<button class="secondary" name="do" value="mail_as_account">As for all sites</button>`}
    </div>`;
  return html`<h2 id="mail">Mail to you</h2>
    ${postForm(request, { class: "card stack" }, fields)}`;
}

type Channel = Awaited<ReturnType<typeof readChannels>>[number];

function channelItem(request: MemberRequest, { row, last }: Channel, canManage: boolean): Html {
  const notices = readNotices(row.notices).map((notice) => notice.replace("_", " "));
  const consequence = "Nothing more is sent to it, and its URL is deleted.";
  const content = html`<div>
      <strong>${truncated(row.name)}</strong><br /><span class="dim"
        >${CHATS[row.kind]} at <bdi>${row.host}</bdi> · ${notices.join(", ")}</span
      >
      ${last ? lastDelivery("Last message", last, request.context.clock.now()) : html`<p class="dim">No message yet.</p>`}
    </div>
    ${canManage && confirmButton({ verb: "Remove", target: row.name, consequence, action: "remove" })}`;
  return itemForm(request, { id: row.id }, content);
}

function addForm(request: MemberRequest): Html {
  const typed = typedInto(request, "add");
  const kind = readKind(typed) ?? "slack";
  const fields = html`<fieldset>
      <legend>Chat</legend>
      ${CHAT_KINDS.map((value) => choice({ type: "radio", name: "kind", value, checked: value === kind }, CHATS[value]))}
    </fieldset>
    ${inputField("Name", { id: "channel-name", name: "name", maxlength: 80, required: true, autocomplete: "off", placeholder: "#releases", value: typed?.get("name") })}
    ${inputField("URL of the incoming webhook", { id: "channel-url", name: "url", type: "password", maxlength: 2048, required: true, autocomplete: "off" }, "Anyone who has it can write to the channel. It is stored encrypted and not shown again.")}
    <fieldset>
      <legend>Notify when</legend>
      ${noticeChoices(typed ? chosenNotices(typed) : NOTICES)}
    </fieldset>
    <div><button name="do" value="add">Add channel</button></div>`;
  return html`<h2>Add a channel</h2>
    ${postForm(request, { class: "card stack" }, fields)}`;
}

function readKind(form: URLSearchParams | undefined): ChatKind | undefined {
  return CHAT_KINDS.find((kind) => kind === form?.get("kind"));
}

async function add(request: SiteForm): Promise<FormResult> {
  const { context, actor, form, site } = request;
  requireRole(actor, ADMINS);
  const kind = readKind(form);
  if (!kind) return problem("Choose a chat.");
  const encryption = openEncryption(context.settings.dataDirectory);
  const read = readChannel(
    { siteId: site.id, kind, name: field(form, "name"), url: field(form, "url"), notices: chosenNotices(form) },
    { encryption, ...addressRules(context.settings) },
  );
  if (read.kind === "invalid") return problem(read.reason);
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const added = await asMember(request, async (tx, by) => {
    requireRole(by, ADMINS);
    if (!(await insertChannel(tx, { ...read.row, workspace_id: workspaceId, created_at: at }))) return false;
    await auditAs(tx, request, channelAdded(read.row));
    return true;
  });
  return added ? done() : problem("The site has reached its limit of channels. Remove one first.");
}

async function remove(request: SiteForm): Promise<FormResult> {
  const removed = await asMember(request, async (tx, actor) => {
    requireRole(actor, ADMINS);
    const row = await deleteChannel(tx, actor.workspaceId, field(request.form, "id"));
    if (row) await auditAs(tx, request, channelRemoved(row));
    return row;
  });
  return removed ? done() : problem("This channel was removed already.");
}

/** @param notices Undefined: as on the account page. */
async function chooseMail(
  { context, actor: { userId }, site }: SiteForm,
  notices: readonly Notice[] | undefined,
): Promise<FormResult> {
  await inPerson(context.db, userId, (tx) => setSiteMailPreference(tx, { siteId: site.id, userId, notices }));
  return done("#mail");
}
