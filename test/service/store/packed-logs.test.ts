import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { collectGarbage } from "../../../packages/service/pipeline/output/garbage.ts";
import { appendLog, readEvents } from "../../../packages/service/store/deployments/deployment-events.ts";
import { packLogs, createEventHistory } from "../../../packages/service/store/deployments/packed-logs.ts";
import type { DeploymentEventRow } from "../../../packages/service/store/engine/schema.ts";
import { openObjects, type ObjectStore, StoreUnavailable } from "../../../packages/service/store/files/objects.ts";
import { folderOfTest } from "../../folders.ts";
import { addDeployment, openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { addEvent, update } from "../rows.ts";

let folder: string;
let context: TestContext;
let first: SeededWorkspace;

beforeEach(async () => {
  folder = folderOfTest("logs");
  context = { ...openTestContext(), objects: openObjects(folder) };
  ({ first } = await seedWorkspace(context));
});

afterEach(() => context.db.destroy());

const at = "2026-03-01T12:00:00.000Z";
const LATER_MS = 11 * 60_000;

/** A deployment with states and logs in turn that has ended. */
async function ended(lines = 30): Promise<string> {
  const id = await addDeployment(context, first, { status: "building", lease_owner: "w" });
  const state = (status: "building" | "ready") => addEvent(context.db, id, { type: "status", data: { status, at } });
  await state("building");
  for (let n = 0; n < lines; n += 1) {
    const batch = { stream: "build", lines: [{ at, text: `line ${n} \u001b[31m"red"\u2028` }] } as const;
    await appendLog(context.db, id, { batch, leaseOwner: "w" });
    if (n === 10) await state("building");
  }
  await state("ready");
  const finished = { status: "ready", finished_at: new Date(context.clock.now()).toISOString() } as const;
  await update(context.db, "deployments", { id }, finished);
  return id;
}

async function readAll(id: string): Promise<DeploymentEventRow[]> {
  return readEvents(context.db, id, { afterSeq: 0, limit: 100_000 });
}

async function packed(id: string): Promise<boolean> {
  return (await readAll(id)).every(({ type }) => type === "status");
}

const plain = (rows: readonly DeploymentEventRow[]) => rows.map((row) => ({ ...row }));

describe("the log of a deployment that ended", () => {
  test("is packed by the next round where the service stops during this one", async () => {
    const ids = [await ended(), await ended()];
    context.clock.advance(LATER_MS);
    const stopping = new AbortController();
    const putBytes: ObjectStore["putBytes"] = (bytes) => {
      stopping.abort();
      return context.objects.putBytes(bytes);
    };
    await packLogs({ ...context, objects: { ...context.objects, putBytes } }, stopping.signal);
    expect((await Promise.all(ids.map(packed))).filter(Boolean)).toEqual([true]);
    await packLogs(context);
    expect(await Promise.all(ids.map(packed))).toEqual([true, true]);
  });

  test("is read the same from every event on and in parts of any size, before and after it is packed", async () => {
    const id = await ended();
    const before = await readAll(id);
    context.clock.advance(LATER_MS);
    await packLogs(context);
    expect(await packed(id)).toBe(true);
    const history = createEventHistory(context);
    for (let afterSeq = 0; afterSeq <= before.length; afterSeq += 1) {
      for (const limit of [1, 16, 1000]) {
        const read = await history.read(id, { afterSeq, limit });
        expect(plain(read)).toEqual(plain(before.slice(afterSeq, afterSeq + limit)));
      }
    }
  });

  test("stays in rows for ten minutes, and of one that runs always", async () => {
    const id = await ended();
    const running = await addDeployment(context, first, { status: "building", lease_owner: "w" });
    await appendLog(context.db, running, {
      batch: { stream: "build", lines: [{ at, text: "x" }] },
      leaseOwner: "w",
    });
    await packLogs(context);
    expect(await packed(id)).toBe(false);
    context.clock.advance(LATER_MS);
    await packLogs(context);
    expect([await packed(id), await packed(running)]).toEqual([true, false]);
  });

  test("is kept by the collector, and read when others read it at the same time", async () => {
    const id = await ended();
    const before = await readAll(id);
    context.clock.advance(LATER_MS);
    await packLogs(context);
    for (let round = 0; round < 3; round += 1) {
      context.clock.advance(2 * 3_600_000);
      await collectGarbage(context, { unreferenced: true });
    }
    const history = createEventHistory(context);
    const reads = await Promise.all(Array.from({ length: 5 }, () => history.read(id, { afterSeq: 0, limit: 1000 })));
    for (const read of reads) expect(plain(read)).toEqual(plain(before));
  });
});

describe("a packer that is cut off", () => {
  test.each([
    ["while the log is put", { putBytes: cutOff }],
    ["before the object is stored", { flush: cutOff }],
  ])("%s leaves the rows, and the next round packs them", async (_, broken) => {
    const id = await ended();
    const before = await readAll(id);
    context.clock.advance(LATER_MS);
    await expect(packLogs({ ...context, objects: { ...context.objects, ...broken } })).rejects.toThrow("cut off");
    expect(plain(await createEventHistory(context).read(id, { afterSeq: 0, limit: 1000 }))).toEqual(plain(before));
    expect(await packed(id)).toBe(false);
    await packLogs(context);
    expect(await packed(id)).toBe(true);
    expect(plain(await createEventHistory(context).read(id, { afterSeq: 0, limit: 1000 }))).toEqual(plain(before));
  });

  test("after the object is stored leaves the rows until the row that names it is written", async () => {
    const id = await ended();
    const before = await readAll(id);
    context.clock.advance(LATER_MS);
    // The process ends after the object is stored: nothing of the transaction is there.
    const flush: ObjectStore["flush"] = async (...given) => {
      await context.objects.flush(...given);
      cutOff();
    };
    await expect(packLogs({ ...context, objects: { ...context.objects, flush } })).rejects.toThrow("cut off");
    expect(plain(await readAll(id))).toEqual(plain(before));
    await packLogs(context);
    expect(await packed(id)).toBe(true);
  });

  test("by another packer that was faster changes nothing", async () => {
    const id = await ended();
    const before = await readAll(id);
    context.clock.advance(LATER_MS);
    await Promise.all([packLogs(context), packLogs(context)]);
    expect(plain(await createEventHistory(context).read(id, { afterSeq: 0, limit: 1000 }))).toEqual(plain(before));
  });
});

describe("a packed log whose store is away", () => {
  test("is an error that says so, never a log with a gap", async () => {
    const id = await ended();
    context.clock.advance(LATER_MS);
    await packLogs(context);
    const away = (): never => {
      throw new StoreUnavailable("store_away", "away");
    };
    const history = createEventHistory({ ...context, objects: { ...context.objects, read: away } });
    await expect(history.read(id, { afterSeq: 0, limit: 16 })).rejects.toThrow(StoreUnavailable);
  });
});

function cutOff(): never {
  throw new Error("cut off");
}
