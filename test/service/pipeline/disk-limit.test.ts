import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { BUILD_LIMITS } from "../../../packages/service/domain/build-limits.ts";
import { createDiskGuard, type DiskGuard } from "../../../packages/service/pipeline/sandbox/disk-limit.ts";
import { openDisk } from "../../../packages/service/pipeline/sandbox/disk-thread.ts";
import { temporaryFolder } from "../../folders.ts";

const folder = temporaryFolder("disk");
const disk = openDisk();
let free = 1;
let guard: DiskGuard;

beforeEach(() => {
  free = 1;
  guard = createDiskGuard({ disk, freeShare: async () => free });
});
afterAll(() => disk.close());

function build(name: string) {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const watched = guard.watch(BUILD_LIMITS);
  return {
    write: (bytes: number) => writeFileSync(join(own, "file"), Buffer.alloc(bytes, 1)),
    exceeded: () => watched.exceeded([own], []),
    requireWritten: () => watched.requireWritten(),
    [Symbol.dispose]: () => watched[Symbol.dispose](),
  };
}

test("no build starts on a disk with less than 5 % free space", async () => {
  free = 0.06;
  await expect(guard.requireSpace()).resolves.toBeUndefined();
  free = 0.04;
  await expect(guard.requireSpace()).rejects.toMatchObject({ name: "MachineFault", code: "storage_exhausted" });
  expect(await guard.shortage()).toContain("less than 5 % free space");
});

test("on a disk that is nearly full, the build that takes most is stopped, and no other one", async () => {
  using honest = build("honest");
  using bomb = build("bomb");
  honest.write(2_000_000);
  expect([await honest.exceeded(), await bomb.exceeded()]).toEqual([undefined, undefined]);
  bomb.write(5_000_000);
  free = 0.02;
  // The honest one looks first, before the other was counted again.
  expect(await honest.exceeded()).toBeUndefined();
  await expect(bomb.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
  // Until its files are gone, nobody else is stopped for them.
  expect(await honest.exceeded()).toBeUndefined();
});

test("when that does not help, the next one is stopped", async () => {
  using one = build("one");
  using other = build("other");
  one.write(2_000_000);
  other.write(5_000_000);
  await Promise.all([one.exceeded(), other.exceeded()]);
  free = 0.02;
  expect(await one.exceeded()).toBeUndefined();
  await expect(one.requireWritten()).resolves.toBeUndefined();
  free = 0.001;
  await expect(one.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
});

test("a build that has ended is not the one that is stopped", async () => {
  using running = build("running");
  running.write(2_000_000);
  {
    using ended = build("ended");
    ended.write(5_000_000);
    await Promise.all([ended.exceeded(), running.exceeded()]);
  }
  free = 0.02;
  await expect(running.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
});

test("on a full disk no build goes on, and those that did not fill it are given back to this machine", async () => {
  using honest = build("honest");
  using bomb = build("bomb");
  bomb.write(5_000_000);
  await Promise.all([honest.exceeded(), bomb.exceeded()]);
  free = 0;
  await expect(honest.requireWritten()).rejects.toMatchObject({ name: "Error" });
  await expect(bomb.requireWritten()).rejects.toMatchObject({ name: "MachineFault" });
});
