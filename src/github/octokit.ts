import type { getOctokit } from "@actions/github";
import type { Clock } from "@greenroom/contract/clock";
import { at, textAt } from "./payload.ts";
import { redactWithin } from "./secrets.ts";
import { plainLine } from "./untrusted-text.ts";

type Octokit = ReturnType<typeof getOctokit>;

/** GitHub's REST API for one repository and one token. */
export interface Github {
  readonly octokit: Octokit;
  readonly repository: { readonly owner: string; readonly repo: string };
}

/** Which GitHub to call, and as whom. */
export interface GithubOptions {
  readonly token: string;
  /** `GITHUB_API_URL`: no other host is ever called. */
  readonly apiUrl: string;
  readonly repository: { readonly owner: string; readonly name: string };
  /** Longest wait for one response, ms. */
  readonly timeoutMs?: number;
  /** Values besides the token that must not leave in a request. */
  readonly secrets?: readonly string[];
}

/** Time for work on GitHub. */
export interface CallContext {
  readonly clock: Clock;
  /** Ends every wait and request. */
  readonly signal: AbortSignal;
}

/** Work on GitHub that failed; it never changes the result of the job. */
export interface GithubFailure {
  readonly kind: "failed";
  /** One sentence; it may hold untrusted text. */
  readonly reason: string;
  /** HTTP status, when GitHub responded. */
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

const TIMEOUT_MS = 15_000;
// Octokit writes deprecations and retries to the console, past our log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Opens GitHub's REST API, through the proxy of the environment when there is one. Octokit is the largest part of the
 * bundle and reads the event file when it is imported: it is loaded here, after the deployment request has left.
 */
export async function createGithub(options: GithubOptions): Promise<Github> {
  const { getOctokit } = await import("@actions/github");
  return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT }), options);
}

function ignore(): void {
  // Nothing of it belongs in the job's log.
}

/** Adds to every request of a client: a time limit, no redirect, and no secret in what is sent. */
export function withSafeguards(octokit: Octokit, options: GithubOptions): Github {
  const { repository, timeoutMs = TIMEOUT_MS } = options;
  const secrets = [options.token, ...(options.secrets ?? [])];
  octokit.hook.before("request", (request) => {
    const signals = [AbortSignal.timeout(timeoutMs), request.request.signal ?? []].flat();
    // A redirect could lead the token to another host.
    Object.assign(request.request, { signal: AbortSignal.any(signals), redirect: "manual" });
    for (const [name, value] of Object.entries(request)) {
      const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
      if (isBody) Object.assign(request, { [name]: redactWithin(value, secrets) });
    }
  });
  octokit.hook.after("request", (response, { method }) => {
    // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
    const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
    if (response.status >= 300 || unreadable) throw new ResponseError(response);
  });
  return { octokit, repository: { owner: repository.owner, repo: repository.name } };
}

/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);

/** A response that Octokit takes for a success although it is none. */
class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly response: object;

  constructor(response: object) {
    super("The response is not what GitHub describes.");
    this.response = response;
  }
}

/** A response to a request that succeeded. */
export interface CallDone<Data> {
  readonly kind: "done";
  /** Outside data: Octokit's types say what GitHub describes, not what came. */
  readonly data: Data;
}

/** A request that failed, with what is known about a second one. */
export interface CallFailed extends GithubFailure {
  /** When to send it again, ms from now; nothing when that is of no use. */
  readonly retryInMs?: number;
  /** Whether it may have taken effect although no response says so. */
  readonly unknown: boolean;
}

/** Leaves out of a failure what only a repetition needs. */
export function asFailure({ unknown: _unknown, retryInMs: _retryInMs, ...failure }: CallFailed): GithubFailure {
  return failure;
}

/** The failure for a response that is not what GitHub describes, such as a page of a proxy. */
export function unreadable(what: string): CallFailed {
  return { kind: "failed", reason: `GitHub's response about ${what} could not be read.`, unknown: true };
}

/** What every request of `call` is sent with. */
type CallParameters = Github["repository"] & { readonly request: { readonly signal: AbortSignal } };

/** A request in words, as in "read the comments". */
interface CallRequest {
  readonly doing: string;
  /** It changes nothing, so it is sent up to three times. */
  readonly reads?: boolean;
}

const MAX_READS = 3;
const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;

/**
 * Sends a request to GitHub once, or, when it is a read, up to three times; never rejects. A write is never repeated
 * here: what it was made of may be out of date by then.
 *
 * Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our clock.
 */
export async function call<Data>(
  { octokit, repository }: Github,
  request: CallRequest,
  context: CallContext,
  send: (rest: Octokit["rest"], parameters: CallParameters) => Promise<{ readonly data: Data }>,
): Promise<CallDone<Data> | CallFailed> {
  const attempts = request.reads === true ? MAX_READS : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
      return { kind: "done", data };
    } catch (error) {
      const failure = classifyError(error, { doing: request.doing, attempt, nowMs: context.clock.now() });
      if (attempt >= attempts || failure.retryInMs === undefined) return failure;
      if (!(await pause(failure.retryInMs, context))) return failure;
    }
  }
}

/** Waits; false when the signal ended the wait. */
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

/** The request that failed: how often it was sent, and the time. */
interface Attempt {
  readonly doing: string;
  readonly attempt: number;
  readonly nowMs: number;
}

interface ErrorResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly message: string;
}

/** What an error of Octokit means for the user and for a second request. */
export function classifyError(error: unknown, request: Attempt): CallFailed {
  const backOffMs = FIRST_RETRY_MS * 4 ** (request.attempt - 1);
  const response = responseOf(error);
  if (response === undefined) {
    const reason = `GitHub could not be reached to ${request.doing}: ${plainLine(networkReason(error)).slice(0, 300)}.`;
    return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
  }
  const { status, message } = response;
  if (status < 300) {
    const reason = `GitHub's response to the request to ${request.doing} could not be read.`;
    return { kind: "failed", reason, retryInMs: backOffMs, unknown: true };
  }
  const words = message === "" ? "" : `: ${plainLine(message)}`;
  const reason = `GitHub responded with ${status} to the request to ${request.doing}${words}.`;
  const failure = { kind: "failed", reason, status, unknown: status >= 500 } as const;
  const limitedMs = limitedFor(response, request);
  if (limitedMs !== undefined) {
    const limited = { ...failure, limitedMs };
    return limitedMs > MAX_WAIT_MS ? limited : { ...limited, retryInMs: limitedMs };
  }
  if (status >= 500) return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(response, request) ?? 0) };
  const accepted = response.header("x-accepted-github-permissions");
  const refused = status === 403 && (accepted !== undefined || /not accessible by/i.test(message));
  return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}

function responseOf(error: unknown): ErrorResponse | undefined {
  const status = at(error, "response", "status");
  if (typeof status !== "number") return undefined;
  const message = (textAt(error, "response", "data", "message") ?? "").slice(0, 300);
  return { status, message, header: (name) => textAt(error, "response", "headers", name) };
}

function networkReason(error: unknown): string {
  const cause = at(error, "cause");
  if (cause instanceof DOMException && cause.name === "TimeoutError") return "no response in time";
  return error instanceof Error ? error.message : String(error);
}

/** How long a primary or secondary rate limit lasts, ms; undefined for any other response. */
function limitedFor(response: ErrorResponse, request: Attempt): number | undefined {
  const { status, header, message } = response;
  if (status !== 403 && status !== 429) return undefined;
  const waitMs = retryAfterMs(response, request);
  if (waitMs !== undefined) return Math.max(FIRST_RETRY_MS, waitMs);
  if (header("x-ratelimit-remaining") === "0") {
    const left = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - serverNow(response, request);
    return Number.isFinite(left) ? Math.max(FIRST_RETRY_MS, left) : SECONDARY_WAIT_MS;
  }
  const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
  return secondary ? SECONDARY_WAIT_MS * 2 ** (request.attempt - 1) : undefined;
}

/** GitHub's own clock, ms: ours may be wrong. */
function serverNow({ header }: ErrorResponse, { nowMs }: Attempt): number {
  const serverMs = Date.parse(header("date") ?? "");
  return Number.isNaN(serverMs) ? nowMs : serverMs;
}

/** Seconds are what GitHub writes; a date may come from a proxy. [RFC 9110 §10.2.3] */
function retryAfterMs(response: ErrorResponse, request: Attempt): number | undefined {
  const value = (response.header("retry-after") ?? "").slice(0, 40);
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const dateMs = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - serverNow(response, request));
}

/** What the preview action needs with every feature on. */
const GRANTS: Readonly<Record<string, "read" | "write">> = {
  contents: "read",
  deployments: "write",
  "pull-requests": "write",
};

/**
 * The `permissions:` block the job needs for a refused request, as lines of YAML. It is always the whole block: one
 * without the grants that worked would take them away.
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
