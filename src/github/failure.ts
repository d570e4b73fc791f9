import { readHttpDate, readRetryAfter } from "@greenroom/client/http";
import { at, textAt } from "./payload.ts";
import type { Runner } from "./runner.ts";
import type { Forge, Trigger } from "./trigger.ts";
import { logText, plainLine } from "./untrusted-text.ts";

/** Work on GitHub that failed; it never changes the result of the job. */
export interface GithubFailure {
  readonly kind: "failed";
  /** One sentence; it may hold untrusted text. */
  readonly reason: string;
  readonly status?: number;
  /** Lines of the `permissions:` that the workflow needs. */
  readonly permissionHint?: readonly string[];
  /** How long GitHub takes no more requests, when that is why. */
  readonly limitedMs?: number;
  /** Absent when another try is of no use. */
  readonly retryInMs?: number;
  /** Whether the request may have taken effect although no response says so. */
  readonly unknown?: boolean;
}

export interface GithubSkip {
  readonly kind: "skipped";
  readonly reason: string;
}

/** For a response that is not what GitHub describes, such as a page of a proxy. */
export function unreadable(what: string): GithubFailure {
  return { kind: "failed", reason: `The response about ${what} could not be read.`, unknown: true };
}

const MAX_WAIT_MS = 120_000;
const SECONDARY_WAIT_MS = 60_000;
const FIRST_RETRY_MS = 1000;

export function serverName(forge: Forge): string {
  return forge === "github" ? "GitHub" : "The Git server";
}

export function classifyError(
  error: unknown,
  request: { readonly doing: string; readonly tries: number; readonly nowMs: number; readonly forge: Forge },
): GithubFailure {
  const { doing, tries, nowMs, forge } = request;
  const server = serverName(forge);
  const backOffMs = FIRST_RETRY_MS * 4 ** (tries - 1);
  const lost = { kind: "failed", retryInMs: backOffMs, unknown: true } as const;
  const status = at(error, "response", "status");
  if (typeof status !== "number") {
    const reason = plainLine(networkReason(error)).slice(0, 300);
    return { ...lost, reason: `${server} could not be reached to ${doing}: ${reason}.` };
  }
  if (status < 300) return { ...lost, reason: `${server}'s response to the request to ${doing} could not be read.` };
  const message = (textAt(error, "response", "data", "message") ?? "").slice(0, 300);
  const words = message === "" ? "" : `: ${plainLine(message)}`;
  const reason = `${server} responded with ${status} to the request to ${doing}${words}.`;
  const failure = { kind: "failed", reason, status, unknown: status >= 500 } as const;
  const header = (name: string): string | undefined => textAt(error, "response", "headers", name);
  // GitHub's own clock, when it is known: ours may be wrong.
  const atMs = readHttpDate(header("date")) ?? nowMs;
  if (status >= 500) return { ...failure, retryInMs: Math.max(backOffMs, retryAfterMs(header, atMs) ?? 0) };
  if (status !== 403 && status !== 429) return failure;
  const secondary = status === 429 || /rate limit|abuse detection/i.test(message);
  const limitedMs = rateLimitMs(header, atMs) ?? (secondary ? SECONDARY_WAIT_MS * 2 ** (tries - 1) : undefined);
  if (limitedMs !== undefined) {
    return { ...failure, limitedMs, ...(limitedMs > MAX_WAIT_MS ? {} : { retryInMs: limitedMs }) };
  }
  const accepted = header("x-accepted-github-permissions");
  const refused = accepted !== undefined || /not accessible by/i.test(message);
  return refused ? { ...failure, permissionHint: permissionLines(accepted) } : failure;
}

function networkReason(error: unknown): string {
  const cause = at(error, "cause");
  if (cause instanceof DOMException && cause.name === "TimeoutError") return "no response in time";
  return error instanceof Error ? error.message : String(error);
}

type Header = (name: string) => string | undefined;

function rateLimitMs(header: Header, nowMs: number): number | undefined {
  const waitMs = retryAfterMs(header, nowMs);
  if (waitMs !== undefined) return Math.max(FIRST_RETRY_MS, waitMs);
  if (header("x-ratelimit-remaining") !== "0") return undefined;
  const leftMs = Number(header("x-ratelimit-reset") ?? Number.NaN) * 1000 - nowMs;
  return Number.isFinite(leftMs) ? Math.max(FIRST_RETRY_MS, leftMs) : SECONDARY_WAIT_MS;
}

function retryAfterMs(header: Header, nowMs: number): number | undefined {
  const seconds = readRetryAfter(header("retry-after"), nowMs);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** What the preview action needs with every feature on. */
const GRANTS: Readonly<Record<string, string>> = {
  contents: "read",
  deployments: "write",
  "pull-requests": "write",
};

/**
 * Always the whole block: one without the grants that worked would take them away.
 * @see GitHub Docs: Troubleshooting the REST API
 */
export function permissionLines(accepted = ""): string[] {
  const alternatives = accepted
    .split(";")
    .map(readGrants)
    .filter((grants) => grants.length > 0);
  const covered = alternatives.some((grants) => grants.every(isGranted));
  const all = new Map([...Object.entries(GRANTS), ...(covered ? [] : (alternatives[0] ?? []))]);
  return ["permissions:", ...Array.from(all, ([name, level]) => `  ${name}: ${level}`).sort()];
}

type Grant = readonly [name: string, level: string];

function readGrants(text: string): Grant[] {
  const found = text.matchAll(/(?:^|,)\s*([a-z_]{1,40})=(read|write)\s*(?=,|$)/g);
  return Array.from(found, ([, name = "", level = ""]) => [name.replaceAll("_", "-"), level] as const);
}

function isGranted([name, level]: Grant): boolean {
  return GRANTS[name] === level || GRANTS[name] === "write";
}

const DEPLOYMENT_RECORD = "the deployment record";
const COMMIT_STATUS = "the commit status";

export function recordName(forge: Forge): string {
  return forge === "github" ? DEPLOYMENT_RECORD : COMMIT_STATUS;
}

export const CHECK_RUN = "the check run";

/** @param target What was not accepted, as in "the comment". */
export function warnOfFailure(
  run: { readonly runner: Pick<Runner, "warning">; readonly trigger: Pick<Trigger, "forge"> },
  target: string,
  failure: GithubFailure,
): void {
  const { forge } = run.trigger;
  const { reason, permissionHint: permissions = [] } = failure;
  const hint = forge === "github" ? hintFor(target, failure) : giteaHintFor(target, failure);
  const lines = [`${reason} The result of the deployment is not affected. ${hint}`, ...permissions];
  run.runner.warning(lines.map(logText), { title: `${serverName(forge)} did not accept ${target}` });
}

function giteaHintFor(target: string, { status = 500 }: GithubFailure): string {
  if (status === 401) {
    return "The token of a job ends when its run is canceled: re-run the job. Otherwise check the input 'github-token'.";
  }
  if ((status === 403 || status === 404) && target === COMMIT_STATUS) {
    return "It needs 'contents: write' where the server limits the token of a job; 'deployment-record: false' does without it.";
  }
  if (status === 403 || status === 404) {
    return "Check that the job has 'pull-requests: write' where the server limits its token, and that the pull request is open to comments.";
  }
  return status < 500 ? "Read the server's message, then re-run the job." : "Re-run the job once the server responds.";
}

function hintFor(target: string, { permissionHint, status, limitedMs }: GithubFailure): string {
  if (permissionHint !== undefined && target === CHECK_RUN) {
    return "A check run needs 'github-token' to be the job's own, with these permissions:";
  }
  if (permissionHint !== undefined) return "Give the job these permissions:";
  if (limitedMs !== undefined) {
    return `Re-run the job in ${Math.ceil(limitedMs / 60_000)} min, when GitHub accepts requests again.`;
  }
  if (status === 401) return "Check the input 'github-token': GitHub does not accept it.";
  if (status === 404 && target === DEPLOYMENT_RECORD) {
    return "Check that 'github-token' has write access to deployments, or set 'deployment-record: false'.";
  }
  if (status === 403 || status === 404) {
    return "Check that 'github-token' has write access to this repository and that the pull request is open to comments.";
  }
  if (status !== undefined && status < 500) return "Read GitHub's message, then re-run the job.";
  return "Re-run the job once GitHub responds; see https://www.githubstatus.com.";
}
