import { UUID_PATTERN } from "@greenroom/contract/limits";
import { type CommandContext, USER_AGENT } from "../../context.ts";
import { loginsFile, readLogins, serviceKey } from "../../logins.ts";

interface InitContext extends Pick<CommandContext, "signal"> {
  readonly process: Pick<CommandContext["process"], "env">;
}

/** Longest wait for the service; without its answer the site is named as it was given. */
const TIMEOUT_MS = 5_000;

/** Names a site with its workspace, as runs must where a service has several; only a signed-in user can look it up. */
export async function withWorkspace(
  { process, signal }: InitContext,
  { baseUrl, site }: { readonly baseUrl: string; readonly site: string },
): Promise<string> {
  const url = new URL(baseUrl);
  const token = readLogins(loginsFile(process.env)).tokens.get(serviceKey(url));
  if (token === undefined || UUID_PATTERN.test(site) || site.includes("/")) return site;
  const { createClient } = await import("@greenroom/client/client");
  const client = createClient({ baseUrl: url, token, userAgent: USER_AGENT, limits: { maxTries: 1 } });
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const { workspace } = await client.token.get({ signal: limited }).catch(() => ({ workspace: { slug: undefined } }));
  signal.throwIfAborted();
  return workspace.slug === undefined ? site : `${workspace.slug}/${site}`;
}
