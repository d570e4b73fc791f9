import { errorRow } from "@greenroom/contract/errors";
import { z } from "zod";
import type { DeployClient } from "./deploy-client.ts";
import { ClientError } from "./errors.ts";
import { parseJson } from "./http.ts";
import { type McpSession, openMcpSession } from "./mcp.ts";
import type { CallOptions } from "./retry.ts";

export interface PublishRequest {
  /** Where the service's tools are; the token goes there. */
  readonly mcpUrl: URL;
  readonly siteId: string;
  readonly sourceDeploymentId: string;
  readonly reason?: string | undefined;
  /** With `prepare` no member is notified of the link, with `release` those who may request it are; some services request at once. */
  readonly intent?: "prepare" | "release" | undefined;
}

/** A release that was prepared, or at other services requested. */
export interface PublishRequested {
  /** Deep link to the web approval screen; untrusted. */
  readonly webApprovalUrl: string;
  readonly requestId?: string | undefined;
  /** A person requests the release at the link, and another approves it. */
  readonly prepared?: boolean | undefined;
}

const TOOL = "request_publish";

/**
 * Gets the link where the release of a ready preview is requested or approved, with the tool `request_publish`.
 * @throws {ClientError} `mcp_tool_missing`, `mcp_tool_failed`, or the code the tool or the service gave
 * @see Interface §1 (returns a `webApprovalUrl`; schemas outside the interface)
 */
export async function requestPublish(
  client: Pick<DeployClient, "transport">,
  request: PublishRequest,
  options: CallOptions = {},
): Promise<PublishRequested> {
  const session = openMcpSession(client.transport, request.mcpUrl, options);
  try {
    const parsed = PublishResult.safeParse(await callTool(session, request));
    if (parsed.success) return parsed.data;
    throw toolMissing(`The tool ${TOOL} gave no webApprovalUrl`);
  } finally {
    await session.close();
  }
}

/** The list of tools is only read where the names of the interface are not taken: most services spare the request. */
async function callTool(session: McpSession, request: PublishRequest): Promise<unknown> {
  const { siteId, sourceDeploymentId, reason, intent } = request;
  // JSON leaves out what is undefined.
  const named = { siteId, sourceDeploymentId, reason, intent };
  try {
    return await callOnce(session, named);
  } catch (error) {
    if (!mayTakeOtherNames(error)) throw error;
    const matched = matchArguments(await findTool(session), request);
    if (JSON.stringify(matched) === JSON.stringify(named)) throw error;
    return await callOnce(session, matched);
  }
}

/** JSON-RPC's code for wrong parameters, or what tools say that check them by themselves. */
const REJECTED_NAMES = /-32602|valid|missing|required|unexpected|unrecognized|unknown/i;

function mayTakeOtherNames(error: unknown): boolean {
  return error instanceof ClientError && error.code === "mcp_tool_failed" && REJECTED_NAMES.test(error.detail);
}

async function callOnce(session: McpSession, parameters: object): Promise<unknown> {
  const call = { name: TOOL, arguments: parameters };
  // A tool may not bear being called twice, so a call whose response is lost is not repeated.
  return readToolResult(await session.request("tools/call", call, { repeatable: false }));
}

const PublishResult = z.object({
  webApprovalUrl: z.string(),
  requestId: z.string().optional(),
  prepared: z.boolean().optional(),
});
const ToolPage = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.unknown().optional() })),
  nextCursor: z.string().optional(),
});

const MAX_PAGES = 10;

async function findTool(session: McpSession): Promise<unknown> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const parameters = cursor === undefined ? {} : { cursor };
    const page = ToolPage.safeParse(await session.request("tools/list", parameters, { repeatable: true }));
    if (!page.success) throw toolMissing("The list of tools is not valid MCP");
    const tool = page.data.tools.find((candidate) => candidate.name === TOOL);
    if (tool !== undefined) return tool.inputSchema;
    cursor = page.data.nextCursor;
    if (cursor === undefined) break;
  }
  throw toolMissing(`The service has no tool ${TOOL}`);
}

function toolMissing(
  message: string,
  hint = "Check the MCP URL, or set a template for the approval link.",
): ClientError {
  return new ClientError({ kind: "protocol", code: "mcp_tool_missing", message, hint });
}

const InputSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** Names a schema may use for each value, best first, without case, `_` and `-`. */
const NAMES = {
  siteId: ["siteid", "site"],
  sourceDeploymentId: ["sourcedeploymentid", "source", "deploymentid", "deployment"],
  reason: ["reason", "notes"],
  intent: ["intent"],
} as const;

/** An argument that takes one of some words names them. */
const Words = z.looseObject({ const: z.unknown().optional(), enum: z.array(z.unknown()).optional() });

function takes(schema: unknown, word: string): boolean {
  const { const: only, enum: words } = Words.safeParse(schema).data ?? {};
  return only === undefined ? (words?.includes(word) ?? true) : only === word;
}

/**
 * Names the values as a published input schema does.
 * @throws {ClientError} `mcp_tool_missing`, when the schema wants something else.
 */
export function matchArguments(
  inputSchema: unknown,
  { siteId, sourceDeploymentId, reason, intent }: Omit<PublishRequest, "mcpUrl">,
): Record<string, string> {
  const { properties = {}, required = [] } = InputSchema.safeParse(inputSchema).data ?? {};
  const published = new Map(Object.keys(properties).map((name) => [name.toLowerCase().replaceAll(/[-_]/g, ""), name]));
  // A tool that publishes no properties gets the names of the interface.
  const nameOf = (value: keyof typeof NAMES): string | undefined =>
    published.size === 0 ? value : published.get(NAMES[value].find((name) => published.has(name)) ?? "");
  const source = nameOf("sourceDeploymentId");
  if (source === undefined) throw mismatch("takes no source deployment");
  const matched: Record<string, string> = {};
  const site = nameOf("siteId");
  if (site !== undefined) matched[site] = siteId;
  matched[source] = sourceDeploymentId;
  const why = nameOf("reason") ?? "";
  const text = reason ?? (required.includes(why) ? "Release of a reviewed preview" : undefined);
  if (why !== "" && text !== undefined) matched[why] = text;
  const how = published.size === 0 ? undefined : nameOf("intent");
  if (intent !== undefined && how !== undefined && takes(properties[how], intent)) matched[how] = intent;
  const unknown = required.filter((name) => !Object.hasOwn(matched, name));
  if (unknown.length > 0) throw mismatch(`requires ${unknown.slice(0, 5).join(", ").slice(0, 200)}`);
  return matched;
}

function mismatch(what: string): ClientError {
  const message = `The tool ${TOOL} of this service ${what}, which this version does not know`;
  return toolMissing(message, "Set a template for the approval link instead.");
}

const ToolResult = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
});
const ToolEnvelope = z.looseObject({
  ok: z.boolean().optional(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
});
const ToolErrorBody = z.looseObject({
  code: z.string().min(1),
  message: z.string().optional(),
  webApprovalUrl: z.string().optional(),
});

const MAX_TEXT_CHARS = 2000;

/**
 * Structured content comes before text as JSON, and an envelope around it is taken off; the result is untrusted.
 * @throws {ClientError} The code the tool gave, or `mcp_tool_failed`, when the tool failed.
 * @see Model Context Protocol 2025-06-18, server/tools (tool result)
 */
function readToolResult(result: unknown): unknown {
  const parsed = ToolResult.safeParse(result);
  if (!parsed.success) throw toolError("The tool's result is not valid MCP", undefined);
  const { isError, structuredContent, content = [] } = parsed.data;
  const text = content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : []));
  const value: unknown = structuredContent ?? text.map(parseJson).find((json) => json !== undefined);
  const { ok, data, error = value } = ToolEnvelope.safeParse(value).data ?? {};
  if (isError === true || ok === false) {
    const coded = ToolErrorBody.safeParse(error).data;
    throw toolError(coded?.message ?? (text.join("\n") || "The tool failed without a message"), coded);
  }
  return ok === true ? data : value;
}

function toolError(message: string, coded: z.infer<typeof ToolErrorBody> | undefined): ClientError {
  return new ClientError({
    kind: "refused",
    code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
    message: message.trim().slice(0, MAX_TEXT_CHARS),
    hint: coded === undefined ? "Request the release on the web instead." : errorRow(coded.code, 400).hint,
    webApprovalUrl: coded?.webApprovalUrl,
  });
}
