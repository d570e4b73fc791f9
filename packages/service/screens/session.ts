import { parse } from "hono/utils/cookie";
import type { Role } from "@greenroom/contract";
import type { SessionActor } from "../domain/actor.ts";
import { cookieName } from "../domain/session.ts";
import type { ServiceContext } from "../context.ts";
import type { SessionRow } from "../store/schema.ts";
import { findSession } from "../store/sessions.ts";
import { findUser, listWorkspacesOf } from "../store/users.ts";

/** A workspace as a member sees it. */
export interface OwnWorkspace {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Who looks at a screen. */
export interface Session {
  readonly row: SessionRow;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  /** Every workspace the person is an active member of. */
  readonly workspaces: readonly OwnWorkspace[];
  /** The one they act in, undefined when they are a member of none. */
  readonly workspace: OwnWorkspace | undefined;
}

/**
 * Reads who sent a request off its session cookie, whatever the level of the session.
 * Membership and role are those of this moment.
 */
export async function readSession(context: ServiceContext, request: Request): Promise<Session | undefined> {
  const name = cookieName(context.addresses.scheme);
  const cookie = parse(request.headers.get("cookie") ?? "", name)[name];
  if (cookie === undefined || cookie === "") return undefined;
  const session = await findSession(context.db, cookie, context.clock.now());
  if (!session) return undefined;
  const user = await findUser(context.db, session.user_id);
  if (!user) return undefined;
  const workspaces = await listWorkspacesOf(context.db, user.id);
  const workspace = workspaces.find(({ id }) => id === session.workspace_id) ?? workspaces[0];
  return { row: session, user: { id: user.id, name: user.name, email: user.email }, workspaces, workspace };
}

/**
 * Who a session acts as: only a session with every factor given, by an active member, is anyone.
 */
export function actorOf({ row, user, workspace }: Session): SessionActor | undefined {
  if (row.level !== "full" || !workspace) return undefined;
  return {
    kind: "session",
    workspaceId: workspace.id,
    sessionId: row.id,
    userId: user.id,
    name: user.name,
    role: workspace.role,
  };
}

/**
 * Reads the signed-in member off a request's cookie, for routes that need a web session.
 * A request that changes something must come from a page of this origin.
 * @returns Undefined for everyone else, whatever bearer token they hold.
 */
export async function readSessionActor(context: ServiceContext, request: Request): Promise<SessionActor | undefined> {
  if (!isReading(request.method) && !isOwnOrigin(context, request)) return undefined;
  const session = await readSession(context, request);
  return session && actorOf(session);
}

/**
 * Tells whether a request was sent by a page of this origin; browsers name the origin with every form.
 * On plain http the service answers by several names of this machine, and the one the browser used counts:
 * hosts that are not this service's own were refused before.
 */
export function isOwnOrigin(context: ServiceContext, request: Request): boolean {
  const origin = request.headers.get("origin");
  if (origin === new URL(context.addresses.baseUrl).origin) return true;
  return context.addresses.scheme === "http:" && origin !== null && origin === new URL(request.url).origin;
}

function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}
