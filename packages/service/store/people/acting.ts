import { type Clock, instant } from "@greenroom/contract/clock";
import type { Actor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { findFullSession } from "./sessions.ts";
import { isTokenValid } from "./tokens.ts";
import { roleOf } from "./users.ts";

/** Runs a transaction of a workspace for its actor, as they are inside it. @throws {ApiError} `unauthenticated` */
export function asActor<Who extends Actor, Result>(
  db: Database,
  actor: Who,
  run: (tx: Transaction, actor: Who) => Promise<Result>,
): Promise<Result> {
  return inWorkspace(db, actor.workspaceId, async (tx) => run(tx, await requireActing(tx, actor)));
}

/**
 * The actor as they are inside a transaction: their token, session or role may have ended while the request waited.
 * @throws {ApiError} `unauthenticated`
 */
export async function requireActing<Who extends Actor>(tx: Transaction, actor: Who): Promise<Who> {
  if (actor.kind === "token") {
    if (await isTokenValid(tx, actor.tokenId, tx.at)) return actor;
    throw new ApiError("unauthenticated", "This token was revoked or has expired.");
  }
  const session = await findFullSession(tx, actor.sessionId, tx.at, actor.workspaceId);
  const role = session && (await roleOf(tx, actor.workspaceId, actor.userId));
  if (role === undefined) throw new ApiError("unauthenticated", "Your session or membership ended; sign in again.");
  return { ...actor, role };
}

/** Whether an actor that was authorized before still is: its token or session acts now. */
export async function isStillAuthorized(db: Database, actor: Actor, clock: Clock): Promise<boolean> {
  const at = instant(clock);
  if (actor.kind === "token") return isTokenValid(db, actor.tokenId, at);
  return (await findFullSession(db, actor.sessionId, at, actor.workspaceId)) !== undefined;
}
