import { appendFileSync } from "node:fs";

/**
 * Counts something tried for the page of promises: kept in the file that the variable FIGURES names, if any.
 * Equal sentences are added up.
 * @param says What was counted, a noun phrase.
 * @see src/scripts/figures.ts
 */
export function figure(says: string, count = 1): void {
  const file = process.env["FIGURES"];
  if (file !== undefined && file !== "") appendFileSync(file, `${JSON.stringify({ says, count })}\n`);
}
