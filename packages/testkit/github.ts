import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isHere, openPull, renderPull } from "./github/pulls.ts";
import { answerOperation } from "./github/operations.ts";
import { refusal } from "./github/call.ts";
import type { Answer } from "./github/call.ts";
import { writeComment } from "./github/comments.ts";
import { loadDescription } from "./github/description.ts";
import type { Description, Operation } from "./github/description.ts";
import { parseBody, readBody, send } from "./github/exchange.ts";
import { cut, takeFault } from "./github/faults.ts";
import type { Fault, RecordedRequest } from "./github/faults.ts";
import type { GithubMemory } from "./github/memory.ts";
import { pageOf } from "./github/paging.ts";
import { ACTIONS_BOT } from "./github/people.ts";
import type { Person } from "./github/people.ts";
import { missingPermission, WORKFLOW_PERMISSIONS } from "./github/permissions.ts";
import type { Permissions } from "./github/permissions.ts";
import { renderRepository } from "./github/repository.ts";
import { createState, SAMPLE_REPOSITORY } from "./github/state.ts";
import type { Comment, GithubState, Pull, PullSeed, Repository } from "./github/state.ts";

const NOBODY: Person = { login: "", id: 0, type: "User" };

/** A request or an answer that was not as GitHub describes it. */
interface Violation {
  readonly kind: "request" | "answer" | "route";
  readonly method: string;
  readonly path: string;
  readonly problems: readonly string[];
}

/** How the stand-in starts. */
export interface GithubOptions {
  readonly repository?: Repository;
  readonly pulls?: readonly PullSeed[];
  /** Gives the time, epoch ms. */
  readonly now?: () => number;
  /** What an earlier run left on the pull requests. */
  readonly before?: GithubMemory;
}

/** A running stand-in of GitHub's REST interface. */
export interface Github extends AsyncDisposable {
  /** What belongs into `GITHUB_API_URL`. */
  readonly apiUrl: string;
  /** A token that acts as github-actions[bot] with the permissions of the demo's workflow. */
  readonly token: string;
  readonly state: GithubState;
  readonly requests: readonly RecordedRequest[];
  readonly violations: readonly Violation[];
  readonly faults: Fault[];
  readonly comments: readonly Comment[];
  readonly deployments: GithubState["deployments"];
  /** Makes a token of an account; without permissions it may do everything. */
  readonly issueToken: (person: Person, permissions?: Permissions) => string;
  readonly openPull: (seed: PullSeed) => Pull;
  readonly writeComment: (comment: { issueNumber: number; author: Person; body: string }) => Comment;
  /** The pull request as event payloads carry it. */
  readonly pullPayload: (pull: Pull) => Record<string, unknown>;
  /** The repository as event payloads carry it. */
  readonly repositoryPayload: () => Record<string, unknown>;
  readonly close: () => Promise<void>;
}

interface Holder {
  readonly person: Person;
  readonly permissions: Permissions | undefined;
}

interface Desk {
  readonly description: Description;
  readonly state: GithubState;
  readonly holders: Map<string, Holder>;
  readonly requests: RecordedRequest[];
  readonly violations: Violation[];
  readonly faults: Fault[];
}

/**
 * Starts a stand-in of GitHub's REST interface on 127.0.0.1.
 * @param options Repository, pull requests and clock; the sample repository unless given.
 * @returns The stand-in, listening; closing it cuts every connection.
 * @see github-rest.json beside this file, which every request and answer is checked against
 */
export async function startGithub(options: GithubOptions = {}): Promise<Github> {
  const before = options.before ?? { comments: [], deployments: [] };
  const state = createState(options.repository ?? SAMPLE_REPOSITORY, options.now ?? Date.now, before);
  const description = loadDescription();
  const desk: Desk = { description, state, holders: new Map(), requests: [], violations: [], faults: [] };
  const issueToken = (person: Person, permissions?: Permissions): string => {
    const token = `ghs_${randomBytes(18).toString("hex")}`;
    desk.holders.set(token, { person, permissions });
    return token;
  };
  for (const seed of options.pulls ?? []) openPull(state, seed);
  const server = createServer((request, response) => {
    serve(desk, request, response).catch((error: unknown) => {
      const problems = [error instanceof Error ? error.message : String(error)];
      desk.violations.push({ kind: "answer", method: request.method ?? "", path: request.url ?? "", problems });
      if (!response.headersSent) send(response, refusal(500, "The stand-in failed; see its violations"));
    });
  });
  const apiUrl = await listen(server);
  const close = (): Promise<void> => closeServer(server);
  return {
    apiUrl,
    token: issueToken(ACTIONS_BOT, WORKFLOW_PERMISSIONS),
    state,
    requests: desk.requests,
    violations: desk.violations,
    faults: desk.faults,
    comments: state.comments,
    deployments: state.deployments,
    issueToken,
    openPull: (seed) => openPull(state, seed),
    writeComment: (comment) => writeComment(state, comment),
    pullPayload: (pull) => renderPull(pull, state, apiUrl),
    repositoryPayload: () => renderRepository(state.repository, apiUrl),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in of GitHub has no port.");
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? "GET";
  const path = request.url ?? "/";
  const apiUrl = `http://${request.headers.host ?? ""}`;
  const url = new URL(path, apiUrl);
  const text = await readBody(request);
  const body = parseBody(text);
  const operation = desk.description.find(method, url.pathname);
  const holder = holderOf(desk, request.headers.authorization);
  const actor = typeof holder === "object" ? holder.person.login : "";
  const record: RecordedRequest = { method, path, operation: operation?.id ?? "", actor, body, status: 0 };
  desk.requests.push(record);
  const fault = takeFault(desk.faults, record);
  if (fault?.hang === true) return;
  if (fault?.reset === true) {
    cut(response);
    return;
  }
  if (fault?.delayMs !== undefined) await pause(fault.delayMs);
  const answer = fault?.answer ?? decide(desk, { record, operation, holder, url, apiUrl });
  if (fault?.resetAfter === true) {
    cut(response);
    return;
  }
  record.status = answer.status;
  send(response, answer);
}

interface Asked {
  readonly record: RecordedRequest;
  readonly operation: Operation | undefined;
  readonly holder: Holder | "nobody" | "unknown";
  readonly url: URL;
  readonly apiUrl: string;
}

function decide(desk: Desk, { record, operation, holder, url, apiUrl }: Asked): Answer {
  const { method, path, body } = record;
  const violate = (kind: Violation["kind"], problems: readonly string[]): void => {
    desk.violations.push({ kind, method, path, problems });
  };
  if (operation === undefined) {
    violate("route", ["no operation of the description"]);
    return refusal(404, "Not Found");
  }
  if (holder === "unknown") return refusal(401, "Bad credentials");
  if (holder === "nobody" && method !== "GET") return refusal(401, "Requires authentication");
  const read = desk.description.readRequest(operation, url.pathname, url.searchParams, body);
  if (read.kind === "invalid") {
    violate("request", read.problems);
    return refusal(422, `Invalid request.\n\n${read.problems.join("\n")}`);
  }
  if (!isHere(desk.state, read.params)) return refusal(404, "Not Found");
  const missing = missingPermission(operation, holder === "nobody" ? undefined : holder.permissions);
  if (missing !== undefined) {
    const headers = { "X-Accepted-GitHub-Permissions": missing };
    return { ...refusal(403, "Resource not accessible by integration"), headers };
  }
  const actor = holder === "nobody" ? NOBODY : holder.person;
  const call = { params: read.params, query: read.query, body, actor, apiUrl, state: desk.state };
  const answer = pageOf(answerOperation(operation.id, call), url);
  // What leaves is JSON: dates and undefined fields are checked as they will be read.
  const sent: unknown = answer.body === undefined ? undefined : JSON.parse(JSON.stringify(answer.body));
  const problems = desk.description.checkAnswer(operation, answer.status, sent);
  if (problems.length === 0) return answer;
  violate("answer", [`status ${answer.status}`, ...problems]);
  return refusal(500, `The stand-in answered against the description.\n\n${problems.join("\n")}`);
}

function holderOf(desk: Desk, authorization: string | undefined): Asked["holder"] {
  if (authorization === undefined) return "nobody";
  return desk.holders.get(authorization.replace(/^(?:token|bearer) /i, "")) ?? "unknown";
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
