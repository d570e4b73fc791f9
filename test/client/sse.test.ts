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
import { readReference } from "./sse-reference.ts";

const STREAMS = runCount("STRINGS", 300);

// A long run takes its time.
vi.setConfig({ testTimeout: STREAMS > 10_000 ? 600_000 : 120_000 });

/** What streams are made of: everything a rule speaks of, as bytes, so that characters can be cut and be wrong. */
const FIELDS = ["data", "data:", "data: ", "data:  x", "data: é💧", "event:", "event: log", "datas: 1", "Data: no"];
const IDS = ["id", "id:", "id: 7", "id:\0", "id: a\0b"];
const RETRIES = ["retry:", "retry: 5", "retry:0099", "retry: 1e3", "retry: -1", "retry: ٣", "retry: 7 "];
const OTHERS = [":", ": beat", " data: no", "data :no", "\0", " ", "é", "💧", "\ufeff", '{"a":1}', "x", "\u2028", "\v"];
const PIECES = [...FIELDS, ...IDS, ...RETRIES, ...OTHERS].map((text) => Buffer.from(text, "utf8"));
const BROKEN = ["efbbbf", "efbb", "bf", "c3", "e282", "f09f92", "ff", "c0af", "eda080", "f4908080", "80"];
const ENDS = ["\r", "\n", "\r\n", "\n\n", "\r\r", "\r\n\r\n"].map((text) => Buffer.from(text));

const stream = fc
  .tuple(
    fc.constantFrom("", "", "\ufeff", "\ufeff\ufeff"),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
        { weight: 3, arbitrary: fc.constantFrom(...ENDS) },
        { weight: 1, arbitrary: fc.constantFrom(...BROKEN.map((hex) => Buffer.from(hex, "hex"))) },
      ),
      { maxLength: 60 },
    ),
  )
  .map(([marks, pieces]) => Buffer.concat([Buffer.from(marks), ...pieces]));

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

const singleBytes = (bytes: Uint8Array): Uint8Array[] => cutAt(bytes, [...bytes.keys()]);

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

async function received(chunks: Iterable<Uint8Array>, limits = {}): Promise<ReceivedEvent[]> {
  const all: ReceivedEvent[] = [];
  for await (const event of read(chunks, limits)) if (event.kind === "event") all.push(event);
  return all;
}

const wanted = (bytes: Uint8Array) =>
  readReference(bytes).events.map(({ name, data, id }) => ({ kind: "event", name, data, id }));

describe("an event stream", () => {
  const event = (data: string, name = "message", id = "") => ({ kind: "event", name, data, id });

  test.each([
    ["data lines are joined by a line feed", "data: a\ndata:b\ndata:  c\n\n", [event("a\nb\n c")]],
    ["one space after the colon is taken off", "data:  x\n\n", [event(" x")]],
    ["a line without a colon is a field without a value", "data\n\n", [event("")]],
    ["two lines without a value are one line feed", "data\ndata:\n\n", [event("\n")]],
    ["an event without data is none", "event: x\n\n", []],
    ["the event name does not outlive its event", "event: x\n\ndata: 1\n\n", [event("1")]],
    ["the last event name counts", "event: a\nevent: b\ndata: 1\n\n", [event("1", "b")]],
    ["comments are ignored", ": hb\n\ndata: 1\n: x\n\n", [event("1")]],
    ["unknown fields are ignored", "datas: 1\nDATA: 2\n data: 3\ndata: 4\n\n", [event("4")]],
    ["an event that has not ended is dropped", "data: 1\n\ndata: 2\n", [event("1")]],
    ["a byte order mark at the start is taken off", "\ufeffdata: 1\n\n", [event("1")]],
    ["only one byte order mark is taken off", "\ufeff\ufeffdata: 1\n\n", []],
    ["a later byte order mark is a character like any other", "data: 1\n\ufeffdata:2\n\n", [event("1")]],
    [
      "an id stays for the events after it",
      "id: 7\ndata: 1\n\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "7")],
    ],
    [
      "an empty id takes it back",
      "id: 7\ndata: 1\n\nid\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "")],
    ],
    [
      "an id with NUL is ignored",
      "id: 7\ndata: 1\n\nid: 8\0\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "7")],
    ],
    ["line ends may be mixed", "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r\n", [event("1"), event("2"), event("3")]],
    ["colons belong to the value", "data: a:b\n\n", [event("a:b")]],
  ])("%s", async (_, text, events) => {
    const bytes = Buffer.from(text);
    expect(await received([bytes])).toEqual(events);
    expect(await received(singleBytes(bytes))).toEqual(events);
    expect(wanted(bytes)).toEqual(events);
  });

  test("is read as the specification says, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(), { maxLength: 30 }), async (bytes, cuts) => {
        expect(await received(cutAt(bytes, cuts))).toEqual(wanted(bytes));
        expect(await received(singleBytes(bytes))).toEqual(wanted(bytes));
      }),
      { numRuns: STREAMS },
    );
  });

  test("of random bytes ends by the rules", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 400 }), stream), { maxLength: 12 }),
        async (chunks) => {
          const events = await received(chunks).catch((error: unknown) => error);
          if (events instanceof ClientError) return;
          expect(events).toHaveLength(wanted(Buffer.concat(chunks)).length);
        },
      ),
      { numRuns: Math.ceil(STREAMS / 2) },
    );
  });

  test("brings an event as soon as a carriage return ends it, and takes a line feed after it for the same end", async () => {
    const seen: ReceivedEvent[] = [];
    const seenBefore: number[] = [];
    const chunks = function* () {
      for (const text of ["data: 1\r\r", "\n", "data: 2\r", "\n", "\n", "data: 3\r", "data: 4\r\r"]) {
        seenBefore.push(seen.length);
        yield Buffer.from(text);
      }
    };
    for await (const one of read(chunks())) if (one.kind === "event") seen.push(one);
    expect(seen).toEqual([event("1"), event("2"), event("3\n4")]);
    expect(seenBefore).toEqual([0, 1, 1, 1, 1, 2, 2]);
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
    const noise = fc.array(fc.constantFrom(...PIECES.filter((one) => !one.includes(0x7b))), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(noise, fc.array(fc.nat(), { maxLength: 20 }), async (before, cuts) => {
        const bytes = Buffer.concat([...before, Buffer.from(`\n\ndata: ${message}\n\n`)]);
        expect(await readStreamedMessage(responseOf(cutAt(bytes, cuts)), 100_000)).toBe(message);
      }),
      { numRuns: Math.ceil(STREAMS / 3) },
    );
  });

  test("gives nothing when it is random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 10 }), async (chunks) => {
        expect(await readStreamedMessage(responseOf(chunks), 1000)).toBeUndefined();
      }),
      { numRuns: Math.ceil(STREAMS / 3) },
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
