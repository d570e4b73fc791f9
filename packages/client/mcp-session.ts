import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { readEnvelope } from "./answer.ts";
import { parseJson } from "./json.ts";
import { abortedError, ClientError } from "./errors.ts";
import { connectionError, readText } from "./http.ts";
import { readMessage } from "./mcp-message.ts";
import { type CallOptions, repeat, type Transport } from "./transport.ts";

/** Revision of the protocol that is asked for. */
const PROTOCOL_VERSION = "2025-06-18";

/** Requests to a server of tools. */
export interface McpSession {
  /**
   * Calls a method.
   * @param repeatable Whether the request may go out again when its answer is lost.
   * @returns Its result, untrusted.
   * @throws {ClientError}
   */
  request(method: string, parameters: object, how: { readonly repeatable: boolean }): Promise<unknown>;
  /** Tells the server that the session is over, when there is one. */
  close(): Promise<void>;
}

const Initialized = z.looseObject({ protocolVersion: z.string().regex(/^[\x21-\x7e]{1,40}$/) });
const RpcError = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string().optional() }) });
const RpcResult = z.looseObject({ result: z.unknown() });

/** Longest wait for the end of a session, milliseconds. */
const CLOSE_MS = 2000;

/**
 * Opens a line to a server of tools. Nothing is sent yet: most servers keep no session, and one that does says so.
 * @param transport Path to the network.
 * @param url Where the tools are.
 * @see Model Context Protocol 2025-06-18, basic/transports (streamable HTTP)
 */
export function openMcpSession(transport: Transport, url: URL, options: CallOptions): McpSession {
  let nextId = 1;
  let sessionId: string | undefined;
  let version = PROTOCOL_VERSION;

  async function post(method: string, message: object, repeatable: boolean): Promise<RpcAnswer> {
    return await repeat({ ...transport, repeatable }, options, async (timeoutMs) => {
      const headers = { ...HEADERS, "mcp-protocol-version": version, ...sessionHeader(sessionId) };
      // [basic/transports] the version header belongs to requests after initialization.
      const sent = method === "initialize" ? { ...HEADERS } : headers;
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      return await postOnce(transport, { url, headers: sent, body }, { ...options, timeoutMs });
    });
  }

  async function call(method: string, parameters: object, repeatable: boolean): Promise<RpcAnswer> {
    const id = nextId++;
    return await post(method, { id, method, params: parameters }, repeatable);
  }

  async function initialize(): Promise<void> {
    const clientInfo = { name: "greenroom", version: "1" };
    const parameters = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
    const answer = await call("initialize", parameters, true);
    version = Initialized.safeParse(resultOf(answer)).data?.protocolVersion ?? version;
    sessionId = answer.sessionId;
    await post("notifications/initialized", { method: "notifications/initialized" }, true);
  }

  return {
    async request(method, parameters, { repeatable }) {
      const answer = await call(method, parameters, repeatable);
      if (sessionId !== undefined || !wantsSession(answer)) return resultOf(answer);
      await initialize();
      return resultOf(await call(method, parameters, repeatable));
    },
    async close() {
      if (sessionId === undefined) return;
      const headers = { "mcp-protocol-version": version, ...sessionHeader(sessionId) };
      const ended = transport.open({ method: "DELETE", url, headers }, AbortSignal.timeout(CLOSE_MS));
      await ended.then((message) => message.destroy()).catch(() => undefined);
    },
  };
}

const HEADERS = {
  // [basic/transports] list both application/json and text/event-stream as supported content types.
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
} as const;

interface RpcAnswer {
  readonly status: number;
  readonly message: unknown;
  readonly sessionId: string | undefined;
  /** What the answer is when it is no message of the protocol. */
  readonly failure: ClientError | undefined;
}

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one message; throws what may be tried again. */
async function postOnce(
  transport: Transport,
  request: Post,
  options: CallOptions & { readonly timeoutMs: number },
): Promise<RpcAnswer> {
  const timer = AbortSignal.timeout(Math.ceil(options.timeoutMs));
  const signal = options.signal === undefined ? timer : AbortSignal.any([options.signal, timer]);
  try {
    const answer = await transport.open({ method: "POST", ...request }, signal);
    return await readAnswer(transport, answer);
  } catch (cause) {
    if (options.signal?.aborted === true) throw abortedError(options.signal, true);
    throw connectionError(cause, timer.aborted ? options.timeoutMs : undefined);
  }
}

async function readAnswer(transport: Transport, answer: IncomingMessage): Promise<RpcAnswer> {
  const status = answer.statusCode ?? 0;
  const header = answer.headers["mcp-session-id"];
  const sessionId = typeof header === "string" && /^[\x21-\x7e]{1,512}$/.test(header) ? header : undefined;
  if (status === 202) {
    answer.destroy();
    return { status, message: undefined, sessionId, failure: undefined };
  }
  const isStream = (answer.headers["content-type"] ?? "").startsWith("text/event-stream");
  const text = isStream
    ? await readMessage(answer, transport.limits)
    : await readText(answer, transport.limits.maxAnswerBytes);
  const redacted = text === undefined ? undefined : transport.redact(text);
  const message = parseJson(redacted);
  if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
    return { status, message, sessionId, failure: undefined };
  }
  const reading = readEnvelope({ status, headers: answer.headers, text: redacted }, z.never(), transport.clock.now());
  const failure = reading.kind === "failure" ? reading.error : undefined;
  if (failure !== undefined && failure.retry !== "never") throw failure;
  return { status, message, sessionId, failure };
}

/** A server that keeps sessions refuses a request without one: 400 or 404, or an error about it. */
function wantsSession({ status, message }: RpcAnswer): boolean {
  if (status === 400 || status === 404) return true;
  const error = RpcError.safeParse(message).data?.error;
  return error !== undefined && /initiali[sz]|session/i.test(error.message ?? "");
}

function resultOf({ message, failure, status }: RpcAnswer): unknown {
  if (failure !== undefined) throw failure;
  const error = RpcError.safeParse(message).data?.error;
  if (error === undefined) return RpcResult.safeParse(message).data?.result;
  throw new ClientError({
    kind: "protocol",
    code: "mcp_tool_failed",
    message: `The server of tools answered ${error.code}: ${(error.message ?? "no message").slice(0, 500)}`,
    hint: "Check the MCP address, or ask for the release on the web.",
    retry: "never",
    outcomeUnknown: false,
    status,
  });
}

function sessionHeader(sessionId: string | undefined): Record<string, string> {
  return sessionId === undefined ? {} : { "mcp-session-id": sessionId };
}
