import { expect, test } from "vitest";
import { createReadCache } from "../../../packages/service/outside/read-cache.ts";

/** A cache of 10 bytes for keys such as `a4`, whose number is what they take. */
function openCache() {
  const read: string[] = [];
  const find = createReadCache(10, async (key) => {
    read.push(key);
    if (key === "broken") throw new Error("It cannot be read.");
    return { value: key.toUpperCase(), bytes: Number(key.slice(1)) };
  });
  return { read, find };
}

test("what was used longest ago gives way when the values are too large together", async () => {
  const { read, find } = openCache();
  for (const key of ["a4", "b4", "a4", "c4", "a4", "b4"]) expect(await find(key)).toBe(key.toUpperCase());
  expect(read).toEqual(["a4", "b4", "c4", "b4"]);
});

test("the newest stays however large it is", async () => {
  const { read, find } = openCache();
  for (const key of ["a6", "b50", "b50", "c10", "b50"]) await find(key);
  expect(read).toEqual(["a6", "b50", "c10", "b50"]);
});

test("what many want at once is read once, and again when that failed", async () => {
  const { read, find } = openCache();
  expect(await Promise.all([find("a4"), find("a4")])).toEqual(["A4", "A4"]);
  await expect(Promise.all([find("broken"), find("broken")])).rejects.toThrow("It cannot be read.");
  await expect(find("broken")).rejects.toThrow("It cannot be read.");
  expect(read).toEqual(["a4", "broken", "broken"]);
});
