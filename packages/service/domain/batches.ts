/** SQLite takes at most 32,766 values in a statement. */
export const ROWS_A_STATEMENT = 500;

/** Parts of a list, in order. */
export function* inBatches<Item>(items: readonly Item[], size = ROWS_A_STATEMENT): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
