import type { Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { channelAdded, channelRemoved, readChannel } from "../../admin/integrations.ts";
import type { ServiceContext } from "../../context.ts";
import { CHAT_KINDS, type ChatKind, NOTICES, readNotices } from "../../domain/notice.ts";
import { openEncryption } from "../../outside/encryption.ts";
import { addressRules } from "../../notify/people.ts";
import { appendAudit, auditedActor } from "../../store/audit/audit.ts";
import {
  type ChannelView,
  deleteChannel,
  findLastDelivery,
  hasMailService,
  insertChannel,
  listChannels,
  readMailPreference,
  readSiteMailPreference,
  setSiteMailPreference,
} from "../../store/deployments/notices.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { inPerson, inWorkspace } from "../../store/engine/transaction.ts";
import { confirmButton, emptyState, inputField, truncated, siteHeader } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { chosenNotices, lastDelivery, noticeChoices } from "../notices.ts";
import { csrfField, type Notice, page } from "../page.ts";

/** Roles that manage channels: a channel takes notices out of the workspace. */
export const CHANNEL_ADMINS: readonly Role[] = ["owner", "admin"];

const CHATS: Readonly<Record<ChatKind, string>> = { slack: "Slack", teams: "Microsoft Teams" };

const DONE: ReadonlyMap<string, string> = new Map([
  ["added", "The channel was added."],
  ["mail", "Your choice was saved."],
  ["removed", "The channel was removed. Nothing more is sent to it."],
]);

async function siteOf({ db }: ServiceContext, { c, actor }: MemberRequest): Promise<SiteRow> {
  return requireSite(db, actor.workspaceId, c.req.param("siteId") ?? "");
}

/** Shows the channels of chats that get notices about a site. */
export async function showChannels(
  context: ServiceContext,
  request: MemberRequest,
  notice?: Notice,
): Promise<Response> {
  const { c, session, actor } = request;
  const site = await siteOf(context, request);
  const canManage = CHANNEL_ADMINS.includes(actor.role);
  const channels = await listChannels(context.db, actor.workspaceId, site.id);
  const rows: Html[] = [];
  for (const channel of channels) rows.push(await channelRow(context, request, { channel, canManage }));
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  return page(c, {
    title: `Notices · ${site.name}`,
    session,
    section: "/app/sites",
    status: notice?.tone === "problem" ? 400 : 200,
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    body: html`${siteHeader(site, "/channels")}
      <div class="column">
      <p class="lead">Send notices about the site to Slack or Teams. Decisions are made on these pages only.</p>
      ${rows.length > 0 ? html`<ul class="plain card">${rows}</ul>` : emptyState("No channels yet", html`No chat gets notices about this site.`)}
      ${canManage ? addForm(request, site, notice?.typed) : html`<p class="dim">Owners and admins add channels.</p>`}
      ${await mailSection(context, request, site)}
      </div>`,
  });
}

/** What the person who looks is mailed of this site. */
async function mailSection(
  { db }: ServiceContext,
  { session, actor }: MemberRequest,
  site: SiteRow,
): Promise<Html | undefined> {
  if (!(await hasMailService(db))) return undefined;
  const { userId, workspaceId } = actor;
  const ofSite = await readSiteMailPreference(db, { siteId: site.id, userId });
  const chosen = ofSite ?? (await readMailPreference(db, { workspaceId, userId }));
  const account = html`your <a href="/app/account#mail">account page</a>`;
  return html`<h2 id="mail">Mail to you</h2>
    <form method="post" action="/app/sites/${site.id}/channels" class="card stack">
      ${csrfField(session)}
      <p>${ofSite === undefined ? html`As you chose on ${account}, for all sites.` : html`As you chose for this site, instead of ${account}.`}</p>
      <fieldset>
        <legend>Mail to <bdi>${session.user.email}</bdi> of this site when</legend>
        ${noticeChoices(chosen)}
      </fieldset>
      <div class="actions">
        <button class="secondary" name="do" value="mail">Save for this site</button>
        ${ofSite !== undefined && html`<button class="secondary" name="do" value="mail_as_account">As for all sites</button>`}
      </div>
    </form>`;
}

async function channelRow(
  { db, clock }: ServiceContext,
  { session, actor }: MemberRequest,
  { channel, canManage }: { readonly channel: ChannelView; readonly canManage: boolean },
): Promise<Html> {
  const { workspaceId } = actor;
  const last = await findLastDelivery(db, { workspaceId, kind: "chat", receiverId: channel.id });
  const notices = readNotices(channel.notices).map((one) => one.replace("_", " "));
  return html`<li>
    <form method="post" action="/app/sites/${channel.site_id}/channels" class="item">
      ${csrfField(session)}<input type="hidden" name="id" value="${channel.id}" />
      <div>
        <strong>${truncated(channel.name)}</strong><br /><span class="dim"
          >${CHATS[channel.kind]} at <bdi>${channel.host}</bdi> · ${notices.join(", ")}</span
        >
        ${last ? lastDelivery("Last message", last, clock.now()) : html`<p class="dim">No message yet.</p>`}
      </div>
      ${canManage && confirmButton({ verb: "Remove", target: channel.name, consequence: "Nothing more is sent to it, and its URL is deleted.", action: "remove" })}
    </form>
  </li>`;
}

function addForm({ session }: MemberRequest, site: SiteRow, typed: URLSearchParams | undefined): Html {
  const kind = CHAT_KINDS.find((one) => one === typed?.get("kind")) ?? "slack";
  return html`<h2>Add a channel</h2>
    <form method="post" action="/app/sites/${site.id}/channels" class="card stack">
      ${csrfField(session)}
      <fieldset>
        <legend>Chat</legend>
        ${CHAT_KINDS.map(
          (one) =>
            html`<label class="choice"
              ><input type="radio" name="kind" value="${one}" ${one === kind && html` checked`} />
              <span>${CHATS[one]}</span></label
            >`,
        )}
      </fieldset>
      ${inputField("Name", { id: "channel-name", name: "name", maxlength: 80, required: true, autocomplete: "off", placeholder: "#releases", value: typed?.get("name") })}
      ${inputField("URL of the incoming webhook", { id: "channel-url", name: "url", type: "password", maxlength: 2048, required: true, autocomplete: "off" }, "Anyone who has it can write to the channel. It is stored encrypted and not shown again.")}
      <fieldset>
        <legend>Notify when</legend>
        ${noticeChoices(typed ? chosenNotices(typed) : NOTICES)}
      </fieldset>
      <div><button name="do" value="add">Add channel</button></div>
    </form>`;
}

/** Adds or removes a channel. */
export async function changeChannels(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { actor, form } = request;
  const site = await siteOf(context, request);
  const action = field(form, "do");
  if (action === "mail" || action === "mail_as_account") {
    const notices = action === "mail" ? chosenNotices(form) : undefined;
    const choice = { siteId: site.id, userId: actor.userId, notices };
    await inPerson(context.db, actor.userId, (tx) => setSiteMailPreference(tx, choice));
    return request.c.redirect(`/app/sites/${site.id}/channels?done=mail#mail`, 303);
  }
  requireRole(actor, CHANNEL_ADMINS);
  if (action === "add") return add(context, request, site);
  if (action !== "remove") return problem(context, request, "Choose one of the actions on this page.");
  const { workspaceId } = actor;
  const removed = await inWorkspace(context.db, workspaceId, async (tx) => {
    const row = await deleteChannel(tx, { workspaceId, id: field(form, "id") });
    if (row) await appendAudit(tx, { ...auditedActor(actor), ...channelRemoved(row), at: instant(context.clock) });
    return row;
  });
  if (!removed) return problem(context, request, "This channel was removed already.");
  return request.c.redirect(`/app/sites/${site.id}/channels?done=removed`, 303);
}

async function add(context: ServiceContext, request: FormRequest, site: SiteRow): Promise<Response> {
  const { actor, form } = request;
  const kind = CHAT_KINDS.find((one) => one === field(form, "kind"));
  if (!kind) return problem(context, request, "Choose a chat.");
  const encryption = openEncryption(context.settings.dataDirectory);
  const read = readChannel(
    { siteId: site.id, kind, name: field(form, "name"), url: field(form, "url"), notices: chosenNotices(form) },
    { encryption, ...addressRules(context.settings) },
  );
  if (read.kind === "invalid") return problem(context, request, read.reason);
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const added = await inWorkspace(context.db, workspaceId, async (tx) => {
    if (!(await insertChannel(tx, { ...read.row, workspace_id: workspaceId, created_at: at }))) return false;
    await appendAudit(tx, { ...auditedActor(actor), ...channelAdded(read.row), at });
    return true;
  });
  if (!added) return problem(context, request, "The site has reached its limit of channels. Remove one first.");
  return request.c.redirect(`/app/sites/${site.id}/channels?done=added`, 303);
}

function problem(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showChannels(context, request, { tone: "problem", text, typed: request.form });
}
