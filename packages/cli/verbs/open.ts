import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { openOrPrint } from "../browser.ts";
import { apiCommand } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { serviceKey } from "../logins.ts";
import type { CommandProcess } from "../process.ts";
import { siteIdOf } from "./list.ts";

/** Previews among which one is looked for that was not removed. */
const NEWEST = 20;

export function openCommand(process: CommandProcess): CommandUnknownOpts {
  return apiCommand("open [what]", "Open a site, a preview, a release request or the web pages in a browser.")
    .option("--print", "print the URL only")
    .addHelpText("after", "\n[what] is a site's slug or id, a deployment (dep_…) or a release request (apr_…).")
    .action((what, flags) =>
      runApiCommand(process, flags, async (context) =>
        openOrPrint(context, await urlOf(context, what), { json: context.json, print: flags.print === true }),
      ),
    );
}

async function urlOf(context: ApiContext, what: string | undefined): Promise<string> {
  const { client, connection, call } = context;
  if (what === undefined) return `${serviceKey(connection.baseUrl)}/app`;
  if (what.startsWith("apr_")) return (await client.approvals.get(what, call)).webApprovalUrl ?? "";
  if (what.startsWith("dep_")) {
    const { previewUrl, productionUrl, status } = await client.deployments.get(what, call);
    const url = productionUrl ?? previewUrl;
    if (url) return url;
    throw new CommandError("refused", `${what} is ${status} and has no URL. See greenroom deployments show ${what}.`);
  }
  const id = await siteIdOf(context, what);
  const { productionUrl, publishedAt } = await client.sites.get(id, call);
  if (productionUrl && publishedAt !== null) return productionUrl;
  const ready = { environment: "preview", status: "ready", limit: NEWEST } as const;
  const { deployments } = await client.deployments.listForSite(id, ready, call);
  const url = deployments.find(({ removedAt }) => !removedAt)?.previewUrl;
  if (url) return url;
  throw new CommandError("refused", `${what} has nothing to open yet. Deploy it with greenroom deploy ${what}.`);
}
