import type { Comment } from "../../packages/testkit/github/state.ts";
import { type ActionResult } from "../../packages/testkit/runner.ts";
import { marker } from "../../src/github/comment/data.ts";
import { type Changes, startHarness, type Harness } from "../e2e/harness.ts";
import { type Elsewhere, type FaultProxy, type Rule, startElsewhere, startProxy } from "./proxy.ts";
import { type TestService } from "./test-service.ts";

/** The built action in front of the real service, with the faults between them. */
export interface Scenario extends AsyncDisposable {
  readonly service: TestService;
  readonly harness: Harness;
  readonly proxy: FaultProxy;
  /** Comments of others, as they stood before the first run; one begins with our marker. */
  readonly others: readonly Comment[];
  /** A server on another port that must never get a request. */
  readonly elsewhere: Elsewhere;
  /** Names the attempt: every scenario has a branch, and so a deployment, of its own. */
  readonly branch: string;
  readonly runs: readonly ActionResult[];
  /** Runs the built action once. */
  run(changes?: Changes): Promise<ActionResult>;
}

const DEFAULT_LIMIT_MINUTES = "3";

/** Faults, given the origin of the server elsewhere. */
export type RulesOf = (elsewhere: string) => readonly Rule[];

/** Sets a scenario of a branch that no other one has. */
export async function openScenario(service: TestService, branch: string, rules: RulesOf = () => []): Promise<Scenario> {
  const elsewhere = await startElsewhere();
  const proxy = await startProxy(service.baseUrl, rules(elsewhere.origin));
  const inputs = { "base-url": proxy.origin, token: service.token, site: service.siteId, approval: "off" };
  const harness = await startHarness(inputs, { sha: service.commitSha, branch });
  const others = structuredClone(writeOtherComments(harness));
  const runs: ActionResult[] = [];
  return {
    service,
    harness,
    proxy,
    others,
    elsewhere,
    branch,
    runs,
    async run(changes = {}) {
      const result = await harness.preview({
        ...changes,
        inputs: { "timeout-minutes": DEFAULT_LIMIT_MINUTES, ...changes.inputs },
      });
      runs.push(result);
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      await harness.github.close();
      await proxy[Symbol.asyncDispose]();
      await elsewhere[Symbol.asyncDispose]();
    },
  };
}

/** What others wrote on the pull request: one has copied our marker, one talks. */
function writeOtherComments({ github }: Harness): Comment[] {
  const issueNumber = github.state.pulls[0]?.number ?? 0;
  const mallory = { login: "mallory", id: 4_040_404, type: "User" } as const;
  const reviewer = { login: "ada", id: 1_010_101, type: "User" } as const;
  return [
    github.writeComment({ issueNumber, author: mallory, body: `${String(marker("previews"))}\nThis is mine.` }),
    github.writeComment({ issueNumber, author: reviewer, body: "Looks good to me." }),
  ];
}
