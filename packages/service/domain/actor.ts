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
