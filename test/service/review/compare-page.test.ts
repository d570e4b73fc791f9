import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import { COMPARE_PAGE } from "../../../packages/service/review/compare-page.ts";

class ImageData {
  readonly data: Uint8ClampedArray;
  constructor(width: number, height: number) {
    this.data = new Uint8ClampedArray(width * height * 4);
  }
}

const Difference = z.object({ differing: z.number() });

const UNSTABLE = { x: 0, y: 1, width: 1, height: 3 };

/** How many pixels differ between two pictures of one column, a colour a row, one of which has an unstable region. */
function differing(before: readonly number[], after: readonly number[], side: "before" | "after"): number {
  const picture = (rows: readonly number[]) => ({
    width: 1,
    height: rows.length,
    words: Uint32Array.from(rows),
    rows: rows.map(String),
  });
  const masks = { before: [], after: [], [side]: [UNSTABLE] };
  const found: unknown = runInNewContext(`${COMPARE_PAGE}; differenceOf(old, now, masks)`, {
    window: {},
    ImageData,
    old: picture(before),
    now: picture(after),
    masks,
  });
  return Difference.parse(found).differing;
}

test("rows that only the other side has within an unstable region are of it, and no more of them than it is high", () => {
  const rows = [1, 2, 3, 4, 5, 6];
  const within = (...more: readonly number[]): readonly number[] => [1, 2, ...more, 3, 4, 5, 6];
  for (const [more, left] of [
    [within(20, 21), 0],
    [within(20, 21, 22, 23, 24), 2],
    [[1, 2, 3, 4, 20, 5, 6], 1],
  ] as const) {
    expect(differing(rows, more, "before")).toBe(left);
    expect(differing(more, rows, "after")).toBe(left);
  }
});
