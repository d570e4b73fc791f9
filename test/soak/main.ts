// An hour of events in a fraction of it: `npm run soak`, or `npm run soak -- 200` for fewer deployments. As root, and with
// Prometheus, it is operated as in a week: backups, an upgrade, a full disk, a clock that is set back, alerts.
import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { machine } from "../../bench/measure.ts";
import { soak } from "./soak.ts";

const HOUR_MS = 3_600_000;
const RESULT = "bench/results/soak.json";

const deployments = Number(process.argv[2] ?? 1000);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const before = machine();
console.log(`soak: ${deployments} deployments, SEED=${seed} plays the same plan again`);
const share = deployments / 1000;
const { figures, findings } = await soak({
  deployments,
  actions: Math.ceil(60 * share),
  serviceKills: Math.ceil(15 * share),
  clientKills: Math.ceil(12 * share),
  spanMs: HOUR_MS * share,
  factor: 12,
  seed,
  watch: true,
  operated: process.getuid?.() === 0 && spawnSync("prometheus", ["--version"]).status === 0,
  progress: (text) => console.log(`soak: ${text}`),
});
for (const { name, value, unit, goal } of figures) {
  console.log(
    `  ${name.padEnd(45)} ${value.toFixed(Number.isInteger(value) ? 0 : 1).padStart(9)} ${unit}${goal === undefined ? "" : `   goal ${goal}`}`,
  );
}
for (const finding of findings) console.log(`FINDING ${finding}`);
await mkdir("bench/results", { recursive: true });
await writeFile(
  RESULT,
  `${JSON.stringify({ name: "soak", seed, figures, findings, before, after: machine() }, null, 2)}\n`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
