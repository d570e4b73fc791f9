import { type Clock, instant } from "@greenroom/contract/clock";
import type { Actor } from "../domain/actor.ts";
import type { Database } from "./database.ts";
import { isSessionValid } from "./sessions.ts";
import { isTokenValid } from "./tokens.ts";
import { roleOf } from "./users.ts";

/** Whether an actor that was authorized before still is: a valid token or session, and an active membership. */
export async function isStillAuthorized(db: Database, actor: Actor, clock: Clock): Promise<boolean> {
  if (actor.kind === "token") return isTokenValid(db, actor.tokenId, instant(clock));
  if (!(await isSessionValid(db, actor.sessionId, clock.now()))) return false;
  return (await roleOf(db, actor.workspaceId, actor.userId)) !== undefined;
}
