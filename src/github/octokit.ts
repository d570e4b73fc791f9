import type { getOctokit } from "@actions/github";
import { type HttpRequest, keepConnections, readText } from "@greenroom/client/http";
import { type Clock, systemClock, timeoutSignal, wait } from "@greenroom/contract/clock";
import { classifyError, type GithubFailure } from "./failure.ts";
import type { Runner } from "./runner.ts";
import { redactWithin } from "./secrets.ts";
import { type Forge, forgeOf, type Trigger } from "./trigger.ts";

type Octokit = ReturnType<typeof getOctokit>;

/** For one repository and one token; also that of Gitea and Forgejo. */
export interface Github {
  readonly octokit: Octokit;
  readonly forge: Forge;
  readonly repository: { readonly owner: string; readonly repo: string };
  readonly secrets: readonly string[];
}

export interface GithubOptions {
  readonly token: string;
  /** `GITHUB_API_URL`: no other host is ever called. */
  readonly apiUrl: string;
  readonly repository: { readonly owner: string; readonly name: string };
  readonly timeoutMs?: number;
  /** Values besides the token that must not leave in a request; others may be added later. */
  readonly secrets?: readonly string[];
}

export interface CallContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;
const ignore = (): void => undefined;
/** Octokit writes deprecations and retries to the console, past our log. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Octokit is the largest part of the bundle and reads the event file when it is imported: it is loaded here, after the
 * deployment request has left.
 */
export async function createGithub(options: GithubOptions): Promise<Github> {
  const { getOctokit } = await import("@actions/github");
  const request = { fetch: createFetch() };
  return withSafeguards(getOctokit(options.token, { baseUrl: options.apiUrl, log: SILENT, request }), options);
}

export function githubOnce(
  runner: Pick<Runner, "secrets">,
  { githubToken: token = "" }: { readonly githubToken: string | undefined },
  { apiUrl, repository }: Pick<Trigger, "apiUrl" | "repository">,
): () => Promise<Github> {
  let opened: Promise<Github> | undefined;
  return () => (opened ??= createGithub({ token, apiUrl, repository, secrets: runner.secrets() }));
}

/** Of `fetch`, what Octokit gives and takes. */
type FetchOptions = Omit<HttpRequest, "url"> & { readonly signal: AbortSignal };

/** A page of a hundred comments of the greatest length is shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * By `@actions/http-client`, which has run for the service before: the `fetch` that `@actions/github` brings is a
 * second client of HTTP, which takes longer to load than the request to answer.
 */
function createFetch() {
  const send = keepConnections(systemClock);
  return async (url: string, { method, headers, body, signal }: FetchOptions) => {
    const asked = { ...headers, "accept-encoding": "gzip" };
    const message = await send({ method, url: new URL(url), headers: asked, body }, signal);
    const text = await readText(message, MAX_RESPONSE_BYTES);
    if (text === undefined) throw new Error("the response is too long, or in an unknown encoding");
    const received = Object.entries(message.headers).map(([name, value = ""]) => [name, String(value)] as const);
    return {
      status: message.statusCode ?? 0,
      url,
      headers: new Map(received),
      text: () => Promise.resolve(text),
      // Asked for when the type is no text: nothing that is read here.
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    };
  };
}

/** Every request gets a time limit, follows no redirect and holds no secret. */
export function withSafeguards(octokit: Octokit, options: GithubOptions): Github {
  const { token, repository, timeoutMs = TIMEOUT_MS, secrets = [] } = options;
  octokit.hook.before("request", (request) => {
    const signal = timeoutSignal(timeoutMs, request.request.signal);
    // A redirect could lead the token to another host.
    Object.assign(request.request, { signal, redirect: "manual" });
    for (const [name, value] of Object.entries(request)) {
      const isBody = request.method !== "GET" && !OPTION_NAMES.has(name) && !request.url.includes(`{${name}}`);
      if (isBody) Object.assign(request, { [name]: redactWithin(value, [token, ...secrets]) });
    }
  });
  octokit.hook.after("request", (response, { method }) => {
    // A read gives JSON: anything else is a page of a proxy, or a response that was cut.
    const unreadable = method === "GET" && (typeof response.data !== "object" || response.data === null);
    if (response.status >= 300 || unreadable) throw Object.assign(new Error("unexpected response"), { response });
  });
  return {
    octokit,
    forge: forgeOf(options.apiUrl),
    repository: { owner: repository.owner, repo: repository.name },
    secrets,
  };
}

/** What of a request is no parameter of the endpoint. */
const OPTION_NAMES = new Set(["method", "baseUrl", "url", "headers", "mediaType", "request"]);

const MAX_TRIES = 3;

/**
 * Never rejects. Not `@octokit/plugin-retry`: it repeats writes as well, and its waits know neither our signal nor our
 * clock.
 * @param request `repeatable`: sent twice it has the effect of once, and what it is made of is not out of date by
 *   then.
 * @returns Outside data, whatever Octokit's types say: they are what GitHub describes, not what came.
 */
export async function call(
  { octokit, repository, forge }: Github,
  request: { readonly doing: string; readonly repeatable?: boolean },
  context: CallContext,
  send: (
    rest: Octokit["rest"],
    parameters: Github["repository"] & { readonly request: { readonly signal: AbortSignal } },
  ) => Promise<{ readonly data: unknown }>,
): Promise<{ readonly kind: "done"; readonly data: unknown } | GithubFailure> {
  const maxTries = request.repeatable === true ? MAX_TRIES : 1;
  for (let tries = 1; ; tries += 1) {
    try {
      const { data } = await send(octokit.rest, { ...repository, request: { signal: context.signal } });
      return { kind: "done", data };
    } catch (error) {
      const failure = classifyError(error, { doing: request.doing, tries, nowMs: context.clock.now(), forge });
      if (tries >= maxTries || !(await pause(failure.retryInMs, context))) return failure;
    }
  }
}

/** @returns False when the signal ended the wait, and for a failure without a time for a retry. */
export async function pause(ms: number | undefined, { clock, signal }: CallContext): Promise<boolean> {
  return ms !== undefined && !signal.aborted && (await wait(clock, ms, signal));
}
