import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { ReceivedSiteDomain } from "@greenroom/contract/domain";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { confirm, yesOption } from "../prompts.ts";
import type { Words } from "../verb.ts";
import { type SiteContext, siteVerb, table } from "./list.ts";

export function domainsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List the domains of a site and what is known of their DNS.",
    call: ({ client, call, siteId }) => client.domains.list(siteId, call),
    print: table<ReceivedSiteDomain>(
      {
        domain: (domain) => domain.name,
        state: stateOf,
        address: (domain) => domain.address,
        id: (domain) => domain.id,
      },
      (site) => `No domains. Add one with greenroom domains add ${site} www.example.com.`,
    ),
  });
  const add = siteVerb(process, {
    name: "add <site> <domain>",
    description: "Add a domain, and print the DNS records to set.",
    interrupted: ([site]) => `The domain may have been added: see greenroom domains list ${site}.`,
    call: ({ client, call, siteId }, [, name]) => client.domains.add(siteId, { name }, call),
    print(domain, context, [site, name]) {
      show(domain, context);
      context.terminal.say(`Set these records, then run greenroom domains check ${site} ${name}.`, "quiet");
    },
  });
  const check = siteVerb(process, {
    name: "check <site> <domain>",
    description: "Check the DNS of a domain now.",
    call: async (context, words) =>
      context.client.domains.check(context.siteId, await find(context, words), context.call),
    print: show,
  });
  const primary = siteVerb(process, {
    name: "primary <site> <domain>",
    description: "Make links name this domain.",
    call: async (context, words) =>
      context.client.domains.update(context.siteId, await find(context, words), { primary: true }, context.call),
    print: show,
  });
  const remove = siteVerb(process, {
    name: "remove <site> <domain>",
    description: "Remove a domain; the site is no longer served there.",
    options: [yesOption()],
    async call(context, words, { yes }) {
      const id = await find(context, words);
      await confirm(context, `Remove ${words[1]}? The site is no longer served there.`, yes);
      await context.client.domains.remove(context.siteId, id, context.call);
      return { id, removed: true };
    },
    print: (_, __, [, domain]) => `Removed ${domain}.`,
  });
  const commands = [list, add, check, primary, remove];
  return group("domains", "Serve the production of a site at domains of your own.", commands);
}

function stateOf({ status, proof, primary, redirectsTo }: ReceivedSiteDomain): string {
  if (status === "pending") return `pending, proof ${proof ?? "unchecked"}`;
  return [status, ...(primary === true ? ["primary"] : []), ...(redirectsTo ? [`to ${redirectsTo}`] : [])].join(", ");
}

function show(domain: ReceivedSiteDomain, { terminal }: ApiContext): void {
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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the id of a domain of a site by its name, in either form, or by its id. */
async function find({ client, call, siteId }: SiteContext, [site, domain]: Words): Promise<string> {
  if (UUID.test(domain)) return domain;
  const wanted = domain.toLowerCase().replace(/\.$/, "");
  const found = (await client.domains.list(siteId, call)).find(
    ({ name, unicodeName }) => name === wanted || unicodeName === wanted,
  );
  if (found) return found.id;
  throw new CommandError("refused", `The site has no domain ${domain}. See greenroom domains list ${site}.`);
}
