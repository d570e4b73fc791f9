import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { REVIEWER } from "../packages/testkit/github/users.ts";
import { startTestService } from "./test-service.ts";
import type { Curve, Figure, Measured, Point, Progress } from "./measure.ts";
import { openMeter } from "./meter.ts";
import { openPull, PULL_NUMBER } from "./pull.ts";
import { prepareStep } from "./step.ts";

const COMMENTS = [0, 100, 1_000, 3_000];
const LINES = [0, 10_000, 100_000, 1_000_000];
const Used = z.object({ peakMegabytes: z.number(), cpuSeconds: z.number() });
const USAGE = pathToFileURL(join(import.meta.dirname, "usage.mjs")).href;

/** What one run costs, by comments on the pull request and by lines of the build's log, one deployment each. */
export async function runCost(progress: Progress): Promise<Measured> {
  const figures: Figure[] = [];
  const seen: { readonly comments: number; readonly lines: number; readonly cost: Cost }[] = [];
  const cases = [
    { name: "without an approval link", comments: 0, lines: 0, approval: "off" },
    ...COMMENTS.map((comments) => ({ name: `${comments} comments`, comments, lines: 0, approval: "link" })),
    ...LINES.filter((lines) => lines > 0).map((lines) => ({
      name: `${lines} log lines`,
      comments: 0,
      lines,
      approval: "link",
    })),
  ];
  for (const { name, comments, lines, approval } of cases) {
    const cost = await costOf({ comments, lines, approval });
    if (approval === "link") seen.push({ comments, lines, cost });
    progress(`${name}: ${cost.serviceRequests} requests to the service, ${cost.peakMegabytes.toFixed(0)} MB`);
    figures.push(
      {
        name: `${name}: requests to the service`,
        value: cost.serviceRequests,
        unit: "",
        better: "less",
        goal: "at most 4",
      },
      { name: `${name}: requests to GitHub`, value: cost.githubRequests, unit: "", better: "less" },
      { name: `${name}: sent to the service`, value: cost.service.bytesOut / 1024, unit: "KB" },
      { name: `${name}: received from the service`, value: cost.service.bytesIn / 1024, unit: "KB" },
      { name: `${name}: sent to GitHub`, value: cost.github.bytesOut / 1024, unit: "KB" },
      { name: `${name}: received from GitHub`, value: cost.github.bytesIn / 1024, unit: "KB" },
      { name: `${name}: CPU`, value: cost.cpuSeconds, unit: "s" },
      {
        name: `${name}: peak memory`,
        value: cost.peakMegabytes,
        unit: "MB",
        ...(lines === LINES.at(-1) ? { goal: "under 150" } : {}),
      },
    );
  }
  const curve = (by: "comments" | "lines", of: (cost: Cost) => number): readonly Point[] =>
    seen.filter((one) => one[by === "lines" ? "comments" : "lines"] === 0).map((one): Point => [one[by], of(one.cost)]);
  const curves: readonly Curve[] = [
    {
      name: "run-comments",
      title: "Requests to GitHub by comments on the pull request",
      work: "comments",
      unit: "requests",
      series: [{ name: "one run", points: curve("comments", (cost) => cost.githubRequests) }],
    },
    {
      name: "run-memory",
      title: "Peak memory by lines of the log",
      work: "log lines",
      unit: "MB",
      series: [{ name: "one run", points: curve("lines", (cost) => cost.peakMegabytes) }],
    },
    {
      name: "run-cpu",
      title: "CPU time by lines of the log",
      work: "log lines",
      unit: "seconds",
      series: [{ name: "one run", points: curve("lines", (cost) => cost.cpuSeconds) }],
    },
  ];
  return { figures, curves };
}

type Cost = Awaited<ReturnType<typeof costOf>>;

interface Case {
  readonly comments: number;
  readonly lines: number;
  readonly approval: string;
}

async function costOf({ comments, lines, approval }: Case) {
  await using serviceMeter = await openMeter();
  await using githubMeter = await openMeter();
  await using service = await startTestService(serviceMeter.url);
  serviceMeter.lead(Number(new URL(service.baseUrl).port));
  const { github, event } = await openPull();
  await using closing = github;
  githubMeter.lead(Number(new URL(closing.apiUrl).port));
  for (let n = 0; n < comments; n += 1) {
    github.writeComment({ issueNumber: PULL_NUMBER, author: REVIEWER, body: `Remark ${n} of a busy pull request.` });
  }
  const inputs = { "base-url": serviceMeter.url, token: service.token, site: service.siteId, approval };
  await using step = await prepareStep({ inputs, event, github: { apiUrl: githubMeter.url, token: github.token } });
  const building = service.building(lines);
  const usage = join(step.env["RUNNER_TEMP"] ?? "", "usage.json");
  const env = { ...step.env, GREENROOM_BENCH_USAGE: usage };
  const child = spawn(process.execPath, ["--import", USAGE, step.entry], {
    cwd: step.cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  child.stdout.resume();
  const gone = new Promise<number | null>((resolve) => void child.once("close", resolve));
  await building;
  // Long enough for a comment that says that it builds, which is what a real build costs.
  await sleep(3_000);
  await service.ready();
  const code = await gone;
  if (code !== 0) throw new Error(`a run with ${comments} comments and ${lines} lines ended with ${code}`);
  const traffic = serviceMeter.take();
  return {
    ...Used.parse(JSON.parse(await readFile(usage, "utf8"))),
    service: traffic,
    github: githubMeter.take(),
    // One connection carries one request of the action.
    serviceRequests: traffic.connections,
    githubRequests: closing.requests.length,
  };
}
