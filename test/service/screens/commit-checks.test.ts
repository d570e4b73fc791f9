import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { addPreview, connectRepository, freshCode, textOf, useWorld } from "./visitor.ts";

const world = useWorld();
/** Path of an open request. */
let path: string;
const COMMIT = "a".repeat(40);

beforeEach(async () => {
  const source = await addPreview(world, { commit_sha: COMMIT });
  const owner = await world.signIn("owner");
  const requested = await owner.submit(`/app/deployments/${source}/publish`, { code: await freshCode(world) });
  path = requested.headers.get("location") ?? "";
});

const now = () => instant(world.context.clock);
const row = () => world.context.db.selectFrom("commit_checks").selectAll().executeTakeFirst();

/** As the notifier stores what GitHub said. */
async function tell(checks: readonly object[], more: object = {}): Promise<void> {
  const state = { repository: "lantern-theatre/website", checks, more: 0, unread: [], ...more };
  const answer = { wanted_at: null, asked_at: now(), checks: JSON.stringify(state), read_at: now() };
  await world.context.db.updateTable("commit_checks").set(answer).execute();
}

async function shown(who = "approver"): Promise<string | undefined> {
  const page = await world.textFor(who, path);
  return /<div id="checks"[^]*?<section class="sides"/.exec(page)?.[0];
}

describe("the checks of a commit on the approval screen", () => {
  test.each([undefined, null])(
    "are absent, and are not read from GitHub without a connected App (app: %s)",
    async (app) => {
      if (app !== undefined) await connectRepository(world, app);
      expect(await shown()).toBeUndefined();
      expect(await row()).toBeUndefined();
    },
  );

  test("are read without a wait, and shown with their age once they are known", async () => {
    await connectRepository(world, "12");
    expect(await shown()).toContain("data-refresh");
    expect(await row()).toMatchObject({ commit_sha: COMMIT, wanted_at: now() });
    await tell([
      { name: "test <b>", state: "failed", url: "https://github.com/lantern-theatre/website/runs/1" },
      { name: "legal", state: "passed", url: "javascript:alert(1)" },
    ]);
    world.context.clock.advance(3 * 60_000);
    const part = await shown();
    expect(textOf(part)).toContain("Checks: 1 failed, 1 passed of lantern-theatre/website on GitHub, 3 minutes ago");
    expect(part).toContain('href="https://github.com/lantern-theatre/website/runs/1"');
    expect(part).toContain("test &lt;b&gt;");
    expect(part).not.toContain("javascript:");
    expect(part).not.toContain("data-refresh");
    expect(await row()).toMatchObject({ wanted_at: null });
    world.context.clock.advance(3 * 60_000);
    await shown("viewer");
    expect(await row()).toMatchObject({ wanted_at: expect.any(String) });
  });

  test("are renewed by the page's script only while one runs, and not waited for when GitHub said nothing", async () => {
    await connectRepository(world, "12");
    await shown();
    await tell([{ name: "build", state: "running" }]);
    expect(await shown()).toContain("data-refresh");
    const silent = { wanted_at: null, asked_at: now(), checks: null, read_at: null };
    await world.context.db.updateTable("commit_checks").set(silent).execute();
    world.context.clock.advance(16_000);
    const part = await shown();
    expect(textOf(part)).not.toContain("being read");
    expect(part).not.toContain("data-refresh");
  });

  test("say what could not be read from GitHub and what is not listed", async () => {
    await connectRepository(world, "12");
    await shown();
    await tell([], { unread: ["commit statuses"], more: 7 });
    const text = textOf(await shown());
    expect(text).toContain("Checks: none");
    expect(text).toContain("The commit statuses could not be read from GitHub");
    expect(text).toContain("7 more are not listed");
  });

  test("stay as they are after the decision, and say when they are from after it", async () => {
    await connectRepository(world, "12");
    await shown();
    await tell([{ name: "test", state: "running" }]);
    const approver = await world.signIn("approver");
    await approver.submit(path, { decision: "reject", notes: "Not yet", code: await freshCode(world) });
    await world.context.db.updateTable("commit_checks").set({ wanted_at: null }).execute();
    world.context.clock.advance(60 * 60_000);
    const decided = await shown();
    expect(textOf(decided)).toContain("1 running");
    expect(decided).not.toContain("data-refresh");
    expect(decided).not.toContain("after the decision");
    expect(await row()).toMatchObject({ wanted_at: null });
    // Another request of the same commit has them read again.
    await tell([{ name: "test", state: "failed" }]);
    expect(textOf(await shown())).toContain("after the decision");
  });
});
