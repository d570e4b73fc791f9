import type { GithubState } from "./state.ts";
import type { GithubUser } from "./users.ts";

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 30;

/** One request that is valid by the OpenAPI document. */
export interface GithubCall {
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly body: unknown;
  /** The account behind the token; anonymous when a public repository is read without one. */
  readonly actor: GithubUser;
  readonly apiUrl: string;
  readonly state: GithubState;
}

export interface GithubResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** All rows of a list; {@link pageOf} cuts the page and adds `Link`. */
  readonly rows?: readonly unknown[];
}

export type Handler = (call: GithubCall) => GithubResponse;

export function errorResponse(status: number, message: string): GithubResponse {
  return {
    status,
    body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
  };
}

export function invalid(errors: readonly Readonly<Record<string, unknown>>[]): GithubResponse {
  const body = {
    message: "Validation Failed",
    documentation_url: "https://docs.github.com/rest",
    status: "422",
    errors,
  };
  return { status: 422, body };
}

/** A response without rows passes unchanged. @see RFC 8288 */
export function pageOf(response: GithubResponse, url: URL): GithubResponse {
  if (response.rows === undefined) return response;
  const perPage = Math.min(MAX_PER_PAGE, positive(url.searchParams.get("per_page"), DEFAULT_PER_PAGE));
  const page = positive(url.searchParams.get("page"), 1);
  const last = Math.max(1, Math.ceil(response.rows.length / perPage));
  const rows = response.rows.slice((page - 1) * perPage, page * perPage);
  const links = neighbours(page, last).map(([rel, number]) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${rel}"`;
  });
  return {
    status: response.status,
    body: rows,
    headers: { ...response.headers, ...(links.length > 0 ? { Link: links.join(", ") } : {}) },
  };
}

function neighbours(page: number, last: number) {
  const links = [
    ["prev", page - 1, page > 1],
    ["next", page + 1, page < last],
    ["last", last, page < last],
    ["first", 1, page > 1],
  ] as const;
  return links.filter(([, , isThere]) => isThere);
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}
