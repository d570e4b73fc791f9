import { instant } from "@greenroom/contract/clock";
import { type Role, ROLES } from "@greenroom/contract";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { mayDecide } from "../domain/approval.ts";
import { grantableScopes } from "../domain/token-grant.ts";
import { appendAudit } from "../store/audit.ts";
import type { Transaction } from "../store/database.ts";
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
import { listTokens, readScopes, revokeToken } from "../store/tokens.ts";
import { field, type FormRequest, type MemberRequest, requireRole } from "./guard.ts";
import { relativeTime, truncated, confirmButton } from "./fragments.ts";
import { html, type Html } from "./html.ts";
import { csrfField, type Notice, page } from "./page.ts";

/** Roles that look after members. */
export const MEMBER_ADMINS: readonly Role[] = ["owner", "admin"];

/** An address a person can be reached by. */
export const EmailAddress = z.email().max(254);

const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "everything, owners included",
  admin: "members, tokens and approvals",
  approver: "decides about releases",
  developer: "previews, and asks for releases",
  viewer: "looks only",
};

const DONE: ReadonlyMap<string, string> = new Map([
  ["changed", "The role is changed; it counts from the next request on."],
  ["removed", "The member is removed; their tokens and this workspace are out of their reach at once."],
]);

/** Shows who belongs to a workspace. */
export async function showMembers(context: ServiceContext, request: MemberRequest, notice?: Notice): Promise<Response> {
  const { c, session, actor } = request;
  const members = await listMembers(context.db, actor.workspaceId);
  const keeper = MEMBER_ADMINS.includes(actor.role);
  const done = c.req.method === "GET" ? DONE.get(c.req.query("done") ?? "") : undefined;
  const lonely = members.filter(({ role }) => mayDecide(role)).length < 2;
  return page(c, {
    title: "Members",
    session,
    section: "/app/members",
    notice: notice ?? (done === undefined ? undefined : { tone: "done", text: done }),
    status: notice?.tone === "problem" ? 400 : 200,
    body: html`<h1>Members</h1>
      ${lonely && html`<div class="notice hint"><p>Nobody approves their own request, so publishing takes two people who may decide: owners, admins or approvers.</p></div>`}
      <ul class="plain card">
        ${members.map((member) => memberRow(context, request, { member, keeper }))}
      </ul>
      ${
        keeper &&
        html`<h2>Add a member</h2>
          ${addForm(request, notice?.typed)}`
      }`,
  });
}

/** Roles a member may give or take away: only owners make and unmake owners. */
export function grantableRoles(role: Role): readonly Role[] {
  if (role === "owner") return ROLES;
  return role === "admin" ? ROLES.filter((one) => one !== "owner") : [];
}

function memberRow(
  context: ServiceContext,
  { session, actor }: MemberRequest,
  { member, keeper }: { readonly member: Member; readonly keeper: boolean },
): Html {
  const roles = grantableRoles(actor.role);
  const own = member.userId === actor.userId;
  const manageable = keeper && !own && roles.includes(member.role);
  const id = `role-${member.userId}`;
  return html`<li>
    <form method="post" action="/app/members" class="item">
      ${csrfField(session)}<input type="hidden" name="user" value="${member.userId}" />
      <div>
        <strong>${truncated(member.name)}</strong
        >${own && html` <span class="dim">(you)</span>`}<br /><span class="dim"
          ><bdi>${member.email}</bdi> · since ${relativeTime(member.since, context.clock.now())}</span
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
              <button class="secondary small" name="do" value="link" aria-label="Make set-up link for ${member.name}">Make set-up link</button>
              ${confirmButton({ verb: "Remove", of: member.name, means: "They lose this workspace and their tokens in it at once.", action: "remove" })}
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
      <div class="field">
        <label for="new-name">Name</label
        ><input id="new-name" name="name" maxlength="120" required autocomplete="off" value="${typed?.get("name")}" />
      </div>
      <div class="field">
        <label for="new-email">Email</label
        ><input id="new-email" name="email" type="email" maxlength="254" required autocomplete="off" value="${typed?.get("email")}" />
      </div>
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
    <div><button name="do" value="add">Add the member</button></div>
    <p class="hint">You get a set-up link to hand over; Greenroom sends no mail.</p>
  </form>`;
}

function options(roles: readonly Role[], chosen: Role): Html[] {
  return roles.map((role) => html`<option value="${role}" ${role === chosen && html` selected`}>${role}</option>`);
}

/** Carries out what an owner or admin asked for on the members page. */
export async function changeMembers(context: ServiceContext, request: FormRequest): Promise<Response> {
  requireRole(request.actor, MEMBER_ADMINS);
  const asked = field(request.form, "do");
  if (asked === "add") return addPerson(context, request);
  const userId = field(request.form, "user");
  const role = await roleOf(context.db, request.actor.workspaceId, userId);
  if (role === undefined) return problem(context, request, "That person is not a member any more.");
  // Your own place is another keeper's to change, so that no workspace is left without one.
  if (userId === request.actor.userId)
    return problem(context, request, "Ask another owner or admin to change your own place.");
  if (!grantableRoles(request.actor.role).includes(role))
    return problem(context, request, "Only an owner changes an owner.");
  if (asked === "role") return giveRole(context, request, userId);
  if (asked === "remove") return remove(context, request, userId);
  if (asked === "link") return newLink(context, request, userId);
  return problem(context, request, "Choose one of the actions on this page.");
}

async function addPerson(context: ServiceContext, request: FormRequest): Promise<Response> {
  const { actor, form } = request;
  const [name, email, role] = [
    field(form, "name").slice(0, 120),
    EmailAddress.safeParse(field(form, "email")),
    askedRole(request),
  ];
  if (name === "" || !email.success || !role) return again(context, request, "Give a name, a valid email and a role.");
  const at = instant(context.clock);
  const added = await context.db.transaction().execute(async (tx) => {
    const account = await accountOf(tx, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, at }));
    await addMember(tx, { workspaceId: actor.workspaceId, userId, role, at });
    await note(context, tx, request, { action: "member.added", userId, data: { role } });
    // Whoever has a password keeps it.
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, context.clock.now());
    return { kind: "added" as const, secret };
  });
  return added.kind === "added"
    ? linkPage(context, request, added.secret)
    : again(context, request, REFUSED[added.kind]);
}

/** A member elsewhere could hold an account under a colleague's email: only the operator can tell. */
const REFUSED = {
  member: "A member of this workspace has that email already.",
  elsewhere: "That email belongs to an account made outside this workspace; ask the operator to add it.",
} as const;

async function giveRole(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const { workspaceId } = request.actor;
  const role = askedRole(request);
  if (!role) return problem(context, request, "Choose a role you may give.");
  await context.db.transaction().execute(async (tx) => {
    await changeRole(tx, { workspaceId, userId, role });
    await endTokensBeyond(context, tx, { workspaceId, userId, role });
    await note(context, tx, request, { action: "member.role_changed", userId, data: { role } });
  });
  return request.c.redirect("/app/members?done=changed", 303);
}

/** Tokens with scopes the new role cannot give end with the old one. */
async function endTokensBeyond(
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
    await note(context, tx, request, { action: "member.removed", userId, data: {} });
  });
  return request.c.redirect("/app/members?done=removed", 303);
}

async function newLink(context: ServiceContext, request: FormRequest, userId: string): Promise<Response> {
  const elsewhere = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (elsewhere) {
    const text = "This person belongs to other workspaces too; only the operator can make a new set-up link for them.";
    return problem(context, request, text);
  }
  const secret = await context.db.transaction().execute(async (tx) => {
    await note(context, tx, request, { action: "member.setup_link_made", userId, data: {} });
    return createSetupLink(tx, userId, context.clock.now());
  });
  return linkPage(context, request, secret);
}

function askedRole({ actor, form }: FormRequest): Role | undefined {
  const role = ROLES.find((one) => one === field(form, "role"));
  return role && grantableRoles(actor.role).includes(role) ? role : undefined;
}

async function note(
  context: ServiceContext,
  tx: Transaction,
  { actor }: FormRequest,
  {
    action,
    userId,
    data,
  }: { readonly action: string; readonly userId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  await appendAudit(tx, {
    workspaceId: actor.workspaceId,
    actor: { type: "user", id: actor.userId },
    action,
    subject: { type: "user", id: userId },
    data,
    at: instant(context.clock),
  });
}

function linkPage(context: ServiceContext, { c, session }: FormRequest, secret: string | undefined): Response {
  const body =
    secret === undefined
      ? html`<h1>Added</h1>
          <p>They are back, and sign in with the password they have.</p>`
      : html`<h1>Hand over this link</h1>
          <p>With it the person chooses a password. It works once, for three days, and is shown this once.</p>
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
      <p><a class="button" href="/app/members">Back to the members</a></p>`,
  });
}

function again(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showMembers(context, request, { tone: "problem", text, typed: request.form });
}

function problem(context: ServiceContext, request: FormRequest, text: string): Promise<Response> {
  return showMembers(context, request, { tone: "problem", text });
}
