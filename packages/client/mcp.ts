import { z } from "zod";
import { RequestPublishResult } from "@greenroom/contract";
import type { Client } from "./client.ts";
import { ClientError } from "./errors.ts";
import { matchArguments, type ToolValues } from "./mcp-arguments.ts";
import { type McpSession, openMcpSession } from "./mcp-session.ts";
import { readToolResult } from "./mcp-result.ts";
import type { CallOptions } from "./transport.ts";

/** A release to ask for. */
export interface PublishRequest extends ToolValues {
  /** Where the service's tools are; the token goes there. */
  readonly mcpUrl: URL;
}

/** A release that was asked for, to be decided by a person. */
export interface PublishRequested {
  /** Deep link to the web approval screen; untrusted. */
  readonly webApprovalUrl: string;
  readonly requestId?: string | undefined;
}

const TOOL = "request_publish";

/** Most pages of a tool list. */
const MAX_PAGES = 10;

const ToolPage = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.unknown().optional() })),
  nextCursor: z.string().optional(),
});

/**
 * Asks for a ready preview to be published, by the tool `request_publish`.
 * The arguments go out under the names that the published input schema gives them. Nothing is decided by it.
 * @param client Client of the service; its token goes to `mcpUrl`.
 * @param request What is asked for.
 * @throws {ClientError} `mcp_tool_missing`, `mcp_tool_failed`, or the code the tool or the service gave
 * @see Interface §1 (returns a `webApprovalUrl`; schemas outside the interface)
 */
export async function requestPublish(
  client: Pick<Client, "transport">,
  request: PublishRequest,
  options: CallOptions = {},
): Promise<PublishRequested> {
  const session = openMcpSession(client.transport, request.mcpUrl, options);
  try {
    const schema = await findTool(session);
    const matched = matchArguments(schema, request);
    const call = { name: TOOL, arguments: matched };
    // A tool may not bear being called twice, so an answer that is lost is not asked for again.
    const result = readToolResult(await session.request("tools/call", call, { repeatable: false }));
    const parsed = RequestPublishResult.safeParse(result);
    if (parsed.success) return { webApprovalUrl: parsed.data.webApprovalUrl, requestId: parsed.data.requestId };
    throw missing(`The tool ${TOOL} gave no webApprovalUrl`);
  } finally {
    await session.close();
  }
}

async function findTool(session: McpSession): Promise<unknown> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const parameters = cursor === undefined ? {} : { cursor };
    const page = ToolPage.safeParse(await session.request("tools/list", parameters, { repeatable: true }));
    if (!page.success) throw missing("The list of tools is not one of MCP");
    const tool = page.data.tools.find((candidate) => candidate.name === TOOL);
    if (tool !== undefined) return tool.inputSchema;
    cursor = page.data.nextCursor;
    if (cursor === undefined) break;
  }
  throw missing(`The service publishes no tool ${TOOL}`);
}

function missing(message: string): ClientError {
  return new ClientError({
    kind: "protocol",
    code: "mcp_tool_missing",
    message,
    hint: "Check the MCP address, or give the link to the approval screen as a template.",
    retry: "never",
    outcomeUnknown: false,
  });
}
