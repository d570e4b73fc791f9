import { cpus, loadavg } from "node:os";

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** As in `a second`, `ms`, `KB`. */
  readonly unit: string;
  /** A peer or floor that was measured in turns with it, in the same unit. */
  readonly beside?: { readonly name: string; readonly value: number };
  /** The value by that of the peer: the median of the rounds' own ratios. */
  readonly ratio?: number;
  /** As in `under 50`, `at most 4`, `at least 0.25`: of the ratio where there is one, else of the value. */
  readonly goal?: string;
  /** Which way is better, for figures that mean the same on another machine: ratios, counts, sizes. */
  readonly better?: "less" | "more";
}

/** @returns What a goal is set for, and what a run is compared by: the ratio where there is one, else the value. */
export function judged({ value, ratio }: Pick<Figure, "value" | "ratio">): number {
  return ratio ?? value;
}

export type Progress = (text: string) => void;

/** A benchmark: bounded, without a verdict. */
export type Benchmark = (progress: Progress) => Promise<readonly Figure[]>;

export interface Rounds {
  readonly name: string;
  readonly values: readonly number[];
}

export function compared(
  ours: Rounds,
  peer: Rounds,
  rest: Pick<Figure, "unit" | "goal"> & { readonly better: "less" | "more" },
): Figure {
  return {
    name: ours.name,
    value: quantile(ours.values, 0.5),
    ...rest,
    beside: { name: peer.name, value: quantile(peer.values, 0.5) },
    ratio: quantile(
      ours.values.map((value, round) => value / (peer.values[round] ?? Number.NaN)),
      0.5,
    ),
  };
}

/** @returns The value that `share` of all values lie under, 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @returns Milliseconds something took. */
export async function timed(work: () => Promise<unknown> | void): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** The machine as it was, without which figures say little. */
export function machine() {
  return {
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    load: loadavg().map((load) => Math.round(load * 100) / 100),
    at: new Date().toISOString(),
  };
}
