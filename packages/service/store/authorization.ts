import { type Clock, instant } from "@greenroom/contract/clock";
import type { Actor, SessionActor } from "../domain/actor.ts";
import { isSessionLive } from "../domain/authentication.ts";
import type { Database } from "./database.ts";
import { isTokenValid } from "./tokens.ts";
import { roleOf } from "./users.ts";

/**
 * Tells whether somebody who was let in would be let in again: their token or session still counts,
 * and they are still a member.
 */
export async function isStillAuthorized(db: Database, actor: Actor, clock: Clock): Promise<boolean> {
  if (actor.kind === "token") return isTokenValid(db, actor.tokenId, instant(clock));
  return (await isSessionValid(db, actor, clock)) && (await roleOf(db, actor.workspaceId, actor.userId)) !== undefined;
}

async function isSessionValid(db: Database, { sessionId }: SessionActor, clock: Clock): Promise<boolean> {
  const row = await db.selectFrom("sessions").selectAll().where("id", "=", sessionId).executeTakeFirst();
  return row !== undefined && row.level === "full" && isSessionLive(row, clock.now());
}
