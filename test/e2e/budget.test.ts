import { expect, test, vi } from "vitest";
import { REVIEWER } from "../../packages/testkit/github/users.ts";
import { following, RECORD, scriptedService } from "./scripted-service.ts";
import { setStage, type Stage, TOKEN } from "./stage.ts";

const PATIENCE = { timeout: 20_000, interval: 20 };

/** A build that goes on until the comment says so. */
function slowBuild(stage: () => Stage | undefined) {
  return following(async function* () {
    yield "queued";
    yield "building";
    await vi.waitUntil(() => stage()?.github.comments.some(({ body }) => body.includes("🔨 Building")), PATIENCE);
    await vi.waitUntil(() => stage()?.github.deployments.length !== 0, PATIENCE);
    yield "ready";
  });
}

test.each([0, 100, 300])(
  "with %d comments a slow build costs seven requests to GitHub, and one a hundred",
  async (count) => {
    let stage: Stage | undefined;
    await using service = await scriptedService(slowBuild(() => stage));
    await using opened = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    stage = opened;
    for (let n = 0; n < count; n += 1) {
      stage.github.writeComment({ issueNumber: 7, author: REVIEWER, body: `remark ${n}` });
    }
    const first = await stage.preview({ context: { runId: 1001 } });
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
    const firstRequests = stage.github.requests.map(({ operation }) => operation);
    const statuses = stage.github.deployments.map(({ statuses: told }) => told.map(({ state }) => state));
    expect(statuses).toEqual([["success"]]);

    const later = await stage.preview({ context: { runId: 1002 } });
    expect(later.exitCode, later.stdoutLines.join("\n")).toBe(0);
    const laterRequests = stage.github.requests.slice(firstRequests.length).map(({ operation }) => operation);
    expect(stage.github.violations).toEqual([]);
    expect(stage.github.comments).toHaveLength(count + 1);
    expect(firstRequests.length, firstRequests.join(" ")).toBeLessThanOrEqual(7 + count / 100);
    expect(laterRequests.length, laterRequests.join(" ")).toBeLessThanOrEqual(7 + count / 100);
    expect(JSON.stringify(stage.github.deployments.map(({ statuses: told }) => told.at(-1)?.state))).toBe(
      '["inactive","success"]',
    );
  },
);
