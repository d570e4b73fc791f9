import { instant } from "@greenroom/contract/clock";
import { parse } from "hono/utils/cookie";
import type { ServiceContext } from "../../context.ts";
import { SSO_SIGN_INS, cookieName } from "../../domain/authentication.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { later } from "../../domain/instants.ts";
import { rolesOf, SSO_ATTEMPT_LIFETIME_MS } from "../../domain/sso.ts";
import { readForm } from "../../http/body.ts";
import { limitKey } from "../../http/client-address.ts";
import type { HttpContext } from "../../http/context.ts";
import { sealTokens } from "../../identity/sso-checks.ts";
import type { SignedIn, SsoAttempt } from "../../identity/sso-provider.ts";
import { html } from "../../outside/html.ts";
import type { SsoSettings } from "../../settings.ts";
import { queueAccountNotice } from "../../store/announcements/notices.ts";
import { auditAccount } from "../../store/audit/audit.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { addRow } from "../../store/engine/rows.ts";
import type { SsoAttemptRow } from "../../store/engine/schema.ts";
import { inDatabase, inPerson } from "../../store/engine/transaction.ts";
import { hasConfirmedFactor } from "../../store/people/accounts.ts";
import { countAttempt } from "../../store/people/attempts.ts";
import { epochOf } from "../../store/people/grants.ts";
import { applyGroupRoles } from "../../store/people/group-roles.ts";
import { findFullSession, revokeSessionsOf } from "../../store/people/sessions.ts";
import { acceptInvitation, findSetupLink } from "../../store/people/setup-links.ts";
import {
  addSsoGrant,
  addSsoIdentity,
  endProviderSessions,
  findSsoIdentity,
  findSsoIdentityOf,
  startSsoAttempt,
  takeSsoAttempt,
} from "../../store/people/sso.ts";
import { createUser, findUser, isAddressTaken, listWorkspacesOf } from "../../store/people/users.ts";
import { showNotFound } from "../errors.ts";
import { type FormRequest, safeNext } from "../guard.ts";
import { leavePage, page } from "../page.ts";
import { allowFactorChanges } from "./factor.ts";
import { readSession, writeCookie } from "./session.ts";
import { beginSession } from "./sign-in.ts";

/** A sign-in that comes back there accepts an invitation. */
const SETUP = "/app/setup/";

const ACCOUNT = "/app/account";

/** A link leads here: browsers let no form lead to another host. */
export async function startSignIn(context: ServiceContext, c: HttpContext): Promise<Response> {
  if (!context.sso) return showNotFound(context, c);
  const next = safeNext(c.req.query("next"));
  const session = await readSession(context, c.req.raw);
  if (session?.row.level === "full") return c.redirect(next, 303);
  const source = { subject: `sso from ${limitKey(c.get("clientAddress"))}`, limit: SSO_SIGN_INS };
  if (!(await countAttempt(context.db, source))) {
    return problemPage(c, { status: 429, text: "Too many sign-ins were started here. Try again in 15 minutes.", next });
  }
  const url = await startAttempt(context, c, { sso: context.sso, purpose: "sign_in", sessionId: null, next });
  return url === undefined ? unavailablePage(c, next) : c.redirect(url, 303);
}

function leaveToProvider(purpose: "prove" | "link", title: string) {
  return async ({ context, c, session }: FormRequest): Promise<Response> => {
    if (!context.sso) return showNotFound(context, c);
    const start = { sso: context.sso, purpose, sessionId: session.row.id, next: ACCOUNT };
    const target = await startAttempt(context, c, start);
    return target === undefined ? unavailablePage(c, ACCOUNT) : leavePage(c, title, target);
  };
}

export const startProof = leaveToProvider("prove", "Sign in again");
export const startLink = leaveToProvider("link", "Link your company account");

interface AttemptStart extends Pick<SsoAttemptRow, "purpose" | "next"> {
  readonly sso: NonNullable<ServiceContext["sso"]>;
  readonly sessionId: string | null;
}

/** @returns The page of the provider, undefined when it cannot be used. */
async function startAttempt(
  context: ServiceContext,
  c: HttpContext,
  { sso, purpose, sessionId, next }: AttemptStart,
): Promise<string | undefined> {
  const secret = newSecret();
  const attempt = attemptOf(secret, purpose === "prove");
  const url = await sso.provider.signInUrl(attempt);
  if (url.kind !== "ok") {
    context.log.error({ reason: url.reason }, "the provider of single sign-on cannot be used");
    return undefined;
  }
  const { state } = attempt;
  await startSsoAttempt(context.db, { state, purpose, session_id: sessionId, next });
  writeAttemptCookie(context, c, secret);
  return url.value;
}

/** Of the browser's secret, so that no other browser can finish the sign-in. */
function attemptOf(secret: string, fresh: boolean): SsoAttempt {
  const of = (what: string) => hashSecret(`${what} ${secret}`);
  return { state: of("state"), nonce: of("nonce"), verifier: of("verifier"), fresh };
}

function attemptCookie({ addresses }: ServiceContext): string {
  return `${cookieName(addresses.scheme)}-sso`;
}

function writeAttemptCookie(context: ServiceContext, c: HttpContext, secret: string): void {
  writeCookie(context, c, attemptCookie(context), secret, SSO_ATTEMPT_LIFETIME_MS);
}

export async function finishSignIn(context: ServiceContext, c: HttpContext): Promise<Response> {
  const { sso, settings } = context;
  if (!sso || !settings.sso) return showNotFound(context, c);
  const name = attemptCookie(context);
  const secret = parse(c.req.header("cookie") ?? "", name)[name] ?? "";
  const { state } = attemptOf(secret, false);
  writeAttemptCookie(context, c, "");
  if (secret === "" || c.req.query("state") !== state) return startAgainPage(c);
  const row = await takeSsoAttempt(context.db, state, instant(context.clock));
  if (!row) return startAgainPage(c);
  const redeemed = await sso.provider.redeem(new URL(c.req.url).search, attemptOf(secret, row.purpose === "prove"));
  switch (redeemed.kind) {
    case "unavailable":
      context.log.error({ reason: redeemed.reason }, "the provider of single sign-on cannot be used");
      return unavailablePage(c, row.next);
    case "rejected":
      context.log.info({ reason: redeemed.reason }, "a single sign-on was rejected");
      return problemPage(c, {
        status: 403,
        text: "The company sign-in did not confirm who you are. You are not signed in.",
        next: row.next,
      });
    case "ok": {
      const finished = { settings: settings.sso, signedIn: redeemed.value, attempt: row };
      switch (row.purpose) {
        case "sign_in":
          return enter(context, c, finished);
        case "link":
          return link(context, c, finished);
        case "prove":
          return proveOwner(context, c, finished);
      }
    }
  }
}

interface FinishedAttempt {
  readonly settings: SsoSettings;
  readonly signedIn: SignedIn;
  readonly attempt: SsoAttemptRow;
}

type Account =
  | { readonly kind: "found"; readonly userId: string; readonly epoch: number; readonly accepted?: boolean }
  | { readonly kind: "rejected"; readonly text: string };

async function enter(context: ServiceContext, c: HttpContext, finished: FinishedAttempt): Promise<Response> {
  const { next } = finished.attempt;
  const account = await inDatabase(context.db, async (tx): Promise<Account> => {
    const found = await findOrCreateAccount(context, tx, finished);
    if (found.kind === "found") await applyRoles(context, tx, finished, found.userId);
    return found;
  });
  if (account.kind === "rejected") return problemPage(c, { status: 403, text: account.text, next });
  await openSession(context, c, finished.signedIn, account);
  return c.redirect(account.accepted === true ? `${ACCOUNT}?done=joined` : next, 303);
}

/** Found by issuer and subject only: an email address from the provider gives access to no account. */
async function findOrCreateAccount(
  context: ServiceContext,
  tx: Transaction,
  { settings, signedIn: { person }, attempt: { next } }: FinishedAttempt,
): Promise<Account> {
  const rejected = (text: string): Account => ({ kind: "rejected", text });
  const known = await findSsoIdentity(tx, person);
  if (known) {
    const user = await findUser(tx, known.user_id);
    return user
      ? { kind: "found", userId: user.id, epoch: user.epoch }
      : rejected("Your account here is turned off. Ask the operator.");
  }
  const at = instant(context.clock);
  const link = next.startsWith(SETUP) ? await findSetupLink(tx, next.slice(SETUP.length), at) : undefined;
  const invitation = link?.kind === "invitation" ? link : undefined;
  if (!invitation && rolesOf(person.groups ?? [], settings.groups).size === 0) {
    return rejected(
      "Your company account opens nothing here: none of its groups has a role, and it is linked to no account. If you have an account here, sign in to it and link them on its account page; else ask the operator.",
    );
  }
  if ("problem" in person.profile)
    return rejected(`${person.profile.problem} Ask the person who manages the company sign-in.`);
  const { name, email = person.profile.email } = { ...person.profile, email: invitation?.email };
  if (await isAddressTaken(tx, email)) {
    return rejected(
      "An account here has your email address already. If it is yours, sign in to it and link your company account on its account page; else ask the operator.",
    );
  }
  const madeBy = invitation && { madeBy: invitation.people };
  const userId = await createUser(tx, { email, name, joined: true, ...madeBy });
  await addSsoIdentity(tx, { ...person, userId, confirmed: false });
  if (invitation) await acceptInvitation(tx, invitation, userId);
  return { kind: "found", userId, epoch: await epochOf(tx, userId), accepted: invitation !== undefined };
}

async function applyRoles(
  context: ServiceContext,
  tx: Transaction,
  { settings, signedIn }: FinishedAttempt,
  userId: string,
): Promise<void> {
  const groups = signedIn.person.groups ?? [];
  const kept = await applyGroupRoles(tx, { userId, groups, rules: settings.groups });
  for (const workspaceId of kept) context.log.warn({ workspaceId }, "groups would have removed the last owner");
}

async function openSession(
  context: ServiceContext,
  c: HttpContext,
  { tokens, providerSession }: SignedIn,
  { userId, epoch }: { readonly userId: string; readonly epoch: number },
): Promise<void> {
  await beginSession(context, c, {
    userId,
    epoch,
    level: "full",
    sso: true,
    also: async (tx, { session }) => {
      const seal = (grantId: string) => sealTokens(context.settings, grantId, tokens);
      await addSsoGrant(tx, session, providerSession, seal);
    },
  });
}

async function link(context: ServiceContext, c: HttpContext, finished: FinishedAttempt): Promise<Response> {
  const session = await readSession(context, c.req.raw);
  if (session?.row.level !== "full" || session.row.id !== finished.attempt.session_id) {
    const text = "The session in which you began to link your account is over. Nothing was linked.";
    return problemPage(c, { status: 403, text, next: ACCOUNT });
  }
  const userId = session.user.id;
  const { person } = finished.signedIn;
  const linked = await inDatabase(context.db, async (tx) => {
    // As it is now: in another epoch what is linked would count as confirmed.
    if (!(await findFullSession(tx, session.row.id, tx.at, null))) return false;
    if (await findSsoIdentity(tx, person)) return false;
    if (await findSsoIdentityOf(tx, userId)) return false;
    // Without a second factor anyone who knew the password could have linked their own.
    const confirmed = await hasConfirmedFactor(tx, userId);
    await addSsoIdentity(tx, { ...person, userId, confirmed });
    await applyRoles(context, tx, finished, userId);
    await auditAccount(tx, { userId, action: "sso.linked", data: { issuer: person.issuer } });
    const notice = { kind: "sign_in", change: "sso.linked", by: null } as const;
    for (const { id: workspaceId } of await listWorkspacesOf(tx, userId)) {
      await queueAccountNotice(tx, { workspaceId, userId, notice });
    }
    await revokeSessionsOf(tx, userId, session.row.id);
    return true;
  });
  if (!linked) {
    const text = "This company account is linked to an account here already, or yours to another one. Nothing changed.";
    return problemPage(c, { status: 409, text, next: ACCOUNT });
  }
  await openSession(context, c, finished.signedIn, { userId, epoch: session.row.epoch });
  return c.redirect(`${ACCOUNT}?done=linked`, 303);
}

async function proveOwner(
  context: ServiceContext,
  c: HttpContext,
  { signedIn, attempt }: FinishedAttempt,
): Promise<Response> {
  const session = await readSession(context, c.req.raw);
  const known = await findSsoIdentity(context.db, signedIn.person);
  if (session?.row.level !== "full" || session.row.id !== attempt.session_id || known?.user_id !== session.user.id) {
    const text = "You signed in as another person there, or the session here is over. Nothing was changed.";
    return problemPage(c, { status: 403, text, next: ACCOUNT });
  }
  const { row } = session;
  await inPerson(context.db, row.user_id, (tx) => allowFactorChanges(tx, row, "company_account"));
  return c.redirect(`${ACCOUNT}?done=proven`, 303);
}

/** [OpenID Connect Back-Channel Logout 1.0 §2.5] */
export async function endByProvider(context: ServiceContext, c: HttpContext): Promise<Response> {
  const { sso } = context;
  if (!sso) return showNotFound(context, c);
  const form = await readForm(c.req.raw);
  const logout = await sso.provider.readLogout(form.get("logout_token") ?? "");
  if (logout.kind !== "ok") {
    context.log.info({ reason: logout.reason }, "a logout token was rejected");
    return c.json({ error: "invalid_request" }, logout.kind === "rejected" ? 400 : 503);
  }
  const { issuer, tokenId } = logout.value;
  await inDatabase(context.db, async (tx) => {
    // What came before ends no session that was opened since.
    const used = { issuer: `${issuer} logout`, jti: tokenId, expires_at: later(tx.at, 3_600_000) };
    if (!(await addRow(tx, "identity_uses", used))) return;
    await endProviderSessions(tx, logout.value);
  });
  return c.body(null, 200);
}

function startAgainPage(c: HttpContext): Response {
  return problemPage(c, {
    status: 400,
    text: "This sign-in was started in another browser or tab, took too long, or is finished already. You are not signed in.",
    next: undefined,
  });
}

function unavailablePage(c: HttpContext, next: string): Response {
  c.header("Retry-After", "5");
  return problemPage(c, {
    status: 503,
    text: "The company sign-in does not respond. Nothing was changed; try again in a moment. If this continues, contact the operator: the log of the service has the cause.",
    next,
  });
}

interface Problem {
  readonly status: 400 | 403 | 409 | 429 | 503;
  readonly text: string;
  readonly next: string | undefined;
}

function problemPage(c: HttpContext, { status, text, next }: Problem): Response {
  const signIn = next === undefined ? "/app/signin" : `/app/signin?next=${encodeURIComponent(next)}`;
  const [href, label] = next === ACCOUNT ? [ACCOUNT, "Back to your account"] : [signIn, "Back to sign-in"];
  return page(c, {
    title: "Not signed in",
    narrow: true,
    status,
    body: html`<h1>${status === 409 ? "Not linked" : "Not signed in"}</h1>
      <p class="lead">${text}</p>
      <p><a class="button" href="${href}">${label}</a></p>`,
  });
}
