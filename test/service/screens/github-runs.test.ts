import { beforeEach, describe, expect, test } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import { insert } from "../rows.ts";
import { addPreview, connectRepository, csrfOf, fieldOf, freshCode, serve, useWorld, type Visitor } from "./visitor.ts";

const world = useWorld();
let source: string;
let connectionId: string;

beforeEach(async () => {
  source = await addPreview(world, { branch: "main" }, { "index.html": "new" });
  connectionId = await connectRepository(world);
});

/** A run that waits on GitHub. */
async function addRun(runId: string, ref: string): Promise<void> {
  world.context.clock.advance(1);
  const run = { id: newUuid(), connection_id: connectionId, run_id: runId, ref, state: "waiting" } as const;
  const commits = { commits: JSON.stringify(["a".repeat(40)]), merged_heads: "[]" };
  await insert(world.context.db, "github_gates", { ...run, ...commits, created_at: instant(world.context.clock) });
}

/** Asks for the release on the web. */
async function ask(): Promise<string> {
  const owner = await world.signIn("owner");
  const asked = await owner.submit(`/app/deployments/${source}/publish`, { code: await freshCode(world) });
  return asked.headers.get("location") ?? "";
}

/** Sends the form as the page shows it. */
async function approve(visitor: Visitor, path: string, page: string, code?: string): Promise<Response> {
  const form = { csrf: csrfOf(page), run: fieldOf(page, "run"), decision: "approve" };
  return visitor.post(path, { ...form, code: code ?? (await freshCode(world)) });
}

const gates = () => world.context.db.selectFrom("github_gates").select(["run_id", "state"]).orderBy("run_id").execute();

describe("the approval screen", () => {
  test("names the run that the decision answers, and each that it does not", async () => {
    const path = await ask();
    await addRun("101", "refs/heads/some-other-branch");
    await addRun("102", "refs/heads/main");
    const approver = await world.signIn("approver");
    const page = await approver.text(path);
    expect(page).toMatch(/The decision answers\s+run 102 of <bdi>refs\/heads\/main<\/bdi>/);
    expect(page).toMatch(/The decision does not answer\s+run 101 of <bdi>refs\/heads\/some-other-branch<\/bdi>/);
    expect((await approve(approver, path, page)).status).toBe(303);
    expect(await gates()).toEqual([
      { run_id: "101", state: "waiting" },
      { run_id: "102", state: "approved" },
    ]);
    const decided = await approver.text(path);
    expect(decided).toMatch(/The decision answered\s+run 102/);
    expect(decided).toMatch(
      /It needs a separate approval:\s+<a href="\/app\/deployments\/\w+\/publish">request it<\/a>/,
    );
  });

  test("names a run of another ref when no other waits, and the decision answers it", async () => {
    const path = await ask();
    await addRun("101", "refs/tags/v1");
    const approver = await world.signIn("approver");
    await approve(approver, path, await approver.text(path));
    expect(await gates()).toEqual([{ run_id: "101", state: "approved" }]);
  });

  test("says for how long the decision answers a run that begins to wait later, before and after it", async () => {
    const path = await ask();
    const approver = await world.signIn("approver");
    const page = await approver.text(path);
    expect(page).toContain("No run on GitHub waits for this release.");
    expect(page).toMatch(/within 60 minutes of the decision/);
    await approve(approver, path, page);
    expect(await approver.text(path)).toMatch(/once, until 60 minutes after it and before a newer release/);
    world.context.clock.advance(60 * 60_000);
    expect(await approver.text(path)).not.toContain("until 60 minutes");
  });

  test("asks to look again when another run has taken the place of the one it named, and keeps the code", async () => {
    const path = await ask();
    await addRun("101", "refs/tags/v1");
    const approver = await world.signIn("approver");
    const page = await approver.text(path);
    await addRun("102", "refs/heads/main");
    const code = await freshCode(world);
    const refused = await approve(approver, path, page, code);
    expect(refused.status).toBe(409);
    const shown = await refused.text();
    expect(shown).toContain("has changed since this page was loaded");
    expect((await approve(approver, path, shown, code)).status).toBe(303);
    expect(await gates()).toEqual([
      { run_id: "101", state: "waiting" },
      { run_id: "102", state: "approved" },
    ]);
  });

  test("says nothing of runs where no protection rule is connected", async () => {
    await world.context.db.updateTable("repository_connections").set({ sealed_hook_secret: null }).execute();
    const page = await world.textFor("approver", await ask());
    expect(page).not.toContain("on GitHub");
  });
});

test("a version that is live can be requested again while a run on GitHub waits for it", async () => {
  await serve(world, await addPreview(world, { environment: "production", source_deployment_id: source }));
  const owner = await world.signIn("owner");
  expect(await owner.text(`/app/deployments/${source}/publish`)).toContain("already live");
  await addRun("101", "refs/heads/main");
  expect(await owner.text(`/app/deployments/${source}/publish`)).toContain("Request release…");
});
