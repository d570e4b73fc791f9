import { z } from "zod";
import { openMcpSession } from "@greenroom/client/mcp";
import { type Check, failed } from "./check.ts";
import type { Verb } from "./verb.ts";

const NAME = "tools";
const Tools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

/**
 * Asks the service for its tools, as an agent would.
 * @param mcpUrl Where they are; the token goes there.
 */
export async function checkTools({ client, call }: Verb, mcpUrl: URL): Promise<Check> {
  const session = openMcpSession(client.transport, mcpUrl, call);
  try {
    const listed = Tools.safeParse(await session.request("tools/list", {}, { repeatable: true }));
    const names = listed.data?.tools.map((tool) => tool.name) ?? [];
    if (names.includes("request_publish"))
      return { name: NAME, state: "ok", told: `${mcpUrl.href} offers ${names.join(", ")}.` };
    const told = `${mcpUrl.href} offers no request_publish. Check --mcp-url; without it links to approvals come from a template.`;
    return { name: NAME, state: "warn", told };
  } catch (error) {
    const { told } = failed(NAME, error);
    return { name: NAME, state: "warn", told };
  } finally {
    await session.close();
  }
}
