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

  test("an absent member differs from null", () => {
    expect(fingerprint({ siteId: "s", body: { a: null } })).not.toBe(fingerprint({ siteId: "s", body: {} }));
  });
});

test("the fingerprint of a request stays the same in later versions, so that earlier keys are still known", () => {
  const body = { environment: "preview", commitSha: "0123456789abcdef", branch: "main" };
  const siteId = "0D9B9A50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
  expect(fingerprint({ siteId, body })).toBe("30b62da86136fa3f6addbecac9e53214e230972de25cd05517850fe9be27d023");
  expect(fingerprint({ siteId: siteId.toLowerCase(), body })).toBe(fingerprint({ siteId, body }));
});

test("the pull request is no part of a request's fingerprint, all else of any body is", () => {
  const of = (body: unknown) => fingerprint({ siteId: "a", body });
  const pullRequest = { number: 7, title: "Edited between two tries" };
  expect(of({ branch: "main", pullRequest })).toBe(of({ branch: "main" }));
  const bodies = [
    { branch: "main" },
    { branch: "other" },
    {},
    [],
    ["pullRequest"],
    [{ pullRequest }],
    null,
    "text",
    "",
  ];
  expect(new Set(bodies.map(of)).size).toBe(bodies.length);
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
    const message = "This request needs an Idempotency-Key header.";
    const error = { code: "idempotency_key_required", message, details: {} };
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining(error));
  });

  test.each(["a b", "\u00e9", "a\tb", "x".repeat(256)])("%j is a malformed key", (header) => {
    const [path, rule] = ["Idempotency-Key", "must be 1 to 255 visible ASCII characters"];
    const error = {
      code: "validation_failed",
      message: `The ${path} ${rule}.`,
      details: { issues: [{ path, message: rule }] },
    };
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining(error));
  });
});
