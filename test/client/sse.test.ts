import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../packages/client/client.ts";
import { ClientError } from "../../packages/client/errors.ts";
import { readEvents, type ReceivedEvent } from "../../packages/client/events.ts";
import { readStreamedMessage } from "../../packages/client/mcp.ts";
import { runCount } from "../adversarial/run-count.ts";
import { instantClock } from "./fake-clock.ts";

const STREAMS = runCount("STRINGS", 100);

// A long run takes its time.
vi.setConfig({ testTimeout: STREAMS > 10_000 ? 600_000 : 120_000 });

/** A response as the socket gives it: pushed into the message the chunks would be read as one. */
function responseOf(chunks: Iterable<Uint8Array>, status = 200): IncomingMessage {
  const response = new IncomingMessage(new Socket());
  response.statusCode = status;
  response.headers["content-type"] = "text/event-stream";
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield* chunks;
  };
  return Object.assign(response, { [Symbol.asyncIterator]: pieces });
}

/** One connection, and another one on which the service says there is no more. */
async function* read(chunks: Iterable<Uint8Array>, limits = {}): AsyncGenerator<ReceivedEvent> {
  const { transport } = createClient({
    baseUrl: new URL("http://127.0.0.1:9/"),
    token: "sk_test_0123456789abcdef",
    userAgent: "test",
    clock: instantClock(),
    limits,
  });
  const responses = [responseOf(chunks), responseOf([], 204)];
  const open = (): Promise<IncomingMessage> => Promise.resolve(responses.shift() ?? responseOf([], 204));
  yield* readEvents({ ...transport, open }, "dep_1");
}

async function received(chunks: Iterable<Uint8Array>): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of read(chunks)) if (event.kind === "event") all.push(event);
  return all;
}

const singleBytes = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));

describe("an event stream", () => {
  const event = (data: string, name = "message", id = "") => ({ kind: "event", name, data, id });

  test.each([
    ["the event name does not outlive its event", "event: x\ndata: 1\n\ndata: 2\n\n", [event("1", "x"), event("2")]],
    ["only one byte order mark is taken off", "\ufeff\ufeffdata: 1\n\n", []],
    ["an id stays", "id: 7\ndata: 1\n\ndata: 2\n\n", [event("1", "message", "7"), event("2", "message", "7")]],
    ["an empty id takes it back", "id: 7\ndata: 1\n\nid\ndata: é\n\n", [event("1", "message", "7"), event("é")]],
    ["line ends may be mixed", "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r\n", [event("1"), event("2"), event("3")]],
  ])("%s, wherever it is cut", async (_, text, events) => {
    const bytes = Buffer.from(text);
    expect(await received([bytes])).toEqual(events);
    expect(await received(singleBytes(bytes))).toEqual(events);
  });

  test("of random bytes ends by the rules", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 12 }), async (chunks) => {
        const events = await received(chunks).catch((error: unknown) => error);
        if (!(events instanceof ClientError)) expect(events).toEqual(await received([Buffer.concat(chunks)]));
      }),
      { numRuns: STREAMS },
    );
  });

  test.each([
    ["a line", "x".repeat(1000)],
    ["an event", "x\ndata: ".repeat(100)],
  ])("with %s beyond the cap is requested again after the last event", async (_, piece) => {
    let sent = 0;
    const chunks = function* () {
      yield Buffer.from("id: 1\ndata: 1\n\ndata: ");
      for (; sent < 1000; sent += 1) yield Buffer.from(piece);
    };
    const events: ReceivedEvent[] = [];
    for await (const one of read(chunks(), { maxEventChars: 10_000 })) if (one.kind !== "open") events.push(one);
    expect(events).toMatchObject([
      { id: "1" },
      { kind: "reconnect", resumable: true, error: { code: "answer_too_large" } },
    ]);
    expect(sent).toBeLessThan(120);
  });

  test.each([
    ["comment", `: ${"x".repeat(65_536)}`],
    ["unknown field", "x".repeat(65_536)],
    ["series of events", `id: 1\ndata: ${"y".repeat(500)}\n\n`.repeat(128)],
  ])("with an endless %s is not kept", async (_, piece) => {
    const before = heldBytes();
    let held = 0;
    const chunks = function* () {
      const chunk = Buffer.from(piece);
      for (let sent = 0; sent < 24 * MIB; sent += chunk.length) yield chunk;
      held = heldBytes() - before;
    };
    for await (const one of read(chunks())) if (one.kind === "reconnect") expect(one.error).toBeUndefined();
    expect(held).toBeLessThan(4 * MIB);
  });
});

describe("the stream that answers a call of a tool", () => {
  test("is read up to the result, wherever it is cut", async () => {
    const message = '{"jsonrpc":"2.0","id":1,"result":{"é":"💧"}}';
    const bytes = Buffer.from(`: beat\nevent: log\ndata: x\n\ndata: ${message}\n\ndata: more`);
    for (const chunks of [[bytes], singleBytes(bytes)]) {
      expect(await readStreamedMessage(responseOf(chunks), 100_000)).toBe(message);
    }
  });

  test("gives nothing when it is random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 10 }), async (chunks) => {
        expect(await readStreamedMessage(responseOf(chunks), 1000)).toBeUndefined();
      }),
      { numRuns: STREAMS },
    );
  });

  test("is read up to its cap", async () => {
    let sent = 0;
    const chunks = function* () {
      for (; sent < 10_000; sent += 1) yield Buffer.from("data: 1\n".repeat(1000));
    };
    expect(await readStreamedMessage(responseOf(chunks()), 100_000)).toBeUndefined();
    expect(sent).toBeLessThan(100);
  });
});

const MIB = 1024 * 1024;

/** Bytes in use once the garbage is gone. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
