import type { Actor } from "../../domain/actor.ts";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { RequesterRow } from "../engine/schema.ts";

/** Most reasons kept for one request; a person's first request is always added. */
const MAX_REASONS = 50;

/** A requester with the name of the person, who may have asked by a token. */
export interface RequesterView extends RequesterRow {
  readonly person: string;
}

interface Asking {
  readonly requestId: string;
  /** The person, also behind a token. */
  readonly userId: string;
  readonly reason: string | null;
  readonly at: string;
}

/** Whether asking says something new: a person, a token or a reason that the request does not have yet. */
export async function isNewRequester(
  tx: Transaction,
  actor: Actor,
  { requestId, userId, reason }: Omit<Asking, "at">,
): Promise<boolean> {
  const tokenId = actor.kind === "token" ? actor.tokenId : null;
  const known = await tx
    .selectFrom("approval_requesters")
    .select(["user_id", "token_id", "reason"])
    .where("request_id", "=", requestId)
    .execute();
  const own = known.filter((row) => row.user_id === userId && row.token_id === tokenId);
  if (own.length === 0) return true;
  return reason !== null && known.length < MAX_REASONS && own.every((row) => row.reason !== reason);
}

/** Adds a requester to a request; nothing takes one off again. */
export async function addRequester(
  tx: Transaction,
  actor: Actor,
  { requestId, userId, reason, at }: Asking,
): Promise<void> {
  const tokenId = actor.kind === "token" ? actor.tokenId : null;
  await tx
    .insertInto("approval_requesters")
    .values({
      id: newUuid(),
      request_id: requestId,
      user_id: userId,
      token_id: tokenId,
      name: actor.name,
      reason,
      at,
    })
    .execute();
}

/** Most requests one query names. */
const BATCH = 500;

/** Reads who asked for requests, in the order they asked. */
export async function findRequesters(
  db: Database,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequesterView[]>> {
  const found = new Map<string, RequesterView[]>();
  for (let start = 0; start < requestIds.length; start += BATCH) {
    const rows = await db
      .selectFrom("approval_requesters")
      .innerJoin("users", "users.id", "approval_requesters.user_id")
      .selectAll("approval_requesters")
      .select("users.name as person")
      .where("request_id", "in", requestIds.slice(start, start + BATCH))
      .orderBy("approval_requesters.at")
      .orderBy("approval_requesters.id")
      .execute();
    for (const row of rows) {
      const known = found.get(row.request_id);
      if (known) known.push(row);
      else found.set(row.request_id, [row]);
    }
  }
  return found;
}
