import { type Github, pullRequestEvent, startGithub } from "../../packages/testkit/github.ts";

export const HEAD_SHA = "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";
export const PULL_NUMBER = 7;

/** A stand-in for GitHub with one open pull request, and the event of a push to it. */
export async function openPull(): Promise<{
  readonly github: Github;
  readonly event: ReturnType<typeof pullRequestEvent>;
}> {
  const github = await startGithub({ pulls: [{ number: PULL_NUMBER, headRef: "feature/login", headSha: HEAD_SHA }] });
  const pull = github.state.pulls[0];
  if (pull === undefined) throw new Error("the GitHub stand-in has no pull request");
  return { github, event: pullRequestEvent(github, pull) };
}
