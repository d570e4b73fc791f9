import type { Actor } from "../domain/actor.ts";
import type { ServiceContext } from "../context.ts";
import { isStillAuthorized } from "../store/authorization.ts";
import type { EventStream } from "./event-stream.ts";

/** Who reads event streams now; the streams of one token or one web session are counted and ended together. */
export interface Viewers {
  /** Streams that are open now. */
  readonly size: number;
  /** Streams of one of them. */
  countOf(actor: Actor): number;
  add(actor: Actor, stream: EventStream): void;
  remove(actor: Actor, stream: EventStream): void;
  /** Does something with every stream. */
  each(act: (stream: EventStream) => void): void;
  /** Ends the streams of everybody who would not be let in any more. [§5] */
  endRevoked(context: Pick<ServiceContext, "db" | "clock">): Promise<void>;
}

/** Makes the list of one process. */
export function createViewers(): Viewers {
  const viewers = new Map<string, { readonly actor: Actor; readonly streams: Set<EventStream> }>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    countOf: (actor) => viewers.get(idOf(actor))?.streams.size ?? 0,
    add(actor, stream) {
      const viewer = viewers.get(idOf(actor)) ?? { actor, streams: new Set() };
      viewers.set(idOf(actor), viewer);
      viewer.streams.add(stream);
      size += 1;
    },
    remove(actor, stream) {
      const viewer = viewers.get(idOf(actor));
      if (viewer?.streams.delete(stream) !== true) return;
      size -= 1;
      if (viewer.streams.size === 0) viewers.delete(idOf(actor));
    },
    each(act) {
      for (const { streams } of viewers.values()) for (const stream of streams) act(stream);
    },
    async endRevoked({ db, clock }) {
      // A stream that ends leaves its set, which a walk through a set allows.
      for (const { actor, streams } of viewers.values()) {
        if (await isStillAuthorized(db, actor, clock)) continue;
        for (const stream of streams) stream.end();
      }
    },
  };
}

function idOf(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.sessionId;
}
