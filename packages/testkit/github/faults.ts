import type { ServerResponse } from "node:http";

/** A request as faults and tests see it; it never holds the token. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** Operation of the description, such as `issues/create-comment`; empty when there is none. */
  readonly operation: string;
  /** Login behind the token; empty without one. */
  readonly actor: string;
  readonly body: unknown;
  /** 0 until answered, and when the connection was cut. */
  status: number;
}

/** Which requests a fault meets: all given parts must fit. */
interface FaultMatch {
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly operation?: string;
}

/**
 * One trouble of GitHub.
 * `reset` cuts the connection before the request took effect, `resetAfter` after it; `hang` never answers;
 * `delayMs` answers late; `answer` answers instead.
 */
export interface Fault {
  readonly match: FaultMatch | ((request: RecordedRequest) => boolean);
  /** How many requests it meets; 1 unless given, Infinity for all. */
  times?: number;
  readonly answer?: { status: number; body?: unknown; headers?: Readonly<Record<string, string>> };
  readonly reset?: true;
  readonly resetAfter?: true;
  readonly hang?: true;
  readonly delayMs?: number;
}

/**
 * Takes the first fault that meets a request, and uses it up.
 * @param faults Faults, oldest first.
 * @param request Request.
 */
export function takeFault(faults: Fault[], request: RecordedRequest): Fault | undefined {
  const fault = faults.find((one) => meets(one.match, request));
  if (fault === undefined) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times <= 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

function meets(match: Fault["match"], request: RecordedRequest): boolean {
  if (typeof match === "function") return match(request);
  const path = request.path.split("?", 1)[0] ?? "";
  if (match.method !== undefined && match.method !== request.method) return false;
  if (match.operation !== undefined && match.operation !== request.operation) return false;
  if (typeof match.path === "string") return match.path === path;
  return match.path === undefined || match.path.test(path);
}

/**
 * Cuts a connection without an answer.
 * @param response Answer that is never sent.
 */
export function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
