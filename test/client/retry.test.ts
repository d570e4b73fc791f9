import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClientError } from "../../packages/client/errors.ts";
import { readHttpDate, readRetryAfter } from "../../packages/client/http.ts";
import { decideRetry, type RetryState } from "../../packages/client/retry.ts";
import { DEFAULT_LIMITS } from "../../packages/client/transport.ts";
import type { RetryRule } from "../../packages/contract/index.ts";

const failure = (retry: RetryRule, more: { retryAfterSeconds?: number; outcomeUnknown?: boolean } = {}): ClientError =>
  new ClientError({
    kind: "refused",
    code: "rate_limited",
    message: "Too many",
    hint: "Wait.",
    retry,
    outcomeUnknown: false,
    ...more,
  });

const state = (more: Partial<RetryState> = {}): RetryState => ({
  tries: 1,
  timeLeftMs: 600_000,
  repeatable: true,
  limits: DEFAULT_LIMITS,
  ...more,
});

describe("decideRetry", () => {
  test.each(["never", "on_capacity"] as const)("a failure with the rule %s is final", (rule) => {
    expect(decideRetry(failure(rule), state(), 0).kind).toBe("stop");
  });

  test("a named wait is kept to exactly, without jitter", () => {
    const error = failure("after_header", { retryAfterSeconds: 7 });
    expect(decideRetry(error, state(), 0)).toEqual({ kind: "wait", waitMs: 7000 });
    expect(decideRetry(error, state(), 0.99)).toEqual({ kind: "wait", waitMs: 7000 });
  });

  test("a wait without a name takes at least a second, and grows", () => {
    expect(decideRetry(failure("after_header"), state(), 0)).toEqual({ kind: "wait", waitMs: 1000 });
    expect(decideRetry(failure("after_header"), state({ tries: 5 }), 0)).toEqual({ kind: "wait", waitMs: 4000 });
  });

  test("a named wait longer than the time left fails at once and says so", () => {
    const error = failure("after_header", { retryAfterSeconds: 3600 });
    const decision = decideRetry(error, state({ timeLeftMs: 90_500 }), 0);
    expect(decision).toMatchObject({ kind: "stop", error: { code: "rate_limited", retryAfterSeconds: 3600 } });
    expect(decision.kind === "stop" && decision.error.message).toBe(
      "Too many. The service asks to wait 3600 s, and 90 s are left. Wait.",
    );
  });

  test("an unknown outcome is tried again only when trying twice does no harm", () => {
    const error = failure("same_key", { outcomeUnknown: true });
    expect(decideRetry(error, state({ repeatable: false }), 0).kind).toBe("stop");
    expect(decideRetry(error, state(), 0).kind).toBe("wait");
    expect(decideRetry(failure("same_key"), state({ repeatable: false }), 0).kind).toBe("wait");
  });

  test("an unknown outcome of a service that names a wait waits as long at least", () => {
    const error = failure("same_key", { outcomeUnknown: true, retryAfterSeconds: 20 });
    expect(decideRetry(error, state(), 0)).toEqual({ kind: "wait", waitMs: 20_000 });
  });

  test("waits lie between half and all of a bound that doubles up to a cap", () => {
    const waits = fc.record({
      tries: fc.integer({ min: 1, max: 7 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(waits, ({ tries, random }) => {
        const full = Math.min(30_000, 500 * 2 ** (tries - 1));
        const decision = decideRetry(failure("same_key"), state({ tries }), random);
        const waitMs = decision.kind === "wait" ? decision.waitMs : 0;
        expect(waitMs).toBeGreaterThanOrEqual(full / 2);
        expect(waitMs).toBeLessThanOrEqual(full);
      }),
    );
  });

  test("a wait as long as the time left is too long", () => {
    const error = failure("after_header", { retryAfterSeconds: 7 });
    expect(decideRetry(error, state({ timeLeftMs: 7000 }), 0).kind).toBe("stop");
    expect(decideRetry(error, state({ timeLeftMs: 7001 }), 0)).toEqual({ kind: "wait", waitMs: 7000 });
  });

  test("a wait that no header named and that is too long ends it with the error as it is", () => {
    const error = failure("same_key");
    expect(decideRetry(error, state({ timeLeftMs: 1 }), 0)).toEqual({ kind: "stop", error });
  });

  test.each(["Too many", "Too many.", "Too many... ", "Too many. ."])(
    "the sentence '%s' of an error ends with one full stop before ours",
    (message) => {
      const error = failure("after_header", { retryAfterSeconds: 7 }).with({ message });
      const decision = decideRetry(error, state({ timeLeftMs: 1000 }), 0);
      expect(decision.kind === "stop" && decision.error.detail).toBe(
        "Too many. The service asks to wait 7 s, and 1 s are left",
      );
    },
  );

  test("tries are counted", () => {
    expect(decideRetry(failure("same_key"), state({ tries: 8 }), 0).kind).toBe("stop");
    expect(decideRetry(failure("after_header"), state({ tries: 30 }), 0).kind).toBe("stop");
  });
});

describe("readRetryAfter", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");

  test.each([
    ["120", 120],
    [" 0 ", 0],
    ["99999999999", 99_999_999_999],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30],
    ["Friday, 20-Nov-26 12:00:30 GMT", 30],
    ["Fri Nov 20 12:00:30 2026", 30],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
  ])("%s is read", (value, seconds) => {
    expect(readRetryAfter(value, now)).toBe(seconds);
  });

  test.each(["", "soon", "-5", "1.5", "12abc", "2026-11-20T12:00:30Z", "Fri, 99 Nov 2026 12:00:30 GMT"])(
    "'%s' is garbage",
    (value) => {
      expect(readRetryAfter(value, now)).toBeUndefined();
    },
  );

  test("a date may have blanks around it, and nothing before its day", () => {
    const at = Date.parse("2026-11-20T12:00:30Z");
    expect(readHttpDate("  Fri, 20 Nov 2026 12:00:30 GMT ")).toBe(at);
    expect(readHttpDate("Nov Fri, 20 Nov 2026 12:00:30 GMT")).toBeUndefined();
    expect(readHttpDate("2026 Fri, 20 Nov 12:00:30 GMT")).toBeUndefined();
  });

  test("a missing header is no wait", () => {
    expect(readRetryAfter(undefined, now)).toBeUndefined();
    expect(readHttpDate(undefined)).toBeUndefined();
  });
});
