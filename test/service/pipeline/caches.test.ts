import { existsSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cacheOf, forgetCaches, openCache } from "../../../packages/service/pipeline/caches.ts";

const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "greenroom-caches-"));
const main = { siteId: "a", branch: "main", commitSha: "1" };

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("cacheOf", () => {
  test("gives builds of one branch the same folder, whatever their commit", () => {
    expect(cacheOf(folder, { ...main, commitSha: "2" })).toBe(cacheOf(folder, main));
  });

  test("gives another branch and another site other folders", () => {
    const folders = [main, { ...main, branch: "next" }, { ...main, siteId: "b" }].map((owner) =>
      cacheOf(folder, owner),
    );
    expect(new Set(folders).size).toBe(3);
  });

  test("takes a branch that is named like a commit for a branch", () => {
    expect(cacheOf(folder, { ...main, branch: null })).not.toBe(cacheOf(folder, { ...main, branch: "1" }));
  });
});

describe("forgetCaches", () => {
  test("removes what no build used for two weeks, and nothing else", async () => {
    const [used, unused] = [cacheOf(folder, main), cacheOf(folder, { ...main, branch: "old" })];
    for (const cache of [used, unused]) await openCache(cache);
    const now = Date.now();
    utimesSync(unused, new Date(now), new Date(now - 15 * DAY_MS));
    await forgetCaches(folder, now);
    expect([existsSync(used), existsSync(unused)]).toEqual([true, false]);
  });

  test("leaves alone what is used again", async () => {
    const cache = cacheOf(folder, main);
    await openCache(cache);
    utimesSync(cache, new Date(0), new Date(0));
    await openCache(cache);
    await forgetCaches(folder, Date.now());
    expect(existsSync(cache)).toBe(true);
  });

  test("has nothing to do where nothing was ever built", async () => {
    await expect(forgetCaches(join(folder, "nowhere"), Date.now())).resolves.toBeUndefined();
  });
});
