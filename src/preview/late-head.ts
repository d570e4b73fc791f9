import type { Clock } from "@greenroom/client";
import { createGithub } from "../github/octokit.ts";
import { findPull } from "../github/pull.ts";
import type { Trigger } from "../github/trigger.ts";
import type { Inputs } from "./inputs.ts";

/** Longest wait for GitHub to name a commit, milliseconds. */
const MAX_WAIT_MS = 30_000;

/**
 * Asks GitHub for the head of a pull request of which the event gives the number alone, as comments do.
 * Nothing can be deployed before its commit is known, so GitHub's client is loaded before the POST here, and only here.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for; a commit of its own makes the question needless.
 * @param context Clock, and the signal of a canceled run.
 * @returns The trigger with its head, or as it was when GitHub gave none.
 */
export async function withHead(
  trigger: Trigger,
  inputs: Inputs,
  { clock, stop }: { readonly clock: Clock; readonly stop: AbortSignal },
): Promise<Trigger> {
  const { head, pull, apiUrl, repository } = trigger;
  const token = inputs.githubToken;
  if (head !== null || pull?.kind !== "number" || inputs.commitSha !== undefined || token === undefined) return trigger;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(MAX_WAIT_MS)]);
  const found = await findPull(await createGithub({ token, apiUrl, repository }), trigger, { clock, signal });
  if (found.kind !== "found") return trigger;
  const { headSha, headBranch, fork } = found.pull;
  return { ...trigger, head: { sha: headSha, branch: headBranch }, pull: found.pull, fromFork: fork };
}
