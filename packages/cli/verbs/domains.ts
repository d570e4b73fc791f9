import { Command } from "commander";
import type { ReceivedSiteDomain } from "@greenroom/contract/domain";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { confirm } from "../prompts.ts";
import { type Columns, printList, siteIdOf } from "./list.ts";

export function domainsCommand(process: CommandProcess): Command {
  const command = new Command("domains").description("Serve the production of a site at domains of your own.");
  const list = apiCommand("list <site>", "List the domains of a site and what is known of their DNS.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => listDomains(context, site)),
  );
  const add = apiCommand("add <site> <domain>", "Add a domain, and print the DNS records to set.").action(
    (site: string, domain: string, flags: ConnectionFlags) =>
      runApiCommand(process, flags, (context) => addDomain(context, { site, domain })),
  );
  const check = apiCommand("check <site> <domain>", "Check the DNS of a domain now.").action(
    (site: string, domain: string, flags: ConnectionFlags) =>
      runApiCommand(process, flags, (context) => checkDomain(context, { site, domain })),
  );
  const primary = apiCommand("primary <site> <domain>", "Make links name this domain.").action(
    (site: string, domain: string, flags: ConnectionFlags) =>
      runApiCommand(process, flags, (context) => makePrimary(context, { site, domain })),
  );
  const remove = apiCommand("remove <site> <domain>", "Remove a domain; the site is no longer served there.")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, domain: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runApiCommand(process, flags, (context) => removeDomain(context, { site, domain, yes: flags.yes === true })),
    );
  for (const child of [list, add, check, primary, remove]) command.addCommand(child);
  return command;
}

interface Named {
  readonly site: string;
  readonly domain: string;
}

async function listDomains(context: ApiContext, site: string): Promise<void> {
  const domains = await context.client.domains.list(await siteIdOf(context, site), context.call);
  printList(context, domains, COLUMNS, `No domains. Add one with greenroom domains add ${site} www.example.com.`);
}

const COLUMNS: Columns<ReceivedSiteDomain> = {
  domain: (domain) => domain.name,
  state: stateOf,
  address: (domain) => domain.address,
  id: (domain) => domain.id,
};

function stateOf({ status, proof, primary, redirectsTo }: ReceivedSiteDomain): string {
  if (status === "pending") return `pending, proof ${proof ?? "unchecked"}`;
  return [status, ...(primary === true ? ["primary"] : []), ...(redirectsTo ? [`to ${redirectsTo}`] : [])].join(", ");
}

function show({ terminal, json }: ApiContext, domain: ReceivedSiteDomain): void {
  if (json) return terminal.json(domain);
  terminal.fields([
    ["domain", domain.name],
    ["shown as", domain.unicodeName],
    ["state", stateOf(domain)],
    ["address", domain.address],
    ["served until", domain.servedUntil],
    ["id", domain.id],
  ]);
  const rows = (domain.records ?? []).map(({ type, name, value }) => [type, name, value]);
  terminal.table(["record", "name", "value"], rows, "");
}

async function addDomain(context: ApiContext, { site, domain }: Named): Promise<void> {
  const id = await siteIdOf(context, site);
  context.onInterruptMessage(`Interrupted. The domain may have been added: see greenroom domains list ${site}.`);
  show(context, await context.client.domains.add(id, { name: domain }, context.call));
  if (!context.json) {
    context.terminal.say(`Set these records, then run greenroom domains check ${site} ${domain}.`, "quiet");
  }
}

async function checkDomain(context: ApiContext, named: Named): Promise<void> {
  const { id, domainId } = await find(context, named);
  show(context, await context.client.domains.check(id, domainId, context.call));
}

async function makePrimary(context: ApiContext, named: Named): Promise<void> {
  const { id, domainId } = await find(context, named);
  show(context, await context.client.domains.update(id, domainId, { primary: true }, context.call));
}

async function removeDomain(context: ApiContext, { yes, ...named }: Named & { readonly yes: boolean }): Promise<void> {
  const { terminal, json } = context;
  const { id, domainId } = await find(context, named);
  await confirm(context, `Remove ${named.domain}? The site is no longer served there.`, yes);
  await context.client.domains.remove(id, domainId, context.call);
  if (json) terminal.json({ id: domainId, removed: true });
  else terminal.line(`Removed ${named.domain}.`);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a domain of a site by its name, in either form, or by its id. */
async function find(context: ApiContext, { site, domain }: Named): Promise<{ id: string; domainId: string }> {
  const id = await siteIdOf(context, site);
  if (UUID.test(domain)) return { id, domainId: domain };
  const wanted = domain.toLowerCase().replace(/\.$/, "");
  const found = (await context.client.domains.list(id, context.call)).find(
    ({ name, unicodeName }) => name === wanted || unicodeName === wanted,
  );
  if (found) return { id, domainId: found.id };
  throw new CommandError("refused", `The site has no domain ${domain}. See greenroom domains list ${site}.`);
}
