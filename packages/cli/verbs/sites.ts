import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { PreviewAccess, ProductionAccess } from "@greenroom/contract/access";
import type { ReceivedSite } from "@greenroom/contract/received";
import type { UpdateSite } from "@greenroom/contract/site";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group, PREBUILT_CHOICES, required, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { ago } from "../text.ts";
import type { FlagsOf } from "../verb.ts";
import { apiVerb, siteVerb } from "./list.ts";
import { readCurrentToken } from "./whoami.ts";

// Spelled here too, so that no schema is loaded for a help text.
const PREVIEW_LEVELS: readonly PreviewAccess[] = ["public", "members", "link"];
const PRODUCTION_LEVELS: readonly ProductionAccess[] = ["public", "members"];

export function sitesCommand(process: CommandProcess): CommandUnknownOpts {
  const list = apiVerb(process, {
    name: "list",
    description: "List the sites the token can see.",
    options: [new Option("--archived", "list archived sites instead")],
    call: async ({ client, call }, _, { archived }) =>
      archived === true ? await client.sites.listArchived(call) : (await client.sites.list(call)).sites,
    print(sites, { terminal }, _, { archived }) {
      const rows = sites.map((site) => [site.slug, site.name ?? "", productionOf(site), site.id]);
      const empty = archived === true ? "No archived sites." : "No sites yet. Create one with greenroom sites create.";
      terminal.table(["slug", "name", "production", "id"], rows, empty);
    },
  });
  const show = siteVerb(process, {
    name: "show <site>",
    description: "Show a site (id or slug) with its latest deployment.",
    call: ({ client, call, siteId }) => client.sites.get(siteId, call),
    print(site, { terminal }) {
      const { latestDeployment: latest, manifest } = site;
      terminal.fields([
        ...fieldsOf(site),
        ["manifest", manifest === null || manifest === undefined ? "none" : JSON.stringify(manifest)],
        [
          "latest",
          latest ? `${latest.id} ${latest.status}, ${ago(latest.createdAt, Date.now())}` : "no deployment yet",
        ],
        ["preview", latest?.previewUrl],
      ]);
    },
  });
  const create = apiVerb(process, {
    name: "create",
    description: "Create a site.",
    options: [
      required("--name <name>", "display name"),
      required("--slug <slug>", "lower-case letters, digits and hyphens; part of the site's URLs"),
      new Option("--project <id>", "project (default: the only one)"),
      ...repositoryOptions(),
      new Option("--framework <name>", "framework (default: detected)"),
    ],
    interrupted: () => "The site may have been created: see greenroom sites list.",
    async call(context, _, { project, repository: repositoryUrl, name, slug, ...more }) {
      const { framework, skipRepositoryCheck } = more;
      const projectId = project ?? (await onlyProject(context));
      const body = { projectId, name, slug, repositoryUrl, framework, skipRepositoryCheck };
      return await context.client.sites.create(body, context.call);
    },
    print: (site, { terminal }) => terminal.fields(fieldsOf(site)),
  });
  const edit = siteVerb(process, {
    name: "edit <site>",
    description: "Change settings of a site. The repository's greenroom.json wins over them.",
    options: editOptions(),
    interrupted: () => "The site may have been changed: see greenroom sites show.",
    call: async ({ client, call, siteId }, _, flags) => client.sites.update(siteId, changesOf(flags), call),
    print: (site, { terminal }) => terminal.fields(fieldsOf(site)),
  });
  const archive = siteVerb(process, {
    name: "archive <site>",
    description: "Archive a site: it goes offline and its deployments are deleted.",
    asks: ([named]) => `Archive ${named}? It goes offline and its deployments are lost.`,
    interrupted: () => "The site may have been archived: see greenroom sites list --archived.",
    call: ({ client, call, siteId }) => client.sites.archive(siteId, call),
    print: ({ slug, id }) => `Archived ${slug}. To restore it without its deployments: greenroom sites restore ${id}.`,
  });
  const restore = apiVerb(process, {
    name: "restore <site>",
    description: "Restore an archived site, without its deployments.",
    interrupted: () => "The site may have been restored: see greenroom sites list.",
    async call(context, [named]) {
      const { UUID_PATTERN } = await import("@greenroom/contract/limits");
      const id = UUID_PATTERN.test(named) ? named.toLowerCase() : await archivedSite(context, named);
      return await context.client.sites.restore(id, context.call);
    },
    print: ({ slug }) => `Restored ${slug}. It has no deployments. To deploy it: greenroom deploy ${slug}.`,
  });
  const commands = [list, show, create, edit, archive, restore];
  return group("sites", "List, show, create, edit, archive and restore sites.", commands);
}

function repositoryOptions() {
  return [
    new Option("--repository <url>", "URL of the git repository to build"),
    new Option("--skip-repository-check", "take a repository that the service cannot read yet"),
  ] as const;
}

function editOptions() {
  const detected = <Usage extends string>(flag: Usage, what: string) =>
    new Option(flag, `${what}; "" to have it detected`);
  return [
    new Option("--name <name>", "display name"),
    new Option("--slug <slug>", "lower-case letters, digits and hyphens; the old production URL redirects for 30 days"),
    ...repositoryOptions(),
    detected("--framework <name>", "framework"),
    detected("--root-directory <folder>", "folder of the site inside the repository"),
    detected("--install-command <command>", "command that installs dependencies"),
    detected("--build-command <command>", "command that builds the site"),
    detected("--output <folder>", "folder of the built site"),
    detected("--node-version <version>", "version of Node.js, as in 22"),
    new Option("--preview-expiry <days>", "days until a preview is removed, or never").argParser(
      numberOr("never", 1, 3650),
    ),
    new Option("--kept-releases <number>", "former releases that can be published again, or all").argParser(
      numberOr("all", 0, 1000),
    ),
    new Option("--prebuilt <rule>", "what to do with folders that were built elsewhere").choices(PREBUILT_CHOICES),
    new Option("--access <level>", "who can open previews").choices(PREVIEW_LEVELS),
    new Option("--production-access <level>", "who can open production").choices(PRODUCTION_LEVELS),
  ] as const;
}

/** The body of a change: an empty text, `never` and `all` take a setting away. */
function changesOf(flags: FlagsOf<ReturnType<typeof editOptions>>): UpdateSite {
  const { name, slug, skipRepositoryCheck, framework, rootDirectory, installCommand, buildCommand, output } = flags;
  const { nodeVersion, prebuilt, repository, previewExpiry, keptReleases, access, productionAccess } = flags;
  const named = { name, slug, skipRepositoryCheck, previewAccess: access, productionAccess };
  const cleared = { framework, rootDirectory, installCommand, buildCommand, output, nodeVersion, prebuilt };
  const given = Object.entries({
    repositoryUrl: repository,
    ...cleared,
    previewExpiryDays: previewExpiry === "never" ? "" : previewExpiry,
    keptReleases: keptReleases === "all" ? "" : keptReleases,
  }).map(([setting, value]) => [setting, value === "" ? null : value] as const);
  const body = [...Object.entries(named), ...given].filter(([, value]) => value !== undefined);
  if (body.length === 0) {
    throw new CommandError("usage", "Name at least one setting to change: see greenroom sites edit --help.");
  }
  return Object.fromEntries(body);
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
function numberOr<Word extends string>(word: Word, from: number, to: number): (text: string) => number | Word {
  return (text) => (text === word ? word : wholeNumber(from, to)(text));
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

async function archivedSite({ client, call }: ApiContext, slug: string): Promise<string> {
  const sites = (await client.sites.listArchived(call)).filter((site) => site.slug === slug);
  const [only] = sites;
  if (only !== undefined && sites.length === 1) return only.id;
  if (only === undefined) {
    throw new CommandError("refused", `No archived site has the slug ${slug}. See greenroom sites list --archived.`);
  }
  throw new CommandError("usage", `${sites.length} archived sites have the slug ${slug}. Give the id instead.`);
}
