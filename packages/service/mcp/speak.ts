import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Logger } from "pino";
import type { TokenActor } from "../domain/actor.ts";
import { createToolServer, type ToolActions } from "./tools.ts";

/** Version the MCP server gives of itself; the interface has a single one. [§9] */
const SERVER_VERSION = "1.0.0";

/** One message and what answers it. */
export interface Spoken {
  readonly actor: TokenActor;
  readonly actions: ToolActions;
  readonly request: Request;
  /** The parsed body of the request. */
  readonly message: unknown;
  readonly log: Logger;
}

/**
 * Answers one MCP message with a server of its own, made for it and gone after it.
 * @returns Status and headers of the answer, and its text; empty for a message that wants none.
 * @see MCP specification, Streamable HTTP
 */
export async function speak({ actor, actions, request, message, log }: Spoken): Promise<[text: string, Response]> {
  const server = createToolServer(actor, { actions, version: SERVER_VERSION, log });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const answer = await transport.handleRequest(request, { parsedBody: message });
  const text = await answer.text();
  await server.close();
  return [text, answer];
}
