import { type Route, type RouteName, ROUTES, type Scope, tokenPrefix } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { MiddlewareHandler } from "hono";
import type { ServiceContext } from "../context.ts";
import type { SessionActor, TokenActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { findToken, touchToken, tokenActor } from "../store/people/tokens.ts";
import { type HttpContext, type HttpEnv, type TokenProblem, unauthenticated } from "./context.ts";
import type { RateLimits } from "./limits.ts";
import { operationOf } from "./operations.ts";

export interface GuardOptions {
  readonly limits: RateLimits;
  readonly session: (request: Request) => Promise<SessionActor | undefined>;
  readonly isOpen: (path: string) => boolean;
}

/**
 * The one guard in front of every path: authentication, rate limit, and the token's scopes.
 * An unknown path needs a token too, so that only a caller who is known learns that nothing is there.
 * @see Interface §5
 */
export function guard(context: ServiceContext, options: GuardOptions): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const name = operationOf(c);
    if (name === undefined) {
      if (!options.isOpen(c.req.path)) await authenticateToken(c, context, options);
      return next();
    }
    c.set("route", name);
    const { access }: Route = ROUTES[name];
    if (access === "anonymous") await options.limits.anonymous(c.get("clientAddress"));
    else if (access === "web_session") await authenticateSession(c, context, options);
    else if (access === "token") await authenticateToken(c, context, options);
    else requireScope(await authenticateToken(c, context, options, name), access);
    return next();
  };
}

function requireScope(actor: TokenActor, scope: Scope): void {
  if (actor.scopes.has(scope)) return;
  throw new ApiError("insufficient_scope", `The token lacks the scope '${scope}'.`);
}

async function authenticateToken(
  c: HttpContext,
  context: ServiceContext,
  { limits }: GuardOptions,
  name?: RouteName,
): Promise<TokenActor> {
  const actor = await findTokenActor(context, c.req.header("Authorization"));
  if ("problem" in actor) {
    await limits.anonymous(c.get("clientAddress"));
    throw unauthenticated(actor.problem);
  }
  // Both counts at once, so that they go to the database together.
  await Promise.all([limits.actor(actor), ...(name === "createDeployment" ? [limits.deploy(actor)] : [])]);
  c.set("actor", actor);
  return actor;
}

/** [§5.4] A bearer token is never accepted instead of a session, no matter who owns it. */
async function authenticateSession(c: HttpContext, context: ServiceContext, options: GuardOptions): Promise<void> {
  if (c.req.header("Authorization") !== undefined) {
    await authenticateToken(c, context, options);
    throw new ApiError("web_session_required", "Sign in on the web to do this. A token cannot.");
  }
  const actor = await options.session(c.req.raw);
  if (!actor) {
    await options.limits.anonymous(c.get("clientAddress"));
    throw new ApiError("unauthenticated", "Sign in on the web first.");
  }
  await options.limits.actor(actor);
  c.set("actor", actor);
}

/** @param header `Authorization` [RFC 6750 §2.1] */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? "")?.[1];
}

/** Why a token does not act is only said to a request that holds its whole text. */
async function findTokenActor(
  context: ServiceContext,
  header: string | undefined,
): Promise<TokenActor | { readonly problem: TokenProblem }> {
  const token = bearerToken(header);
  if (token === undefined) return { problem: "missing" };
  const prefix = tokenPrefix(token);
  if (prefix === undefined) return { problem: "unknown" };
  const realm = context.settings.development ? "test" : "live";
  if (prefix.realm !== realm) return { problem: `realm_${prefix.realm}` };
  const at = instant(context.clock);
  const row = await findToken(context.db, token, at, context.sso?.checks.proveUser);
  if (typeof row === "string") return { problem: row };
  if (row.kind !== prefix.kind) return { problem: "unknown" };
  // Recording the last use must not fail the request.
  await touchToken(context.db, row, at).catch((error: unknown) =>
    context.log.warn({ err: error }, "could not record the last use of a token"),
  );
  return tokenActor(row);
}
