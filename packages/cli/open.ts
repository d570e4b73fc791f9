import type { Command } from "commander";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { addressKey } from "./credentials.ts";
import { CommandFailure } from "./failure.ts";
import { showAddress } from "./show-address.ts";
import { runVerb, type Verb } from "./verb.ts";

interface OpenFlags extends ConnectionFlags {
  readonly print?: true;
}

/** The verb `open`. */
export function openCommand(): Command {
  return clientVerb("open [what]", "Open a site, a preview or a publish request in a browser; else the web screens.")
    .option("--print", "print the address only")
    .addHelpText("after", "\n[what] is a site's slug or id, a deployment (dep_…) or a publish request (apr_…).")
    .action((what: string | undefined, flags: OpenFlags) =>
      runVerb(flags, async (verb) =>
        showAddress({
          terminal: verb.terminal,
          address: await addressOf(verb, what),
          json: verb.json,
          print: flags.print === true,
        }),
      ),
    );
}

async function addressOf({ client, connection, call }: Verb, what: string | undefined): Promise<string> {
  if (what === undefined) return `${addressKey(connection.baseUrl)}/app`;
  if (what.startsWith("apr_")) return (await client.approvals.get(what, call)).webApprovalUrl ?? "";
  if (what.startsWith("dep_")) {
    const { previewUrl, productionUrl, status } = await client.deployments.get(what, call);
    const address = productionUrl ?? previewUrl;
    if (address) return address;
    throw new CommandFailure(
      "refused",
      `${what} is ${status} and has no address. See greenroom deployments show ${what}.`,
    );
  }
  const { resolveSite } = await import("@greenroom/client/create");
  const { id } = await resolveSite(client, what, call);
  const { productionUrl, latestDeployment } = await client.sites.get(id, call);
  return productionUrl ?? latestDeployment?.previewUrl ?? "";
}
