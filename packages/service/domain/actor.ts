import type { Role, Scope, TokenKind } from "@greenroom/contract";

/** A bearer token that was recognised. It never stands for a web session, whoever owns it. */
export interface TokenActor {
  readonly kind: "token";
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly tokenKind: TokenKind;
  readonly name: string;
  /** The person behind the token, null for a bot without an owner. */
  readonly userId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** A person signed in on the web, acting in one workspace. */
export interface SessionActor {
  readonly kind: "session";
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
}

/** Who asks. */
export type Actor = TokenActor | SessionActor;

/**
 * The person who counts as having asked.
 * @returns User id, or null for a bot without an owner.
 * @see Interface §5.5
 */
export function personBehind(actor: Actor): string | null {
  return actor.userId;
}
