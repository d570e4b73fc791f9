import type { Clock } from "@greenroom/contract/clock";
import type { GithubFailure } from "./outcome.ts";
import { textAt } from "./payload.ts";
import { permissionLines } from "./permissions.ts";
import type { Github, RestAnswer, RestRequest } from "./rest.ts";
import { plainLine } from "./text.ts";

/** Time and patience of work on GitHub. */
export interface Patience {
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
export function asFailure({ kind, reason, status, coach, limitedMs }: CallFailed): GithubFailure {
  return {
    kind,
    reason,
    ...(status === undefined ? {} : { status }),
    ...(coach === undefined ? {} : { coach }),
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
 * @param patience Clock and signal.
 */
export async function call(
  github: Github,
  request: RestRequest & { readonly doing: string },
  patience: Patience,
): Promise<CallDone | CallFailed> {
  const reads = request.method === "GET";
  const attempts = reads ? MAX_READS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await github.send(request, patience.signal);
    const result = judge(answer, { doing: request.doing, reads, attempt, nowMs: patience.clock.now() });
    if (result.kind === "done" || attempt >= attempts || result.retryInMs === undefined) return result;
    if (!(await pause(result.retryInMs, patience))) return result;
  }
}

/**
 * Waits unless the time is over.
 * @param ms How long.
 * @param patience Clock and signal.
 * @returns Whether the wait was whole.
 */
export async function pause(ms: number, { clock, signal }: Patience): Promise<boolean> {
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
export function judge(
  answer: RestAnswer,
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
  return refused ? { ...failure, coach: permissionLines(accepted) } : failure;
}

type Answer = Extract<RestAnswer, { kind: "answer" }>;

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
