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

/** How many pixels differ between two pictures of one column, a colour a row, with what is unstable before. */
function differing(before: readonly number[], after: readonly number[], unstable: { y: number; height: number }) {
  const picture = (rows: readonly number[]) => ({
    width: 1,
    height: rows.length,
    words: Uint32Array.from(rows),
    rows: rows.map(String),
  });
  const masks = { before: [{ x: 0, width: 1, ...unstable }], after: [] };
  const found: unknown = runInNewContext(`${COMPARE_PAGE}; differenceOf(old, now, masks)`, {
    window: {},
    ImageData,
    old: picture(before),
    now: picture(after),
    masks,
  });
  return Difference.parse(found).differing;
}

test("rows that come within an unstable region are of it, and no more of them than it is high", () => {
  const before = [1, 2, 3, 4, 5, 6];
  const unstable = { y: 1, height: 3 };
  const within = (...rows: readonly number[]): readonly number[] => [1, 2, ...rows, 3, 4, 5, 6];
  expect(differing(before, within(20, 21), unstable)).toBe(0);
  expect(differing(before, within(20, 21, 22, 23, 24), unstable)).toBe(2);
  expect(differing(before, [1, 2, 3, 4, 20, 5, 6], unstable)).toBe(1);
});
