import { type Role, ROLES } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { AuditAction } from "../domain/audit-entry.ts";
import type { ServiceContext } from "../context.ts";
import { canDecide } from "../domain/deciders.ts";
import { grantableScopes } from "../domain/authentication.ts";
import { appendAudit, auditedActor } from "../store/audit.ts";
import type { Transaction } from "../store/database.ts";
import { listTokens, readScopes, revokeToken } from "../store/tokens.ts";
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
} from "../store/users.ts";
import { confirmButton, inputField, relativeTime, truncated } from "./fragments.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "./guard.ts";
import { type Html, html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

/** Roles that manage members. */
const MEMBER_ADMINS: readonly Role[] = ["owner", "admin"];

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
  ["removed", "The member was removed. Their tokens no longer work."],
]);

export async function showMembers(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const members = await listMembers(context.db, actor.workspaceId);
  const canManage = MEMBER_ADMINS.includes(actor.role);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const needsApprover = members.filter(({ role }) => canDecide(role)).length < 2;
  return page(c, {
    title: "Members",
    session,
    section: "/app/members",
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Members</h1>
      ${needsApprover && html`<div class="notice hint"><p>Requesters cannot approve their own releases. Publishing needs at least two owners, admins or approvers.</p></div>`}
      <ul class="plain card">
        ${members.map((member) => memberRow(context, request, { member, canManage }))}
      </ul>
      ${
        canManage &&
        html`<h2>Add a member</h2>
          ${addForm(request, notice?.typed)}`
      }`,
  });
}

/** Roles that a member can grant and revoke: only owners appoint and remove owners. */
function grantableRoles(role: Role): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}

function memberRow(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { member, canManage }: { readonly member: Member; readonly canManage: boolean },
): Html {
  const roles = grantableRoles(actor.role);
  const own = member.userId === actor.userId;
  const manageable = canManage && !own && roles.includes(member.role);
  const id = `role-${member.userId}`;
  return html`<li>
    <form method="post" action="/app/members" class="item">
      ${csrfField(session)}<input type="hidden" name="user" value="${member.userId}" />
      <div>
        <strong>${truncated(member.name)}</strong
        >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
          ><bdi>${member.email}</bdi> · joined ${relativeTime(member.since, context.clock.now())}</span
        >
      </div>
      ${
        manageable
          ? html`<div class="row">
              <label class="hidden" for="${id}">Role of ${member.name}</label
              ><select id="${id}" name="role">
                ${options(roles, member.role)}
              </select>
              <button class="secondary small" name="do" value="role" aria-label="Change role of ${member.name}">Change role</button>
              <button class="secondary small" name="do" value="link" aria-label="Create setup link for ${member.name}">Create setup link</button>
              ${confirmButton({ verb: "Remove", target: member.name, consequence: "They lose access to this workspace immediately, and their tokens in it are revoked.", action: "remove" })}
            </div>`
          : html`<span class="role">${member.role}</span>`
      }
    </form>
  </li>`;
}

function addForm({ session, actor }: MemberRequest, typed: URLSearchParams | undefined): Html {
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
    <p class="hint">You get a setup link to send to them. Greenroom sends no email.</p>
  </form>`;
}

function options(roles: readonly Role[], chosen: Role): Html[] {
  return roles.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${role}</option>`);
}

export async function changeMembers(context: ServiceContext, request: FormRequest): Promise<Response> {
  requireRole(request.actor, MEMBER_ADMINS);
  const action = field(request.form, "do");
  if (action === "add") return addPerson(context, request);
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
  if (name === "" || !email.success || !role)
    return retry(context, request, "Enter a name, a valid email address and a role.");
  const at = instant(context.clock);
  const added = await context.db.transaction().execute(async (tx) => {
    const account = await accountOf(tx, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, at }));
    await addMember(tx, { workspaceId: actor.workspaceId, userId, role, by: actor.userId, at });
    await audit(context, tx, request, { action: "member.added", userId, data: { role } });
    // A returning member keeps their password.
    const made = { by: actor.userId, nowMs: context.clock.now() };
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, made);
    return { kind: "added" as const, secret };
  });
  return added.kind === "added"
    ? linkPage(context, request, added.secret)
    : retry(context, request, NOT_ADDED[added.kind]);
}

/** An account of another workspace can have been created with a colleague's email address: only the operator knows. */
const NOT_ADDED = {
  member: "A member of this workspace already has this email address.",
  elsewhere: "This email address belongs to an account of another workspace. Ask the operator to add it.",
} as const;

async function grantRole(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const { workspaceId } = request.actor;
  const role = requestedRole(request);
  if (!role) return problem(context, request, "Choose a role that you can grant.");
  await context.db.transaction().execute(async (tx) => {
    await changeRole(tx, { workspaceId, userId, role, by: request.actor.userId, at: instant(context.clock) });
    await revokeTokensBeyond(context, tx, { workspaceId, userId, role });
    await audit(context, tx, request, { action: "member.role_changed", userId, data: { role } });
  });
  return request.c.redirect("/app/members?done=changed", 303);
}

/** Revokes tokens with scopes that the new role cannot grant. */
async function revokeTokensBeyond(
  context: ServiceContext,
  tx: Transaction,
  { workspaceId, userId, role }: { readonly workspaceId: string; readonly userId: string; readonly role: Role },
): Promise<void> {
  const at = instant(context.clock);
  const allowed = new Set(grantableScopes(role));
  for (const token of await listTokens(tx, workspaceId, { userId, at })) {
    const beyond = [...readScopes(token.scopes)].some((scope) => !allowed.has(scope));
    if (beyond) await revokeToken(tx, token.id, at);
  }
}

async function remove(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const { workspaceId } = request.actor;
  const at = instant(context.clock);
  await context.db.transaction().execute(async (tx) => {
    await removeMember(tx, { workspaceId, userId, at });
    for (const token of await listTokens(tx, workspaceId, { userId, at })) await revokeToken(tx, token.id, at);
    await audit(context, tx, request, { action: "member.removed", userId, data: {} });
  });
  return request.c.redirect("/app/members?done=removed", 303);
}

async function newLink(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const elsewhere = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (elsewhere) {
    const text = "This person belongs to other workspaces too. Only the operator can create a new setup link for them.";
    return problem(context, request, text);
  }
  const secret = await context.db.transaction().execute(async (tx) => {
    await audit(context, tx, request, { action: "member.setup_link_made", userId, data: {} });
    return createSetupLink(tx, userId, { by: request.actor.userId, nowMs: context.clock.now() });
  });
  return linkPage(context, request, secret);
}

function requestedRole({ actor, form }: FormRequest): Role | undefined {
  const role = ROLES.find((one) => one === field(form, "role"));
  return role && grantableRoles(actor.role).includes(role) ? role : undefined;
}

function linkPage(context: ServiceContext, { c, session }: FormRequest, secret: string | undefined): Response {
  const body =
    secret === undefined
      ? html`<h1>Member added</h1>
          <p>They can sign in with their existing password.</p>`
      : html`<h1>Setup link</h1>
          <p>Send this link to the new member to set a password. It works once, expires in three days and is not shown again.</p>
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
