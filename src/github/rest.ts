/** A request to GitHub's REST interface. */
export interface RestRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the API's address, each segment encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What came back. */
export type RestAnswer =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** Names in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      /** Parsed JSON, or whatever else was sent. */
      readonly body: unknown;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

/** GitHub's REST interface for one repository and one token. */
export interface Github {
  readonly repository: { readonly owner: string; readonly name: string };
  /** Sends one request once; never rejects. */
  send(request: RestRequest, signal?: AbortSignal): Promise<RestAnswer>;
}
