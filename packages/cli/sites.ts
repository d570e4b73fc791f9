import { Command, Option } from "commander";
import type { CreateSite, ReceivedSite } from "@greenroom/contract/site";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { confirm } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import { ago } from "./moments.ts";
import { runVerb, type Verb } from "./verb.ts";

interface CreateFlags extends ConnectionFlags {
  readonly name: string;
  readonly slug: string;
  readonly project?: string;
  readonly repository?: string;
  readonly framework?: string;
}

/** The verbs about sites. */
export function sitesCommand(): Command {
  const command = new Command("sites").description("List, show, create, archive and restore sites.");
  const list = clientVerb("list", "List the sites the token sees.")
    .option("--archived", "list archived sites instead")
    .action((flags: ConnectionFlags & { readonly archived?: true }) =>
      runVerb(flags, (verb) => listSites(verb, flags.archived === true)),
    );
  const show = clientVerb("show <site>", "Show a site, named by id or slug, with its latest deployment.").action(
    (site: string, flags: ConnectionFlags) => runVerb(flags, (verb) => showSite(verb, site)),
  );
  const create = clientVerb("create", "Create a site.")
    .requiredOption("--name <name>", "name for people")
    .requiredOption("--slug <slug>", "lower-case letters, digits and hyphens; becomes part of its addresses")
    .addOption(new Option("--project <id>", "project it belongs to; else the one all visible sites belong to"))
    .option("--repository <url>", "git repository it is built from")
    .option("--framework <name>", "when it should not be detected")
    .action((flags: CreateFlags) => runVerb(flags, (verb) => createSite(verb, flags)));
  const archive = clientVerb("archive <site>", "Archive a site: it goes offline, its deployments are not kept.")
    .option("--yes", "do not ask")
    .action((site: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runVerb(flags, (verb) => archiveSite(verb, site, flags.yes === true)),
    );
  const restore = clientVerb("restore <site>", "Restore an archived site, empty and ready to deploy.").action(
    (site: string, flags: ConnectionFlags) => runVerb(flags, (verb) => restoreSite(verb, site)),
  );
  for (const child of [list, show, create, archive, restore]) command.addCommand(child);
  return command;
}

async function listSites({ client, call, terminal, json }: Verb, archived: boolean): Promise<void> {
  const sites = archived ? await client.sites.listArchived(call) : (await client.sites.list(call)).sites;
  if (json) return terminal.json(sites);
  const rows = sites.map((site) => [site.slug, site.name ?? "", site.productionUrl ?? "", site.id]);
  terminal.table(["slug", "name", "production", "id"], rows, archived ? "No site is archived." : NO_SITES);
}

const NO_SITES = "No site yet. Create one with greenroom sites create.";

async function showSite({ client, call, terminal, json }: Verb, named: string): Promise<void> {
  const { resolveSite } = await import("@greenroom/client/create");
  const { id } = await resolveSite(client, named, call);
  const site = await client.sites.get(id, call);
  if (json) return terminal.json(site);
  const { latestDeployment: latest, manifest } = site;
  terminal.fields([
    ...fieldsOf(site),
    ["manifest", manifest === null || manifest === undefined ? "none" : JSON.stringify(manifest)],
    ["latest", latest ? `${latest.id} ${latest.status}, ${ago(latest.createdAt, Date.now())}` : "no deployment yet"],
    ["preview", latest?.previewUrl],
  ]);
}

function fieldsOf(site: ReceivedSite): readonly (readonly [string, string | null | undefined])[] {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return [
    ["slug", site.slug],
    ["name", site.name],
    ["status", site.status],
    ["id", site.id],
    ["project", text(site["projectId"])],
    ["repository", site.repositoryUrl],
    ["framework", text(site["framework"])],
    ["production", site.productionUrl],
    ["created", text(site["createdAt"])],
  ];
}

async function createSite(verb: Verb, flags: CreateFlags): Promise<void> {
  const { client, call, terminal, json } = verb;
  const { name, slug, repository, framework } = flags;
  const body: CreateSite = {
    projectId: flags.project ?? (await onlyProject(verb)),
    name,
    slug,
    ...(repository === undefined ? {} : { repositoryUrl: repository }),
    ...(framework === undefined ? {} : { framework }),
  };
  verb.parting("Interrupted. The site may have been created all the same: see greenroom sites list.");
  const site = await client.sites.create(body, call);
  if (json) terminal.json(site);
  else terminal.fields(fieldsOf(site));
}

/** No route lists projects, so the sites that are there have to say. */
async function onlyProject({ client, call }: Verb): Promise<string> {
  const { sites } = await client.sites.list(call);
  const projects = new Set(sites.map((site) => site["projectId"]).filter((id) => typeof id === "string"));
  const [only] = projects;
  if (only !== undefined && projects.size === 1) return only;
  const why =
    projects.size === 0 ? "No site shows which project is meant" : `The sites belong to ${projects.size} projects`;
  const where = "'greenroom admin workspace list' shows it on the machine of the service";
  throw new CommandFailure("usage", `${why}. Give --project <id>; ${where}.`);
}

async function archiveSite(verb: Verb, named: string, yes: boolean): Promise<void> {
  const { client, call, terminal, json } = verb;
  const { resolveSite } = await import("@greenroom/client/create");
  const { id } = await resolveSite(client, named, call);
  await confirm(verb, `Archive ${named}? It goes offline and its deployments cannot be brought back.`, yes);
  verb.parting("Interrupted. The site may have been archived all the same: see greenroom sites list --archived.");
  const site = await client.sites.archive(id, call);
  if (json) terminal.json(site);
  else terminal.line(`Archived ${site.slug}. greenroom sites restore ${site.id} brings it back, empty.`);
}

async function restoreSite(verb: Verb, named: string): Promise<void> {
  const { client, call, terminal, json } = verb;
  const { UUID_PATTERN } = await import("@greenroom/contract/limits");
  const id = UUID_PATTERN.test(named) ? named.toLowerCase() : await archivedSite(verb, named);
  verb.parting("Interrupted. The site may have been restored all the same: see greenroom sites list.");
  const site = await client.sites.restore(id, call);
  if (json) terminal.json(site);
  else terminal.line(`Restored ${site.slug}. It is empty; deploy it with greenroom deploy ${site.slug}.`);
}

async function archivedSite({ client, call }: Verb, slug: string): Promise<string> {
  const sites = (await client.sites.listArchived(call)).filter((site) => site.slug === slug);
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return only.id;
  if (only === undefined) {
    throw new CommandFailure("refused", `No archived site has the slug ${slug}. See greenroom sites list --archived.`);
  }
  throw new CommandFailure("usage", `${sites.length} archived sites had the slug ${slug}. Name one by its id.`);
}
