// Minutes in which machines, engines and links of an installation fail: `npm run chaos`, or `npm run chaos -- 2` for two.
// Needs PostgreSQL, versitygw and toxiproxy, and makes those that are missing where Go is there; ends with 2 when it cannot.
import { mkdir, writeFile } from "node:fs/promises";
import { machine } from "../../bench/measure.ts";
import { MissingError } from "../engines/postgres.ts";
import { runChaos } from "./chaos.ts";

const RESULT = "reports/chaos.json";

async function main(): Promise<number> {
  const minutes = Number(process.argv[2] ?? 10);
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const before = machine();
  console.log(`chaos: ${minutes} minutes, SEED=${seed} plans the same faults again`);
  const { figures, findings, logs } = await runChaos({
    minutes,
    seed,
    signal: stop.signal,
    progress: (text) => console.log(`chaos: ${text}`),
  });
  for (const { name, value, unit } of figures) console.log(`  ${name.padEnd(42)} ${String(value).padStart(7)} ${unit}`);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  console.log(logs === undefined ? "Nothing is wrong." : `${findings.length} findings; the logs are in ${logs}`);
  await mkdir("reports", { recursive: true });
  const result = { name: "chaos", minutes, seed, figures, findings, before, after: machine() };
  await writeFile(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  return findings.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(`chaos: ${error.message}`);
  process.exitCode = 2;
}
