import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Figure, machine, type Progress } from "../../bench/measure.ts";

/** What a long run counted, and what is wrong; no findings when nothing is. */
export interface Outcome {
  readonly figures: readonly Figure[];
  readonly findings: readonly string[];
}

/** Plays a plan of a seed, prints what came of it and writes it to a file. @returns The exit code. */
export async function playAndReport(
  name: string,
  file: string,
  play: (seed: number, progress: Progress) => Promise<Outcome>,
): Promise<number> {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const before = machine();
  console.log(`${name}: SEED=${seed} plays the same plan again`);
  const { figures, findings } = await play(seed, (text) => console.log(`${name}: ${text}`));
  for (const { name, value, unit, goal } of figures) {
    const shown = value.toFixed(Number.isInteger(value) ? 0 : 1).padStart(9);
    console.log(`  ${name.padEnd(45)} ${shown} ${unit}${goal === undefined ? "" : `   goal ${goal}`}`);
  }
  for (const finding of findings) console.log(`FINDING ${finding}`);
  await mkdir(dirname(file), { recursive: true });
  const result = { name, seed, figures, findings, before, after: machine() };
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  return findings.length === 0 ? 0 : 1;
}
