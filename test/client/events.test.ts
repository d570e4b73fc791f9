import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { ReceivedEvent } from "../../packages/client/events.ts";
import { instantClock } from "./fake-clock.ts";
import {
  clientOf,
  failureOf,
  gatewayPage,
  type Handler,
  sendError,
  startFaultServer,
  succeed,
  TOKEN,
} from "./fault-server.ts";

const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });

/** Answers with a stream of these pieces, which then ends. */
const stream =
  (...pieces: (string | Buffer)[]): Handler =>
  (_, response) => {
    open(response);
    for (const piece of pieces) response.write(piece);
    response.end();
  };

const ready = 'id: 9\nevent: status\ndata: {"status":"ready","at":"2026-11-20T12:00:00Z"}\n\n';
const log = (id: number): string => `id: ${id}\nevent: log\ndata: {"stream":"build","lines":["line ${id}"]}\n\n`;

async function collect(events: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of events) if (event.kind !== "open") all.push(event);
  return all;
}

const short = (events: readonly ReceivedEvent[]): string[] =>
  events.map((event) => (event.kind === "event" ? `${event.name} ${event.id}` : event.kind));

describe("events", () => {
  test("are requested as a stream and end with the terminal status", async () => {
    await using server = await startFaultServer(stream(log(1), ready, log(10)));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(short(events)).toEqual(["log 1", "status 9"]);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      path: "/deployments/dep_1/events",
      headers: { accept: "text/event-stream", authorization: `Bearer ${TOKEN}` },
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("last-event-id");
  });

  test("say that the connection is there before the first of them", async () => {
    await using server = await startFaultServer((_, response) => open(response).flushHeaders());
    const events = clientOf(server, instantClock()).events("dep_1");
    expect(await events.next()).toEqual({ done: false, value: { kind: "open" } });
    await events.return();
  });

  test("go on after the last one when the connection ends, breaks or is cut in a character", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream(log(1), "event: log\ndata: lost"), (_, response, socket) => {
      open(response).write(Buffer.from(`${log(2)}data: \xc3`, "latin1"));
      setTimeout(() => socket.resetAndDestroy(), 5);
    });
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(short(events)).toEqual(["log 1", "reconnect", "log 2", "reconnect", "status 9"]);
    expect(server.seen.map((seen) => seen.headers["last-event-id"])).toEqual([undefined, "1", "2"]);
  });

  test("that come again after a reconnect are ignored by their id", async () => {
    await using server = await startFaultServer(stream(log(1), log(2), log(3), ready));
    server.next.push(stream(log(1), log(2)));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(short(events)).toEqual(["log 1", "log 2", "reconnect", "log 3", "status 9"]);
  });

  test("say when a broken stream cannot be resumed", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push(stream("event: log\ndata: {}\n\n"));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events[1]).toMatchObject({ kind: "reconnect", resumable: false });
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
  ])("fail at once on %s", async (_, handler, code) => {
    await using server = await startFaultServer(handler);
    const error = await failureOf(collect(clientOf(server, instantClock()).events("dep_1")));
    expect(error.code).toBe(code);
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

  test("of a silent stream are given up and requested again", async () => {
    await using server = await startFaultServer(stream(ready));
    server.next.push((_, response) => void open(response).write(log(1)));
    const events = await collect(clientOf(server, instantClock(), { streamIdleMs: 500 }).events("dep_1"));
    expect(short(events)).toEqual(["log 1", "reconnect", "status 9"]);
    expect(events[1]).toMatchObject({
      error: { kind: "unreachable", cause: { message: "Error: No byte for 500 ms" } },
    });
  });

  test("of a stream that only beats its heart are waited for", async () => {
    await using server = await startFaultServer((_, response) => {
      open(response);
      let beats = 0;
      const timer = setInterval(() => {
        beats += 1;
        response.write(beats < 16 ? ": hb\n\n" : ready);
        if (beats === 16) clearInterval(timer);
      }, 40);
    });
    const events = await collect(clientOf(server, instantClock(), { streamIdleMs: 500 }).events("dep_1"));
    expect(short(events)).toEqual(["status 9"]);
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
      setTimeout(() => controller.abort(), 10);
    });
    const events = clientOf(server, instantClock()).events("dep_1", { signal: controller.signal });
    expect(await failureOf(collect(events))).toMatchObject({ kind: "aborted", outcomeUnknown: false });
  });

  test("hold no token, although the service echoes it", async () => {
    await using server = await startFaultServer(stream(`event: log\ndata: {"lines":["${TOKEN}"]}\n\n`, ready));
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events[0]).toMatchObject({ data: '{"lines":["***"]}' });
  });

  test("hold no token that JSON spells otherwise, nor one as a name", async () => {
    const spelled = `\\u00${TOKEN.charCodeAt(0).toString(16)}${TOKEN.slice(1)}`;
    await using server = await startFaultServer(
      stream(`event: log\ndata: {"lines":["${spelled}"]}\n\nevent: ${TOKEN}\ndata: 1\n\n`, ready),
    );
    const events = await collect(clientOf(server, instantClock()).events("dep_1"));
    expect(events[0]).toMatchObject({ data: '{"lines":["***"]}' });
    expect(events[1]).toMatchObject({ name: "***", data: "1" });
  });
});
