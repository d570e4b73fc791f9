import { describe, expect } from "vitest";
import { instant } from "../../../packages/contract/clock.ts";
import { readCommitChecks } from "../../../packages/service/domain/commit-checks.ts";
import { readChecks } from "../../../packages/service/notify/github.ts";
import { Undelivered } from "../../../packages/service/notify/outcome.ts";
import { findCommitChecks, wantCommitChecks } from "../../../packages/service/store/deployments/commit-checks.ts";
import type { Fault } from "../../../packages/testkit/github.ts";
import { connectApp, githubOf } from "./app-github.ts";
import { APP, COMMIT, openScenario, startGithub, test as base } from "./scenario.ts";

/** A site that is connected as the App to the stand-in of GitHub. */
async function openConnected({ connect = true } = {}) {
  const scenario = await openScenario();
  const { context, siteId } = scenario;
  const app = await githubOf(scenario);
  const github = await startGithub();
  app.state.reads = github;
  app.state.permissions = { checks: "write", statuses: "read", metadata: "read" };
  const notifier = scenario.notifier();
  if (connect) await connectApp(scenario, app);
  const commit = { siteId, commitSha: COMMIT };
  return {
    ...scenario,
    app,
    github,
    readChecks: () => notifier.readChecks(),
    addRun: (name: string, status: string, conclusion?: string) =>
      github.state.checkRuns.push({
        id: github.state.nextId(),
        headSha: COMMIT,
        creator: APP,
        createdAt: context.at(),
        fields: { name, status, ...(conclusion !== undefined && { conclusion }) },
      }),
    addStatus: (name: string, state: string, targetUrl: string | null = null) =>
      github.state.statuses.push({
        id: github.state.nextId(),
        sha: COMMIT,
        state,
        context: name,
        description: null,
        targetUrl,
        creator: APP,
        createdAt: context.at(),
      }),
    /** As a screen does that is opened now. */
    want: () =>
      wantCommitChecks(context.db, { ...commit, at: context.at(), askedBefore: instant(context.clock, -60_000) }),
    async known() {
      const found = await findCommitChecks(context.db, commit);
      return found && readCommitChecks(found.row?.checks);
    },
    /** Requests for what GitHub says of the commit. */
    reads: () => github.requests.filter(({ path }) => path.includes(`/commits/${COMMIT}/`)).length,
    async [Symbol.asyncDispose]() {
      await scenario[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

const test = base.extend<{ readonly connected: Awaited<ReturnType<typeof openConnected>> }>({
  connected: async ({ onDisk: _onDisk }, use) => {
    await using connected = await openConnected();
    await use(connected);
  },
});

const OF_RUNS = /\/check-runs/;
const OF_STATUSES = /\/status$/;

describe("the checks of a commit", () => {
  test("are read as the App, with no more than the permission to read them, failed ones first", async ({
    connected: scenario,
  }) => {
    scenario.addRun("lint", "completed", "success");
    scenario.addRun("docs", "completed", "skipped");
    scenario.addRun("build", "in_progress");
    scenario.addRun("test", "completed", "timed_out");
    scenario.addStatus("legal", "pending", "https://legal.example/1");
    scenario.addStatus("legal", "success", "https://legal.example/2");
    scenario.addStatus("other", "error", "javascript:alert(1)");
    await scenario.want();
    expect(await scenario.readChecks()).toBe(1);
    const known = await scenario.known();
    expect(known?.checks.map(({ name, state }) => [name, state])).toEqual([
      ["test", "failed"],
      ["other", "failed"],
      ["build", "running"],
      ["lint", "passed"],
      ["legal", "passed"],
      ["docs", "skipped"],
    ]);
    expect(known?.checks.map(({ url }) => url)).toEqual([
      expect.stringMatching(/^https:/),
      undefined,
      expect.stringMatching(/^https:/),
      expect.stringMatching(/^https:/),
      "https://legal.example/2",
      expect.stringMatching(/^https:/),
    ]);
    expect(known).toMatchObject({ repository: "lantern-theatre/website", more: 0, unread: [] });
    expect(scenario.app.issued[0]?.body).toMatchObject({ permissions: { checks: "read", statuses: "read" } });
    expect(scenario.github.violations).toEqual([]);
  });

  test("are asked for once, however many screens want them, and again after a while", async ({
    connected: scenario,
  }) => {
    for (let screens = 0; screens < 5; screens += 1) await scenario.want();
    expect(await scenario.readChecks()).toBe(1);
    await scenario.want();
    expect(await scenario.readChecks()).toBe(0);
    scenario.context.turn(61_000);
    await scenario.want();
    expect(await scenario.readChecks()).toBe(1);
    expect(scenario.reads()).toBe(4);
  });

  test("stay as they were when GitHub fails, and say what could not be read", async ({ connected: scenario }) => {
    scenario.addRun("lint", "completed", "failure");
    await scenario.want();
    await scenario.readChecks();
    const before = await scenario.known();
    const fail = (...faults: Fault[]) => scenario.github.faults.push(...faults);
    const again = async () => {
      scenario.context.turn(61_000);
      await scenario.want();
      expect(await scenario.readChecks()).toBe(1);
      return scenario.known();
    };
    fail({ match: { path: OF_RUNS }, response: { status: 500 } }, { match: { path: OF_STATUSES }, reset: true });
    expect(await again()).toEqual(before);
    fail({ match: { path: OF_RUNS }, response: { status: 200, body: { check_runs: "none" } } });
    fail({ match: { path: OF_STATUSES }, response: { status: 200, body: "<html>" } });
    expect(await again()).toEqual(before);
    fail({ match: { path: OF_RUNS }, response: { status: 403, body: { message: "no" } } });
    expect(await again()).toMatchObject({ unread: ["check runs"] });
    fail({ match: { path: OF_STATUSES }, response: { status: 403, body: { message: "no" } } });
    expect(await again()).toEqual({ ...before, unread: ["commit statuses"] });
    scenario.app.state.installed = false;
    scenario.app.state.withdrawn.add(scenario.app.issued[0]?.token ?? "");
    expect(await again()).toMatchObject({ unread: ["commit statuses"] });
  });

  test("of a GitHub that never responds do not keep the service from ending", async ({ connected: scenario }) => {
    scenario.github.faults.push({ match: { path: OF_RUNS }, hang: true }, { match: { path: OF_STATUSES }, hang: true });
    await scenario.want();
    const notifier = scenario.notifier({ graceMs: 1 });
    const reading = notifier.readChecks();
    await expect.poll(() => scenario.reads()).toBe(2);
    await notifier.stop();
    expect(await reading).toBe(1);
    expect(await scenario.known()).toBeUndefined();
  });

  test("are no one's when the site is connected with a token, or not at all", async () => {
    await using scenario = await openConnected({ connect: false });
    await scenario.want();
    expect(await scenario.readChecks()).toBe(0);
    await scenario.connect(scenario.github);
    scenario.context.turn(61_000);
    await scenario.want();
    expect(await scenario.readChecks()).toBe(0);
    expect(await findCommitChecks(scenario.context.db, { siteId: scenario.siteId, commitSha: COMMIT })).toBeUndefined();
    expect(scenario.reads()).toBe(0);
  });

  test("are cut to a hundred, with names and links of a bounded length", async ({ connected: scenario }) => {
    for (let n = 0; n < 90; n += 1) scenario.addRun(`run ${n}`, "completed", "success");
    for (let n = 0; n < 90; n += 1)
      scenario.addStatus(`${n} ${"x".repeat(900)}`, "success", `https://a.example/${"y".repeat(2_000)}`);
    await scenario.want();
    await scenario.readChecks();
    const known = await scenario.known();
    expect(known).toMatchObject({ more: 80 });
    expect(known?.checks).toHaveLength(100);
    for (const { name, url } of known?.checks ?? []) expect(name.length + (url ?? "").length).toBeLessThan(1_300);
  });
});

base("a fault of our own while checks are read is not taken for trouble of GitHub", async () => {
  const ends = [new Undelivered({ kind: "retry", httpStatus: 503, note: "GitHub is away." }), new RangeError("ours")];
  const credential = { hints: {}, token: () => Promise.reject(ends.shift()) };
  const { signal } = new AbortController();
  const repository = { apiUrl: "https://api.github.example", owner: "o", name: "n", credential, signal, nowMs: 0 };
  await expect(readChecks(repository, COMMIT)).rejects.toBeInstanceOf(RangeError);
});
