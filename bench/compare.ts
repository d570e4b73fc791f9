import { type Figure, judged } from "./measure.ts";

/** How much worse a figure may be than the stored one before it is flagged. */
export const TOLERANCE = 0.2;

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
 */
export function findWorse(stored: readonly Figure[], now: readonly Figure[]): readonly Worse[] {
  const before = new Map(stored.map((figure) => [nameOf(figure), judged(figure)]));
  return now.flatMap((figure) => {
    const { better } = figure;
    const name = nameOf(figure);
    const value = judged(figure);
    const old = before.get(name);
    if (old === undefined || better === undefined || !(old > 0)) return [];
    const by = better === "less" ? value / old - 1 : old / value - 1;
    // A figure that is not there at all is as bad as can be.
    return by < TOLERANCE - 1e-9 ? [] : [{ name, before: old, now: value, by: Number.isNaN(by) ? Infinity : by }];
  });
}

/** @returns What tells a figure from the others of its benchmark: its name, and the peer it stands beside. */
export function nameOf({ name, beside }: Figure): string {
  return beside === undefined ? name : `${name}, beside ${beside.name}`;
}

/** Says whether a figure meets its goal. @returns Undefined without a goal in figures. */
export function meetsGoal(figure: Figure): boolean | undefined {
  const [, word, bound] = /^(under|at most|at least) ([\d.]+)/.exec(figure.goal ?? "") ?? [];
  const value = judged(figure);
  if (bound === undefined) return undefined;
  if (word === "under") return value < Number(bound);
  return word === "at most" ? value <= Number(bound) : value >= Number(bound);
}
