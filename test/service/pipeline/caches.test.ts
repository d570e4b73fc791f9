import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { cachesOf, forgetCaches, openCaches } from "../../../src/service/pipeline/caches.ts";

const DAY_MS = 24 * 60 * 60_000;
const folder = mkdtempSync(join(tmpdir(), "greenroom-caches-"));
const main = { siteId: "a", branch: "main", commitSha: "1" };

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("cachesOf", () => {
  test("gives branches of a site the same tarballs and nothing else", () => {
    const [own, other] = [cachesOf(folder, main), cachesOf(folder, { ...main, branch: "next" })];
    expect(own.tarballs).toBe(other.tarballs);
    expect(own.branch).not.toBe(other.branch);
    expect(cachesOf(folder, { ...main, commitSha: "2" })).toEqual(own);
  });

  test("gives another site other folders", () => {
    const [own, other] = [cachesOf(folder, main), cachesOf(folder, { ...main, siteId: "b" })];
    expect(own.tarballs).not.toBe(other.tarballs);
    expect(own.branch).not.toBe(other.branch);
  });

  test("takes a branch that is named like a commit for a branch", () => {
    const branch = cachesOf(folder, { ...main, branch: "1" });
    expect(cachesOf(folder, { ...main, branch: null }).branch).not.toBe(branch.branch);
  });
});

describe("forgetCaches", () => {
  test("removes what no build used for two weeks, and nothing else", async () => {
    const [used, unused] = [cachesOf(folder, main), cachesOf(folder, { ...main, branch: "old" })];
    for (const caches of [used, unused]) await openCaches(caches);
    const now = Date.now();
    utimesSync(unused.branch, new Date(now), new Date(now - 15 * DAY_MS));
    await forgetCaches(folder, now);
    expect(
      readdirSync(join(folder, "caches", "a"))
        .map((name) => join(folder, "caches", "a", name))
        .sort(),
    ).toEqual([used.tarballs, used.branch].sort());
  });

  test("leaves alone what is used again", async () => {
    const caches = cachesOf(folder, main);
    await openCaches(caches);
    for (const path of [caches.tarballs, caches.branch]) utimesSync(path, new Date(0), new Date(0));
    await openCaches(caches);
    await forgetCaches(folder, Date.now());
    expect(readdirSync(join(folder, "caches", "a"))).toHaveLength(2);
  });

  test("has nothing to do where nothing was ever built", async () => {
    await expect(forgetCaches(join(folder, "nowhere"), Date.now())).resolves.toBeUndefined();
  });
});
