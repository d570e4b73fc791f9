/** Lets many publish, or one collect, never both: a file that is about to be listed must not be removed. */
export interface Gate {
  shared<Result>(run: () => Promise<Result>): Promise<Result>;
  exclusive<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Makes an open gate; who waits first goes first. */
export function createGate(): Gate {
  const publishing = new Set<Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async shared(run) {
      const turn = last;
      await turn;
      const running = run();
      const done = running.catch(() => {});
      publishing.add(done);
      void done.then(() => publishing.delete(done));
      return running;
    },
    async exclusive(run) {
      const turn = last;
      const running = turn.then(async () => {
        while (publishing.size > 0) await Promise.all(publishing);
        return run();
      });
      last = running.catch(() => {});
      return running;
    },
  };
}
