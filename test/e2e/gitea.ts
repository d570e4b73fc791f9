import { z } from "zod";
import type { GithubResponse } from "../../packages/testkit/github/call.ts";
import { writeComment } from "../../packages/testkit/github/comments.ts";
import type { Forge, ForgeRequest } from "../../packages/testkit/github/forge.ts";
import { fullName } from "../../packages/testkit/github/repository.ts";
import type {
  Comment,
  CommitStatus,
  GithubState,
  Pull,
  PullSide,
  Repository,
} from "../../packages/testkit/github/state.ts";
import type { GithubUser } from "../../packages/testkit/github/users.ts";

// The routes of Gitea 1.26 that the actions use, as that version answers them, with the fields that can matter to them.
// Forgejo has the same.

/** The account that the token of a job acts as. */
export const GITEA_BOT: GithubUser = { login: "gitea-actions", id: -2, type: "Bot" };

const DEFAULT_PAGE = 30;
const MAX_PAGE = 50;

interface GiteaCall extends ForgeRequest {
  /** Undefined without a token, or with one that is unknown. */
  readonly actor: GithubUser | undefined;
}

interface Route {
  /** Id for faults and tests, that of GitHub's operation where it has one. */
  readonly id: string;
  readonly method: string;
  /** Below the repository unless it begins with `//`. */
  readonly path: RegExp;
  /** Unit that the token of a job must be able to write, one of them. */
  readonly unit?: readonly string[];
  readonly handle: (call: GiteaCall, groups: Readonly<Record<string, string>>) => GithubResponse;
}

const COMMENT_UNIT = ["issues", "pull-requests"];
const Body = z.looseObject({ body: z.string() });
const Status = z.looseObject({
  state: z.string(),
  context: z.string(),
  description: z.string().default(""),
  target_url: z.string().default(""),
});

const ROUTES: readonly Route[] = [
  { id: "issues/list-comments", method: "GET", path: /^\/issues\/(?<number>\d+)\/comments$/, handle: listComments },
  {
    id: "issues/create-comment",
    method: "POST",
    path: /^\/issues\/(?<number>\d+)\/comments$/,
    unit: COMMENT_UNIT,
    handle: createComment,
  },
  {
    id: "issues/get-comment",
    method: "GET",
    path: /^\/issues\/comments\/(?<id>\d+)$/,
    handle: withComment((comment, call) => ({ status: 200, body: renderComment(comment, call) })),
  },
  {
    id: "issues/update-comment",
    method: "PATCH",
    path: /^\/issues\/comments\/(?<id>\d+)$/,
    unit: COMMENT_UNIT,
    handle: withComment((comment, call) => {
      comment.body = Body.parse(call.body).body;
      comment.updatedAt = call.state.now();
      return { status: 200, body: renderComment(comment, call) };
    }),
  },
  {
    id: "issues/delete-comment",
    method: "DELETE",
    path: /^\/issues\/comments\/(?<id>\d+)$/,
    unit: COMMENT_UNIT,
    handle: withComment((comment, { state }) => {
      state.comments.splice(state.comments.indexOf(comment), 1);
      return { status: 204 };
    }),
  },
  { id: "pulls/list", method: "GET", path: /^\/pulls$/, handle: listPulls },
  {
    id: "pulls/get",
    method: "GET",
    path: /^\/pulls\/(?<number>\d+)$/,
    handle: ({ state, url }, { number }) => {
      const pull = state.pulls.find((one) => one.number === Number(number));
      return pull === undefined ? notFound(url) : { status: 200, body: renderPull(pull, state, url.origin) };
    },
  },
  {
    id: "gitea/merged-pull",
    method: "GET",
    path: /^\/commits\/(?<sha>[0-9a-f]+)\/pull$/,
    handle: ({ state, url }, { sha }) => {
      const pull = state.pulls.find((one) => one.mergedAt !== null && one.mergeCommitSha === sha);
      if (pull !== undefined) return { status: 200, body: renderPull(pull, state, url.origin) };
      return failure(404, "pull request does not exist [id: 0, issue_id: 0, head_repo_id: 0]", url);
    },
  },
  {
    id: "repos/create-commit-status",
    method: "POST",
    path: /^\/statuses\/(?<sha>[0-9a-f]+)$/,
    unit: ["contents"],
    handle: createStatus,
  },
  {
    id: "gitea/user",
    method: "GET",
    path: /^\/\/user$/,
    handle: ({ actor, url }) =>
      actor === undefined || actor.id < 0 ? notFound(url) : { status: 200, body: renderUser(actor, url.origin) },
  },
];

/** Gitea, where a token may do everything unless a test gives it permissions. */
export const GITEA: Forge = {
  path: "/api/v1",
  job: { user: GITEA_BOT, permissions: undefined },
  headers: {},
  pushed: "synchronized",
  operationOf: (request) => findRoute(request)?.route.id ?? "",
  answer,
  renderPull,
  renderRepository,
};

function answer(request: ForgeRequest): GithubResponse {
  const { owner, url } = request;
  const found = findRoute(request);
  if (found === undefined) return NO_ROUTE;
  const { route, groups } = found;
  const { user: actor, permissions } = typeof owner === "object" ? owner : {};
  if (route.method !== "GET" && actor === undefined) return failure(401, "invalid username, password or token", url);
  const lacks = route.unit?.every((unit) => permissions !== undefined && permissions[unit] !== "write") === true;
  if (lacks) return failure(403, "user should have a permission to write to a repo", url);
  return route.handle({ ...request, actor }, groups);
}

function findRoute({ method, url, state }: Pick<ForgeRequest, "method" | "url" | "state">) {
  const path = url.pathname.replace(/^\/api\/v1/, "");
  const repository = `/repos/${fullName(state.repository)}`;
  const below = path.startsWith(`${repository}/`) ? path.slice(repository.length) : `/${path}`;
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(below) : null;
    if (match !== null) return { route, groups: match.groups ?? {} };
  }
  return undefined;
}

/** What the server itself answers, with no word of the API. */
const NO_ROUTE: GithubResponse = {
  status: 404,
  body: "404 page not found\n",
  headers: { "Content-Type": "text/plain; charset=utf-8" },
};

function failure(status: number, message: string, url: URL): GithubResponse {
  return { status, body: { message, url: `${url.origin}/api/swagger` } };
}

function notFound(url: URL, errors: readonly string[] | null = null): GithubResponse {
  return { status: 404, body: { errors, message: "not found", url: `${url.origin}/api/swagger` } };
}

/** All of them, whatever page is asked for. */
function listComments(call: GiteaCall, { number }: Readonly<Record<string, string>>): GithubResponse {
  const rows = call.state.comments
    .filter(({ issueNumber }) => issueNumber === Number(number))
    .map((comment) => renderComment(comment, call));
  return { status: 200, body: rows, headers: { "X-Total-Count": String(rows.length) } };
}

function createComment(call: GiteaCall, { number }: Readonly<Record<string, string>>): GithubResponse {
  const { state, actor = GITEA_BOT, body, url } = call;
  const pull = state.pulls.find((one) => one.number === Number(number));
  if (pull === undefined) return notFound(url);
  const comment = writeComment(state, { issueNumber: pull.number, author: actor, body: Body.parse(body).body });
  return { status: 201, body: renderComment(comment, call) };
}

function withComment(handle: (comment: Comment, call: GiteaCall) => GithubResponse): Route["handle"] {
  return (call, { id }) => {
    const comment = call.state.comments.find((one) => one.id === Number(id));
    const missing = [`comment does not exist [id: ${id}, issue_id: 0]`];
    return comment === undefined ? notFound(call.url, missing) : handle(comment, call);
  };
}

/** `head` and `per_page` are not known here; a page has 30 pull requests, or `limit`, up to 50. */
function listPulls({ state, url }: GiteaCall): GithubResponse {
  const query = url.searchParams;
  const limit = Math.min(MAX_PAGE, Number(query.get("limit") ?? DEFAULT_PAGE));
  const page = Number(query.get("page") ?? 1);
  const wanted = query.get("state") ?? "open";
  const all = state.pulls
    .filter((pull) => wanted === "all" || pull.state === wanted)
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || other.number - one.number);
  const rows = all.slice((page - 1) * limit, page * limit);
  return {
    status: 200,
    body: rows.map((pull) => renderPull(pull, state, url.origin)),
    headers: { "X-Total-Count": String(all.length) },
  };
}

function createStatus(call: GiteaCall, { sha = "" }: Readonly<Record<string, string>>): GithubResponse {
  const { state, actor = GITEA_BOT, body } = call;
  const fields = Status.parse(body);
  const status: CommitStatus = {
    id: state.nextId(),
    sha,
    state: fields.state,
    context: fields.context,
    description: fields.description,
    targetUrl: fields.target_url,
    creator: actor,
    createdAt: state.now(),
  };
  state.statuses.push(status);
  return {
    status: 201,
    // The state has another name than in the request.
    body: { id: status.id, status: status.state, context: status.context },
  };
}

/** There is no `type` and no `node_id`. */
function renderUser({ login, id }: GithubUser, origin: string): Record<string, unknown> {
  return { id, login, username: login, html_url: `${origin}/${login}` };
}

function renderComment(comment: Comment, { state, url }: GiteaCall): Record<string, unknown> {
  const page = `${url.origin}/${fullName(state.repository)}/pulls/${comment.issueNumber}`;
  return {
    id: comment.id,
    html_url: `${page}#issuecomment-${comment.id}`,
    user: renderUser(comment.author, url.origin),
    body: comment.body,
    updated_at: comment.updatedAt,
  };
}

/** The repository as answers and event payloads carry it. */
function renderRepository(repository: Repository, origin: string): Record<string, unknown> {
  return {
    id: repository.id,
    owner: renderUser(repository.owner, origin),
    name: repository.name,
    full_name: fullName(repository),
    fork: repository.fork,
  };
}

function renderSide(side: PullSide, origin: string): Record<string, unknown> {
  return {
    ref: side.ref,
    sha: side.sha,
    repo: side.repository === null ? null : renderRepository(side.repository, origin),
  };
}

/** The pull request as answers and event payloads carry it. */
function renderPull(pull: Pull, _state: GithubState, origin: string): Record<string, unknown> {
  return {
    number: pull.number,
    user: renderUser(pull.author, origin),
    title: pull.title,
    state: pull.state,
    merged: pull.mergedAt !== null,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    base: renderSide(pull.base, origin),
    head: renderSide(pull.head, origin),
    created_at: pull.createdAt,
  };
}
