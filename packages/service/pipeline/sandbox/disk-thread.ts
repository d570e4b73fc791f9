import { parentPort, Worker, workerData } from "node:worker_threads";
import { removeTree } from "../output/remove-tree.ts";
import { findPages } from "../output/written-pages.ts";
import { findEffects, forgetReads, isUnchanged, listFiles } from "../steps/file-changes.ts";
import { measureDisk } from "./disk-use.ts";

const WORK = {
  measure: measureDisk,
  remove: removeTree,
  listFiles,
  forgetReads,
  findEffects,
  isUnchanged,
  findPages,
} as const;
type Kind = keyof typeof WORK;
type Question<K extends Kind> = Parameters<(typeof WORK)[K]>[0];
type Answer<K extends Kind> = ReturnType<(typeof WORK)[K]>;

/** Beside the service, which answers while a large or slow folder is read. `remove` tells what is left. */
export type Disk = {
  readonly [K in Kind]: (question: Question<K>) => Promise<Answer<K>>;
} & { close(): Promise<void> };

/** Marks a thread of ours; tests run in threads too. */
const MARK = "greenroom-disk";

interface ThreadRequest {
  readonly kind: Kind;
  readonly id: number;
  readonly question: never;
}

/** In a thread: answers one question after the other. */
export const answering =
  workerData === MARK
    ? parentPort?.on("message", ({ kind, id, question }: ThreadRequest) =>
        parentPort?.postMessage({ kind, id, answer: WORK[kind](question) }, []),
      )
    : undefined;

/** Counting never waits for the removal of a large folder: that is done in a thread of its own. */
export function openDisk(): Disk {
  const [reading, removing] = [openThread(), openThread()];
  return {
    measure: reading.asks("measure"),
    listFiles: reading.asks("listFiles"),
    forgetReads: reading.asks("forgetReads"),
    findEffects: reading.asks("findEffects"),
    isUnchanged: reading.asks("isUnchanged"),
    findPages: reading.asks("findPages"),
    remove: removing.asks("remove"),
    async close() {
      await Promise.all([reading.close(), removing.close()]);
    },
  };
}

/** It starts with the first question. */
function openThread() {
  let worker: Worker | undefined;
  let asked = 0;
  let waiting = 0;

  function start(): Worker {
    const started = new Worker(import.meta.filename, { workerData: MARK, execArgv: [] });
    // One for each question that waits.
    started.setMaxListeners(0);
    started.on("error", () => (worker = undefined));
    return started;
  }

  return {
    asks<K extends Kind>(kind: K) {
      return async (question: Question<K>): Promise<Answer<K>> => {
        const asking = (worker ??= start());
        const id = (asked += 1);
        const answer = Promise.withResolvers<Answer<K>>();
        const hear = (heard: { readonly id: number; readonly answer: Answer<K> }): void => {
          if (heard.id === id) answer.resolve(heard.answer);
        };
        asking.on("message", hear).on("error", answer.reject);
        asking.ref();
        waiting += 1;
        try {
          asking.postMessage({ kind, id, question }, []);
          return await answer.promise;
        } finally {
          asking.off("message", hear).off("error", answer.reject);
          waiting -= 1;
          // It keeps the process alive only while something waits for it.
          if (waiting === 0) asking.unref();
        }
      };
    },
    async close(): Promise<void> {
      await worker?.terminate();
      worker = undefined;
    },
  };
}
