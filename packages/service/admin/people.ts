import type { Role, Scope, TokenKind, TokenRealm } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { lastService } from "../data-folder.ts";
import { grantableScopes } from "../domain/authentication.ts";
import { DAY_MS } from "../domain/instants.ts";
import { isMailAddress, isPlainName } from "../domain/mail-address.ts";
import { findAccountId } from "../notify/github-ids.ts";
import { encryptInvitation } from "../outside/encryption.ts";
import { queueAccountNotice, queueInvitation } from "../store/announcements/notices.ts";
import { appendAudit } from "../store/audit/audit.ts";
import type { Transaction } from "../store/engine/database.ts";
import { deleteRows, insertRow } from "../store/engine/rows.ts";
import type { UserRow } from "../store/engine/schema.ts";
import { inDatabase } from "../store/engine/transaction.ts";
import {
  type AccountVersion,
  confirmAccount,
  type Confirmation,
  readAccountVersion,
  resetAccount,
} from "../store/people/accounts.ts";
import { epochOf } from "../store/people/grants.ts";
import { setRole } from "../store/people/group-roles.ts";
import { revokeSessionsOf } from "../store/people/sessions.ts";
import { createSetupLink, hasSetupLink } from "../store/people/setup-links.ts";
import { addSsoIdentity, findSsoIdentity, findSsoIdentityOf, removeSsoIdentity } from "../store/people/sso.ts";
import { issueToken } from "../store/people/tokens.ts";
import { addMember, createUser, findUserByEmail, listWorkspacesOf, roleOf } from "../store/people/users.ts";
import { createProject, createWorkspace } from "../store/people/workspaces.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";

interface MemberRef {
  readonly workspaceId: string;
  readonly email: string;
}

/** Where a person sets their password, below the service's URL; works once, for three days. */
export function setupPath(secret: string): string {
  return `/app/setup/${secret}`;
}

function requireEmail(text: string): string {
  const email = z.email().max(254).safeParse(text.trim());
  if (email.success && isMailAddress(email.data)) return email.data;
  throw new AdminError("invalid", "That is not an email address. Give one such as ada@example.com.");
}

/** What becomes of the account that an email has already: its password and second factors are kept, or made void. */
export type ExistingAccount = "keep" | "reset";

/**
 * Someone else may have made the account that an email has already: it is let in with its password only when the
 * operator says so.
 * @returns `setupPath` is secret; undefined when the password of an account is kept.
 */
export async function addPerson(
  store: AdminContext & { readonly dataDirectory: string },
  input: MemberRef & { readonly name: string; readonly role: Role; readonly existing?: ExistingAccount | undefined },
): Promise<{ readonly userId: string; readonly setupPath: string | undefined; readonly mailed: boolean }> {
  const { workspaceId, role, existing } = input;
  const email = requireEmail(input.email);
  const name = input.name.trim().slice(0, 120) || email;
  if (!isPlainName(name))
    throw new AdminError("invalid", "A name has one line of visible characters. Give such a name.");
  return await runChange(store, async ({ tx, audit }) => {
    const known = await findUserByEmail(tx, email);
    if (known && (await roleOf(tx, workspaceId, known.id))) {
      throw new AdminError("already_a_member", `${email} is a member already. Change the role with admin member role.`);
    }
    const opened = known && (known.password_hash !== null || (await findSsoIdentityOf(tx, known.id)) !== undefined);
    if (known && opened === true && existing === undefined) throw await existingAccount(tx, known);
    const userId = known?.id ?? (await createUser(tx, { email, name }));
    await addMember(tx, { workspaceId, userId, role }, true);
    const kept = existing === "keep" && opened === true;
    if (known && !kept) await resetAccount(tx, userId);
    const secret = kept ? undefined : await createSetupLink(tx, userId, null);
    const data = { role, ...(known && { account: kept ? "kept" : "reset" }) };
    await audit({ workspaceId, action: "member.added", subject: { type: "user", id: userId }, data });
    const sealSecret = secret === undefined ? undefined : encryptInvitation(store.dataDirectory, secret);
    const notice = { kind: "invitation", role, by: null } as const;
    const mailed = await queueInvitation(tx, { workspaceId, receiverId: userId }, notice, sealSecret);
    return { userId, setupPath: secret && setupPath(secret), mailed };
  });
}

async function existingAccount(tx: Transaction, { id, email }: UserRow): Promise<AdminError> {
  const places = (await listWorkspacesOf(tx, id)).map(({ name }) => name);
  const where = places.length === 0 ? "" : `, in ${new Intl.ListFormat("en").format(places)}`;
  return new AdminError(
    "existing_account",
    `${email} has an account already${where}, and another person may hold it. Give --existing reset to void its password, company account, second factors and sessions and get a setup link, or --existing keep if you know that this person uses it.`,
  );
}

export async function showPerson(store: AdminContext, member: MemberRef): Promise<AccountVersion> {
  return await runChange(store, async ({ tx }) => readAccountVersion(tx, (await requireMember(tx, member)).id));
}

/** @param shownCode Of the account as it was shown: the person behind it, and its sign-in methods. */
export async function confirmPerson(
  store: AdminContext,
  member: MemberRef,
  shownCode: string,
): Promise<{ readonly userId: string }> {
  const { workspaceId, email } = member;
  return await runChange(store, async ({ tx, audit }) => {
    const { id: userId } = await requireMember(tx, member);
    const confirmation = await confirmAccount(tx, userId, shownCode, undefined);
    if (confirmation !== "confirmed") throw new AdminError("invalid", NOT_CONFIRMED[confirmation](email));
    const data = { code: shownCode };
    await audit({ workspaceId, action: "member.confirmed", subject: { type: "user", id: userId }, data });
    return { userId };
  });
}

const NOT_CONFIRMED: Readonly<Record<Exclude<Confirmation, "confirmed">, (email: string) => string>> = {
  changed: (email) =>
    `That is not the code of ${email} now: the account changed, or the code is of another one. Look at it again without --code, and ask the person again.`,
  no_factor: (email) => `${email} has no second factor, so there is nothing to confirm. They set one up first.`,
};

/** [GitHub, username rules] */
const GITHUB_LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;

async function pinAccount(login: string, githubId: string | undefined, findId: typeof findAccountId) {
  if (!GITHUB_LOGIN.test(login)) {
    throw new AdminError("invalid", "That is not a login name of GitHub. Give one such as octocat.");
  }
  const number = githubId ?? (await findId(login));
  if (number !== undefined) return { login, githubId: number };
  const hint = `Give it with --github-id; gh api users/${login} --jq .id prints it.`;
  throw new AdminError("invalid", `GitHub does not give the number of the account ${login}. ${hint}`);
}

/**
 * Keeps the number of the account: a later owner of the login is somebody else.
 * @param input Without `login` the link is removed.
 * @param findId Asks GitHub for the number where none is given.
 */
export async function linkGithub(
  store: AdminContext,
  input: MemberRef & { readonly login: string | undefined; readonly githubId: string | undefined },
  findId = findAccountId,
): Promise<{ readonly userId: string; readonly githubId: string | null }> {
  const { workspaceId, login } = input;
  const account = login === undefined ? undefined : await pinAccount(login, input.githubId, findId);
  const githubId = account?.githubId ?? null;
  return await runChange(store, async ({ tx, audit }) => {
    const { id: userId } = await requireMember(tx, input);
    const member = { workspace_id: workspaceId, user_id: userId };
    await deleteRows(tx, "github_accounts", member);
    // Its number stays when the login is renamed, and is never given to somebody else.
    const linked = account && { login: account.login.toLowerCase(), github_id: account.githubId };
    if (linked) await insertRow(tx, "github_accounts", { ...member, ...linked });
    const subject = { type: "user", id: userId };
    await audit({ workspaceId, action: "member.github_linked", subject, data: { login: login ?? null, githubId } });
    return { userId, githubId };
  });
}

/** @param account Undefined removes the link: sessions by it end, and the member signs in with a password again. */
export async function linkCompanyAccount(
  store: AdminContext,
  member: MemberRef,
  account: { readonly issuer: string; readonly subject: string } | undefined,
): Promise<{ readonly userId: string }> {
  const { workspaceId } = member;
  return await runChange(store, async ({ tx, audit }) => {
    const { id: userId } = await requireMember(tx, member);
    const subject = { type: "user", id: userId };
    if (!account) {
      const removed = await removeSsoIdentity(tx, userId);
      if (!removed) throw new AdminError("invalid", "This member is linked to no company account.");
      await audit({ workspaceId, action: "sso.removed", subject, data: {} });
      return { userId };
    }
    if (account.subject === "" || account.subject.length > 255 || !isPlainName(account.subject)) {
      throw new AdminError("invalid", "A subject is 1 to 255 visible characters: the claim sub of the provider.");
    }
    if ((await findSsoIdentity(tx, account)) || (await findSsoIdentityOf(tx, userId))) {
      const text = "This company account, or this member, is linked already. Remove that link first, with --remove.";
      throw new AdminError("invalid", text);
    }
    await addSsoIdentity(tx, { ...account, userId, confirmed: true });
    await revokeSessionsOf(tx, userId);
    await audit({ workspaceId, action: "sso.linked", subject, data: { issuer: account.issuer } });
    return { userId };
  });
}

/** Earlier links stop working. */
export async function renewLink(store: AdminContext, member: MemberRef): Promise<{ readonly setupPath: string }> {
  const { workspaceId } = member;
  return await runChange(store, async ({ tx, audit }) => {
    const { id } = await requireMember(tx, member);
    const notice = { kind: "sign_in", change: "setup_link.made", by: null } as const;
    await queueAccountNotice(tx, { workspaceId, userId: id, notice });
    const secret = await createSetupLink(tx, id, null);
    await audit({ workspaceId, action: "member.setup_link_made", subject: { type: "user", id }, data: {} });
    return { setupPath: setupPath(secret) };
  });
}

/** Tokens with scopes that the new role cannot give are revoked. */
export async function giveRole(store: AdminContext, input: MemberRef & { readonly role: Role }) {
  const { workspaceId, role } = input;
  return runChange(store, async ({ tx, audit }) => {
    const { id: userId } = await requireMember(tx, input);
    await setRole(tx, { workspaceId, userId, role }, null);
    await audit({ workspaceId, action: "member.role_changed", subject: { type: "user", id: userId }, data: { role } });
    return input;
  });
}

async function requireMember(tx: Transaction, { workspaceId, email }: MemberRef): Promise<UserRow> {
  const user = await findUserByEmail(tx, email);
  if (!user) throw new AdminError("unknown_person", `No user has the email ${email}. Add them with admin user create.`);
  if (await roleOf(tx, workspaceId, user.id)) return user;
  throw new AdminError("not_a_member", `${email} is no member of this workspace. Add them with admin user create.`);
}

interface TokenInput {
  readonly workspaceId: string;
  /** Its owner; undefined for a bot without one. */
  readonly email: string | undefined;
  readonly kind: TokenKind;
  /** By default that of the service, `live` before it has run. */
  readonly realm: TokenRealm | undefined;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** By default it never expires. */
  readonly expiresInDays: number | undefined;
}

/** @returns `token` is nowhere else; `endsBySetup` when its person has a setup link that ends it. */
export async function addToken(
  store: AdminContext & { readonly dataDirectory: string },
  input: TokenInput,
): Promise<{
  readonly token: string;
  readonly tokenId: string;
  readonly realmGuessed: boolean;
  readonly endsBySetup: boolean;
}> {
  const { workspaceId, kind, scopes, email, expiresInDays } = input;
  const name = input.name.trim().slice(0, 100) || "operator";
  const known = input.realm ?? (await lastService(store.dataDirectory))?.realm;
  const realm = known ?? "live";
  return await runChange(store, async ({ tx, audit }) => {
    const userId = email === undefined ? null : await ownerOf(tx, { workspaceId, email }, scopes);
    const expiresAt = expiresInDays === undefined ? null : instant(store.clock, expiresInDays * DAY_MS);
    const epoch = userId === null ? null : await epochOf(tx, userId);
    const { token, row } = await issueToken(tx, {
      workspaceId,
      userId,
      epoch,
      kind,
      realm,
      name,
      scopes,
      issuedVia: "operator",
      expiresAt,
    });
    const data = { name, kind, scopes, via: "operator", userId, expiresAt };
    await audit({ workspaceId, action: "token.created", subject: { type: "token", id: row.id }, data });
    const endsBySetup = userId !== null && (await hasSetupLink(tx, userId, tx.at));
    return { token, tokenId: row.id, realmGuessed: known === undefined, endsBySetup };
  });
}

async function ownerOf(tx: Transaction, place: MemberRef, scopes: readonly Scope[]): Promise<string> {
  const { id } = await requireMember(tx, place);
  const role = await roleOf(tx, place.workspaceId, id);
  const grantable = role === undefined ? [] : grantableScopes(role);
  const beyond = scopes.filter((scope) => !grantable.includes(scope));
  if (beyond.length === 0) return id;
  throw new AdminError(
    "invalid",
    `A ${role ?? "non-member"} cannot give ${beyond.join(", ")}. Give --scope without them.`,
  );
}

const DEFAULT_OWNER = "owner@greenroom.localhost";

/**
 * Gives an empty store its first workspace, with an owner who sets a password by a one-time link.
 * Until someone has set a password, every start makes a new link and ends the one before.
 * @returns Path of the link below the service's URL, secret; undefined when someone can sign in already.
 */
export async function createFirstOwner(
  { db }: Pick<ServiceContext, "db">,
  ownerEmail: string | undefined,
): Promise<string | undefined> {
  const email = requireEmail(ownerEmail ?? DEFAULT_OWNER);
  return await inDatabase(db, async (tx) => {
    const people = await tx.selectFrom("users").select(["id", "password_hash"]).limit(2).execute();
    const [first] = people;
    if (first) {
      if (people.length > 1 || first.password_hash !== null) return undefined;
      return setupPath(await createSetupLink(tx, first.id, null));
    }
    const filled = await tx.selectFrom("workspaces").select("id").limit(1).executeTakeFirst();
    if (filled) return undefined;
    const workspaceId = await createWorkspace(tx, "Workspace");
    const projectId = await createProject(tx, workspaceId, "Web");
    const userId = await createUser(tx, { email, name: "Owner" });
    await addMember(tx, { workspaceId, userId, role: "owner" }, true);
    await appendAudit(tx, {
      workspaceId,
      actor: { type: "system", id: null },
      action: "workspace.created",
      subject: { type: "workspace", id: workspaceId },
      data: { projectId, ownerId: userId, via: "first start" },
    });
    return setupPath(await createSetupLink(tx, userId, null));
  });
}
