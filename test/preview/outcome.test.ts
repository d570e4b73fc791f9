import { describe, expect, test } from "vitest";
import { ClientError, type ClientErrorKind } from "../../packages/client/index.ts";
import {
  conclusion,
  failedCallOutcome,
  followedOutcome,
  type Outcome,
  outputStatus,
  timings,
} from "../../src/preview/outcome.ts";
import { headline } from "../../src/preview/report.ts";
import { url } from "./url.ts";

const FACTS = { site: "docs", reused: false, timeoutMs: 1_800_000, onTimeout: "fail" } as const;
const deployment = { id: "dep_1", status: "queued" };
const failure = { code: "build_failed", message: "npm run build ended with 1", hint: "Try it at home." };

const previewUrl = url("https://dep-1.preview.example/");

function clientError(kind: ClientErrorKind, code = "rate_limited"): ClientError {
  return new ClientError({ kind, code, message: "What", hint: "Do this.", retry: "never", outcomeUnknown: false });
}

const EVERY: Readonly<Record<string, Outcome>> = {
  accepted: { kind: "accepted", deployment },
  ready: { kind: "ready", deployment, previewUrl },
  failed: { kind: "failed", deployment, failure },
  canceled: { kind: "canceled", deployment, failure },
  refused: { kind: "refused", deployment: undefined, failure },
  timedOut: { kind: "timed_out", deployment },
  timedOutEarly: { kind: "timed_out", deployment: undefined },
  stopped: { kind: "stopped", deployment },
  stoppedEarly: { kind: "stopped", deployment: undefined },
  lost: { kind: "lost", deployment, failure },
  lostEarly: { kind: "lost", deployment: undefined, failure },
};

describe("conclusion", () => {
  test("only a ready or accepted deployment passes, and a timeout when the workflow says so", () => {
    const passing = (onTimeout: "fail" | "warn") =>
      Object.keys(EVERY).filter((name) => conclusion(EVERY[name] ?? fail(name), onTimeout) === "pass");
    expect(passing("fail")).toEqual(["accepted", "ready"]);
    expect(passing("warn")).toEqual(["accepted", "ready", "timedOut", "timedOutEarly"]);
  });
});

describe("outputStatus", () => {
  test("a deployment that was not followed to its end is accepted", () => {
    expect(Object.fromEntries(Object.entries(EVERY).map(([name, outcome]) => [name, outputStatus(outcome)]))).toEqual({
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
    ({ kind: "terminal", status, deployment: { ...deployment, status, ...more } }) as const;

  test("ready is a success only with a URL that is safe to open", () => {
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

  test("a failed build has the service's reason and a hint", () => {
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

  test("a cancel without a reason names the deployment", () => {
    expect(followedOutcome(terminal("canceled"), undefined)).toMatchObject({
      kind: "canceled",
      failure: { code: "canceled", message: "Deployment dep_1 was canceled", hint: "Re-run this job for a new one." },
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
    expect(failedCallOutcome(clientError(kind), undefined).kind).toBe(outcome);
  });
});

describe("headline", () => {
  test.each(Object.keys(EVERY))("%s is reported in whole sentences with a level that fits its conclusion", (name) => {
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

  test("a build that is still running is reported as running", () => {
    for (const name of ["timedOut", "stopped", "lost"]) {
      expect(headline(EVERY[name] ?? fail(name), FACTS).text).toMatch(/Re-run this job to follow it\.$/);
    }
  });

  test("a time limit that only warns is a warning", () => {
    expect(headline(EVERY["timedOut"] ?? fail(""), { ...FACTS, onTimeout: "warn" }).level).toBe("warning");
  });
});

describe("timings", () => {
  test("the record's own times win", () => {
    const record = {
      createdAt: "2026-11-20T10:00:00.000Z",
      startedAt: "2026-11-20T10:00:04.400Z",
      finishedAt: "2026-11-20T10:01:04.400Z",
    };
    expect(timings(record, new Map())).toEqual({ queuedSeconds: 4, buildSeconds: 60 });
  });

  test("events fill in what a record does not carry", () => {
    const seen = new Map([
      ["building", "2026-11-20T10:00:10Z"],
      ["failed", "2026-11-20T10:00:15Z"],
    ]);
    expect(timings({ createdAt: "2026-11-20T10:00:00Z", startedAt: null }, seen)).toEqual({
      queuedSeconds: 10,
      buildSeconds: 5,
    });
  });

  test.each([
    [{ createdAt: "yesterday", startedAt: "2026-11-20T10:00:00Z" }],
    [{ createdAt: "2026-11-20T10:00:01Z", startedAt: "2026-11-20T10:00:00Z" }],
    [{}],
  ])("times that are absent, unreadable or out of order give no number: %j", (record) => {
    expect(timings(record, new Map())).toEqual({ queuedSeconds: undefined, buildSeconds: undefined });
  });
});

function fail(name: string): never {
  throw new Error(`there is no outcome ${name}`);
}
