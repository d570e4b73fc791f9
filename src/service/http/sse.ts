import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { STREAM_HEARTBEAT_MS } from "../../contract/index.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Parts } from "../parts.ts";
import type { DeploymentRow } from "../store/schema.ts";
import type { HttpContext } from "./context.ts";
import { EventStream } from "./event-stream.ts";
import { nodeSink, type Sink, webSink } from "./sink.ts";

/** The event streams of one process. */
export interface EventStreams {
  /**
   * Answers with a deployment's events: those after `Last-Event-ID`, then live, until it is terminal.
   * @param viewer Whose streams are counted together: a token or a web session.
   * @throws {Refusal} `rate_limited` when the viewer has too many open
   * @see Interface §6
   */
  open(c: HttpContext, given: { readonly deployment: DeploymentRow; readonly viewer: string }): Response;
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
export function createEventStreams(parts: Parts, stopping?: AbortSignal): EventStreams {
  const open = new Set<EventStream>();
  const counts = new Map<string, number>();
  let heartbeat: NodeJS.Timeout | undefined;
  const count = (viewer: string, change: number) => {
    const now = (counts.get(viewer) ?? 0) + change;
    if (now > 0) counts.set(viewer, now);
    else counts.delete(viewer);
  };
  const forget = (stream: EventStream, viewer: string) => {
    open.delete(stream);
    count(viewer, -1);
    if (open.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
  stopping?.addEventListener("abort", () => {
    for (const stream of open) stream.end();
  });
  return {
    get size() {
      return open.size;
    },
    open(c, { deployment, viewer }) {
      const mine = counts.get(viewer) ?? 0;
      if (mine >= parts.settings.limits["streams-per-token"]) {
        const details = { retryAfterSeconds: CAP_RETRY_SECONDS };
        throw new Refusal("rate_limited", `${mine} event streams are open already; close one first.`, details);
      }
      const afterSeq = resumeFrom(c.req.header("Last-Event-ID"), deployment.last_event_seq);
      // [WHATWG HTML §9.2.5] 204 tells an EventSource not to come back.
      if (deployment.finished_at !== null && afterSeq === deployment.last_event_seq) return c.body(null, 204);
      if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);
      const { sink, response } = openSink(c);
      const stream = new EventStream(parts, {
        deploymentId: deployment.id,
        afterSeq,
        sink,
        forget: (over) => forget(over, viewer),
      });
      open.add(stream);
      count(viewer, 1);
      heartbeat ??= setInterval(() => {
        for (const each of open) each.beat();
      }, STREAM_HEARTBEAT_MS).unref();
      stream.start();
      if (stopping?.aborted === true) stream.end();
      return response;
    },
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
