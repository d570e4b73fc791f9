import type { IncomingMessage } from "node:http";
import { wait } from "@greenroom/contract/clock";
import { isTerminal } from "@greenroom/contract/status";
import { createParser, type EventSourceParser } from "eventsource-parser";
import { abortedError, ClientError, connectionError, type LocalCode } from "./errors.ts";
import { parseJson, readText, within } from "./http.ts";
import { type CallOptions, repeat } from "./retry.ts";
import { pathOf, type Transport, urlBelow } from "./transport.ts";

export interface EventsOptions extends CallOptions {
  /** Id of the last event seen: the stream goes on after it. */
  readonly lastEventId?: string | undefined;
}

export interface StreamEvent {
  readonly kind: "event";
  /** `message` when the stream named none. */
  readonly name: string;
  /** Usually JSON; untrusted. */
  readonly data: string;
  /** Last event id at this event; empty when none was given. */
  readonly id: string;
}

export type ReceivedEvent =
  | StreamEvent
  /** The connection is open: from now on events come as they happen. */
  | { readonly kind: "open" }
  /**
   * The connection ended before a terminal status, or with an event beyond the cap (`answer_too_large`); another one
   * follows. Without ids events may come again.
   */
  | { readonly kind: "reconnect"; readonly error: ClientError | undefined; readonly resumable: boolean };

/** Ids remembered to ignore repeats after a reconnect. */
const MAX_SEEN_IDS = 20_000;
const MAX_ID_CHARS = 1024;

/** Most connections of one stream: a day of connections that last a minute and a half. */
const MAX_CONNECTS = 1000;

/** A connection that ends sooner counts as short, milliseconds. */
const SHORT_CONNECTION_MS = 10_000;

interface Position {
  lastEventId: string;
  retryMs: number | undefined;
  empty: boolean;
  readonly seen: Set<string>;
}

/**
 * Reads an event stream until a terminal status, or until the service says there is no more; leaving the loop closes
 * it.
 * @throws {ClientError} The service's error; `stream_ended` after too many connects without an event
 * @see Interface §6, WHATWG HTML §9.2
 */
export async function* readEvents(
  transport: Transport,
  deploymentId: string,
  options: EventsOptions = {},
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const { limits, clock } = transport;
  const lastEventId = options.lastEventId ?? "";
  const position: Position = { lastEventId, retryMs: undefined, empty: true, seen: new Set() };
  let empty = 0;
  let short = 0;
  for (let connects = 0; connects < MAX_CONNECTS; connects += 1) {
    position.empty = true;
    const connectedAt = clock.monotonic();
    const error = yield* readConnection(transport, deploymentId, { ...options, position });
    if (error === "done") return;
    if (options.signal?.aborted === true) throw abortedError(options.signal, false);
    yield { kind: "reconnect", error, resumable: position.lastEventId !== "" };
    empty = position.empty ? empty + 1 : 0;
    if (empty > limits.maxEmptyConnects) throw streamEnded(empty);
    // A service that ends every connection soon must not be reconnected to for ever at the pace of its `retry`.
    short = clock.monotonic() - connectedAt < SHORT_CONNECTION_MS ? short + 1 : 0;
    const growing = limits.reconnectFloorMs * 2 ** Math.max(0, short - 1);
    const waitMs = Math.min(Math.max(position.retryMs ?? 0, growing), limits.reconnectCapMs);
    await wait(clock, waitMs, options.signal);
  }
  throw streamEnded(MAX_CONNECTS);
}

type ConnectionOptions = EventsOptions & { readonly position: Position };

/** @returns Why another connection is needed. */
async function* readConnection(
  transport: Transport,
  deploymentId: string,
  options: ConnectionOptions,
): AsyncGenerator<ReceivedEvent, ClientError | undefined | "done", undefined> {
  const { position, signal } = options;
  const { limits } = transport;
  const url = urlBelow(transport.baseUrl, pathOf("streamDeploymentEvents", { deploymentId }));
  let message: IncomingMessage | undefined;
  try {
    message = await connect(transport, url, options);
    if (message === undefined) return "done";
    yield { kind: "open" };
    const events: StreamEvent[] = [];
    const parser = createStreamParser(limits.maxEventChars, position, events);
    for await (const text of textOf(message, limits.streamIdleMs)) {
      try {
        parser.feed(text);
      } catch {
        const message = `An event of the stream is longer than ${limits.maxEventChars} characters`;
        return streamError("answer_too_large", message);
      }
      for (const { name, data, ...event } of events.splice(0)) {
        yield { ...event, name: transport.redact(name), data: transport.redact(data) };
        if (name === "status" && saysTerminal(data)) return "done";
      }
    }
    return undefined;
  } catch (cause) {
    if (message === undefined) throw cause;
    if (signal?.aborted === true) throw abortedError(signal, false);
    return connectionError(cause, url);
  } finally {
    message?.destroy();
  }
}

/**
 * Parses one connection. New events are added to `events`, and `position` follows; an event whose id came in an earlier
 * connection is a repeat. The parser throws at an event beyond the cap.
 */
function createStreamParser(maxChars: number, position: Position, events: StreamEvent[]): EventSourceParser {
  const repeats = new Set(position.seen);
  return createParser({
    maxBufferSize: maxChars,
    // Without `onError`: the parser would make an error, with its stack, of every line that it does not know.
    onRetry: (ms) => void (position.retryMs = ms),
    onId: (id) => void (position.lastEventId = id),
    onEvent({ event: name = "message", data, id }) {
      position.empty = false;
      if (id !== undefined && repeats.has(id)) return;
      if (id !== undefined && position.seen.size < MAX_SEEN_IDS && id.length <= MAX_ID_CHARS) position.seen.add(id);
      events.push({ kind: "event", name, data, id: position.lastEventId });
    },
  });
}

function saysTerminal(data: string): boolean {
  const status = parseJson(data);
  return typeof status === "object" && status !== null && "status" in status && isTerminal(String(status.status));
}

/** @returns Undefined when the service says there is no more. */
async function connect(
  transport: Transport,
  url: URL,
  { position, ...options }: ConnectionOptions,
): Promise<IncomingMessage | undefined> {
  const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(position) };
  return await repeat({ ...transport, repeatable: true }, options, async (timeoutMs) =>
    // The limit is for the head of this one response: the stream goes on as long as the build does.
    within({ url, timeoutMs, signal: options.signal, readsOnly: true }, async (signal) => {
      const message = await transport.open({ method: "GET", url, headers }, signal);
      if (isStream(message)) return message;
      // [9.2.3] HTTP 204 No Content: the client must not reconnect.
      if (message.statusCode === 204) return undefined;
      throw await errorOf(transport, message);
    }),
  );
}

function isStream(message: IncomingMessage): boolean {
  const type = (message.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  const encoding = (message.headers["content-encoding"] ?? "identity").toLowerCase();
  return message.statusCode === 200 && type === "text/event-stream" && encoding === "identity";
}

async function errorOf(transport: Transport, message: IncomingMessage): Promise<ClientError> {
  const text = await readText(message, transport.limits.maxErrorBytes);
  const redacted = text === undefined ? undefined : transport.redact(text);
  const status = message.statusCode ?? 0;
  const { readError } = await import("./response.ts");
  const error = readError({ status, headers: message.headers, text: redacted }, transport.clock.now());
  // A successful response that is not a stream will be the same next time; the record is read instead.
  return status < 300 && error.kind === "protocol" ? error.with({ retry: "never" }) : error;
}

/** An id with a control character cannot be sent, and one that was cannot be trusted to mean a place. */
function resumeHeader({ lastEventId }: Position): Record<string, string> {
  if (lastEventId === "" || lastEventId.length > MAX_ID_CHARS || /[\x00-\x1f\x7f]/.test(lastEventId)) return {};
  // [9.2.3] encoded as UTF-8: a header is written byte by byte.
  return { "last-event-id": Buffer.from(lastEventId, "utf8").toString("latin1") };
}

async function* textOf(message: IncomingMessage, idleMs: number): AsyncGenerator<string, void, undefined> {
  // The parser takes the byte order mark off.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const silence = (): void => void message.destroy(new Error(`No byte for ${idleMs} ms`));
  let timer = setTimeout(silence, idleMs);
  try {
    for await (const chunk of message) {
      clearTimeout(timer);
      if (chunk instanceof Uint8Array) yield decoder.decode(chunk, { stream: true });
      timer = setTimeout(silence, idleMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

function streamEnded(connects: number): ClientError {
  return streamError("stream_ended", `The event stream ended ${connects} times before the deployment did`);
}

function streamError(code: LocalCode, message: string): ClientError {
  return new ClientError({ kind: "protocol", code, message, hint: "Read the deployment instead." });
}
