import { z } from "zod";
import { errorRow } from "@greenroom/contract";
import { parseJson } from "./json.ts";
import { ClientError } from "./errors.ts";

const ToolResult = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
});

const Coded = z.looseObject({
  code: z.string().min(1),
  message: z.string().optional(),
  webApprovalUrl: z.string().optional(),
});

const MAX_TEXT_CHARS = 2000;

/**
 * Reads what a tool gave: its structured content, else its text as JSON; an envelope around it is taken off.
 * @param result Result of `tools/call`, as received.
 * @returns Untrusted.
 * @throws {ClientError} The code the tool gave, or `mcp_tool_failed`, when the tool failed.
 * @see Model Context Protocol 2025-06-18, server/tools (tool result)
 */
export function readToolResult(result: unknown): unknown {
  const parsed = ToolResult.safeParse(result);
  if (!parsed.success) throw toolError("The tool's result is not one of MCP", undefined);
  const { isError, structuredContent, content = [] } = parsed.data;
  const text = content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : []));
  const value: unknown = structuredContent ?? text.map(parseJson).find((json) => json !== undefined);
  const refusal = Coded.safeParse(
    z.looseObject({ error: z.unknown().optional() }).safeParse(value).data?.error ?? value,
  );
  const envelope = z.looseObject({ ok: z.boolean(), data: z.unknown().optional() }).safeParse(value).data;
  if (isError === true || envelope?.ok === false) {
    throw toolError(refusal.data?.message ?? (text.join("\n") || "The tool failed without a word"), refusal.data);
  }
  return envelope?.ok === true ? envelope.data : value;
}

function toolError(message: string, coded: z.infer<typeof Coded> | undefined): ClientError {
  const row = coded === undefined ? undefined : errorRow(coded.code, 400);
  return new ClientError({
    kind: "refused",
    code: coded?.code.slice(0, 100) ?? "mcp_tool_failed",
    message: message.trim().slice(0, MAX_TEXT_CHARS),
    hint: row?.hint ?? "Ask for the release on the web instead.",
    retry: "never",
    outcomeUnknown: false,
    webApprovalUrl: coded?.webApprovalUrl,
  });
}
