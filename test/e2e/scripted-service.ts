import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "../http.ts";

/** One request the scripted service got. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Gives the response to a request; undefined leaves it without one. */
export type Script = (request: SeenRequest) => Reply | undefined | Promise<Reply | undefined>;

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects go out as JSON, text as it is. */
  readonly body: unknown;
  /** Text that follows the body piece by piece. */
  readonly rest?: AsyncIterable<string>;
}

/** A service on a real socket that a test scripts. */
export interface ScriptedService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
}

export async function scriptedService(script: Script): Promise<ScriptedService> {
  const seen: SeenRequest[] = [];
  const { url: baseUrl, ...server } = await serve((request, response) => respond(request, response, seen, script));
  return { ...server, baseUrl, seen };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  seen: SeenRequest[],
  script: Script,
): Promise<void> {
  const body = await text(request);
  const { method = "", url = "", headers } = request;
  const one = { method, path: url, headers, body, at: Date.now() };
  seen.push(one);
  const reply = await script(one);
  if (reply === undefined) return;
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  response.write(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  for await (const piece of reply.rest ?? []) response.write(piece);
  response.end();
}

/** An error in the envelope of the interface. */
export function errorReply(status: number, code: string, message: string): Reply {
  return { status, body: { ok: false, error: { code, message } } };
}

/** A deployment of the scripted service. */
export const RECORD = {
  id: "dep_scripted1",
  siteId: "0198a5c4-0000-7000-8000-000000000001",
  environment: "preview",
  status: "queued",
  createdAt: "2026-11-20T10:00:00.000Z",
};

/**
 * A service that accepts every deployment and reports its end.
 * @param end Fields of the record at its end.
 * @param events Frames of the event stream before the last one, as text.
 */
export function accepting(end: Readonly<Record<string, unknown>>, events = ""): Script {
  const stream = `${events}event: status\ndata: ${JSON.stringify({ status: end["status"], at: RECORD.createdAt })}\n\n`;
  return ({ method, path }) => {
    if (method === "POST" && path.endsWith("/deploy")) {
      return { status: 202, headers: { "idempotency-replayed": "false" }, body: { ok: true, data: RECORD } };
    }
    if (path.endsWith("/events")) {
      return { status: 200, headers: { "content-type": "text/event-stream" }, body: stream };
    }
    if (path.startsWith("/deployments/")) return { status: 200, body: { ok: true, data: { ...RECORD, ...end } } };
    return errorReply(404, "not_found", "There is no such path");
  };
}

export const READY_END = { status: "ready", previewUrl: "https://dep.preview.example/" };

export const READY = accepting(READY_END);

/** A build that never ends: its stream stays open and its record stays `building`. */
export const ENDLESS: Script = (request) =>
  request.path.endsWith("/events") ? undefined : accepting({ status: "building" })(request);

/** For tests in which nothing may be sent. */
export const UNEXPECTED: Script = () => errorReply(500, "internal_error", "no request was expected");

/**
 * A service whose deployment goes through the statuses of a test.
 * @param statuses Yields each status when it is reached; the last one is the end.
 * @param end Fields of the record at its end.
 */
export function following(
  statuses: () => AsyncIterable<string>,
  end: Readonly<Record<string, unknown>> = { previewUrl: "https://dep.preview.example/" },
): Script {
  const taken = accepting({});
  let status = "queued";
  async function* frames(): AsyncIterable<string> {
    for await (status of statuses()) {
      yield `event: status\ndata: ${JSON.stringify({ status, at: new Date().toISOString() })}\n\n`;
    }
  }
  return async (request) => {
    if (request.path.endsWith("/events")) {
      return { status: 200, headers: { "content-type": "text/event-stream" }, body: ": open\n\n", rest: frames() };
    }
    if (request.method === "GET" && request.path.startsWith("/deployments/")) {
      const ended = status === "queued" || status === "building" ? {} : end;
      return { status: 200, body: { ok: true, data: { ...RECORD, status, ...ended } } };
    }
    return taken(request);
  };
}

/** Spells a `log` event. */
export function logFrame(lines: readonly unknown[]): string {
  return `event: log\ndata: ${JSON.stringify({ stream: "build", lines })}\n\n`;
}
