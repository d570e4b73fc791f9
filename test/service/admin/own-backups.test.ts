import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { listSnapshots } from "../../../packages/service/admin/backup-format.ts";
import { backUpInThread, type OwnBackup, type OwnBackupEnd } from "../../../packages/service/admin/backup-thread.ts";
import { backUp } from "../../../packages/service/admin/backup.ts";
import { createOwnBackups } from "../../../packages/service/admin/own-backups.ts";
import type { BackupTarget } from "../../../packages/service/settings.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { openBucketDouble } from "../store/bucket-double.ts";
import { makeStore } from "./store.ts";

const HOUR_MS = 3_600_000;
const environment = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "testsecret", SECRET_OF_THE_MACHINE: "x" };

let root: string;
let from: string;
let nowMs: number;
let said: string[];

beforeEach(async () => {
  root = folderOfTest("own-backups");
  from = join(root, "data");
  nowMs = Date.parse("2026-11-22T12:00:00.000Z");
  said = [];
  await makeStore(from, ["one"]);
});

/** Makes the backup here: a thread has to load the code of the service. */
async function backUpHere(backup: OwnBackup, signal: AbortSignal): Promise<OwnBackupEnd> {
  try {
    return { kind: "done", ...(await backUp(backup, { ...backup, signal })) };
  } catch (error) {
    return { kind: "failed", message: String(error), fault: undefined };
  }
}

function open(target: BackupTarget, backUp = backUpHere) {
  const log = pino({ level: "info" }, { write: (line: string) => void said.push(line) });
  const clock = { ...systemClock, now: () => nowMs, monotonic: () => nowMs };
  const backups = createOwnBackups(
    { target, everyMs: 6 * HOUR_MS, keep: 2 },
    { dataDirectory: from, clock, log, environment, backUp },
  );
  const { signal } = new AbortController();
  const taken = async () => (await listSnapshots(target, { environment })).snapshots.map(({ takenAt }) => takenAt);
  return { backups, run: () => backups.runDue(signal), taken };
}

describe.skipIf(ON_POSTGRES)("a service that backs itself up", () => {
  test("does so when it is due, also after a restart, and keeps the configured number of them", async () => {
    const target: BackupTarget = { kind: "folder", path: join(root, "backups") };
    const first = open(target);
    await first.run();
    nowMs += HOUR_MS;
    await first.run();
    expect(await first.taken()).toEqual(["2026-11-22T12:00:00.000Z"]);
    nowMs += 4 * HOUR_MS;
    const again = open(target);
    await again.run();
    expect(await again.taken()).toHaveLength(1);
    nowMs += HOUR_MS;
    await again.run();
    nowMs += 6 * HOUR_MS;
    await again.run();
    expect(await again.taken()).toEqual(["2026-11-22T18:00:00.000Z", "2026-11-23T00:00:00.000Z"]);
    expect(said.filter((line) => line.includes("a backup was taken"))).toHaveLength(3);
    // The clock was ahead, and is right now: the next one does not wait until it is there again.
    nowMs -= 24 * HOUR_MS;
    await again.run();
    expect((await again.taken()).at(-1)).toBe("2026-11-22T00:00:00.000Z");
  });

  test("says that one failed, and why in its log, tries again, and takes it back", async () => {
    const path = join(root, "backups");
    writeFileSync(path, "a file where the folder is to be");
    const { backups, run, taken } = open({ kind: "folder", path }, backUpInThread);
    await run();
    expect(backups.problem()).toContain("The last backup of this service failed.");
    expect(said.join()).toContain(path);
    expect(said.join()).toContain('"fault":"not_writable"');
    said = [];
    await run();
    expect(said).toEqual([]);
    rmSync(path);
    nowMs += 10 * 60_000;
    await run();
    expect(backups.problem()).toBeUndefined();
    expect(await taken()).toHaveLength(1);
  });

  test("backs up to a bucket that is away for a while", async () => {
    await using double = await openBucketDouble("backups/");
    const { backups, run, taken } = open({ kind: "bucket", bucket: double.bucket }, backUpInThread);
    double.fault = (request) => (request.startsWith("PUT") ? "refuse" : undefined);
    await run();
    expect(backups.problem()).toBeDefined();
    double.fault = () => undefined;
    nowMs += 10 * 60_000;
    await run();
    expect(backups.problem()).toBeUndefined();
    expect(await taken()).toHaveLength(1);
    expect(said.join()).not.toContain("testsecret");
  });

  test("stops within its time, and leaves no snapshot of what it stopped", async () => {
    const target: BackupTarget = { kind: "folder", path: join(root, "backups") };
    const { backups, taken } = open(target, backUpInThread);
    await backups.runDue(AbortSignal.abort());
    await expect(taken()).rejects.toMatchObject({ code: "no_store" });
    expect(backups.problem()).toBeUndefined();
    await open(target).run();
    expect(await taken()).toHaveLength(1);
  });
});
