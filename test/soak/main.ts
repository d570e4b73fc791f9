// An hour of deployments in a fraction of it: `npm run soak`, or `npm run soak -- 200` for fewer of them.
import { playAndReport } from "../chaos/report.ts";
import { soak } from "./soak.ts";

const HOUR_MS = 3_600_000;

const deployments = Number(process.argv[2] ?? 1000);
const share = deployments / 1000;
process.exitCode = await playAndReport("soak", "bench/results/soak.json", (seed, progress) =>
  soak({
    deployments,
    serviceKills: Math.ceil(15 * share),
    spanMs: HOUR_MS * share,
    factor: 12,
    seed,
    progress,
  }),
);
