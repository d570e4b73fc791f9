import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract";
import type { Actor } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import type { ServiceContext } from "../context.ts";
import type { Database } from "../store/database.ts";
import { readEvents } from "../store/deployment-events.ts";
import type { DeploymentEventRow, DeploymentRow } from "../store/schema.ts";
import type { HttpContext } from "./context.ts";
import { EventStream, type ReadEvents } from "./event-stream.ts";
import { nodeSink, type Sink, webSink } from "./sink.ts";
import { createViewers } from "./viewers.ts";

/** The event streams of one process. */
export interface EventStreams {
  /**
   * Answers with a deployment's events: those after `Last-Event-ID`, then live, until it is terminal.
   * @param viewer Whose streams are counted together: a token or a web session.
   * @throws {ApiError} `rate_limited` when the viewer has too many open
   * @see Interface §6
   */
  open(c: HttpContext, given: { readonly deployment: DeploymentRow; readonly viewer: Actor }): Response;
  /** Streams that are open now. */
  readonly size: number;
}

/** Wait before another stream may be tried, when a viewer has too many, seconds. */
const CAP_RETRY_SECONDS = 5;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Makes the event streams of one process; one timer keeps all of them alive while any is open.
 * @param stopping Ends every stream, telling its client to come back.
 */
export function createEventStreams(context: ServiceContext, stopping?: AbortSignal): EventStreams {
  const viewers = createViewers();
  const read = sharedReads(context.db);
  let heartbeat: NodeJS.Timeout | undefined;
  const beat = () => {
    viewers.each((stream) => stream.beat());
    viewers
      .endRevoked(context)
      .catch((error: unknown) => context.log.error({ err: error }, "viewers were not checked"));
  };
  const forget = (stream: EventStream, viewer: Actor) => {
    viewers.remove(viewer, stream);
    if (viewers.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
  stopping?.addEventListener("abort", () => viewers.each((stream) => stream.end()));
  return {
    get size() {
      return viewers.size;
    },
    open(c, { deployment, viewer }) {
      const mine = viewers.countOf(viewer);
      if (mine >= context.settings.limits["streams-per-token"]) {
        const details = { retryAfterSeconds: CAP_RETRY_SECONDS };
        throw new ApiError("rate_limited", `${mine} event streams are open already; close one first.`, details);
      }
      const afterSeq = resumeFrom(c.req.header("Last-Event-ID"), deployment.last_event_seq);
      // [WHATWG HTML §9.2.5] 204 tells an EventSource not to come back.
      if (deployment.finished_at !== null && afterSeq === deployment.last_event_seq) return c.body(null, 204);
      if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
      const { sink, response } = openSink(c);
      const stream = new EventStream(context, {
        deploymentId: deployment.id,
        afterSeq,
        sink,
        read,
        forget: (over) => forget(over, viewer),
      });
      viewers.add(viewer, stream);
      heartbeat ??= setInterval(beat, STREAM_HEARTBEAT_MS).unref();
      stream.start();
      if (stopping?.aborted === true) stream.end();
      return response;
    },
  };
}

/**
 * Readers that are woken together, in one turn of the event loop, share what is read. A read that began
 * in an earlier turn may have missed what woke the next reader, so it is not shared.
 */
function sharedReads(db: Database): ReadEvents {
  const reads = new Map<string, Promise<DeploymentEventRow[]>>();
  return (deploymentId, given) => {
    const key = `${deploymentId} ${given.afterSeq} ${given.limit}`;
    const known = reads.get(key);
    if (known) return known;
    if (reads.size === 0) queueMicrotask(() => reads.clear());
    const reading = readEvents(db, deploymentId, given);
    reads.set(key, reading);
    return reading;
  };
}

/** Anything that is no number of a past event begins at the first. */
function resumeFrom(header: string | undefined, lastSeq: number): number {
  const seq = /^\d{1,15}$/.test(header ?? "") ? Number(header) : 0;
  return seq <= lastSeq ? seq : 0;
}

function openSink(c: HttpContext): { readonly sink: Sink; readonly response: Response } {
  const headers = { ...HEADERS, "X-Request-Id": c.get("requestId") };
  const outgoing = c.env?.outgoing;
  if (!outgoing) return webSink(headers);
  outgoing.writeHead(200, headers);
  outgoing.flushHeaders();
  return { sink: nodeSink(outgoing), response: RESPONSE_ALREADY_SENT };
}
