import type { Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { SessionActor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type AuditAction, plainSentence } from "../../domain/audit-entry.ts";
import { DAY_MS } from "../../domain/instants.ts";
import { isMailAddress, readName } from "../../domain/mail-address.ts";
import { type StandingReport, standingText } from "../../domain/people.ts";
import { ADMINS, canDecide, grantableRoles, isAdmin } from "../../domain/roles.ts";
import { encryptInvitation } from "../../outside/encryption.ts";
import { type Html, html } from "../../outside/html.ts";
import { hasMailService, queueAccountNotice, queueInvitation } from "../../store/announcements/notices.ts";
import { type AuditEntry, describeAudit } from "../../store/audit/audit-entries.ts";
import { readAuditSince } from "../../store/audit/audit.ts";
import type { Database, Transaction } from "../../store/engine/database.ts";
import { updateRows } from "../../store/engine/rows.ts";
import { setRole } from "../../store/people/group-roles.ts";
import { listMade, listOperatorSecrets, type Made, takeOver } from "../../store/people/made-by.ts";
import {
  createInvitation,
  createSetupLink,
  endInvitation,
  type Invitation,
  listInvitations,
} from "../../store/people/setup-links.ts";
import { reportUnconfirmed } from "../../store/people/standings.ts";
import {
  emailKey,
  findUser,
  listMembers,
  listWorkspacesOf,
  type Member,
  removeMember,
  roleOf,
} from "../../store/people/users.ts";
import { renameWorkspace } from "../../store/people/workspaces.ts";
import {
  choice,
  confirmButton,
  hintBox,
  inputField,
  itemForm,
  optionsOf,
  postForm,
  relativeTime,
  truncated,
} from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole, typedInto } from "../guard.ts";
import { memberPage, secretCard } from "../page.ts";
import { asMember, auditAs, done, defineScreen, type FormResult, problem } from "../screen.ts";
import { confirmMember, showConfirmation } from "./confirm-member.ts";

const EmailAddress = z.email().max(254);

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "everything, including other owners",
  admin: "members, tokens and approvals",
  approver: "approves releases",
  developer: "deploys previews and requests releases",
  viewer: "read only",
};

export const membersScreen = defineScreen({
  load: readMembers,
  view: (request, data: MembersPage) => ({
    title: "Members",
    section: "/app/members",
    body: html`<h1>Members</h1>
      ${data.changes.length > 0 && recentChanges(request, data.changes)}
      ${data.needsApprover && hintBox("A person cannot approve a release that they requested, and only one member here may approve. Invite an owner, admin or approver.")}
      ${(data.more > 0 || data.query !== "") && findForm(data)}
      <ul class="plain card">
        ${data.members.map((member) => memberItem(request, member, data.unconfirmed.get(member.userId)))}
        ${data.invitations.map((invitation) => invitationItem(request, invitation))}
      </ul>
      <div class="halves">
        ${isAdmin(request.actor.role) && html`<section><h2 id="invite">Invite a member</h2>${inviteForm(request, data.mails)}</section>`}
        ${request.actor.role === "owner" && html`<section><h2 id="workspace">Workspace</h2>${workspaceForm(request)}</section>`}
      </div>`,
  }),
  actions: {
    add: { run: invite },
    uninvite: { run: withdraw, done: "The invitation was withdrawn. Its link no longer works." },
    role: { run: ofManaged(changeMemberRole), done: "The role was changed. It takes effect immediately." },
    link: { run: ofManaged(createLink) },
    rename: { run: rename, done: "The workspace was renamed." },
    remove: { run: ofManaged(remove), done: "The member was removed. Their tokens no longer work." },
    confirm: { run: showConfirmation },
    confirmed: { run: confirmMember, done: "The member is confirmed." },
  },
});

const MAX_SHOWN = 100;

type MembersPage = Awaited<ReturnType<typeof readMembers>>;

async function readMembers(request: MemberRequest) {
  const { context, c, actor } = request;
  const all = await listMembers(context.db, actor.workspaceId);
  const query = (c.req.query("find") ?? "").trim().toLowerCase();
  const found = all.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(query));
  const members = found.slice(0, MAX_SHOWN);
  const shown = members.map(({ userId }) => userId);
  return {
    query,
    members,
    more: found.length - members.length,
    invitations: await listInvitations(context.db, actor.workspaceId, instant(context.clock)),
    unconfirmed: await reportUnconfirmed(context.db, actor.workspaceId, shown),
    needsApprover: all.filter(({ role }) => canDecide(role)).length < 2,
    changes: isAdmin(actor.role) ? await readRecentChanges(request) : [],
    mails: await hasMailService(context.db),
  };
}

/** Changes that let someone decide who could not before, shown so that owners notice them. */
const NOTICED: readonly AuditAction[] = [
  "confirmation.skipped",
  "member.added",
  "member.confirmed",
  "member.github_linked",
  "member.invited",
  "member.joined",
  "member.renamed",
  "member.role_changed",
  "member.setup_link_made",
  "passkey.added",
  "passkey.removed",
  "password.set",
  "recovery_codes.renewed",
  "self_approval.allowed",
  "sso.linked",
  "sso.removed",
  "totp.added",
  "totp.removed",
];

const NOTICE_MS = 7 * DAY_MS;

const MAX_NOTICES = 10;

async function readRecentChanges({ context, actor }: MemberRequest): Promise<readonly AuditEntry[]> {
  const since = instant(context.clock, -NOTICE_MS);
  const { workspaceId } = actor;
  const rows = await readAuditSince(context.db, workspaceId, since, NOTICED, MAX_NOTICES);
  return describeAudit(context.db, workspaceId, rows);
}

function recentChanges({ context }: MemberRequest, changes: readonly AuditEntry[]): Html {
  return html`<details class="card notices">
    <summary>Changes of members in the last 7 days</summary>
    <ul class="plain">
      ${changes.map(({ row, sentence }) => html`<li><bdi>${plainSentence(sentence)}</bdi> <span class="dim">${relativeTime(row.at, context.clock.now())}</span></li>`)}
    </ul>
    <p class="hint">Something unexpected? Change the role of the member, and ask the operator. <a href="/app/audit">Audit log</a></p>
  </details>`;
}

function findForm({ query, more }: MembersPage): Html {
  return html`<form method="get" class="filters">
      ${inputField("Name or email", { id: "find", name: "find", type: "search", maxlength: 254, value: query })}
      <div class="row">
        <button class="secondary">Find</button>
        ${query !== "" && html`<a class="button quiet" href="/app/members">Show all</a>`}
      </div>
    </form>
    ${more > 0 && html`<p class="dim">${more} more are not shown. Find them by name or email.</p>`}`;
}

function memberItem(request: MemberRequest, member: Member, report: StandingReport | undefined): Html {
  const { context, actor } = request;
  const now = context.clock.now();
  const roles = grantableRoles(actor.role);
  const { userId, name, role } = member;
  const own = userId === actor.userId;
  const confirms = member.hasFactor && report?.confirmers.some((owner) => owner.userId === actor.userId) === true;
  const confirm =
    confirms && html`<button class="small" name="do" value="confirm" aria-label="Confirm ${name}">Confirm</button>`;
  const consequence = "They lose access to this workspace immediately, and their tokens in it are revoked.";
  const manage = html`<label class="hidden" for="role-${userId}">Role of ${name}</label
    ><select id="role-${userId}" name="role">
      ${optionsOf(
        roles.map((one) => [one, one]),
        role,
      )}
    </select>
    <button class="secondary small" name="do" value="role" aria-label="Change role of ${name}">Change role</button>
    <button class="quiet small" name="do" value="link" aria-label="Create setup link for ${name}">Setup link</button>
    ${confirmButton({ verb: "Remove", target: name, consequence, action: "remove" })}`;
  const content = html`<div>
      <strong>${truncated(name)}</strong
      >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
        ><bdi>${member.email}</bdi> · joined ${relativeTime(member.since, now)}</span
      >
      ${report && html`<p class="hint"><bdi>${standingText(report)}</bdi></p>`}
    </div>
    <div class="row member">
      ${confirm}
      ${!own && roles.includes(role) ? manage : html`<span class="role">${role}</span>`}
    </div>`;
  return itemForm(request, { user: userId }, content);
}

/** Whether the address has an account elsewhere is not looked up. */
function invitationItem(request: MemberRequest, { email, role, at }: Invitation): Html {
  const consequence = "The link no longer works.";
  const manages = grantableRoles(request.actor.role).includes(role);
  const content = html`<div>
      <bdi>${email}</bdi><br /><span class="dim"
        >invited as ${role} ${relativeTime(at, request.context.clock.now())}</span
      >
    </div>
    ${manages && html`<div class="row"><button class="secondary small" name="do" value="add" aria-label="Make a new link for ${email}">New link</button>${confirmButton({ verb: "Withdraw", target: email, consequence, action: "uninvite" })}</div>`}`;
  return itemForm(request, { email, role }, content);
}

function inviteForm(request: MemberRequest, mails: boolean): Html {
  // Somebody who asks for access comes with an address.
  const typed = typedInto(request, "add") ?? new URLSearchParams(request.c.req.query());
  const role = typed.get("role") ?? "developer";
  const fields = html`${inputField("Email", { id: "new-email", name: "email", type: "email", maxlength: 254, required: true, autocomplete: "off", value: typed.get("email") })}
    <fieldset>
      <legend>Role</legend>
      ${grantableRoles(request.actor.role).map((value) =>
        choice(
          { type: "radio", name: "role", value, checked: value === role },
          html`${value} <span class="dim">${MEANINGS[value]}</span>`,
        ),
      )}
    </fieldset>
    <div><button name="do" value="add">Invite</button></div>
    <p class="hint">${mails ? "They are mailed a link, and you see it too." : "You get a link to send to them."}</p>`;
  return postForm(request, { class: "card stack" }, fields);
}

function workspaceForm(request: MemberRequest): Html {
  const { workspace } = request.session;
  const value = typedInto(request, "rename")?.get("name") ?? workspace.name;
  const fields = html`${inputField("Name", { id: "workspace-name", name: "name", maxlength: 120, required: true, autocomplete: "off", value }, "Workflows name the workspace by its slug, which stays once there is a site.")}
    <div><button class="secondary" name="do" value="rename">Rename</button></div>`;
  return postForm(request, { class: "card stack", action: "/app/members#workspace" }, fields);
}

async function rename(request: FormRequest): Promise<FormResult> {
  const name = readName(field(request.form, "name"));
  if (name === undefined) return problem("Enter a name on one line.");
  await asMember(request, async (tx, actor) => {
    requireRole(actor, ["owner"]);
    const { workspaceId } = actor;
    await renameWorkspace(tx, workspaceId, name);
    const subject = { type: "workspace", id: workspaceId };
    await auditAs(tx, request, { action: "workspace.renamed", subject, data: { name } });
  });
  return done("#workspace");
}

function ofManaged(change: (request: FormRequest, userId: string) => Promise<FormResult>) {
  return async (request: FormRequest): Promise<FormResult> => {
    const userId = field(request.form, "user");
    const denial = await managingDenial(request.context.db, request.actor, userId);
    return denial === undefined ? change(request, userId) : problem(denial);
  };
}

async function managingDenial(db: Database, actor: SessionActor, userId: string): Promise<string | undefined> {
  requireRole(actor, ADMINS);
  const role = await roleOf(db, actor.workspaceId, userId);
  if (role === undefined) return "This person is no longer a member.";
  // Only another owner or admin changes your own role, so that no workspace is left without one.
  if (userId === actor.userId) return "You cannot change your own role. Ask another owner or admin.";
  return grantableRoles(actor.role).includes(role) ? undefined : "Only an owner can change an owner.";
}

/** Both are what they were: of two owners who remove each other, one stays. */
function manage<Result>(
  request: FormRequest,
  userId: string,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return asMember(request, async (tx, actor) => {
    const denial = await managingDenial(tx, actor, userId);
    if (denial !== undefined) throw new ApiError("forbidden_role", denial);
    return run(tx);
  });
}

/** The answer is the same for every address: whether it has an account is not looked at. */
async function invite(request: FormRequest): Promise<FormResult> {
  const { context, actor, form } = request;
  requireRole(actor, ADMINS);
  const { workspaceId } = actor;
  const email = EmailAddress.safeParse(field(form, "email"));
  const role = requestedRole(request);
  if (!email.success || !isMailAddress(email.data) || !role) return problem("Enter a valid email address and a role.");
  const invited = { email: emailKey(email.data), role };
  const made = await asMember(request, async (tx, { role: by }) => {
    if (!grantableRoles(by).includes(role)) throw new ApiError("forbidden_role", "Your role changed meanwhile.");
    if ((await listMembers(tx, workspaceId)).some((member) => member.email === invited.email)) return undefined;
    const secret = await createInvitation(tx, actor, invited);
    await auditAs(tx, request, {
      action: "member.invited",
      subject: { type: "workspace", id: workspaceId },
      data: invited,
    });
    const notice = { kind: "invitation", role, by: actor.name } as const;
    const to = { workspaceId, receiverId: invited.email };
    return {
      secret,
      mailed: await queueInvitation(tx, to, notice, encryptInvitation(context.settings.dataDirectory, secret)),
    };
  });
  if (!made) return problem("A member of this workspace already has this email address.");
  return linkPage(request, made.secret, made.mailed ? "mailed" : "new");
}

async function withdraw(request: FormRequest): Promise<void> {
  const { context, form } = request;
  const email = field(form, "email");
  await asMember(request, async (tx, actor) => {
    requireRole(actor, ADMINS);
    const { workspaceId } = actor;
    const open = await listInvitations(tx, workspaceId, instant(context.clock));
    const mayEnd = open.some((one) => one.email === email && grantableRoles(actor.role).includes(one.role));
    if (!mayEnd || !(await endInvitation(tx, workspaceId, email))) return;
    const entry = { subject: { type: "workspace", id: workspaceId }, data: { email } };
    await auditAs(tx, request, { action: "member.invitation_withdrawn", ...entry });
  });
}

async function changeMemberRole(request: FormRequest, userId: string): Promise<FormResult> {
  const { actor } = request;
  const role = requestedRole(request);
  if (!role) return problem("Choose a role that you can grant.");
  await manage(request, userId, async (tx) => {
    await setRole(tx, { workspaceId: actor.workspaceId, userId, role }, actor.name);
    const subject = { type: "user", id: userId };
    await auditAs(tx, request, { action: "member.role_changed", subject, data: { role } });
  });
  return done();
}

/** What they made is shown first, to be taken over or ended. */
async function remove(request: FormRequest, userId: string): Promise<FormResult> {
  const { context, actor, form } = request;
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const made = await listMade(context.db, { workspace_id: workspaceId, created_by: userId }, at);
  const secrets = await listOperatorSecrets(context.db, workspaceId);
  if (made.length + secrets.length > 0 && field(form, "sure") === "") {
    return removalPage(request, userId, made, secrets);
  }
  await manage(request, userId, async (tx) => {
    const acting = await listMade(tx, { workspace_id: workspaceId, created_by: userId }, at);
    const taken = acting.filter(({ id }) => field(form, id) === "take");
    const others = acting.filter((one) => !taken.includes(one));
    const rules = others.filter(({ what, id }) => what === "trust rule" && field(form, id) === "end");
    for (const one of taken) await takeOver(tx, one, actor);
    for (const { id } of rules) await updateRows(tx, "trust_rules", { id }, { removed_at: tx.at });
    await removeMember(tx, { workspaceId, userId });
    const stays = await listMade(tx, { workspace_id: workspaceId, created_by: userId }, at);
    const ended = others.filter(({ id }) => stays.every((one) => one.id !== id));
    const data = { ended, stays, taken };
    await auditAs(tx, request, { action: "member.removed", subject: { type: "user", id: userId }, data });
  });
  return done();
}

async function removalPage(
  request: FormRequest,
  userId: string,
  made: readonly Made[],
  secrets: readonly string[],
): Promise<Response> {
  const name = (await findUser(request.context.db, userId))?.name ?? "";
  const choices = made.map(({ what, id, name, site }) => {
    const [keep, chosen] = what === "trust rule" ? ["Keep", "take"] : ["Take over", "end"];
    return html`<li class="item"><label for="made-${id}">${what} <bdi>${name}</bdi> of <bdi>${site}</bdi></label>
      <select id="made-${id}" name="${id}">
        ${optionsOf(
          [
            ["end", "End"],
            ["take", keep],
          ],
          chosen,
        )}
      </select></li>`;
  });
  const fields = html`<input type="hidden" name="user" value="${userId}" /><input type="hidden" name="sure" value="1" />
    ${made.length > 0 && html`<p>Choose what happens to what they made. What you keep is yours from then on.</p> <ul class="plain">${choices}</ul>`}
    ${secrets.length > 0 && html`<p>The operator made these for the workspace. If <bdi>${name}</bdi> knew their secrets, the operator replaces them:</p> <ul>${secrets.map((text) => html`<li><bdi>${text}</bdi></li>`)}</ul>`}
    <div class="row"><button class="danger" name="do" value="remove">Remove <bdi>${name}</bdi></button><a class="button quiet" href="/app/members">Cancel</a></div>`;
  const body = html`<p class="crumbs"><a href="/app/members">Members</a></p>
      <h1>Remove <bdi>${name}</bdi>?</h1>
      <p>They lose access to this workspace immediately. Their sessions, tokens, devices and open links end.</p>
      ${postForm(request, { class: "card stack" }, fields)}`;
  return memberPage(request, "/app/members", `Remove ${name}`, body);
}

async function createLink(request: FormRequest, userId: string): Promise<FormResult> {
  const { context, actor } = request;
  const { workspaceId } = actor;
  const isInOthers = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (isInOthers) return problem("Only the operator can create a setup link for this member.");
  const secret = await manage(request, userId, async (tx) => {
    await auditAs(tx, request, { action: "member.setup_link_made", subject: { type: "user", id: userId }, data: {} });
    const notice = { kind: "sign_in", change: "setup_link.made", by: actor.name } as const;
    await queueAccountNotice(tx, { workspaceId, userId, notice });
    return createSetupLink(tx, userId, actor);
  });
  return linkPage(request, secret, "member");
}

function requestedRole({ actor, form }: FormRequest): Role | undefined {
  return grantableRoles(actor.role).find((role) => role === field(form, "role"));
}

const LINK_LEADS = {
  mailed: "The link is mailed to the address. You can send it to the person as well.",
  new: "Send this link to the person.",
  member: "Send this link to the member, to set a new password.",
} as const;

function linkPage(request: FormRequest, secret: string, lead: keyof typeof LINK_LEADS): Response {
  const title = lead === "member" ? "Setup link" : "Invitation";
  const body = html`<h1>${title}</h1>
      <p>${LINK_LEADS[lead]} It works once, expires in three days and is not shown again.</p>
      ${secretCard(`${request.context.addresses.baseUrl}/app/setup/${secret}`)}
      ${lead !== "member" && html`<p>Once they have set up a second factor, the page Members says who can confirm them.</p>`}
      <p><a class="button" href="/app/members">Back to members</a></p>`;
  return memberPage(request, "/app/members", title, body);
}
