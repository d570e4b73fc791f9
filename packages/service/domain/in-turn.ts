/**
 * Makes a function that runs what has the same key one after the other, in the order it was asked, however the one before
 * it ended; what has another key runs beside it.
 */
export function inTurn(): <Result>(key: string, run: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, run) => {
    const result = (last.get(key) ?? Promise.resolve()).then(run);
    const settled = result.catch(() => {});
    last.set(key, settled);
    try {
      return await result;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
