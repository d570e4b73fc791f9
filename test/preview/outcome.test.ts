import { describe, expect, test } from "vitest";
import { headline } from "../../src/preview/headline.ts";
import {
  conclusion,
  failedCallOutcome,
  followedOutcome,
  type Outcome,
  outputStatus,
} from "../../src/preview/outcome.ts";
import { ClientError, type ClientErrorKind } from "../../packages/client/index.ts";
import { safeAddress } from "../../src/github/untrusted-text.ts";

const FACTS = { site: "docs", reused: false, timeoutMs: 1_800_000, onTimeout: "fail" } as const;
const deployment = { id: "dep_1", status: "queued" };
const failure = { code: "build_failed", message: "npm run build ended with 1", hint: "Try it at home." };

function address(text: string) {
  const safe = safeAddress(text, { allowLoopbackHttp: false });
  if (safe === undefined) throw new Error(text);
  return safe;
}

const previewUrl = address("https://dep-1.preview.example/");

function clientError(kind: ClientErrorKind, code = "rate_limited"): ClientError {
  return new ClientError({ kind, code, message: "What", hint: "Do this.", retry: "never", outcomeUnknown: false });
}

const EVERY: Readonly<Record<string, Outcome>> = {
  skipped: { kind: "skipped", reason: { code: "no_commit", why: "There is no commit", advice: "Name one." } },
  accepted: { kind: "accepted", deployment },
  ready: { kind: "ready", deployment, previewUrl },
  failed: { kind: "failed", deployment, failure },
  canceled: { kind: "canceled", deployment, failure: undefined },
  refused: { kind: "refused", failure },
  timedOut: { kind: "timed_out", deployment },
  timedOutEarly: { kind: "timed_out", deployment: undefined },
  stopped: { kind: "stopped", deployment },
  stoppedEarly: { kind: "stopped", deployment: undefined },
  lost: { kind: "lost", deployment, failure },
  lostEarly: { kind: "lost", deployment: undefined, failure },
};

describe("conclusion", () => {
  test("only a ready, accepted or skipped deployment passes, and a timeout when the workflow says so", () => {
    const passing = (onTimeout: "fail" | "warn") =>
      Object.keys(EVERY).filter((name) => conclusion(EVERY[name] ?? fail(name), onTimeout) === "pass");
    expect(passing("fail")).toEqual(["skipped", "accepted", "ready"]);
    expect(passing("warn")).toEqual(["skipped", "accepted", "ready", "timedOut", "timedOutEarly"]);
  });
});

describe("outputStatus", () => {
  test("a deployment not seen to its end is told as accepted", () => {
    expect(Object.fromEntries(Object.entries(EVERY).map(([name, outcome]) => [name, outputStatus(outcome)]))).toEqual({
      skipped: "skipped",
      accepted: "accepted",
      ready: "ready",
      failed: "failed",
      canceled: "canceled",
      refused: "refused",
      timedOut: "timed_out",
      timedOutEarly: "timed_out",
      stopped: "accepted",
      stoppedEarly: "canceled",
      lost: "accepted",
      lostEarly: "failed",
    });
  });
});

describe("followedOutcome", () => {
  const terminal = (status: "ready" | "failed" | "canceled", more: object = {}) =>
    ({ kind: "terminal", status, deployment: { ...deployment, status, ...more }, addressMissing: false }) as const;

  test("ready is success only with an address a browser can be sent to", () => {
    expect(followedOutcome(terminal("ready"), previewUrl).kind).toBe("ready");
    expect(followedOutcome(terminal("ready"), undefined)).toMatchObject({
      kind: "failed",
      failure: { code: "preview_url_missing" },
    });
    expect(followedOutcome(terminal("ready", { previewUrl: "javascript:alert(1)" }), undefined)).toMatchObject({
      kind: "failed",
      failure: { code: "preview_url_refused" },
    });
  });

  test("a failed build tells the service's reason and what to do about it", () => {
    const failed = terminal("failed", { error: { code: "output_missing", message: "There is no folder 'dist'" } });
    expect(followedOutcome(failed, undefined)).toMatchObject({
      kind: "failed",
      failure: {
        code: "output_missing",
        message: "There is no folder 'dist'",
        hint: expect.stringContaining("output"),
      },
    });
  });

  test("a failed build without a reason is a failed build", () => {
    expect(followedOutcome(terminal("failed"), undefined)).toMatchObject({
      kind: "failed",
      failure: { code: "failed" },
    });
  });
});

describe("failedCallOutcome", () => {
  test.each([
    ["refused", "refused"],
    ["invalid", "refused"],
    ["timed_out", "timed_out"],
    ["aborted", "stopped"],
    ["unreachable", "lost"],
    ["protocol", "lost"],
  ] as const)("%s becomes %s", (kind, outcome) => {
    expect(failedCallOutcome(clientError(kind)).kind).toBe(outcome);
  });
});

describe("headline", () => {
  test.each(Object.keys(EVERY))("%s is told in whole sentences with a level that fits its conclusion", (name) => {
    const outcome = EVERY[name] ?? fail(name);
    const { level, title, text } = headline(outcome, FACTS);
    expect(title).toMatch(/^[A-Z]/);
    expect(text).toMatch(/[.!?]$|:\/\/\S+$/);
    if (conclusion(outcome, "fail") === "pass") expect(["info", "notice"]).toContain(level);
    else expect(["warning", "error"]).toContain(level);
  });

  test("a failure shows code, message and hint", () => {
    expect(headline(EVERY["refused"] ?? fail("refused"), FACTS).text).toBe(
      "build_failed: npm run build ended with 1. Try it at home.",
    );
  });

  test("a build that goes on is told to go on", () => {
    for (const name of ["timedOut", "stopped", "lost"]) {
      expect(headline(EVERY[name] ?? fail(name), FACTS).text).toContain("The build goes on at the service");
    }
  });

  test("a time limit that only warns is a warning", () => {
    expect(headline(EVERY["timedOut"] ?? fail(""), { ...FACTS, onTimeout: "warn" }).level).toBe("warning");
  });
});

function fail(name: string): never {
  throw new Error(`there is no outcome ${name}`);
}
