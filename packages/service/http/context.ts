import type { RouteName, TokenRealm } from "@greenroom/contract";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Actor, TokenActor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import type { GrantEnd } from "../domain/grants.ts";
import type { DeploymentRow } from "../store/engine/schema.ts";
import type { RateLimits } from "./limits.ts";

export interface HttpEnv {
  /** Node's own request and response; absent when the app is called in process. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** In the log and in `X-Request-Id`. */
    requestId: string;
    clientAddress: string;
    streams: StreamRegistry;
    /** Shared by REST, MCP and the screens, so that none is a way around another's limit. */
    limits: RateLimits;
    /** Operation of the contract, when the path and method are one. */
    route?: RouteName;
    actor?: Actor;
    /** Origin that a screen shows in a frame. */
    frames?: string;
  };
}

export type HttpContext = Context<HttpEnv>;

export interface StreamRegistry {
  /**
   * Responds with a deployment's events: those after `Last-Event-ID`, then live, until it is terminal.
   * @param options The streams of `actor` (a token or a web session) are counted together.
   * @see Interface §6
   */
  open(c: HttpContext, options: { readonly deployment: DeploymentRow; readonly actor: Actor }): Response;
  /**
   * Responds with an event `change` whenever a list of the actor's workspace would differ; its data is the version of
   * the workspace, of which the first says where it stands now.
   */
  openChanges(c: HttpContext, actor: Actor): Response;
  /** Call after a request that may have revoked a token, ended a session or removed a member. [§5] */
  recheck(): void;
  readonly size: number;
}

export function actorOf(c: HttpContext): Actor {
  const actor = c.get("actor");
  if (actor) return actor;
  throw unauthenticated();
}

export function tokenActorOf(c: HttpContext): TokenActor {
  const actor = actorOf(c);
  if (actor.kind === "token") return actor;
  throw unauthenticated();
}

export type TokenProblem = "missing" | "unknown" | `realm_${TokenRealm}` | GrantEnd;

const UNKNOWN = "This service does not know the token. Copy it again, whole, or make one at this service.";
const CHANGED = "The token ended with the account, the role or the rule that it was made under. Make a new one.";

const TOKEN_PROBLEMS: Readonly<Record<TokenProblem, string>> = {
  missing: "The request has no token. Send one in the header 'Authorization: Bearer'.",
  unknown: UNKNOWN,
  realm_test: "This is a test token, and this service takes live tokens only. Make a token at this service.",
  realm_live: "This is a live token, and this service runs for development: it takes test tokens only. Make one here.",
  expired: "The token has expired. Make a new one.",
  revoked: "The token was revoked. Make a new one.",
  unproven: "The owner of the token has to sign in at the company's provider again. Then it works again.",
  forged: UNKNOWN,
  parent_revoked: CHANGED,
  maker_gone: CHANGED,
  epoch: CHANGED,
  role: CHANGED,
};

export function unauthenticated(problem: TokenProblem = "missing"): ApiError {
  return new ApiError("unauthenticated", TOKEN_PROBLEMS[problem]);
}
