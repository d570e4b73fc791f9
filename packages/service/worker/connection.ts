import { type Clock, timeoutSignal } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import type { Logger } from "pino";
import type { z } from "zod";
import { parseJson } from "../domain/json-text.ts";
import { BuildStopped } from "../pipeline/failure.ts";
import { Done, ErrorResponse, WORKER_PATH } from "../review/worker-protocol.ts";

/** The service does not take this worker; the message ends with what to do. */
export class WorkerRejected extends Error {
  override readonly name = "WorkerRejected";
}

export class RequestRejected extends Error {
  override readonly name = "RequestRejected";
  readonly code: string;

  constructor(code: string, message: string) {
    super(`The service rejected a request of the worker (${code}): ${message}`);
    this.code = code;
  }
}

export interface Connection {
  /**
   * Sends a request, and again while the service is away or busy.
   * @throws {BuildStopped} `lost` or `canceled`
   * @throws {WorkerRejected} When the token is wrong or revoked.
   * @throws {RequestRejected}
   */
  post<Schema extends z.ZodType>(path: string, body: object, options: CallOptions<Schema>): Promise<z.output<Schema>>;
  put<Schema extends z.ZodType>(
    path: string,
    body: Uint8Array,
    options: CallOptions<Schema>,
  ): Promise<z.output<Schema>>;
  /** Asks once for the bytes of a file. @throws What `post` throws, and when it gets none. */
  read(path: string, body: object, maxBytes: number): Promise<Buffer>;
  /** How far this clock is ahead of that of the service, by its last answer. */
  skewMs(): number;
}

interface CallOptions<Schema> {
  readonly answer: Schema;
  /** For one try. */
  readonly timeoutMs?: number;
  readonly once?: boolean;
  readonly signal?: AbortSignal;
}

interface ConnectionOptions {
  readonly service: URL;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Logger;
}

interface OutgoingRequest {
  readonly method: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes: number;
}

const TIMEOUT_MS = 30_000;

/** A service that restarts is back sooner; one that is away for longer has given the builds to others. */
const RETRY_MS = 5 * 60_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

const MAX_ANSWER_BYTES = 16 * 1024 ** 2;

/** No error of it holds a header, so that the token is in no log. */
export function connect({ service, token, clock, log }: ConnectionOptions): Connection {
  let skewMs = 0;

  async function ask(
    path: string,
    { method, body, type }: OutgoingRequest,
    { timeoutMs, signal, maxBytes }: RequestLimits,
  ) {
    const response = await fetch(new URL(`${WORKER_PATH}${path}`, service), {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
      body,
      // Followed, it would carry the token elsewhere.
      redirect: "manual",
      signal: timeoutSignal(timeoutMs, signal),
    }).catch((cause: unknown) => {
      throw new Unavailable(`${service.origin} cannot be reached (${reasonOf(cause)}). Check --service.`, { cause });
    });
    if (response.status >= 300 && response.status < 400) throw movedTo(service, response.headers.get("location"));
    const answeredMs = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(answeredMs)) skewMs = clock.now() - answeredMs;
    const bytes = await readBytes(response, maxBytes);
    if (response.ok) return bytes;
    throw errorOf(service, response.status, bytes.toString("utf8"), /^\/(?:claims|reviews)\//.test(path));
  }

  async function send<Schema extends z.ZodType>(
    path: string,
    init: OutgoingRequest,
    { answer, timeoutMs = TIMEOUT_MS, once = false, signal }: CallOptions<Schema>,
  ): Promise<z.output<Schema>> {
    const until = clock.monotonic() + RETRY_MS;
    for (let tries = 0; ; tries += 1) {
      signal?.throwIfAborted();
      try {
        const bytes = await ask(path, init, { timeoutMs, signal, maxBytes: MAX_ANSWER_BYTES });
        return answer.parse(JSON.parse(bytes.toString("utf8")));
      } catch (error) {
        if (isFinal(error) || once || signal?.aborted === true || clock.monotonic() > until) throw error;
        if (tries === 3) log.warn({ err: error }, "the service does not respond as expected; the worker retries");
        await clock.sleep(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries), signal);
      }
    }
  }
  return {
    skewMs: () => skewMs,
    post: (path, body, options) =>
      send(path, { method: "POST", body: JSON.stringify(body), type: "application/json" }, options),
    put: (path, body, options) =>
      send(path, { method: "PUT", body: new Uint8Array(body), type: "application/octet-stream" }, options),
    read: (path, body, maxBytes) =>
      ask(
        path,
        { method: "POST", body: JSON.stringify(body), type: "application/json" },
        { timeoutMs: TIMEOUT_MS, maxBytes },
      ),
  };
}

/** @returns Whether the worker still holds the claim at the path. */
export async function renewClaim(connection: Connection, path: string, leaseMs: number): Promise<boolean> {
  try {
    await connection.post(`${path}/renew`, {}, { answer: Done, once: true, timeoutMs: leaseMs / 2 });
    return true;
  } catch (error) {
    if (error instanceof BuildStopped) return false;
    throw error;
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof BuildStopped || error instanceof WorkerRejected || error instanceof RequestRejected;
}

class Unavailable extends Error {
  override readonly name = "Unavailable";
}

function movedTo(service: URL, location: string | null): WorkerRejected {
  const target =
    location !== null && URL.canParse(location, service.href) ? new URL(location, service).origin : "nowhere";
  return new WorkerRejected(
    `${service.origin} redirects to ${target}. Give --service the URL that the service itself has.`,
  );
}

/** `fetch` says "fetch failed" of everything; what happened is in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown";
  return errorCode(cause) ?? cause.message;
}

/** @param ofClaim Whether the request is about one claim, which a worker that was revoked holds no more. */
function errorOf(service: URL, status: number, text: string, ofClaim: boolean): Error {
  const code = ErrorResponse.safeParse(parseJson(text)).data?.error.code;
  if (status === 421) {
    return new WorkerRejected(
      `The service does not serve the host ${service.host}. Give --service the URL that the service itself has.`,
    );
  }
  if (code === "lease_lost" || (code === "unauthenticated" && ofClaim)) return new BuildStopped("lost");
  if (code === "unauthenticated") {
    return new WorkerRejected(
      "The service does not know this token. Create a worker with greenroom admin workers create.",
    );
  }
  if (code === undefined || status >= 500 || status === 429) return new Unavailable(`The service answered ${status}.`);
  return new RequestRejected(code, `HTTP ${status}`);
}

async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RequestRejected("too_large", "the answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
