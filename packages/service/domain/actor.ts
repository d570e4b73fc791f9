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
  /** Of the account when the token was made: what is made with it acts in no later one. 0 for a bot. */
  readonly epoch: number;
  readonly scopes: ReadonlySet<Scope>;
  /** The only site it is good for; absent when it is good for the whole workspace. */
  readonly siteId?: string;
  /** The account on GitHub that started the run of a token of a trust rule. */
  readonly run?: { readonly githubId: string };
}

export interface SessionActor {
  readonly kind: "session";
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly userId: string;
  /** Of the account when the session was opened: what is made in it acts in no later one. */
  readonly epoch: number;
  readonly name: string;
  readonly role: Role;
}

export type Actor = TokenActor | SessionActor;

export function seesSite(actor: Actor, siteId: string): boolean {
  return actor.kind === "session" || actor.siteId === undefined || actor.siteId === siteId.toLowerCase();
}
