import { Writable } from "node:stream";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ServiceContext } from "../context.ts";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { readWorkspaceVersion } from "../store/deployments/workspace-version.ts";
import { isStillAuthorized } from "../store/people/acting.ts";
import type { HttpContext, StreamRegistry } from "./context.ts";
import { type ReadEvents, SseWriter, type SseWriterOptions } from "./sse-writer.ts";

const CAP_RETRY_SECONDS = 5;

/** What another process revokes ends a stream within two seconds. */
const RECHECK_MS = 1_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

/** They are counted and ended together. */
interface StreamsOfActor {
  readonly actor: Actor;
  readonly writers: Set<SseWriter>;
  readonly onClosed: (writer: SseWriter) => void;
}

/** One timer serves all streams while any is open. @param stopping Ends every stream; its client reconnects. */
export function createStreamRegistry(context: ServiceContext, stopping?: AbortSignal): StreamRegistry {
  const byActor = new Map<string, StreamsOfActor>();
  /** Streams of workspaces, which look for news whenever their readers are checked. */
  const polled = new Set<SseWriter>();
  const readEvents = sharedReads((id, range) => context.history.read(id, range));
  const readChanges = sharedReads(changesOf(context));
  let size = 0;
  let timers: readonly NodeJS.Timeout[] = [];
  let rechecking: Promise<void> | undefined;
  let again = false;

  stopping?.addEventListener("abort", () => each((writer) => writer.end()));

  function each(act: (writer: SseWriter) => void): void {
    for (const { writers } of byActor.values()) for (const writer of writers) act(writer);
  }

  /** What streams of an actor have in common is kept once. */
  function streamsOf(actor: Actor): StreamsOfActor {
    const id = actorId(actor);
    const known = byActor.get(id);
    if (known) return known;
    const writers = new Set<SseWriter>();
    const streams = { actor, writers, onClosed: (writer: SseWriter) => remove(id, writer) };
    byActor.set(id, streams);
    return streams;
  }

  function add({ writers }: StreamsOfActor, writer: SseWriter): void {
    writers.add(writer);
    size += 1;
    if (timers.length > 0) return;
    timers = [setInterval(beat, STREAM_HEARTBEAT_MS).unref(), setInterval(recheck, RECHECK_MS).unref()];
  }

  function remove(id: string, writer: SseWriter): void {
    const writers = byActor.get(id)?.writers;
    if (writers?.delete(writer) !== true) return;
    polled.delete(writer);
    size -= 1;
    if (writers.size === 0) byActor.delete(id);
    if (size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function beat(): void {
    each((writer) => writer.heartbeat());
  }

  /** One check at a time; what changes during one is seen by the next. */
  function recheck(): void {
    again = true;
    rechecking ??= recheckAll().finally(() => (rechecking = undefined));
  }

  async function recheckAll(): Promise<void> {
    try {
      while (again) {
        again = false;
        await endRevoked();
        for (const writer of polled) writer.wake();
      }
    } catch (error) {
      context.log.error({ err: error }, "could not recheck who reads streams");
    }
  }

  /** [§5] Ends the streams of tokens and sessions that were revoked while they were open. */
  async function endRevoked(): Promise<void> {
    // A stream that ends leaves its set, which a walk through a set allows.
    for (const { actor, writers } of byActor.values()) {
      await context.sso?.checks.refresh(actor);
      if (await isStillAuthorized(context.db, actor, context.clock)) continue;
      for (const writer of writers) writer.end();
    }
  }

  function start(c: HttpContext, actor: Actor, { source, isOver = false, isPolled = false }: Stream): Response {
    const open = byActor.get(actorId(actor))?.writers.size ?? 0;
    if (open >= context.settings.limits["streams-per-token"]) {
      const details = { retryAfterSeconds: CAP_RETRY_SECONDS };
      throw new ApiError("rate_limited", `${open} event streams are already open. Close one first.`, details);
    }
    if (isOver) return c.body(null, 204);
    if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
    const { output, response } = openOutput(c);
    const streams = streamsOf(actor);
    const { onClosed } = streams;
    const writer = new SseWriter(context, { ...source, output, onClosed });
    add(streams, writer);
    if (isPolled) polled.add(writer);
    writer.start();
    if (stopping?.aborted === true) writer.end();
    return response;
  }

  return {
    get size() {
      return size;
    },
    recheck() {
      if (size > 0) recheck();
    },
    open(c, { deployment, actor }) {
      const afterSeq = resumeFrom(c.req.header("Last-Event-ID"), deployment.last_event_seq);
      // [WHATWG HTML §9.2.5] After a 204 an EventSource does not reconnect.
      const isOver = deployment.finished_at !== null && afterSeq === deployment.last_event_seq;
      const source = { subjectId: deployment.id, afterSeq, read: readEvents };
      return start(c, actor, { source, isOver });
    },
    openChanges(c, actor) {
      const source = { subjectId: actor.workspaceId, afterSeq: 0, read: newestOnly(readChanges) };
      return start(c, actor, { source, isPolled: true });
    },
  };
}

interface Stream {
  readonly source: Pick<SseWriterOptions, "subjectId" | "afterSeq" | "read">;
  /** The client has every event already. */
  readonly isOver?: boolean;
  readonly isPolled?: boolean;
}

function actorId(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.sessionId;
}

/**
 * Streams that are woken together, in one turn of the event loop, share one read. A read that began
 * in an earlier turn may have missed the newest event, so it is not shared.
 */
function sharedReads(read: ReadEvents): ReadEvents {
  const reads = new Map<string, ReturnType<ReadEvents>>();
  return (subjectId, range) => {
    const key = `${subjectId} ${range.afterSeq} ${range.limit}`;
    const known = reads.get(key);
    if (known) return known;
    if (reads.size === 0) queueMicrotask(() => reads.clear());
    const reading = read(subjectId, range);
    reads.set(key, reading);
    return reading;
  };
}

function changesOf({ db }: ServiceContext): ReadEvents {
  return async (workspaceId, { afterSeq }) => [
    { seq: afterSeq + 1, type: "change", data: await readWorkspaceVersion(db, workspaceId) },
  ];
}

/** Leaves out what one client was sent last. */
function newestOnly(read: ReadEvents): ReadEvents {
  let sent: string | undefined;
  return async (subjectId, range) => {
    const events = await read(subjectId, { ...range, afterSeq: 0 });
    const fresh = events.filter(({ data }) => data !== sent);
    sent = events.at(-1)?.data;
    return fresh;
  };
}

/** Anything that is not the number of a past event starts from the first. */
function resumeFrom(header: string | undefined, lastSeq: number): number {
  const seq = /^\d{1,15}$/.test(header ?? "") ? Number(header) : 0;
  return seq <= lastSeq ? seq : 0;
}

function openOutput(c: HttpContext): { readonly output: Writable; readonly response: Response } {
  const headers = { ...HEADERS, "X-Request-Id": c.get("requestId") };
  const outgoing = c.env?.outgoing;
  if (!outgoing) {
    // The app is called in process.
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    return { output: Writable.fromWeb(writable), response: new Response(readable, { headers }) };
  }
  outgoing.writeHead(200, headers);
  outgoing.flushHeaders();
  return { output: outgoing, response: RESPONSE_ALREADY_SENT };
}
