// Minutes in which machines, engines and links of an installation fail: `npm run chaos`, or `npm run chaos -- 2` for two.
// Needs PostgreSQL, versitygw and toxiproxy, and makes those that are missing where Go is there; ends with 2 when it cannot.
import { MissingError } from "../engines/program.ts";
import { runChaos } from "./chaos.ts";
import { playAndReport } from "./report.ts";

const minutes = Number(process.argv[2] ?? 10);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());

try {
  process.exitCode = await playAndReport("chaos", "reports/chaos.json", (seed, progress) =>
    runChaos({ minutes, seed, signal: stop.signal, progress }),
  );
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(`chaos: ${error.message}`);
  process.exitCode = 2;
}
