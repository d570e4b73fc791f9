import type { WorkflowValues } from "@greenroom/contract/workflows";
import { type CommandContext, openApi } from "../../context.ts";
import { CommandError } from "../../errors.ts";
import { siteIdOf } from "../list.ts";

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
