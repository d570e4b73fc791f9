import { describe, expect, test } from "vitest";
import type { LogEvent } from "../../../packages/contract/index.ts";
import { LineSplitter, openBuildLog } from "../../../packages/service/pipeline/log.ts";
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
  test("is written in batches of one stream, counted from 1, with long lines cut", async () => {
    const fixture = await openBuildFixture();
    try {
      const siteId = await fixture.site(await fixture.workspace(), "file:///nowhere");
      const id = await fixture.accept(siteId, { status: "building", lease_owner: "me" });
      const { db, events, clock } = fixture.context;
      const log = openBuildLog({
        db,
        events,
        clock,
        deploymentId: id,
        leaseOwner: "me",
        written: { bytes: 0, lines: 0 },
      });
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
    } finally {
      await fixture.close();
    }
  });

  test("of a worker that lost its lease is dropped", async () => {
    const fixture = await openBuildFixture();
    try {
      const siteId = await fixture.site(await fixture.workspace(), "file:///nowhere");
      const id = await fixture.accept(siteId, { status: "building", lease_owner: "another" });
      const { db, events, clock } = fixture.context;
      const log = openBuildLog({
        db,
        events,
        clock,
        deploymentId: id,
        leaseOwner: "me",
        written: { bytes: 0, lines: 0 },
      });
      log.line("build", "too late");
      await log.flush();
      expect(await fixture.logLines(id)).toEqual([]);
    } finally {
      await fixture.close();
    }
  });
});
