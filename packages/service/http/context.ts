import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { RouteName } from "@greenroom/contract";
import type { Actor, TokenActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import type { RateLimits } from "./limits.ts";
import type { EventStreams } from "./sse.ts";

/** What a request carries through the app. */
export interface HttpEnv {
  /** Node's own request and response; absent when the app is called in process. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Names the request in the log and in `X-Request-Id`. */
    requestId: string;
    /** Address of the client, behind listed proxies too. */
    clientAddress: string;
    streams: EventStreams;
    /** One count for every way to the same thing. */
    limits: RateLimits;
    /** Operation of the contract, when the path and method are one. */
    route?: RouteName;
    actor?: Actor;
  };
}

/** A request inside the app. */
export type HttpContext = Context<HttpEnv>;

/**
 * Who asks, on a route behind a bearer or a web session.
 * @throws {ApiError} `unauthenticated` on a route that nobody guards
 */
export function actorOf(c: HttpContext): Actor {
  const actor = c.get("actor");
  if (actor) return actor;
  throw new ApiError("unauthenticated", "This needs a valid token.");
}

/**
 * The token that asks.
 * @throws {ApiError} `unauthenticated` when it is not a token
 */
export function tokenActorOf(c: HttpContext): TokenActor {
  const actor = actorOf(c);
  if (actor.kind === "token") return actor;
  throw new ApiError("unauthenticated", "This needs a valid token.");
}

/**
 * Address of the client of a request, for limits by address; `X-Forwarded-For` counts only from listed proxies.
 * @param c Request.
 */
export function clientAddressOf(c: HttpContext): string {
  return c.get("clientAddress");
}
