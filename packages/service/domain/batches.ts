/** SQLite takes at most 32,766 values in a statement. */
export const ROWS_A_STATEMENT = 500;

export function* inBatches<Item>(items: readonly Item[], size = ROWS_A_STATEMENT): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Waits for each, also when one fails: nothing goes on behind the caller. */
export async function settleAll<Item, Result>(
  batch: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const all = batch.map(work);
  await Promise.allSettled(all);
  return Promise.all(all);
}
