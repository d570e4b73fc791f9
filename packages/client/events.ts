import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { isTerminal, ReceivedStatusEvent } from "@greenroom/contract";
import { addressBelow } from "./address.ts";
import { readEnvelope, unenveloped } from "./answer.ts";
import { parseJson } from "./json.ts";
import { abortedError, ClientError } from "./errors.ts";
import { connectionError, readText } from "./http.ts";
import { pathOf } from "./path.ts";
import { createSseDecoder, type SseDecoder } from "./sse.ts";
import { type CallOptions, repeat, type Transport } from "./transport.ts";

/** Options of an event stream. */
export interface EventsOptions extends CallOptions {
  /** Id of the last event seen: the stream goes on after it. */
  readonly lastEventId?: string | undefined;
}

/** What an event stream brings. */
export type ReceivedEvent =
  | {
      readonly kind: "event";
      /** Event name, `message` when the stream named none. */
      readonly name: string;
      /** Data, usually JSON; untrusted. */
      readonly data: string;
      /** Last event id at this event; empty when none was given. */
      readonly id: string;
    }
  /** A connection is there: what comes now comes as it happens. */
  | { readonly kind: "open" }
  /** An event was longer than the caps and is lost. */
  | { readonly kind: "oversize" }
  /** The connection ended before a terminal status; another one follows. Without ids events may come again. */
  | { readonly kind: "reconnect"; readonly error: ClientError | undefined; readonly resumable: boolean };

/** Ids remembered to pass over repeats after a reconnect. */
const MAX_SEEN_IDS = 20_000;
const MAX_ID_CHARS = 1024;

/** Most connections of one stream: a day of connections that last a minute and a half. */
const MAX_CONNECTS = 1000;

/** A connection that ends sooner counts as short, milliseconds. */
const SHORT_CONNECTION_MS = 10_000;

interface Position {
  lastEventId: string;
  retryMs: number | undefined;
  /** Set by the first event of a connection. */
  fruitful: boolean;
  readonly seen: Set<string>;
}

/**
 * Reads a deployment's event stream until it says a terminal status, or the service says there is no more.
 * Leaving the loop closes the request.
 * @param transport Path to the network.
 * @param deploymentId Deployment.
 * @throws {ClientError} What the service refused the stream with; `stream_ended` after too many connects in vain
 * @see Interface §6, WHATWG HTML §9.2
 */
export async function* readEvents(
  transport: Transport,
  deploymentId: string,
  options: EventsOptions = {},
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const { limits, clock } = transport;
  const position: Position = {
    lastEventId: options.lastEventId ?? "",
    retryMs: undefined,
    fruitful: false,
    seen: new Set(),
  };
  let fruitless = 0;
  let short = 0;
  for (let connects = 0; connects < MAX_CONNECTS; connects += 1) {
    position.fruitful = false;
    const connectedAt = clock.monotonic();
    const error = yield* readConnection(transport, deploymentId, { ...options, position });
    if (error === "done") return;
    if (options.signal?.aborted === true) throw abortedError(options.signal, false);
    yield { kind: "reconnect", error, resumable: position.lastEventId !== "" };
    fruitless = position.fruitful ? 0 : fruitless + 1;
    if (fruitless > limits.maxFruitlessConnects) throw inVain(fruitless);
    // A service that ends every connection soon must not be asked ever again at the pace of its `retry`.
    short = clock.monotonic() - connectedAt < SHORT_CONNECTION_MS ? short + 1 : 0;
    const growing = limits.reconnectFloorMs * 2 ** Math.max(0, short - 1);
    const waitMs = Math.min(Math.max(position.retryMs ?? 0, growing), limits.reconnectCapMs);
    await clock.sleep(waitMs, options.signal).catch(() => undefined);
  }
  throw inVain(MAX_CONNECTS);
}

type ConnectionOptions = EventsOptions & { readonly position: Position };

/** One connection; returns why another one is needed. */
async function* readConnection(
  transport: Transport,
  deploymentId: string,
  options: ConnectionOptions,
): AsyncGenerator<ReceivedEvent, ClientError | undefined | "done", undefined> {
  const { position, signal } = options;
  using request = abortable(signal);
  const message = await connect(transport, deploymentId, { ...options, request: request.controller });
  if (message === undefined) return "done";
  yield { kind: "open" };
  const decoder = createSseDecoder(transport.limits, position.lastEventId);
  const resumed = new Set(position.seen);
  try {
    for await (const text of textOf(message, transport.limits.streamIdleMs)) {
      for (const item of decoder.push(text)) {
        position.lastEventId = decoder.lastEventId;
        position.fruitful = true;
        if (item.kind === "oversize") {
          yield item;
          continue;
        }
        if (item.ownId && resumed.has(item.id)) continue;
        if (item.ownId) remember(position.seen, item.id);
        const data = transport.redact(item.data);
        yield { kind: "event", name: transport.redact(item.name), data, id: item.id };
        if (item.name === "status" && saysTerminal(data)) return "done";
      }
      keep(position, decoder);
    }
    return undefined;
  } catch (cause) {
    if (signal?.aborted === true) throw abortedError(signal, false);
    return connectionError(cause);
  } finally {
    keep(position, decoder);
    message.destroy();
  }
}

function keep(position: Position, decoder: SseDecoder): void {
  position.lastEventId = decoder.lastEventId;
  position.retryMs = decoder.retryMs ?? position.retryMs;
}

function remember(seen: Set<string>, id: string): void {
  if (seen.size < MAX_SEEN_IDS && id.length <= MAX_ID_CHARS) seen.add(id);
}

function saysTerminal(data: string): boolean {
  const event = ReceivedStatusEvent.safeParse(parseJson(data));
  return event.success && isTerminal(event.data.status);
}

/** Connects, by the rules of retrying; undefined when the service says there is no more. */
async function connect(
  transport: Transport,
  deploymentId: string,
  options: ConnectionOptions & { readonly request: AbortController },
): Promise<IncomingMessage | undefined> {
  const url = addressBelow(transport.baseUrl, pathOf("streamDeploymentEvents", { deploymentId }));
  const headers = { accept: "text/event-stream", "cache-control": "no-store", ...resumeHeader(options.position) };
  return await repeat({ ...transport, repeatable: true }, options, async (timeoutMs) => {
    const stop = AbortSignal.timeout(Math.ceil(timeoutMs));
    // The limit is for the head of this one answer: the stream goes on as long as the build does, and a late head
    // must not end the tries after it.
    const late = new AbortController();
    const timedOut = (): void => late.abort(stop.reason);
    stop.addEventListener("abort", timedOut, { once: true });
    try {
      const signal = AbortSignal.any([options.request.signal, late.signal]);
      const message = await transport.open({ method: "GET", url, headers }, signal);
      if (isStream(message)) return message;
      // [9.2.3] HTTP 204 No Content: the client is told to stop reconnecting.
      if (message.statusCode === 204) return undefined;
      throw await refusal(transport, message);
    } catch (cause) {
      if (options.signal?.aborted === true) throw abortedError(options.signal, false);
      throw connectionError(cause, stop.aborted ? timeoutMs : undefined);
    } finally {
      stop.removeEventListener("abort", timedOut);
    }
  });
}

function isStream(message: IncomingMessage): boolean {
  const type = (message.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  const encoding = (message.headers["content-encoding"] ?? "identity").toLowerCase();
  return message.statusCode === 200 && type === "text/event-stream" && encoding === "identity";
}

async function refusal(transport: Transport, message: IncomingMessage): Promise<ClientError> {
  const text = await readText(message, transport.limits.maxErrorBytes);
  const answer = {
    status: message.statusCode ?? 0,
    headers: message.headers,
    text: text === undefined ? undefined : transport.redact(text),
  };
  const reading = readEnvelope(answer, z.never(), transport.clock.now());
  const error = reading.kind === "failure" ? reading.error : unenveloped(answer, transport.clock.now());
  // A success that is no stream stays one however often it is asked for; the record is there instead.
  return answer.status < 300 && error.kind === "protocol" ? error.with({ retry: "never" }) : error;
}

/** An id with a control character cannot be sent, and one that was cannot be trusted to mean a place. */
function resumeHeader({ lastEventId }: Position): Record<string, string> {
  if (lastEventId === "" || lastEventId.length > MAX_ID_CHARS || /[\x00-\x1f\x7f]/.test(lastEventId)) return {};
  // [9.2.3] encoded as UTF-8: a header is written byte by byte.
  return { "last-event-id": Buffer.from(lastEventId, "utf8").toString("latin1") };
}

async function* textOf(message: IncomingMessage, idleMs: number): AsyncGenerator<string, void, undefined> {
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

/** A controller that ends with its block, and with the caller's signal. */
function abortable(signal: AbortSignal | undefined): Disposable & { readonly controller: AbortController } {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  signal?.addEventListener("abort", follow, { once: true });
  return {
    controller,
    [Symbol.dispose]() {
      signal?.removeEventListener("abort", follow);
      controller.abort();
    },
  };
}

function inVain(connects: number): ClientError {
  return new ClientError({
    kind: "protocol",
    code: "stream_ended",
    message: `The event stream ended ${connects} times before the deployment did`,
    hint: "Read the deployment instead.",
    retry: "never",
    outcomeUnknown: false,
  });
}
