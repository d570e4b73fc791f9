import { existsSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { collectGarbage, newSweep } from "../../../packages/service/pipeline/output/garbage.ts";
import { removeFiles } from "../../../packages/service/store/deployments/removals.ts";
import { inTransaction, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { readFiles } from "../../../packages/service/store/files/file-lists.ts";
import { keepObjects, leaveObjects } from "../../../packages/service/store/files/kept-objects.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import {
  addClaim,
  addWorker,
  deleteEndedClaims,
  expectFiles,
  filesArrived,
} from "../../../packages/service/store/workers/workers.ts";
import { sha256 } from "./build-fixture.ts";
import { buildsOfFile } from "./setup.ts";

const HOURS_AGO = new Date(Date.now() - 3 * 3_600_000).toISOString();

const fixture = await buildsOfFile({ openStore: openObjects });

const stored = (content: string): boolean => existsSync(fixture.objectPath(sha256(content)));

async function makeOld(): Promise<void> {
  await fixture.db.updateTable("objects").set({ created_at: HOURS_AGO }).execute();
  await fixture.db.updateTable("file_lists").set({ created_at: HOURS_AGO }).execute();
}

/** As when the deployment is deleted. */
async function remove({ row }: Awaited<ReturnType<typeof fixture.deploy>>): Promise<void> {
  const list = await readFiles(fixture.context, row.file_list_digest ?? "");
  await inWorkspace(fixture.db, row.workspace_id, (tx) => removeFiles(tx, row, "deleted", list));
}

/** As if an hour had passed since the last round. */
async function collectLater(): Promise<{ readonly objects: number; readonly bytes: number }> {
  await fixture.db
    .updateTable("objects")
    .set({ condemned_at: HOURS_AGO })
    .where("condemned_at", "is not", null)
    .execute();
  return fixture.builds.collect();
}

describe("garbage collection", () => {
  test("deletes what nothing refers to, its compressed variants too, and nothing else", async () => {
    const long = "compress me ".repeat(500);
    const gone = await fixture.deploy({ "index.html": "only here", "long.txt": long, "shared.txt": "in both" });
    const stays = await fixture.deploy({ "index.html": "stays", "shared.txt": "in both" });
    const variants = (await fixture.db.selectFrom("object_encodings").select("encoded_sha256").execute()).length;
    expect(variants).toBe(2);
    await remove(gone);
    await makeOld();
    expect(await fixture.builds.collect()).toEqual({ objects: 0, bytes: 0 });
    expect([stored("only here"), stored(long)]).toEqual([true, true]);
    // Its page, its text with two variants, and its list.
    expect((await collectLater()).objects).toBe(5);
    expect(existsSync(fixture.objectPath(gone.row.file_list_digest ?? ""))).toBe(false);
    expect([stored("only here"), stored(long), stored("in both"), stored("stays")]).toEqual([false, false, true, true]);
    expect(await fixture.db.selectFrom("object_encodings").selectAll().execute()).toEqual([]);
    expect((await fixture.get(stays.row.preview_label ?? "", "/shared.txt")).text).toBe("in both");
    expect(await collectLater()).toEqual({ objects: 0, bytes: 0 });
  });

  test("keeps young files: a running build may need them", async () => {
    await remove(await fixture.deploy({ "index.html": "young" }));
    await fixture.builds.collect();
    expect(stored("young")).toBe(true);
  });

  test("of a file does not keep a later deployment from storing it again", async () => {
    const first = await fixture.deploy({ "index.html": "again" });
    await remove(first);
    // What was left lately is looked at each minute, all other files each five.
    await fixture.builds.collect();
    await collectLater();
    expect(stored("again")).toBe(false);
    const second = await fixture.deploy({ "index.html": "again" });
    expect((await fixture.get(second.row.preview_label ?? "", "/")).text).toBe("again");
  });
});

test("a round looks at a part of many files and the next one goes on, and at what was left lately in each", async () => {
  const { db, context } = fixture;
  const put = await Promise.all(
    ["a", "b", "c"].map((text) => context.objects.putBytes(Buffer.from(`nobody's ${text}`))),
  );
  const names = put.map(({ sha256 }) => sha256);
  await keepObjects(context, put);
  await db.updateTable("objects").set({ created_at: HOURS_AGO }).where("sha256", "in", names).execute();
  const sweep = newSweep(1);
  const round = async (): Promise<number> => {
    await collectGarbage(context, { unreferenced: false, sweep });
    const condemned = db.selectFrom("objects").select("sha256").where("condemned_at", "is not", null);
    return (await condemned.where("sha256", "in", names).execute()).length;
  };
  const counts = [await round()];
  const { length } = await db.selectFrom("objects").select("sha256").execute();
  for (let n = 1; n < length; n += 1) counts.push(await round());
  for (const [n, count] of counts.entries()) expect(count - (counts[n - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(counts.at(-1)).toBe(3);
  await keepObjects(context, put);
  await inTransaction(db, (tx) => leaveObjects(tx, names));
  expect(await round()).toBe(3);
});

test("a file that a worker sent stays until its build has ended, also when others who named it leave it", async () => {
  const { db, context } = fixture;
  const at = new Date().toISOString();
  const { row: worker } = await inTransaction(db, (tx) => addWorker(tx, { name: "slow", slots: 1, realm: "test" }));
  const deploymentId = await fixture.accept(await fixture.siteOf(), { status: "building", lease_owner: "claim" });
  await addClaim(db, { id: "claim", workerId: worker.id, deploymentId, at });
  const object = await context.objects.putBytes(Buffer.from("sent by a worker"));
  await keepObjects(context, [object]);
  await expectFiles(db, "claim", [object], { files: 1, bytes: 100 });
  await filesArrived(db, "claim", [object.sha256]);
  const leave = async (): Promise<void> => {
    await inTransaction(db, (tx) => leaveObjects(tx, [object.sha256]));
    await fixture.builds.collect();
    await collectLater();
  };
  await leave();
  expect(stored("sent by a worker")).toBe(true);
  await db.updateTable("deployments").set({ lease_owner: null }).where("id", "=", deploymentId).execute();
  await deleteEndedClaims(db);
  await leave();
  expect(stored("sent by a worker")).toBe(false);
});

describe("a file that a killed build stored", () => {
  const root = (): string => join(fixture.context.settings.dataDirectory, "objects");
  const put = async (path: string, content: string, at: Date): Promise<void> => {
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, content);
    await utimes(path, at, at);
  };

  test("and no row names is deleted when it is old, and counted", async () => {
    await put(fixture.objectPath(sha256("orphan")), "orphan", new Date(HOURS_AGO));
    await put(fixture.objectPath(sha256("in progress")), "in progress", new Date());
    await collectGarbage(fixture.context, { unreferenced: true });
    expect(await collectLater()).toEqual({ objects: 1, bytes: "orphan".length });
    expect([stored("orphan"), stored("in progress")]).toEqual([false, true]);
  });

  test("half is deleted when it is old", async () => {
    await put(join(root(), "incoming", "old"), "hal", new Date(HOURS_AGO));
    await put(join(root(), "incoming", "young"), "hal", new Date());
    await fixture.builds.collect();
    expect(await readdir(join(root(), "incoming"))).toEqual(["young"]);
  });

  test("counts as young when it is stored again", async () => {
    await put(fixture.objectPath(sha256("again and again")), "again and again", new Date(HOURS_AGO));
    await fixture.deploy({ "index.html": "again and again" });
    await fixture.db.deleteFrom("file_lists").execute();
    await fixture.db.deleteFrom("workspace_objects").execute();
    await fixture.db.deleteFrom("objects").execute();
    await fixture.builds.collect();
    await collectLater();
    expect(stored("again and again")).toBe(true);
  });
});
