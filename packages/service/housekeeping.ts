import type { Logger } from "pino";
import type { Clock } from "@greenroom/contract/clock";

/** Something done again and again while the service runs. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** One round; a failure is logged and the next round comes all the same. */
  readonly run: () => Promise<unknown>;
}

/** Runs chores beside the service until stopped. */
export interface Housekeeping {
  /** Ends the waits and lets a round that is under way finish. */
  stop(): Promise<void>;
}

/**
 * Starts every chore, each in a loop of its own, the first round after one interval.
 * @param chores What to do and how often.
 */
export function startHousekeeping(
  chores: readonly Chore[],
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Housekeeping {
  const stopping = new AbortController();
  const loops = chores.map(async (chore) => {
    while (!stopping.signal.aborted) {
      const slept = await clock.sleep(chore.everyMs, stopping.signal).then(
        () => true,
        () => false,
      );
      if (!slept) return;
      await chore.run().catch((error: unknown) => log.error({ err: error, chore: chore.name }, "a chore failed"));
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
