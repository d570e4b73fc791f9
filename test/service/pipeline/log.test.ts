import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import type { LogEvent } from "../../../packages/contract/index.ts";
import { openBuildLog } from "../../../packages/service/pipeline/steps/log.ts";
import { LineSplitter, readLines } from "../../../packages/service/pipeline/steps/output-lines.ts";
import { Redactor } from "../../../packages/service/pipeline/steps/redact.ts";
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

describe("a line without an end", () => {
  const secret = "s3cret-".repeat(20);

  test.each([0, 1, 70, 139, 140])(
    "is never cut within a secret, here one of which %i characters came before",
    (before) => {
      const lines: string[] = [];
      const redactor = new Redactor([secret]);
      const splitter = new LineSplitter((line) => lines.push(line), redactor);
      const text = `${"x".repeat(16 * 1024 + redactor.longest - before)}${secret}${"y".repeat(16 * 1024)}`;
      for (let at = 0; at < text.length; at += 20) splitter.write(Buffer.from(text.slice(at, at + 20)));
      splitter.end();
      expect(lines.join("")).toBe(text.replace(secret, "***"));
    },
  );
});

describe("a flood of output", () => {
  const lines = (count: number): Buffer => Buffer.from("y\n".repeat(count));

  test("is counted beyond what is taken in a second, and its last lines are kept", async () => {
    const [taken, leftOut] = [[] as string[], [] as number[]];
    const flood = [...Array.from({ length: 40 }, () => lines(10_000)), Buffer.from("the error\n")];
    await readLines(toStream(flood), {
      onLine: (line) => taken.push(line),
      onLeftOut: (count) => leftOut.push(count),
    });
    expect(taken.length + leftOut.reduce((sum, count) => sum + count, 0)).toBe(400_001);
    expect(taken.length).toBeLessThan(400_000 / 2);
    expect(taken.at(-1)).toBe("the error");
  });

  test("waits while its lines are stored", async () => {
    const stored = Promise.withResolvers<void>();
    let read = 0;
    const chunks = (async function* () {
      for (; read < 100; read += 1) yield lines(200);
    })();
    const log = openBuildLog({ ...noLimit, append: () => stored.promise });
    const sink = { onLine: (line: string) => void log.line("build", line), ready: () => log.ready() };
    const reading = readLines(chunks, sink);
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn();
    expect(read).toBeLessThan(20);
    stored.resolve();
    await reading;
    expect(read).toBe(100);
  });

  test("leaves the service a turn for every batch that a database stores at once", async () => {
    let [turns, batches] = [0, 0];
    const log = openBuildLog({ ...noLimit, append: async () => void (batches += 1) });
    for (let n = 0; n < 4_000; n += 1) log.line("build", `line ${n}`);
    const over = new AbortController();
    const counting = (async () => {
      for (; !over.signal.aborted; turns += 1) await nextTurn();
    })();
    await log.flush();
    over.abort();
    await counting;
    expect(batches).toBe(20);
    expect(turns).toBeGreaterThanOrEqual(batches);
  });
});

const noLimit = { clock: systemClock, logged: { bytes: 0, lines: 0, maxBytes: 10 * 1024 ** 2 } };

async function* toStream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield chunk;
}

describe("a build's log", () => {
  async function openLog(leaseOwner: string) {
    const fixture = await openBuildFixture();
    const { db, clock } = fixture.context;
    const siteId = await fixture.siteOf();
    const id = await fixture.accept(siteId, { status: "building", lease_owner: "me" });
    const append = (batch: NumberedBatch) => appendLog(db, id, { batch, leaseOwner });
    const log = openBuildLog({
      clock,
      logged: { bytes: 0, lines: 0, maxBytes: 10 * 1024 ** 2 },
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
