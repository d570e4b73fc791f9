import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { errorResponse, pageOf } from "./github/call.ts";
import type { GithubResponse } from "./github/call.ts";
import { writeComment } from "./github/comments.ts";
import { answerGitea, GITEA_BOT, giteaRoute, renderGiteaPull, renderGiteaRepository } from "./github/gitea.ts";
import { loadOpenapi } from "./github/openapi.ts";
import type { OpenapiDocument, Operation } from "./github/openapi.ts";
import { handleOperation, missingPermission, WORKFLOW_PERMISSIONS } from "./github/operations.ts";
import type { Permissions } from "./github/operations.ts";
import { pullRequestPage } from "./github/pages.ts";
import { isThisRepository, openPull, renderPull } from "./github/pulls.ts";
import { fullName, renderRepository } from "./github/repository.ts";
import { createState, EMPTY_STATE, SAMPLE_REPOSITORY } from "./github/state.ts";
import type { Comment, GithubState, Pull, PullSeed, Repository, SavedState } from "./github/state.ts";
import { ACTIONS_BOT, renderUser } from "./github/users.ts";
import type { GithubUser } from "./github/users.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const ANONYMOUS: GithubUser = { login: "", id: 0, type: "User" };

interface Violation {
  readonly kind: "request" | "response" | "route";
  readonly method: string;
  readonly path: string;
  readonly problems: readonly string[];
}

/** A request as faults and tests see it; it never holds the token. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Operation id, such as `issues/create-comment`; empty when there is none. */
  readonly operation: string;
  /** Login behind the token; empty without one. */
  readonly actor: string;
  readonly body: unknown;
  /** 0 until there is a response, and when the connection was reset. */
  status: number;
}

/** Which requests a fault applies to: all given parts must match. */
interface FaultMatch {
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly operation?: string;
}

/**
 * One failure of GitHub. `reset` cuts the connection before the request took effect, `resetAfter` after it; `hang`
 * never responds, `delayMs` responds late, `until` responds once it is settled, `response` is sent instead.
 */
export interface Fault {
  readonly match: FaultMatch | ((request: RecordedRequest) => boolean);
  /** How many requests it applies to; 1 unless given, Infinity for all. */
  times?: number;
  readonly response?: { status: number; body?: unknown; headers?: Readonly<Record<string, string>> };
  readonly reset?: true;
  readonly resetAfter?: true;
  readonly hang?: true;
  readonly delayMs?: number;
  readonly until?: Promise<unknown>;
}

export interface GithubOptions {
  readonly repository?: Repository;
  readonly pulls?: readonly PullSeed[];
  /** Gives the time, epoch ms. */
  readonly now?: () => number;
  /** Comments and deployments of an earlier run. */
  readonly saved?: SavedState;
  /** Serves the API of Gitea and Forgejo, at `/api/v1`. */
  readonly forge?: "gitea";
}

/** A running stand-in for GitHub's REST API, or for that of Gitea. */
export interface Github extends AsyncDisposable {
  /** What belongs into `GITHUB_API_URL`. */
  readonly apiUrl: string;
  readonly isGitea: boolean;
  /** A token that acts as the bot of jobs, with the permissions of the demo's workflow. */
  readonly token: string;
  readonly state: GithubState;
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly Violation[];
  readonly faults: Fault[];
  readonly comments: readonly Comment[];
  readonly deployments: GithubState["deployments"];
  /** Makes a token of an account; without `permissions` it has all of them. */
  readonly issueToken: (user: GithubUser, permissions?: Permissions) => string;
  readonly openPull: (seed: PullSeed) => Pull;
  readonly writeComment: (comment: { issueNumber: number; author: GithubUser; body: string }) => Comment;
  /** The pull request as event payloads carry it. */
  readonly pullPayload: (pull: Pull) => Record<string, unknown>;
  /** The repository as event payloads carry it. */
  readonly repositoryPayload: () => Record<string, unknown>;
  readonly close: () => Promise<void>;
}

interface TokenOwner {
  readonly user: GithubUser;
  readonly permissions: Permissions | undefined;
}

interface ServerState {
  readonly forge: GithubOptions["forge"];
  readonly openapi: OpenapiDocument;
  readonly github: GithubState;
  readonly tokens: Map<string, TokenOwner>;
  readonly requests: RecordedRequest[];
  readonly violations: Violation[];
  readonly faults: Fault[];
}

/**
 * Starts a stand-in for GitHub's REST API on 127.0.0.1; every request and response is checked against
 * `github-rest.json` beside this file. Closing it cuts every connection.
 */
export async function startGithub(options: GithubOptions = {}): Promise<Github> {
  const { repository = SAMPLE_REPOSITORY, now = Date.now, saved = EMPTY_STATE, forge } = options;
  const github = createState(repository, now, saved);
  const state: ServerState = {
    forge,
    openapi: loadOpenapi(),
    github,
    tokens: new Map(),
    requests: [],
    violations: [],
    faults: [],
  };
  const issueToken = (user: GithubUser, permissions?: Permissions): string => {
    const token = `ghs_${randomBytes(18).toString("hex")}`;
    state.tokens.set(token, { user, permissions });
    return token;
  };
  for (const seed of options.pulls ?? []) openPull(github, seed);
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      const problems = [error instanceof Error ? error.message : String(error)];
      state.violations.push({ kind: "response", method: request.method ?? "", path: request.url ?? "", problems });
      if (!response.headersSent) send(response, errorResponse(500, "The stand-in failed; see its violations"));
    });
  });
  const origin = await listen(server);
  const isGitea = forge === "gitea";
  const apiUrl = isGitea ? `${origin}/api/v1` : origin;
  const close = (): Promise<void> => closeServer(server);
  return {
    apiUrl,
    isGitea,
    token: isGitea ? issueToken(GITEA_BOT) : issueToken(ACTIONS_BOT, WORKFLOW_PERMISSIONS),
    state: github,
    requests: state.requests,
    violations: state.violations,
    faults: state.faults,
    comments: github.comments,
    deployments: github.deployments,
    issueToken,
    openPull: (seed) => openPull(github, seed),
    writeComment: (comment) => writeComment(github, comment),
    pullPayload: (pull) => (isGitea ? renderGiteaPull(pull, github, origin) : renderPull(pull, github, apiUrl)),
    repositoryPayload: () =>
      isGitea ? renderGiteaRepository(github.repository, origin) : renderRepository(github.repository, apiUrl),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The payload of a `pull_request` event, as GitHub, or Gitea, sends it when someone pushes to the branch. */
export function pullRequestEvent(
  github: Github,
  pull: Pull,
  action: "opened" | "synchronize" | "closed" = "synchronize",
): { name: "pull_request"; payload: Record<string, unknown> } {
  return {
    name: "pull_request",
    payload: {
      action: action === "synchronize" && github.isGitea ? "synchronized" : action,
      number: pull.number,
      ...(action === "synchronize" ? { before: pull.base.sha, after: pull.head.sha } : {}),
      pull_request: github.pullPayload(pull),
      repository: github.repositoryPayload(),
      sender: renderUser(pull.author, github.apiUrl),
    },
  };
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The GitHub stand-in has no port.");
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server.close(), "close");
  server.closeAllConnections();
  await closed;
}

async function serve(state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? "GET";
  const path = request.url ?? "/";
  const apiUrl = `http://${request.headers.host ?? ""}`;
  const url = new URL(path, apiUrl);
  const page = method === "GET" ? findPage(state.github, url.pathname) : undefined;
  if (page !== undefined) return sendPage(response, page);
  const body = parseBody(await readBody(request));
  const isGitea = state.forge === "gitea";
  const operation = isGitea ? undefined : state.openapi.find(method, url.pathname);
  const owner = ownerOf(state, request.headers.authorization);
  const actor = typeof owner === "object" ? owner.user.login : "";
  const id = isGitea ? giteaRoute({ method, url, state: state.github }) : (operation?.id ?? "");
  const record: RecordedRequest = { method, path, operation: id, actor, body, status: 0 };
  state.requests.push(record);
  const fault = takeFault(state.faults, record);
  if (fault?.hang === true) return;
  if (fault?.reset === true) return resetConnection(response);
  if (fault?.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  await fault?.until;
  const sent = fault?.response ?? respond(state, { record, operation, owner, url, apiUrl });
  if (fault?.resetAfter === true) return resetConnection(response);
  record.status = sent.status;
  send(response, sent, isGitea ? {} : GITHUB_HEADERS);
}

/** What a browser is shown: the pages of GitHub itself, beside its API. */
function findPage(github: GithubState, path: string): string | undefined {
  const number = new RegExp(`^/${fullName(github.repository)}/pull/(\\d{1,9})$`).exec(path)?.[1];
  return number === undefined ? undefined : pullRequestPage(github, Number(number));
}

function sendPage(response: ServerResponse, page: string): void {
  response
    .writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      // A comment holds what a build and a service said.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src *; base-uri 'none'; form-action 'none'",
    })
    .end(page);
}

interface ReceivedRequest {
  readonly record: RecordedRequest;
  readonly operation: Operation | undefined;
  readonly owner: TokenOwner | "anonymous" | "unknown";
  readonly url: URL;
  readonly apiUrl: string;
}

function respond(state: ServerState, { record, operation, owner, url, apiUrl }: ReceivedRequest): GithubResponse {
  const { method, path, body } = record;
  if (state.forge === "gitea") {
    const { user: actor, permissions } = typeof owner === "object" ? owner : {};
    return answerGitea({ method, url, body, actor, permissions, state: state.github });
  }
  const violate = (kind: Violation["kind"], problems: readonly string[]): void => {
    state.violations.push({ kind, method, path, problems });
  };
  if (method === "POST" && url.pathname === "/graphql") return viewerOf(owner, body);
  if (operation === undefined) {
    violate("route", ["no such operation"]);
    return errorResponse(404, "Not Found");
  }
  if (owner === "unknown") return errorResponse(401, "Bad credentials");
  if (owner === "anonymous" && method !== "GET") return errorResponse(401, "Requires authentication");
  const read = state.openapi.readRequest(operation, url.pathname, url.searchParams, body);
  if (read.kind === "invalid") {
    violate("request", read.problems);
    return errorResponse(422, `Invalid request.\n\n${read.problems.join("\n")}`);
  }
  if (!isThisRepository(state.github, read.params)) return errorResponse(404, "Not Found");
  const missing = missingPermission(operation, owner === "anonymous" ? undefined : owner.permissions);
  if (missing !== undefined) {
    const headers = { "X-Accepted-GitHub-Permissions": missing };
    return { ...errorResponse(403, "Resource not accessible by integration"), headers };
  }
  const actor = owner === "anonymous" ? ANONYMOUS : owner.user;
  const call = { params: read.params, query: read.query, body, actor, apiUrl, state: state.github };
  const response = pageOf(handleOperation(operation.id, call), url);
  // What leaves is JSON: dates and undefined fields are checked as they will be read.
  const sent: unknown = response.body === undefined ? undefined : JSON.parse(JSON.stringify(response.body));
  const problems = state.openapi.checkResponse(operation, response.status, sent);
  if (problems.length === 0) return response;
  violate("response", [`status ${response.status}`, ...problems]);
  return errorResponse(500, `The response of the stand-in breaks GitHub's OpenAPI document.\n\n${problems.join("\n")}`);
}

/** The one question that is asked in GraphQL: whose token this is. */
function viewerOf(owner: ReceivedRequest["owner"], body: unknown): GithubResponse {
  if (typeof owner === "string") return errorResponse(401, "Bad credentials");
  const asked = JSON.stringify(body) === JSON.stringify({ query: "query { viewer { databaseId } }" });
  const errors = [{ type: "UNKNOWN", message: "The stand-in knows one query only" }];
  return { status: 200, body: asked ? { data: { viewer: { databaseId: owner.user.id } } } : { data: null, errors } };
}

function ownerOf(state: ServerState, authorization: string | undefined): ReceivedRequest["owner"] {
  if (authorization === undefined) return "anonymous";
  return state.tokens.get(authorization.replace(/^(?:token|bearer) /i, "")) ?? "unknown";
}

/** Takes the first fault that applies to a request, and uses it up. */
function takeFault(faults: Fault[], request: RecordedRequest): Fault | undefined {
  const fault = faults.find((one) => matches(one.match, request));
  if (fault === undefined) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

function matches(match: Fault["match"], request: RecordedRequest): boolean {
  if (typeof match === "function") return match(request);
  const path = request.path.split("?", 1)[0] ?? "";
  if (match.method !== undefined && match.method !== request.method) return false;
  if (match.operation !== undefined && match.operation !== request.operation) return false;
  if (typeof match.path === "string") return match.path === path;
  return match.path === undefined || match.path.test(path);
}

function resetConnection(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`A request body is over ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // What is not JSON fails the check of the body, as the text it is.
    return text;
  }
}

const GITHUB_HEADERS = {
  "X-GitHub-Media-Type": "github.v3; format=json",
  "X-RateLimit-Limit": "1000",
  "X-RateLimit-Remaining": "987",
  "X-RateLimit-Resource": "core",
};

function send(
  response: ServerResponse,
  { status, body, headers: own }: GithubResponse,
  added: Readonly<Record<string, string>> = GITHUB_HEADERS,
): void {
  const headers = { ...added, ...own };
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers }).end(text);
}
