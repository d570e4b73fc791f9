import type { MiddlewareHandler } from "hono";
import { type Scope, tokenPrefix } from "@greenroom/contract";
import type { SessionActor, TokenActor } from "../domain/actor.ts";
import { instant } from "@greenroom/contract/clock";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import { findToken, touchToken, tokenActor } from "../store/tokens.ts";
import { clientAddressOf, type HttpContext, type HttpEnv } from "./context.ts";
import type { RateLimits } from "./limits.ts";
import { type Match, matchRoute, routeOf } from "./table.ts";

/** What the guard asks of others. */
export interface GuardOptions {
  readonly limits: RateLimits;
  /** Reads the web session of a request, if it has a valid one. */
  readonly session: (request: Request) => Promise<SessionActor | undefined>;
  /** Tells whether anyone may ask for a path: pages and documents that show nothing of a workspace. */
  readonly open: (path: string) => boolean;
}

/**
 * The one guard in front of every path: who asks, how often, and whether the token's scopes allow it.
 * Unknown paths are refused to strangers before they are told that nothing is there.
 * @see Interface §5
 */
export function guard(context: ServiceContext, options: GuardOptions): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const path = new URL(c.req.url).pathname;
    const match = matchRoute(c.req.method, path);
    if (match.kind === "route") c.set("route", match.name);
    const access = match.kind === "route" ? routeOf(match.name).access : "any_token";
    if (access === "anonymous") {
      await options.limits.anonymous(clientAddressOf(c));
    } else if (access === "web_session") {
      await admitPerson(c, context, options);
    } else if (access !== "any_token" || !options.open(path)) {
      const actor = await admitToken(c, context, options);
      if (access !== "any_token") requireScope(actor, access.scope);
    }
    refuseMethod(match);
    await next();
  };
}

/**
 * Refuses a token that lacks a scope.
 * @throws {ApiError} `insufficient_scope`
 */
function requireScope(actor: TokenActor, scope: Scope): void {
  if (actor.scopes.has(scope)) return;
  throw new ApiError("insufficient_scope", `The token lacks the scope '${scope}'.`);
}

async function admitToken(c: HttpContext, context: ServiceContext, { limits }: GuardOptions): Promise<TokenActor> {
  const actor = await recognise(context, c.req.header("Authorization"));
  if (!actor) {
    await limits.anonymous(clientAddressOf(c));
    throw new ApiError("unauthenticated", "This needs a valid token as 'Authorization: Bearer ...'.");
  }
  await limits.actor(actor);
  c.set("actor", actor);
  return actor;
}

/** [§5.4] A bearer never counts as a person, whoever owns it. */
async function admitPerson(c: HttpContext, context: ServiceContext, options: GuardOptions): Promise<void> {
  if (c.req.header("Authorization") !== undefined) {
    await admitToken(c, context, options);
    throw new ApiError("web_session_required", "A signed-in person has to do this on the web; a token cannot.");
  }
  const actor = await options.session(c.req.raw);
  if (!actor) {
    await options.limits.anonymous(clientAddressOf(c));
    throw new ApiError("unauthenticated", "Sign in on the web first.");
  }
  await options.limits.actor(actor);
  c.set("actor", actor);
}

function refuseMethod(match: Match): void {
  if (match.kind !== "wrong_method") return;
  const { allow } = match;
  throw new ApiError("method_not_allowed", `This path knows ${allow.join(", ")}.`, { allow });
}

/** Missing, malformed, unknown, expired, revoked and of the other realm: all the same to the one who asks. */
async function recognise(context: ServiceContext, header: string | undefined): Promise<TokenActor | undefined> {
  const token = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(header ?? "")?.[1];
  if (token === undefined) return undefined;
  const realm = context.settings.development ? "test" : "live";
  const prefix = tokenPrefix(token);
  if (prefix?.realm !== realm) return undefined;
  const at = instant(context.clock);
  const row = await findToken(context.db, token, at);
  if (!row || row.kind !== prefix.kind) return undefined;
  // The note of a token's last use must not fail the request it comes with.
  await touchToken(context.db, row, at).catch((error: unknown) =>
    context.log.warn({ err: error }, "token use not noted"),
  );
  return tokenActor(row);
}
