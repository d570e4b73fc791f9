import { ClientError } from "@greenroom/client/errors";
import type { SiteList } from "@greenroom/client/operations";
import type { Verb } from "./verb.ts";

/**
 * Reads the sites a token sees.
 * @returns Undefined when the token counts and may not list sites.
 */
export async function readSeenSites({ client, call }: Pick<Verb, "client" | "call">): Promise<SiteList | undefined> {
  try {
    return await client.sites.list(call);
  } catch (error) {
    if (error instanceof ClientError && error.code === "insufficient_scope") return undefined;
    throw error;
  }
}
