import { parentPort, Worker, workerData } from "node:worker_threads";
import { type DiskQuestion, type DiskUse, measureDisk } from "./disk-use.ts";
import { type Leftover, removeTree } from "./remove-tree.ts";

/** Work on folders that builds made, beside the service: it goes on answering while a large or slow one is read. */
export interface Disk {
  measure(question: DiskQuestion): Promise<DiskUse>;
  /** @returns What could not be removed, or undefined. */
  remove(path: string): Promise<Leftover | undefined>;
  close(): Promise<void>;
}

/** What a thread does, each in one of its own: counting never waits for the removal of a large folder. */
const WORK = { measure: measureDisk, remove: removeTree } as const;
type Kind = keyof typeof WORK;
type Question<K extends Kind> = Parameters<(typeof WORK)[K]>[0];
type Answer<K extends Kind> = ReturnType<(typeof WORK)[K]>;

/** Marks a thread of ours; tests run in threads too. */
const MARK = "greenroom-disk-";

interface Asked {
  readonly id: number;
  readonly question: never;
}

/** In a thread: answers one question after the other. */
export const answering = Object.entries(WORK).map(([kind, work]) =>
  workerData === MARK + kind
    ? parentPort?.on("message", ({ id, question }: Asked) =>
        parentPort?.postMessage({ id, answer: work(question) }, []),
      )
    : undefined,
);

export function openDisk(): Disk {
  const [counting, removing] = [openThread("measure"), openThread("remove")];
  return {
    measure: (question) => counting.ask(question),
    remove: (path) => removing.ask(path),
    async close() {
      await Promise.all([counting.close(), removing.close()]);
    },
  };
}

/** It starts with the first question. */
function openThread<K extends Kind>(kind: K) {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, PromiseWithResolvers<Answer<K>>>();

  function start(): Worker {
    const started = new Worker(import.meta.filename, { workerData: MARK + kind, execArgv: [] });
    started.on("message", ({ id, answer }: { readonly id: number; readonly answer: Answer<K> }) => {
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
      // It keeps the process alive only while something waits for it.
      if (waiting.size === 0) started.unref();
    });
    started.on("error", (error) => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return started;
  }

  return {
    ask(question: Question<K>): Promise<Answer<K>> {
      worker ??= start();
      worker.ref();
      asked += 1;
      const answer = Promise.withResolvers<Answer<K>>();
      waiting.set(asked, answer);
      worker.postMessage({ id: asked, question }, []);
      return answer.promise;
    },
    async close(): Promise<void> {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
