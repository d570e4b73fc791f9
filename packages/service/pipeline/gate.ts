/** Lets many publish, or one collect, never both: a file that is about to be listed must not be removed. */
export interface Gate {
  shared<Result>(run: () => Promise<Result>): Promise<Result>;
  exclusive<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Makes an open gate; who waits first goes first. */
export function createGate(): Gate {
  const publishing = new Set<Promise<void>>();
  let collecting: Promise<void> = Promise.resolve();
  return {
    async shared(run) {
      await collecting;
      const done = Promise.withResolvers<void>();
      publishing.add(done.promise);
      try {
        return await run();
      } finally {
        publishing.delete(done.promise);
        done.resolve();
      }
    },
    async exclusive(run) {
      const before = collecting;
      const done = Promise.withResolvers<void>();
      collecting = done.promise;
      try {
        await before;
        await Promise.all(publishing);
        return await run();
      } finally {
        done.resolve();
      }
    },
  };
}
