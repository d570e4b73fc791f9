import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { BUILD_LIMITS } from "../../../packages/service/domain/build-limits.ts";
import {
  buildFolder,
  cacheFolder,
  clearEnded,
  createCaches,
  endedOf,
  keptFolder,
  openCache,
} from "../../../packages/service/pipeline/build-folders.ts";
import { removeTree } from "../../../packages/service/pipeline/output/remove-tree.ts";
import { type Disk, openDisk } from "../../../packages/service/pipeline/sandbox/disk-thread.ts";
import { type BuildFixture, openBuildFixture } from "./build-fixture.ts";

const MEBIBYTE = 1024 ** 2;
const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "greenroom-caches-"));
const main = { siteId: "a", branch: "main", commitSha: "1" };

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the folder of a cache", () => {
  type Scope = Parameters<typeof cacheFolder>[1];
  const unnamed: Scope = { ...main, branch: null };

  test.each<[what: string, one: Scope, other: Scope, isSame: boolean]>([
    ["the same for any commit of a branch", main, { ...main, commitSha: "2" }, true],
    ["another for another branch", main, { ...main, branch: "next" }, false],
    ["another for another site", main, { ...main, siteId: "b" }, false],
    ["another for a commit and a branch that is called as it", unnamed, { ...main, branch: "1" }, false],
  ])("is %s, and never one that kept dependencies lie in", (_, one, other, isSame) => {
    expect(cacheFolder(folder, one) === cacheFolder(folder, other)).toBe(isSame);
    expect(keptFolder(folder, one)).toBe(cacheFolder(folder, one).replace("/caches/", "/kept/"));
  });
});

describe("the caches of a site", () => {
  const opened: { readonly close: () => Promise<void> }[] = [];
  afterAll(async () => {
    for (const each of opened) await each.close();
  });

  async function openCaches(
    cacheBytes = BUILD_LIMITS.cacheBytes,
    entries = BUILD_LIMITS.entries,
    allCacheBytes = BUILD_LIMITS.allCacheBytes,
  ) {
    const fixture = await openBuildFixture();
    const disk = openDisk();
    opened.push(fixture, disk);
    const data = fixture.context.settings.dataDirectory;
    const caches = createCaches({
      service: fixture.context,
      disk,
      limits: { ...BUILD_LIMITS, cacheBytes, entries, allCacheBytes },
    });
    const cacheOf = (branch: string, siteId = main.siteId): string => cacheFolder(data, { ...main, siteId, branch });
    return { caches, cacheOf };
  }

  async function fill(cache: string, bytes: number, usedAt = Date.now()): Promise<void> {
    await openCache(cache);
    writeFileSync(join(cache, "package.tgz"), Buffer.alloc(bytes, 1));
    utimesSync(cache, new Date(usedAt), new Date(usedAt));
  }

  test.each([
    ["are kept when a build used them lately", 0, true],
    ["are deleted when no build used them for two weeks", -15 * DAY_MS, false],
    ["that a build gave a time in the future are the oldest", DAY_MS, false],
  ])("%s", async (_, usedMs, isKept) => {
    const { caches, cacheOf } = await openCaches();
    await fill(cacheOf("main"), 1, Date.now() + usedMs);
    await caches.deleteUnused();
    expect(existsSync(cacheOf("main"))).toBe(isKept);
    await fill(cacheOf("main"), 1, Date.now() + usedMs);
    await openCache(cacheOf("main"));
    await caches.deleteUnused();
    expect(existsSync(cacheOf("main")), "when they are used again").toBe(true);
  });

  test("take no more than their limit together: those used longest ago go first", async () => {
    const { caches, cacheOf } = await openCaches(3 * MEBIBYTE);
    await fill(cacheOf("older"), 2 * MEBIBYTE, Date.now() - 2 * DAY_MS);
    await fill(cacheOf("newer"), 2 * MEBIBYTE, Date.now() - DAY_MS);
    await caches.trim(main.siteId);
    expect([existsSync(cacheOf("older")), existsSync(cacheOf("newer"))]).toEqual([false, true]);
    await fill(cacheOf("newer"), 4 * MEBIBYTE);
    caches.hold(cacheOf("newer"))[Symbol.dispose]();
    await caches.trim(main.siteId);
    expect(existsSync(cacheOf("newer"))).toBe(false);
  });

  test("of all sites take no more than the limit of the machine: those used longest ago go first", async () => {
    const { caches, cacheOf } = await openCaches(3 * MEBIBYTE, 1_000, 4 * MEBIBYTE);
    await fill(cacheOf("main", "a"), 2 * MEBIBYTE, Date.now() - 3 * DAY_MS);
    await fill(cacheOf("main", "b"), 2 * MEBIBYTE, Date.now() - 2 * DAY_MS);
    await fill(cacheOf("main", "c"), MEBIBYTE, Date.now() - DAY_MS);
    // One that cannot be counted takes no other with it.
    await fill(cacheOf("huge", "d"), 5 * MEBIBYTE);
    await caches.deleteUnused();
    const kept = [cacheOf("main", "a"), cacheOf("main", "b"), cacheOf("main", "c"), cacheOf("huge", "d")].map(
      (folder) => existsSync(folder),
    );
    expect(kept).toEqual([false, true, true, false]);
  });

  test("are counted together with kept dependencies, which go like them", async () => {
    const { caches, cacheOf } = await openCaches(3 * MEBIBYTE);
    const [cache, kept] = [cacheOf("main"), cacheOf("main").replace("/caches/", "/kept/")];
    await fill(cache, 2 * MEBIBYTE, Date.now() - DAY_MS);
    await fill(kept, 2 * MEBIBYTE);
    await caches.trim(main.siteId);
    expect([existsSync(cache), existsSync(kept)]).toEqual([false, true]);
    await fill(kept, 1, Date.now() - 15 * DAY_MS);
    await caches.deleteUnused();
    expect(existsSync(kept)).toBe(false);
    // One that is too large alone costs only itself.
    await fill(cache, MEBIBYTE, Date.now() - DAY_MS);
    caches.hold(kept)[Symbol.dispose]();
    await fill(kept, 4 * MEBIBYTE);
    await caches.trim(main.siteId);
    expect([existsSync(cache), existsSync(kept)]).toEqual([true, false]);
  });

  test("hold for the next install step what npm checks by its digest, whatever else a reverted commit left", async () => {
    const { caches, cacheOf } = await openCaches();
    const cache = cacheOf("main");
    const write = (path: string): void => {
      mkdirSync(join(cache, path, ".."), { recursive: true });
      writeFileSync(join(cache, path), "left");
    };
    const checked = "npm/_cacache/content-v2/sha512/ab/file";
    for (const path of [checked, "npm/_cacache/index-v5/entry", "npm/_npx/program", "pnpm/store", "x"]) write(path);
    await using taken = caches.take(cache);
    await taken.clean();
    const left = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left.map(({ parentPath, name }) => join(parentPath, name))).toEqual([join(cache, checked)]);
    // A link in the place of a folder leads nowhere.
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(join(elsewhere, "content-v2"), { recursive: true });
    writeFileSync(join(elsewhere, "file"), "theirs");
    rmSync(join(cache, "npm/_cacache"), { recursive: true });
    symlinkSync(elsewhere, join(cache, "npm/_cacache"));
    await taken.clean();
    expect([readdirSync(join(cache, "npm")), readdirSync(elsewhere).sort()]).toEqual([[], ["content-v2", "file"]]);
  });

  test("are each with one build at a time: another gets an empty one, which is deleted after it", async () => {
    const { caches, cacheOf } = await openCaches();
    const cache = cacheOf("main");
    await openCache(cache);
    const first = caches.take(cache);
    let own = "";
    {
      await using second = caches.take(cache);
      own = second.folder;
      expect([first.folder, first.isShared, second.isShared, existsSync(own)]).toEqual([cache, true, false, false]);
      await openCache(own);
      await second.clean();
    }
    expect(existsSync(own)).toBe(false);
    await first[Symbol.asyncDispose]();
    expect(caches.take(cache).folder).toBe(cache);
  });

  test("are never deleted under a build that uses them", async () => {
    const { caches, cacheOf } = await openCaches(MEBIBYTE);
    await fill(cacheOf("main"), 2 * MEBIBYTE, 0);
    const held = caches.hold(cacheOf("main"));
    await caches.trim(main.siteId);
    await caches.deleteUnused();
    expect(existsSync(cacheOf("main"))).toBe(true);
    held[Symbol.dispose]();
    await caches.trim(main.siteId);
    expect(existsSync(cacheOf("main"))).toBe(false);
  });

  test("that hold too many files, or folders too deep to be counted, are deleted however small they are", async () => {
    const { caches, cacheOf } = await openCaches(64 * MEBIBYTE, 100);
    for (const branch of ["many", "main"]) await fill(cacheOf(branch), 1);
    for (let n = 0; n < 120; n += 1) writeFileSync(join(cacheOf("many"), `f${n}`), "");
    utimesSync(cacheOf("many"), new Date(0), new Date(0));
    await caches.trim(main.siteId);
    expect([existsSync(cacheOf("main")), existsSync(cacheOf("many"))]).toEqual([true, false]);
    const wide = await openCaches();
    await fill(wide.cacheOf("deep"), 1);
    mkdirSync(join(wide.cacheOf("deep"), "d/".repeat(300)), { recursive: true });
    await wide.caches.trim(main.siteId);
    expect(existsSync(wide.cacheOf("deep"))).toBe(false);
  });

  test("need not exist", async () => {
    const { caches } = await openCaches();
    await expect(caches.trim("nowhere")).resolves.toBeUndefined();
    await expect(caches.deleteUnused()).resolves.toBeUndefined();
  });
});

describe("what builds left behind", () => {
  const plainDisk: Pick<Disk, "remove"> = { remove: async (path) => removeTree(path) };

  /** A process that begins after the folders of the test were made. */
  function later({ context }: BuildFixture, disk = plainDisk) {
    const ended = (names: readonly string[]) => endedOf(context.db, names);
    return { service: context, disk, ended, beforeMs: Date.now() + DAY_MS };
  }

  test("is cleared when they have ended, past one that cannot be removed", async () => {
    await using fixture = await openBuildFixture();
    const builds = join(fixture.context.settings.dataDirectory, "builds");
    const stuck: string[] = [];
    const disk: Pick<Disk, "remove"> = {
      async remove(path) {
        if (!path.endsWith("-1")) return removeTree(path);
        stuck.push(path);
        return { entries: 1, reason: "EPERM" };
      },
    };
    for (const name of ["dep_a-1", "dep_b-2", "dep_c-3"]) mkdirSync(join(builds, name), { recursive: true });
    await clearEnded(later(fixture, disk));
    expect(stuck).toEqual([join(builds, "dep_a-1")]);
    expect(readdirSync(builds)).toEqual(["dep_a-1"]);
  });

  test("of a build that still runs stays", async () => {
    await using fixture = await openBuildFixture();
    const site = await fixture.siteOf();
    const id = await fixture.accept(site);
    const folder = buildFolder(fixture.context.settings.dataDirectory, id, 1);
    mkdirSync(folder, { recursive: true });
    await clearEnded(later(fixture));
    expect(existsSync(folder)).toBe(true);
  });

  test("by another process since this one began stays, also one that begins while the rows are read", async () => {
    await using fixture = await openBuildFixture();
    const builds = join(fixture.context.settings.dataDirectory, "builds");
    mkdirSync(join(builds, "dep_a-1"), { recursive: true });
    await clearEnded({ ...later(fixture), beforeMs: Date.now() - DAY_MS });
    expect(readdirSync(builds)).toEqual(["dep_a-1"]);
    await clearEnded({
      ...later(fixture),
      ended: async (names) => {
        mkdirSync(join(builds, "dep_b-1"));
        return [...names, "dep_b"];
      },
    });
    expect(readdirSync(builds)).toEqual(["dep_b-1"]);
  });
});
