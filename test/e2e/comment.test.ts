import { describe, expect, test, vi } from "vitest";
import { REVIEWER } from "../../packages/testkit/github/users.ts";
import { type Harness, startScripted } from "./harness.ts";
import { following, READY, RECORD, type Script } from "./scripted-service.ts";

/** A service that takes deployments of any site, each with an id of its own. */
const anySite: Script = async (request) => {
  const siteId = /^\/sites\/([^/]+)\/deploy$/.exec(request.path)?.[1];
  const own = siteId === undefined ? {} : { siteId, id: `dep_${siteId.slice(-4)}` };
  const id = /^\/deployments\/([^/]+)/.exec(request.path)?.[1] ?? "dep_none";
  const ofId = { id, siteId: `${RECORD.siteId.slice(0, -4)}${id.slice(-4)}` };
  const reply = await READY({ ...request, path: request.path.replace(/^\/deployments\/[^/]+/, "/deployments/x") });
  const body = reply?.body;
  if (reply === undefined || typeof body !== "object" || body === null || !("data" in body)) return reply;
  const data: unknown = body.data;
  return { ...reply, body: { ok: true, data: { ...Object(data), ...ofId, ...own } } };
};

describe.concurrent("one comment", () => {
  test("holds a row of each of four parallel jobs of a matrix", async () => {
    await using harness = await startScripted(anySite, { "job-total": "4" });
    const sites = Array.from({ length: 4 }, (_, n) => `0198a5c4-0000-7000-8000-00000000000${n + 1}`);
    const runs = await Promise.all(sites.map((site) => harness.preview({ inputs: { site }, context: { runId: 77 } })));
    for (const run of runs) expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(harness.github.comments).toHaveLength(1);
    const body = harness.github.comments[0]?.body ?? "";
    for (const site of sites) expect(body).toContain(`| **${site}** | ✅ Ready`);
    expect(harness.github.violations).toEqual([]);
  });
});

const POLL = { timeout: 60_000, interval: 20 };

/** A build that runs until the comment says so. */
function slowBuild(harness: () => Harness | undefined) {
  return following(async function* () {
    yield "queued";
    yield "building";
    await vi.waitUntil(() => harness()?.github.comments.some(({ body }) => body.includes("🔨 Building")), POLL);
    await vi.waitUntil(() => harness()?.github.deployments.length !== 0, POLL);
    yield "ready";
  });
}

test.concurrent("a slow build costs eight requests to GitHub, nine where an earlier record is retired, and one per hundred comments", async () => {
  const count = 300;
  let harness: Harness | undefined;
  await using opened = await startScripted(slowBuild(() => harness));
  harness = opened;
  for (let n = 0; n < count; n += 1) {
    harness.github.writeComment({ issueNumber: 7, author: REVIEWER, body: `remark ${n}` });
  }
  const first = await harness.preview({ context: { runId: 1001 } });
  expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
  const firstRequests = harness.github.requests.map(({ operation }) => operation);
  const states = harness.github.deployments.map(({ statuses }) => statuses.map(({ state }) => state));
  expect(states).toEqual([["success"]]);

  const later = await harness.preview({ context: { runId: 1002 } });
  expect(later.exitCode, later.stdoutLines.join("\n")).toBe(0);
  const laterRequests = harness.github.requests.slice(firstRequests.length).map(({ operation }) => operation);
  expect(harness.github.violations).toEqual([]);
  expect(harness.github.comments).toHaveLength(count + 1);
  expect(firstRequests.length, firstRequests.join(" ")).toBeLessThanOrEqual(8 + count / 100);
  expect(laterRequests.length, laterRequests.join(" ")).toBeLessThanOrEqual(9 + count / 100);
  expect(JSON.stringify(harness.github.deployments.map(({ statuses }) => statuses.at(-1)?.state))).toBe(
    '["inactive","success"]',
  );
});

test.concurrent("a build that took longer than the last commit's says so in the summary, with the commit it is compared with", async () => {
  let harness: Harness | undefined;
  let end = { startedAt: "2026-11-20T10:00:01Z", finishedAt: "2026-11-20T10:00:31Z" };
  // The row of the last commit is read when ours is first shown, beside the build.
  const build = () =>
    following(
      async function* () {
        yield "building";
        await vi.waitUntil(() => harness?.github.comments.some(({ body }) => body.includes("🔨 Building")), POLL);
        yield "ready";
      },
      { previewUrl: "https://dep.preview.example/", ...end },
    );
  let script = build();
  await using opened = await startScripted((request) => script(request));
  harness = opened;

  const first = await harness.preview({ context: { runId: 1001 } });
  expect(first.outputs).toMatchObject({ status: "ready", "build-seconds": "30" });
  expect(first.summary).not.toContain("The build took");

  end = { startedAt: "2026-11-20T10:10:01Z", finishedAt: "2026-11-20T10:11:36Z" };
  script = build();
  const second = await harness.preview({ context: { runId: 1002 } });
  expect(second.outputs).toMatchObject({ status: "ready", "build-seconds": "95" });
  expect(second.summary).toMatch(
    /^The build took 1 min 5 s more than that of the last ready commit, `[0-9a-f]{7}`\.$/m,
  );
});
