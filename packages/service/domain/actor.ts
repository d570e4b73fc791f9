import type { Role, Scope, TokenKind } from "@greenroom/contract";

/** A valid bearer token. It never counts as a web session, not even of its owner. */
export interface TokenActor {
  readonly kind: "token";
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
  readonly name: string;
  /** The user whose requests these are, null for a bot without an owner. [§5.5] */
  readonly userId: string | null;
  readonly scopes: ReadonlySet<Scope>;
  /** The only site it is good for; absent when it is good for the whole workspace. */
  readonly siteId?: string;
  /** The run it was issued to, for a token of a trust rule. */
  readonly run?: RunActor;
}

/** Who is behind a run that has a token without a secret. */
interface RunActor {
  /** Number of the account on GitHub that started the run. */
  readonly githubId: string;
  /** Its name. */
  readonly login: string;
  /** The member who made the trust rule. */
  readonly trustedBy: string;
}

/** A user signed in on the web, acting in one workspace. */
export interface SessionActor {
  readonly kind: "session";
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
}

/** Who sends a request. */
export type Actor = TokenActor | SessionActor;

/** Whether an actor may know of a site of its workspace. */
export function seesSite(actor: Actor, siteId: string): boolean {
  return actor.kind === "session" || actor.siteId === undefined || actor.siteId === siteId.toLowerCase();
}
