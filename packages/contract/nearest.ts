const letters = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "");

/**
 * Finds the known name that may be meant by another one: it begins with that, or few letters differ.
 * @param lettersPerError Of how many letters one may differ.
 * @returns Undefined when no name is like it.
 */
export function nearest(name: string, known: readonly string[], lettersPerError = 2.5): string | undefined {
  const given = letters(name);
  if (given.length > 40) return undefined;
  const [best] = known
    .map((each) => {
      const other = letters(each);
      return { each, distance: given.length >= 4 && other.startsWith(given) ? 1 : distance(given, other) };
    })
    .toSorted((left, right) => left.distance - right.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(given.length / lettersPerError))
    ? best.each
    : undefined;
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
