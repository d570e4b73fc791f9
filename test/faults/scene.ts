import { type ActionResult } from "../../src/demo/runner.ts";
import { type Changes, setStage, type Stage } from "../e2e/stage.ts";
import { type FaultHouse } from "./house.ts";
import { type Elsewhere, type FaultProxy, type Rule, startElsewhere, startProxy } from "./proxy.ts";

/** The built action in front of the real service, with the faults between them. */
export interface Scene extends AsyncDisposable {
  readonly house: FaultHouse;
  readonly stage: Stage;
  readonly proxy: FaultProxy;
  /** A server on another port that must never be asked. */
  readonly elsewhere: Elsewhere;
  /** Names the attempt: every scene has a branch, and so a deployment, of its own. */
  readonly branch: string;
  readonly runs: readonly Run[];
  /** Runs the built action once. */
  run(changes?: Changes): Promise<ActionResult>;
}

/** One run of a scene. */
export interface Run {
  readonly result: ActionResult;
  readonly limitMs: number;
}

const DEFAULT_LIMIT_MINUTES = "0.75";

/**
 * Sets a scene.
 * @param house Service all scenes share.
 * @param branch Branch no other scene has.
 * @param rules Faults, given the origin of the server elsewhere.
 */
export async function setScene(
  house: FaultHouse,
  branch: string,
  rules: (elsewhere: string) => readonly Rule[] = () => [],
): Promise<Scene> {
  const elsewhere = await startElsewhere();
  const proxy = await startProxy(house.baseUrl, rules(elsewhere.origin));
  const inputs = { "base-url": proxy.origin, token: house.token, site: house.siteId, approval: "off" };
  const stage = await setStage(inputs, { sha: house.commitSha, branch });
  const runs: Run[] = [];
  return {
    house,
    stage,
    proxy,
    elsewhere,
    branch,
    runs,
    async run(changes = {}) {
      const minutes = changes.inputs?.["timeout-minutes"] ?? DEFAULT_LIMIT_MINUTES;
      const result = await stage.preview({
        ...changes,
        inputs: { "timeout-minutes": minutes, ...changes.inputs },
      });
      runs.push({ result, limitMs: Number(minutes) * 60_000 });
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      await stage.github.close();
      await proxy[Symbol.asyncDispose]();
      await elsewhere[Symbol.asyncDispose]();
    },
  };
}
