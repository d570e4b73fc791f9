import { expect, test, vi } from "vitest";
import { following, RECORD, scriptedService } from "./scripted-service.ts";
import { setStage, type Stage, TOKEN } from "./stage.ts";

const PATIENCE = { timeout: 20_000, interval: 20 };

test("a build that took longer than the last commit's says so in the summary, with the commit it is compared with", async () => {
  let stage: Stage | undefined;
  let end = { startedAt: "2026-11-20T10:00:01Z", finishedAt: "2026-11-20T10:00:31Z" };
  // The row of the last commit is read when ours is first shown, beside the build.
  const build = () =>
    following(
      async function* () {
        yield "building";
        await vi.waitUntil(() => stage?.github.comments.some(({ body }) => body.includes("🔨 Building")), PATIENCE);
        yield "ready";
      },
      { previewUrl: "https://dep.preview.example/", ...end },
    );
  let script = build();
  await using service = await scriptedService((request) => script(request));
  await using opened = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  stage = opened;

  const first = await stage.preview({ context: { runId: 1001 } });
  expect(first.outputs).toMatchObject({ status: "ready", "build-seconds": "30" });
  expect(first.summary).not.toContain("The build took");

  end = { startedAt: "2026-11-20T10:10:01Z", finishedAt: "2026-11-20T10:11:36Z" };
  script = build();
  const second = await stage.preview({ context: { runId: 1002 } });
  expect(second.outputs).toMatchObject({ status: "ready", "build-seconds": "95" });
  expect(second.summary).toMatch(
    /^The build took 1 min 5 s more than that of the last ready commit, `[0-9a-f]{7}`\.$/m,
  );
});
