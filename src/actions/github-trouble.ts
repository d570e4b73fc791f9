import type { GithubFailure } from "../github/outcome.ts";
import type { Runner } from "../github/runner.ts";
import { logText } from "../github/text.ts";

/**
 * Warns, once a place, that GitHub did not take something, with the very lines that mend it.
 * @param place What was not taken, as in "the comment".
 */
export function warnOfGithub(runner: Pick<Runner, "warning">, place: string, failure: GithubFailure): void {
  const coach = failure.coach === undefined ? [] : ["Give the job these permissions:", ...failure.coach];
  const lines = [`${failure.reason} This does not change the result of the deployment.`, ...coach];
  runner.warning(lines.map(logText), { title: `GitHub did not take ${place}` });
}
