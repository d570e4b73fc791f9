/**
 * Makes a function that answers several callers by one run: those that come in one turn of the event loop, or while
 * others are answered, go together. Each run begins after what it answers was asked.
 * @param run Returns what answers each of the items; when it fails, all of them fail.
 * @param most Items of a run.
 */
export function inBatches<Item, Answer>(
  run: (items: readonly Item[]) => Promise<(item: Item) => Answer>,
  most: number,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.splice(0, most);
      try {
        const answer = await run(taken.map(({ item }) => item));
        for (const { item, resolve } of taken) resolve(answer(item));
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    isRunning = false;
  }

  return async (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    waiting.push({ item, resolve, reject });
    if (!isRunning) {
      isRunning = true;
      setImmediate(() => void drain());
    }
    return await promise;
  };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}
