/**
 * The known name that a wrong one may stand for.
 * @returns Undefined when none is like it.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  const [best] = known
    .map((each) => ({ each, distance: distance(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(name.length / 2.5)) ? best.each : undefined;
}

/** How many letters to add, take away or replace. [Levenshtein] */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(left).entries()) {
    const next = [at + 1];
    for (const [index, other] of Array.from(right).entries()) {
      const [above = 0, corner = 0, before = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(above + 1, before + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
