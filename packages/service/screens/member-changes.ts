import { type Role, ROLES } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { grantableScopes } from "../domain/token-grant.ts";
import type { ServiceContext } from "../context.ts";
import { appendAudit } from "../store/audit.ts";
import type { Transaction } from "../store/database.ts";
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
export async function changeMembers(context: ServiceContext, submitted: Submitted): Promise<Response> {
  requireRole(submitted.actor, MEMBER_KEEPERS);
  const asked = field(submitted.form, "do");
  if (asked === "add") return addPerson(context, submitted);
  const userId = field(submitted.form, "user");
  const role = await roleOf(context.db, submitted.actor.workspaceId, userId);
  if (role === undefined) return problem(context, submitted, "That person is not a member any more.");
  // Your own place is another keeper's to change, so that no workspace is left without one.
  if (userId === submitted.actor.userId)
    return problem(context, submitted, "Ask another owner or admin to change your own place.");
  if (!grantableRoles(submitted.actor.role).includes(role))
    return problem(context, submitted, "Only an owner changes an owner.");
  if (asked === "role") return giveRole(context, submitted, userId);
  if (asked === "remove") return remove(context, submitted, userId);
  if (asked === "link") return newLink(context, submitted, userId);
  return problem(context, submitted, "Choose one of the actions on this page.");
}

async function addPerson(context: ServiceContext, submitted: Submitted): Promise<Response> {
  const { actor, form } = submitted;
  const [name, email, role] = [
    field(form, "name").slice(0, 120),
    EmailAddress.safeParse(field(form, "email")),
    askedRole(submitted),
  ];
  if (name === "" || !email.success || !role)
    return again(context, submitted, "Give a name, a valid email and a role.");
  const at = instant(context.clock);
  const added = await context.db.transaction().execute(async (tx) => {
    const account = await accountOf(tx, actor.workspaceId, email.data);
    if (account.kind === "member" || account.kind === "elsewhere") return account;
    const known = account.kind === "former" ? account : undefined;
    const userId = known?.userId ?? (await createUser(tx, { email: email.data, name, at }));
    await addMember(tx, { workspaceId: actor.workspaceId, userId, role, at });
    await note(context, tx, submitted, { action: "member.added", userId, data: { role } });
    // Whoever has a password keeps it.
    const secret = known?.hasPassword === true ? undefined : await createSetupLink(tx, userId, context.clock.now());
    return { kind: "added" as const, secret };
  });
  return added.kind === "added"
    ? linkPage(context, submitted, added.secret)
    : again(context, submitted, REFUSED[added.kind]);
}

/** A member elsewhere could hold an account under a colleague's email: only the operator can tell. */
const REFUSED = {
  member: "A member of this workspace has that email already.",
  elsewhere: "That email belongs to an account made outside this workspace; ask the operator to add it.",
} as const;

async function giveRole(context: ServiceContext, submitted: Submitted, userId: string): Promise<Response> {
  const { workspaceId } = submitted.actor;
  const role = askedRole(submitted);
  if (!role) return problem(context, submitted, "Choose a role you may give.");
  await context.db.transaction().execute(async (tx) => {
    await changeRole(tx, { workspaceId, userId, role });
    await endTokensBeyond(context, tx, { workspaceId, userId, role });
    await note(context, tx, submitted, { action: "member.role_changed", userId, data: { role } });
  });
  return submitted.c.redirect("/app/members?done=changed", 303);
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

async function remove(context: ServiceContext, submitted: Submitted, userId: string): Promise<Response> {
  const { workspaceId } = submitted.actor;
  const at = instant(context.clock);
  await context.db.transaction().execute(async (tx) => {
    await removeMember(tx, { workspaceId, userId, at });
    for (const token of await listTokens(tx, workspaceId, { userId, at })) await revokeToken(tx, token.id, at);
    await note(context, tx, submitted, { action: "member.removed", userId, data: {} });
  });
  return submitted.c.redirect("/app/members?done=removed", 303);
}

async function newLink(context: ServiceContext, submitted: Submitted, userId: string): Promise<Response> {
  const elsewhere = (await listWorkspacesOf(context.db, userId)).length > 1;
  if (elsewhere) {
    const text = "This person belongs to other workspaces too; only the operator can make a new set-up link for them.";
    return problem(context, submitted, text);
  }
  const secret = await context.db.transaction().execute(async (tx) => {
    await note(context, tx, submitted, { action: "member.setup_link_made", userId, data: {} });
    return createSetupLink(tx, userId, context.clock.now());
  });
  return linkPage(context, submitted, secret);
}

function askedRole({ actor, form }: Submitted): Role | undefined {
  const role = ROLES.find((one) => one === field(form, "role"));
  return role && grantableRoles(actor.role).includes(role) ? role : undefined;
}

async function note(
  context: ServiceContext,
  tx: Transaction,
  { actor }: Submitted,
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

function linkPage(context: ServiceContext, { c, visit }: Submitted, secret: string | undefined): Response {
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
    visit,
    section: "/app/members",
    narrow: true,
    body: html`${body}
      <p><a class="button" href="/app/members">Back to the members</a></p>`,
  });
}

function again(context: ServiceContext, submitted: Submitted, text: string): Promise<Response> {
  return showMembers(context, submitted, { tone: "problem", text, typed: submitted.form });
}

function problem(context: ServiceContext, submitted: Submitted, text: string): Promise<Response> {
  return showMembers(context, submitted, { tone: "problem", text });
}
