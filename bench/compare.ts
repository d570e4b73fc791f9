import type { Figure } from "./measure.ts";

/** How much worse a figure may be than the stored one before it is flagged. */
export const TOLERANCE = 0.2;

/** A figure that became worse. */
export interface Worse {
  readonly name: string;
  readonly before: number;
  readonly now: number;
  /** 0.25 for a quarter worse. */
  readonly by: number;
}

/**
 * Finds the figures that became worse than they were stored. Only those are compared that mean the same on any machine:
 * ratios, counts and sizes, which say which way is better.
 * @param stored Figures of the results that are kept.
 * @param now Figures of a run.
 */
export function findWorse(stored: readonly Figure[], now: readonly Figure[]): readonly Worse[] {
  const before = new Map(stored.map((figure) => [figure.name, figure.value]));
  return now.flatMap(({ name, value, better }) => {
    const old = before.get(name);
    if (old === undefined || better === undefined || !(old > 0)) return [];
    const by = better === "less" ? value / old - 1 : old / value - 1;
    // A figure that is not there at all is as bad as can be.
    return by < TOLERANCE - 1e-9 ? [] : [{ name, before: old, now: value, by: Number.isNaN(by) ? Infinity : by }];
  });
}

/**
 * Says whether a figure meets its goal.
 * @returns Undefined without a goal that can be validated.
 */
export function meetsGoal({ value, goal }: Figure): boolean | undefined {
  const [, word, bound] = /^(under|at most|at least) ([\d.]+)/.exec(goal ?? "") ?? [];
  if (bound === undefined) return undefined;
  if (word === "under") return value < Number(bound);
  return word === "at most" ? value <= Number(bound) : value >= Number(bound);
}
