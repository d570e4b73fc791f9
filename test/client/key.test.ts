import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveKey, type KeyParts } from "../../packages/client/create.ts";
import { anyText } from "../any-text.ts";

const parts: KeyParts = {
  serviceOrigin: "https://service.example",
  repositoryId: "123456789",
  siteId: "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11",
  body: '{"environment":"preview","commitSha":"1111111111111111111111111111111111111111","branch":"feature/a"}',
  attempt: 1,
};

/** Changing one of these gives every repository new deployments: it needs a new KEY_VERSION and a note to users. */
const GOLDEN: readonly (readonly [string, Partial<KeyParts>, string])[] = [
  ["a first attempt", {}, "c63f9add-ec0d-8079-8057-ca2bf05b2941"],
  ["a second attempt", { attempt: 2 }, "27c932b0-7a88-8387-a6c3-4893ca2abfdc"],
  ["a forced deployment", { runNonce: "987654321.1" }, "e6d88eae-acb5-8617-9034-be4d6dcd9334"],
  ["a body without a branch", { body: '{"environment":"preview"}' }, "5847bc99-a5ab-8aab-9e7d-bd937c9c288f"],
  [
    "a branch in another alphabet",
    { body: '{"environment":"preview","branch":"größe-日本"}' },
    "a972a46a-860f-8608-a193-892e93ec874e",
  ],
];

describe("deriveKey", () => {
  test.each(GOLDEN)("%s keeps its key for ever", (_, change, key) => {
    expect(deriveKey({ ...parts, ...change })).toBe(key);
  });

  test("a key is a UUID of version 8", () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(deriveKey({ ...parts, body })).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  test("keys differ when any part differs, wherever one part ends and the next begins", () => {
    const text = anyText({ maxLength: 6 });
    const anyParts = fc.record({
      serviceOrigin: text,
      repositoryId: text,
      siteId: text,
      body: text,
      attempt: fc.integer({ min: 1, max: 50 }),
      runNonce: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(anyParts, anyParts, (left, right) => {
        const same = JSON.stringify(Object.entries(left)) === JSON.stringify(Object.entries(right));
        expect(deriveKey(left) === deriveKey(right)).toBe(same);
      }),
      { numRuns: 100 },
    );
  });

  test("a changed byte anywhere in the body changes the key", () => {
    const key = deriveKey(parts);
    for (let at = 0; at < parts.body.length; at += 1) {
      const changed = String.fromCharCode(parts.body.charCodeAt(at) ^ 1);
      expect(deriveKey({ ...parts, body: parts.body.slice(0, at) + changed + parts.body.slice(at + 1) })).not.toBe(key);
    }
  });

  test("moving a character from one part to the next changes the key", () => {
    const left = deriveKey({ ...parts, serviceOrigin: "ab", repositoryId: "c" });
    expect(deriveKey({ ...parts, serviceOrigin: "a", repositoryId: "bc" })).not.toBe(left);
    expect(deriveKey({ ...parts, serviceOrigin: 'a","b', repositoryId: "c" })).not.toBe(left);
  });

  test("no nonce and an empty nonce are two things", () => {
    expect(deriveKey({ ...parts, runNonce: "" })).not.toBe(deriveKey(parts));
  });
});
