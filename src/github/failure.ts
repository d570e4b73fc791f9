import { type GithubFailure, serverName } from "./octokit.ts";
import type { Runner } from "./runner.ts";
import type { Forge, Trigger } from "./trigger.ts";
import { logText } from "./untrusted-text.ts";

const DEPLOYMENT_RECORD = "the deployment record";
const COMMIT_STATUS = "the commit status";

export function recordName(forge: Forge): string {
  return forge === "github" ? DEPLOYMENT_RECORD : COMMIT_STATUS;
}

export const CHECK_RUN = "the check run";

/**
 * Warns that GitHub did not accept something, with the exact permissions that fix it.
 * @param target What was not accepted, as in "the comment".
 */
export function warnOfFailure(
  run: { readonly runner: Pick<Runner, "warning">; readonly trigger: Pick<Trigger, "forge"> },
  target: string,
  failure: GithubFailure,
): void {
  const { forge } = run.trigger;
  const { reason, permissionHint: permissions = [] } = failure;
  const hint = forge === "github" ? hintFor(target, failure) : giteaHintFor(target, failure);
  const lines = [`${reason} The result of the deployment is not affected. ${hint}`, ...permissions];
  run.runner.warning(lines.map(logText), { title: `${serverName(forge)} did not accept ${target}` });
}

function giteaHintFor(target: string, { status = 500 }: GithubFailure): string {
  if (status === 401) {
    return "The token of a job ends when its run is canceled: re-run the job. Otherwise check the input 'github-token'.";
  }
  if ((status === 403 || status === 404) && target === COMMIT_STATUS) {
    return "It needs 'contents: write' where the server limits the token of a job; 'deployment-record: false' does without it.";
  }
  if (status === 403 || status === 404) {
    return "Check that the job has 'pull-requests: write' where the server limits its token, and that the pull request is open to comments.";
  }
  return status < 500 ? "Read the server's message, then re-run the job." : "Re-run the job once the server responds.";
}

function hintFor(target: string, { permissionHint, status, limitedMs }: GithubFailure): string {
  if (permissionHint !== undefined && target === CHECK_RUN) {
    return "A check run needs 'github-token' to be the job's own, with these permissions:";
  }
  if (permissionHint !== undefined) return "Give the job these permissions:";
  if (limitedMs !== undefined) {
    return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
  }
  if (status === 401) return "Check the input 'github-token': GitHub does not accept it.";
  if (status === 404 && target === DEPLOYMENT_RECORD) {
    return "Check that 'github-token' has write access to deployments, or set 'deployment-record: false'.";
  }
  if (status === 403 || status === 404) {
    return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
  }
  if (status !== undefined && status < 500) return "Read GitHub's message, then re-run the job.";
  return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}
