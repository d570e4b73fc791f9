import { send, type Sent } from "./outgoing.ts";

/** A page of deployments or pull requests at their longest. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** [GitHub, Versions of the REST API] */
const API_VERSION = "2022-11-28";

/** One request to GitHub's REST interface. */
export interface GithubCall {
  /** As in https://api.github.com, without a slash at its end. */
  readonly apiUrl: string;
  readonly method: "GET" | "POST";
  /** What follows the address of the interface, encoded, with a slash at its beginning. */
  readonly path: string;
  /** Token, or what an App signed to speak as itself. */
  readonly token: string;
  readonly body?: unknown;
  readonly signal: AbortSignal;
}

/** Sends one request to GitHub. */
export async function callGithub({ apiUrl, method, path, token, body, signal }: GithubCall): Promise<Sent> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return send({
    url: new URL(`${apiUrl}${path}`),
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "User-Agent": "greenroom",
      "X-GitHub-Api-Version": API_VERSION,
      ...(text !== undefined && { "Content-Type": "application/json" }),
    },
    ...(text !== undefined && { body: text }),
    signal,
    maxBytes: MAX_ANSWER_BYTES,
    // An operator's own GitHub may well live on a private network.
    publicOnly: false,
  });
}

/**
 * Reads JSON that GitHub sent.
 * @returns Undefined when it is none.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
