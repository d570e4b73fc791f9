import type { Clock } from "@greenroom/client";
import { createGithub, type Github } from "../github/octokit.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { warnOfGithub } from "../github-trouble.ts";
import { writeOutputs } from "../telling.ts";
import { announce, type Board } from "./announce.ts";
import type { Facts } from "./facts.ts";
import type { Inputs } from "./inputs.ts";
import type { Outcome } from "./outcome.ts";
import { createPullFinder, type PullFinder } from "./pull-finder.ts";
import type { Wanted } from "./plan.ts";
import { rowOf } from "./row.ts";

/** Tells GitHub where a release stands. Nothing it does changes the verdict. */
export interface Reporter {
  /** Finds the pull request a release belongs to. */
  readonly pulls: PullFinder;
  /**
   * Shows where a release stands, and says in the log what could not be told.
   * @param signal Aborts when GitHub has had its time.
   */
  tell(outcome: Outcome, facts: Facts, signal: AbortSignal): Promise<void>;
}

/** What a reporter is made of. */
export interface ReporterParts {
  readonly runner: Pick<Runner, "warning" | "setOutput" | "secrets">;
  readonly trigger: Trigger;
  readonly inputs: Inputs;
  readonly wanted: Wanted;
  readonly clock: Clock;
}

/** Makes the reporter of a run; GitHub's client is loaded when it is first asked. */
export function createReporter(parts: ReporterParts): Reporter {
  const { runner, trigger, inputs, clock } = parts;
  const github = (): Promise<Github> => openGithub(parts);
  const pulls = createPullFinder({ ...parts, github });
  const wanted = (inputs.comment !== "off" || inputs.deploymentRecord) && inputs.githubToken !== undefined;
  let board: Board | undefined;

  async function open(sourceDeploymentId: string, facts: Facts, signal: AbortSignal): Promise<Board> {
    const opened = await github();
    const pullNumber = inputs.comment === "off" ? undefined : await pulls.numberFor(facts.source, signal);
    const place = { github: opened, inputs, pullNumber, sourceDeploymentId, secrets: runner.secrets() };
    return { ...place, commentId: undefined, recordId: undefined };
  }
  async function tell(outcome: Outcome, facts: Facts, signal: AbortSignal): Promise<void> {
    const row = rowOf(outcome, facts, trigger.run);
    if (row === undefined || facts.source === undefined || !wanted) return;
    board ??= await open(facts.source.id, facts, signal);
    const told = await announce(board, row, { clock, signal });
    writeOutputs(runner, told.outputs);
    for (const { place, failure } of told.troubles) warnOfGithub(runner, place, failure);
  }
  return { pulls, tell };
}

/** The largest part of the bundle is loaded only when GitHub is asked. */
async function openGithub({ inputs, trigger }: ReporterParts): Promise<Github> {
  return createGithub({
    token: inputs.githubToken ?? "",
    apiUrl: trigger.apiUrl,
    repository: trigger.repository,
    secrets: [inputs.token],
  });
}
