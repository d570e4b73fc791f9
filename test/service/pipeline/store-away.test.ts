import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Clock, systemClock } from "../../../packages/contract/clock.ts";
import { openBucketObjects } from "../../../packages/service/store/files/bucket-objects.ts";
import { folderOfTest } from "../../folders.ts";
import { type BucketDouble, openBucketDouble } from "../store/bucket-double.ts";
import { type BuildFixture, openBuildFixture } from "./build-fixture.ts";

let double: BucketDouble;
let cache: string;
let fixture: BuildFixture;

beforeEach(async () => {
  double = await openBucketDouble();
  cache = folderOfTest("away");
  const credentials = { accessKeyId: "test", secretAccessKey: "testsecret" };
  // So that what it tries again takes no time.
  const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 10), signal) };
  const deps = { dataDirectory: cache, credentials, clock, log: { warn: () => undefined } };
  fixture = await openBuildFixture({ openStore: () => openBucketObjects(double.bucket, deps) });
  fixture.builds.start();
});

afterEach(async () => {
  await fixture.close();
  await double[Symbol.asyncDispose]();
});

async function givenBack(id: string): Promise<void> {
  await expect.poll(() => fixture.row(id)).toMatchObject({ status: "building", attempt: 0, error_code: null });
}

/** As if the time had passed until a build that was given back is claimed again. */
async function claimAgain(id: string): Promise<void> {
  const before = new Date(Date.now() - 1).toISOString();
  await fixture.db.updateTable("deployments").set({ lease_expires_at: before }).where("id", "=", id).execute();
  fixture.builds.wake();
}

test("a build that the store interrupts three times is given back each time, costs no attempt and ends ready", async () => {
  const { siteId } = await fixture.newSite({ "index.html": "kept" });
  double.fault = () => "away";
  const id = await fixture.accept(siteId);
  for (let round = 0; round < 3; round += 1) {
    await givenBack(id);
    if (round === 2) double.fault = () => undefined;
    await claimAgain(id);
  }
  const row = await fixture.ended(id);
  expect(row).toMatchObject({ status: "ready", attempt: 1 });
  expect((await fixture.statuses(id)).map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
  expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("kept");
});

test("a release that the store interrupts is given back, and never ends because of it", async () => {
  const { siteId, row: source } = await fixture.deploy({ "index.html": "released" });
  double.fault = () => "away";
  const id = await fixture.release(siteId, source);
  await givenBack(id);
  double.fault = () => undefined;
  await claimAgain(id);
  expect((await fixture.ended(id)).status).toBe("ready");
});

test("a release whose preview loses its files while they are looked at publishes nothing", async () => {
  const { siteId, row: source } = await fixture.deploy({ "index.html": "released" });
  const gone = fixture.db.updateTable("deployments").set({ file_list_digest: null }).where("id", "=", source.id);
  double.fault = (request) => (request.startsWith("HEAD") ? gone.execute().then(() => undefined) : undefined);
  const ended = await fixture.ended(await fixture.release(siteId, source));
  expect(ended).toMatchObject({ status: "failed", error_code: "source_unavailable", file_list_digest: null });
});

test("a host serves what is cached while the store is away, and says when to come back for the rest", async () => {
  const { row } = await fixture.deploy({ "index.html": "cached", "later.txt": "not cached" });
  const label = row.preview_label ?? "";
  await rm(join(cache, "objects"), { recursive: true });
  expect((await fixture.get(label, "/")).status).toBe(200);
  double.fault = () => "away";
  expect(await fixture.get(label, "/")).toMatchObject({ status: 200, text: "cached" });
  const away = await fixture.get(label, "/later.txt");
  expect(away.status).toBe(503);
  expect(away.headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
  double.fault = () => undefined;
  expect(await fixture.get(label, "/later.txt")).toMatchObject({ status: 200, text: "not cached" });
});
