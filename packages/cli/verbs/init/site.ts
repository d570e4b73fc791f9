import { UUID_PATTERN } from "@greenroom/contract/limits";
import type { WorkflowValues } from "@greenroom/contract/workflows";
import { type CommandContext, openApi, USER_AGENT } from "../../context.ts";
import { CommandError } from "../../errors.ts";
import { loginsFile, readLogins, serviceKey } from "../../logins.ts";
import { siteIdOf } from "../list.ts";

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

/** Signs in before anything is written; what it returns makes the rule, unless there is one. */
export async function openTrust(
  context: CommandContext,
  { forge, baseUrl, site }: Pick<WorkflowValues, "forge" | "baseUrl" | "site">,
  origin: string | undefined,
) {
  if (forge === "gitea")
    throw new CommandError("usage", "Only runs on GitHub sign in without a token. Leave --trust out.");
  if (origin === undefined) {
    throw new CommandError(
      "usage",
      "The folder has no remote origin with an owner and a name. Add it, or leave --trust out.",
    );
  }
  const token = context.process.env["GREENROOM_TOKEN"];
  const api = await openApi(context, { url: new URL(baseUrl), ...(token !== undefined && { token }) });
  return async () => {
    const { client, call } = api;
    const siteId = await siteIdOf(api, site);
    const rules = await client.trustRules.list(siteId, call);
    const there = rules.find(({ repository }) => repository === origin);
    return there ?? (await client.trustRules.create(siteId, { repository: origin }, call));
  };
}
