import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { BuildFailure, BuildStopped, MachineFault } from "../../../packages/service/pipeline/failure.ts";
import type { ClaimRecord } from "../../../packages/service/pipeline/record.ts";
import { createFaults, runClaim } from "../../../packages/service/pipeline/run-claim.ts";
import { instantClock } from "../../client/fake-clock.ts";

const HOUR_MS = 60 * 60_000;
const log = pino({ level: "silent" });

/** A claim that writes down what is recorded about it. */
function recorded(changed: Partial<ClaimRecord> = {}) {
  const calls: unknown[] = [];
  const record: ClaimRecord = {
    deploymentId: "dep_1",
    attempt: 1,
    logged: { bytes: 0, lines: 0 },
    leaseMs: 30_000,
    renew: () => new Promise(() => {}),
    appendLog: async ({ lines }) => void calls.push(...lines.map(({ text }) => text)),
    fail: async ({ code }) => void calls.push(["failed", code]),
    giveBack: async (afterMs) => void calls.push(["released", afterMs]),
    passOn: async (fault) => void calls.push(["passed on", fault.code]),
    requireSlot: async () => void calls.push("requires a slot"),
    ...changed,
  };
  return { calls, record };
}

/** Works on a claim; the heartbeats are left to the tests of the queue. */
async function runWith(record: ClaimRecord, thrown: unknown, given = createFaults(instantClock()), isBuild = true) {
  const clock = { ...instantClock(), sleep: () => new Promise<never>((_, reject) => setImmediate(reject)) };
  const stop = new AbortController();
  const running = { clock, log, faults: given, unexpected: "build_failed", isBuild, stop } as const;
  await runClaim(running, record, async () => {
    throw thrown;
  });
}

describe("work on a claimed deployment that throws", () => {
  test("what its author can change fails it, after the line that says so", async () => {
    const { calls, record } = recorded();
    await runWith(record, new BuildFailure("clone_failed", "No."));
    expect(calls).toEqual(["Failed (clone_failed): No.", ["failed", "clone_failed"]]);
  });

  test("any other error gives it back, later each time, for hours", async () => {
    const { calls, record } = recorded();
    const clock = instantClock();
    const faults = createFaults(clock);
    for (let n = 0; n < 8; n += 1) await runWith(record, new Error("the database is gone"), faults);
    expect(calls).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => ["released", seconds * 1_000]));
    clock.advance(7 * HOUR_MS);
    await runWith(record, new Error("the database is gone"), faults);
    expect(calls.at(-1)).toEqual(["failed", "build_failed"]);
  });

  test("an error while its failure is recorded gives it back, and is not reported as its end", async () => {
    const fail = () => Promise.reject(new Error("the database is gone"));
    const { calls, record } = recorded({ fail });
    await runWith(record, new BuildFailure("build_failed", "No."));
    expect(calls.at(-1)).toEqual(["released", 1_000]);
  });

  test("giving back is tried again a few times", async () => {
    let tries = 0;
    const { record } = recorded({
      async giveBack() {
        tries += 1;
        throw new Error("the database is gone");
      },
    });
    await runWith(record, new Error("the store is gone"));
    expect(tries).toBe(5);
  });

  test.each([
    [Object.assign(new Error("no space"), { code: "ENOSPC" }), "storage_exhausted"],
    [Object.assign(new Error("the disk is damaged"), { code: "EIO" }), "sandbox_unavailable"],
    [new MachineFault("storage_exhausted", "The disk for builds is full."), "storage_exhausted"],
  ])("a fault of the machine passes a build on to others, and never fails it here: %s", async (fault, code) => {
    const { calls, record } = recorded();
    await runWith(record, fault);
    expect(calls.slice(1)).toEqual([["passed on", code]]);
    expect(String(calls[0])).toMatch(/^The machine of this build cannot go on: /);
  });

  test.each(["EMFILE", "ENFILE", "ENOMEM"])(
    "a shortage that passes ends no build of the only machine: %s",
    async (code) => {
      const { calls, record } = recorded();
      await runWith(record, Object.assign(new Error("too many"), { code }));
      expect(calls).toEqual([["released", 1_000]]);
    },
  );

  test("a full disk gives back a release or an upload, which no other machine makes", async () => {
    const { calls, record } = recorded();
    await runWith(record, Object.assign(new Error("no space"), { code: "ENOSPC" }), undefined, false);
    expect(calls).toEqual([["released", 1_000]]);
  });

  test("a lost lease records nothing", async () => {
    const { calls, record } = recorded();
    await runWith(record, new BuildStopped("lost"));
    expect(calls).toEqual([]);
  });

  test("a stop of the worker gives it back at once", async () => {
    const { calls, record } = recorded();
    await runWith(record, new BuildStopped("stopping"));
    expect(calls).toEqual([["released", 0]]);
  });
});
