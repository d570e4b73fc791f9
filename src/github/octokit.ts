import type { getOctokit } from "@actions/github";
import type { Clock } from "@greenroom/contract/clock";
import { textAt } from "./payload.ts";
import { redactWithin } from "./secrets.ts";
import { plainLine } from "./untrusted-text.ts";

/** Whom to ask, and as whom. */
export interface GithubParts {
  readonly token: string;
  /** `GITHUB_API_URL`: no other host is ever asked. */
  readonly apiUrl: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** Longest wait for one answer, ms. */
  readonly timeoutMs?: number;
  /** Values besides the token that must not leave in a request. */
  readonly secrets?: readonly string[];
}

type Octokit = ReturnType<typeof getOctokit>;

const TIMEOUT_MS = 15_000;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Opens GitHub's REST interface, through the proxy of the environment when there is one.
 * @param parts Token, address and repository.
 * @returns The interface; its requests settle within `timeoutMs` and never reject.
 */
export async function createGithub(parts: GithubParts): Promise<Github> {
  const { getOctokit } = await import("@actions/github");
  const octokit = getOctokit(parts.token, { baseUrl: parts.apiUrl, log: SILENT });
  const github: Github = {
    repository: parts.repository,
    send: async (request, signal) => {
      const timeout = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const answer = await sendOnce(octokit, request, stop);
      if (answer.kind === "answer" || !timeout.aborted) return answer;
      return { kind: "unreachable", reason: "no answer in time" };
    },
  };
  return withRedaction(github, [parts.token, ...(parts.secrets ?? [])]);
}

/** Keeps secrets out of everything that is sent to GitHub, whatever part of the action made it. */
export function withRedaction(github: Github, secrets: readonly string[]): Github {
  return {
    repository: github.repository,
    send: ({ body, ...request }, signal) => {
      const clean = Object.entries(body ?? {}).map(([name, value]) => [name, redactWithin(value, secrets)] as const);
      return github.send(body === undefined ? request : { ...request, body: Object.fromEntries(clean) }, signal);
    },
  };
}

function ignore(): void {
  // Nothing of it belongs into the job's log.
}

async function sendOnce(octokit: Octokit, request: RestRequest, signal: AbortSignal): Promise<RestResponse> {
  try {
    const answer: unknown = await octokit.request({
      method: request.method,
      url: `${request.path}${queryOf(request)}`,
      ...(request.body === undefined ? {} : { data: request.body }),
      // A redirect could lead the token to another host.
      request: { signal, redirect: "manual" },
    });
    return readAnswer(answer) ?? { kind: "unreachable", reason: "an answer without a status" };
  } catch (error) {
    return (
      readAnswer(isObject(error) ? error["response"] : undefined) ?? { kind: "unreachable", reason: wordsOf(error) }
    );
  }
}

function queryOf(request: RestRequest): string {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function readAnswer(answer: unknown): RestResponse | undefined {
  if (!isObject(answer) || typeof answer["status"] !== "number") return undefined;
  const headers = isObject(answer["headers"]) ? Object.entries(answer["headers"]) : [];
  return {
    kind: "answer",
    status: answer["status"],
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: answer["data"],
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A request to GitHub's REST interface. */
export interface RestRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the API's address, each segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What came back. */
export type RestResponse =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** Parsed JSON, or whatever else was sent. */
      readonly body: unknown;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

/** GitHub's REST interface for one repository and one token. */
export interface Github {
  readonly repository: { readonly owner: string; readonly name: string };
  /** Sends one request once; never rejects. */
  send(request: RestRequest, signal?: AbortSignal): Promise<RestResponse>;
}

/** Time and context of work on GitHub. */
export interface CallContext {
  readonly clock: Clock;
  /** Ends every wait and request. */
  readonly signal: AbortSignal;
}

/** An answer that did what was asked. */
export interface CallDone {
  readonly kind: "done";
  readonly status: number;
  readonly body: unknown;
}

/** A request that failed, with what is known about a second one. */
export interface CallFailed extends GithubFailure {
  /** When to ask again, ms from now; nothing when asking again is of no use. */
  readonly retryInMs?: number;
  /** Whether it may have taken effect although no answer says so. */
  readonly unknown: boolean;
}

/**
 * Leaves out of a failure what only a repetition needs.
 * @param failure A request that failed.
 */
export function asFailure({ kind, reason, status, permissionHint, limitedMs }: CallFailed): GithubFailure {
  return {
    kind,
    reason,
    ...(status === undefined ? {} : { status }),
    ...(permissionHint === undefined ? {} : { permissionHint }),
    ...(limitedMs === undefined ? {} : { limitedMs }),
  };
}

const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;

/**
 * Asks GitHub once, or, when it is a read, up to three times.
 * A write is never repeated here: what it was made of may be out of date by then.
 * @param github Where.
 * @param request What, and `doing`, its words for a person, as in "read the comments".
 * @param context Clock and signal.
 */
export async function call(
  github: Github,
  request: RestRequest & { readonly doing: string },
  context: CallContext,
): Promise<CallDone | CallFailed> {
  const reads = request.method === "GET";
  const attempts = reads ? MAX_READS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await github.send(request, context.signal);
    const result = classifyResponse(answer, { doing: request.doing, reads, attempt, nowMs: context.clock.now() });
    if (result.kind === "done" || attempt >= attempts || result.retryInMs === undefined) return result;
    if (!(await pause(result.retryInMs, context))) return result;
  }
}

/**
 * Waits unless the time is over.
 * @param ms How long.
 * @param context Clock and signal.
 * @returns Whether the wait was whole.
 */
export async function pause(ms: number, { clock, signal }: CallContext): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/**
 * Judges an answer.
 * @param answer What came back.
 * @param asked Words for the request, how often it was sent, and the time.
 */
export function classifyResponse(
  answer: RestResponse,
  asked: { readonly doing: string; readonly reads?: boolean; readonly attempt: number; readonly nowMs: number },
): CallDone | CallFailed {
  const backOffMs = FIRST_RETRY_MS * 4 ** (asked.attempt - 1);
  if (answer.kind === "unreachable") {
    const reason = `GitHub could not be reached to ${asked.doing}: ${plainLine(answer.reason).slice(0, 300)}.`;
    return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
  }
  const { status, body } = answer;
  // What is read is JSON: anything else is a page of somebody in between, or an answer that was cut.
  if (asked.reads === true && status >= 200 && status < 300 && typeof body !== "object") {
    const reason = `GitHub's answer to the request to ${asked.doing} could not be read.`;
    return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
  }
  if (status >= 200 && status < 300) return { kind: "done", status, body };
  const words = (textAt(body, "message") ?? "").slice(0, 300);
  const reason = `GitHub answered ${status} to the request to ${asked.doing}${words === "" ? "" : `: ${plainLine(words)}`}.`;
  const failure = { kind: "failed", reason, status, unknown: status >= 500 } as const;
  const limitedMs = limitedFor(answer, asked);
  if (limitedMs !== undefined) {
    const limited = { ...failure, limitedMs };
    return limitedMs > MAX_WAIT_MS ? limited : { ...limited, retryInMs: limitedMs };
  }
  if (status >= 500) return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(answer, asked) ?? 0) };
  const accepted = answer.headers["x-accepted-github-permissions"];
  const refused = status === 403 && (accepted !== undefined || /not accessible by/i.test(words));
  return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}

type Answer = Extract<RestResponse, { kind: "answer" }>;

/** How long a primary or secondary rate limit holds; nothing when the answer is none. */
function limitedFor(answer: Answer, asked: { readonly attempt: number; readonly nowMs: number }): number | undefined {
  const { status, headers, body } = answer;
  if (status !== 403 && status !== 429) return undefined;
  const waitMs = retryAfterMs(answer, asked);
  if (waitMs !== undefined) return Math.max(FIRST_RETRY_MS, waitMs);
  if (headers["x-ratelimit-remaining"] === "0") {
    const left = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1000 - serverNow(answer, asked);
    return Number.isFinite(left) ? Math.max(FIRST_RETRY_MS, left) : SECONDARY_WAIT_MS;
  }
  const secondary = status === 429 || /rate limit|abuse detection/i.test(textAt(body, "message") ?? "");
  return secondary ? SECONDARY_WAIT_MS * 2 ** (asked.attempt - 1) : undefined;
}

/** GitHub's own clock, ms: ours may be wrong. */
function serverNow({ headers }: Answer, { nowMs }: { readonly nowMs: number }): number {
  const serverMs = Date.parse(headers["date"] ?? "");
  return Number.isNaN(serverMs) ? nowMs : serverMs;
}

/** Seconds are what GitHub writes; a date may come from somebody in between. [RFC 9110 §10.2.3] */
function retryAfterMs(answer: Answer, asked: { readonly nowMs: number }): number | undefined {
  const value = (answer.headers["retry-after"] ?? "").slice(0, 40);
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - serverNow(answer, asked));
}

/**
 * Path of something of the repository.
 * @param github Where.
 * @param segments Parts of the path, encoded here.
 */
export function repositoryPath(github: Github, ...segments: readonly (string | number)[]): string {
  const { owner, name } = github.repository;
  return `/repos/${[owner, name, ...segments].map((segment) => encodeURIComponent(segment)).join("/")}`;
}

/** What the preview action needs when everything is switched on. */
const GRANTS: Readonly<Record<string, "read" | "write">> = {
  contents: "read",
  deployments: "write",
  "pull-requests": "write",
};

/**
 * Spells the `permissions:` block of the job for a refused request.
 * A block without the grants that worked would take them away, so it is always the whole.
 * @param accepted Value of `X-Accepted-GitHub-Permissions`: `;` parts alternatives, `,` parts what is needed together.
 * @returns Lines of YAML.
 * @see GitHub Docs: Troubleshooting the REST API
 */
export function permissionLines(accepted: string | undefined): string[] {
  const alternatives = (accepted ?? "")
    .split(";")
    .map(readGrants)
    .filter((grants) => grants.length > 0);
  const covered = alternatives.length === 0 || alternatives.some((grants) => grants.every(isGranted));
  const added = covered ? [] : (alternatives[0] ?? []);
  const all = new Map([...Object.entries(GRANTS), ...added]);
  return ["permissions:", ...[...all].sort(byName).map(([name, level]) => `  ${name}: ${level}`)];
}

type Grant = [name: string, level: "read" | "write"];

function readGrants(text: string): Grant[] {
  return text.split(",").flatMap((part): Grant[] => {
    const found = /^\s*([a-z_]{1,40})=(read|write)\s*$/.exec(part);
    if (found === null) return [];
    return [[(found[1] ?? "").replaceAll("_", "-"), found[2] === "read" ? "read" : "write"]];
  });
}

function isGranted([name, level]: Grant): boolean {
  const granted = GRANTS[name];
  return granted === level || granted === "write";
}

function byName([left]: Grant, [right]: Grant): number {
  return left < right ? -1 : 1;
}

/** Work on GitHub that did not happen; it never changes the verdict of the job. */
export interface GithubFailure {
  readonly kind: "failed";
  /** One sentence; it may hold foreign text. */
  readonly reason: string;
  /** HTTP status, when GitHub answered. */
  readonly status?: number;
  /** What to change in the workflow, line by line, when a permission is missing. */
  readonly permissionHint?: readonly string[];
  /** How long GitHub takes no more requests, ms, when that is why. */
  readonly limitedMs?: number;
}

/** Work on GitHub that is not wanted or not possible here. */
export interface GithubSkip {
  readonly kind: "skipped";
  readonly reason: string;
}

/**
 * The failure for an answer that is not what GitHub describes, such as a page of a proxy.
 * @param what What was read.
 */
export function unreadable(what: string): CallFailed {
  return { kind: "failed", reason: `GitHub's answer about ${what} could not be read.`, unknown: true };
}
