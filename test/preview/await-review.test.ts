import { describe, expect, test } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import { Review } from "../../packages/contract/review.ts";
import { awaitReview, reviewOf } from "../../src/preview/await-review.ts";
import { instantClock } from "../client/fake-clock.ts";
import { errorReply, type Reply, type Script, scriptedService } from "../e2e/scripted-service.ts";

const GITHUB = "https://api.github.com";
const REVIEWED = {
  siteId: "0198a5c4-0000-7000-8000-000000000001",
  deploymentId: "dep_1",
  status: "ready",
  githubUrl: GITHUB,
} as const;
const TOKEN = "sk_test_0123456789abcdef";

const REVIEW = {
  takesBack: "1 page of release 2",
  deploymentId: "dep_1",
  siteId: REVIEWED.siteId,
  status: "ready",
  live: { deploymentId: "dep_0", current: true, url: "https://docs.example/" },
  summary: {
    changed: 2,
    added: 1,
    removed: 0,
    notRendered: 1,
    brokenLinks: { new: 1, fixed: 4 },
    errors: { new: 1, fixed: 0 },
    accessibility: { new: 1, fixed: 2 },
    weight: { before: { scripts: 1000, styles: 0, images: 5, fonts: 0, other: 0 }, after: { scripts: 2000 } },
  },
  pages: [
    { path: "/same", change: "unchanged", title: { after: "Same" } },
    {
      path: "/",
      change: "changed",
      title: { before: "Old", after: "Home" },
      errors: [{ state: "new", message: "x is not defined" }],
      accessibility: [
        { state: "fixed", rule: "label", help: "Form elements must have labels" },
        { state: "new", rule: "image-alt", help: "Images must have alternative text" },
      ],
    },
    { path: "/new", change: "added", title: {} },
  ],
  notRendered: [{ path: "/long", change: "changed" }],
  brokenLinks: [
    { state: "fixed", kind: "link", page: "/", target: "/gone" },
    { state: "new", kind: "link", page: "/new", target: "/nowhere" },
  ],
};

const ok = (data: unknown): Reply => ({ status: 200, body: { ok: true, data } });
const PENDING = ok({ deploymentId: "dep_1", status: "pending" });

/** Answers in turn; the last one for ever. */
function inTurn(...replies: readonly (Reply | undefined)[]): Script {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)];
}

async function waitFor(script: Script, wait: { readonly signal?: AbortSignal; readonly deadlineAt?: number } = {}) {
  await using service = await scriptedService(script);
  const clock = instantClock();
  const { signal = new AbortController().signal, deadlineAt = 30 * 60_000 } = wait;
  const inputs = { baseUrl: new URL(service.baseUrl), token: TOKEN };
  const review = await awaitReview(inputs, REVIEWED, { clock, signal, deadlineAt });
  return { review, seen: service.seen, sleeps: clock.sleeps, tookMs: clock.monotonic() };
}

describe("awaitReview", () => {
  test("a review that is ready takes one request, with the token", async () => {
    const { review, seen, sleeps } = await waitFor(inTurn(ok(REVIEW)));
    expect(review?.changed).toBe(2);
    expect(sleeps).toEqual([]);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /sites/${REVIEWED.siteId}/deployments/dep_1/review`,
    ]);
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test("one that the record calls pending is asked for after a while", async () => {
    await using service = await scriptedService(inTurn(ok(REVIEW)));
    const clock = instantClock();
    const inputs = { baseUrl: new URL(service.baseUrl), token: TOKEN };
    const wait = { clock, signal: new AbortController().signal, deadlineAt: 30 * 60_000 };
    const review = await awaitReview(inputs, { ...REVIEWED, status: "pending" }, wait);
    expect([review?.changed, clock.sleeps, service.seen.length]).toEqual([2, [2000], 1]);
  });

  test("one that is pending is asked for at growing intervals until it is ready", async () => {
    const { review, seen, sleeps } = await waitFor(inTurn(PENDING, PENDING, PENDING, ok(REVIEW)));
    expect(review?.changed).toBe(2);
    expect(seen).toHaveLength(4);
    expect(sleeps).toEqual(sleeps.toSorted((one, other) => one - other));
  });

  test("one that is never ready takes at most eight requests and sixty seconds", async () => {
    const { review, seen, tookMs } = await waitFor(inTurn(PENDING));
    expect(review).toBeUndefined();
    expect(seen.length).toBeGreaterThan(4);
    expect(seen.length).toBeLessThanOrEqual(8);
    expect(tookMs).toBeLessThanOrEqual(60_000);
  });

  test.each([
    ["a service that knows no reviews", errorReply(404, "not_found", "There is no such path")],
    ["a token that may not read it", errorReply(403, "insufficient_scope", "No")],
    ["'unavailable'", ok({ deploymentId: "dep_1", status: "unavailable" })],
    ["'failed'", ok({ deploymentId: "dep_1", status: "failed" })],
    ["a status that is not known", ok({ deploymentId: "dep_1", status: "warming" })],
    ["no object", ok(null)],
    ["no JSON", { status: 200, body: "<html>" }],
    ["a redirect", { status: 302, headers: { location: "https://elsewhere.example/" }, body: "" }],
  ] as const)("%s ends the wait at once", async (_name, reply) => {
    const { review, seen, sleeps } = await waitFor(inTurn(reply));
    expect(review).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(sleeps).toEqual([]);
  });

  test("'ready' without anything in it is no review", async () => {
    const { review } = await waitFor(inTurn(ok({ status: "ready", pages: "many", summary: [1] })));
    expect(review).toMatchObject({ changed: 0, pages: [], findings: [] });
  });

  test("what passes is asked for again, and Retry-After is kept", async () => {
    const limited = { ...errorReply(429, "rate_limited", "Slow down"), headers: { "retry-after": "9" } };
    const { review, seen, sleeps } = await waitFor(inTurn(errorReply(503, "try_again", "Soon"), limited, ok(REVIEW)));
    expect(review?.changed).toBe(2);
    expect(seen).toHaveLength(3);
    expect(sleeps.at(-1)).toBe(9000);
  });

  test("a service that always fails takes no more requests than one that is never ready", async () => {
    const { review, seen } = await waitFor(inTurn(errorReply(503, "try_again", "Soon")));
    expect(review).toBeUndefined();
    expect(seen.length).toBeLessThanOrEqual(8);
  });

  test("a Retry-After beyond the budget ends the wait", async () => {
    const limited = { ...errorReply(429, "rate_limited", "Slow down"), headers: { "retry-after": "600" } };
    const { review, seen, sleeps } = await waitFor(inTurn(limited));
    expect([review, seen.length, sleeps]).toEqual([undefined, 1, []]);
  });

  test("the step's own time ends it, with a service that never answers too", async () => {
    const silent = await waitFor(inTurn(undefined), { deadlineAt: 1000 });
    expect([silent.review, silent.seen.length, silent.sleeps]).toEqual([undefined, 1, []]);
    const over = await waitFor(inTurn(ok(REVIEW)), { deadlineAt: 0 });
    expect([over.review, over.seen.length]).toEqual([undefined, 0]);
  });

  test("a canceled run ends it at once, in a request and between two", async () => {
    for (const reply of [undefined, PENDING]) {
      const stop = new AbortController();
      await using service = await scriptedService(() => {
        setImmediate(() => stop.abort());
        return reply;
      });
      const inputs = { baseUrl: new URL(service.baseUrl), token: TOKEN };
      const wait = { clock: systemClock, signal: stop.signal, deadlineAt: Infinity };
      expect(await awaitReview(inputs, REVIEWED, wait)).toBeUndefined();
      expect(service.seen).toHaveLength(1);
    }
  });
});

describe("reviewOf", () => {
  test.each([
    ["https://greenroom.example/thumbnails/a.webp", true],
    ["https://greenroom.example:8443/a.webp", true],
    ["http://greenroom.example/a.webp", false],
    ["https://localhost/a.webp", false],
    ["https://greenroom.localhost/a.webp", false],
    ["https://greenroom/a.webp", false],
    ["https://greenroom.internal/a.webp", false],
    ["https://greenroom.internal./a.webp", false],
    ["https://printer.local/a.webp", false],
    ["https://127.0.0.1/a.webp", false],
    ["https://0x7f.1/a.webp", false],
    ["https://10.1.2.3/a.webp", false],
    ["https://[::1]/a.webp", false],
    ["https://[::ffff:10.0.0.1]/a.webp", false],
    ["data:image/webp;base64,AAAA", false],
    ["javascript:alert(1)", false],
    ["/thumbnails/a.webp", false],
    ["", false],
    [7, false],
  ])("the thumbnail %j is shown on GitHub: %j", (thumbnailUrl, shown) => {
    expect(reviewOf({ ...REVIEW, thumbnailUrl }, GITHUB)?.thumbnailUrl).toBe(shown ? thumbnailUrl : undefined);
  });

  test("a stand-in for GitHub on this machine shows a picture of this machine", () => {
    const thumbnailUrl = "http://127.0.0.1:4010/thumbnails/a.webp";
    expect(reviewOf({ ...REVIEW, thumbnailUrl }, "http://127.0.0.1:7080")?.thumbnailUrl).toBe(thumbnailUrl);
    expect(reviewOf({ ...REVIEW, thumbnailUrl }, "https://github.internal/api/v3")?.thumbnailUrl).toBeUndefined();
  });

  test("the two pages that changed most have pictures, where GitHub can fetch them", () => {
    const url = (name: string) => `https://greenroom.example/${name}.webp`;
    const page = (name: string) => ({ path: `/${name}`, change: "changed" });
    const pages = [
      { ...page("a"), thumbnailUrls: { before: url("b"), after: url("a") } },
      { ...page("b"), thumbnailUrls: { before: "https://10.0.0.1/b.webp", after: 7 } },
      { ...page("c"), thumbnailUrls: { before: url("b"), after: url("a") } },
    ];
    const review = reviewOf({ ...REVIEW, pages, notRendered: [] }, GITHUB);
    expect(review?.pages.map(({ before, after }) => [before, after])).toEqual([
      [url("b"), url("a")],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test("reads every field by the name that the interface gives it", () => {
    const page = { text: [], pictures: [], problems: [], weight: {}, thirdParty: [] };
    const none = { errors: [], accessibility: [] };
    const finding = { impact: "serious", target: "img" };
    const sent = {
      ...REVIEW,
      pages: REVIEW.pages.map((one) => ({
        ...page,
        ...none,
        ...one,
        accessibility: (one.accessibility ?? []).map((found) => ({ ...finding, ...found })),
      })),
      summary: { ...REVIEW.summary, weight: { after: REVIEW.summary.weight.before } },
      thumbnailUrl: "https://greenroom.example/pictures/1.png",
    };
    const review = reviewOf(Review.parse(sent), GITHUB);
    const withoutDifferences = { thumbnailUrl: undefined, weight: undefined };
    expect({ ...review, ...withoutDifferences }).toEqual({ ...reviewOf(REVIEW, GITHUB), ...withoutDifferences });
    expect(review?.thumbnailUrl).toBe(sent.thumbnailUrl);
  });

  test("takes the figures, the pages that differ and what is new", () => {
    expect(reviewOf(REVIEW, GITHUB)).toEqual({
      changed: 2,
      added: 1,
      removed: 0,
      notCompared: 1,
      takesBack: "1 page of release 2",
      pages: [
        { path: "/", change: "changed", title: "Home" },
        { path: "/new", change: "added", title: undefined },
        { path: "/long", change: "changed", title: undefined },
      ],
      first: undefined,
      liveUrl: "https://docs.example/",
      brokenLinks: 1,
      errors: 1,
      accessibility: 1,
      fixed: 2,
      findings: [
        { kind: "link", page: "/new", what: "/nowhere" },
        { kind: "accessibility", page: "/", what: "Images must have alternative text" },
        { kind: "error", page: "/", what: "x is not defined" },
      ],
      weight: {
        before: { scripts: 1000, styles: 0, images: 5, fonts: 0, other: 0 },
        after: { scripts: 2000, styles: 0, images: 0, fonts: 0, other: 0 },
      },
      thumbnailUrl: undefined,
    });
  });

  test("nothing live is not the same as nothing said about it", () => {
    expect(reviewOf({ ...REVIEW, live: null }, GITHUB)?.first).toBe(true);
    expect(reviewOf({ ...REVIEW, live: undefined }, GITHUB)?.first).toBeUndefined();
  });

  test("cuts what a hostile service sends to what is shown", () => {
    const page = { path: `/${"a".repeat(5000)}`, change: "changed", title: { after: "t".repeat(5000) } };
    const long = { ...REVIEW, pages: Array.from({ length: 5000 }, () => page), notRendered: { length: 9 } };
    const review = reviewOf(long, GITHUB);
    expect(JSON.stringify(review).length).toBeLessThan(8000);
    expect(
      reviewOf(
        { summary: { changed: -1, added: Infinity, removed: "7", notRendered: 0.5 }, pages: [null, 7, {}] },
        GITHUB,
      ),
    ).toMatchObject({ changed: 0, added: 0, removed: 0, notCompared: 0, pages: [] });
  });
});
