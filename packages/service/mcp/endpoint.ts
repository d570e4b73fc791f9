import { Hono } from "hono";
import { seesSite } from "../domain/actor.ts";
import { ApiError } from "../domain/api-error.ts";
import { readJsonObject } from "../http/body.ts";
import { type HttpContext, type HttpEnv, tokenActorOf } from "../http/context.ts";
import type { RateLimits } from "../http/limits.ts";
import type { ServiceContext } from "../context.ts";
import { acceptPreview } from "../store/deployments/accept.ts";
import { prepareRelease } from "../store/approvals/requests.ts";
import { siteNotFound } from "../store/sites/sites.ts";
import type { ToolActions } from "./tools.ts";

/**
 * The MCP endpoint: streamable HTTP without sessions, one server a request.
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
    // Loaded with the first message: the SDK is a third of what the service would parse before it is ready.
    const { handleMcpRequest } = await import("./tools.ts");
    const actions = toolActions(context, c.get("limits"));
    const [text, response] = await handleMcpRequest({ actor, actions, request: c.req.raw, message, log: context.log });
    // A new response, so that it has the headers of every response of this origin.
    return c.newResponse(text === "" ? null : text, response);
  });
  // No stream to open and no session to end. [MCP, Streamable HTTP: 405]
  app.all("/mcp", () => {
    throw new ApiError("method_not_allowed", "Send MCP requests by POST.", { allow: ["POST"] });
  });
  return app;
}

/** What the tools do; it counts towards the same limits as REST. */
function toolActions(context: ServiceContext, limits: RateLimits): ToolActions {
  return {
    async createPreview(actor, { siteId, idempotencyKey: key, ...input }) {
      if (!seesSite(actor, siteId)) throw siteNotFound();
      await limits.deploy(actor);
      const body = { environment: "preview", ...input };
      const { deployment } = await acceptPreview(context, actor, { siteId, key, body });
      return deployment;
    },
    async requestPublish(actor, input) {
      if (!seesSite(actor, input.siteId)) throw siteNotFound();
      return prepareRelease(context, actor, { ...input, intent: input.intent ?? "release" });
    },
  };
}

/** Keeps web pages of other origins, preview hosts included, from calling MCP through a person's browser. */
function requireOwnOrigin(c: HttpContext, baseUrl: string): void {
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== new URL(baseUrl).origin) {
    throw new ApiError("web_session_required", "Web pages of another origin cannot use MCP.");
  }
}
