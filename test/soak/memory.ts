import { readdir, readFile, readlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../../bench/measure.ts";
import type { Measured, SoakService } from "./service.ts";

/** What a process held at one time, its garbage collected. */
export interface Held extends Measured {
  readonly openFiles: number;
}

const SAMPLE_MS = 1000;
/** The last quarter may hold this much more than the second one. */
const MOST_GROWTH = 1.15;
/** Fewer samples say nothing about growth. */
const FEWEST_SAMPLES = 40;
async function heldBy(service: SoakService): Promise<Held> {
  const measured = await service.measure();
  return { ...measured, openFiles: (await readdir(`/proc/${service.pid()}/fd`)).length };
}

/** Samples a service until the signal. Garbage that waits for its collector is not what grows. */
export async function sample(service: SoakService, signal: AbortSignal): Promise<readonly Held[]> {
  const samples: Held[] = [];
  while (!signal.aborted) {
    samples.push(await heldBy(service));
    await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

/** @returns The median of the values of a quarter, 1 to 4. */
function quarter(values: readonly number[], which: number): number {
  const part = values.slice(((which - 1) * values.length) / 4, (which * values.length) / 4).toSorted((a, b) => a - b);
  return part[Math.floor(part.length / 2)] ?? Number.NaN;
}

const MIB = 1024 ** 2;
const SERIES: readonly (readonly [name: string, of: (held: Held) => number, unit: string, bounded: boolean])[] = [
  ["resident memory", ({ rssBytes }) => rssBytes / MIB, "MiB", false],
  ["native memory", ({ nativeBytes }) => nativeBytes / MIB, "MiB", true],
  ["live heap", ({ heapBytes }) => heapBytes / MIB, "MiB", true],
  ["open files", ({ openFiles }) => openFiles, "files", true],
];

export function figuresOf(samples: readonly Held[]): readonly Figure[] {
  return SERIES.flatMap(([name, of, unit, bounded]) => {
    const values = samples.map(of);
    return [
      { name: `${name}, second quarter`, value: quarter(values, 2), unit },
      {
        name: `${name}, last quarter`,
        value: quarter(values, 4),
        unit,
        ...(bounded && { goal: `${MOST_GROWTH} of the second at most` }),
      },
    ];
  });
}

/** @returns What grew; empty when nothing did, or the samples are too few to say. */
export function growth(samples: readonly Held[]): readonly string[] {
  if (samples.length < FEWEST_SAMPLES) return [];
  return SERIES.flatMap(([name, of, unit, bounded]) => {
    const [second, last] = [2, 4].map((which) => quarter(samples.map(of), which));
    if (!bounded || second === undefined || last === undefined || last <= second * MOST_GROWTH) return [];
    return [`${name} grew from ${Math.round(second)} ${unit} in the second quarter to ${Math.round(last)} in the last`];
  });
}

/** @returns Command lines of processes that name a folder or work in it, this process apart. */
export async function processesOf(folder: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      const directory = await readlink(`/proc/${pid}/cwd`).catch(() => "");
      return line.includes(folder) || directory.startsWith(folder) ? [line.replaceAll("\0", " ").trim()] : [];
    }),
  );
  return found.flat();
}
