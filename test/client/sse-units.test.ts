import { expect, test } from "vitest";
import { createSseDecoder, type SseItem } from "../../packages/client/sse.ts";

const LIMITS = { maxLineChars: 12, maxEventChars: 8 };

function decode(...pieces: string[]): SseItem[] {
  const decoder = createSseDecoder(LIMITS);
  return pieces.flatMap((piece) => decoder.push(piece));
}

const event = (data: string): SseItem => ({ kind: "event", name: "message", data, id: "", ownId: false });
const lost: SseItem = { kind: "oversize" };

test("a field that ends in its colon has an empty value", () => {
  expect(decode("data:\n\n")).toEqual([event("")]);
});

test("a line as long as a line may be is read, one character more loses its event", () => {
  expect(decode("event:456789\ndata:1\n\n")).toEqual([{ ...event("1"), name: "456789" }]);
  expect(decode("event:4567890\ndata:1\n\n", "data:2\n\n")).toEqual([lost, event("2")]);
});

test("an event as long as an event may be is read, its line ends counted, one character more is lost", () => {
  expect(decode("data:1234567\n\n")).toEqual([event("1234567")]);
  expect(decode("data:123\ndata:567\n\n")).toEqual([event("123\n567")]);
  expect(decode("data:123\ndata:5678\n\n")).toEqual([lost]);
});

test("a byte order mark later than the start is a character like any other", () => {
  expect(decode("data:1\n", "\ufeffdata:2\n\n")).toEqual([event("1")]);
});

test("what follows a carriage return at the end of a piece is kept, unless it is the line feed of that end", () => {
  expect(decode("data:1\r", "data:2\r\r")).toEqual([event("1\n2")]);
  expect(decode("data:1\r", "\ndata:2\n\n")).toEqual([event("1\n2")]);
});

test("a line feed after a carriage return further up ends its own line", () => {
  expect(decode("data:1\rdata:2", "\n\n")).toEqual([event("1\n2")]);
});
