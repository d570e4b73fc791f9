import { generate } from "otplib";
import { describe, expect, test } from "vitest";
import { newTotpSecret, totpUri, verifyTotp } from "../../../packages/service/domain/credentials.ts";

/** Secret and codes of RFC 6238, appendix B, cut to six digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const NOW = 1_111_111_111_000;
const STEP = Math.floor(NOW / 30_000);

const codeAt = (ms: number) => generate({ secret: RFC_SECRET, epoch: Math.floor(ms / 1_000) });

describe("verifyTotp", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("accepts the vector of RFC 6238 at second %i", async (second, code) => {
    const step = await verifyTotp({ code, secret: RFC_SECRET, lastStep: null, nowMs: second * 1_000 });
    expect(step).toBe(Math.floor(second / 30));
  });

  test("accepts the step before and the step after, and no other", async () => {
    const steps = [];
    for (const offset of [-2, -1, 0, 1, 2]) {
      const code = await codeAt(NOW + offset * 30_000);
      steps.push(await verifyTotp({ code, secret: RFC_SECRET, lastStep: null, nowMs: NOW }));
    }
    expect(steps).toEqual([undefined, STEP - 1, STEP, STEP + 1, undefined]);
  });

  test("rejects a code of the last accepted step or an earlier one", async () => {
    const code = await codeAt(NOW);
    for (const lastStep of [STEP, STEP + 1, STEP + 5]) {
      expect(await verifyTotp({ code, secret: RFC_SECRET, lastStep, nowMs: NOW })).toBeUndefined();
    }
    expect(await verifyTotp({ code, secret: RFC_SECRET, lastStep: STEP - 1, nowMs: NOW })).toBe(STEP);
  });

  test("accepts spaces between the digits", async () => {
    const code = await codeAt(NOW);
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect(await verifyTotp({ code: typed, secret: RFC_SECRET, lastStep: null, nowMs: NOW })).toBe(STEP);
  });

  test.each(["", "12345", "1234567", "abcdef", "１２３４５６", "-12345"])(
    "rejects %j without an exception",
    async (code) => {
      expect(await verifyTotp({ code, secret: RFC_SECRET, lastStep: null, nowMs: NOW })).toBeUndefined();
    },
  );
});

describe("newTotpSecret", () => {
  test("has 160 bits, others each time", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
});

describe("totpUri", () => {
  test("names the instance's product and the account", () => {
    const address = new URL(totpUri(RFC_SECRET, "ada@example.com"));
    expect(address.protocol).toBe("otpauth:");
    expect(decodeURIComponent(address.pathname)).toContain("Greenroom:ada@example.com");
    expect(address.searchParams.get("secret")).toBe(RFC_SECRET);
  });
});
