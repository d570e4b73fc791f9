/** A readers-writer lock, first come, first served. */
export interface RwLock {
  /** Runs beside others that share the lock. */
  shared<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs alone. */
  exclusive<Result>(run: () => Promise<Result>): Promise<Result>;
}

export function createRwLock(): RwLock {
  const sharing = new Set<Promise<void>>();
  let lastExclusive: Promise<void> = Promise.resolve();
  return {
    async shared(run) {
      await lastExclusive;
      const done = Promise.withResolvers<void>();
      sharing.add(done.promise);
      try {
        return await run();
      } finally {
        sharing.delete(done.promise);
        done.resolve();
      }
    },
    async exclusive(run) {
      const before = lastExclusive;
      const done = Promise.withResolvers<void>();
      lastExclusive = done.promise;
      try {
        await before;
        await Promise.all(sharing);
        return await run();
      } finally {
        done.resolve();
      }
    },
  };
}
