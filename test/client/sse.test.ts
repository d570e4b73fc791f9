import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSseDecoder, type SseItem } from "../../packages/client/sse.ts";

const limits = { maxLineChars: 1000, maxEventChars: 2000 };

function decode(...pieces: string[]): SseItem[] {
  const decoder = createSseDecoder(limits);
  return pieces.flatMap((piece) => decoder.push(piece));
}

const event = (data: string, name = "message", id = "", ownId = id !== ""): SseItem => ({
  kind: "event",
  name,
  data,
  id,
  ownId,
});

describe("createSseDecoder", () => {
  test.each<[string, string, SseItem[]]>([
    ["data lines are joined by a line feed", "data: a\ndata:b\ndata:  c\n\n", [event("a\nb\n c")]],
    ["one space after the colon is taken off", "data:  x\n\n", [event(" x")]],
    ["a line without a colon is a field without a value", "data\n\n", [event("")]],
    ["two lines without a value are one line feed", "data\ndata\n\n", [event("\n")]],
    ["an event without data is none", "event: x\n\n", []],
    ["the event name does not outlive its event", "event: x\n\ndata: 1\n\n", [event("1")]],
    ["the last event name counts", "event: a\nevent: b\ndata: 1\n\n", [event("1", "b")]],
    ["comments are passed over", ": hb\n\ndata: 1\n: x\n\n", [event("1")]],
    ["unknown fields are passed over", "datas: 1\nDATA: 2\n data: 3\ndata: 4\n\n", [event("4")]],
    ["an event that has not ended is dropped", "data: 1\n\ndata: 2\n", [event("1")]],
    ["a byte order mark at the start is taken off", "\ufeffdata: 1\n\n", [event("1")]],
    ["only one byte order mark is taken off", "\ufeff\ufeffdata: 1\n\n", []],
    [
      "an id stays for the events after it",
      "id: 7\ndata: 1\n\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "7", false)],
    ],
    [
      "an empty id takes it back",
      "id: 7\ndata: 1\n\nid\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "", true)],
    ],
    [
      "an id with NUL is passed over",
      "id: 7\ndata: 1\n\nid: 8\0\ndata: 2\n\n",
      [event("1", "message", "7"), event("2", "message", "7", false)],
    ],
    ["line ends may be mixed", "data: 1\r\rdata: 2\r\n\r\ndata: 3\n\r\n", [event("1"), event("2"), event("3")]],
    ["colons belong to the value", "data: a:b\n\n", [event("a:b")]],
  ])("%s", (_, stream, items) => {
    expect(decode(stream)).toEqual(items);
  });

  test("a carriage return ends a line at once, and a line feed after it is no other end", () => {
    const decoder = createSseDecoder(limits);
    expect(decoder.push("data: 1\r\r")).toEqual([event("1")]);
    expect(decoder.push("\n")).toEqual([]);
    expect(decoder.push("data: 2\r")).toEqual([]);
    expect(decoder.push("")).toEqual([]);
    expect(decoder.push("\n")).toEqual([]);
    expect(decoder.push("\n")).toEqual([event("2")]);
  });

  test("the id to resume with is that of the last event that ended", () => {
    const decoder = createSseDecoder(limits, "4");
    expect(decoder.lastEventId).toBe("4");
    decoder.push("id: 5\ndata: 1\n");
    expect(decoder.lastEventId).toBe("4");
    decoder.push("\nid: 6\n\nid: 7\n");
    expect(decoder.lastEventId).toBe("6");
  });

  test.each([
    ["retry: 1500\n", 1500],
    ["retry:0\n", 0],
    ["retry: 15x\n", undefined],
    ["retry: -1\n", undefined],
    ["retry\n", undefined],
    ["retry: 1.5\n", undefined],
    ["retry: ٣\n", undefined],
  ])("%j sets the wait before a reconnect only when it is ASCII digits", (line, retryMs) => {
    const decoder = createSseDecoder(limits);
    decoder.push(line);
    expect(decoder.retryMs).toBe(retryMs);
  });

  test("a line or an event beyond its cap is lost alone", () => {
    expect(decode(`data: ${"x".repeat(1000)}\n\ndata: 1\n\n`)).toEqual([{ kind: "oversize" }, event("1")]);
    expect(decode(`${`data: ${"x".repeat(900)}\n`.repeat(3)}\ndata: 1\n\n`)).toEqual([
      { kind: "oversize" },
      event("1"),
    ]);
  });

  test("an endless line is not held", () => {
    const decoder = createSseDecoder(limits);
    const piece = "x".repeat(1024 * 1024);
    const before = process.memoryUsage().heapUsed;
    for (let pieces = 0; pieces < 200; pieces += 1) decoder.push(piece);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
  });

  test("any chunking of a stream gives the same events", () => {
    const part = fc.constantFrom(
      "data",
      "id",
      "event",
      "retry",
      ":",
      " ",
      "a",
      "é",
      "\r",
      "\n",
      "\r\n",
      "\n\n",
      "\0",
      "7",
      "\ufeff",
      "💧",
    );
    const stream = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(80), { maxLength: 20 }), (text, cuts) => {
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
        const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
        expect(decode(...pieces)).toEqual(decode(text));
        expect(decode(...text.split(""))).toEqual(decode(text));
      }),
      { numRuns: 500 },
    );
  });
});
