import { readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newUuid } from "../../../packages/service/domain/ids.ts";
import type { Lease } from "../../../packages/service/domain/lease.ts";
import { buildsRoot } from "../../../packages/service/settings.ts";
import { claimNext, recoverOne } from "../../../packages/service/store/deployments/queue.ts";
import { inTransaction } from "../../../packages/service/store/engine/transaction.ts";
import { endForsaken, noteMachine, passOn, serviceMachine } from "../../../packages/service/store/workers/machines.ts";
import { addWorker } from "../../../packages/service/store/workers/workers.ts";
import { update } from "../rows.ts";
import { type BuildFixture, openBuildFixture } from "./build-fixture.ts";

const FULL = { code: "storage_exhausted", message: "The disk for builds is full." } as const;
const MINUTE_MS = 60_000;

let fixture: BuildFixture;
let freeShare: () => number;

beforeEach(async () => {
  freeShare = () => 1;
  fixture = await openBuildFixture({ freeShare: async () => freeShare() });
});
afterEach(() => fixture.close());

const own = (): string => serviceMachine(fixture.context.settings);
const now = (afterMs = 0): string => new Date(Date.now() + afterMs).toISOString();
const lease = (): Lease => ({ owner: newUuid(), at: now(), expiresAt: now(MINUTE_MS) });

async function seenWorker(seenMs = 0): Promise<string> {
  const given = { name: `w${newUuid()}`, slots: 1, realm: "test", at: now() } as const;
  const { row } = await inTransaction(fixture.db, (tx) => addWorker(tx, given));
  await update(fixture.db, "workers", { id: row.id }, { last_seen_at: now(-seenMs) });
  return row.id;
}

/** A machine takes the build, and meets a fault. @returns What became of it; undefined when the machine does not take it. */
async function failOn(machine: string, id: string): Promise<string | undefined> {
  const mine = lease();
  const capacity = { machine, build: true, buildsRunning: 9, working: [] };
  const recovered = await recoverOne(fixture.db, mine, capacity);
  const row = recovered?.kind === "taken" ? recovered.row : await claimNext(fixture.db, mine, capacity);
  if (row?.id !== id) return undefined;
  return passOn(fixture.context, row, { owner: mine.owner, fault: { ...FULL, machine } });
}

describe("a build that meets a fault of its machine", () => {
  test("goes to each other machine once, costs no attempt, and fails when all have failed, with that sentence", async () => {
    const [first, second] = [await seenWorker(), await seenWorker()];
    const id = await fixture.accept(await fixture.siteOf());
    expect(await failOn(first, id)).toBe("passed on");
    expect(await failOn(first, id)).toBeUndefined();
    expect(await failOn(second, id)).toBe("passed on");
    expect(await fixture.row(id)).toMatchObject({ status: "building", attempt: 0, lease_owner: null });
    expect(await failOn(own(), id)).toBe("failed");
    expect(await fixture.row(id)).toMatchObject({
      status: "failed",
      error_code: "storage_exhausted",
      error_message: "Every machine that can build this failed; the last one said: The disk for builds is full.",
    });
  });

  test("waits for no worker that is gone, revoked, or for other workspaces", async () => {
    const revoked = await seenWorker();
    const elsewhere = await seenWorker();
    await seenWorker(20 * MINUTE_MS);
    const workspaceId = await fixture.workspace();
    await fixture.db.updateTable("workers").set({ revoked_at: now() }).where("id", "=", revoked).execute();
    const other = { worker_id: elsewhere, workspace_id: await fixture.workspace() };
    await fixture.db.insertInto("worker_workspaces").values(other).execute();
    const id = await fixture.accept(await fixture.site(workspaceId, "file:///nowhere"));
    expect(await failOn(own(), id)).toBe("failed");
  });

  test("goes to another service on its database, which is another machine", async () => {
    const settings = { ...fixture.context.settings, dataDirectory: "/srv/other" };
    await noteMachine({ ...fixture.context, settings });
    const id = await fixture.accept(await fixture.siteOf());
    expect(await failOn(own(), id)).toBe("passed on");
    expect(await failOn(own(), id)).toBeUndefined();
    expect(await failOn(serviceMachine(settings), id)).toBe("failed");
  });

  test("waits without a transaction while a machine is left that can make it", async () => {
    await seenWorker();
    const id = await fixture.accept(await fixture.siteOf());
    expect(await failOn(own(), id)).toBe("passed on");
    const begun = vi.spyOn(fixture.db, "transaction");
    expect(await endForsaken(fixture.context)).toEqual([]);
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
  });

  test("fails when the machine that it was left to goes away", async () => {
    const worker = await seenWorker();
    const id = await fixture.accept(await fixture.siteOf());
    expect(await failOn(own(), id)).toBe("passed on");
    expect(await endForsaken(fixture.context)).toEqual([]);
    await update(fixture.db, "workers", { id: worker }, { last_seen_at: now(-20 * MINUTE_MS) });
    expect(await endForsaken(fixture.context)).toEqual([id]);
    expect((await fixture.row(id)).status).toBe("failed");
  });
});

test("a service whose disk is nearly full lets builds wait, and makes them once it has room", async () => {
  freeShare = () => 0.04;
  fixture.builds.start();
  const { id } = await fixture.begin({ "index.html": "later" });
  await expect.poll(() => fixture.builds.problem()).toContain("less than 5 % free space");
  fixture.builds.wake();
  expect(await fixture.row(id)).toMatchObject({ status: "queued", attempt: 0 });
  freeShare = () => 0.5;
  fixture.builds.wake();
  expect((await fixture.ended(id)).status).toBe("ready");
});

test.each([
  ["a command that succeeds", { buildCommand: "mkdir out; echo x > out/index.html", output: "out" }, "out/index.html"],
  ["a command that fails", { buildCommand: "mkdir out; echo x > out/index.html; false" }, "out/index.html"],
  ["an output that is missing", { output: "nowhere" }, "greenroom.json"],
])(
  "a build that meets a full disk, with %s, is given back, and neither publishes nor fails",
  async (_, manifest, path) => {
    const worker = await seenWorker();
    const { id } = await fixture.begin({ "greenroom.json": JSON.stringify(manifest) });
    const files = () => readdirSync(buildsRoot(fixture.context.settings), { recursive: true, encoding: "utf8" });
    let full = false;
    freeShare = () => {
      full ||= files().some((file) => file.endsWith(path));
      return full ? 0 : 1;
    };
    fixture.builds.start();
    await expect
      .poll(async () => (await fixture.row(id)).lease_owner === null && (await fixture.row(id)).started_at)
      .toBeTruthy();
    expect((await fixture.row(id)).status).toBe("building");
    expect(await failOn(worker, id)).toBe("failed");
  },
);
