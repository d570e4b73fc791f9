import { getEventListeners } from "node:events";
import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readEvents, type ReceivedEvent } from "../../packages/client/events.ts";
import { instantClock } from "./fake-clock.ts";
import { clientOf, failureOf, gatewayPage, type Handler, sendError, startFaultServer } from "./fault-server.ts";

const TYPE = "text/event-stream";
const open = (response: ServerResponse, headers: Record<string, string> = {}): ServerResponse =>
  response.writeHead(200, { "content-type": TYPE, ...headers });
const stream =
  (...pieces: (string | Buffer)[]): Handler =>
  (_, response) => {
    open(response);
    for (const piece of pieces) response.write(piece);
    response.end();
  };
const ready = 'id: 9\nevent: status\ndata: {"status":"ready"}\n\n';
const log = (id: string): string => `id: ${id}\nevent: log\ndata: {}\n\n`;

async function collect(events: AsyncIterable<ReceivedEvent>): Promise<string[]> {
  const all: string[] = [];
  for await (const event of events) {
    if (event.kind !== "open") all.push(event.kind === "event" ? `${event.name} ${event.id.slice(0, 20)}` : event.kind);
  }
  return all;
}

/** A message of a stream that is there whole, without a socket behind it. */
function messageOf(text: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.statusCode = 200;
  message.headers = { "content-type": TYPE };
  message.push(text);
  message.push(null);
  return message;
}

describe("what ends a stream", () => {
  test.each([
    ["a status that is not terminal", 'event: status\ndata: {"status":"building"}\n\n', "status "],
    ["a status that cannot be read", "event: status\ndata: ready\n\n", "status "],
    ["a log that looks like a terminal status", 'event: log\ndata: {"status":"ready"}\n\n', "log "],
  ])("is not %s", async (_, text, shown) => {
    await using server = await startFaultServer(stream(text, ready));
    expect(await collect(clientOf(server, instantClock()).events("dep_1"))).toEqual([shown, "status 9"]);
    expect(server.seen).toHaveLength(1);
  });

  test("is the number of its connections, even when each brings something", async () => {
    await using server = await startFaultServer();
    const { transport } = clientOf(server, instantClock());
    let opened = 0;
    const open = (): Promise<IncomingMessage> => Promise.resolve(messageOf(log(String((opened += 1)))));
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
    const open = (): Promise<IncomingMessage> => Promise.resolve(messageOf(log(String((opened += 1)))));
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
  test("requests a stream that no cache keeps", async () => {
    await using server = await startFaultServer(stream(ready));
    await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(server.seen[0]).toMatchObject({ method: "GET", headers: { "cache-control": "no-store" } });
  });

  test("is requested again when its head does not come in time", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(() => undefined);
    const client = clientOf(server, instantClock(), { requestTimeoutMs: 150 });
    expect(await collect(client.events("dep_1"))).toEqual(["status 9"]);
    expect(server.seen).toHaveLength(2);
  });

  test("may last longer than its head may take", async () => {
    await using server = await startFaultServer((_, response) => {
      open(response).flushHeaders();
      setTimeout(() => response.end(ready), 400);
    });
    const client = clientOf(server, instantClock(), { requestTimeoutMs: 150 });
    expect(await collect(client.events("dep_1"))).toEqual(["status 9"]);
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

  test("that fails for a while or breaks off is made again for a caller who has not left", async () => {
    const { signal } = new AbortController();
    await using server = await startFaultServer(stream(ready));
    server.next.push(
      (_, response) => gatewayPage(response, 503),
      (_, response, socket) => void open(response).write(log("1"), () => socket.destroy()),
    );
    const events = await collect(clientOf(server, instantClock()).events("dep_1", { signal }));
    expect(events).toEqual(["log 1", "reconnect", "status 9"]);
  });

  test("leaves nothing on the caller's signal", async () => {
    const { signal } = new AbortController();
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(log("1")));
    await collect(clientOf(server, instantClock()).events("dep_1", { signal }));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test.each([
    ["in capitals with room before the charset", { "content-type": "Text/Event-Stream ; charset=utf-8" }],
    ["that says it is not encoded", { "content-type": TYPE, "content-encoding": "Identity" }],
  ])("may have a type %s", async (_, headers) => {
    await using server = await startFaultServer((__, response) => void response.writeHead(200, headers).end(ready));
    expect(await collect(clientOf(server, instantClock()).events("dep_1"))).toEqual(["status 9"]);
  });

  test.each<[string, number, Record<string, string>]>([
    ["compressed", 200, { "content-type": TYPE, "content-encoding": "gzip" }],
    ["of another status", 201, { "content-type": TYPE }],
    ["without a type", 200, {}],
  ])("is a final error when it is %s", async (_, status, headers) => {
    const body = "content-encoding" in headers ? gzipSync(ready) : ready;
    await using server = await startFaultServer((__, response) => void response.writeHead(status, headers).end(body));
    const error = await failureOf(collect(clientOf(server, instantClock()).events("dep_1")));
    expect(error).toMatchObject({ code: "unexpected_answer", retry: "never" });
    expect(server.seen).toHaveLength(1);
  });

  test("with an error envelope under a success status is decided by the code", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push((_, response) => sendError(response, 200, "try_again"));
    expect(await collect(clientOf(server, instantClock()).events("dep_1"))).toEqual(["status 9"]);
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
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log 1", "reconnect", "log é", "status 9"]);
    server.next.push(stream(Buffer.from("\ufeff\ufeffdata: 1\n\n")));
    expect(await collect(clientOf(server, instantClock()).events("dep_1"))).toEqual(["reconnect", "log é", "status 9"]);
  });
});

describe("a connection after another", () => {
  test("is said to go on where that one ended, when an id said where", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(log("1")));
    const reconnects: unknown[] = [];
    for await (const event of clientOf(server, instantClock()).events("dep_1")) {
      if (event.kind === "reconnect") reconnects.push(event);
    }
    expect(reconnects).toEqual([{ kind: "reconnect", error: undefined, resumable: true }]);
  });

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
    await collect(clientOf(server, clock).events("dep_1"));
    expect(clock.sleeps).toEqual([1000, 2000, 1000, 1000]);
  });

  test("is made however often, as long as each brings something", async () => {
    await using server = await startFaultServer(stream(ready));
    for (let id = 10; id < 20; id += 1) server.next.push(stream(log(String(id))));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events.filter((event) => event === "reconnect")).toHaveLength(10);
  });

  test("gives an event without an id of its own, although the last id is known", async () => {
    await using server = await startFaultServer(stream("event: log\ndata: {}\n\n", ready));
    server.next.push(stream(log("1")));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log 1", "reconnect", "log 1", "status 9"]);
  });

  test("takes an event for a repeat only by an id that one before had itself", async () => {
    const none = "event: log\ndata: {}\n\n";
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(none), stream(`id:\n${none}`), stream(`id:\n${none}`));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events).toEqual(["log ", "reconnect", "log ", "reconnect", "reconnect", "status 9"]);
  });

  test("ignores repeats of ids of 1024 characters, not of longer ones, which are not sent either", async () => {
    const [fits, long] = ["f".repeat(1024), "l".repeat(1025)];
    await using server = await startFaultServer(stream(log(fits), log(long), ready));
    server.next.push(stream(log(long), log(fits)), stream(log(fits), log(long)));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    const shown = { fits: `log ${fits.slice(0, 20)}`, long: `log ${long.slice(0, 20)}` };
    const all = [shown.long, shown.fits, "reconnect", shown.long, "reconnect", shown.long, "status 9"];
    expect(events).toEqual(all);
    expect(server.seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, fits, undefined]);
  });

  test("ignores the first 20,000 ids, whatever comes after them", async () => {
    const ids = Array.from({ length: 20_001 }, (_, index) => log(`n${index}`)).join("");
    await using server = await startFaultServer(stream(ids, ready));
    server.next.push(stream(ids));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events.slice(20_001)).toEqual(["reconnect", "log n20000", "status 9"]);
  });
});
