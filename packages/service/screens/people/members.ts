import { type Role, ROLES } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { type AuditAction, plainSentence } from "../../domain/audit-entry.ts";
import { canDecide, type Unconfirmed, unconfirmedOf } from "../../domain/deciders.ts";
import { isMailAddress, isPlainName } from "../../domain/notice.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import { type Purpose, REFUSED_ADDITIONS } from "../../domain/authentication.ts";
import { countAttempt } from "../../store/people/attempts.ts";
import { appendAudit, auditedActor, readAuditSince } from "../../store/audit/audit.ts";
import { describeAudit } from "../../store/audit/audit-entries.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { consumeStepUp, factorsOf, hasSecondFactor } from "../../store/people/factors.ts";
import { confirmMember, readMemberChanges } from "../../store/people/member-changes.ts";
import { hasMailService, queueAccountNotice } from "../../store/deployments/notices.ts";
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
import { factorFields, passkeyButton, stepUpByForm } from "./factor.ts";
import { confirmButton, inputField, relativeTime, truncated } from "../fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "../guard.ts";
import { type Html, html } from "../../outside/html.ts";
import { csrfField, type Notice, page } from "../page.ts";
import { inDatabase, inWorkspace } from "../../store/engine/transaction.ts";

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

const DONE: ReadonlyMap<string, string> = new Map([
  ["changed", "The role was changed. It takes effect immediately."],
  ["confirmed", "The member is confirmed."],
  ["removed", "The member was removed. Their tokens no longer work."],
]);

export async function showMembers(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const members = await listMembers(context.db, actor.workspaceId);
  const canManage = MEMBER_ADMINS.includes(actor.role);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const needsApprover = members.filter(({ role }) => canDecide(role)).length < 2;
  const at = instant(context.clock);
  const changes = await readMemberChanges(context.db, actor.workspaceId);
  const ids = members.map(({ userId }) => userId);
  const unconfirmed = unconfirmedOf(ids, changes, at);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return page(c, {
    title: "Members",
    session,
    section: "/app/members",
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Members</h1>
      ${canManage && (await notices(context, actor.workspaceId))}
      ${needsApprover && html`<div class="notice hint"><p>Requesters cannot approve their own releases. Publishing needs at least two owners, admins or approvers.</p></div>`}
      <ul class="plain card">
        ${members.map((member) => memberRow(context, request, { member, canManage, waiting: { names, ...unconfirmed.get(member.userId) } }))}
      </ul>
      ${
        canManage &&
        html`<h2>Add a member</h2>
          ${addForm(request, { typed: notice?.typed, mails: await hasMailService(context.db) })}`
      }`,
  });
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

async function notices(context: ServiceContext, workspaceId: string): Promise<Html | undefined> {
  const since = instant(context.clock, -NOTICE_MS);
  const rows = await readAuditSince(context.db, workspaceId, { since, actions: NOTICED, limit: MAX_NOTICES });
  if (rows.length === 0) return undefined;
  const entries = await describeAudit(context.db, workspaceId, rows);
  return html`<details class="card notices">
    <summary>Changes of members in the last 7 days</summary>
    <ul class="plain">
      ${entries.map(({ row, sentence }) => html`<li><bdi>${plainSentence(sentence)}</bdi> <span class="dim">${relativeTime(row.at, context.clock.now())}</span></li>`)}
    </ul>
    <p class="hint">Something unexpected? Change the role of the member, and ask the operator. <a href="/app/audit">Audit log</a></p>
  </details>`;
}

/** Roles that a member can grant and revoke: only owners appoint and remove owners. */
export function grantableRoles(role: Role): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}

interface ListedMember {
  readonly member: Member;
  readonly canManage: boolean;
  readonly waiting: Waiting;
}

/** What about a member waits for a confirmation. */
interface Waiting extends Partial<Unconfirmed> {
  readonly names: ReadonlyMap<string, string>;
}

/** Says what an unconfirmed member cannot do, to everyone: they wonder who decides. */
function waitingText({ heldBy = [], factorSince, joined = false, names }: Waiting, nowMs: number): Html | undefined {
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

function memberRow(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { member, canManage, waiting }: ListedMember,
): Html {
  const roles = grantableRoles(actor.role);
  const own = member.userId === actor.userId;
  const manageable = canManage && !own && roles.includes(member.role);
  const confirmable = actor.role === "owner" && !own && needsConfirmation(waiting, actor.userId);
  const confirm =
    confirmable &&
    html`<button class="small" name="do" value="confirm" aria-label="Confirm ${member.name}">Confirm</button>`;
  const id = `role-${member.userId}`;
  return html`<li>
    <form method="post" action="/app/members" class="item">
      ${csrfField(session)}<input type="hidden" name="user" value="${member.userId}" />
      <div>
        <strong>${truncated(member.name)}</strong
        >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
          ><bdi>${member.email}</bdi> · joined ${relativeTime(member.since, context.clock.now())}</span
        >
        ${waitingText(waiting, context.clock.now())}
      </div>
      ${
        manageable
          ? html`<div class="row">
              ${confirm}
              <label class="hidden" for="${id}">Role of ${member.name}</label
              ><select id="${id}" name="role">
                ${options(roles, member.role)}
              </select>
              <button class="secondary small" name="do" value="role" aria-label="Change role of ${member.name}">Change role</button>
              <button class="secondary small" name="do" value="link" aria-label="Create setup link for ${member.name}">Create setup link</button>
              ${confirmButton({ verb: "Remove", target: member.name, consequence: "They lose access to this workspace immediately, and their tokens in it are revoked.", action: "remove" })}
            </div>`
          : html`<div class="row">${confirm}<span class="role">${member.role}</span></div>`
      }
    </form>
  </li>`;
}

/** Whether a confirmation by this owner could change anything: none confirms what only they did. */
function needsConfirmation({ heldBy = [], factorSince, joined }: Waiting, ownerId: string): boolean {
  return factorSince !== undefined || joined === true || heldBy.some((userId) => userId !== ownerId);
}

function addForm(
  { session, actor }: MemberRequest,
  { typed, mails }: { readonly typed: URLSearchParams | undefined; readonly mails: boolean },
): Html {
  const role = ROLES.find((one) => one === typed?.get("role")) ?? "developer";
  return html`<form method="post" action="/app/members" class="card stack">
    ${csrfField(session)}
    <div class="grid">
      ${inputField("Name", { id: "new-name", name: "name", maxlength: 120, required: true, autocomplete: "off", value: typed?.get("name") })}
      ${inputField("Email", { id: "new-email", name: "email", type: "email", maxlength: 254, required: true, autocomplete: "off", value: typed?.get("email") })}
    </div>
    <fieldset>
      <legend>Role</legend>
      ${grantableRoles(actor.role).map(
        (one) =>
          html`<label class="choice"
            ><input type="radio" name="role" value="${one}" ${one === role && html` checked`} />
            <span>${one} <span class="dim">${MEANINGS[one]}</span></span></label
          >`,
      )}
    </fieldset>
    <div><button name="do" value="add">Add member</button></div>
    <p class="hint">${mails ? "They are mailed a setup link, and you see it too." : "You get a setup link to send to them."}</p>
  </form>`;
}

function options(roles: readonly Role[], chosen: Role): Html[] {
  return roles.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${role}</option>`);
}

export async function changeMembers(context: ServiceContext, request: FormRequest): Promise<Response> {
  requireRole(request.actor, MEMBER_ADMINS);
  const action = field(request.form, "do");
  if (action === "add") return addPerson(context, request);
  if (action === "confirm" || action === "confirmed") return confirm(context, request, action);
  const userId = field(request.form, "user");
  const role = await roleOf(context.db, request.actor.workspaceId, userId);
  if (role === undefined) return problem(context, request, "This person is no longer a member.");
  // Only another owner or admin changes your own role, so that no workspace is left without one.
  if (userId === request.actor.userId)
    return problem(context, request, "You cannot change your own role. Ask another owner or admin.");
  if (!grantableRoles(request.actor.role).includes(role))
    return problem(context, request, "Only an owner can change an owner.");
  if (action === "role") return grantRole(context, request, userId);
  if (action === "remove") return remove(context, request, userId);
  if (action === "link") return newLink(context, request, userId);
  return problem(context, request, "Choose one of the actions on this page.");
}

async function addPerson(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { actor, form } = request;
  const [name, email, role] = [
    field(form, "name").slice(0, 120),
    EmailAddress.safeParse(field(form, "email")),
    requestedRole(request),
  ];
  if (name === "" || !isPlainName(name) || !email.success || !isMailAddress(email.data) || !role)
    return retry(context, request, "Enter a name on one line, a valid email address and a role.");
  const at = instant(context.clock);
  const added = await inDatabase(context.db, async (tx) => {
    const account = await accountOf(tx, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, at }));
    await addMember(tx, { workspaceId: actor.workspaceId, userId, role, by: actor.userId, at });
    await audit(context, tx, request, { action: "member.added", userId, data: { role } });
    // A returning member keeps their password.
    const made = { by: actor.userId, nowMs: context.clock.now() };
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, made);
    const mailed = await queueAccountNotice(tx, {
      workspaceId: actor.workspaceId,
      userId,
      notice: { kind: "invitation", role, by: actor.name },
      at,
      sealSecret: secret === undefined ? undefined : sealInvitation(context, secret),
    });
    return { kind: "added" as const, secret, mailed };
  });
  if (added.kind === "added") return linkPage(context, request, added);
  if (added.kind === "elsewhere") return rejectAddition(context, request);
  return retry(context, request, "A member of this workspace already has this email address.");
}

/** The link waits in the queue as it waits nowhere else: a copy of the database alone does not give it away. */
function sealInvitation({ settings }: ServiceContext, secret: string): (deliveryId: string) => string {
  const encryption = openEncryption(settings.dataDirectory);
  return (id) => encryption.encryptSecret(secret, secretContext("invitation", id));
}

/** An account of another workspace can have been made with a colleague's email address: only the operator knows. */
async function rejectAddition(context: ServiceContext, request: FormRequest): Promise<Response> {
  const subject = `addition ${request.actor.userId}`;
  const limited = !(await countAttempt(context.db, {
    subject,
    limit: REFUSED_ADDITIONS,
    nowMs: context.clock.now(),
  }));
  if (limited) throw new ApiError("rate_limited", "Too many members could not be added.", { retryAfterSeconds: 900 });
  return retry(context, request, "This email address cannot be added here. Ask the operator to add the member.");
}

/** Asks for the second factor first, then confirms a member. */
async function confirm(
  context: ServiceContext,
  request: FormRequest,
  action: "confirm" | "confirmed",
): Promise<Response> {
  const { actor, form } = request;
  requireRole(actor, ["owner"]);
  const members = await listMembers(context.db, actor.workspaceId);
  const member = members.find(({ userId }) => userId === field(form, "user"));
  if (!member) return problem(context, request, "This person is no longer a member.");
  if (member.userId === actor.userId) return problem(context, request, "Another owner or the operator confirms you.");
  const at = instant(context.clock);
  const changes = await readMemberChanges(context.db, actor.workspaceId);
  const own = unconfirmedOf([actor.userId], changes, at).get(actor.userId);
  if (own?.factorSince !== undefined) {
    const text = "Your own sign-in method is new. Confirm others after 24 hours, or ask the operator to confirm you.";
    return problem(context, request, text);
  }
  if (!hasSecondFactor(await factorsOf(context.db, actor.userId))) {
    return problem(context, request, "Confirming a member needs a second factor. Set one up on your account page.");
  }
  if (action === "confirm") return confirmPage(context, request, { member });
  const { userId } = member;
  const purpose = confirming(userId);
  const wrong = await stepUpByForm(context, request, { purpose, recoveryCodes: false });
  if (wrong !== undefined) return confirmPage(context, request, { member, wrong });
  const { workspaceId, sessionId } = actor;
  await inWorkspace(context.db, workspaceId, async (tx) => {
    const factor = await consumeStepUp(tx, { sessionId, purpose, at });
    if (!factor) throw new ApiError("step_up_required", "Give your second factor to confirm a member.");
    await confirmMember(tx, { workspaceId, userId, by: actor.userId, at });
    await audit(context, tx, request, { action: "member.confirmed", userId, data: { factor } });
  });
  return request.c.redirect("/app/members?done=confirmed", 303);
}

function confirming(userId: string): Purpose {
  return { action: "confirm_member", subjectId: userId };
}

async function confirmPage(
  context: ServiceContext,
  { c, session }: FormRequest,
  { member, wrong }: { readonly member: Member; readonly wrong?: string },
): Promise<Response> {
  const factors = await factorsOf(context.db, session.user.id);
  const submit = { name: "do", value: "confirmed" };
  const button = passkeyButton(context, {
    factors,
    purpose: confirming(member.userId),
    label: "Confirm with a passkey",
    submit,
  });
  return page(c, {
    title: `Confirm ${member.name}`,
    session,
    section: "/app/members",
    narrow: true,
    notice: wrong === undefined ? undefined : { tone: "problem", text: wrong },
    status: wrong === undefined ? 200 : 401,
    body: html`<p class="crumbs"><a href="/app/members">Members</a></p>
      <h1>Confirm <bdi>${member.name}</bdi>?</h1>
      <p>
        You say that the account <bdi>${member.email}</bdi> is used by this person and by no one else, with the role
        ${member.role} and the sign-in methods it has now. Ask them in person or by phone first: the person who added them, or
        made their setup link, may hold the account.
      </p>
      <form method="post" action="/app/members" class="card stack">
        ${csrfField(session)}<input type="hidden" name="user" value="${member.userId}" />
        ${factorFields({ factors, recoveryCodes: false, id: "code", focus: true })}
        <div class="row"><button name="do" value="confirmed">Confirm <bdi>${member.name}</bdi></button>${button}</div>
      </form>`,
  });
}

async function grantRole(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const { workspaceId } = request.actor;
  const role = requestedRole(request);
  if (!role) return problem(context, request, "Choose a role that you can grant.");
  const at = instant(context.clock);
  await inWorkspace(context.db, workspaceId, async (tx) => {
    await changeRole(tx, { workspaceId, userId, role, by: request.actor.userId, at });
    await revokeTokensBeyond(tx, { workspaceId, userId, role, at });
    const notice = { kind: "role", role, by: request.actor.name } as const;
    await queueAccountNotice(tx, { workspaceId, userId, notice, at });
    await audit(context, tx, request, { action: "member.role_changed", userId, data: { role } });
  });
  return request.c.redirect("/app/members?done=changed", 303);
}

async function remove(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const { workspaceId } = request.actor;
  const at = instant(context.clock);
  await inWorkspace(context.db, workspaceId, async (tx) => {
    await removeMember(tx, { workspaceId, userId, at });
    await revokeTokensBeyond(tx, { workspaceId, userId, at });
    await audit(context, tx, request, { action: "member.removed", userId, data: {} });
  });
  return request.c.redirect("/app/members?done=removed", 303);
}

async function newLink(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const elsewhere = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (elsewhere) {
    const text = "Only the operator can create a setup link for this member.";
    return problem(context, request, text);
  }
  const secret = await inWorkspace(context.db, request.actor.workspaceId, async (tx) => {
    const { workspaceId, name: by } = request.actor;
    await audit(context, tx, request, { action: "member.setup_link_made", userId, data: {} });
    const notice = { kind: "sign_in", change: "setup_link.made", by } as const;
    await queueAccountNotice(tx, { workspaceId, userId, notice, at: instant(context.clock) });
    return createSetupLink(tx, userId, { by: request.actor.userId, nowMs: context.clock.now() });
  });
  return linkPage(context, request, { secret, mailed: false });
}

function requestedRole({ actor, form }: FormRequest): Role | undefined {
  const role = ROLES.find((one) => one === field(form, "role"));
  return role && grantableRoles(actor.role).includes(role) ? role : undefined;
}

function linkPage(
  context: ServiceContext,
  { c, session }: FormRequest,
  { secret, mailed }: { readonly secret: string | undefined; readonly mailed: boolean },
): Response {
  const body =
    secret === undefined
      ? html`<h1>Member added</h1>
          <p>They can sign in with their existing password.${mailed && " They are mailed that they were added."}</p>`
      : html`<h1>Setup link</h1>
          <p>${mailed ? "The new member is mailed this link to set a password. You can send it to them as well." : "Send this link to the new member to set a password."} It works once, expires in three days and is not shown again.</p>
          <p class="secret card">
            <code id="link">${context.addresses.baseUrl}/app/setup/${secret}</code
            ><button type="button" class="secondary small" hidden data-copy="link">Copy</button>
          </p>`;
  return page(c, {
    title: "Member added",
    session,
    section: "/app/members",
    narrow: true,
    body: html`${body}
      <p><a class="button" href="/app/members">Back to members</a></p>`,
  });
}

function retry(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showMembers(context, request, { tone: "problem", text, typed: request.form });
}

function problem(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showMembers(context, request, { tone: "problem", text });
}

async function audit(
  context: ServiceContext,
  tx: Transaction,
  { actor }: FormRequest,
  {
    userId,
    ...entry
  }: { readonly action: AuditAction; readonly userId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  const subject = { type: "user", id: userId };
  await appendAudit(tx, { ...auditedActor(actor), ...entry, subject, at: instant(context.clock) });
}
