import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { type Context, Hono } from "hono";
import { MAX_BODY_BYTES } from "../../contract/index.ts";
import type { Actor } from "../domain/actor.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Parts } from "../parts.ts";
import { requestApproval } from "../store/approvals.ts";
import { createToolServer, type ToolActions } from "./tools.ts";

/** Version the MCP server gives of itself; the interface has a single one. [§9] */
const SERVER_VERSION = "1.0.0";

/** What the endpoint takes from the room it is mounted in. */
export interface McpMount {
  /** Whoever the guard recognised; the guard ran before, with its rate limits. */
  readonly actorOf: (c: Context) => Actor;
  readonly createPreview: ToolActions["createPreview"];
}

/**
 * The MCP endpoint: streamable HTTP without sessions, one server a request.
 * @returns An app with `/mcp`, to be mounted behind the bearer guard.
 * @see Interface §1; MCP specification, Streamable HTTP
 */
export function mcpRoutes(parts: Pick<Parts, "db" | "clock" | "addresses" | "log">, mount: McpMount): Hono {
  const actions: ToolActions = {
    createPreview: mount.createPreview,
    requestPublish: async (actor, asked) => requestApproval(parts, actor, asked),
  };
  const app = new Hono();
  app.post("/mcp", async (c) => {
    refuseForeignOrigin(c, parts.addresses.baseUrl);
    const actor = mount.actorOf(c);
    // A browser sends its cookie by itself; only a token shows that the caller meant to call a tool.
    if (actor.kind !== "token") throw new Refusal("unauthenticated", "MCP needs a bearer token.");
    const body = await readMessage(c);
    const server = createToolServer(actor, { actions, version: SERVER_VERSION, log: parts.log });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const answer = await transport.handleRequest(c.req.raw, { parsedBody: body });
    await server.close();
    return answer;
  });
  // No stream to open and no session to end. [MCP, Streamable HTTP: 405]
  app.all("/mcp", () => {
    throw new Refusal("method_not_allowed", "MCP is spoken by POST here.", { allow: ["POST"] });
  });
  return app;
}

/** Keeps web pages of other origins, preview hosts among them, from speaking MCP through a person's browser. */
function refuseForeignOrigin(c: Context, baseUrl: string): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== new URL(baseUrl).origin) {
    throw new Refusal("web_session_required", "MCP is not for web pages of another origin.");
  }
}

/** One message a request: a batch would be many calls for the price of one in the rate limit. */
async function readMessage(c: Context): Promise<unknown> {
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal("payload_too_large", "The message is too large.");
  const message = parsed(new TextDecoder("utf-8").decode(bytes));
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    throw new Refusal("invalid_json", "Send one JSON-RPC message; batches are not taken.");
  }
  return message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal("invalid_json", "The body is not JSON.", { cause });
  }
}
