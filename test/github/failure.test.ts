import { describe, expect, test } from "vitest";
import {
  CHECK_RUN,
  classifyError,
  type GithubFailure,
  permissionLines,
  recordName,
  warnOfFailure,
} from "../../src/github/failure.ts";
import type { Forge } from "../../src/github/trigger.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 4);

function classified(response: object, tries = 1) {
  const error = { response: { status: 200, headers: {}, data: {}, ...response } };
  return classifyError(error, { doing: "read the comments", tries, nowMs: NOW_MS, forge: "github" });
}

describe("classifyError", () => {
  test.each([400, 401, 403, 404, 409, 410, 422])("%i is not requested again", (status) => {
    expect(classified({ status })).not.toHaveProperty("retryInMs");
  });

  test.each([
    [1, 1000],
    [2, 4000],
    [3, 16_000],
  ])("5xx at try %i is requested again after %i ms, its effect unknown", (tries, retryInMs) => {
    expect(classified({ status: 502 }, tries)).toMatchObject({ retryInMs, unknown: true });
  });

  test.each([
    ["Retry-After", { status: 403, headers: { "retry-after": "30" } }, 30_000],
    ["Retry-After on 503", { status: 503, headers: { "retry-after": "9" } }, 9000],
    ["no time on 429", { status: 429 }, 60_000],
    ["a secondary limit", { status: 403, data: { message: "You have exceeded a secondary rate limit" } }, 60_000],
    [
      "a date, by GitHub's clock and not ours",
      {
        status: 429,
        headers: { date: "Wed, 01 Jan 2020 00:00:00 GMT", "retry-after": "Wed, 01 Jan 2020 00:00:07 GMT" },
      },
      7000,
    ],
    ["no wait at all, for which there is a floor,", { status: 429, headers: { "retry-after": "0" } }, 1000],
    ["a garbled Retry-After", { status: 429, headers: { "retry-after": "soon" } }, 60_000],
    [
      "a primary limit, by GitHub's clock and not ours",
      {
        status: 403,
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Date.UTC(2020, 0, 1) / 1000 + 20),
          date: new Date(Date.UTC(2020, 0, 1)).toUTCString(),
        },
      },
      20_000,
    ],
  ])("%s is waited for", (_, response, retryInMs) => {
    expect(classified(response)).toMatchObject({ kind: "failed", retryInMs });
  });

  test.each([{ "retry-after": "3600" }, { "retry-after": "999999999" }])("%j is too long to wait for", (headers) => {
    const failure = classified({ status: 429, headers });
    expect(failure).not.toHaveProperty("retryInMs");
    // It is reported to the user.
    expect(failure).toHaveProperty("limitedMs", Number(headers["retry-after"]) * 1000);
  });

  test("a response of 200 that cannot be read is requested again", () => {
    expect(classified({ data: "<html>" })).toEqual({
      kind: "failed",
      reason: "GitHub's response to the request to read the comments could not be read.",
      retryInMs: 1000,
      unknown: true,
    });
  });

  test("without a response the effect is unknown, and the reason is one cleaned line", () => {
    const request = { doing: "read the comments", tries: 2, nowMs: NOW_MS, forge: "github" } as const;
    expect(classifyError(new Error("a\n::add-mask::b"), request)).toEqual({
      kind: "failed",
      reason: "GitHub could not be reached to read the comments: a ::add-mask::b.",
      retryInMs: 4000,
      unknown: true,
    });
  });

  test("a limit is no lack of permission", () => {
    expect(
      classified({ status: 403, headers: { "retry-after": "1", "x-accepted-github-permissions": "issues=write" } }),
    ).not.toHaveProperty("permissionHint");
  });

  test("GitHub's words are one cleaned line", () => {
    const { reason } = classified({ status: 422, data: { message: "a\n::add-mask::b\u001b[2J" } });
    expect(reason).toBe("GitHub responded with 422 to the request to read the comments: a ::add-mask::b.");
  });
});

describe("permissionLines", () => {
  const usual = ["permissions:", "  contents: read", "  deployments: write", "  pull-requests: write"];

  test.each([undefined, "", "issues=write; pull_requests=write", "deployments=write", "garbage", "a=b; c"])(
    "%j gives the usual permissions",
    (accepted) => {
      expect(permissionLines(accepted)).toEqual(usual);
    },
  );

  test("what is missing is added, all of an alternative", () => {
    expect(permissionLines("checks=write,statuses=write; administration=write")).toEqual([
      "permissions:",
      "  checks: write",
      "  contents: read",
      "  deployments: write",
      "  pull-requests: write",
      "  statuses: write",
    ]);
  });

  test("a name cannot bring lines of its own", () => {
    expect(permissionLines("checks=write\n  id-token: write")).toEqual(usual);
  });
});

describe("warnOfFailure", () => {
  const permissionHint = ["permissions:", "  checks: write"];

  test.each<[Forge, string, Partial<GithubFailure>, string]>([
    ["github", "the comment", { status: 403, permissionHint }, "Give the job these permissions:"],
    ["github", CHECK_RUN, { status: 403, permissionHint }, "A check run needs 'github-token' to be the job's own"],
    ["github", "the comment", { status: 429, limitedMs: 3_600_000 }, "Re-run the job in 60 min"],
    ["github", "the comment", { status: 401 }, "Check the input 'github-token'"],
    ["github", recordName("github"), { status: 404 }, "Check that 'github-token' has write access to deployments"],
    ["github", "the comment", { status: 404 }, "Check that 'github-token' has write access to this repository"],
    ["github", "the comment", { status: 422 }, "Read GitHub's message"],
    ["github", "the comment", {}, "Re-run the job once GitHub responds"],
    ["gitea", "the comment", { status: 401 }, "The token of a job ends when its run is canceled: re-run the job."],
    ["gitea", recordName("gitea"), { status: 403 }, "It needs 'contents: write'"],
    ["gitea", "the comment", { status: 403 }, "Check that the job has 'pull-requests: write'"],
    ["gitea", "the comment", { status: 422 }, "Read the server's message"],
    ["gitea", "the comment", {}, "Re-run the job once the server responds."],
  ])("on %s, of %s, after %j, says what to do: %s", (forge, target, failure, hint) => {
    const said: unknown[] = [];
    const runner = { warning: (...given: unknown[]) => void said.push(...given) };
    warnOfFailure({ runner, trigger: { forge } }, target, { kind: "failed", reason: "It failed.", ...failure });
    const text = `It failed. The result of the deployment is not affected. ${hint}`;
    const lines = [expect.stringContaining(text) as string, ...(failure.permissionHint ?? [])];
    const title = expect.stringMatching(`^(?:GitHub|The Git server) did not accept ${target}$`) as string;
    expect(said).toEqual([lines, { title }]);
  });
});
