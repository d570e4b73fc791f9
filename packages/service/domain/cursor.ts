import { createHash } from "node:crypto";
import { ApiError } from "./api-error.ts";

/** The last item of a page. */
export interface Position {
  readonly createdAt: string;
  readonly id: string;
}

const CHECK_CHARS = 16;

/**
 * Encodes where a page ended as opaque text. [§9] The check ties a cursor to its list and detects damage; it is no
 * access control, since every list is limited to the caller's workspace anyway.
 * @param list What was listed: workspace and filters.
 */
export function writeCursor({ createdAt, id }: Position, list: string): string {
  return Buffer.from(JSON.stringify([createdAt, id, check(list, createdAt, id)])).toString("base64url");
}

/**
 * Reads a cursor of the same list.
 * @throws {ApiError} `invalid_cursor`
 */
export function readCursor(cursor: string, list: string): Position {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, createdAt, id, mark] = /^\["([0-9TZ:.-]{24})","(\w{1,64})","([\w-]{16})"\]$/.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined && mark === check(list, createdAt, id)) return { createdAt, id };
  throw new ApiError("invalid_cursor", "The cursor does not belong to this list.");
}

function check(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, CHECK_CHARS);
}
