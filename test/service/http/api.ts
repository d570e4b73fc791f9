import type { Hono } from "hono";
import type { Entitlements } from "../../../packages/contract/index.ts";
import type { HttpEnv } from "../../../packages/service/http/context.ts";

/** Fields tests look at; which of them are there depends on the route. */
export interface Item {
  readonly id: string;
  readonly siteId: string;
  readonly slug: string;
  readonly status: string;
  readonly name: string;
  readonly productionUrl: string;
  readonly createdAt: string;
  readonly archivedAt?: string;
  readonly latestDeployment: Item | null;
  readonly error?: { readonly code: string };
  readonly url: string | null;
  readonly path: string;
  readonly token: string;
}

/** The body of a JSON response. */
export interface Body {
  readonly ok: boolean;
  readonly data: Item & readonly Item[];
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly requestId?: string;
    readonly issues: readonly { readonly path: string; readonly message: string }[];
  };
  readonly entitlements: Entitlements;
  readonly nextCursor?: string | null;
}

/** A response that was read to its end. */
export interface ApiResponse {
  readonly status: number;
  readonly text: string;
  readonly json: Body;
  readonly data: Body["data"];
  readonly code: string | undefined;
  /** `200 ok`, or the status and the code of the error. */
  readonly result: string;
  readonly headers: Headers;
}

export async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const json = (text.startsWith("{") ? JSON.parse(text) : {}) as Body;
  const result = `${response.status} ${json.ok ? "ok" : json.error?.code}`;
  const { status, headers } = response;
  return { status, text, json, data: json.data, code: json.error?.code, result, headers };
}

export interface RequestOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
}

/** A request as `fetch` takes it: a POST when it has a body, unless a method is named. */
export function requestOf({ method, token, headers, body }: RequestOptions): RequestInit {
  return {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}

/** Sends a request to an app in process. */
export async function send(app: Hono<HttpEnv>, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
  return readResponse(await app.request(path, requestOf(options)));
}
