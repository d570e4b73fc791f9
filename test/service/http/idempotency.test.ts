import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, fingerprint, readIdempotencyKey } from "../../../packages/service/domain/idempotency.ts";

/** The same value with the members of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, shuffled(member)] as const)
      .reverse(),
  );
}

describe("canonicalJson", () => {
  test("equal values give equal text in any order of their members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(canonicalJson(shuffled(parsed))).toBe(canonicalJson(parsed));
        expect(JSON.parse(canonicalJson(parsed))).toEqual(parsed);
      }),
    );
  });

  test("different values give different text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [left, right] = [JSON.parse(JSON.stringify(a)) as unknown, JSON.parse(JSON.stringify(b)) as unknown];
        const equal = JSON.stringify(shuffled(shuffled(left))) === JSON.stringify(shuffled(shuffled(right)));
        if (!equal && canonicalJson(left) === canonicalJson(right)) expect(left).toEqual(right);
      }),
    );
  });

  test("an absent member differs from null", () => {
    expect(fingerprint({ siteId: "s", body: { a: null } })).not.toBe(fingerprint({ siteId: "s", body: {} }));
  });
});

describe("readIdempotencyKey", () => {
  test.each([
    ["a", "a"],
    [" a ", "a"],
    ['"ab"', "ab"],
    ['"', '"'],
    ['a"b', 'a"b'],
    ['a"b"', 'a"b"'],
    ['"a"b', '"a"b'],
    ["x".repeat(255), "x".repeat(255)],
  ])("%j is the key %j", (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  test.each([undefined, "", "  ", '""'])("%j is a missing key", (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining({ code: "idempotency_key_required" }));
  });

  test.each(["a b", "\u00e9", "a\tb", "x".repeat(256)])("%j is a malformed key", (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining({ code: "validation_failed" }));
  });
});
