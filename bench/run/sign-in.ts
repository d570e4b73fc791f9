import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { serve } from "../../test/http.ts";
import { startIssuer } from "../../test/issuer.ts";
import { type Figure, type Progress, quantile } from "../measure.ts";
import { openPull } from "./pull.ts";
import { SITE_ID } from "./receive-posts.ts";
import { prepareStep, type Step } from "./step.ts";

const ROUNDS = 30;

/** What has come to a service that gives a token to every run and responds to no deployment. */
interface Service extends AsyncDisposable {
  readonly baseUrl: string;
  readonly exchanges: () => number;
  /** Resolves when the next request for a deployment is here. */
  next(): Promise<void>;
}

/**
 * What signing in by the identity of the run costs beside a stored token, before the request for a deployment: requests,
 * and the time that the process itself computes. Waits for GitHub and the service are not part of it, and neither is
 * what else the machine does.
 */
export async function signIn(progress: Progress): Promise<readonly Figure[]> {
  await using service = await startService();
  await using issuer = await startIssuer();
  const { github, event } = await openPull();
  await using closing = github;
  const shared = { "base-url": service.baseUrl, site: SITE_ID };
  await using stored = await prepareStep({
    inputs: { ...shared, token: "sk_test_bench0123456789" },
    event,
    github: closing,
  });
  await using keyless = await prepareStep({ inputs: shared, event, github: closing });
  const differences: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const withToken = await cpuUntilDeploy(stored, service, {});
    const withIdentity = await cpuUntilDeploy(keyless, service, issuer.env);
    // The first round only fills the file cache.
    if (round > 0) differences.push(withIdentity - withToken);
    if (round % 10 === 0) progress(`round ${round} of ${ROUNDS}`);
  }
  const runs = ROUNDS + 1;
  return [
    {
      name: "sign-in without a stored token, more requests to GitHub",
      value: issuer.tokenRequests() / runs,
      unit: "",
      better: "less",
      goal: "at most 1",
    },
    {
      name: "sign-in without a stored token, more requests to the service",
      value: service.exchanges() / runs,
      unit: "",
      better: "less",
      goal: "at most 1",
    },
    {
      name: "sign-in without a stored token, own time on a processor",
      value: quantile(differences, 0.5),
      unit: "ms",
      goal: "at most 15",
    },
  ];
}

async function startService(): Promise<Service> {
  let exchanges = 0;
  let arrive: () => void = () => undefined;
  const given = JSON.stringify({ access_token: "mcp_test_bench0123456789", token_type: "Bearer", expires_in: 900 });
  const server = await serve((request, response) => {
    if (request.url !== "/oauth/token") {
      if (request.method === "POST") arrive();
      return;
    }
    exchanges += 1;
    request.resume().once("end", () => response.setHeader("content-type", "application/json").end(given));
  });
  return {
    baseUrl: server.url,
    exchanges: () => exchanges,
    next: () => new Promise((resolve) => (arrive = resolve)),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

/** @returns Milliseconds that all threads of the step have computed until its request for a deployment had arrived. */
async function cpuUntilDeploy(step: Step, service: Service, env: Readonly<Record<string, string>>): Promise<number> {
  const arrived = service.next();
  const child = spawn(process.execPath, [step.entry], { cwd: step.cwd, stdio: "ignore", env: { ...step.env, ...env } });
  const gone = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  try {
    await Promise.race([
      arrived,
      gone.then((code) => Promise.reject(new Error(`${step.entry} ended with ${code} and asked for no deployment`))),
    ]);
    return cpuOf(child.pid ?? 0);
  } finally {
    child.kill("SIGKILL");
    await gone;
  }
}

/** [proc_pid_schedstat(5)] The first number is time on a processor, nanoseconds. */
function cpuOf(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ", 1)[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1_000_000;
}
