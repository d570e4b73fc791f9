import type { Person } from "./people.ts";
import type { GithubState } from "./state.ts";

/** One request that passed the description. */
export interface Call {
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly body: unknown;
  /** Who asks; a public repository can be read by nobody in particular. */
  readonly actor: Person;
  readonly apiUrl: string;
  readonly state: GithubState;
}

/** What a request is answered with. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** All rows of a list: the server cuts the page and adds `Link`. */
  readonly rows?: readonly unknown[];
}

/** Answers one operation. */
export type Handler = (call: Call) => Answer;

/**
 * An error body as GitHub words it.
 * @param status HTTP status.
 * @param message Text.
 */
export function refusal(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) },
  };
}

/**
 * The answer to a request whose fields are wrong.
 * @param errors Rows of `errors`.
 */
export function invalid(errors: readonly Readonly<Record<string, unknown>>[]): Answer {
  const body = {
    message: "Validation Failed",
    documentation_url: "https://docs.github.com/rest",
    status: "422",
    errors,
  };
  return { status: 422, body };
}
