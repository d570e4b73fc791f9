import type { Role } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { ServiceContext } from "../../context.ts";
import type { SessionActor } from "../../domain/actor.ts";
import { cookieName, deviceCookieName } from "../../domain/authentication.ts";
import type { SessionRow, UserRow } from "../../store/engine/schema.ts";
import { findKnownDevice, type KnownDevice } from "../../store/people/known-devices.ts";
import { findSession } from "../../store/people/sessions.ts";
import { findSsoIdentityOf } from "../../store/people/sso.ts";
import { findUser, listWorkspacesOf } from "../../store/people/users.ts";

export interface OwnWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Session {
  readonly row: SessionRow;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly workspaces: readonly OwnWorkspace[];
  readonly workspace: OwnWorkspace | undefined;
  readonly waiting?: number;
  /** Of what the lists of the workspace show. */
  readonly version?: string;
}

/**
 * The session of a request's cookie, also one whose second factor is outstanding.
 * Membership and role are read on every request.
 * @throws {ApiError} `try_again` when the provider of single sign-on does not respond
 */
export async function readSession(context: ServiceContext, request: Request): Promise<Session | undefined> {
  const session = await findCookieSession(context, request);
  if (!session) return undefined;
  const user = await findUser(context.db, session.user_id);
  if (!user || !(await mayContinue(context, session, user))) return undefined;
  const workspaces = await listWorkspacesOf(context.db, user.id);
  const workspace = workspaces.find(({ id }) => id === session.workspace_id) ?? workspaces[0];
  return { row: session, user: { id: user.id, name: user.name, email: user.email }, workspaces, workspace };
}

/** The permissions of its account are not checked. */
export async function findCookieSession(context: ServiceContext, request: Request): Promise<SessionRow | undefined> {
  const name = cookieName(context.addresses.scheme);
  const cookie = parse(request.headers.get("cookie") ?? "", name)[name];
  return cookie === undefined || cookie === "" ? undefined : findSession(context.db, cookie, instant(context.clock));
}

async function mayContinue(context: ServiceContext, session: SessionRow, user: UserRow): Promise<boolean> {
  const { sso } = context;
  if (session.proven_until !== null) return sso !== undefined && sso.checks.proveSession(session);
  // Checked on every request: an account can be linked during a sign-in with its password.
  return (await passwordSignInProblem(context, user)) === undefined;
}

/** A sentence; undefined when the account is signed in to with a password. */
export async function passwordSignInProblem(
  { db, settings }: ServiceContext,
  user: UserRow,
): Promise<string | undefined> {
  if (settings.localSignIn?.includes(user.email) === true) return undefined;
  if (settings.localSignIn === undefined && !(await findSsoIdentityOf(db, user.id))) return undefined;
  return settings.sso
    ? "This account is signed in to with the company account only."
    : "This account is signed in to with a company account, and this service has no company sign-in now. Ask the operator.";
}

export function deviceCookie(context: ServiceContext, request: Request): string | undefined {
  const name = deviceCookieName(context.addresses.scheme);
  return parse(request.headers.get("cookie") ?? "", name)[name];
}

/** @param sameSite Lax where another site, such as a provider's, brings the browser back. */
export function writeCookie(
  { addresses }: ServiceContext,
  c: Context,
  name: string,
  value: string,
  lifetimeMs: number,
  sameSite: "Lax" | "Strict" = "Lax",
): void {
  const maxAge = value === "" ? 0 : lifetimeMs / 1_000;
  setCookie(c, name, value, { path: "/", httpOnly: true, secure: addresses.scheme === "https:", sameSite, maxAge });
}

export async function readKnownDevice(context: ServiceContext, request: Request): Promise<KnownDevice | undefined> {
  const cookie = deviceCookie(context, request);
  return cookie === undefined ? undefined : findKnownDevice(context.db, cookie, instant(context.clock));
}

/** Undefined until every factor was given, and for a user without a workspace. */
export function actorOf({ row, user, workspace }: Session): SessionActor | undefined {
  if (row.level !== "full" || !workspace) return undefined;
  return {
    kind: "session",
    workspaceId: workspace.id,
    sessionId: row.id,
    userId: user.id,
    epoch: row.epoch,
    name: user.name,
    role: workspace.role,
  };
}

/** A request that changes something must come from a page of this origin; a bearer token counts for nothing. */
export async function readSessionActor(context: ServiceContext, request: Request): Promise<SessionActor | undefined> {
  if (!isReading(request.method) && !isOwnOrigin(context, request)) return undefined;
  const session = await readSession(context, request);
  return session && actorOf(session);
}

/**
 * Whether a page of this origin sent a request; browsers send the origin with every form.
 * On plain http the service has several names on this machine, and the one in the URL counts: requests for hosts that
 * are not its own were rejected before.
 */
export function isOwnOrigin(context: ServiceContext, request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === new URL(context.addresses.baseUrl).origin) return true;
  return context.addresses.scheme === "http:" && origin !== null && origin === new URL(request.url).origin;
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
