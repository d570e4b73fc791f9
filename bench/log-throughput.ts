import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { startChild } from "./child.ts";
import { type Figure, type Measured, type Point, type Progress, quantile } from "./measure.ts";
import { openPull } from "./pull.ts";
import { prepareStep } from "./step.ts";

const LINES = [10_000, 100_000, 1_000_000];
const ROUNDS = 5;
const PEERS = join(import.meta.dirname, "peers");
const USAGE = pathToFileURL(join(import.meta.dirname, "usage.mjs")).href;
const Ready = z.object({ baseUrl: z.url(), siteId: z.string(), path: z.string() });
const Size = z.object({ bytes: z.number() });
const Used = z.object({ peakMegabytes: z.number() });

interface Shown {
  /** From the first to the last byte on stdout. */
  readonly ms: number;
  readonly bytes: number;
  readonly peakMegabytes: number;
}

/** Lines a second from the event stream to stdout, made harmless, beside a bare copy of the same bytes. */
export async function logThroughput(progress: Progress): Promise<Measured> {
  await using child = await startChild("log-child.ts", []);
  const { baseUrl, siteId, path } = Ready.parse(child.ready);
  const { github, event } = await openPull();
  await using closing = github;
  const inputs = {
    "base-url": baseUrl,
    token: "sk_test_bench0123456789",
    site: siteId,
    comment: "off",
    approval: "off",
    "deployment-record": "false",
  };
  await using step = await prepareStep({ inputs, event, github: closing });
  const figures: Figure[] = [];
  const points = { ours: [] as Point[], bare: [] as Point[] };
  for (const lines of LINES) {
    const { bytes } = Size.parse(await child.ask({ lines }));
    const ours: Shown[] = [];
    const bare: Shown[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      bare.push(await show([join(PEERS, "copy.mjs"), `${baseUrl}${path}`], step));
      ours.push(await show([step.entry], step));
    }
    const name = `${lines} lines`;
    const shares = ours.map(({ ms }, round) => (bare[round]?.ms ?? Number.NaN) / ms);
    progress(`${name}: ${quantile(shares, 0.5).toFixed(2)} of the bare copy`);
    const bareMs = quantile(
      bare.map((one) => one.ms),
      0.5,
    );
    const ms = quantile(
      ours.map((one) => one.ms),
      0.5,
    );
    points.ours.push([lines, ms]);
    points.bare.push([lines, bareMs]);
    figures.push(
      { name: `${name}: lines shown`, value: (lines / ms) * 1000, unit: "a second" },
      { name: `${name}: stream read`, value: bytes / 1e3 / ms, unit: "MB a second" },
      {
        name: `${name}: bare copy`,
        value:
          bytes /
          1e3 /
          quantile(
            bare.map((one) => one.ms),
            0.5,
          ),
        unit: "MB a second",
      },
      {
        name: `${name}: share of the bare copy`,
        value: quantile(shares, 0.5),
        unit: "of 1",
        // The others are over before the code is warm, and too short to compare.
        ...(lines === LINES.at(-1) ? { better: "more" as const, goal: "at least 0.25" } : {}),
      },
      {
        name: `${name}: peak memory`,
        value: quantile(
          ours.map((one) => one.peakMegabytes),
          0.5,
        ),
        unit: "MB",
        goal: "under 150",
      },
    );
  }
  const series = [
    { name: "Greenroom", points: points.ours },
    { name: "bare copy", points: points.bare },
  ];
  const curve = { name: "log", title: "From the stream to stdout", work: "log lines", unit: "ms", series };
  return { figures, curves: [curve] };
}

async function show(
  args: readonly string[],
  step: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Shown> {
  const usage = join(step.env["RUNNER_TEMP"] ?? "", "usage.json");
  const env = { ...step.env, GREENROOM_BENCH_USAGE: usage };
  const child = spawn(process.execPath, ["--import", USAGE, ...args], {
    cwd: step.cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  let bytes = 0;
  let firstAtMs = 0;
  let lastAtMs = 0;
  child.stdout.on("data", (data: Buffer) => {
    bytes += data.length;
    lastAtMs = performance.now();
    firstAtMs ||= lastAtMs;
  });
  await new Promise((resolve) => void child.once("close", resolve));
  return { ms: lastAtMs - firstAtMs, bytes, ...Used.parse(JSON.parse(await readFile(usage, "utf8"))) };
}
