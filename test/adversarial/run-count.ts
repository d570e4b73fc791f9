/**
 * Number of random cases of a property. A long run sets the variable, as in `STRINGS=20000`.
 * @param fallback Cases in `npm test`.
 */
export function runCount(variable: string, fallback: number): number {
  const given = Number(process.env[variable] ?? "");
  return Number.isInteger(given) && given > 0 ? given : fallback;
}
