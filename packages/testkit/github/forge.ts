import type { GithubResponse } from "./call.ts";
import type { Permissions } from "./operations.ts";
import type { GithubState, Pull, Repository } from "./state.ts";
import type { GithubUser } from "./users.ts";

/** Whom a token acts as, and what it may do; without permissions it may do everything. */
export interface TokenOwner {
  readonly user: GithubUser;
  readonly permissions: Permissions | undefined;
}

/** What the stand-in did that a forge would not, or was asked that a forge would reject. */
export interface Violation {
  readonly kind: "request" | "response" | "route";
  readonly method: string;
  readonly path: string;
  readonly problems: readonly string[];
}

export interface ForgeRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly owner: TokenOwner | "anonymous" | "unknown";
  readonly state: GithubState;
  readonly violate: (kind: Violation["kind"], problems: readonly string[]) => void;
}

export interface Forge {
  /** Of the API, below the origin. */
  readonly path: string;
  /** Whom the token of a job acts as. */
  readonly job: TokenOwner;
  readonly headers: Readonly<Record<string, string>>;
  /** The action of the event of a push to a pull request. */
  readonly pushed: "synchronize" | "synchronized";
  /** Id of the operation that a request goes to, as GitHub names it; empty when there is none. */
  readonly operationOf: (request: Pick<ForgeRequest, "method" | "url" | "state">) => string;
  readonly answer: (request: ForgeRequest) => GithubResponse;
  /** The pull request as event payloads carry it. */
  readonly renderPull: (pull: Pull, state: GithubState, origin: string) => Record<string, unknown>;
  /** The repository as event payloads carry it. */
  readonly renderRepository: (repository: Repository, origin: string) => Record<string, unknown>;
}
