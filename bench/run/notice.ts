import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Github } from "../../packages/testkit/github.ts";
import { type Figure, type Progress, quantile } from "../measure.ts";
import { openPull } from "./pull.ts";
import { prepareStep, type StepParts } from "./step.ts";
import { type TestService, nowMs, startTestService } from "./test-service.ts";

const ROUNDS = 15;
const PATIENCE_MS = 30_000;

/**
 * Time from the service's terminal event until the comment is written and until the process has ended, of a run that
 * received the events of its build before.
 */
export async function notice(progress: Progress): Promise<readonly Figure[]> {
  await using service = await startTestService();
  const { github, event } = await openPull();
  await using closing = github;
  const runs: Seen[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const seen = await once(service, closing, { event, inputs: inputsOf(service) });
    // The first round loads what later ones find loaded: the service and the GitHub stand-in are not what is measured.
    if (round > 0) runs.push(seen);
    if (round % 5 === 0) progress(`round ${round} of ${ROUNDS}: exit ${seen.exitMs.toFixed(0)} ms`);
  }
  const median = (timeOf: (seen: Seen) => number) => ({ value: quantile(runs.map(timeOf), 0.5), unit: "ms" });
  return [
    { name: "end of the build to the comment", ...median(({ commentMs }) => commentMs), goal: "under 150" },
    { name: "end of the build to the exit", ...median(({ exitMs }) => exitMs) },
  ];
}

function inputsOf({ baseUrl, token, siteId }: TestService): Readonly<Record<string, string>> {
  return { "base-url": baseUrl, token, site: siteId, "force-new": "true" };
}

interface Seen {
  readonly commentMs: number;
  readonly exitMs: number;
}

async function once(service: TestService, github: Github, parts: Omit<StepParts, "github">): Promise<Seen> {
  await using step = await prepareStep({ ...parts, github });
  const building = service.building();
  const env = { ...step.env, GITHUB_RUN_ID: String(Math.floor(nowMs())) };
  const child = spawn(process.execPath, [step.entry], { cwd: step.cwd, stdio: "ignore", env });
  const gone = new Promise<number>((resolve) => void child.once("exit", () => resolve(nowMs())));
  try {
    await building;
    await until(() => newest(github).includes("Building") && github.deployments.length > 0);
    // Sent before the end of the build is known.
    await sleep(300);
    const before = newest(github);
    const readyAtMs = await service.ready();
    const commentAtMs = await until(() => newest(github) !== before && newest(github).includes("Ready"));
    return { commentMs: commentAtMs - readyAtMs, exitMs: (await gone) - readyAtMs };
  } finally {
    child.kill("SIGKILL");
  }
}

function newest(github: Github): string {
  return github.comments.at(-1)?.body ?? "";
}

async function until(holds: () => boolean): Promise<number> {
  const endsAtMs = nowMs() + PATIENCE_MS;
  while (!holds()) {
    if (nowMs() > endsAtMs) throw new Error("the comment did not come to say what was waited for");
    await sleep(1);
  }
  return nowMs();
}
