import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { COMMAND_OPTIONS } from "./child.ts";
import { compared, type Figure, type Progress } from "./measure.ts";

const ROUNDS = 5;
const REST_MS = 2_000;
const ROOT = join(import.meta.dirname, "..");
const WAYS = [
  { script: join(ROOT, "build", "packages", "cli", "main.js"), options: COMMAND_OPTIONS },
  { script: join(import.meta.dirname, "bare-server.mjs"), options: [] },
];

/** Time until `greenroom serve` responds, and its memory once it rests, on an empty data folder. */
export async function service(progress: Progress): Promise<readonly Figure[]> {
  const missing = WAYS.find(({ script }) => !existsSync(script));
  if (missing) throw new Error(`${missing.script} is missing; run 'npm run build' first.`);
  const seen = WAYS.map(() => ({ readyMs: [] as number[], megabytes: [] as number[] }));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, way] of WAYS.entries()) {
      const { readyMs, megabytes } = await startOnce(way);
      seen[index]?.readyMs.push(readyMs);
      seen[index]?.megabytes.push(megabytes);
    }
    progress(`round ${round} of ${ROUNDS}`);
  }
  const [emitted, bare] = seen;
  if (emitted === undefined || bare === undefined) throw new Error("nothing was started");
  const peer = "bare Node server";
  return [
    compared(
      { name: "start until it responds", values: emitted.readyMs },
      { name: peer, values: bare.readyMs },
      { unit: "ms", better: "less" },
    ),
    compared(
      { name: "memory at rest", values: emitted.megabytes },
      { name: peer, values: bare.megabytes },
      { unit: "MB", better: "less" },
    ),
  ];
}

async function startOnce({
  script,
  options,
}: (typeof WAYS)[number]): Promise<{ readonly readyMs: number; readonly megabytes: number }> {
  const data = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  const startedAtMs = performance.now();
  const child = spawn(
    process.execPath,
    [...options, script, "serve", "--dev", "--port", "0", "--data", data, "--json"],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, GREENROOM_LOG_LEVEL: "error" },
    },
  );
  const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once("data", () => resolve());
      void gone.then(() => reject(new Error(`${script} ended before it was ready`)));
    });
    const readyMs = performance.now() - startedAtMs;
    await sleep(REST_MS);
    return { readyMs, megabytes: await residentMegabytes(child.pid ?? 0) };
  } finally {
    child.kill("SIGTERM");
    await gone;
    await rm(data, { recursive: true, force: true });
  }
}

/** Resident set as Linux counts it. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
