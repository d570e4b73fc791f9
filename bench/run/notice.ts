import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import type { Github } from "../../packages/testkit/github.ts";
import { compared, type Figure, type Progress, quantile } from "../measure.ts";
import { HEAD_SHA, openPull } from "./pull.ts";
import { prepareStep, type StepParts } from "./step.ts";
import { type TestService, nowMs, startTestService } from "./test-service.ts";

const run = promisify(execFile);
const ROUNDS = 15;
const POLLS_MS = [5_000, 1_000];
const PATIENCE_MS = 30_000;
const FLOOR = join(import.meta.dirname, "peers", "notice-floor.mjs");
const POLL = join(import.meta.dirname, "peers", "poll.mjs");

/**
 * Time from the service's terminal event until the comment is written and until the process has ended, of a run that
 * received the events of its build before; in turns with the least that could do it, and beside twenty waits by polling,
 * spread over the interval.
 */
export async function notice(progress: Progress): Promise<readonly Figure[]> {
  await using service = await startTestService();
  const { github, event } = await openPull();
  await using closing = github;
  const runs: Seen[] = [];
  const floors: Seen[] = [];
  const chains: Seen[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const run = await once(service, closing, { event, inputs: inputsOf(service) });
    const floor = await floorOnce(service, closing, { text: `Ready, round ${round}`, confirm: false });
    const chain = await floorOnce(service, closing, { text: `Ready and confirmed, round ${round}`, confirm: true });
    // The first round loads what later ones find loaded: the service and the GitHub stand-in are not what is measured.
    if (round === 0) continue;
    runs.push(run);
    floors.push(floor);
    chains.push(chain);
    if (round % 5 === 0) progress(`round ${round} of ${ROUNDS}: exit ${run.exitMs.toFixed(0)} ms`);
  }
  const figures: Figure[] = [];
  for (const [name, timeOf] of [
    ["comment", ({ commentMs }: Seen) => commentMs],
    ["exit", ({ exitMs }: Seen) => exitMs],
  ] as const) {
    const ours = { name: `end of the build to the ${name}`, values: runs.map(timeOf) };
    const unit = { unit: "ms", better: "less" } as const;
    figures.push(
      compared(
        ours,
        { name: "two requests of a bare script", values: floors.map(timeOf) },
        { ...unit, goal: "at most 2" },
      ),
      compared(ours, { name: "the same requests of a bare script", values: chains.map(timeOf) }, unit),
    );
  }
  for (const intervalMs of POLLS_MS) {
    const waits = await polled(service, intervalMs);
    const exitMs = quantile(
      runs.map(({ exitMs }) => exitMs),
      0.5,
    );
    const name = `polling every ${intervalMs / 1000} s`;
    progress(`${name}: ${waits.length} waits`);
    const value = quantile(waits, 0.5);
    figures.push({
      name: "end of the build to the exit",
      value: exitMs,
      unit: "ms",
      beside: { name, value },
      ratio: exitMs / value,
      better: "less",
    });
  }
  return figures;
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

/** @param confirm Whether it first asks for what the action has to know before it writes. */
async function floorOnce(
  service: TestService,
  github: Github,
  { text, confirm }: { readonly text: string; readonly confirm: boolean },
): Promise<Seen> {
  const building = service.building();
  const id = await deploy(service);
  await building;
  const { owner, name } = github.state.repository;
  const repository = `/repos/${owner.login}/${name}`;
  const env = {
    DEPLOYMENT_URL: `${service.baseUrl}/deployments/${id}`,
    SITE_ID: service.siteId,
    TOKEN: service.token,
    GITHUB_URL: github.apiUrl,
    GITHUB_TOKEN: github.token,
    STATUSES_PATH: `${repository}/deployments/${github.deployments.at(-1)?.id ?? 0}/statuses`,
    COMMENT_PATH: `${repository}/issues/comments/${github.comments.at(-1)?.id ?? 0}`,
    TEXT: text,
    ...(confirm ? { CONFIRM: "1" } : {}),
  };
  const before = newest(github);
  const child = spawn(process.execPath, [FLOOR], { stdio: "ignore", env });
  const gone = new Promise<number>((resolve) => void child.once("exit", () => resolve(nowMs())));
  try {
    await until(() => newest(github) === "Building");
    // Sent before the end of the build is known.
    await sleep(300);
    const readyAtMs = await service.ready();
    const commentAtMs = await until(() => newest(github) === text);
    return { commentMs: commentAtMs - readyAtMs, exitMs: (await gone) - readyAtMs };
  } finally {
    child.kill("SIGKILL");
    // The action finds the comment that it wrote.
    const comment = github.comments.at(-1);
    if (comment !== undefined) comment.body = before;
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

async function deploy(service: TestService): Promise<string> {
  const response = await fetch(`${service.baseUrl}/sites/${service.siteId}/deploy`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({ environment: "preview", branch: "feature/login", commitSha: HEAD_SHA }),
  });
  return z.object({ data: z.object({ id: z.string() }) }).parse(await response.json()).data.id;
}

/** @returns How long after the end each of the waits saw it, in milliseconds. */
async function polled(service: TestService, intervalMs: number): Promise<readonly number[]> {
  const building = service.building();
  const id = await deploy(service);
  await building;
  const args = [POLL, `${service.baseUrl}/deployments/${id}`, service.token, String(intervalMs)];
  const polling = run(process.execPath, args);
  // Every wait has begun to ask by then.
  await sleep(intervalMs + 500);
  const readyAtMs = await service.ready();
  const seen = z.array(z.number()).parse(JSON.parse((await polling).stdout));
  return seen.map((atMs) => atMs - readyAtMs);
}
