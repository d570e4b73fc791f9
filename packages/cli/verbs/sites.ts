import { Command, Option } from "commander";
import type { PreviewAccess, ProductionAccess } from "@greenroom/contract/access";
import type { ReceivedSite } from "@greenroom/contract/received";
import type { CreateSite, UpdateSite } from "@greenroom/contract/site";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { PREBUILT_CHOICES, wholeNumber } from "../options.ts";
import { confirm } from "../prompts.ts";
import { ago } from "../text.ts";
import { siteIdOf } from "./list.ts";
import { readCurrentToken } from "./whoami.ts";

interface CreateFlags extends ConnectionFlags {
  readonly skipRepositoryCheck?: true;
  readonly name: string;
  readonly slug: string;
  readonly project?: string;
  readonly repository?: string;
  readonly framework?: string;
}

interface EditFlags extends ConnectionFlags {
  readonly skipRepositoryCheck?: true;
  readonly name?: string;
  readonly slug?: string;
  readonly repository?: string;
  readonly framework?: string;
  readonly rootDirectory?: string;
  readonly installCommand?: string;
  readonly buildCommand?: string;
  readonly output?: string;
  readonly nodeVersion?: string;
  readonly previewExpiry?: number | "never";
  readonly keptReleases?: number | "all";
  readonly prebuilt?: string;
  readonly access?: PreviewAccess;
  readonly productionAccess?: ProductionAccess;
}

const SKIPPED = "take a repository that the service cannot read yet";

// Spelled here too, so that no schema is loaded for a help text.
const PREVIEW_LEVELS: readonly PreviewAccess[] = ["public", "members", "link"];
const PRODUCTION_LEVELS: readonly ProductionAccess[] = ["public", "members"];

const EMPTY_DETECTS = (what: string): string => `${what}; "" to have it detected`;

export function sitesCommand(process: CommandProcess): Command {
  const command = new Command("sites").description("List, show, create, edit, archive and restore sites.");
  const list = apiCommand("list", "List the sites the token can see.")
    .option("--archived", "list archived sites instead")
    .action((flags: ConnectionFlags & { readonly archived?: true }) =>
      runApiCommand(process, flags, (context) => listSites(context, flags.archived === true)),
    );
  const show = apiCommand("show <site>", "Show a site (id or slug) with its latest deployment.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => showSite(context, site)),
  );
  const create = apiCommand("create", "Create a site.")
    .requiredOption("--name <name>", "display name")
    .requiredOption("--slug <slug>", "lower-case letters, digits and hyphens; part of the site's URLs")
    .addOption(new Option("--project <id>", "project (default: the only one)"))
    .option("--repository <url>", "URL of the git repository to build")
    .option("--skip-repository-check", SKIPPED)
    .option("--framework <name>", "framework (default: detected)")
    .action((flags: CreateFlags) => runApiCommand(process, flags, (context) => createSite(context, flags)));
  const edit = apiCommand("edit <site>", "Change settings of a site. The repository's greenroom.json wins over them.")
    .option("--name <name>", "display name")
    .option("--slug <slug>", "lower-case letters, digits and hyphens; the old production URL redirects for 30 days")
    .option("--repository <url>", "URL of the git repository to build")
    .option("--skip-repository-check", SKIPPED)
    .option("--framework <name>", EMPTY_DETECTS("framework"))
    .option("--root-directory <folder>", EMPTY_DETECTS("folder of the site inside the repository"))
    .option("--install-command <command>", EMPTY_DETECTS("command that installs dependencies"))
    .option("--build-command <command>", EMPTY_DETECTS("command that builds the site"))
    .option("--output <folder>", EMPTY_DETECTS("folder of the built site"))
    .option("--node-version <version>", 'version of Node.js, as in 22; "" for the one of the service')
    .addOption(
      new Option("--preview-expiry <days>", "days until a preview is removed, or never").argParser(
        numberOr("never", 1, 3650),
      ),
    )
    .addOption(
      new Option("--kept-releases <number>", "former releases that can be published again, or all").argParser(
        numberOr("all", 0, 1000),
      ),
    )
    .addOption(
      new Option("--prebuilt <rule>", "what to do with folders that were built elsewhere").choices(PREBUILT_CHOICES),
    )
    .addOption(new Option("--access <level>", "who can open previews").choices(PREVIEW_LEVELS))
    .addOption(new Option("--production-access <level>", "who can open production").choices(PRODUCTION_LEVELS))
    .action((site: string, flags: EditFlags) =>
      runApiCommand(process, flags, (context) => editSite(context, site, flags)),
    );
  const archive = apiCommand("archive <site>", "Archive a site: it goes offline and its deployments are deleted.")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runApiCommand(process, flags, (context) => archiveSite(context, site, flags.yes === true)),
    );
  const restore = apiCommand("restore <site>", "Restore an archived site, without its deployments.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => restoreSite(context, site)),
  );
  for (const child of [list, show, create, edit, archive, restore]) command.addCommand(child);
  return command;
}

async function listSites({ client, call, terminal, json }: ApiContext, archived: boolean): Promise<void> {
  const sites = archived ? await client.sites.listArchived(call) : (await client.sites.list(call)).sites;
  if (json) return terminal.json(sites);
  const rows = sites.map((site) => [site.slug, site.name ?? "", productionOf(site), site.id]);
  terminal.table(["slug", "name", "production", "id"], rows, archived ? "No archived sites." : NO_SITES);
}

const NO_SITES = "No sites yet. Create one with greenroom sites create.";

async function showSite(context: ApiContext, named: string): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, named);
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
    ["root directory", text(site["rootDirectory"])],
    ["install command", text(site["installCommand"])],
    ["build command", text(site["buildCommand"])],
    ["output", text(site["output"])],
    ["node version", text(site["nodeVersion"])],
    ["previews expire", limitText(site["previewExpiryDays"], "days", "never")],
    ["former releases", limitText(site["keptReleases"], "stay", "all stay")],
    ["prebuilt", text(site["prebuilt"])],
    ["preview access", text(site["previewAccess"])],
    ["production access", text(site["productionAccess"])],
    ["production", site.publishedAt === null ? `${site.productionUrl ?? ""} (not published yet)` : site.productionUrl],
    ["created", text(site["createdAt"])],
  ];
}

/** The URL is reserved from the start, and answers once something was published. */
function productionOf({ productionUrl, publishedAt }: ReceivedSite): string {
  return publishedAt === null ? "not published yet" : (productionUrl ?? "");
}

function limitText(value: unknown, unit: string, none: string): string {
  return typeof value === "number" ? `${value} ${unit}` : value === null ? none : "";
}

/** A parser of a whole number, or of the word for null, which commander takes for no value. */
function numberOr(word: string, from: number, to: number): (text: string) => number | string {
  return (text) => (text === word ? word : wholeNumber(from, to)(text));
}

async function createSite(context: ApiContext, flags: CreateFlags): Promise<void> {
  const { client, call, terminal, json } = context;
  const { name, slug, repository, framework } = flags;
  const body: CreateSite = {
    projectId: flags.project ?? (await onlyProject(context)),
    name,
    slug,
    repositoryUrl: repository,
    framework,
    skipRepositoryCheck: flags.skipRepositoryCheck,
  };
  context.onInterruptMessage("Interrupted. The site may have been created: see greenroom sites list.");
  const site = await client.sites.create(body, call);
  if (json) terminal.json(site);
  else terminal.fields(fieldsOf(site));
}

/** The project of the workspace, or that of its sites when the service does not list projects. */
async function onlyProject(context: ApiContext): Promise<string> {
  const { client, call } = context;
  const listed = (await readCurrentToken(context))?.projects ?? [];
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  if (listed.length === 0) {
    const { sites } = await client.sites.list(call);
    for (const { projectId } of sites) if (typeof projectId === "string") names.set(projectId, "");
  }
  const [only] = names.keys();
  if (only !== undefined && names.size === 1) return only;
  const shown = [...names].map(([id, name]) => `${id} ${name}`.trim()).join(", ");
  const reason =
    names.size === 0 ? "There is no site to take the project from" : `There are several projects: ${shown}`;
  throw new CommandError(
    "usage",
    `${reason}. Give --project <id>; on the service's machine, greenroom admin workspace list shows the ids.`,
  );
}

async function editSite(context: ApiContext, named: string, flags: EditFlags): Promise<void> {
  const { client, call, terminal, json } = context;
  const { name, slug, repository, framework, rootDirectory, installCommand, buildCommand, output } = flags;
  const { nodeVersion, prebuilt } = flags;
  const cleared = { framework, rootDirectory, installCommand, buildCommand, output, nodeVersion, prebuilt };
  const given = Object.entries({ repositoryUrl: repository, ...cleared }).flatMap(([setting, value]) =>
    value === undefined ? [] : [[setting, value === "" ? null : value] as const],
  );
  const body: UpdateSite = {
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
    ...(flags.skipRepositoryCheck === undefined ? {} : { skipRepositoryCheck: true }),
    ...Object.fromEntries(given),
    ...(flags.previewExpiry === undefined
      ? {}
      : { previewExpiryDays: flags.previewExpiry === "never" ? null : flags.previewExpiry }),
    ...(flags.keptReleases === undefined
      ? {}
      : { keptReleases: flags.keptReleases === "all" ? null : flags.keptReleases }),
    ...(flags.access === undefined ? {} : { previewAccess: flags.access }),
    ...(flags.productionAccess === undefined ? {} : { productionAccess: flags.productionAccess }),
  };
  if (Object.keys(body).length === 0) {
    throw new CommandError("usage", "Name at least one setting to change: see greenroom sites edit --help.");
  }
  const id = await siteIdOf(context, named);
  context.onInterruptMessage("Interrupted. The site may have been changed: see greenroom sites show.");
  const site = await client.sites.update(id, body, call);
  if (json) terminal.json(site);
  else terminal.fields(fieldsOf(site));
}

async function archiveSite(context: ApiContext, named: string, yes: boolean): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, named);
  await confirm(context, `Archive ${named}? It goes offline and its deployments are lost.`, yes);
  context.onInterruptMessage("Interrupted. The site may have been archived: see greenroom sites list --archived.");
  const site = await client.sites.archive(id, call);
  if (json) terminal.json(site);
  else
    terminal.line(`Archived ${site.slug}. To restore it without its deployments: greenroom sites restore ${site.id}.`);
}

async function restoreSite(context: ApiContext, named: string): Promise<void> {
  const { client, call, terminal, json } = context;
  const { UUID_PATTERN } = await import("@greenroom/contract/limits");
  const id = UUID_PATTERN.test(named) ? named.toLowerCase() : await archivedSite(context, named);
  context.onInterruptMessage("Interrupted. The site may have been restored: see greenroom sites list.");
  const site = await client.sites.restore(id, call);
  if (json) terminal.json(site);
  else terminal.line(`Restored ${site.slug}. It has no deployments. To deploy it: greenroom deploy ${site.slug}.`);
}

async function archivedSite({ client, call }: ApiContext, slug: string): Promise<string> {
  const sites = (await client.sites.listArchived(call)).filter((site) => site.slug === slug);
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return only.id;
  if (only === undefined) {
    throw new CommandError("refused", `No archived site has the slug ${slug}. See greenroom sites list --archived.`);
  }
  throw new CommandError("usage", `${sites.length} archived sites have the slug ${slug}. Give the id instead.`);
}
