import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createParser } from "eventsource-parser";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { createClient } from "../../packages/client/client.ts";
import { ClientError } from "../../packages/client/errors.ts";
import { readEvents, type ReceivedEvent } from "../../packages/client/events.ts";
import { readMessage } from "../../packages/client/mcp-message.ts";
import { createSseDecoder, type SseItem } from "../../packages/client/sse.ts";
import { runCount } from "../adversarial/run-count.ts";
import { instantClock } from "./fake-clock.ts";
import { decodeUtf8, readReference } from "./sse-reference.ts";

const WIDE = { maxLineChars: 1_000_000, maxEventChars: 1_000_000 };

const STREAMS = runCount("STRINGS", 600);

// A long run takes its time.
vi.setConfig({ testTimeout: STREAMS > 10_000 ? 600_000 : 20_000 });

/** What streams are made of: everything a rule speaks of, as bytes, so that characters can be cut and be wrong. */
const FIELDS = [
  "data",
  "data:",
  "data: ",
  "data:  x",
  "data: é💧",
  "event:",
  "event: log",
  "id",
  "id:",
  "id: 7",
  "id:\0",
  "id: a\0b",
];
const RETRIES = ["retry:", "retry: 5", "retry:0099", "retry: 1e3", "retry: -1", "retry: ٣", "retry: 7 "];
const OTHERS = [
  ":",
  ": beat",
  "Data: no",
  " data: no",
  "data :no",
  "\0",
  " ",
  "\t",
  "é",
  "💧",
  "\ufeff",
  '{"a":1}',
  "x",
];
const NO_ENDS = ["\u2028", "\u0085", "\v", "\f"];
const PIECES = FIELDS.concat(RETRIES, OTHERS, NO_ENDS).map((text) => Buffer.from(text, "utf8"));
const BROKEN = [
  "efbbbf",
  "efbb",
  "bf",
  "c3",
  "e282",
  "f09f92",
  "ff",
  "fe",
  "c0af",
  "e080af",
  "eda080",
  "f4908080",
  "f5",
  "80",
].map((hex) => Buffer.from(hex, "hex"));
const ENDS = ["\r", "\n", "\r\n", "\n\n", "\r\r", "\r\n\r\n"].map((text) => Buffer.from(text));

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 3, arbitrary: fc.constantFrom(...ENDS) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
);
const streamOf = (maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom("", "", "\ufeff", "\ufeff\ufeff"), fc.array(piece, { maxLength }))
    .map(([marks, pieces]) => Buffer.concat([Buffer.from(marks), ...pieces]));

/** Ours on bytes, as the client feeds it. */
function decodeOurs(chunks: readonly Uint8Array[], limits = WIDE, resumed = "") {
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  const decoder = createSseDecoder(limits, resumed);
  const items = chunks.flatMap((chunk) => decoder.push(text.decode(chunk, { stream: true })));
  return { items, lastEventId: decoder.lastEventId, retryMs: decoder.retryMs };
}

/** What the rules say ours should give; caps are ours alone, so their rule is spelled out here. */
function expected(bytes: Uint8Array, limits = WIDE, resumed = "") {
  const { blocks, lastEventId, retryMs } = readReference(bytes, resumed, limits.maxLineChars);
  const items = blocks.flatMap(({ event, longestLine, dataUnits }): SseItem[] => {
    if (longestLine > limits.maxLineChars || dataUnits > limits.maxEventChars) return [{ kind: "oversize" }];
    return event === undefined ? [] : [{ kind: "event", ...event }];
  });
  return { items, lastEventId, retryMs };
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

/** An answer as the socket gives it. */
function answerOf(chunks: readonly Uint8Array[], status = 200): IncomingMessage {
  const answer = new IncomingMessage(new Socket());
  answer.statusCode = status;
  answer.headers["content-type"] = "text/event-stream";
  // Pushed into the message they would be read as one.
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    yield* chunks;
  };
  return Object.assign(answer, { [Symbol.asyncIterator]: pieces });
}

/** The client's own reading of one connection after which the service says there is no more. */
async function received(chunks: readonly Uint8Array[], limits = {}): Promise<ReceivedEvent[]> {
  const { transport } = createClient({
    baseUrl: new URL("http://127.0.0.1:9/"),
    token: "sk_test_0123456789abcdef",
    userAgent: "test",
    clock: instantClock(),
    limits,
  });
  const answers = [answerOf(chunks), answerOf([], 204)];
  const open = (): Promise<IncomingMessage> => Promise.resolve(answers.shift() ?? answerOf([], 204));
  const events: ReceivedEvent[] = [];
  for await (const event of readEvents({ ...transport, open }, "dep_1")) events.push(event);
  return events.filter(({ kind }) => kind === "event" || kind === "oversize");
}

describe("the decoder and the specification", () => {
  test("read UTF-8 alike, whatever is wrong in it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), streamOf(20), (random, mixed) => {
        const bytes = Buffer.concat([random, mixed]);
        expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toBe(decodeUtf8(bytes));
      }),
      { numRuns: STREAMS },
    );
  });

  test("agree on every split of short streams into two and three", () => {
    let splits = 0;
    const run = fc.check(
      fc.property(streamOf(8), (bytes) => {
        const wanted = expected(bytes);
        for (let first = 0; first <= bytes.length; first += 1) {
          for (let second = first; second <= bytes.length; second += 1) {
            splits += 1;
            const chunks = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
            const ours = decodeOurs(chunks);
            if (!same(ours, wanted))
              expect({ cut: [first, second], ...ours }).toEqual({ cut: [first, second], ...wanted });
          }
        }
      }),
      { numRuns: Math.ceil(STREAMS / 6) },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("agree on long streams in random pieces, and in single bytes", () => {
    const run = fc.check(
      fc.property(
        streamOf(200),
        fc.array(fc.nat(), { maxLength: 60 }),
        fc.constantFrom("", "41"),
        (bytes, cuts, id) => {
          const wanted = expected(bytes, WIDE, id);
          expect(decodeOurs(cutAt(bytes, cuts), WIDE, id)).toEqual(wanted);
          expect(
            decodeOurs(
              Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
              WIDE,
              id,
            ),
          ).toEqual(wanted);
        },
      ),
      { numRuns: STREAMS },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("agree on what is lost beyond the caps: that event alone", () => {
    const caps = fc.record({
      maxLineChars: fc.integer({ min: 3, max: 12 }),
      maxEventChars: fc.integer({ min: 2, max: 12 }),
    });
    fc.assert(
      fc.property(streamOf(60), caps, fc.array(fc.nat(), { maxLength: 20 }), (bytes, limits, cuts) => {
        expect(decodeOurs(cutAt(bytes, cuts), limits)).toEqual(expected(bytes, limits));
      }),
      { numRuns: STREAMS },
    );
  });

  test("agree through the client's own reading of an answer", async () => {
    await fc.assert(
      fc.asyncProperty(streamOf(40), fc.array(fc.nat(), { maxLength: 12 }), async (bytes, cuts) => {
        const wanted = expected(bytes).items.map((item) =>
          item.kind === "oversize" ? item : { kind: "event", name: item.name, data: item.data, id: item.id },
        );
        expect(await received(cutAt(bytes, cuts))).toEqual(wanted);
        expect(await received(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(wanted);
      }),
      { numRuns: Math.ceil(STREAMS / 4) },
    );
  });

  test("agree through the reading of an answer of tools", async () => {
    const message = '{"jsonrpc":"2.0","id":1,"result":{"é":"💧"}}';
    const noise = fc.array(fc.constantFrom(...PIECES.filter((one) => !one.includes(0x7b))), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(noise, fc.array(fc.nat(), { maxLength: 20 }), async (before, cuts) => {
        const bytes = Buffer.concat([...before, Buffer.from(`\n\ndata: ${message}\n\n`)]);
        const limits = { ...WIDE, maxAnswerBytes: 100_000 };
        expect(await readMessage(answerOf(cutAt(bytes, cuts)), limits)).toBe(message);
      }),
      { numRuns: Math.ceil(STREAMS / 4) },
    );
  });
});

describe("a second opinion", () => {
  test("of another's parser is the reference's, its own two departures apart", () => {
    const agreed = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...PIECES.filter((one) => !one.includes("\ufeff"))) },
      { weight: 3, arbitrary: fc.constantFrom(...ENDS) },
    );
    fc.assert(
      fc.property(fc.array(agreed, { maxLength: 60 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, cuts) => {
        // It holds a CR back until it sees what follows, and looks for the mark in its first piece only.
        const bytes = Buffer.concat([...pieces, Buffer.from(": end\n")]);
        const text = new TextDecoder("utf-8", { ignoreBOM: true });
        const given: object[] = [];
        const parser = createParser({
          onEvent: ({ event = "message", data, id }) => given.push({ name: event, data, id }),
        });
        for (const chunk of cutAt(bytes, cuts)) parser.feed(text.decode(chunk, { stream: true }));
        const wanted = readReference(bytes).blocks.flatMap(({ event }) =>
          event === undefined ? [] : [{ name: event.name, data: event.data, id: event.ownId ? event.id : undefined }],
        );
        expect(given).toEqual(wanted);
      }),
      { numRuns: STREAMS },
    );
  });
});

describe("random bytes", () => {
  const noise = fc.uint8Array({ maxLength: 400 });

  test("never end the reading of a stream otherwise than by its rules, and nothing of them hangs", async () => {
    const run = await fc.check(
      fc.asyncProperty(fc.array(fc.oneof(noise, piece), { maxLength: 20 }), async (chunks) => {
        const bytes = Buffer.concat(chunks);
        // A stream may well say the id that another stream said: what comes again is passed over, so only the kinds count.
        const events = await received(chunks).catch((error: unknown) => error);
        if (events instanceof ClientError) return;
        expect(events).toHaveLength(expected(bytes).items.length);
      }),
      { numRuns: Math.ceil(STREAMS / 4) },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("of an answer of tools give nothing, and no other error than the socket's", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(noise, { maxLength: 10 }), async (chunks) => {
        expect(await readMessage(answerOf(chunks), { ...WIDE, maxAnswerBytes: 1000 })).toBeUndefined();
      }),
      { numRuns: Math.ceil(STREAMS / 4) },
    );
  });

  test("without end are not kept: neither a line, nor an event, nor the stream", async () => {
    const endless = {
      line: Buffer.from(`data: ${"x".repeat(65_536)}`),
      event: Buffer.from("data: 0123456789\n".repeat(4096)),
      stream: Buffer.from(`id: 1\ndata: ${"y".repeat(500)}\n\n`.repeat(128)),
    };
    for (const [what, chunk] of Object.entries(endless)) {
      const text = new TextDecoder("utf-8", { ignoreBOM: true });
      const decoder = createSseDecoder({ maxLineChars: 1024 * 1024, maxEventChars: 1024 * 1024 });
      const before = heldBytes();
      for (let sent = 0; sent < 24 * MIB; sent += chunk.length) decoder.push(text.decode(chunk, { stream: true }));
      expect([what, heldBytes() - before > 4 * MIB]).toEqual([what, false]);
      // The decoder is still in use: what it holds was counted.
      expect(decoder.push("")).toEqual([]);
    }
  });

  test("of an answer of tools are read up to their cap", async () => {
    let asked = 0;
    const endless = Readable.from(
      (function* () {
        for (; asked < 10_000; asked += 1) yield Buffer.from("data: 1\n".repeat(1000));
      })(),
    );
    const answer = Object.assign(answerOf([]), { [Symbol.asyncIterator]: () => endless[Symbol.asyncIterator]() });
    expect(await readMessage(answer, { ...WIDE, maxAnswerBytes: 100_000 })).toBeUndefined();
    expect(asked).toBeLessThan(100);
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

function same(ours: ReturnType<typeof decodeOurs>, wanted: ReturnType<typeof expected>): boolean {
  return JSON.stringify(ours) === JSON.stringify(wanted);
}
