import { describe, expect, test } from "vitest";
import type { LogEvent } from "../../../packages/contract/index.ts";
import { instant } from "../../../packages/contract/clock.ts";
import { LineSplitter, openBuildLog } from "../../../packages/service/pipeline/steps/log.ts";
import {
  appendLog,
  LogGap,
  type NumberedBatch,
} from "../../../packages/service/store/deployments/deployment-events.ts";
import { openBuildFixture } from "./build-fixture.ts";

function split(...chunks: readonly (string | Uint8Array)[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  splitter.end();
  return lines;
}

describe("LineSplitter", () => {
  test("joins lines and characters that are split between chunks", () => {
    const bytes = Buffer.from("grün\nzwei\n");
    expect(split(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(["grün", "zwei"]);
    expect(split("a\r", "\nb\r\nc")).toEqual(["a", "b", "c"]);
  });

  test("ends a line at a lone carriage return, as progress bars write it", () => {
    expect(split("10 %\r20 %\r30 %\n")).toEqual(["10 %", "20 %", "30 %"]);
  });

  test("cuts a line that never ends", () => {
    const lines = split(...Array.from({ length: 100 }, () => "x".repeat(1000)));
    expect(lines.join("")).toHaveLength(100_000);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(20_000);
  });
});

describe("a build's log", () => {
  async function openLog(leaseOwner: string) {
    const fixture = await openBuildFixture();
    const { db, clock } = fixture.context;
    const siteId = await fixture.site(await fixture.workspace(), "file:///nowhere");
    const id = await fixture.accept(siteId, { status: "building", lease_owner: "me" });
    const append = (batch: NumberedBatch) => appendLog(db, id, { batch, leaseOwner, at: instant(clock) });
    const log = openBuildLog({
      clock,
      written: { bytes: 0, lines: 0 },
      maxBytes: 10 * 1024 ** 2,
      append: async (batch) => void (await append(batch)),
    });
    return { fixture, id, log, append, [Symbol.asyncDispose]: () => fixture.close() };
  }

  test("is written in batches of one stream, counted from 1, with long lines cut", async () => {
    await using opened = await openLog("me");
    const { fixture, id, log } = opened;
    log.line("clone", "first");
    for (let n = 0; n < 450; n += 1) log.line("build", `line ${n}`);
    log.line("build", "y".repeat(10_000));
    await log.flush();
    const rows = (await fixture.events(id)).filter(({ type }) => type === "log");
    const batches = rows.map(({ data }) => JSON.parse(data) as LogEvent);
    expect(batches.map(({ stream, lines }) => [stream, lines.length])).toEqual([
      ["clone", 1],
      ["build", 200],
      ["build", 200],
      ["build", 51],
    ]);
    const numbers = batches.flatMap(({ lines }) => lines.map(({ n }) => n));
    expect(numbers).toEqual(Array.from({ length: 452 }, (_, index) => index + 1));
    expect(batches.at(-1)?.lines.at(-1)?.text).toBe(`${"y".repeat(8192)} [line cut]`);
  });

  test("of a worker that lost its lease is dropped", async () => {
    await using opened = await openLog("another");
    const { fixture, id, log, append } = opened;
    log.line("build", "too late");
    await log.flush();
    expect(await append({ stream: "build", first: 1, lines: [{ at: "now", text: "too late" }] })).toBe(false);
    expect(await fixture.logLines(id)).toEqual([]);
  });

  test("has each line once when a batch is sent again, and takes none past a gap", async () => {
    await using opened = await openLog("me");
    const { fixture, id, append } = opened;
    const lines = ["a", "b"].map((text) => ({ at: "now", text }));
    const batch = { stream: "build", first: 1, lines } as const;
    expect([await append(batch), await append(batch)]).toEqual([true, true]);
    await expect(append({ ...batch, first: 4 })).rejects.toThrow(LogGap);
    expect(await append({ ...batch, first: 3 })).toBe(true);
    expect(await append(batch)).toBe(true);
    expect(await fixture.logLines(id)).toEqual(["build: a", "build: b", "build: a", "build: b"]);
  });
});
