import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cacheFolder, deleteUnusedCaches, openCache } from "../../../packages/service/pipeline/build-folders.ts";

const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "greenroom-caches-"));
const main = { siteId: "a", branch: "main", commitSha: "1" };

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("cacheFolder", () => {
  test("gives builds of one branch the same folder, for any commit", () => {
    expect(cacheFolder(folder, { ...main, commitSha: "2" })).toBe(cacheFolder(folder, main));
  });

  test("gives another branch and another site other folders", () => {
    const folders = [main, { ...main, branch: "next" }, { ...main, siteId: "b" }].map((owner) =>
      cacheFolder(folder, owner),
    );
    expect(new Set(folders).size).toBe(3);
  });

  test("does not confuse a branch with a commit of the same name", () => {
    expect(cacheFolder(folder, { ...main, branch: null })).not.toBe(cacheFolder(folder, { ...main, branch: "1" }));
  });
});

describe("deleteUnusedCaches", () => {
  test("deletes caches that no build used for two weeks, and nothing else", async () => {
    const [used, unused] = [cacheFolder(folder, main), cacheFolder(folder, { ...main, branch: "old" })];
    for (const cache of [used, unused]) await openCache(cache);
    const now = Date.now();
    utimesSync(unused, new Date(now), new Date(now - 15 * DAY_MS));
    await deleteUnusedCaches(folder, now);
    expect([existsSync(used), existsSync(unused)]).toEqual([true, false]);
  });

  test("keeps a cache that is used again", async () => {
    const cache = cacheFolder(folder, main);
    await openCache(cache);
    utimesSync(cache, new Date(0), new Date(0));
    await openCache(cache);
    await deleteUnusedCaches(folder, Date.now());
    expect(existsSync(cache)).toBe(true);
  });

  test("does nothing where nothing was ever built", async () => {
    await expect(deleteUnusedCaches(join(folder, "nowhere"), Date.now())).resolves.toBeUndefined();
  });
});
