import { characters, type CommentAuthor, MAX_GUEST_NAME_CHARS } from "@greenroom/contract";
import type { Actor } from "./actor.ts";
import { invalid } from "./api-error.ts";
import { isPlainName } from "./mail-address.ts";

/** A visitor with a share link, under a name that they typed. */
export interface Guest {
  readonly kind: "guest";
  readonly workspaceId: string;
  readonly shareLinkId: string;
  /** As `guestName` returned it. */
  readonly name: string;
  /** The only preview that the link opens; null: all of its site. */
  readonly deploymentId: string | null;
}

/** An account of GitHub that answered there, as a signed webhook says. */
export interface GithubAccount {
  readonly kind: "github";
  readonly workspaceId: string;
  /** Its number on GitHub. */
  readonly accountId: string;
  /** `@` and its login. */
  readonly name: string;
}

/** Who comments. An actor with a token is an agent, whatever its owner may do. */
export type Commenter = Actor | Guest | GithubAccount;

/** An author with the id by which they are known again. */
export interface StoredAuthor {
  readonly kind: CommentAuthor["kind"];
  readonly id: string;
  readonly name: string;
}

export function storedAuthor(commenter: Commenter): StoredAuthor {
  const { name } = commenter;
  switch (commenter.kind) {
    case "session":
      return { kind: "person", id: commenter.userId, name };
    case "token":
      return { kind: "agent", id: commenter.tokenId, name };
    case "guest":
      return { kind: "guest", id: commenter.shareLinkId, name };
    case "github":
      return { kind: "github", id: commenter.accountId, name };
  }
}

/** An author as others see them: not whose share link a guest has. */
export function authorOf({ kind, id, name }: StoredAuthor): CommentAuthor {
  return { kind, id: kind === "person" || kind === "agent" ? id : null, name };
}

export function authorText({ kind, name }: Pick<CommentAuthor, "kind" | "name">): string {
  if (kind === "person") return name;
  return kind === "github" ? `${name} on GitHub` : `${name} (${kind})`;
}

/** @throws {ApiError} `validation_failed` for one that hides characters, is too long, or is the service's */
export function guestName(typed: string): string {
  const name = typed.normalize("NFKC").trim().replaceAll(/ +/g, " ");
  const isService = /^green\W*room\b/i.test(name);
  if (name !== "" && characters(name) <= MAX_GUEST_NAME_CHARS && isPlainName(name) && !isService) return name;
  const message = `must be a name of yours, at most ${MAX_GUEST_NAME_CHARS} characters`;
  throw invalid([{ path: "name", message }]);
}

interface Mentioned {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/** Members whom a text mentions: an @ and their name, or what stands before the @ of their address. */
export function mentionsIn(text: string, members: readonly Mentioned[]): readonly string[] {
  const isNamed = (name: string): boolean => {
    const parts = text.toLowerCase().split(`@${name.toLowerCase()}`);
    const ends = parts.slice(1).map((part, index) => `${parts[index]?.at(-1) ?? ""}${part.charAt(0)}`);
    return name !== "" && ends.some((around) => !/[\p{L}\p{N}]/u.test(around));
  };
  return members.flatMap(({ userId, name, email }) =>
    isNamed(name) || isNamed(email.split("@")[0] ?? "") ? [userId] : [],
  );
}
