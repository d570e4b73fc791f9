import { z } from "zod";

/**
 * The Model Context Protocol as far as a server without sessions, streams and own requests needs it: one JSON-RPC
 * message in, one answer out.
 * @see MCP specification 2025-11-25, Base Protocol, Lifecycle, Tools
 */
export interface McpServer {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  listTools(): readonly object[];
  /** @returns The result of the call; undefined where no tool has the name. */
  callTool(name: string, input: Readonly<Record<string, unknown>>): Promise<object | undefined>;
}

/** A call that goes on once a person has opened an address; an error of the protocol, for clients that can show one. */
export class UrlElicitation extends Error {
  readonly url: string;
  readonly elicitationId: string;

  constructor(message: string, { url, elicitationId }: { readonly url: string; readonly elicitationId: string }) {
    super(message);
    this.url = url;
    this.elicitationId = elicitationId;
  }
}

/** What goes back: nothing for a notification. */
export type McpAnswer =
  | { readonly status: 202 }
  | { readonly status: 200; readonly message: object }
  | { readonly status: 400; readonly message: object };

/** Newest first; the messages used here are the same in all of them. */
const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const URL_ELICITATION_REQUIRED = -32_042;

const Id = z.union([z.string(), z.int()]);
const Parameters = z.record(z.string(), z.unknown()).optional();
const RpcRequest = z.looseObject({ jsonrpc: z.literal("2.0"), id: Id, method: z.string(), params: Parameters });
/** A notification has no id; a response answers a request, of which this server sends none. */
const Unanswered = z.union([
  z.looseObject({ jsonrpc: z.literal("2.0"), id: z.undefined().optional(), method: z.string(), params: Parameters }),
  z.looseObject({ jsonrpc: z.literal("2.0"), id: Id, method: z.undefined().optional() }),
]);
const Initialize = z.looseObject({ protocolVersion: z.string() });
const CanOpenUrls = z.looseObject({
  method: z.literal("initialize"),
  params: z.looseObject({
    capabilities: z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) }),
  }),
});
const CallTool = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

/** @param protocolVersion Header `MCP-Protocol-Version`, where the client sent it. */
export async function answerMessage(
  server: McpServer,
  message: unknown,
  protocolVersion: string | undefined,
): Promise<McpAnswer> {
  const request = RpcRequest.safeParse(message);
  if (!request.success) {
    if (Unanswered.safeParse(message).success) return { status: 202 };
    return { status: 400, message: failure(null, INVALID_REQUEST, "This is not a JSON-RPC 2.0 message.") };
  }
  const { id, method, params } = request.data;
  if (method !== "initialize" && protocolVersion !== undefined && !isSupported(protocolVersion)) {
    const known = `Send one of these as MCP-Protocol-Version: ${PROTOCOL_VERSIONS.join(", ")}.`;
    return { status: 400, message: failure(id, INVALID_REQUEST, known) };
  }
  return { status: 200, message: await answerRequest(server, { id, method, params }) };
}

async function answerRequest(
  server: McpServer,
  { id, method, params }: Pick<z.infer<typeof RpcRequest>, "id" | "method" | "params">,
) {
  switch (method) {
    case "initialize": {
      const wanted = Initialize.safeParse(params).data?.protocolVersion;
      if (wanted === undefined) return failure(id, INVALID_PARAMS, "initialize needs protocolVersion.");
      const { name, version, instructions } = server;
      const protocolVersion = isSupported(wanted) ? wanted : PROTOCOL_VERSIONS[0];
      return success(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name, version }, instructions });
    }
    case "ping":
      return success(id, {});
    case "tools/list":
      return success(id, { tools: server.listTools() });
    case "tools/call": {
      const call = CallTool.safeParse(params);
      if (!call.success)
        return failure(id, INVALID_PARAMS, "tools/call needs a name, and arguments that are an object.");
      try {
        const result = await server.callTool(call.data.name, call.data.arguments);
        if (result !== undefined) return success(id, result);
      } catch (error) {
        if (!(error instanceof UrlElicitation)) throw error;
        const { message, url, elicitationId } = error;
        const elicitations = [{ mode: "url", elicitationId, url, message }];
        return failure(id, URL_ELICITATION_REQUIRED, message, { elicitations });
      }
      return failure(id, INVALID_PARAMS, "There is no tool of this name. tools/list has all.");
    }
    default:
      return failure(id, METHOD_NOT_FOUND, "There is no such method here.");
  }
}

export function saysItOpensUrls(message: unknown): boolean {
  return CanOpenUrls.safeParse(message).success;
}

function isSupported(version: string): boolean {
  return PROTOCOL_VERSIONS.some((known) => known === version);
}

function success(id: z.infer<typeof Id>, result: object): object {
  return { jsonrpc: "2.0", id, result };
}

function failure(id: z.infer<typeof Id> | null, code: number, message: string, data?: object): object {
  return { jsonrpc: "2.0", id, error: { code, message, data } };
}
