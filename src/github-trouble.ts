import type { GithubFailure } from "./github/octokit.ts";
import type { Runner } from "./github/runner.ts";
import { logText } from "./github/untrusted-text.ts";

/**
 * Warns, once a place, that GitHub did not take something, with the very lines that mend it.
 * @param place What was not taken, as in "the comment".
 */
export function warnOfGithub(runner: Pick<Runner, "warning">, place: string, failure: GithubFailure): void {
  const permissionHint = failure.permissionHint ?? [];
  const lines = [`${failure.reason} The result of the deployment stands. ${remedy(failure)}`, ...permissionHint];
  runner.warning(lines.map(logText), { title: `GitHub did not take ${place}` });
}

/** What a person does about it. */
function remedy({ permissionHint, status, limitedMs }: GithubFailure): string {
  if (permissionHint !== undefined) return "Give the job these permissions:";
  if (limitedMs !== undefined) {
    return `Run the job again in ${Math.ceil(limitedMs / 60_000)} min, when GitHub takes requests again.`;
  }
  if (status === 401) return "Check the input 'github-token': GitHub does not know it.";
  if (status === 403 || status === 404) {
    return "Check that the token in 'github-token' may write to this repository and that the pull request is open to comments.";
  }
  if (status !== undefined && status < 500) return "Read what GitHub says, then run the job again.";
  return "Run the job again once GitHub answers; https://www.githubstatus.com says how it is.";
}
