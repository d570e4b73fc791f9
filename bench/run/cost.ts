import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { REVIEWER } from "../../packages/testkit/github/users.ts";
import { openLink } from "../../test/link.ts";
import type { Figure, Progress } from "../measure.ts";
import { openPull, PULL_NUMBER } from "./pull.ts";
import { prepareStep } from "./step.ts";
import { startTestService } from "./test-service.ts";

const COMMENTS = 3_000;
const LINES = 1_000_000;
const Used = z.object({ peakMegabytes: z.number(), cpuSeconds: z.number() });
/** The line that a request of HTTP/1.1 begins with. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r$/gm;
const USAGE = pathToFileURL(join(import.meta.dirname, "usage.mjs")).href;

/** What one run costs: requests of a plain one, and memory of one whose build has a long log. */
export async function cost(progress: Progress): Promise<readonly Figure[]> {
  const busy = await costOf({ comments: COMMENTS, lines: 0 });
  const plain = await costOf({ comments: 0, lines: 0 });
  const long = await costOf({ comments: 0, lines: LINES });
  progress(`${plain.cpuSeconds.toFixed(2)} s of CPU, ${long.cpuSeconds.toFixed(2)} s with a long log`);
  return [
    { name: "requests to the service", value: plain.serviceRequests, unit: "", better: "less", goal: "at most 4" },
    { name: "requests to GitHub", value: plain.githubRequests, unit: "", better: "less" },
    {
      name: `requests to GitHub with ${COMMENTS.toLocaleString("en-US")} comments`,
      value: busy.githubRequests,
      unit: "",
      better: "less",
    },
    { name: "CPU", value: plain.cpuSeconds, unit: "s" },
    {
      name: `peak memory with ${LINES.toLocaleString("en-US")} log lines`,
      value: long.peakMegabytes,
      unit: "MB",
      goal: "under 150",
    },
  ];
}

interface Case {
  readonly comments: number;
  readonly lines: number;
}

async function costOf({ comments, lines }: Case) {
  let serviceRequests = 0;
  await using link = await openLink(undefined, (bytes) => {
    // Each request begins a piece of its own.
    serviceRequests += bytes.toString("latin1").match(REQUEST_LINE)?.length ?? 0;
  });
  const url = `http://127.0.0.1:${link.port}`;
  await using service = await startTestService(url);
  link.lead(new URL(service.baseUrl));
  const { github, event } = await openPull();
  await using closing = github;
  for (let n = 0; n < comments; n += 1) {
    github.writeComment({ issueNumber: PULL_NUMBER, author: REVIEWER, body: `Remark ${n} of a busy pull request.` });
  }
  const inputs = { "base-url": url, token: service.token, site: service.siteId };
  await using step = await prepareStep({ inputs, event, github: closing });
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
  return {
    ...Used.parse(JSON.parse(await readFile(usage, "utf8"))),
    serviceRequests,
    githubRequests: closing.requests.length,
  };
}
