import { Hono } from "hono";
import type { ServiceContext } from "../context.ts";
import { ApiError } from "../domain/api-error.ts";
import { newUuid } from "../domain/ids.ts";
import { readJsonObject } from "../http/body.ts";
import { type HttpContext, type HttpEnv, tokenActorOf } from "../http/context.ts";
import { answerMessage, saysItOpensUrls } from "./messages.ts";
import { toolServer } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const OPENS_URLS = "opens-urls-";

/**
 * The MCP endpoint: streamable HTTP; every answer is JSON. The service keeps no state of a client: whether it can show
 * addresses is in the name of its session.
 * @returns An app with `/mcp`; the bearer guard and its rate limits run before it.
 * @see Interface §1; MCP specification, Streamable HTTP
 */
export function mcpRoutes(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.post("/mcp", async (c) => {
    requireOwnOrigin(c, context.addresses.baseUrl);
    // A browser sends its cookie by itself; only a token shows that the client meant to call a tool.
    const actor = tokenActorOf(c);
    // One message a request: a batch would be many calls for the price of one in the rate limit.
    const message = await readJsonObject(c);
    if (saysItOpensUrls(message)) c.header("mcp-session-id", `${OPENS_URLS}${newUuid()}`);
    const opensUrls = c.req.header("mcp-session-id")?.startsWith(OPENS_URLS) === true;
    const call = { context, limits: c.get("limits"), actor, opensUrls, signal: c.req.raw.signal };
    const server = toolServer(TOOLS, call);
    const answer = await answerMessage(server, message, c.req.header("mcp-protocol-version"));
    return answer.status === 202 ? c.body(null, 202) : c.json(answer.message, answer.status);
  });
  // No stream to open and no session to end. [MCP, Streamable HTTP: 405]
  app.all("/mcp", () => {
    throw new ApiError("method_not_allowed", "Send MCP requests by POST.", { allow: ["POST"] });
  });
  return app;
}

/** Keeps web pages of other origins, preview hosts included, from calling MCP through a person's browser. */
function requireOwnOrigin(c: HttpContext, baseUrl: string): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== new URL(baseUrl).origin) {
    throw new ApiError("web_session_required", "Web pages of another origin cannot use MCP.");
  }
}
