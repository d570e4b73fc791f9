import { expect, test } from "vitest";
import { inBatches } from "../../packages/service/domain/in-batches.ts";

function recorded(most = 100) {
  const runs: (readonly number[])[] = [];
  const square = inBatches<number, number>(async (items) => {
    runs.push(items);
    if (items.includes(13)) throw new Error("no 13");
    return (item) => item * item;
  }, most);
  return { runs, square };
}

test("those that ask in one turn share a run, and each gets its own answer", async () => {
  const { runs, square } = recorded();
  expect(await Promise.all([1, 2, 3].map(square))).toEqual([1, 4, 9]);
  expect(runs).toEqual([[1, 2, 3]]);
});

test("those that ask while others are answered go together afterwards, so that no answer is older than its question", async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const runs: (readonly string[])[] = [];
  const ask = inBatches<string, number>(async (items) => {
    runs.push(items);
    begun.resolve();
    await finish.promise;
    const run = runs.length;
    return () => run;
  }, 100);
  const first = ask("a");
  await begun.promise;
  const later = [ask("a"), ask("b")];
  finish.resolve();
  expect(await Promise.all([first, ...later])).toEqual([1, 2, 2]);
  expect(runs).toEqual([["a"], ["a", "b"]]);
});

test("when a run fails all of its callers know, and the next one begins anew", async () => {
  const { square } = recorded();
  const outcomes = await Promise.allSettled([square(13), square(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await square(2)).toBe(4);
});

test("a run has so many items at most", async () => {
  const { runs, square } = recorded(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(square))).toEqual([1, 4, 9, 16, 25]);
  expect(runs).toEqual([[1, 2], [3, 4], [5]]);
});
