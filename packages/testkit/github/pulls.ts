import { errorResponse, type GithubCall, type Handler } from "./call.ts";
import { fullName, renderRepository, repositoryApi, repositoryPage } from "./repository.ts";
import type { GithubState, Pull, PullSeed, PullSide } from "./state.ts";
import { AUTHOR } from "./users.ts";

/** The object stays live: changing it changes later responses. */
export function openPull(state: GithubState, seed: PullSeed): Pull {
  const { repository } = state;
  const now = state.now();
  const headRepository = seed.headRepository === undefined ? repository : seed.headRepository;
  const pull: Pull = {
    id: state.nextId(),
    number: seed.number,
    title: seed.title ?? "Announce the autumn season",
    body: seed.body ?? null,
    state: seed.state ?? "open",
    draft: seed.draft ?? false,
    locked: false,
    author: seed.author ?? AUTHOR,
    head: { ref: seed.headRef, sha: seed.headSha, repository: headRepository },
    base: {
      ref: seed.baseRef ?? repository.defaultBranch,
      sha: seed.baseSha ?? "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
      repository,
    },
    mergedAt: seed.merged === true ? now : null,
    mergeCommitSha: seed.mergeCommitSha ?? null,
    createdAt: now,
    updatedAt: now,
  };
  state.pulls.push(pull);
  state.branches.set(seed.headRef, seed.headSha);
  return pull;
}

function renderSide(side: PullSide, owner: Pull["author"], apiUrl: string): Record<string, unknown> {
  const user = side.repository?.owner ?? owner;
  return {
    label: `${user.login}:${side.ref}`,
    ref: side.ref,
    sha: side.sha,
    user,
    repo: side.repository === null ? null : renderRepository(side.repository, apiUrl),
  };
}

/** A pull request as lists and event payloads show it. */
export function renderPull(pull: Pull, state: GithubState, apiUrl: string): Record<string, unknown> {
  return {
    url: `${repositoryApi(state.repository, apiUrl)}/pulls/${pull.number}`,
    id: pull.id,
    html_url: `${repositoryPage(state.repository)}/pull/${pull.number}`,
    number: pull.number,
    state: pull.state,
    locked: pull.locked,
    title: pull.title,
    user: pull.author,
    body: pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.state === "closed" ? pull.updatedAt : null,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    head: renderSide(pull.head, pull.author, apiUrl),
    base: renderSide(pull.base, pull.author, apiUrl),
    draft: pull.draft,
  };
}

/** A single pull request has more fields than one in a list. */
function renderFullPull(pull: Pull, state: GithubState, apiUrl: string): Record<string, unknown> {
  return { ...renderPull(pull, state, apiUrl), merged: pull.mergedAt !== null };
}

function list({ state, query, apiUrl }: GithubCall): { status: number; rows: readonly unknown[] } {
  const wanted = query["state"] ?? "open";
  const { head, base } = query;
  // GitHub ignores `head` unless it reads `owner:branch`.
  const byHead = typeof head === "string" && head.includes(":") ? head : undefined;
  const rows = state.pulls
    .filter((pull) => wanted === "all" || pull.state === wanted)
    .filter((pull) => byHead === undefined || labelOf(pull) === byHead)
    .filter((pull) => base === undefined || pull.base.ref === base);
  const ascending = query["direction"] === "asc";
  rows.sort((left, right) => (ascending ? left.number - right.number : right.number - left.number));
  return { status: 200, rows: rows.map((pull) => renderPull(pull, state, apiUrl)) };
}

function labelOf(pull: Pull): string {
  return `${(pull.head.repository?.owner ?? pull.author).login}:${pull.head.ref}`;
}

/** A commit that lives only in a fork has no pull request here: the list is empty. */
function listForCommit({ state, params, apiUrl }: GithubCall): { status: number; rows: readonly unknown[] } {
  const commit = params["commit_sha"];
  const rows = state.pulls.filter((pull) => {
    const here = pull.head.repository?.id === state.repository.id;
    return (here && (pull.head.sha === commit || pull.head.ref === commit)) || pull.mergeCommitSha === commit;
  });
  return { status: 200, rows: rows.map((pull) => renderPull(pull, state, apiUrl)) };
}

function withPull(handle: (pull: Pull, call: GithubCall) => ReturnType<Handler>): Handler {
  return (call) => {
    const pull = call.state.pulls.find((one) => one.number === call.params["pull_number"]);
    return pull === undefined ? errorResponse(404, "Not Found") : handle(pull, call);
  };
}

export const PULL_HANDLERS: Readonly<Record<string, Handler>> = {
  "repos/get": ({ state, apiUrl }) => ({
    status: 200,
    body: { ...renderRepository(state.repository, apiUrl), subscribers_count: 3, network_count: 1 },
  }),
  "pulls/list": list,
  "pulls/get": withPull((pull, { state, apiUrl }) => ({ status: 200, body: renderFullPull(pull, state, apiUrl) })),
  "repos/list-pull-requests-associated-with-commit": listForCommit,
  "repos/create-dispatch-event": ({ state, body, actor }) => {
    const fields = body as { event_type: string; client_payload?: Record<string, unknown> };
    state.dispatches.push({ eventType: fields.event_type, payload: fields.client_payload ?? {}, author: actor });
    return { status: 204 };
  },
};

export function isThisRepository(state: GithubState, params: GithubCall["params"]): boolean {
  if (params["owner"] === undefined) return true;
  return `${params["owner"]}/${params["repo"]}`.toLowerCase() === fullName(state.repository).toLowerCase();
}
