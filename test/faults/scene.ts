import type { Comment } from "../../packages/testkit/github/state.ts";
import { type ActionResult } from "../../packages/testkit/runner.ts";
import { marker } from "../../src/github/stored.ts";
import { type Changes, setStage, type Stage } from "../e2e/stage.ts";
import { type FaultHouse } from "./house.ts";
import { type Elsewhere, type FaultProxy, type Rule, startElsewhere, startProxy } from "./proxy.ts";

/** The built action in front of the real service, with the faults between them. */
export interface Scene extends AsyncDisposable {
  readonly house: FaultHouse;
  readonly stage: Stage;
  readonly proxy: FaultProxy;
  /** Stands between the action and GitHub. */
  readonly githubProxy: FaultProxy;
  /** Comments of others, as they stood before the first run; one begins with our marker. */
  readonly foreign: readonly Comment[];
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

/** What goes wrong in a scene. */
interface SceneFaults {
  readonly rules?: RulesOf;
  readonly githubRules?: RulesOf;
  /** The service is asked without a proxy: its origin is part of the key, so such scenes can be of one attempt. */
  readonly direct?: boolean;
}

/** Faults, given the origin of the server elsewhere. */
export type RulesOf = (elsewhere: string) => readonly Rule[];

/**
 * Sets a scene.
 * @param house Service all scenes share.
 * @param branch Names the attempt; usually one no other scene has.
 * @param faults Faults between the action and the service, and between it and GitHub.
 */
export async function setScene(house: FaultHouse, branch: string, faults: SceneFaults = {}): Promise<Scene> {
  const { rules = () => [], githubRules = () => [], direct = false } = faults;
  const elsewhere = await startElsewhere();
  const proxy = await startProxy(house.baseUrl, rules(elsewhere.origin));
  const inputs = {
    "base-url": direct ? house.baseUrl : proxy.origin,
    token: house.token,
    site: house.siteId,
    approval: "off",
  };
  const stage = await setStage(inputs, { sha: house.commitSha, branch });
  const githubProxy = await startProxy(stage.github.apiUrl, githubRules(elsewhere.origin));
  const foreign = structuredClone(seedForeign(stage));
  const runs: Run[] = [];
  return {
    house,
    stage,
    proxy,
    githubProxy,
    foreign,
    elsewhere,
    branch,
    runs,
    async run(changes = {}) {
      const minutes = changes.inputs?.["timeout-minutes"] ?? DEFAULT_LIMIT_MINUTES;
      const result = await stage.preview({
        ...changes,
        inputs: { "timeout-minutes": minutes, ...changes.inputs },
        context: { apiUrl: githubProxy.origin, ...changes.context },
      });
      runs.push({ result, limitMs: Number(minutes) * 60_000 });
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      await githubProxy[Symbol.asyncDispose]();
      await stage.github.close();
      await proxy[Symbol.asyncDispose]();
      await elsewhere[Symbol.asyncDispose]();
    },
  };
}

/** What others wrote on the pull request: one has copied our marker, one talks. */
function seedForeign({ github }: Stage): Comment[] {
  const issueNumber = github.state.pulls[0]?.number ?? 0;
  const mallory = { login: "mallory", id: 4_040_404, type: "User" } as const;
  const reviewer = { login: "ada", id: 1_010_101, type: "User" } as const;
  return [
    github.writeComment({ issueNumber, author: mallory, body: `${String(marker("previews"))}\nThis is mine.` }),
    github.writeComment({ issueNumber, author: reviewer, body: "Looks good to me." }),
  ];
}
