import { appendFileSync } from "node:fs";

/**
 * How many inputs a property gets: a long run sets the variable, as in `STRINGS=20000`.
 * @param fallback What every run of the tests gets.
 */
export function numberOf(variable: string, fallback: number): number {
  const given = Number(process.env[variable] ?? "");
  return Number.isInteger(given) && given > 0 ? given : fallback;
}

/**
 * Tells how much was tried, and the seed that tries it again; a long run keeps it in the file that FIGURES names.
 * @param says What was counted.
 */
export function tried(says: string, count: number, seed: number): void {
  const line = `${says}: ${count} (seed ${seed})\n`;
  if (process.env["STRINGS"] !== undefined) process.stdout.write(line);
  const file = process.env["FIGURES"];
  if (file !== undefined && file !== "") appendFileSync(file, `${JSON.stringify({ says, count, seed })}\n`);
}
