import { setTimeout as sleep } from "node:timers/promises";
import { type ActionResult } from "../../packages/testkit/runner.ts";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { startHarness } from "../e2e/harness.ts";
import type { Ended, Order } from "./clients.ts";

/** What an action needs of the service. */
interface Where {
  readonly baseUrl: string;
  readonly token: string;
}

/** A run that was killed, or met a service that is down for longer than it waits, is run again as a person would. */
const MAX_RUNS = 6;

/** How an attempt of the action ended. */
export interface ActionEnded extends Ended {
  readonly runs: number;
  readonly kills: number;
}

/** The action met something it did not foresee. */
export class ActionBroke extends Error {}

/**
 * Runs the built action in a process of its own until it says how its deployment ended.
 * @param killAfterMs When the first run is killed, milliseconds of real time.
 */
export async function runAction(where: Where, order: Order, killAfterMs: number | undefined): Promise<ActionEnded> {
  const inputs = { "base-url": where.baseUrl, token: where.token, site: order.siteId, approval: "off" };
  await using harness = await startHarness(inputs, { sha: order.commitSha, branch: order.branch });
  let kills = 0;
  for (let runs = 1; runs <= MAX_RUNS; runs += 1) {
    let step: StepProcess | undefined;
    const running = harness.preview({ node: process.execPath, onStart: (started) => void (step = started) });
    if (runs === 1 && killAfterMs !== undefined) {
      const over = new AbortController();
      const killing = sleep(killAfterMs, undefined, { signal: over.signal }).then(
        () => step?.kill("SIGKILL"),
        () => undefined,
      );
      await running.finally(() => over.abort());
      await killing;
    }
    const result = await running;
    kills += result.signal === "SIGKILL" ? 1 : 0;
    if (result.outputs["error-code"] === "internal_error") {
      throw new ActionBroke(`the action broke:\n${result.stdoutLines.slice(-20).join("\n")}`);
    }
    const ended = endOf(result);
    if (ended !== undefined) return { ...ended, runs, kills };
  }
  throw new Error(`the action did not end after ${MAX_RUNS} runs`);
}

function endOf({ outputs, exitCode }: ActionResult): Ended | undefined {
  const { status = "", attempt = "", "deployment-id": deploymentId = "", "error-code": code = "" } = outputs;
  const terminal =
    (status === "ready" && exitCode === 0) || (status === "failed" && code !== "") || status === "canceled";
  return terminal && deploymentId !== "" ? { deploymentId, n: Number(attempt), status, code } : undefined;
}
