import { type Role, ROLES } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type AuditAction, plainSentence } from "../../domain/audit-entry.ts";
import { type Purpose, REFUSED_ADDITIONS } from "../../domain/authentication.ts";
import { canDecide, type Unconfirmed, unconfirmedOf } from "../../domain/deciders.ts";
import { isMailAddress, isPlainName } from "../../domain/mail-address.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import { type Html, html } from "../../outside/html.ts";
import { type AuditEntry, describeAudit } from "../../store/audit/audit-entries.ts";
import { type NewAuditEntry, readAuditSince } from "../../store/audit/audit.ts";
import { hasMailService, queueAccountNotice } from "../../store/deployments/notices.ts";
import { inDatabase, inWorkspace } from "../../store/engine/transaction.ts";
import { countAttempt } from "../../store/people/attempts.ts";
import { consumeStepUp, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { confirmMember, readMemberChanges } from "../../store/people/member-changes.ts";
import { revokeTokensBeyond } from "../../store/people/tokens.ts";
import {
  accountOf,
  addMember,
  changeRole,
  createSetupLink,
  createUser,
  listMembers,
  listWorkspacesOf,
  type Member,
  removeMember,
  roleOf,
} from "../../store/people/users.ts";
import { auditAs, done, defineScreen, type FormResult, problem, type Problem } from "../screen.ts";
import { choice, confirmButton, inputField, optionsOf, postForm, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole, typedInto } from "../guard.ts";
import { page, secretCard } from "../page.ts";
import { factorFields, passkeyButton, stepUpByForm } from "./factor.ts";

/** Roles that manage members. */
export const MEMBER_ADMINS: readonly Role[] = ["owner", "admin"];

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
      ${data.needsApprover && html`<div class="notice hint"><p>Requesters cannot approve their own releases. Publishing needs at least two owners, admins or approvers.</p></div>`}
      <ul class="plain card">
        ${data.members.map((member) => memberItem(request, member, data))}
      </ul>
      ${canManage(request) && html`<h2>Add a member</h2> ${addForm(request, data.mails)}`}`,
  }),
  actions: {
    add: { run: addPerson },
    role: { run: ofManaged(changeMemberRole), done: "The role was changed. It takes effect immediately." },
    link: { run: ofManaged(createLink) },
    remove: { run: ofManaged(remove), done: "The member was removed. Their tokens no longer work." },
    confirm: { run: ofConfirmable(confirmPage) },
    confirmed: { run: ofConfirmable(confirm), done: "The member is confirmed." },
  },
});

interface MembersPage {
  readonly members: readonly Member[];
  readonly names: ReadonlyMap<string, string>;
  /** What about members waits for a confirmation. */
  readonly unconfirmed: ReadonlyMap<string, Unconfirmed>;
  readonly needsApprover: boolean;
  /** For those who manage members. */
  readonly changes: readonly AuditEntry[];
  /** Whether new members are mailed their link. */
  readonly mails: boolean;
}

async function readMembers(request: MemberRequest): Promise<MembersPage> {
  const { context, actor } = request;
  const members = await listMembers(context.db, actor.workspaceId);
  const ids = members.map(({ userId }) => userId);
  const memberChanges = await readMemberChanges(context.db, actor.workspaceId);
  return {
    members,
    names: new Map(members.map(({ userId, name }) => [userId, name])),
    unconfirmed: unconfirmedOf(ids, memberChanges, instant(context.clock)),
    needsApprover: members.filter(({ role }) => canDecide(role)).length < 2,
    changes: canManage(request) ? await readRecentChanges(request) : [],
    mails: await hasMailService(context.db),
  };
}

function canManage({ actor }: MemberRequest): boolean {
  return MEMBER_ADMINS.includes(actor.role);
}

/** Changes that let someone decide who could not before: owners are to notice them. */
const NOTICED: readonly AuditAction[] = [
  "confirmation.skipped",
  "member.added",
  "member.confirmed",
  "member.github_linked",
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

const NOTICE_MS = 7 * 86_400_000;

const MAX_NOTICES = 10;

async function readRecentChanges({ context, actor }: MemberRequest): Promise<readonly AuditEntry[]> {
  const since = instant(context.clock, -NOTICE_MS);
  const filter = { since, actions: NOTICED, limit: MAX_NOTICES };
  return describeAudit(context.db, actor.workspaceId, await readAuditSince(context.db, actor.workspaceId, filter));
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

/** Roles that a member can grant and revoke: only owners appoint and remove owners. */
export function grantableRoles(role: Role): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}

/** Says to everyone what an unconfirmed member cannot do: they wonder who decides. */
function unconfirmedText(
  member: Unconfirmed | undefined,
  names: MembersPage["names"],
  nowMs: number,
): Html | undefined {
  if (!member) return undefined;
  const { heldBy, factorSince, joined } = member;
  const holders = new Intl.ListFormat("en").format(heldBy.map((userId) => names.get(userId) ?? "a former member"));
  const held =
    heldBy.length > 0 &&
    html`Not confirmed since a change by <bdi>${holders}</bdi>: counts as the same person when releases are decided.`;
  const factor =
    factorSince !== undefined &&
    html` New sign-in method ${relativeTime(factorSince, nowMs)}: cannot decide releases for 24 hours.`;
  const company =
    joined &&
    html` Came by the company sign-in: until confirmed, counts as the same person as anyone without a company account.`;
  return held || factor || company ? html`<p class="hint">${held}${company}${factor}</p>` : undefined;
}

function memberItem(request: MemberRequest, member: Member, { names, unconfirmed }: MembersPage): Html {
  const { context, actor } = request;
  const now = context.clock.now();
  const roles = grantableRoles(actor.role);
  const { userId, name, role } = member;
  const own = userId === actor.userId;
  const confirm =
    actor.role === "owner" &&
    !own &&
    needsConfirmation(unconfirmed.get(userId), actor.userId) &&
    html`<button class="small" name="do" value="confirm" aria-label="Confirm ${name}">Confirm</button>`;
  const consequence = "They lose access to this workspace immediately, and their tokens in it are revoked.";
  const manage = html`<label class="hidden" for="role-${userId}">Role of ${name}</label
    ><select id="role-${userId}" name="role">
      ${optionsOf(
        roles.map((one) => [one, one]),
        role,
      )}
    </select>
    <button class="secondary small" name="do" value="role" aria-label="Change role of ${name}">Change role</button>
    <button class="secondary small" name="do" value="link" aria-label="Create setup link for ${name}">Create setup link</button>
    ${confirmButton({ verb: "Remove", target: name, consequence, action: "remove" })}`;
  const content = html`<input type="hidden" name="user" value="${userId}" />
    <div>
      <strong>${truncated(name)}</strong
      >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
        ><bdi>${member.email}</bdi> · joined ${relativeTime(member.since, now)}</span
      >
      ${unconfirmedText(unconfirmed.get(userId), names, now)}
    </div>
    <div class="row">
      ${confirm}
      ${canManage(request) && !own && roles.includes(role) ? manage : html`<span class="role">${role}</span>`}
    </div>`;
  return html`<li>${postForm(request, { class: "item" }, content)}</li>`;
}

/** Whether a confirmation by this owner could change anything: they cannot confirm what only they did. */
function needsConfirmation(member: Unconfirmed | undefined, ownerId: string): boolean {
  if (!member) return false;
  const { heldBy, factorSince, joined } = member;
  return factorSince !== undefined || joined || heldBy.some((userId) => userId !== ownerId);
}

function addForm(request: MemberRequest, mails: boolean): Html {
  const typed = typedInto(request, "add");
  const role = typed?.get("role") ?? "developer";
  const fields = html`<div class="grid">
      ${inputField("Name", { id: "new-name", name: "name", maxlength: 120, required: true, autocomplete: "off", value: typed?.get("name") })}
      ${inputField("Email", { id: "new-email", name: "email", type: "email", maxlength: 254, required: true, autocomplete: "off", value: typed?.get("email") })}
    </div>
    <fieldset>
      <legend>Role</legend>
      ${grantableRoles(request.actor.role).map((value) =>
        choice(
          { type: "radio", name: "role", value, checked: value === role },
          html`${value} <span class="dim">${MEANINGS[value]}</span>`,
        ),
      )}
    </fieldset>
    <div><button name="do" value="add">Add member</button></div>
    <p class="hint">${mails ? "They are mailed a setup link, and you see it too." : "You get a setup link to send to them."}</p>`;
  return postForm(request, { class: "card stack" }, fields);
}

/** A change of another member, whom this one may manage. */
function ofManaged(change: (request: FormRequest, userId: string) => Promise<FormResult>) {
  return async (request: FormRequest): Promise<FormResult> => {
    const { context, actor, form } = request;
    requireRole(actor, MEMBER_ADMINS);
    const userId = field(form, "user");
    const role = await roleOf(context.db, actor.workspaceId, userId);
    if (role === undefined) return problem("This person is no longer a member.");
    // Only another owner or admin changes your own role, so that no workspace is left without one.
    if (userId === actor.userId) return problem("You cannot change your own role. Ask another owner or admin.");
    if (!grantableRoles(actor.role).includes(role)) return problem("Only an owner can change an owner.");
    return change(request, userId);
  };
}

async function addPerson(request: FormRequest): Promise<FormResult> {
  const { context, actor, form } = request;
  requireRole(actor, MEMBER_ADMINS);
  const name = field(form, "name").slice(0, 120);
  const email = EmailAddress.safeParse(field(form, "email"));
  const role = requestedRole(request);
  if (name === "" || !isPlainName(name) || !email.success || !isMailAddress(email.data) || !role)
    return problem("Enter a name on one line, a valid email address and a role.");
  const at = instant(context.clock);
  const added = await inDatabase(context.db, async (tx) => {
    const account = await accountOf(tx, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, at }));
    await addMember(tx, { workspaceId: actor.workspaceId, userId, role, by: actor.userId, at });
    await auditAs(tx, request, { action: "member.added", subject: personSubject(userId), data: { role } });
    // A returning member keeps their password.
    const link = { by: actor.userId, nowMs: context.clock.now() };
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, link);
    const mailed = await queueAccountNotice(tx, {
      workspaceId: actor.workspaceId,
      userId,
      notice: { kind: "invitation", role, by: actor.name },
      at,
      sealSecret: secret === undefined ? undefined : sealInvitation(context, secret),
    });
    return { kind: "added" as const, secret, mailed };
  });
  if (added.kind === "added") return linkPage(request, added.secret, added.mailed);
  if (added.kind === "elsewhere") return rejectAddition(request);
  return problem("A member of this workspace already has this email address.");
}

/** Encrypted in the queue, the only place where the link is stored: a copy of the database does not reveal it. */
function sealInvitation({ settings }: ServiceContext, secret: string): (deliveryId: string) => string {
  const encryption = openEncryption(settings.dataDirectory);
  return (id) => encryption.encryptSecret(secret, secretContext("invitation", id));
}

/** An account of another workspace can have been made with a colleague's email address: only the operator knows. */
async function rejectAddition({ context, actor }: FormRequest): Promise<FormResult> {
  const attempt = { subject: `addition ${actor.userId}`, limit: REFUSED_ADDITIONS, nowMs: context.clock.now() };
  if (!(await countAttempt(context.db, attempt))) {
    const text = "Too many members could not be added. Try again in 15 minutes.";
    throw new ApiError("rate_limited", text, { retryAfterSeconds: 900 });
  }
  return problem("This email address cannot be added here. Ask the operator to add the member.");
}

/** What an owner who can confirm others does about another member. */
function ofConfirmable(proceed: (request: FormRequest, member: Member) => Promise<FormResult>) {
  return async (request: FormRequest): Promise<FormResult> => {
    const { context, actor, form } = request;
    requireRole(actor, ["owner"]);
    const members = await listMembers(context.db, actor.workspaceId);
    const member = members.find(({ userId }) => userId === field(form, "user"));
    if (!member) return problem("This person is no longer a member.");
    if (member.userId === actor.userId) return problem("Another owner or the operator confirms you.");
    const changes = await readMemberChanges(context.db, actor.workspaceId);
    const own = unconfirmedOf([actor.userId], changes, instant(context.clock)).get(actor.userId);
    if (own?.factorSince !== undefined) return problem(TOO_NEW);
    if (hasSecondFactor(await factorsOf(context.db, actor.userId))) return proceed(request, member);
    return problem("Confirming a member needs a second factor. Set one up on your account page.");
  };
}

const TOO_NEW = "Your own sign-in method is new. Confirm others after 24 hours, or ask the operator to confirm you.";

async function confirm(request: FormRequest, member: Member): Promise<FormResult> {
  const { context, actor } = request;
  const { userId } = member;
  const purpose = confirming(userId);
  const wrong = await stepUpByForm(request, purpose);
  if (wrong) return confirmPage(request, member, wrong);
  const { workspaceId, sessionId } = actor;
  const at = instant(context.clock);
  await inWorkspace(context.db, workspaceId, async (tx) => {
    const factor = await consumeStepUp(tx, { sessionId, purpose, at });
    if (!factor) throw new ApiError("step_up_required", "Give your second factor to confirm a member.");
    await confirmMember(tx, { workspaceId, userId, by: actor.userId, at });
    await auditAs(tx, request, { action: "member.confirmed", subject: personSubject(userId), data: { factor } });
  });
  return done();
}

function confirming(userId: string): Purpose {
  return { action: "confirm_member", subjectId: userId };
}

async function confirmPage(request: FormRequest, member: Member, wrong?: Problem): Promise<Response> {
  const { context, c, session } = request;
  const factors = await factorsOf(context.db, session.user.id);
  const button = passkeyButton(context, {
    factors,
    purpose: confirming(member.userId),
    label: "Confirm with a passkey",
    submit: { name: "do", value: "confirmed" },
  });
  const fields = html`<input type="hidden" name="user" value="${member.userId}" />
    ${factorFields({ factors, recoveryCodes: false, id: "code", focus: true })}
    <div class="row"><button name="do" value="confirmed">Confirm <bdi>${member.name}</bdi></button>${button}</div>`;
  return page(c, {
    title: `Confirm ${member.name}`,
    session,
    section: "/app/members",
    narrow: true,
    notice: wrong && { tone: "problem", text: wrong.text },
    status: wrong?.status,
    body: html`<p class="crumbs"><a href="/app/members">Members</a></p>
      <h1>Confirm <bdi>${member.name}</bdi>?</h1>
      <p>
        You say that the account <bdi>${member.email}</bdi> is used by this person and by no one else, with the role
        ${member.role} and the sign-in methods it has now. Ask them in person or by phone first: the person who added them, or
        made their setup link, may hold the account.
      </p>
      ${postForm(request, { class: "card stack" }, fields)}`,
  });
}

async function changeMemberRole(request: FormRequest, userId: string): Promise<FormResult> {
  const { context, actor } = request;
  const { workspaceId } = actor;
  const role = requestedRole(request);
  if (!role) return problem("Choose a role that you can grant.");
  const at = instant(context.clock);
  await inWorkspace(context.db, workspaceId, async (tx) => {
    await changeRole(tx, { workspaceId, userId, role, by: actor.userId, at });
    await revokeTokensBeyond(tx, workspaceId, userId, at, role);
    const notice = { kind: "role", role, by: actor.name } as const;
    await queueAccountNotice(tx, { workspaceId, userId, notice, at });
    await auditAs(tx, request, { action: "member.role_changed", subject: personSubject(userId), data: { role } });
  });
  return done();
}

async function remove(request: FormRequest, userId: string): Promise<FormResult> {
  const { context, actor } = request;
  const { workspaceId } = actor;
  const at = instant(context.clock);
  await inWorkspace(context.db, workspaceId, async (tx) => {
    await removeMember(tx, { workspaceId, userId, at });
    await revokeTokensBeyond(tx, workspaceId, userId, at);
    await auditAs(tx, request, { action: "member.removed", subject: personSubject(userId), data: {} });
  });
  return done();
}

async function createLink(request: FormRequest, userId: string): Promise<FormResult> {
  const { context, actor } = request;
  const { workspaceId } = actor;
  const isInOthers = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (isInOthers) return problem("Only the operator can create a setup link for this member.");
  const secret = await inWorkspace(context.db, workspaceId, async (tx) => {
    await auditAs(tx, request, { action: "member.setup_link_made", subject: personSubject(userId), data: {} });
    const notice = { kind: "sign_in", change: "setup_link.made", by: actor.name } as const;
    await queueAccountNotice(tx, { workspaceId, userId, notice, at: instant(context.clock) });
    return createSetupLink(tx, userId, { by: actor.userId, nowMs: context.clock.now() });
  });
  return linkPage(request, secret, false);
}

function requestedRole({ actor, form }: FormRequest): Role | undefined {
  return grantableRoles(actor.role).find((role) => role === field(form, "role"));
}

/** @param secret Of the setup link; undefined for a member who has a password. */
function linkPage({ context, c, session }: FormRequest, secret: string | undefined, mailed: boolean): Response {
  const body =
    secret === undefined
      ? html`<h1>Member added</h1>
          <p>They can sign in with their existing password.${mailed && " They are mailed that they were added."}</p>`
      : html`<h1>Setup link</h1>
          <p>${mailed ? "The new member is mailed this link to set a password. You can send it to them as well." : "Send this link to the new member to set a password."} It works once, expires in three days and is not shown again.</p>
          ${secretCard(`${context.addresses.baseUrl}/app/setup/${secret}`)}`;
  return page(c, {
    title: "Member added",
    session,
    section: "/app/members",
    narrow: true,
    body: html`${body}
      <p><a class="button" href="/app/members">Back to members</a></p>`,
  });
}

function personSubject(id: string): NewAuditEntry["subject"] {
  return { type: "user", id };
}
