interface Read<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/**
 * Keeps what was read last in memory; what many want at once is read once.
 * @param maxBytes Of all values together; those that were used longest ago give way, the newest never does.
 * @param read Reads the value of a key, which never changes.
 */
export function createReadCache<Value>(
  maxBytes: number,
  read: (key: string) => Promise<Read<Value>>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, Read<Value>>();
  const reading = new Map<string, Promise<Value>>();
  let total = 0;

  async function load(key: string): Promise<Value> {
    const found = await read(key);
    kept.set(key, found);
    total += found.bytes;
    for (const [oldest, { bytes }] of kept) {
      if (total <= maxBytes || oldest === key) break;
      kept.delete(oldest);
      total -= bytes;
    }
    return found.value;
  }

  return async (key) => {
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known.value;
    }
    const shared = reading.get(key) ?? load(key).finally(() => reading.delete(key));
    reading.set(key, shared);
    return shared;
  };
}
