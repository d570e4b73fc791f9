import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import type { EventHistory } from "../store/deployments/packed-logs.ts";
import type { DeploymentEventRow } from "../store/engine/schema.ts";
import { isStillAuthorized } from "../store/people/users.ts";
import type { HttpContext, StreamRegistry } from "./context.ts";
import { NodeOutput, type ReadEvents, type SseOutput, SseWriter, webOutput } from "./sse-writer.ts";

/** Wait before another stream may be tried, when an actor has too many, seconds. */
const CAP_RETRY_SECONDS = 5;

/**
 * How often the readers of open streams are checked, milliseconds: what another process revokes ends a stream within
 * two seconds.
 */
const RECHECK_MS = 1_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

/** The open streams of one token or one web session, which are counted and ended together. */
interface StreamsOfActor {
  readonly actor: Actor;
  readonly writers: Set<SseWriter>;
  readonly onClosed: (writer: SseWriter) => void;
}

/**
 * Makes the registry of one process; one timer serves all streams while any is open.
 * @param stopping Ends every stream; its client reconnects.
 */
export function createStreamRegistry(context: ServiceContext, stopping?: AbortSignal): StreamRegistry {
  const byActor = new Map<string, StreamsOfActor>();
  const read = sharedReads(context.history);
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

  return {
    get size() {
      return size;
    },
    recheck() {
      if (size > 0) recheck();
    },
    open(c, { deployment, actor }) {
      const open = byActor.get(actorId(actor))?.writers.size ?? 0;
      if (open >= context.settings.limits["streams-per-token"]) {
        const details = { retryAfterSeconds: CAP_RETRY_SECONDS };
        throw new ApiError("rate_limited", `${open} event streams are already open. Close one first.`, details);
      }
      const afterSeq = resumeFrom(c.req.header("Last-Event-ID"), deployment.last_event_seq);
      // [WHATWG HTML §9.2.5] After a 204 an EventSource does not reconnect.
      if (deployment.finished_at !== null && afterSeq === deployment.last_event_seq) return c.body(null, 204);
      if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
      const { output, response } = openOutput(c);
      const streams = streamsOf(actor);
      const { onClosed } = streams;
      const writer = new SseWriter(context, { deploymentId: deployment.id, afterSeq, output, read, onClosed });
      add(streams, writer);
      writer.start();
      if (stopping?.aborted === true) writer.end();
      return response;
    },
  };
}

function actorId(actor: Actor): string {
  return actor.kind === "token" ? actor.tokenId : actor.sessionId;
}

/**
 * Streams that are woken together, in one turn of the event loop, share one read. A read that began
 * in an earlier turn may have missed the newest event, so it is not shared.
 */
function sharedReads(history: EventHistory): ReadEvents {
  const reads = new Map<string, Promise<readonly DeploymentEventRow[]>>();
  return (deploymentId, range) => {
    const key = `${deploymentId} ${range.afterSeq} ${range.limit}`;
    const known = reads.get(key);
    if (known) return known;
    if (reads.size === 0) queueMicrotask(() => reads.clear());
    const reading = history.read(deploymentId, range);
    reads.set(key, reading);
    return reading;
  };
}

/** Anything that is not the number of a past event starts from the first. */
function resumeFrom(header: string | undefined, lastSeq: number): number {
  const seq = /^\d{1,15}$/.test(header ?? "") ? Number(header) : 0;
  return seq <= lastSeq ? seq : 0;
}

function openOutput(c: HttpContext): { readonly output: SseOutput; readonly response: Response } {
  const headers = { ...HEADERS, "X-Request-Id": c.get("requestId") };
  const outgoing = c.env?.outgoing;
  if (!outgoing) {
    const { output, body } = webOutput();
    return { output, response: new Response(body, { headers }) };
  }
  outgoing.writeHead(200, headers);
  outgoing.flushHeaders();
  return { output: new NodeOutput(outgoing), response: RESPONSE_ALREADY_SENT };
}
