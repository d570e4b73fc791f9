import { getOctokit } from "@actions/github";
import { type Github, withSafeguards } from "../../src/github/octokit.ts";

/** A request as it reaches GitHub. */
export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What GitHub responds. */
export interface ScriptedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, but for a string, which is sent as it is. */
  readonly body: unknown;
}

/** The repository `o/r` on a GitHub whose every response is a function's, without a connection. */
export function scriptedOctokit(
  respond: (request: ScriptedRequest) => ScriptedResponse | Promise<ScriptedResponse>,
  secrets: readonly string[] = [],
): Github {
  const fetch = async (
    url: string,
    init: { method: string; body?: string; signal?: AbortSignal },
  ): Promise<Response> => {
    init.signal?.throwIfAborted();
    const { pathname, searchParams } = new URL(url);
    const sent: unknown = JSON.parse(init.body ?? "{}");
    const body = typeof sent === "object" && sent !== null ? Object.fromEntries(Object.entries(sent)) : {};
    const query = Object.fromEntries(searchParams);
    const response = await respond({ method: init.method, path: pathname, query, body });
    const text = typeof response.body === "string" ? response.body : JSON.stringify(response.body);
    const headers = { "content-type": "application/json", ...response.headers };
    return new Response(response.status === 204 ? null : text, { status: response.status, headers });
  };
  const apiUrl = "https://api.github.test";
  const octokit = getOctokit("ghs_scripted", { baseUrl: apiUrl, request: { fetch } });
  return withSafeguards(octokit, { token: "ghs_scripted", apiUrl, repository: { owner: "o", name: "r" }, secrets });
}
