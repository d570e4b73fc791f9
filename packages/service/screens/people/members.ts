import type { Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import { ApiError } from "../../domain/api-error.ts";
import { type AuditAction, plainSentence } from "../../domain/audit-entry.ts";
import { grantableRoles, type Purpose } from "../../domain/authentication.ts";
import { canDecide } from "../../domain/two-people.ts";
import { newSecret } from "../../domain/credentials.ts";
import { isMailAddress, isPlainName } from "../../domain/mail-address.ts";
import { type ConfirmationDenial, confirmationDenial, methodText, standingText } from "../../domain/people.ts";
import { sealInvitation } from "../../outside/encryption.ts";
import { type Html, html } from "../../outside/html.ts";
import { type AuditEntry, describeAudit } from "../../store/audit/audit-entries.ts";
import { type NewAuditEntry, readAuditSince } from "../../store/audit/audit.ts";
import type { Database } from "../../store/engine/database.ts";
import { hasMailService, queueAccountNotice } from "../../store/deployments/notices.ts";
import { inDatabase, inWorkspace } from "../../store/engine/transaction.ts";
import { type AccountVersion, confirmAccount, readAccountVersion } from "../../store/people/accounts.ts";
import { consumeStepUp, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { listMade } from "../../store/people/made-by.ts";
import { createSetupLink } from "../../store/people/setup-links.ts";
import { peopleText, standingsOf } from "../../store/people/standings.ts";
import { endTokensBeyond, listTokens } from "../../store/people/tokens.ts";
import {
  accountOf,
  addMember,
  changeRole,
  createUser,
  listMembers,
  listWorkspacesOf,
  type Member,
  removeMember,
  roleOf,
} from "../../store/people/users.ts";
import { auditAs, done, defineScreen, type FormResult, problem, type Problem } from "../screen.ts";
import {
  choice,
  confirmButton,
  inputField,
  madeList,
  optionsOf,
  postForm,
  relativeTime,
  truncated,
} from "../fragments.ts";
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
  /** Why a member is no second person yet, by the member. */
  readonly unconfirmed: ReadonlyMap<string, string>;
  /** Members whom this one can confirm now. */
  readonly confirmable: ReadonlySet<string>;
  readonly needsApprover: boolean;
  /** For those who manage members. */
  readonly changes: readonly AuditEntry[];
  /** Whether new members are mailed their link. */
  readonly mails: boolean;
}

async function readMembers(request: MemberRequest): Promise<MembersPage> {
  const { context, actor } = request;
  const members = await listMembers(context.db, actor.workspaceId);
  return {
    members,
    ...(await readStandings(request, members)),
    needsApprover: members.filter(({ role }) => canDecide(role)).length < 2,
    changes: canManage(request) ? await readRecentChanges(request) : [],
    mails: await hasMailService(context.db),
  };
}

async function readStandings(
  { context: { db }, actor }: MemberRequest,
  members: readonly Member[],
): Promise<Pick<MembersPage, "unconfirmed" | "confirmable">> {
  const standings = await standingsOf(db, actor.workspaceId);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const owners = members.filter(({ role }) => role === "owner");
  const unconfirmed = new Map<string, string>();
  const confirmable = new Set<string>();
  for (const { userId, name, email } of members) {
    const standing = standings.get(userId);
    if (!standing || standing.confirmed) continue;
    const hasFactor = hasSecondFactor(await factorsOf(db, userId));
    const independent = owners.filter(({ userId: ownerId }) => {
      const owner = standings.get(ownerId);
      // The member's own lack of a factor is said apart.
      return owner && confirmationDenial({ ...owner, isOwner: true }, { ...standing, hasFactor: true }) === undefined;
    });
    const holders = [...standing.people].filter((id) => id !== userId).map((id) => names.get(id) ?? "a former member");
    const confirmers = independent.map((owner) => owner.name);
    const text = standingText({ name, email, standing, hasFactor, holders: [...new Set(holders)], confirmers });
    if (text !== undefined) unconfirmed.set(userId, text);
    if (hasFactor && independent.some((owner) => owner.userId === actor.userId)) confirmable.add(userId);
  }
  return { unconfirmed, confirmable };
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

function memberItem(request: MemberRequest, member: Member, { unconfirmed, confirmable }: MembersPage): Html {
  const { context, actor } = request;
  const now = context.clock.now();
  const roles = grantableRoles(actor.role);
  const { userId, name, role } = member;
  const own = userId === actor.userId;
  const text = unconfirmed.get(userId);
  const confirm =
    confirmable.has(userId) &&
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
      ${text !== undefined && html`<p class="hint"><bdi>${text}</bdi></p>`}
    </div>
    <div class="row">
      ${confirm}
      ${canManage(request) && !own && roles.includes(role) ? manage : html`<span class="role">${role}</span>`}
    </div>`;
  return html`<li>${postForm(request, { class: "item" }, content)}</li>`;
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
    const { workspaceId } = actor;
    const madeBy = await peopleText(tx, workspaceId, actor.userId);
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, madeBy, at }));
    await addMember(tx, { workspaceId, userId, role, at });
    await auditAs(tx, request, { action: "member.added", subject: personSubject(userId), data: { role } });
    // A returning member keeps their password.
    const link = { by: { userId: actor.userId, workspaceId }, nowMs: context.clock.now() };
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, link);
    const mailed = await queueAccountNotice(tx, {
      workspaceId,
      userId,
      notice: { kind: "invitation", role, by: actor.name },
      at,
      sealSecret: secret === undefined ? undefined : sealInvitation(context.settings.dataDirectory, secret),
    });
    return { kind: "added" as const, secret, mailed };
  });
  if (added.kind === "added") return linkPage(request, added.secret, added.mailed);
  // The same answer as for a new one: where else somebody has an account is nobody's business here.
  if (added.kind === "elsewhere") return linkPage(request, newSecret(), await hasMailService(context.db));
  return problem("A member of this workspace already has this email address.");
}

const DENIALS: Readonly<Record<ConfirmationDenial | "gone", string>> = {
  gone: "This person is no longer a member.",
  own_account: "Another owner or the operator confirms you.",
  not_owner: "An owner confirms members.",
  unconfirmed: "You are not confirmed yourself. Another owner or the operator confirms you first.",
  holder: "You could sign in as this member, so another owner or the operator confirms them.",
  no_factor: "This member has no second factor yet. They set one up on their account page first.",
};

/** Another member, whom this owner may confirm. */
interface Confirming {
  readonly member: Member;
  readonly version: AccountVersion;
}

/** What an owner who can confirm others does about another member. */
function ofConfirmable(proceed: (request: FormRequest, confirming: Confirming) => Promise<FormResult>) {
  return async (request: FormRequest): Promise<FormResult> => {
    const { context, actor, form } = request;
    requireRole(actor, ["owner"]);
    const members = await listMembers(context.db, actor.workspaceId);
    const member = members.find(({ userId }) => userId === field(form, "user"));
    if (!member) return problem("This person is no longer a member.");
    const version = await readAccountVersion(context.db, member.userId);
    const denial = await denialOf(context.db, request, member.userId, version);
    if (denial) return problem(DENIALS[denial]);
    if (hasSecondFactor(await factorsOf(context.db, actor.userId))) return proceed(request, { member, version });
    return problem("Confirming a member needs a second factor. Set one up on your account page.");
  };
}

async function denialOf(
  db: Database,
  { actor }: MemberRequest,
  userId: string,
  { hasFactor }: AccountVersion,
): Promise<ConfirmationDenial | "gone" | undefined> {
  const standings = await standingsOf(db, actor.workspaceId);
  const [confirmer, target] = [standings.get(actor.userId), standings.get(userId)];
  if (!confirmer || !target) return "gone";
  const isOwner = (await roleOf(db, actor.workspaceId, actor.userId)) === "owner";
  return confirmationDenial({ ...confirmer, isOwner }, { ...target, hasFactor });
}

async function confirm(request: FormRequest, { member, version }: Confirming): Promise<FormResult> {
  const { context, actor, form } = request;
  const { userId } = member;
  const purpose = confirming(userId);
  const wrong = await stepUpByForm(request, purpose);
  if (wrong) return confirmPage(request, { member, version }, wrong);
  const { workspaceId, sessionId } = actor;
  const at = instant(context.clock);
  const outcome = await inDatabase(context.db, async (tx) => {
    const given = await consumeStepUp(tx, { sessionId, purpose, at });
    if (!given) throw new ApiError("step_up_required", "Give your second factor to confirm a member.");
    // All that it depends on is read again: what was shown may be over.
    const denial = await denialOf(tx, request, userId, await readAccountVersion(tx, userId));
    if (denial) return denial;
    const confirmation = await confirmAccount(tx, userId, field(form, "shown"));
    if (confirmation !== "confirmed") return confirmation;
    const data = { factor: given.factor, code: version.code, people: await peopleText(tx, workspaceId, actor.userId) };
    await auditAs(tx, request, { action: "member.confirmed", subject: personSubject(userId), data });
    return undefined;
  });
  if (outcome === undefined) return done();
  if (outcome !== "changed") return problem(DENIALS[outcome]);
  return problem("The account changed while you looked at it. Ask the person again, and confirm what it is now.", 409);
}

function confirming(userId: string): Purpose {
  return { action: "confirm_member", subjectId: userId };
}

async function confirmPage(request: FormRequest, { member, version }: Confirming, wrong?: Problem): Promise<Response> {
  const { context, c, session, actor } = request;
  const factors = await factorsOf(context.db, session.user.id);
  const { workspaceId } = actor;
  const at = instant(context.clock);
  const { userId } = member;
  const tokens = await listTokens(context.db, workspaceId, { userId, at });
  const made = (await listMade(context.db, { workspaceId, userId }, at)).filter(({ what }) => what !== "trust rule");
  const button = passkeyButton(context, {
    factors,
    purpose: confirming(userId),
    label: "Confirm with a passkey",
    submit: { name: "do", value: "confirmed" },
  });
  const fields = html`<input type="hidden" name="user" value="${userId}" /><input type="hidden" name="shown" value="${version.code}" />
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
        You say that the account <bdi>${member.email}</bdi> is used by this person and by no one else. Ask them in person
        or by phone to read the code on their account page to you; it must be <strong class="key">${version.code}</strong>.
      </p>
      <p>These sign-in methods stay: <bdi>${new Intl.ListFormat("en").format(version.methods.map(methodText))}</bdi>.</p>
      <p>
        Everything else of the account ends: its sessions, unused setup links, and what it made until now${tokens.length + made.length > 0 && ":"}
      </p>
      ${tokens.length + made.length > 0 && html`<ul>${tokens.map(({ name }) => html`<li>token <bdi>${name}</bdi></li>`)}</ul>${madeList(made)}`}
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
    await changeRole(tx, { workspaceId, userId, role });
    await endTokensBeyond(tx, { workspaceId, userId, role, at });
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
  const { ended, stays } = await inWorkspace(context.db, workspaceId, async (tx) => {
    const before = await listMade(tx, { workspaceId, userId }, at);
    await removeMember(tx, { workspaceId, userId, at });
    const stays = await listMade(tx, { workspaceId, userId }, at);
    const ended = before.filter(({ id }) => stays.every((one) => one.id !== id));
    await auditAs(tx, request, { action: "member.removed", subject: personSubject(userId), data: { ended, stays } });
    return { ended, stays };
  });
  if (ended.length + stays.length === 0) return done();
  return page(request.c, {
    title: "Member removed",
    session: request.session,
    section: "/app/members",
    narrow: true,
    body: html`<h1>Member removed</h1>
      <p>Their tokens no longer work.</p>
      ${ended.length > 0 && html`<p>What they made for others ended with them. Make again what is still needed:</p> ${madeList(ended)}`}
      ${stays.length > 0 && html`<p>This belongs to its site and still works. Remove on the page of the site what is not needed:</p> ${madeList(stays)}`}
      <p><a class="button" href="/app/members">Back to members</a></p>`,
  });
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
    const by = { userId: actor.userId, workspaceId };
    return createSetupLink(tx, userId, { by, nowMs: context.clock.now() });
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
          <p>${mailed ? "The new member is mailed this link to set a password. You can send it to them as well." : "Send this link to the new member to set a password."} It works once, expires in three days and is not shown again. An address that has an account in another workspace is added by the operator; then this link does not open.</p>
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
