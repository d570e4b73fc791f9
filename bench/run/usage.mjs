// Loaded into a measured process: writes what it used when it ends.
import { writeFileSync } from "node:fs";

process.once("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const used = { peakMegabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
  writeFileSync(process.env.GREENROOM_BENCH_USAGE ?? "", JSON.stringify(used));
});
