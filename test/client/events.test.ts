import { getEventListeners } from "node:events";
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createClient } from "../../packages/client/client.ts";
import { createDeployClient } from "../../packages/client/deploy-client.ts";
import { readEvents, type ReceivedEvent } from "../../packages/client/events.ts";
import type { TokenSource } from "../../packages/client/transport.ts";
import { instantClock } from "./fake-clock.ts";
import {
  clientOf,
  failureOf,
  gatewayPage,
  type Handler,
  sendError,
  startFaultServer,
  stopTimers,
  succeed,
  TOKEN,
} from "./fault-server.ts";

const TYPE = "text/event-stream";
const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": `${TYPE}; charset=utf-8` });

/** Answers with a stream of these pieces, which then ends. */
const stream =
  (...pieces: (string | Buffer)[]): Handler =>
  (_, response) => {
    open(response);
    for (const piece of pieces) response.write(piece);
    response.end();
  };

const ready = 'id: 9\nevent: status\ndata: {"status":"ready","at":"2026-11-20T12:00:00Z"}\n\n';
const log = (id: number | string): string =>
  `id: ${id}\nevent: log\ndata: {"stream":"build","lines":["line ${id}"]}\n\n`;

const withHead =
  (status: number, headers: Record<string, string>, body: string | Buffer): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

async function collect(events: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of events) if (event.kind !== "open") all.push(event);
  return all;
}

const short = (events: readonly ReceivedEvent[]): string[] =>
  events.map((event) => (event.kind === "event" ? `${event.name} ${event.id.slice(0, 20)}` : event.kind));
const collectNames = async (events: AsyncIterable<ReceivedEvent>): Promise<string[]> => short(await collect(events));

describe("events", () => {
  test("are requested as a stream and end with the terminal status", async () => {
    await using server = await startFaultServer(stream(log(1), ready, log(10)));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(short(events)).toEqual(["log 1", "status 9"]);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      path: "/deployments/dep_1/events",
      method: "GET",
      headers: { accept: "text/event-stream", authorization: `Bearer ${TOKEN}`, "cache-control": "no-store" },
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("last-event-id");
  });

  test("are read by the client of deployments alone too", async () => {
    await using server = await startFaultServer(stream(ready));
    const settings = { baseUrl: server.url, token: TOKEN, userAgent: "greenroom-test/1", clock: instantClock() };
    expect(await collectNames(createDeployClient(settings).events("dep_1"))).toEqual(["status 9"]);
  });

  test("say that the connection is there before the first of them", async () => {
    await using server = await startFaultServer((_, response) => open(response).flushHeaders());
    const events = clientOf(server, instantClock()).events("dep_1");
    expect(await events.next()).toEqual({ done: false, value: { kind: "open" } });
    await events.return();
  });

  test("go on after the last one when the connection ends, breaks or is cut in a character", async () => {
    await using server = await startFaultServer(stream(ready));
    let broken: Socket | undefined;
    server.next.push(stream(log(1), "event: log\ndata: lost"), (_, response, socket) => {
      open(response).write(Buffer.from(`${log(2)}data: \xc3`, "latin1"));
      broken = socket;
    });
    const events: ReceivedEvent[] = [];
    for await (const event of clientOf(server, instantClock()).events("dep_1")) {
      if (event.kind !== "open") events.push(event);
      if (event.kind === "event" && event.id === "2") broken?.resetAndDestroy();
    }
    expect(short(events)).toEqual(["log 1", "reconnect", "log 2", "reconnect", "status 9"]);
    expect(server.seen.map((seen) => seen.headers["last-event-id"])).toEqual([undefined, "1", "2"]);
  });

  test.each([
    ["event: log\ndata: {}\n\n", false],
    [log(1), true],
  ])("that broke after %j can be resumed: %s", async (text, resumable) => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(text));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events[1]).toEqual({ kind: "reconnect", error: undefined, resumable });
  });

  test("start after the id that is given, as UTF-8", async () => {
    await using server = await startFaultServer(stream(ready));
    await collect(clientOf(server, instantClock()).events("dep_1", { lastEventId: "é7" }));
    expect(Buffer.from(server.seen[0]?.headers["last-event-id"] as string, "latin1").toString("utf8")).toBe("é7");
  });

  test("leave an id with a control character out", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream("id: a\u0001b\ndata: 1\n\n"));
    await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(server.seen[1]?.headers).not.toHaveProperty("last-event-id");
  });

  test("end without a word when the service says there is no more", async () => {
    await using server = await startFaultServer((_, response) => void response.writeHead(204).end());
    expect(await collect(clientOf(server, instantClock()).events("dep_1"))).toEqual([]);
    expect(server.seen).toHaveLength(1);
  });

  test.each<[string, Handler, string]>([
    ["404", (_, response) => sendError(response, 404, "deployment_not_found"), "deployment_not_found"],
    ["406", (_, response) => gatewayPage(response, 406), "unexpected_answer"],
    ["a page", (_, response) => gatewayPage(response, 200), "unexpected_answer"],
    ["JSON", (_, response) => succeed(response, 200, { id: "dep_1" }), "unexpected_answer"],
    ["a redirect", (_, response) => void response.writeHead(302, { location: "/x" }).end(), "redirect_refused"],
    ["another status", withHead(201, { "content-type": TYPE }, ready), "unexpected_answer"],
    ["no type", withHead(200, {}, ready), "unexpected_answer"],
    [
      "a compressed stream",
      withHead(200, { "content-type": TYPE, "content-encoding": "gzip" }, gzipSync(ready)),
      "unexpected_answer",
    ],
  ])("fail at once on %s", async (_, handler, code) => {
    await using server = await startFaultServer(handler);
    const error = await failureOf(collect(clientOf(server, instantClock()).events("dep_1")));
    expect(error).toMatchObject({ code, retry: "never" });
    expect(server.seen).toHaveLength(1);
  });

  test("are requested again after a 5xx and a rate limit", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(
      (_, response) => gatewayPage(response, 503),
      (_, response) => sendError(response, 429, "rate_limited", { headers: { "retry-after": "11" } }),
    );
    const clock = instantClock();
    expect(short(await collect(clientOf(server, clock).events("dep_1")))).toEqual(["status 9"]);
    expect(clock.sleeps).toEqual([375, 11_000]);
  });

  test("of connections in vain end by their count, each later than the one before", async () => {
    await using server = await startFaultServer(stream(": nothing\n\n"));
    const clock = instantClock();
    const error = await failureOf(collect(clientOf(server, clock).events("dep_1")));
    expect(error.code).toBe("stream_ended");
    expect(server.seen).toHaveLength(5);
    expect(clock.sleeps).toEqual([1000, 2000, 4000, 8000]);
  });

  test.each([
    ["0", 1000],
    ["3000", 3000],
    ["999999999999", 30_000],
    ["15000x", 1000],
    ["-15000", 1000],
    ["15e3", 1000],
    ["٣٣٣٣٣", 1000],
  ])("wait as long as retry: %s says, within bounds", async (retry, waitMs) => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(`retry: ${retry}\n`, log(1)));
    const clock = instantClock();
    await collect(clientOf(server, clock).events("dep_1"));
    expect(clock.sleeps).toEqual([waitMs]);
  });

  test("close the request when their reader leaves", async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    await using server = await startFaultServer((_, response) => {
      response.on("close", () => closed?.());
      open(response).write(log(1));
    });
    for await (const event of clientOf(server, instantClock()).events("dep_1")) {
      if (event.kind === "event") break;
    }
    await gone;
  });

  test("end with the caller's signal, in the middle of a silence", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((_, response) => {
      open(response).write(log(1));
    });
    const events = clientOf(server, instantClock()).events("dep_1", { signal: controller.signal });
    expect((await events.next()).value).toMatchObject({ kind: "open" });
    expect((await events.next()).value).toMatchObject({ kind: "event", id: "1" });
    const silence = failureOf(events.next());
    controller.abort();
    expect(await silence).toMatchObject({ kind: "aborted", outcomeUnknown: false });
  });

  test("hold no token that the service echoes, also one that JSON spells otherwise, nor one as a name", async () => {
    const spelled = `\\u00${TOKEN.charCodeAt(0).toString(16)}${TOKEN.slice(1)}`;
    await using server = await startFaultServer(
      stream(`event: log\ndata: {"lines":["${TOKEN} ${spelled}"]}\n\nevent: ${TOKEN}\ndata: 1\n\n`, ready),
    );
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events[0]).toMatchObject({ data: '{"lines":["*** ***"]}' });
    expect(events[1]).toMatchObject({ name: "***", data: "1" });
  });
});

/** A message of a stream without a socket behind it, each piece of which comes when it is waited for. */
function messageOf(pieces: Iterable<string>): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.statusCode = 200;
  message.headers = { "content-type": TYPE };
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) {
      if (message.errored !== null) throw message.errored;
      yield await Promise.resolve(Buffer.from(piece));
    }
  };
  return Object.assign(message, { [Symbol.asyncIterator]: chunks });
}

describe("the silence of a stream", () => {
  /** The events of connections without sockets, one after another. */
  const collectFrom = async (...connections: readonly Iterable<string>[]): Promise<ReceivedEvent[]> => {
    const { transport } = clientOf({ url: new URL("http://127.0.0.1:9/") }, instantClock(), { streamIdleMs: 500 });
    const messages = connections.map(messageOf);
    const open = (): Promise<IncomingMessage> => Promise.resolve(messages.shift() ?? messageOf([]));
    return await collect(readEvents({ ...transport, open }, "dep_1"));
  };

  test("ends the connection, and the events are requested again", async () => {
    using timers = stopTimers();
    const silent = function* (): Generator<string> {
      yield log(1);
      timers.pass(500);
      yield log(2);
    };
    const events = await collectFrom(silent(), [ready]);
    expect(short(events)).toEqual(["log 1", "reconnect", "status 9"]);
    expect(events[1]).toMatchObject({
      error: { kind: "unreachable", cause: { message: "Error: No byte for 500 ms" } },
    });
  });

  test("is none while its heart beats", async () => {
    using timers = stopTimers();
    const beating = function* (): Generator<string> {
      for (let beats = 0; beats < 16; beats += 1) {
        timers.pass(499);
        yield ": hb\n\n";
      }
      yield ready;
    };
    expect(short(await collectFrom(beating()))).toEqual(["status 9"]);
  });
});

describe("what ends a stream", () => {
  test.each([
    ["a status that is not terminal", 'event: status\ndata: {"status":"building"}\n\n', "status "],
    ["a status that cannot be read", "event: status\ndata: ready\n\n", "status "],
    ["a log that looks like a terminal status", 'event: log\ndata: {"status":"ready"}\n\n', "log "],
  ])("is not %s", async (_, text, shown) => {
    await using server = await startFaultServer(stream(text, ready));
    expect(await collectNames(clientOf(server, instantClock()).events("dep_1"))).toEqual([shown, "status 9"]);
    expect(server.seen).toHaveLength(1);
  });

  test("is the number of its connections, even when each brings something", async () => {
    await using server = await startFaultServer();
    const { transport } = clientOf(server, instantClock());
    let opened = 0;
    const open = (): Promise<IncomingMessage> => Promise.resolve(messageOf([log(String((opened += 1)))]));
    const error = await failureOf(collect(readEvents({ ...transport, open }, "dep_1")));
    expect(opened).toBe(1000);
    expect(error).toMatchObject({ kind: "protocol", code: "stream_ended", retry: "never", outcomeUnknown: false });
    expect(error.message).toBe(
      "The event stream ended 1000 times before the deployment did. Read the deployment instead.",
    );
  });

  test("is the caller's signal, also when the connection ended just before", async () => {
    await using server = await startFaultServer();
    const controller = new AbortController();
    const { transport } = clientOf(server, instantClock());
    let opened = 0;
    const open = (): Promise<IncomingMessage> => Promise.resolve(messageOf([log(String((opened += 1)))]));
    const events = readEvents({ ...transport, open }, "dep_1", { signal: controller.signal });
    const error = await failureOf(
      (async () => {
        for await (const event of events) if (event.kind === "event") controller.abort();
      })(),
    );
    expect(error).toMatchObject({ kind: "aborted", outcomeUnknown: false });
    expect(opened).toBe(1);
  });
});

describe("a connection", () => {
  test("is requested again when its head does not come in time", async () => {
    using timers = stopTimers();
    await using server = await startFaultServer(stream(ready));
    server.next.push(() => timers.pass(150));
    const client = clientOf(server, instantClock(), { requestTimeoutMs: 150 });
    expect(await collectNames(client.events("dep_1"))).toEqual(["status 9"]);
    expect(server.seen).toHaveLength(2);
  });

  test("is requested again when the token for it does not come in time", async () => {
    using timers = stopTimers();
    await using server = await startFaultServer(stream(ready));
    server.next.push(
      () => timers.pass(150),
      (_, response) => succeed(response, 200, undefined),
    );
    const token: TokenSource = async (send) => {
      await send({ method: "GET", url: new URL("/token", server.url), headers: {} });
      return { token: TOKEN };
    };
    const settings = { baseUrl: server.url, token, userAgent: "greenroom-test/1", clock: instantClock() };
    const client = createClient({ ...settings, limits: { requestTimeoutMs: 150 } });
    expect(await collectNames(client.events("dep_1"))).toEqual(["status 9"]);
    expect(server.seen.map(({ path }) => path)).toEqual(["/token", "/token", "/deployments/dep_1/events"]);
  });

  test("may last longer than its head may take", async () => {
    using timers = stopTimers();
    let stream: ServerResponse | undefined;
    await using server = await startFaultServer((_, response) => (stream = open(response)).flushHeaders());
    const events = clientOf(server, instantClock(), { requestTimeoutMs: 150 }).events("dep_1");
    expect((await events.next()).value).toEqual({ kind: "open" });
    timers.pass(400);
    stream?.end(ready);
    expect(await collectNames(events)).toEqual(["status 9"]);
    expect(server.seen).toHaveLength(1);
  });

  test("is not made for a caller who has left, and broken off for one who leaves before its head is there", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(() => controller.abort());
    const client = clientOf(server, instantClock());
    for (let call = 0; call < 2; call += 1) {
      const error = await failureOf(collect(client.events("dep_1", { signal: controller.signal })));
      expect(error).toMatchObject({ kind: "aborted", outcomeUnknown: false });
      expect(server.seen).toHaveLength(1);
    }
  });

  test("may be waited for without a limit of time", async () => {
    await using server = await startFaultServer(stream(ready));
    const unlimited = { requestTimeoutMs: Infinity, callTimeoutMs: Infinity };
    expect(await collectNames(clientOf(server, instantClock(), unlimited).events("dep_1"))).toEqual(["status 9"]);
    expect(server.seen).toHaveLength(1);
  });

  test("leaves nothing on the caller's signal", async () => {
    const { signal } = new AbortController();
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(log("1")));
    await collectNames(clientOf(server, instantClock()).events("dep_1", { signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test.each([
    ["in capitals with room before the charset", { "content-type": "Text/Event-Stream ; charset=utf-8" }],
    ["that says it is not encoded", { "content-type": TYPE, "content-encoding": "Identity" }],
  ])("may have a type %s", async (_, headers) => {
    await using server = await startFaultServer(withHead(200, headers, ready));
    expect(await collectNames(clientOf(server, instantClock()).events("dep_1"))).toEqual(["status 9"]);
  });

  test("with an error envelope under a success status is decided by the code", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push((_, response) => sendError(response, 200, "try_again"));
    expect(await collectNames(clientOf(server, instantClock()).events("dep_1"))).toEqual(["status 9"]);
  });

  test("with an endless error body is an error all the same", async () => {
    await using server = await startFaultServer((_, response) => {
      response.writeHead(404, { "content-type": "application/json" }).end("x".repeat(5000));
    });
    const client = clientOf(server, instantClock(), { maxErrorBytes: 1000 });
    expect((await failureOf(collect(client.events("dep_1")))).code).toBe("unexpected_answer");
  });

  test("is read as one text, wherever it is cut, and only its first byte order mark goes", async () => {
    await using server = await startFaultServer((_, response) => {
      const bytes = Buffer.from("id: é\nevent: log\ndata: {}\n\n");
      open(response).write(bytes.subarray(0, 5));
      setTimeout(() => response.end(Buffer.concat([bytes.subarray(5), Buffer.from(ready)])), 30);
    });
    server.next.push(stream(Buffer.from("\ufeff\ufeffid: 1\nid: 1\nevent: log\n"), "data: {}\n\n"));
    const events = await collectNames(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log 1", "reconnect", "log é", "status 9"]);
    server.next.push(stream(Buffer.from("\ufeff\ufeffdata: 1\n\n")));
    expect(await collectNames(clientOf(server, instantClock()).events("dep_1"))).toEqual([
      "reconnect",
      "log é",
      "status 9",
    ]);
  });
});

describe("a connection after another", () => {
  test("follows as soon as ever when that one lasted ten seconds, and later each time when it did not", async () => {
    const clock = instantClock();
    await using server = await startFaultServer(stream(ready));
    const lasting =
      (ms: number): Handler =>
      (seen, response, socket) => {
        clock.advance(ms);
        return stream(log(String(server.seen.length)))(seen, response, socket);
      };
    server.next.push(lasting(9999), lasting(9999), lasting(10_000), lasting(0));
    await collectNames(clientOf(server, clock).events("dep_1"));
    expect(clock.sleeps).toEqual([1000, 2000, 1000, 1000]);
  });

  test("gives an event without an id of its own, although the last id is known", async () => {
    await using server = await startFaultServer(stream("event: log\ndata: {}\n\n", ready));
    server.next.push(stream(log("1")));
    const events = await collectNames(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log 1", "reconnect", "log 1", "status 9"]);
  });

  test("takes an event for a repeat only by an id that one before had itself", async () => {
    const none = "event: log\ndata: {}\n\n";
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(none), stream(`id:\n${none}`), stream(`id:\n${none}`));
    const events = await collectNames(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log ", "reconnect", "log ", "reconnect", "reconnect", "status 9"]);
  });

  test("ignores repeats of ids of 1024 characters, not of longer ones, which are not sent either", async () => {
    const [fits, long] = ["f".repeat(1024), "l".repeat(1025)];
    await using server = await startFaultServer(stream(log(fits), log(long), ready));
    server.next.push(stream(log(long), log(fits)), stream(log(fits), log(long)));
    const events = await collectNames(clientOf(server, instantClock()).events("dep_1"));
    const shown = { fits: `log ${fits.slice(0, 20)}`, long: `log ${long.slice(0, 20)}` };
    const all = [shown.long, shown.fits, "reconnect", shown.long, "reconnect", shown.long, "status 9"];
    expect(events).toEqual(all);
    expect(server.seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, fits, undefined]);
  });

  test("ignores the first 20,000 ids, whatever comes after them", async () => {
    const ids = Array.from({ length: 20_001 }, (_, index) => log(`n${index}`)).join("");
    await using server = await startFaultServer(stream(ids, ready));
    server.next.push(stream(ids));
    const events = await collectNames(clientOf(server, instantClock()).events("dep_1"));
    expect(events.slice(20_001)).toEqual(["reconnect", "log n20000", "status 9"]);
  });
});
