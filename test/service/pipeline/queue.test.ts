import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Clock, systemClock } from "../../../packages/contract/clock.ts";
import { newDeploymentId } from "../../../packages/service/domain/ids.ts";
import { createBuilds } from "../../../packages/service/pipeline/queue.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import {
  cancelSuperseded,
  chooseNext,
  claimNext,
  listUndecided,
  MAX_ATTEMPTS,
  recoverOne,
} from "../../../packages/service/store/deployments/queue.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { plansOf } from "../query-plans.ts";
import { insert } from "../rows.ts";
import { openBuildFixture, type BuildFixture, type Files, type FixtureOptions, running } from "./build-fixture.ts";

const fixtures: BuildFixture[] = [];

async function open(options?: FixtureOptions): Promise<BuildFixture> {
  const fixture = await openBuildFixture(options);
  fixtures.push(fixture);
  return fixture;
}

afterEach(async () => {
  for (const fixture of fixtures.splice(0)) await fixture.close();
});

const SLOW = {
  "greenroom.json": JSON.stringify({ buildCommand: "echo begun; sleep 4321", output: "." }),
  "index.html": "slow",
};

type Waiting = Parameters<typeof chooseNext>[0][number];

describe("chooseNext", () => {
  const waiting = [
    { id: "a1", workspace_id: "a", site_id: "as", environment: "preview", created_at: "1" },
    { id: "a2", workspace_id: "a", site_id: "at", environment: "preview", created_at: "2" },
    { id: "b1", workspace_id: "b", site_id: "bs", environment: "preview", created_at: "3" },
    { id: "p1", workspace_id: "a", site_id: "as", environment: "production", created_at: "4" },
  ].map((row) => ({ ...row, upload: null, quick: row.id === "b1" ? 1 : 0 })) as readonly Waiting[];
  const previews = waiting.slice(0, 3);
  const capacity = { machine: "here", build: true, buildsRunning: 2, working: [] };

  test.each([
    ["promotions first", waiting, {}, capacity, "p1", null],
    ["promotions, also without a slot", waiting, {}, { ...capacity, build: false }, "p1", null],
    ["no build without a slot", previews, {}, { ...capacity, build: false }, undefined, undefined],
    ["the oldest", previews, {}, capacity, "a1", "slot"],
    ["the workspace with the fewest builds running", previews, { a: 1 }, capacity, "b1", "slot"],
    ["its site with the fewest", previews.slice(0, 2), { a: 1, as: 1 }, capacity, "a2", "slot"],
    ["no more of a workspace than it may", previews.slice(0, 2), { a: 2 }, capacity, undefined, undefined],
    ["what runs no commands without a slot", previews, {}, { ...capacity, build: false, quick: true }, "b1", "quick"],
    ["it, where its workspace may run no more", previews, { a: 2, b: 2 }, { ...capacity, quick: true }, "b1", "quick"],
    ["a slot before the quick lane", previews, {}, { ...capacity, quick: true }, "a1", "slot"],
  ] as const)("takes %s", (_, rows, slot, can, id, lane) => {
    const running = new Map<string, number>(Object.entries(slot));
    const choice = chooseNext(rows, { slot: running, quick: new Map() }, can);
    expect([choice?.next.id, choice?.lane]).toEqual([id, lane]);
  });
});

describe("a site that runs no commands", () => {
  test("is ready while every slot builds and others wait; one that runs commands after all waits for a slot", async () => {
    const fixture = await open({ concurrency: 1 });
    fixture.builds.start();
    const workspaceId = await fixture.workspace();
    const slow = await fixture.accept(await fixture.site(workspaceId, fixture.repository(SLOW).url));
    await fixture.until(slow, ({ status }) => status === "building");
    const site = async (files: Files) => {
      const id = await fixture.site(workspaceId, fixture.repository(files).url);
      await fixture.db.updateTable("sites").set({ framework: "static-html" }).where("id", "=", id).execute();
      return id;
    };
    const plain = await site({ "index.html": "plain" });
    const changed = await site({ ...SLOW, "index.html": "changed" });
    const waiting = await fixture.accept(
      await fixture.site(workspaceId, fixture.repository({ "index.html": "x" }).url),
    );
    const [ready, turned] = [await fixture.accept(plain), await fixture.accept(changed)];
    expect(await fixture.ended(ready)).toMatchObject({ status: "ready", lane: "quick" });
    await vi.waitFor(async () => expect(await fixture.row(turned)).toMatchObject({ lane: "slot" }), {
      timeout: 60_000,
    });
    expect(await fixture.logLines(turned)).toContain("system: This build runs commands and waits for a build slot");
    expect(await fixture.row(waiting)).toMatchObject({ status: "queued" });
    expect(await fixture.row(slow)).toMatchObject({ status: "building", lane: "slot" });
  });
});

describe("a query of the queue", () => {
  test("compares queued deployments with each other only on sites whose manifest asks for it", async () => {
    const fixture = await open();
    const sent: string[] = [];
    const db = fixture.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === "SelectQueryNode") sent.push(fixture.db.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const siteId = await fixture.siteOf();
    for (const created_at of ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"]) {
      await fixture.accept(siteId, { branch: "main", created_at });
    }
    const comparisons = (): number => sent.filter((text) => text.includes('"newer"')).length;
    expect(await listUndecided(db)).toEqual([]);
    expect(await cancelSuperseded(db)).toEqual([]);
    expect(comparisons()).toBe(0);
    const manifest = '{"cancelSuperseded":true}';
    await fixture.db.updateTable("sites").set({ manifest }).where("id", "=", siteId).execute();
    expect(await listUndecided(db)).toHaveLength(1);
    expect(comparisons()).toBe(1);
    const pairsWith = async (site: { manifest: string | null; built_commits: "newest" | null }): Promise<number> => {
      await fixture.db.updateTable("sites").set(site).where("id", "=", siteId).execute();
      return (await listUndecided(db)).length;
    };
    expect(await pairsWith({ manifest: null, built_commits: "newest" })).toBe(1);
    expect(await pairsWith({ manifest: '{"cancelSuperseded":false}', built_commits: "newest" })).toBe(0);
  });

  test.each([
    ["the waiting builds of a workspace that has no more of them running", 150, { buildsRunning: 1, build: true }],
    ["more builds than a claim looks at, where no slot is free", 1_000, { buildsRunning: 2, build: false }],
  ])("finds a release behind %s", async (_what, count, can) => {
    const fixture = await open();
    const siteId = await fixture.siteOf();
    const first = await fixture.row(await fixture.accept(siteId));
    const copy = () => ({ ...first, id: newDeploymentId() });
    const created_at = "2099-01-01T00:00:00.000Z";
    const release = { ...copy(), environment: "production" as const, created_at };
    const rows = [{ ...copy(), status: "building" as const }, release, ...Array.from({ length: count }, copy)];
    for (let n = 0; n < rows.length; n += 100) {
      await insert(fixture.db, "deployments", rows.slice(n, n + 100));
    }
    const at = new Date().toISOString();
    const capacity = { machine: "here", working: [], ...can };
    expect((await claimNext(fixture.db, { owner: "o", at, expiresAt: at }, capacity))?.id).toBe(release.id);
  });

  test("finds a replaced preview behind a hundred sites whose previews replace nothing", async () => {
    const fixture = await open();
    const workspaceId = await fixture.workspace();
    const siteIds: string[] = [];
    for (let n = 0; n <= 100; n += 1) siteIds.push(await fixture.site(workspaceId, "file:///nowhere"));
    await fixture.db.updateTable("sites").set({ manifest: '{"cancelSuperseded":true}' }).execute();
    const replaced: string[] = [];
    for (const siteId of siteIds) {
      replaced.push(await fixture.accept(siteId, { branch: "main", created_at: "2026-01-01T00:00:00.000Z" }));
    }
    const newer = { branch: "main", branch_verified: 1 as const, created_at: "2026-01-01T00:00:01.000Z" };
    await fixture.accept(siteIds.at(-1) ?? "", newer);
    expect(await cancelSuperseded(fixture.db)).toEqual([replaced.at(-1)]);
  });

  test("cancels all that are replaced at once, in one transaction a workspace", async () => {
    const fixture = await open();
    const sites = [];
    for (let n = 0; n < 2; n += 1) sites.push(await fixture.siteOf());
    await fixture.db.updateTable("sites").set({ built_commits: "newest" }).execute();
    const ids = [];
    for (const siteId of sites) {
      for (let n = 0; n < 20; n += 1) {
        ids.push(await fixture.accept(siteId, { branch: "main", created_at: "2026-01-01T00:00:00.000Z" }));
      }
      await fixture.accept(siteId, { branch: "main", branch_verified: 1, created_at: "2026-01-01T00:00:01.000Z" });
    }
    let transactions = 0;
    const adapter = vi.spyOn(fixture.db, "transaction").mockImplementation(function (this: typeof fixture.db) {
      transactions += 1;
      return Object.getPrototypeOf(this).transaction.call(this);
    });
    expect((await cancelSuperseded(fixture.db)).toSorted()).toEqual(ids.toSorted());
    adapter.mockRestore();
    expect(transactions).toBe(2);
  });

  // A server chooses by how many rows there are.
  test.runIf(!ON_POSTGRES)("reads open deployments by an index, so that ended ones cost nothing", async () => {
    const fixture = await open();
    const siteId = await fixture.siteOf();
    await fixture.accept(siteId);
    const at = new Date().toISOString();
    const lease = { owner: "o", at, expiresAt: at };
    const capacity = { machine: "here", buildsRunning: 2, build: true, working: [] };
    const planned = await plansOf(fixture.db, async (db) => {
      expect(await claimNext(db, lease, capacity)).toBeDefined();
      expect(await recoverOne(db, lease, capacity)).toBeDefined();
      await cancelSuperseded(db);
    });
    const plans = planned.filter(({ sql }) => sql.includes("'building'")).map(({ plan }) => plan.join("; "));
    expect(plans).toHaveLength(5);
    for (const plan of plans) {
      expect(plan).toContain("INDEX deployments_open");
      expect(plan).not.toMatch(/SCAN deployments(?! USING INDEX deployments_open)/);
    }
  });
});

describe("the queue", () => {
  test("runs no more builds of a workspace than allowed, and those of others meanwhile", async () => {
    const limits = { ...DEFAULT_LIMITS, "builds-running": 2 };
    const fixture = await open({ concurrency: 4, settings: { limits } });
    const [first, second] = [await fixture.workspace(), await fixture.workspace()];
    const slow = fixture.repository(SLOW).url;
    const slowSite = await fixture.site(first, slow);
    const slowOnes = [];
    for (let n = 0; n < 4; n += 1) slowOnes.push(await fixture.accept(slowSite));
    const quick = await fixture.accept(await fixture.site(second, fixture.repository({ "index.html": "x" }).url));
    fixture.builds.start();
    expect((await fixture.ended(quick)).status).toBe("ready");
    const statuses = await Promise.all(slowOnes.map(async (id) => (await fixture.row(id)).status));
    expect(statuses.sort()).toEqual(["building", "building", "queued", "queued"]);
  });

  test("takes up what was given back within the limit of its workspace, which that does not count in", async () => {
    const fixture = await open();
    const siteId = await fixture.siteOf();
    const at = new Date().toISOString();
    const capacity = { machine: "here", buildsRunning: 1, build: true, working: [] };
    const lease = (owner: string) => ({ owner, at, expiresAt: "2099-01-01T00:00:00.000Z" });
    const givenBack = { status: "building", lane: "slot", lease_owner: null, lease_expires_at: at } as const;
    const [first, second] = [await fixture.accept(siteId, givenBack), await fixture.accept(siteId, givenBack)];
    const waiting = await fixture.accept(siteId);
    expect(await recoverOne(fixture.db, lease("one"), capacity)).toMatchObject({ kind: "taken", row: { id: first } });
    expect(await recoverOne(fixture.db, lease("two"), capacity)).toBeUndefined();
    expect(await claimNext(fixture.db, lease("two"), capacity)).toBeUndefined();
    const two = { ...capacity, buildsRunning: 2 };
    expect(await recoverOne(fixture.db, lease("two"), two)).toMatchObject({ kind: "taken", row: { id: second } });
    expect(await claimNext(fixture.db, lease("three"), { ...two, buildsRunning: 3 })).toMatchObject({ id: waiting });
  });

  test("claims a deployment once, with any number of workers", async () => {
    const fixture = await open();
    const others = [1, 2, 3].map(() => createBuilds(fixture.context, { pollMs: 20 }));
    for (const builds of [fixture.builds, ...others]) builds.start();
    try {
      for (let n = 0; n < 3; n += 1) {
        const { id, row } = await fixture.deploy({ "index.html": `${n}` });
        expect(row).toMatchObject({ status: "ready", attempt: 1 });
        expect((await fixture.statuses(id)).map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
      }
    } finally {
      await Promise.all(others.map((builds) => builds.stop()));
    }
  });

  test("for a build that waits only who has a free slot reads the table; for everything else everyone does", async () => {
    const fixture = await open();
    const pollMs = 3_600_000;
    const looksOf = (concurrency: number) => {
      const looks = { ended: 0 };
      const clock: Clock = {
        ...systemClock,
        sleep: async (ms, signal) => {
          if (ms === pollMs) looks.ended += 1;
          return systemClock.sleep(ms, signal);
        },
      };
      return { looks, builds: createBuilds({ ...fixture.context, clock }, { pollMs, concurrency }) };
    };
    const [front, builder] = [looksOf(0), looksOf(1)];
    try {
      for (const { builds } of [front, builder]) builds.start();
      await expect.poll(() => [front.looks.ended, builder.looks.ended]).toEqual([1, 1]);
      for (const { builds } of [front, builder]) builds.wake("build");
      await expect.poll(() => builder.looks.ended).toBe(2);
      expect(front.looks.ended).toBe(1);
      front.builds.wake();
      await expect.poll(() => front.looks.ended).toBe(2);
    } finally {
      await Promise.all([front, builder].map(({ builds }) => builds.stop()));
    }
  });
});

test("a canceled build ends with its whole process tree", async () => {
  const fixture = await open();
  fixture.builds.start();
  const { id } = await fixture.begin(SLOW);
  await fixture.logged(id, "build: begun");
  await fixture.cancel(id);
  await fixture.builds.stop();
  expect(await fixture.row(id)).toMatchObject({ status: "canceled", error_code: "canceled_by_user" });
  expect(readdirSync(join(fixture.context.settings.dataDirectory, "builds"))).toEqual([]);
  expect(running("sleep 4321")).toBe(0);
});

describe("a worker that lost its build to another one", () => {
  const taken = { lease_owner: "another", lease_expires_at: "2999-01-01T00:00:00.000Z", attempt: 2 };

  async function takeOver(fixture: BuildFixture, command: string): Promise<string> {
    fixture.builds.start();
    const { id } = await fixture.begin({
      "greenroom.json": JSON.stringify({ buildCommand: command, output: "." }),
      "index.html": "x",
    });
    await vi.waitFor(() => expect(existsSync(join(fixture.folder, "begun"))).toBe(true), 60_000);
    await fixture.db.updateTable("deployments").set(taken).where("id", "=", id).execute();
    return id;
  }

  test("notices at the next heartbeat and stops", async () => {
    const fixture = await open({ leaseMs: 1_200 });
    const id = await takeOver(fixture, `touch ${fixture.folder}/begun; sleep 4327`);
    await vi.waitFor(() => expect(running("sleep 4327")).toBe(0), 60_000);
    expect(await fixture.row(id)).toMatchObject({ status: "building", ...taken });
  });

  test("publishes nothing when the build ends before that", async () => {
    const fixture = await open({ leaseMs: 60_000 });
    const wait = `until [ -e ${fixture.folder}/go ]; do sleep 0.05; done`;
    const id = await takeOver(fixture, `touch ${fixture.folder}/begun; ${wait}`);
    const folders = join(fixture.context.settings.dataDirectory, "builds");
    expect(readdirSync(folders)).toHaveLength(1);
    writeFileSync(join(fixture.folder, "go"), "");
    await vi.waitFor(() => expect(readdirSync(folders)).toEqual([]), 60_000);
    expect(await fixture.row(id)).toMatchObject({ status: "building", preview_label: null, ...taken });
  });
});

describe("a stopped service", () => {
  test("leaves no process, and the next start finishes the build without counting an attempt", async () => {
    const fixture = await open();
    fixture.builds.start();
    const once = join(fixture.folder, "once");
    const { id } = await fixture.begin({
      "greenroom.json": JSON.stringify({
        buildCommand: `test -e ${once} || { touch ${once}; echo begun; sleep 4322; }`,
        output: ".",
      }),
      "index.html": "done",
    });
    await fixture.until(id, () => existsSync(once));
    await fixture.builds.stop();
    expect(await fixture.row(id)).toMatchObject({ status: "building", attempt: 0 });
    const next = createBuilds(fixture.context, { environment: process.env });
    next.start();
    try {
      expect(await fixture.ended(id)).toMatchObject({ status: "ready", attempt: 1 });
    } finally {
      await next.stop();
    }
  });
});

describe("a fault of the service", () => {
  test("costs a build no attempt, and it ends when the fault is gone", async () => {
    const fixture = await open();
    const objects = join(fixture.context.settings.dataDirectory, "objects");
    writeFileSync(objects, "in the way of the folder");
    fixture.builds.start();
    const { id } = await fixture.begin({ "index.html": "x" });
    await vi.waitFor(
      async () => expect(await fixture.row(id)).toMatchObject({ status: "building", attempt: 0, lease_owner: null }),
      { timeout: 60_000 },
    );
    rmSync(objects);
    expect(await fixture.ended(id)).toMatchObject({ status: "ready", attempt: 1 });
    expect((await fixture.statuses(id)).map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
  });
});

test("a build whose worker is lost as often as it may lose one fails", async () => {
  const fixture = await open();
  const siteId = await fixture.siteOf();
  const lost = { status: "building", lease_owner: "lost", lease_expires_at: "2026-01-01T00:00:00.000Z" } as const;
  const id = await fixture.accept(siteId, { ...lost, lane: "slot", attempt: MAX_ATTEMPTS });
  fixture.builds.start();
  expect(await fixture.ended(id)).toMatchObject({ status: "failed", error_code: "worker_lost" });
});

describe("a worker killed with SIGKILL", () => {
  const children: ChildProcess[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  function startWorker(folder: string): ChildProcess {
    const module = JSON.stringify(new URL("build-fixture.ts", import.meta.url).href);
    const options = JSON.stringify({ data: folder, leaseMs: 600, pollMs: 50 });
    const program = `import { openBuildFixture } from ${module}; (await openBuildFixture(${options})).builds.start();`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
    children.push(child);
    return child;
  }

  /** Runs `command` slowly the first time, quickly the second. */
  const slowOnce = (mark: string) => `test -e ${mark} || { touch ${mark}; echo begun; sleep 4323; }`;

  test.each([
    ["build", { buildCommand: "SLOW" }, /^build: begun$/],
    ["publish", { buildCommand: "for n in $(seq 500); do echo $n > $n.txt; done" }, /^build: build took/],
  ])("in the %s step leaves nothing behind, and the next worker finishes", async (_step, manifest, until) => {
    const folder = folderOfTest("killed");
    const fixture = await open({ data: folder });
    const commands = JSON.stringify({ output: ".", ...manifest }).replace("SLOW", slowOnce(join(folder, "mark")));
    const { id } = await fixture.begin({ "index.html": "x", "greenroom.json": commands });
    const worker = startWorker(folder);
    const isThere = async (): Promise<boolean> => (await fixture.logLines(id)).some((line) => until.test(line));
    await expect.poll(isThere).toBe(true);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    fixture.builds.start();
    const row = await fixture.ended(id);
    expect(row).toMatchObject({ status: "ready", attempt: 2 });
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("x");
    expect((await fixture.statuses(id)).map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
    await fixture.builds.stop();
    expect(readdirSync(join(folder, "data", "builds"))).toEqual([]);
    expect(running("sleep 4323")).toBe(0);
  });
});

test("a stop waits for the probe of the sandbox", async () => {
  const folder = folderOfTest("probe");
  const at = (name: string): string => join(folder, name);
  const probe = `[ "$1" = --help ] || { : > ${at("begun")}; until [ -e ${at("go")} ]; do :; done; : > ${at("ended")}; exit 1; }`;
  writeFileSync(at("bwrap"), `#!/bin/sh\n${probe}\n`, { mode: 0o700 });
  const fixture = await open({
    settings: { unsafeNoSandbox: false },
    environment: { PATH: `${folder}:/usr/bin:/bin` },
  });
  fixture.builds.start();
  await expect.poll(() => existsSync(at("begun"))).toBe(true);
  const stopped = fixture.builds.stop();
  writeFileSync(at("go"), "");
  await stopped;
  expect(existsSync(at("ended"))).toBe(true);
});
