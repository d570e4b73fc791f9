import { z } from "zod";
import { ClientError } from "./errors.ts";

/** What `request_publish` is told. */
export interface ToolValues {
  readonly siteId: string;
  readonly sourceDeploymentId: string;
  /** Free text for the person who decides. */
  readonly reason?: string | undefined;
}

const InputSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** Names a schema may use for each value, best first, without case, `_` and `-`. */
const NAMES = {
  siteId: ["siteid", "site"],
  sourceDeploymentId: [
    "sourcedeploymentid",
    "sourcedeployment",
    "sourceid",
    "source",
    "deploymentid",
    "deployment",
    "previewdeploymentid",
    "previewid",
  ],
  reason: ["reason", "message", "note", "notes", "comment", "description"],
} as const;

/**
 * Names the values as a published input schema does.
 * @param inputSchema JSON Schema of the tool, as received.
 * @param values What is to be told.
 * @returns Arguments of the call, in the order of site, source, reason.
 * @throws {ClientError} `mcp_tool_missing`, when the schema wants something else.
 */
export function matchArguments(inputSchema: unknown, values: ToolValues): Record<string, string> {
  const schema = InputSchema.safeParse(inputSchema).data;
  const names = Object.keys(schema?.properties ?? {});
  // A tool that publishes no properties is told in the words of the interface.
  const find = (value: keyof typeof NAMES): string | undefined =>
    names.length === 0 ? value : bestName(names, NAMES[value]);
  const matched: Record<string, string> = {};
  const site = find("siteId");
  const source = find("sourceDeploymentId");
  const reason = find("reason");
  if (source === undefined) throw mismatch("takes no source deployment");
  if (site !== undefined) matched[site] = values.siteId;
  matched[source] = values.sourceDeploymentId;
  if (reason !== undefined && values.reason !== undefined) matched[reason] = values.reason;
  if (reason !== undefined && values.reason === undefined && schema?.required?.includes(reason) === true) {
    matched[reason] = "Release of a reviewed preview";
  }
  const unknown = (schema?.required ?? []).filter((name) => !Object.hasOwn(matched, name));
  if (unknown.length > 0) throw mismatch(`wants ${unknown.slice(0, 5).join(", ").slice(0, 200)}`);
  return matched;
}

function bestName(names: readonly string[], candidates: readonly string[]): string | undefined {
  for (const candidate of candidates) {
    const name = names.find((name) => name.toLowerCase().replaceAll(/[-_]/g, "") === candidate);
    if (name !== undefined) return name;
  }
  return undefined;
}

function mismatch(what: string): ClientError {
  return new ClientError({
    kind: "protocol",
    code: "mcp_tool_missing",
    message: `The tool request_publish of this service ${what}, which is not known here`,
    hint: "Give the link to the approval screen as a template instead.",
    retry: "never",
    outcomeUnknown: false,
  });
}
