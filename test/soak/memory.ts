import { setTimeout as sleep } from "node:timers/promises";
import { heldBy } from "./process-table.ts";
import type { SoakService } from "./service.ts";

/** What a process held at a moment, its garbage collected. */
export interface Sample {
  readonly residentBytes: number;
  /** Of it, what is not the heap of JavaScript: buffers, the database, whatever native code holds. */
  readonly nativeBytes: number;
  readonly heapBytes: number;
  readonly openFiles: number;
}

/** What one process held over a time. */
export interface Series {
  readonly samples: readonly Sample[];
  /** Ends the sampling. */
  stop(): Promise<void>;
}

/** The last quarter may hold this much more than the second one. */
const MOST_GROWTH = 1.15;

/** Fewer samples say nothing about growth. */
const FEWEST_SAMPLES = 40;

/** Samples the process of a service until stopped. Garbage that waits for its collector is not what grows. */
export function sample(service: SoakService, everyMs: number): Series {
  const samples: Sample[] = [];
  const over = new AbortController();
  const loop = (async () => {
    while (!over.signal.aborted) {
      const { heapBytes, rssBytes, roomBytes, externalBytes } = await service.measure();
      const { openFiles } = (await heldBy(service.pid() ?? 0)) ?? { openFiles: Number.NaN };
      const nativeBytes = rssBytes - roomBytes - externalBytes;
      samples.push({ residentBytes: rssBytes, nativeBytes, heapBytes, openFiles });
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    samples,
    async stop() {
      over.abort();
      await loop;
    },
  };
}

/** @returns The middle one of the values of a quarter, 1 to 4. */
export function quarter(values: readonly number[], which: number): number {
  const part = values.slice(((which - 1) * values.length) / 4, (which * values.length) / 4).toSorted((a, b) => a - b);
  return part[Math.floor(part.length / 2)] ?? Number.NaN;
}

/**
 * Validators whether a process held more and more.
 * @returns What is wrong; empty when nothing is, or the samples are too few to say.
 */
export function growth(what: string, values: readonly number[]): readonly string[] {
  if (values.length < FEWEST_SAMPLES) return [];
  const [second, last] = [quarter(values, 2), quarter(values, 4)];
  if (last <= second * MOST_GROWTH) return [];
  return [`${what} grew from ${Math.round(second)} in the second quarter to ${Math.round(last)} in the last`];
}
