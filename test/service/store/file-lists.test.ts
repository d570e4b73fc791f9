import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { array, asyncProperty, assert, nat, record, string, uniqueArray } from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileListText } from "../../../packages/service/domain/file-list.ts";
import { createSites } from "../../../packages/service/hosting/site.ts";
import { compareFiles, filesOfSite, readFileList } from "../../../packages/service/store/files/file-lists.ts";
import { type ObjectStore, openObjects, StoreUnavailable } from "../../../packages/service/store/files/objects.ts";
import { folderOfTest } from "../../folders.ts";
import {
  addDeployment,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  storeFiles,
  type TestContext,
} from "../fixtures.ts";
import { update } from "../rows.ts";

let folder: string;
let context: TestContext;
let first: SeededWorkspace;
let other: SeededWorkspace;

beforeEach(async () => {
  folder = folderOfTest("lists");
  context = openTestContext({ dataDirectory: folder });
  ({ first, other } = await seedWorkspace(context));
});
afterEach(() => context.db.destroy());

const digestOf = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
const fileOf = (text: string) => ({ sha256: digestOf(text), size: text.length });
const holding = (text: string): Pick<ObjectStore, "read"> => ({ read: async () => Buffer.from(text) });

describe("a list of files", () => {
  test("is read as it was written, whatever its paths are", async () => {
    const file = record({ path: string({ unit: "binary" }), sha256: string().map(digestOf), size: nat() });
    await assert(
      asyncProperty(uniqueArray(file, { selector: ({ path }) => path }), array(nat()), async (files, numbers) => {
        const rules = JSON.stringify({ numbers });
        const sorted = files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
        expect(await readFileList(holding(fileListText({ files, rules })), "")).toEqual({ files: sorted, rules });
      }),
    );
  });

  test.each([
    ["of another version", "greenroom-file-list-2\n{}\n"],
    ["without its last line", `greenroom-file-list-1\n{}\n${"a".repeat(64)} 1 "a"`],
    ["with a size that is none", `greenroom-file-list-1\n{}\n${"a".repeat(64)} x "a"\n`],
    ["with a path that is none", `greenroom-file-list-1\n{}\n${"a".repeat(64)} 1 "a\\"\n`],
    ["with a number as path", `greenroom-file-list-1\n{}\n${"a".repeat(64)} 1 12\n`],
  ])("%s is not read", async (_, text) => {
    await expect(readFileList(holding(text), "")).rejects.toThrow();
  });

  test("that is gone is lost, and so is one whose stored bytes were changed", async () => {
    const objects = openObjects(folder);
    expect(await readFileList(objects, "a".repeat(64))).toBeUndefined();
    const text = (name: string) => fileListText({ files: [{ path: "index.html", ...fileOf(name) }], rules: "{}" });
    const { sha256: digest } = await objects.putBytes(Buffer.from(text("approved")));
    writeFileSync(join(folder, "objects", digest.slice(0, 2), digest), text("other"));
    expect(await readFileList(objects, digest)).toBeUndefined();
    const siteOf = createSites({ db: context.db, objects });
    await expect(siteOf(digest)).rejects.toThrow("is lost. Deploy the commit again.");
  });

  test("is compared with another by path, digest and rules", async () => {
    const files = { "a.html": "1", "b.html": "2", "c.html": "3", "d.html": "4" };
    const listOf = async (of: Readonly<Record<string, string>>, rules = {}) => {
      const list = await readFileList(context.objects, (await storeFiles(context, of, rules)).digest);
      if (!list) throw new Error("The list is lost.");
      return list;
    };
    const from = await listOf(files);
    const changed = { "a.html": "1", "b.html": "22", "e.html": "5", "f.html": "6" };
    expect(compareFiles(from, await listOf(changed, { spa: true }))).toEqual({
      added: 2,
      changed: 1,
      removed: 2,
      rulesDiffer: true,
      files: [
        { path: "b.html", size: 2, kind: "changed" },
        { path: "c.html", size: 1, kind: "removed" },
        { path: "d.html", size: 1, kind: "removed" },
        { path: "e.html", size: 1, kind: "added" },
        { path: "f.html", size: 1, kind: "added" },
      ],
    });
    expect(compareFiles(undefined, from)).toMatchObject({ added: 4, changed: 0, removed: 0, rulesDiffer: false });
  });
});

describe("the files that a site has", () => {
  const deploy = async (files: Readonly<Record<string, string>>, of = first): Promise<string> => {
    context.clock.advance(1_000);
    const { digest } = await storeFiles(context, files);
    const created_at = new Date(context.clock.now()).toISOString();
    return addDeployment(context, of, { status: "ready", file_list_digest: digest, created_at });
  };
  const known = async (...texts: readonly string[]) => {
    const names = texts.map(digestOf);
    return [...(await filesOfSite(context, { siteId: first.site.id, names })).keys()].toSorted();
  };

  test("are those of its ten newest deployments; older ones, and those of other sites, are sent again", async () => {
    await deploy({ "index.html": "oldest" });
    for (let n = 0; n < 10; n += 1) await deploy({ "index.html": `page ${n}`, "shared.css": "all" });
    await deploy({ "index.html": "theirs" }, other);
    expect((await filesOfSite(context, { siteId: first.site.id, names: [digestOf("oldest")], newest: 11 })).size).toBe(
      1,
    );
    const expected = [digestOf("page 0"), digestOf("page 9"), digestOf("all")].toSorted();
    expect(await known("oldest", "page 0", "page 9", "all", "theirs", "nobody's")).toEqual(expected);
  });

  test("are not those of a deployment that was removed, nor of a list that is lost", async () => {
    const id = await deploy({ "index.html": "removed" });
    await update(context.db, "deployments", { id }, { removed_at: "2026-03-01T12:00:00.000Z", file_list_digest: null });
    await deploy({ "index.html": "kept" });
    const { digest } = await storeFiles(context, { "index.html": "lost" });
    await addDeployment(context, first, { status: "ready", file_list_digest: digest });
    await context.objects.remove(digest, Date.now());
    expect(await known("removed", "kept", "lost")).toEqual([digestOf("kept")]);
  });
});

describe("what hosts know of their lists", () => {
  test("is read once for many requests at a time, and forgotten when it is too much", async () => {
    const reads: string[] = [];
    const { objects, db } = context;
    const counting = { ...objects, read: async (name: string) => (reads.push(name), objects.read(name)) };
    const siteOf = createSites({ db, objects: counting });
    const { digest } = await storeFiles(context, { "index.html": "x" });
    await Promise.all(Array.from({ length: 20 }, () => siteOf(digest)));
    await siteOf(digest);
    expect(reads).toEqual([digest]);
    // Each takes more than half of the room.
    const long = Array.from({ length: 90_000 }, (_, n) => ({ path: `${n}`, sha256: digestOf("x"), size: 1 }));
    const large = await Promise.all(
      ["1", "2"].map((rules) => objects.putBytes(Buffer.from(fileListText({ files: long, rules: `{"n":${rules}}` })))),
    );
    for (const { sha256 } of large) await siteOf(sha256);
    await siteOf(digest);
    expect(reads).toEqual([digest, ...large.map(({ sha256 }) => sha256), digest]);
  });

  test("that could not be read is asked for again", async () => {
    const { objects, db } = context;
    const { digest } = await storeFiles(context, { "index.html": "x" });
    let isAway = true;
    const read = async (name: string) => {
      if (isAway) throw new StoreUnavailable("store_away", "It is away.");
      return objects.read(name);
    };
    const siteOf = createSites({ db, objects: { ...objects, read } });
    await expect(siteOf(digest)).rejects.toMatchObject({ code: "store_away" });
    isAway = false;
    expect([...(await siteOf(digest)).files.keys()]).toEqual(["index.html"]);
  });
});
