import type { IncomingMessage } from "node:http";
import { timeoutSignal } from "@greenroom/contract/clock";
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { ClientError } from "./errors.ts";
import { parseJson, readText, within } from "./http.ts";
import { readError } from "./response.ts";
import { type CallOptions, repeat } from "./retry.ts";
import type { Transport } from "./transport.ts";

export type McpSession = ReturnType<typeof openMcpSession>;

/** Requested revision of the protocol. */
const PROTOCOL_VERSION = "2025-06-18";

const Initialized = z.looseObject({ protocolVersion: z.string().regex(/^[\x21-\x7e]{1,40}$/) });

const CLOSE_MS = 2000;

/**
 * Makes a session with an MCP server; nothing is sent yet, since most servers keep none.
 * @see Model Context Protocol 2025-06-18, basic/transports (streamable HTTP)
 */
export function openMcpSession(transport: Transport, url: URL, options: CallOptions) {
  let nextId = 1;
  let sessionId: string | undefined;
  let version = PROTOCOL_VERSION;

  async function post(method: string, message: object, repeatable: boolean): Promise<RpcResponse> {
    return await repeat({ ...transport, repeatable }, options, async (timeoutMs) => {
      // [basic/transports] the version header belongs to requests after initialization.
      const session = method === "initialize" ? {} : sessionHeaders(version, sessionId);
      // [basic/transports] list both application/json and text/event-stream as supported content types.
      const accept = "application/json, text/event-stream";
      const headers = { accept, "content-type": "application/json", ...session };
      const body = JSON.stringify({ jsonrpc: "2.0", method, ...message });
      return await within({ url, timeoutMs, signal: options.signal }, async (signal) =>
        readRpc(transport, await transport.open({ method: "POST", url, headers, body }, signal)),
      );
    });
  }

  async function initialize(): Promise<void> {
    const clientInfo = { name: "greenroom", version: "1" };
    const params = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
    const response = await post("initialize", { id: nextId++, params }, true);
    version = Initialized.safeParse(resultOf(response)).data?.protocolVersion ?? version;
    sessionId = response.sessionId;
    await post("notifications/initialized", {}, true);
  }

  return {
    /**
     * @param how `repeatable`: whether the request may go out again when its response is lost.
     * @returns Its result, untrusted.
     */
    async request(method: string, params: object, { repeatable }: { readonly repeatable: boolean }) {
      const call = () => post(method, { id: nextId++, params }, repeatable);
      const response = await call();
      if (sessionId !== undefined || !wantsSession(response)) return resultOf(response);
      await initialize();
      return resultOf(await call());
    },
    /** Ends the session at the server, when there is one. */
    async close(): Promise<void> {
      if (sessionId === undefined) return;
      const request = { method: "DELETE", url, headers: sessionHeaders(version, sessionId) } as const;
      const ended = transport.open(request, timeoutSignal(CLOSE_MS));
      await ended.then((message) => message.destroy()).catch(() => undefined);
    },
  };
}

function sessionHeaders(version: string, sessionId: string | undefined): Record<string, string> {
  return { "mcp-protocol-version": version, ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }) };
}

type RpcResponse = Awaited<ReturnType<typeof readRpc>>;

const RpcError = z.looseObject({ error: z.looseObject({ code: z.number(), message: z.string().optional() }) });
const RpcResult = z.looseObject({ result: z.unknown() });

/**
 * @returns With an error when it is no message of the protocol.
 * @throws {ClientError} What may be tried again.
 */
async function readRpc(transport: Transport, response: IncomingMessage) {
  const status = response.statusCode ?? 0;
  const header = response.headers["mcp-session-id"];
  const sessionId = typeof header === "string" && /^[\x21-\x7e]{1,512}$/.test(header) ? header : undefined;
  if (status === 202) {
    response.destroy();
    return { status, message: undefined, sessionId, error: undefined };
  }
  const { maxResponseBytes } = transport.limits;
  const isStream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
  const text = await (isStream ? readStreamedMessage : readText)(response, maxResponseBytes);
  const redacted = text === undefined ? undefined : transport.redact(text);
  const message = parseJson(redacted);
  if (RpcError.safeParse(message).success || (status < 300 && RpcResult.safeParse(message).success)) {
    return { status, message, sessionId, error: undefined };
  }
  const error = readError({ status, headers: response.headers, text: redacted }, transport.clock.now());
  if (error.retry !== "never") throw error;
  return { status, message, sessionId, error };
}

/** A response has an id and no method; requests and notifications of the server may come before it. */
const RpcReply = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.undefined().optional() });

/**
 * Reads the stream that answers a request up to the message with its result.
 * @returns The message as JSON text; undefined when the stream ended or grew too long without one.
 * @see Model Context Protocol 2025-06-18, basic/transports (sending messages to the server)
 */
export async function readStreamedMessage(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let reply: string | undefined;
  const parser = createParser({
    onEvent({ data }) {
      if (RpcReply.safeParse(parseJson(data)).success) reply ??= data;
    },
  });
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (reply !== undefined) return reply;
  }
  return undefined;
}

/** A server that keeps sessions rejects a request without one: 400 or 404, or an error about it. */
function wantsSession({ status, message }: RpcResponse): boolean {
  if (status === 400 || status === 404) return true;
  const error = RpcError.safeParse(message).data?.error;
  return error !== undefined && /initiali[sz]|session/i.test(error.message ?? "");
}

function resultOf({ message, error, status }: RpcResponse): unknown {
  if (error !== undefined) throw error;
  const rpcError = RpcError.safeParse(message).data?.error;
  if (rpcError === undefined) return RpcResult.safeParse(message).data?.result;
  throw new ClientError({
    kind: "protocol",
    code: "mcp_tool_failed",
    message: `The MCP server responded with error ${rpcError.code}: ${(rpcError.message ?? "no message").slice(0, 500)}`,
    hint: "Check the MCP URL, or request the release on the web.",
    status,
  });
}
