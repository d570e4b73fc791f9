import { getOctokit } from "@actions/github";
import { guarded } from "./guarded.ts";
import type { Github, RestAnswer, RestRequest } from "./rest.ts";

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
export function createGithub(parts: GithubParts): Github {
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
  return guarded(github, [parts.token, ...(parts.secrets ?? [])]);
}

function ignore(): void {
  // Nothing of it belongs into the job's log.
}

async function sendOnce(octokit: Octokit, request: RestRequest, signal: AbortSignal): Promise<RestAnswer> {
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

function readAnswer(answer: unknown): RestAnswer | undefined {
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
