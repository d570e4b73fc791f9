import { startGithub, type Github as StandIn } from "../../packages/testkit/github.ts";
import type { Permissions } from "../../packages/testkit/github/operations.ts";
import { SAMPLE_REPOSITORY } from "../../packages/testkit/github/state.ts";
import type { GithubUser } from "../../packages/testkit/github/users.ts";
import type { CommentRow } from "../../src/github/comment/data.ts";
import { type CallContext, type Github, createGithub } from "../../src/github/octokit.ts";

export const HEAD_SHA = "5e1f".repeat(10);
export const BRANCH = "feature/banner";

/** GitHub's stand-in with one pull request, and a clock whose waits end at once. */
export interface Harness extends AsyncDisposable {
  readonly standIn: StandIn;
  readonly pullNumber: number;
  readonly github: Github;
  readonly waits: number[];
  readonly context: CallContext;
  /** GitHub, for a run that has other secrets beside its token. */
  readonly open: (secrets: readonly string[]) => Promise<Github>;
  /** GitHub as another account sees it. */
  readonly as: (user: GithubUser, permissions?: Permissions) => Promise<Github>;
  /** The requests since the last call, as method and operation. */
  readonly takeRequests: () => string[];
}

export async function startHarness(timeoutMs = 60_000): Promise<Harness> {
  const standIn = await startGithub();
  const pull = standIn.openPull({ number: 12, headRef: BRANCH, headSha: HEAD_SHA });
  const waits: number[] = [];
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.push(ms);
      signal?.throwIfAborted();
      return Promise.resolve();
    },
  };
  const repository = { owner: SAMPLE_REPOSITORY.owner.login, name: SAMPLE_REPOSITORY.name };
  const open = (token: string, secrets: readonly string[] = []): Promise<Github> =>
    createGithub({ token, apiUrl: standIn.apiUrl, repository, timeoutMs, secrets });
  let seen = 0;
  return {
    standIn,
    pullNumber: pull.number,
    github: await open(standIn.token),
    waits,
    context: { clock, signal: new AbortController().signal },
    open: (secrets) => open(standIn.token, secrets),
    as: (user, permissions) => open(standIn.issueToken(user, permissions)),
    takeRequests: () => {
      const fresh = standIn.requests
        .slice(seen)
        .map(({ method, operation }) => `${method} ${operation.split("/")[1] ?? ""}`);
      seen = standIn.requests.length;
      return fresh;
    },
    [Symbol.asyncDispose]: () => standIn.close(),
  };
}

export function row(changes: Partial<CommentRow> = {}): CommentRow {
  return {
    siteId: "site-a",
    site: "docs",
    status: "building",
    commitSha: HEAD_SHA,
    runUrl: "https://github.com/lantern-theatre/programme/actions/runs/100",
    runId: 100,
    runAttempt: 1,
    ...changes,
  };
}
