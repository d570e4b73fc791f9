import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import {
  ACCOUNT_SIGN_INS,
  ADDRESS_SIGN_INS,
  cookieName,
  deviceCookieName,
  KNOWN_DEVICE_LIFETIME_MS,
  type Proof,
  type Purpose,
  SESSION_LIFETIME_MS,
  UNKNOWN_DEVICE_SIGN_INS,
} from "../../domain/authentication.ts";
import { hashSecret, verifyPassword } from "../../domain/credentials.ts";
import { readVisitor, type Visitor, VISITOR_PATH } from "../../domain/visit.ts";
import { readForm } from "../../http/body.ts";
import { limitKey } from "../../http/client-address.ts";
import type { HttpContext } from "../../http/context.ts";
import { openTokens } from "../../identity/sso-checks.ts";
import { type Html, html } from "../../outside/html.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { findRow } from "../../store/engine/rows.ts";
import type { SessionRow, UserRow } from "../../store/engine/schema.ts";
import { inTransaction, inDatabase } from "../../store/engine/transaction.ts";
import { hasFactor } from "../../store/people/accounts.ts";
import { type Attempt, clearAttempts, countAttempt, refundAttempt } from "../../store/people/attempts.ts";
import { factorsOf } from "../../store/people/factors.ts";
import { type KnownDevice, rememberDevice } from "../../store/people/known-devices.ts";
import { findActingSession, type OpenedSession, openSession, revokeSession } from "../../store/people/sessions.ts";
import { emailKey, findUser, findUserByEmail, listWorkspacesOf } from "../../store/people/users.ts";
import { inputField } from "../fragments.ts";
import { field, HOME, requireCsrf, requireOwnOrigin, safeNext } from "../guard.ts";
import { csrfField, leavePage, type Notice, page } from "../page.ts";
import { askForm } from "../sites/preview-access.ts";
import { allowFactorChanges, checkFactor, factorFields, ownDevice, passkeyButton } from "./factor.ts";
import {
  deviceCookie,
  findCookieSession,
  passwordSignInProblem,
  readKnownDevice,
  readSession,
  type Session,
  writeCookie,
} from "./session.ts";

const WRONG: Notice = { tone: "problem", text: "Wrong email or password. Check both and try again." };

const LIMITED: Notice = {
  tone: "problem",
  text: "Too many sign-in attempts. Try again in 15 minutes.",
};

export async function showSignIn(context: ServiceContext, c: HttpContext): Promise<Response> {
  const next = safeNext(c.req.query("next"));
  const session = await readSession(context, c.req.raw);
  if (session?.row.level === "full") return c.redirect(next, 303);
  return signInPage(context, c, { next, email: "", withPassword: c.req.query("local") !== undefined });
}

/** An unknown email and a wrong password get the same response in the same time. */
export async function submitSignIn(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const device = await readKnownDevice(context, c.req.raw);
  const address = `sign-in from ${limitKey(c.get("clientAddress"))}`;
  const source = { subject: device ? `sign-in on ${device.hash}` : address, limit: ADDRESS_SIGN_INS };
  // Before the body is read, so that a flood costs as little as possible.
  if (!(await isWithin(context, [source]))) return signInPage(context, c, { next: HOME, email: "", notice: LIMITED });
  const form = await readForm(c.req.raw);
  const [email, password, next] = [field(form, "email"), form.get("password") ?? "", safeNext(form.get("next"))];
  const user = await findUserByEmail(context.db, email);
  const account = hashSecret(emailKey(email));
  const limits = limitsOf(account, address, { device, isOwn: user !== undefined && device?.knows(user) === true });
  if (!(await isWithin(context, limits))) return signInPage(context, c, { next, email, notice: LIMITED });
  const right = await verifyPassword(password, user?.password_hash ?? null);
  if (!user || !right) {
    context.log.info({ address: c.get("clientAddress") }, "sign-in failed");
    return signInPage(context, c, { next, email, notice: WRONG });
  }
  const problem = await passwordSignInProblem(context, user);
  if (problem !== undefined) {
    return signInPage(context, c, { next, email: "", notice: { tone: "problem", text: problem } });
  }
  for (const { subject, limit } of limits) {
    if (limit === ACCOUNT_SIGN_INS) await clearAttempts(context.db, subject);
    else await refundAttempt(context.db, subject);
  }
  const outstanding = await hasFactor(context.db, user.id);
  const { password_hash: checked } = user;
  await beginByPassword(context, c, user, {
    outstanding,
    stillHolds: async (tx) => (await findUser(tx, user.id))?.password_hash === checked,
  });
  return c.redirect(outstanding ? `/app/second-factor?next=${encodeURIComponent(next)}` : next, 303);
}

/** Without a second factor it allows one to be set up. */
export async function beginByPassword(
  context: ServiceContext,
  c: HttpContext,
  { id: userId, epoch }: Pick<UserRow, "id" | "epoch">,
  {
    outstanding,
    proof = "password",
    ...given
  }: Pick<NewSession, "stillHolds"> & { readonly outstanding: boolean; readonly proof?: Proof },
): Promise<void> {
  if (outstanding) return beginSession(context, c, { ...given, userId, epoch, level: "password" });
  await beginSession(context, c, {
    ...given,
    userId,
    epoch,
    level: "full",
    also: (tx, { session }) => allowFactorChanges(tx, session, proof),
  });
}

/** A device on which the owner has signed in has its own count, so that no one else can use up the owner's tries. */
function limitsOf(
  account: string,
  address: string,
  { device, isOwn }: { readonly device: KnownDevice | undefined; readonly isOwn: boolean },
): readonly Attempt[] {
  if (device && isOwn) return [{ subject: `sign-in as ${account} on ${device.hash}`, limit: ACCOUNT_SIGN_INS }];
  return [
    // The limit of the address also holds for the device of another account.
    ...(device ? [{ subject: address, limit: ADDRESS_SIGN_INS }] : []),
    { subject: `sign-in as ${account} ${address}`, limit: ACCOUNT_SIGN_INS },
    { subject: `sign-in as ${account}`, limit: UNKNOWN_DEVICE_SIGN_INS },
  ];
}

async function isWithin(context: ServiceContext, limits: readonly Attempt[]): Promise<boolean> {
  for (const limited of limits) if (!(await countAttempt(context.db, limited))) return false;
  return true;
}

interface NewSession {
  readonly userId: string;
  /** In which the person was found. */
  readonly epoch: number;
  readonly level: SessionRow["level"];
  readonly sso?: true;
  /** Whether what the person gave counts inside of the transaction, as it did when it was checked. */
  readonly stillHolds?: (tx: Transaction) => Promise<boolean>;
  readonly also?: (tx: Transaction, opened: OpenedSession) => Promise<void>;
}

export async function beginSession(
  context: ServiceContext,
  c: HttpContext,
  { userId, epoch, level, sso, stillHolds, also }: NewSession,
): Promise<void> {
  const old = await findCookieSession(context, c.req.raw);
  const workspaces = await listWorkspacesOf(context.db, userId);
  const before = old?.user_id === userId ? old.workspace_id : null;
  const workspace = workspaces.find(({ id }) => id === before) ?? workspaces[0];
  const { opened, device } = await inDatabase(context.db, async (tx) => {
    if (stillHolds && !(await stillHolds(tx))) {
      throw new ApiError("unauthenticated", "Your sign-in ended before it was complete; sign in again.");
    }
    if (old) await revokeSession(tx, old.id);
    const opened = await openSession(tx, {
      userId,
      epoch,
      workspaceId: workspace?.id ?? null,
      level,
      address: c.get("clientAddress"),
      userAgent: c.req.header("user-agent") ?? "",
      ...(sso && { sso }),
    });
    await also?.(tx, opened);
    // Where a second factor is required, a password does not make a device known.
    const user = level === "full" ? await findUser(tx, userId) : undefined;
    const cookie = deviceCookie(context, c.req.raw);
    return { opened, device: user && (await rememberDevice(tx, cookie, user)) };
  });
  writeSessionCookie(context, c, opened.cookie);
  // It stays when the session ends: it gives access to nothing, and keeps the owner's wrong passwords apart from others'.
  const { scheme } = context.addresses;
  if (device !== undefined)
    writeCookie(context, c, deviceCookieName(scheme), device, KNOWN_DEVICE_LIFETIME_MS, "Strict");
}

function writeSessionCookie(context: ServiceContext, c: HttpContext, cookie: string): void {
  writeCookie(context, c, cookieName(context.addresses.scheme), cookie, SESSION_LIFETIME_MS);
}

interface SignInPage {
  readonly next: string;
  readonly email: string;
  readonly notice?: Notice;
  readonly withPassword?: boolean;
}

function signInPage(
  { sso, settings }: ServiceContext,
  c: HttpContext,
  { next, email, notice, withPassword = notice !== undefined }: SignInPage,
): Response {
  const status = notice === LIMITED ? 429 : notice ? 401 : 200;
  const visitor = visitorOf(next);
  const company =
    sso &&
    html`<p class="card stack">
      <a class="button" href="/app/sso?next=${encodeURIComponent(next)}">Use your company account</a>
    </p>`;
  const showsPassword = settings.localSignIn === undefined || withPassword;
  return page(c, {
    title: "Sign in",
    narrow: true,
    notice,
    status,
    body: html`<h1>Sign in</h1>
      ${visitor && visitedHost(visitor)} ${company} ${company && showsPassword && html`<h2>With a password</h2>`}
      ${showsPassword && passwordForm(next, email, !sso)} ${visitor && askForm(visitor)}`,
  });
}

function visitorOf(next: string): Visitor | undefined {
  const url = new URL(next, "http://localhost");
  return url.pathname === VISITOR_PATH ? readVisitor((name) => url.searchParams.get(name) ?? undefined) : undefined;
}

/** In the same words whether it is there or not. */
function visitedHost({ host }: Visitor): Html {
  return html`<p>
    <strong><bdi>${host}</bdi></strong> is for members of its workspace. Sign in to open it.
  </p>`;
}

function passwordForm(next: string, email: string, isOnly: boolean): Html {
  return html`<form method="post" action="/app/signin" class="card stack">
      <input type="hidden" name="next" value="${next}" />
      ${inputField("Email", { id: "email", name: "email", type: "email", autocomplete: "username", autocapitalize: "none", required: true, value: email, autofocus: isOnly && email === "" })}
      ${inputField("Password", { id: "password", name: "password", type: "password", autocomplete: "current-password", required: true, maxlength: 256, autofocus: email !== "" })}
      <button ${!isOnly && html` class="secondary"`}>Sign in</button>
    </form>
    <p class="dim">No account or forgot your password? Ask an owner or admin of your workspace for a setup link.</p>`;
}

export async function showSecondFactor(context: ServiceContext, c: HttpContext): Promise<Response> {
  const next = safeNext(c.req.query("next"));
  const session = await readSession(context, c.req.raw);
  if (!session) return c.redirect(`/app/signin?next=${encodeURIComponent(next)}`, 303);
  if (session.row.level === "full") return c.redirect(next, 303);
  return factorPage(context, c, { session, next });
}

export async function submitSecondFactor(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  // Before the session: it may have ended by the time that a slow body ends.
  const form = await readForm(c.req.raw);
  const session = await readSession(context, c.req.raw);
  const next = safeNext(form.get("next"));
  if (!session) return c.redirect(`/app/signin?next=${encodeURIComponent(next)}`, 303);
  requireCsrf(session, field(form, "csrf"));
  if (session.row.level === "full") return c.redirect(next, 303);
  const userId = session.user.id;
  const check = await checkFactor(context, {
    sessionId: session.row.id,
    userId,
    purpose: signingIn(session),
    form,
    recoveryCodes: true,
    device: await ownDevice(context, c, userId),
  });
  if (check.kind === "rejected") {
    return factorPage(context, c, { session, next, notice: { tone: "problem", text: check.text } });
  }
  await beginSession(context, c, {
    userId,
    epoch: session.row.epoch,
    level: "full",
    stillHolds: async (tx) => (await findActingSession(tx, session.row.id, tx.at)) !== undefined,
    also: (tx, { session: opened }) => allowFactorChanges(tx, opened, check.factor),
  });
  return c.redirect(next, 303);
}

export async function signOut(context: ServiceContext, c: HttpContext): Promise<Response> {
  requireOwnOrigin(context, c);
  const session = await readSession(context, c.req.raw);
  if (session) {
    const form = await readForm(c.req.raw);
    requireCsrf(session, field(form, "csrf"));
    await inTransaction(context.db, (tx) => revokeSession(tx, session.row.id));
  }
  writeSessionCookie(context, c, "");
  const target = session && (await signOutUrl(context, session));
  if (target !== undefined) return leavePage(c, "Signed out", target);
  return c.redirect("/app/signin", 303);
}

/** Undefined for a local session, and while the provider does not respond. */
async function signOutUrl({ db, settings, sso }: ServiceContext, { row }: Session): Promise<string | undefined> {
  const grant = sso && row.proven_until !== null ? await findRow(db, "sso_grants", { session_id: row.id }) : undefined;
  const tokens = grant && openTokens(settings, grant);
  return tokens && sso?.provider.signOutUrl(tokens);
}

function signingIn(session: Session): Purpose {
  return { action: "sign_in", subjectId: session.user.id };
}

async function factorPage(
  context: ServiceContext,
  c: HttpContext,
  { session, next, notice }: { readonly session: Session; readonly next: string; readonly notice?: Notice },
): Promise<Response> {
  const factors = await factorsOf(context.db, session.user.id);
  const button = passkeyButton(context, { factors, purpose: signingIn(session), label: "Use a passkey" });
  const prompt = factors.totp ? "Enter the code from your authenticator app." : "Use a passkey or a recovery code.";
  return page(c, {
    title: "Two-factor authentication",
    narrow: true,
    notice,
    status: notice ? 401 : 200,
    body: html`<h1>Two-factor authentication</h1>
      <p>Signing in as <bdi>${session.user.email}</bdi>. ${prompt}</p>
      <form method="post" action="/app/second-factor" class="card stack">
        ${csrfField(session)}<input type="hidden" name="next" value="${next}" />
        ${factorFields({ factors, recoveryCodes: true, id: "code", focus: true })}
        <div class="row"><button>Continue</button>${button}</div>
      </form>
      <form method="post" action="/app/signout">
        ${csrfField(session)}<button class="quiet">Sign in as someone else</button>
      </form>`,
  });
}
