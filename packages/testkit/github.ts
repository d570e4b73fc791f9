import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errorResponse, type GithubResponse } from "./github/call.ts";
import { writeComment } from "./github/comments.ts";
import type { Forge, ForgeRequest, TokenOwner, Violation } from "./github/forge.ts";
import type { Permissions } from "./github/operations.ts";
import { pullRequestPage } from "./github/pages.ts";
import { openPull } from "./github/pulls.ts";
import { fullName } from "./github/repository.ts";
import { GITHUB } from "./github/rest.ts";
import {
  createState,
  EMPTY_STATE,
  SAMPLE_REPOSITORY,
  type Comment,
  type GithubState,
  type Pull,
  type PullSeed,
  type Repository,
  type SavedState,
} from "./github/state.ts";
import type { GithubUser } from "./github/users.ts";

const MAX_BODY_BYTES = 1024 * 1024;
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
  readonly forge?: Forge;
}

/** A running stand-in for GitHub's REST API, or for that of another forge. */
export type Github = Readonly<Awaited<ReturnType<typeof startGithub>>>;

interface ServerState {
  readonly forge: Forge;
  readonly github: GithubState;
  readonly tokens: Map<string, TokenOwner>;
  readonly requests: RecordedRequest[];
  readonly violations: Violation[];
  readonly faults: Fault[];
}

/** Listens on 127.0.0.1; closing it cuts every connection. */
export async function startGithub(options: GithubOptions = {}) {
  const { repository = SAMPLE_REPOSITORY, now = Date.now, saved = EMPTY_STATE, forge = GITHUB } = options;
  const github = createState(repository, now, saved);
  const state: ServerState = { forge, github, tokens: new Map(), requests: [], violations: [], faults: [] };
  /** Makes a token of an account; without `permissions` it has all of them. */
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
      if (!response.headersSent) send(response, errorResponse(500, "The stand-in failed; see its violations"), {});
    });
  });
  const origin = await listen(server);
  const close = (): Promise<void> => closeServer(server);
  return {
    /** What belongs into `GITHUB_API_URL`. */
    apiUrl: origin + forge.path,
    forge,
    /** A token that acts as the bot of jobs. */
    token: issueToken(forge.job.user, forge.job.permissions),
    state: github,
    requests: state.requests,
    violations: state.violations,
    faults: state.faults,
    comments: github.comments,
    deployments: github.deployments,
    issueToken,
    openPull: (seed: PullSeed) => openPull(github, seed),
    writeComment: (comment: Pick<Comment, "issueNumber" | "author" | "body">) => writeComment(github, comment),
    /** The pull request as event payloads carry it. */
    pullPayload: (pull: Pull) => forge.renderPull(pull, github, origin),
    /** The repository as event payloads carry it. */
    repositoryPayload: () => forge.renderRepository(github.repository, origin),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The payload of a `pull_request` event, as it is sent when someone pushes to the branch. */
export function pullRequestEvent(
  github: Github,
  pull: Pull,
  action: "opened" | "synchronize" | "closed" = "synchronize",
): { name: "pull_request"; payload: Record<string, unknown> } {
  return {
    name: "pull_request",
    payload: {
      action: action === "synchronize" ? github.forge.pushed : action,
      number: pull.number,
      ...(action === "synchronize" ? { before: pull.base.sha, after: pull.head.sha } : {}),
      pull_request: github.pullPayload(pull),
      repository: github.repositoryPayload(),
      sender: pull.author,
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
  const url = new URL(path, `http://${request.headers.host ?? ""}`);
  const page = method === "GET" ? findPage(state.github, url.pathname) : undefined;
  if (page !== undefined) return sendPage(response, page);
  const body = parseBody(await readBody(request));
  const { forge, github } = state;
  const owner = ownerOf(state, request.headers.authorization);
  const actor = typeof owner === "object" ? owner.user.login : "";
  const operation = forge.operationOf({ method, url, state: github });
  const record: RecordedRequest = { method, path, operation, actor, body, status: 0 };
  state.requests.push(record);
  const fault = takeFault(state.faults, record);
  if (fault?.hang === true) return;
  if (fault?.reset === true) return resetConnection(response);
  if (fault?.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  await fault?.until;
  const violate: ForgeRequest["violate"] = (kind, problems) =>
    void state.violations.push({ kind, method, path, problems });
  const sent = fault?.response ?? forge.answer({ method, url, body, owner, state: github, violate });
  if (fault?.resetAfter === true) return resetConnection(response);
  record.status = sent.status;
  send(response, sent, forge.headers);
}

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

function ownerOf(state: ServerState, authorization: string | undefined): ForgeRequest["owner"] {
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

function send(
  response: ServerResponse,
  { status, body, headers: own }: GithubResponse,
  added: Readonly<Record<string, string>>,
): void {
  const headers = { ...added, ...own };
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers }).end(text);
}
