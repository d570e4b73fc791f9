import { createHash } from "node:crypto";
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listSnapshots } from "../../../packages/service/admin/backup-format.ts";
import { type BackupPlace, openBackupPlace } from "../../../packages/service/admin/backup-place.ts";
import { backUp, type CopyOptions } from "../../../packages/service/admin/backup.ts";
import { restoreBackup } from "../../../packages/service/admin/restore.ts";
import type { BackupTarget } from "../../../packages/service/settings.ts";
import { DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { readTime } from "../../../packages/service/store/engine/last-times.ts";
import { holdFolder } from "../../../packages/service/store/engine/serving-lock.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest, temporaryFolder } from "../../folders.ts";
import { type BucketDouble, openBucketDouble } from "../store/bucket-double.ts";
import { addFiles, addList, makeStore, removeFiles } from "./store.ts";

const environment = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "testsecret" };
const AT_MS = Date.parse("2026-11-22T12:00:00.000Z");
const DAY_MS = 24 * 3_600_000;

/** A store that each test has a copy of. */
const made = temporaryFolder("backed-up");
beforeAll(() => makeStore(made, ["one", "two"]));

let root: string;
let from: string;
let double: BucketDouble;

beforeEach(async () => {
  root = folderOfTest("backup");
  from = join(root, "data");
  double = await openBucketDouble("backups/one/");
  cpSync(made, from, { recursive: true });
});

afterEach(async () => {
  await double[Symbol.asyncDispose]();
});

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function take(to: BackupTarget, given: Partial<CopyOptions> & { keep?: number; from?: string } = {}) {
  const options = { signal: new AbortController().signal, nowMs: AT_MS, environment, ...given };
  return backUp({ from: given.from ?? from, to }, options);
}

async function restore(target: BackupTarget, given: { snapshot?: string; name?: string } = {}) {
  const to = join(root, given.name ?? "restored");
  const wanted = given.snapshot === undefined ? {} : { snapshot: given.snapshot };
  const options = { signal: new AbortController().signal, environment };
  return { to, ...(await restoreBackup({ from: target, to, ...wanted }, options)) };
}

async function ids(target: BackupTarget): Promise<readonly string[]> {
  return (await listSnapshots(target, { environment })).snapshots.map(({ id }) => id);
}

async function pathsOf(place: BackupPlace): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of ["objects", "snapshots"]) {
    for await (const files of place.list(folder)) paths.push(...files.map(({ path }) => path));
  }
  return paths.toSorted();
}

// Backups are of an embedded database, whatever engine the others run on.
describe.skipIf(ON_POSTGRES).each(["folder", "bucket"] as const)("a backup in a %s", (kind) => {
  let target: BackupTarget;
  let place: BackupPlace;

  beforeEach(async () => {
    target = kind === "folder" ? { kind, path: join(root, "backups") } : { kind: "bucket", bucket: double.bucket };
    place = await openBackupPlace(target, { environment });
  });

  test("writes what is new only, and each of its snapshots is restored as it was", async () => {
    const first = await take(target);
    expect(first.snapshot).toMatchObject({ id: "000001-2026-11-22T12-00-00Z", objects: 2, bytes: 6 });
    const again = await take(target, { nowMs: AT_MS + DAY_MS });
    // The list of files is the same; the database has noted the first backup.
    expect(again.added.files).toBe(1);
    await addFiles(from, ["three"]);
    const second = await take(target, { nowMs: AT_MS + 2 * DAY_MS });
    expect(second.snapshot).toMatchObject({ objects: 3, bytes: 11 });
    expect(second.added.files).toBe(3);
    expect(await ids(target)).toEqual([first, again, second].map(({ snapshot }) => snapshot.id));

    const newest = await restore(target);
    const oldest = await restore(target, { snapshot: first.snapshot.id, name: "oldest" });
    for (const text of ["one", "two", "three"]) {
      expect((await openObjects(newest.to).read(digestOf(text))).toString()).toBe(text);
    }
    await expect(openObjects(oldest.to).read(digestOf("three"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(readFileSync(join(oldest.to, "seal.key"))).toEqual(readFileSync(join(from, "seal.key")));
    expect(readdirSync(join(oldest.to, "audit-heads"))).toEqual(readdirSync(join(from, "audit-heads")));
    expect([newest.auditChecked, oldest.auditChecked]).toEqual([true, true]);
    const db = openDatabase(join(from, DATABASE_FILE));
    expect(await readTime(db, "backup")).toBe(AT_MS + 2 * DAY_MS);
    await db.destroy();
  });

  test("keeps the configured number of snapshots, with every file that one of them names, and no other", async () => {
    await take(target);
    await removeFiles(from, [digestOf("one")]);
    await addFiles(from, ["three"]);
    const second = await take(target);
    await place.put(`objects/00/${"0".repeat(64)}`, Buffer.from("left by one that was cut off"));
    expect(await pathsOf(place)).toContain(`objects/${digestOf("one").slice(0, 2)}/${digestOf("one")}`);
    const third = await take(target, { keep: 2 });
    expect(third.removed).toBe(1);
    expect(await ids(target)).toEqual([second.snapshot.id, third.snapshot.id]);
    const paths = (await pathsOf(place)).join();
    for (const gone of ["one", "left"]) expect(paths).not.toContain(gone === "one" ? digestOf("one") : "0".repeat(64));
    for (const { id } of [second.snapshot, third.snapshot]) await restore(target, { snapshot: id, name: id });
    // One stays whatever is asked for, and it is the newest.
    expect((await take(target, { keep: 0 })).removed).toBe(2);
    expect(await ids(target)).toHaveLength(1);
    await restore(target);
  });

  test("takes no other store, and no place with something else in it", async () => {
    await take(target);
    const other = join(root, "other");
    await makeStore(other, ["three"]);
    await expect(take(target, { from: other })).rejects.toMatchObject({
      code: "place_taken",
      message: expect.stringContaining("backups of another store"),
    });
    await place.put("letters/one.txt", Buffer.from("Dear"));
    await expect(take(target)).rejects.toMatchObject({ code: "place_taken" });
  });
});

describe.skipIf(ON_POSTGRES)("a backup", () => {
  const folder = (name = "backups"): BackupTarget => ({ kind: "folder", path: join(root, name) });
  test.each(["objects/", "snapshots/"])(
    "with one changed byte in %s is not restored, nor part of it",
    async (below) => {
      await take(folder());
      const place = await openBackupPlace(folder(), { environment });
      for (const path of (await pathsOf(place)).filter((each) => each.startsWith(below))) {
        const parts: Uint8Array[] = [];
        await place.get(path, async (part) => parts.push(Buffer.from(part)));
        const bytes = Buffer.concat(parts);
        const at = bytes.indexOf('"sha256"');
        const changed = Buffer.from(bytes);
        changed[at === -1 ? 0 : at + 12] = (bytes[at === -1 ? 0 : at + 12] ?? 0) ^ 1;
        await place.put(path, changed);
        await expect(restore(folder()), path).rejects.toMatchObject({
          code: expect.stringMatching(/damaged|no_store/) as unknown,
        });
        await place.put(path, bytes);
      }
      expect(readdirSync(root).filter((name) => name.includes("restored"))).toEqual([]);
      await restore(folder());
    },
  );

  test("has the lists of files, which rows name by their digest alone", async () => {
    await addList(from, "a list");
    expect((await take(folder())).snapshot.objects).toBe(3);
    const { to } = await restore(folder());
    expect((await openObjects(to).read(digestOf("a list"))).toString()).toBe("a list");
  });

  test("that is cut off anywhere leaves no snapshot, and the next one resumes", async () => {
    const before = await take(folder());
    await addFiles(from, ["three", "four"]);
    for (const after of [0, 1]) {
      const stopping = new AbortController();
      const onProgress = (done: number) => (done >= after ? stopping.abort() : undefined);
      await expect(take(folder(), { signal: stopping.signal, onProgress })).rejects.toMatchObject({ code: "stopped" });
      expect(await ids(folder())).toEqual([before.snapshot.id]);
      expect((await restore(folder(), { name: `cut-${after}` })).snapshot.id).toBe(before.snapshot.id);
    }
    await take(folder());
    expect((await restore(folder())).snapshot.objects).toBe(4);
    expect(readdirSync(from)).not.toContain("backup-work");
  });

  test("that is stopped sends no further part of its database", async () => {
    const stopping = new AbortController();
    const onProgress = (done: number, total: number) => (done === total ? stopping.abort() : undefined);
    await expect(take(folder(), { signal: stopping.signal, onProgress })).rejects.toMatchObject({ code: "stopped" });
    const files = ["one", "two"].map(digestOf).map((sha256) => `objects/${sha256.slice(0, 2)}/${sha256}`);
    expect(await pathsOf(await openBackupPlace(folder(), { environment }))).toEqual(files.toSorted());
  });

  test("removes no file while it has a snapshot that no one can read", async () => {
    const place = await openBackupPlace(folder(), { environment });
    await take(folder());
    await place.put("snapshots/000002-2026-11-23T12-00-00Z.json", Buffer.from('{"format":3}'));
    await removeFiles(from, [digestOf("one")]);
    const { removed, snapshot } = await take(folder(), { keep: 1 });
    expect([removed, snapshot.id.slice(0, 6)]).toEqual([1, "000003"]);
    expect((await pathsOf(place)).join()).toContain(digestOf("one"));
    expect((await listSnapshots(folder(), { environment })).unreadable).toEqual(["000002-2026-11-23T12-00-00Z"]);
  });

  test("deletes no folder that another program made at its place", async () => {
    const to = join(root, "projects");
    mkdirSync(join(to, "work"), { recursive: true });
    writeFileSync(join(to, "work", "thesis.txt"), "Chapter 1");
    await expect(take({ kind: "folder", path: to })).rejects.toMatchObject({ code: "place_taken" });
    expect(readFileSync(join(to, "work", "thesis.txt"), "utf8")).toBe("Chapter 1");
  });

  test("whose restore is stopped leaves nothing, also before the first stored file", async () => {
    const empty = join(root, "empty");
    await makeStore(empty, []);
    await take(folder(), { from: empty });
    const to = join(root, "restored");
    const options = { signal: AbortSignal.abort(), environment };
    await expect(restoreBackup({ from: folder(), to }, options)).rejects.toMatchObject({ code: "stopped" });
    expect(readdirSync(root).filter((name) => name.includes("restored"))).toEqual([]);
  });

  test("is not restored where it would leave less than a service needs", async () => {
    await take(folder());
    const to = join(root, "restored");
    const freeSpace = async () => ({ bytes: 1_000_000, sizeBytes: 20_000_000, files: 1_000, maxFiles: 1_000 });
    const options = { signal: new AbortController().signal, environment, freeSpace };
    await expect(restoreBackup({ from: folder(), to }, options)).rejects.toMatchObject({ fault: "disk_full" });
    expect(readdirSync(root).filter((name) => name.includes("restored"))).toEqual([]);
  });

  test("counts snapshots as they were taken, also when the clock was set back", async () => {
    await take(folder(), { nowMs: AT_MS + 365 * DAY_MS });
    const right = await take(folder(), { keep: 1 });
    expect(await ids(folder())).toEqual([right.snapshot.id]);
  });

  test("of a newer version is not restored, and the message says so", async () => {
    const db = openDatabase(join(from, DATABASE_FILE));
    await sql`INSERT INTO migrations (number) VALUES (999999)`.execute(db);
    await db.destroy();
    const { takeSnapshot } = await import("../../../packages/service/admin/backup.ts");
    const options = {
      signal: new AbortController().signal,
      nowMs: AT_MS,
      environment,
      wants: "needed" as const,
      adopts: false,
    };
    await takeSnapshot({ from, to: folder() }, options);
    await expect(restore(folder())).rejects.toMatchObject({ fault: "database_newer" });
    expect(readdirSync(root)).not.toContain("restored");
  });

  test("with a seal key that is not the one of its database is not restored", async () => {
    await take(folder());
    const place = await openBackupPlace(folder(), { environment });
    writeFileSync(join(from, "seal.key"), Buffer.alloc(32, 7).toString("base64url"));
    const { id } = (await listSnapshots(folder(), { environment })).snapshots[0] ?? { id: "" };
    const path = `snapshots/${id}.json`;
    let text = "";
    await place.get(path, async (part) => (text += Buffer.from(part).toString()));
    const key = readFileSync(join(from, "seal.key"));
    await place.put(`objects/${digestOf(key.toString()).slice(0, 2)}/${digestOf(key.toString())}`, key);
    const manifest = JSON.parse(text) as { files: { name: string; sha256: string; size: number }[] };
    const files = manifest.files.map((file) =>
      file.name === "seal.key" ? { ...file, sha256: digestOf(key.toString()), size: key.length } : file,
    );
    await place.put(path, Buffer.from(JSON.stringify({ ...manifest, files })));
    await expect(restore(folder())).rejects.toMatchObject({ fault: "wrong_key" });
    expect(readdirSync(root)).not.toContain("restored");
  });

  test("runs once at a time for a data folder, and never goes into it", async () => {
    {
      using _held = holdFolder(from, "backup");
      await expect(take(folder())).rejects.toMatchObject({ code: "in_use" });
    }
    await expect(take(folder("data/backups"))).rejects.toMatchObject({ code: "invalid" });
    await take(folder());
  });

  test("that the store rejects leaves what was there, and says why", async () => {
    const target: BackupTarget = { kind: "bucket", bucket: double.bucket };
    await take(target);
    double.fault = (request) => (request.startsWith("PUT") ? "refuse" : undefined);
    await addFiles(from, ["three"]);
    await expect(take(target)).rejects.toMatchObject({ code: "store_rejected" });
    double.fault = () => undefined;
    expect((await restore(target)).snapshot.objects).toBe(2);
  });

  test("of a file that is gone from the store is rejected, and what was there stays", async () => {
    await take(folder());
    await addFiles(from, ["three"]);
    rmSync(join(from, "objects", digestOf("three").slice(0, 2), digestOf("three")));
    await expect(take(folder(), { keep: 1 })).rejects.toMatchObject({ code: "damaged" });
    expect((await restore(folder())).snapshot.objects).toBe(2);
  });

  test("is restored for the account of the service when root does it, and for no one else otherwise", async () => {
    const isRoot = process.getuid?.() === 0;
    const [uid, gid] = [12_345, 12_346];
    const owners = (path: string) => {
      const names = readdirSync(path, { recursive: true, encoding: "utf8" });
      return new Set([path, ...names.map((name) => join(path, name))].map((each) => statSync(each).uid));
    };
    if (isRoot) chownSync(from, uid, gid);
    await take(folder());
    if (isRoot) {
      // What a command as root leaves beside the database is not in the way of the service.
      expect(statSync(join(from, "backup.lock")).uid).toBe(uid);
    }
    const recorded = await restore(folder());
    expect(recorded.owner).toEqual(isRoot ? { uid, gid } : undefined);
    expect(owners(recorded.to)).toEqual(new Set([isRoot ? uid : process.getuid?.()]));
    if (!isRoot) return;
    const above = join(root, "above");
    mkdirSync(above);
    chownSync(above, 23_456, 23_456);
    expect((await restore(folder(), { name: "above/data" })).owner).toEqual({ uid: 23_456, gid: 23_456 });
    expect(owners(join(above, "data"))).toEqual(new Set([23_456]));
  });
});
