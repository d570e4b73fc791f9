import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createBoard } from "../../src/preview/board.ts";

const noPause = () => Promise.resolve();

describe("createBoard", () => {
  test("rows are written one at a time, and a row that waits gives way to a newer one", async () => {
    const gates: (() => void)[] = [];
    const written: string[] = [];
    const board = createBoard(async (row: string) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      written.push(row);
      return row;
    }, noPause);
    board.show("queued");
    await expect.poll(() => gates.length).toBe(1);
    board.show("building");
    const settled = board.settle("ready");
    gates[0]?.();
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    expect(await settled).toEqual({ kind: "posted", result: "ready" });
    expect(written).toEqual(["queued", "ready"]);
  });

  test("what ends before the pause does is told once", async () => {
    const written: string[] = [];
    const board = createBoard(
      async (row: string) => void written.push(row),
      (signal) => sleep(60_000, undefined, { signal }),
    );
    board.show("queued");
    await board.settle("ready");
    expect(written).toEqual(["ready"]);
  });

  test("a failed write is a value, and the next row is written all the same", async () => {
    const board = createBoard(async (row: string) => {
      if (row === "bad") throw new Error("no");
      return row;
    }, noPause);
    expect(await board.settle("bad")).toEqual({ kind: "failed", error: new Error("no") });
    expect(await board.settle("good")).toEqual({ kind: "posted", result: "good" });
  });

  test("a board that was never used has nothing to tell", async () => {
    expect(await createBoard(async (row: string) => row, noPause).settle(undefined)).toEqual({ kind: "none" });
  });
});
