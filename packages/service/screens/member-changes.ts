import { type Role, ROLES } from "@greenroom/contract";
import { instant } from "../domain/clock.ts";
import { grantableScopes } from "../domain/token-grant.ts";
import type { Parts } from "../parts.ts";
import { appendAudit } from "../store/audit.ts";
import type { Writing } from "../store/database.ts";
import { createSetupLink } from "../store/setup-links.ts";
import { listTokens, revokeToken } from "../store/token-lists.ts";
import { readScopes } from "../store/tokens.ts";
import {
  accountOf,
  addMember,
  changeRole,
  createUser,
  listWorkspacesOf,
  removeMember,
  roleOf,
} from "../store/users.ts";
import { field } from "./form.ts";
import { requireRole, type Submitted } from "./guard.ts";
import { html } from "./html.ts";
import { EmailAddress, grantableRoles, MEMBER_KEEPERS, showMembers } from "./members.ts";
import { page } from "./page.ts";

/** Carries out what an owner or admin asked for on the members page. */
export async function changeMembers(parts: Parts, submitted: Submitted): Promise<Response> {
  requireRole(submitted.actor, MEMBER_KEEPERS);
  const asked = field(submitted.form, "do");
  if (asked === "add") return addPerson(parts, submitted);
  const userId = field(submitted.form, "user");
  const role = await roleOf(parts.db, submitted.actor.workspaceId, userId);
  if (role === undefined) return problem(parts, submitted, "That person is not a member any more.");
  // Your own place is another keeper's to change, so that no workspace is left without one.
  if (userId === submitted.actor.userId)
    return problem(parts, submitted, "Ask another owner or admin to change your own place.");
  if (!grantableRoles(submitted.actor.role).includes(role))
    return problem(parts, submitted, "Only an owner changes an owner.");
  if (asked === "role") return giveRole(parts, submitted, userId);
  if (asked === "remove") return remove(parts, submitted, userId);
  if (asked === "link") return newLink(parts, submitted, userId);
  return problem(parts, submitted, "Choose one of the actions on this page.");
}

async function addPerson(parts: Parts, submitted: Submitted): Promise<Response> {
  const { actor, form } = submitted;
  const [name, email, role] = [
    field(form, "name").slice(0, 120),
    EmailAddress.safeParse(field(form, "email")),
    askedRole(submitted),
  ];
  if (name === "" || !email.success || !role) return again(parts, submitted, "Give a name, a valid email and a role.");
  const at = instant(parts.clock);
  const added = await parts.db.transaction().execute(async (writing) => {
    const account = await accountOf(writing, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(writing, { email: email.data, name, at }));
    await addMember(writing, { workspaceId: actor.workspaceId, userId, role, at });
    await note(parts, writing, submitted, { action: "member.added", userId, data: { role } });
    // Whoever has a password keeps it.
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(writing, userId, parts.clock.now());
    return { kind: "added" as const, secret };
  });
  return added.kind === "added"
    ? linkPage(parts, submitted, added.secret)
    : again(parts, submitted, REFUSED[added.kind]);
}

/** A member elsewhere could hold an account under a colleague's email: only the operator can tell. */
const REFUSED = {
  member: "A member of this workspace has that email already.",
  elsewhere: "That email belongs to an account made outside this workspace; ask the operator to add it.",
} as const;

async function giveRole(parts: Parts, submitted: Submitted, userId: string): Promise<Response> {
  const { workspaceId } = submitted.actor;
  const role = askedRole(submitted);
  if (!role) return problem(parts, submitted, "Choose a role you may give.");
  await parts.db.transaction().execute(async (writing) => {
    await changeRole(writing, { workspaceId, userId, role });
    await endTokensBeyond(parts, writing, { workspaceId, userId, role });
    await note(parts, writing, submitted, { action: "member.role_changed", userId, data: { role } });
  });
  return submitted.c.redirect("/app/members?done=changed", 303);
}

/** Tokens with scopes the new role cannot give end with the old one. */
async function endTokensBeyond(
  parts: Parts,
  writing: Writing,
  { workspaceId, userId, role }: { readonly workspaceId: string; readonly userId: string; readonly role: Role },
): Promise<void> {
  const at = instant(parts.clock);
  const allowed = new Set(grantableScopes(role));
  for (const token of await listTokens(writing, workspaceId, { userId, at })) {
    const beyond = [...readScopes(token.scopes)].some((scope) => !allowed.has(scope));
    if (beyond) await revokeToken(writing, token.id, at);
  }
}

async function remove(parts: Parts, submitted: Submitted, userId: string): Promise<Response> {
  const { workspaceId } = submitted.actor;
  const at = instant(parts.clock);
  await parts.db.transaction().execute(async (writing) => {
    await removeMember(writing, { workspaceId, userId, at });
    for (const token of await listTokens(writing, workspaceId, { userId, at }))
      await revokeToken(writing, token.id, at);
    await note(parts, writing, submitted, { action: "member.removed", userId, data: {} });
  });
  return submitted.c.redirect("/app/members?done=removed", 303);
}

async function newLink(parts: Parts, submitted: Submitted, userId: string): Promise<Response> {
  const elsewhere = (await listWorkspacesOf(parts.db, userId)).length > 1;
  if (elsewhere) {
    const text = "This person belongs to other workspaces too; only the operator can make a new set-up link for them.";
    return problem(parts, submitted, text);
  }
  const secret = await parts.db.transaction().execute(async (writing) => {
    await note(parts, writing, submitted, { action: "member.setup_link_made", userId, data: {} });
    return createSetupLink(writing, userId, parts.clock.now());
  });
  return linkPage(parts, submitted, secret);
}

function askedRole({ actor, form }: Submitted): Role | undefined {
  const role = ROLES.find((one) => one === field(form, "role"));
  return role && grantableRoles(actor.role).includes(role) ? role : undefined;
}

async function note(
  parts: Parts,
  writing: Writing,
  { actor }: Submitted,
  {
    action,
    userId,
    data,
  }: { readonly action: string; readonly userId: string; readonly data: Record<string, unknown> },
): Promise<void> {
  await appendAudit(writing, {
    workspaceId: actor.workspaceId,
    actor: { type: "user", id: actor.userId },
    action,
    subject: { type: "user", id: userId },
    data,
    at: instant(parts.clock),
  });
}

function linkPage(parts: Parts, { c, visit }: Submitted, secret: string | undefined): Response {
  const body =
    secret === undefined
      ? html`<h1>Added</h1>
          <p>They are back, and sign in with the password they have.</p>`
      : html`<h1>Hand over this link</h1>
          <p>With it the person chooses a password. It works once, for three days, and is shown this once.</p>
          <p class="secret card">
            <code id="link">${parts.addresses.baseUrl}/app/setup/${secret}</code
            ><button type="button" class="secondary small" hidden data-copy="link">Copy</button>
          </p>`;
  return page(c, {
    title: "Member added",
    visit,
    section: "/app/members",
    narrow: true,
    body: html`${body}
      <p><a class="button" href="/app/members">Back to the members</a></p>`,
  });
}

function again(parts: Parts, submitted: Submitted, text: string): Promise<Response> {
  return showMembers(parts, submitted, { tone: "problem", text, typed: submitted.form });
}

function problem(parts: Parts, submitted: Submitted, text: string): Promise<Response> {
  return showMembers(parts, submitted, { tone: "problem", text });
}
