/** Values of one process, within a bound of memory. */
interface ByteCache<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly keep: (key: string, value: Value, bytes: number) => void;
}

/** @param maxBytes Of all values together; those that were used longest ago give way, the newest never does. */
export function createByteCache<Value>(maxBytes: number): ByteCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let total = 0;
  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    keep(key, value, bytes) {
      total += bytes - (kept.get(key)?.bytes ?? 0);
      kept.delete(key);
      kept.set(key, { value, bytes });
      for (const [oldest, old] of kept) {
        if (total <= maxBytes || oldest === key) return;
        kept.delete(oldest);
        total -= old.bytes;
      }
    },
  };
}
