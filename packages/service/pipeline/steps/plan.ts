import { join } from "node:path/posix";
import type { Manifest } from "@greenroom/contract";
import { withRules } from "../../domain/serving-files.ts";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { kindAt, readText } from "../source/checkout.ts";
import { NO_HOST_CONFIG, readHostConfig } from "../source/host-config.ts";
import { type HostConfig, readRules } from "../source/host-rules.ts";
import { hasPage, readFacts, runsAsCommitted, whereHomeLoads } from "./facts.ts";
import { USUAL_OUTPUTS } from "./frameworks.ts";
import { generatorPrograms } from "./generator-programs.ts";
import { type Generator, prebuiltWay, themeOf } from "./generators.ts";
import { chooseNode, readNodeWord } from "./node-version.ts";
import { INSTALL_SCRIPTS, MAX_FILE_BYTES, type PackageJson, readPackageJson } from "./package-json.ts";
import { calledManagers, findPackageManager, type PackageManager } from "./package-manager.ts";
import { pageSteps, type PageSteps } from "./page-steps.ts";
import type { Tool } from "./programs.ts";
import { type FolderFacts, frameworkName, isLibrary, isSiteItself, recognize, type Site } from "./recognize.ts";
import { findSites, type FoundSite, isExample, listSites, mainSites, siteDiagnostic } from "./sites.ts";

export interface BuildPlan {
  /** Name of the framework, as shown on the site. */
  readonly framework: string;
  /** Folder of the site, relative to the checkout. */
  readonly root: string;
  /** Folder where dependencies are installed, relative to the checkout. */
  readonly installRoot: string;
  readonly tools: readonly Tool[];
  /** Programs that the machine must have, and what is said where it has not. */
  readonly needs: readonly { readonly program: string; readonly missing: string }[];
  readonly notes: readonly string[];
  /** Shell commands; null skips the step. */
  readonly install: string | null;
  /** Writes the lockfile that the install command follows, where none is committed. */
  readonly lock: string | null;
  /** Scripts of the site's own package that follow the installation, with every build. */
  readonly ownScripts: readonly string[];
  /** Installs what package.json asks for, where its lockfile does not match; null where that is not known. */
  readonly unlocked: string | null;
  readonly build: string | null;
  /** Lock file that alone decides what the install command brings, relative to the checkout; null when none does. */
  readonly lockfile: string | null;
  /** Where the built site is expected, relative to `root`, the likeliest first. */
  readonly output: readonly string[];
  /** Who says so: a setting is followed; what a framework or most builds do is compared with what was written. */
  readonly outputBy: "setting" | "framework" | "host-config" | "habit";
  /** Why there can be no pages, where the framework can build a server instead. */
  readonly server: string | undefined;
  /** Whether its paths are read in the browser: an unknown one is for index.html, unless there is a 404 page. */
  readonly spa: boolean;
  /** What its files for other hosts say, where that is more than what was known before. */
  readonly hostConfig?: HostConfig;
}

export function runsCommands({ install, build }: Pick<BuildPlan, "install" | "build">): boolean {
  return install !== null || build !== null;
}

/**
 * The manifest over what its files for other hosts say, and both over what its other files show.
 * @throws {BuildFailure} `detect_failed` with what to add.
 */
export async function planBuild(
  checkout: Folder,
  settingsAndManifest: Manifest | null,
  instructions: Partial<Omit<Instructions, "manifest">> = {},
): Promise<BuildPlan> {
  const { hostConfig = NO_HOST_CONFIG, readContexts = () => Promise.resolve([]), rootIsInFile = false } = instructions;
  const { buildCommand: _, ...ofHosts } = hostConfig.manifest;
  const manifest = { ...ofHosts, ...settingsAndManifest };
  const steps = await planSteps(checkout, { manifest, hostConfig, readContexts, rootIsInFile });
  const isUnused =
    ![undefined, steps.build].includes(hostConfig.manifest.buildCommand) && manifest.buildCommand === undefined;
  const unused = isUnused ? [`The buildCommand for another host is not used: this is a ${steps.framework} site`] : [];
  const hosts = (steps.hostConfig ?? hostConfig).manifest;
  const plan = { ...steps, notes: [...unused, ...steps.notes], spa: steps.spa || hosts.spa === true };
  if (!runsCommands(plan)) return plan;
  const commands = [plan.install, plan.build].filter((command) => command !== null);
  const has = plan.tools.map(managerOf);
  const called = calledManagers(commands, await readPackageJson(checkout, plan.root));
  const others = called.filter((tool) => !has.includes(managerOf(tool)));
  const said = (text: string | undefined) => (text === undefined ? undefined : { text, source: "nodeVersion" });
  const setting = said(settingsAndManifest?.nodeVersion);
  const node = chooseNode(setting ?? (await readNodeWord(checkout, plan, said(hosts.nodeVersion))));
  return { ...plan, tools: [...node.tools, ...plan.tools, ...others], notes: [...node.notes, ...plan.notes] };
}

const managerOf = ({ program }: Tool): string => (program === "berry" ? "yarn" : program);

interface Instructions {
  readonly manifest: Manifest;
  readonly hostConfig: HostConfig;
  /** Of Netlify. */
  readonly readContexts: () => Promise<readonly string[]>;
  /** Whether greenroom.json names the folder of the site, over which no setting counts. */
  readonly rootIsInFile: boolean;
}

async function planSteps(
  checkout: Folder,
  { manifest: first, hostConfig, ...others }: Instructions,
): Promise<BuildPlan> {
  const root = join(first.rootDirectory ?? ".");
  if ((await kindAt(checkout, root)) !== "folder") {
    throw new BuildFailure(
      "detect_failed",
      `Correct 'rootDirectory': the repository has no folder '${first.rootDirectory ?? "."}'.`,
    );
  }
  const top = root === "." ? undefined : await readPackageJson(checkout, ".");
  const facts = await readFacts(checkout, root, top);
  const { buildCommand } = hostConfig.manifest;
  const isUsed = buildCommand !== undefined && isUsable(buildCommand, facts, recognize(facts, first.framework));
  const manifest = isUsed ? { buildCommand, ...first } : first;
  const isStatic = manifest.runtime === "static" || manifest.framework === "static-html";
  const hasCommand = typeof manifest.buildCommand === "string";
  const site = recognize(facts, manifest.framework);
  // Without a package or a framework, only what the manifest says is run.
  const isSaid = manifest.output !== undefined || manifest.home === false;
  const isPlain = hasCommand || (site.kind === "none" && isSaid);
  const found = { checkout, root, facts, manifest, hostConfig, ...others };
  if (isStatic || (facts.packageJson === undefined && isPlain)) return planPages(found);
  if (hasCommand) return planSite(found, site.kind === "pages" ? { kind: "none" } : site);
  if (site.kind === "none" || hostConfig.asCommitted === true) {
    for (const output of manifest.output === undefined ? hostConfig.output : [manifest.output])
      if (await hasPage(checkout, join(root, output))) return planPages(found);
  }
  const isSite = manifest.output !== undefined || isSiteItself(facts, site);
  const isAsked = manifest.output !== undefined || manifest.framework !== undefined || root !== ".";
  if (!isAsked && isStorybook(site) && (await hasSiteBeside(checkout))) return planElsewhere(found, site);
  return isSite ? planSite(found, site) : planElsewhere(found, site);
}

const isStorybook = (site: Site): boolean => site.kind === "framework" && site.framework.name === "storybook";

/** Whether a repository has a site in a folder that counts more than the Storybook at its top. */
async function hasSiteBeside(checkout: Folder): Promise<boolean> {
  return mainSites(await findSites(checkout)).every(({ framework }) => framework !== "storybook");
}

async function planSite(found: Planned, site: Site): Promise<BuildPlan> {
  switch (site.kind) {
    case "pages":
      return planPages(found);
    case "generator":
      return planGenerator(found, site);
    case "framework":
    case "custom":
    case "none":
      return planPackage(found, site);
  }
}

/** Calls a script of package.json, and nothing else. */
const CALL = /^(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([\w:.-]+)$/;

/** Whether a command for another host is one for this: it builds pages, with what the repository has. */
function isUsable(command: string, { packageJson }: FolderFacts, site: Site): boolean {
  const called = packageJson?.scripts?.[CALL.exec(command)?.[1] ?? ""] !== undefined;
  switch (site.kind) {
    case "framework":
      return site.framework.runsServer === undefined && (called || site.framework.runs.test(command));
    case "generator":
      return called;
    case "custom":
    case "none":
      return true;
    case "pages":
      return packageJson !== undefined;
  }
}

/** Builds the one site that lies in a folder, where the top of the repository may be none. */
async function planElsewhere(found: Planned, site: Site): Promise<BuildPlan> {
  const { checkout, facts, manifest } = found;
  const all = mainSites(await findSites(checkout));
  const published = all.filter(({ folder }) => found.hostConfig.output.some((name) => name.startsWith(`${folder}/`)));
  const isPublished = published.length === 1;
  const sites = isPublished ? published : await withoutTemplates(checkout, facts, all);
  const only = sites.length === 1 ? sites[0] : undefined;
  if (isOfPackages(facts, site)) {
    if (sites.length === 0 && isBareNx(facts, site.script)) {
      throw new BuildFailure(
        "detect_failed",
        "Set 'buildCommand' to 'npx nx build' with the name of a project, and 'output' to the folder that it writes, in greenroom.json: the repository holds packages, and no site at its top.",
      );
    }
    if (sites.length === 0 || (only && buildsAll(facts, site.script, only.folder))) return planSite(found, site);
  }
  const showsOnly = themeOf(facts) !== undefined || site.kind !== "none";
  const isTop = manifest.rootDirectory === undefined;
  if (isTop && only && !(showsOnly && isExample(only))) return planOnly(found, site, only, isPublished);
  throw await notFound(found, site, sites);
}

/** Whether the script at the top of a repository builds packages, of which none need be a site. */
const isOfPackages = (facts: FolderFacts, site: Site): site is Extract<Site, { kind: "custom" }> =>
  site.kind === "custom" && !isLibrary(facts);

/** @param isPublished Whether its files for other hosts name its output. */
async function planOnly(found: Planned, site: Site, only: FoundSite, isPublished: boolean): Promise<BuildPlan> {
  const { checkout, root, facts } = found;
  const isPages = only.framework === "static-html";
  const home = isPages ? await whereHomeLoads(checkout, only.folder, facts.packageJson === undefined) : "inside";
  if (home === "above") return planAbove(found, only.folder);
  const isTemplate =
    isPages &&
    facts.packageJson !== undefined &&
    (home === "nowhere" || (isExample(only) && !(await runsAsCommitted(checkout, only.folder))));
  if (!isTemplate) {
    const why = isPublished ? "of which its files for other hosts name the output" : "the only one of the repository";
    // Those at the top are about something else where they name no output of it.
    const plan = await planInside(found, only.folder, isPublished ? [only.folder, "."] : [only.folder]);
    return { ...plan, notes: [`The site is in '${only.folder}', ${why}`, ...plan.notes] };
  }
  if (site.kind === "custom") return planSite(found, site);
  throw new BuildFailure(
    "detect_failed",
    `${wayOut(facts)}, or set 'rootDirectory' to '${only.folder}' to publish its page as it is: ${lowered(whatIsThere(root, facts, site))}, and the page needs files that are not committed.`,
  );
}

async function notFound(
  { checkout, root, facts, rootIsInFile }: Planned,
  site: Site,
  sites: readonly FoundSite[],
): Promise<BuildFailure> {
  const what = isOfPackages(facts, site)
    ? "The repository holds packages, and no site at its top"
    : whatIsThere(root, facts, site);
  if (sites.length === 0) {
    const path = join(root, "package.json");
    const isLink = (await readText(checkout, path, MAX_FILE_BYTES)).kind === "not_a_file";
    const way = isLink ? `Commit ${path} itself, since a link or a folder in its place is not read` : wayOut(facts);
    return new BuildFailure("detect_failed", `${way}: ${lowered(what)}.`);
  }
  return new BuildFailure(
    "detect_failed",
    `Set 'rootDirectory', in greenroom.json${rootIsInFile ? "" : " or the settings of the site"}, to the folder of the site: there is ${listSites(sites)}. ${what}.`,
    { diagnostics: sites.map((each) => siteDiagnostic(each, rootIsInFile)) },
  );
}

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** @param files Folders whose files for other hosts are about the site, the nearest first. */
async function planInside(found: Planned, root: string, files: readonly string[]): Promise<BuildPlan> {
  const { checkout, manifest: said } = found;
  const facts = await readFacts(checkout, root, found.facts.packageJson);
  const hostConfig = await readHostConfig(checkout, files, found.readContexts);
  // A command of the top is for the top.
  const { buildCommand: _, ...others } = hostConfig.manifest;
  const manifest = { ...others, ...said };
  const plan = await planSite({ ...found, root, facts, manifest, hostConfig }, recognize(facts, said.framework));
  return { ...plan, hostConfig };
}

/** Template and result of a build can both be committed. */
const MAX_COMPARED = 3;

/** Of the pages of a package, those whose files are committed, or that GitHub Pages serves, where they are the only ones. */
async function withoutTemplates(
  checkout: Folder,
  { packageJson }: FolderFacts,
  sites: readonly FoundSite[],
): Promise<readonly FoundSite[]> {
  const isCompared = sites.length <= MAX_COMPARED && sites.every(({ framework }) => framework === "static-html");
  if (packageJson === undefined || !isCompared) return sites;
  const whole: FoundSite[] = [];
  for (const site of sites) if ((await whereHomeLoads(checkout, site.folder)) !== "nowhere") whole.push(site);
  const served = whole.filter(({ folder }) => folder === "docs");
  return [whole, served].find(({ length }) => length === 1) ?? sites;
}

/** Serves a repository for the page of a folder that loads what lies beside that folder. */
function planAbove(found: Planned, folder: string): BuildPlan {
  const to = `/${folder.split("/").map(encodeURIComponent).join("/")}/`;
  const { redirects } = readRules("", { redirects: [{ from: "/", to, status: 302 }], headers: [] });
  const { hostConfig } = found;
  const note = `The home page is in '${folder}' and loads files from outside of it: the whole repository is served, and / leads to ${to}`;
  return {
    ...planPages(found),
    hostConfig: { ...hostConfig, serving: withRules(hostConfig.serving, { redirects, headers: [] }) },
    notes: [note],
  };
}

/** Nx asks which project is meant. */
const isBareNx = ({ packageJson }: FolderFacts, script: string): boolean =>
  /^\s*(?:npx )?nx build\s*$/.test(String(packageJson?.scripts?.[script]));

/** Whether a script at the top builds what lies in a folder, with the packages that it needs. */
function buildsAll({ packageJson }: FolderFacts, script: string, folder: string): boolean {
  const text = String(packageJson?.scripts?.[script]);
  const runsAll = /\b(?:turbo|nx|lerna|workspaces|recursive|wsrun|rush)\b|\s-r\b|--filter\b|\bworkspace\b/;
  return runsAll.test(text) || text.includes(folder);
}

function whatIsThere(root: string, facts: FolderFacts, site: Site): string {
  const place = root === "." ? "The repository" : `The folder '${root}'`;
  const theme = themeOf(facts);
  if (theme !== undefined) return `${place} is a ${theme} theme, not a site`;
  if (site.kind === "custom") return `${place} is a library, not a site`;
  if (isStorybook(site)) return `${place} has a Storybook at its top, beside sites`;
  if (facts.packageJson !== undefined)
    return `${place} has a package.json without a 'build' script or a known framework`;
  return `${place} has neither an index.html nor a package.json${root === "." ? " at its top" : ""}`;
}

/** What servers begin with, and what runs them. */
const SERVERS: readonly (readonly [files: readonly string[], what: string])[] = [
  [["index.php"], "PHP"],
  [["manage.py", "wsgi.py", "asgi.py", "app.py"], "a Python server"],
  [["config.ru"], "a Ruby server"],
];

/** What runs tasks of a file that may build the site: which of them does is not known. */
const TASKS: readonly (readonly [file: RegExp, command: string])[] = [
  [/^gulpfile\./i, "npx gulp build"],
  [/^gruntfile\./i, "npx grunt build"],
  [/^deno\.jsonc?$/, "deno task build"],
  [/^elm\.json$/, "npx elm make src/Main.elm --output=site/index.html"],
];

function wayOut(facts: FolderFacts): string {
  if (themeOf(facts) !== undefined) return "Deploy a site that uses it";
  const twin = [...facts.names].find((name) => /^index\.html?$/i.test(name));
  if (twin !== undefined) return `Name '${twin}' index.html`;
  const server = SERVERS.find(([files]) => files.some((name) => facts.names.has(name)));
  if (server !== undefined) return `Upload pages with 'prebuilt' of the action, for ${server[1]} does not run here`;
  const task = TASKS.find(([file]) => [...facts.names].some((name) => file.test(name)));
  if (task !== undefined)
    return `Set 'buildCommand' to '${task[1]}', or whichever command builds the site, and 'output' to the folder that it writes, in greenroom.json`;
  const [page] = [...facts.names].filter((name) => /\.html?$/i.test(name)).toSorted();
  if (page !== undefined && facts.packageJson === undefined)
    return `Name the home page index.html, as '${page}' may be`;
  return "Say how the site is built with a buildCommand and an output in greenroom.json";
}

const NO_PACKAGES = {
  tools: [],
  needs: [],
  notes: [],
  unlocked: null,
  lock: null,
  ownScripts: [],
  lockfile: null,
} satisfies Partial<BuildPlan>;

/** A site that is served as it is committed, unless its manifest names commands. */
function planPages(found: Planned): BuildPlan {
  const { root, manifest } = found;
  return {
    framework: "static-html",
    root,
    installRoot: root,
    install: manifest.installCommand ?? null,
    build: manifest.buildCommand ?? null,
    ...NO_PACKAGES,
    ...outputOf(found, ["."], "habit"),
    server: undefined,
    spa: false,
  };
}

function outputOf(
  { root, manifest, hostConfig }: Planned,
  output: readonly string[],
  outputBy: "framework" | "habit",
): Pick<BuildPlan, "output" | "outputBy"> {
  if (manifest.output !== undefined) return { output: [manifest.output], outputBy: "setting" };
  if (hostConfig.output.length === 0) return { output, outputBy };
  const inside = hostConfig.output.map((name) => (name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name));
  // A framework makes the home page itself, whatever names its folder.
  const by = outputBy === "framework" ? outputBy : "host-config";
  return { output: [...new Set([...inside, ...output])], outputBy: by };
}

interface Planned extends Instructions {
  readonly checkout: Folder;
  readonly root: string;
  readonly facts: FolderFacts;
}

async function planGenerator(found: Planned, site: Extract<Site, { kind: "generator" }>): Promise<BuildPlan> {
  const { checkout, root, facts, manifest } = found;
  const { generator, script } = site;
  const { packageJson } = facts;
  // Beside a program of Python or Ruby, packages are for something else unless a script runs it.
  const isOther = packageJson === undefined || (script === undefined && !["hugo", undefined].includes(generator.by));
  const packages = isOther ? undefined : await findPackageManager(checkout, root);
  const made = await generatorPrograms({ checkout, root, packageJson }, generator);
  const installs = [packages?.install, made.install].filter((command) => typeof command === "string");
  const { tools, notes, lockfile } = programsOf(packages, manifest);
  const command =
    script === undefined ? generatorCommand(generator, packages) : `${runner(packages, manifest)} ${script}`;
  if (command === null && manifest.buildCommand === undefined) throw notBuiltHere(generator, root);
  return {
    ...NO_PACKAGES,
    framework: frameworkName(site),
    root,
    installRoot: packages?.root ?? made.installRoot,
    install: manifest.installCommand === undefined ? installs.join(" && ") || null : manifest.installCommand,
    build: manifest.buildCommand === undefined ? command : manifest.buildCommand,
    tools: [...tools, ...made.tools],
    needs: made.needs.map((program) => ({ program, missing: notOnMachine(generator, program, root) })),
    notes,
    lockfile: made.install === null ? lockfile : null,
    ...outputOf(found, [generator.output], "framework"),
    server: undefined,
    spa: false,
  };
}

/** The program is one of the machine, or of a package that brings it. */
function generatorCommand({ command }: Generator, packages: PackageManager | undefined): string | null {
  if (command === null || packages === undefined) return command;
  return `PATH="$PWD/node_modules/.bin:$PATH" ${command}`;
}

function notBuiltHere(generator: Generator, root: string): BuildFailure {
  const message = `${prebuiltWay(generator)}, or name a program of the machine as buildCommand in a greenroom.json: ${placed(generator, root)} is not built here.`;
  return new BuildFailure("detect_failed", message);
}

const placed = ({ label }: Generator, root: string): string =>
  root === "." ? `a ${label} site` : `the ${label} site in '${root}'`;

function notOnMachine(generator: Generator, program: string, root: string): string {
  return `Ask the operator to install '${program}', which ${placed(generator, root)} needs, on the machine that builds. ${prebuiltWay(generator)} instead.`;
}

/** What the install step did not bring, the build step cannot run. */
function runner(packages: PackageManager | undefined, manifest: Manifest): string {
  const name = manifest.installCommand === undefined ? (packages?.name ?? "npm") : "npm";
  return name === "deno" ? "deno task" : `${name} run`;
}

/** @throws {BuildFailure} `detect_failed` when no known program installs the dependencies. */
function programsOf(
  packages: PackageManager | undefined,
  manifest: Manifest,
): Pick<BuildPlan, "tools" | "needs" | "notes" | "lockfile"> {
  if (packages === undefined) return NO_PACKAGES;
  const { tools, notes, lockfile, problem } = packages;
  if (manifest.installCommand !== undefined) return { tools, needs: [], notes: [], lockfile: null };
  if (problem !== undefined) throw new BuildFailure("detect_failed", problem);
  return { tools, needs: [], notes, lockfile };
}

/** npm runs these after all that it installs, in this order; others run before, or beside those of other packages. */
const LAST_OF_NPM = ["prepublish", "prepare"];

/**
 * How packages are installed so that what is brought depends on a lockfile alone: that is written first where none is
 * committed, and with npm the scripts of the site itself run afterwards.
 */
function installSteps(
  { name, root, install, unlocked, lockfile, locking }: PackageManager,
  packageJson: PackageJson | undefined,
  { installCommand }: Manifest,
): Pick<BuildPlan, "install" | "unlocked" | "lock" | "ownScripts"> & Partial<Pick<BuildPlan, "lockfile">> {
  const plain = { install, unlocked, lock: null, ownScripts: [] };
  if (installCommand !== undefined) return { ...plain, install: installCommand, unlocked: null };
  const { scripts = {}, workspaces } = packageJson ?? {};
  const apart = name === "npm" ? LAST_OF_NPM : [];
  const isMixed = INSTALL_SCRIPTS.some((one) => scripts[one] !== undefined && !apart.includes(one));
  if (workspaces !== undefined || isMixed) return plain;
  if (lockfile === null && locking === null) return plain;
  const ownScripts = apart.filter((one) => scripts[one] !== undefined);
  const without = (text: string): string =>
    ownScripts.length === 0 ? text : `${text} --ignore-scripts && npm rebuild --foreground-scripts`;
  const first = lockfile === null ? locking : null;
  return {
    install: without(first?.install ?? install),
    unlocked: without(unlocked ?? install),
    lock: first?.command ?? null,
    ownScripts,
    ...(first !== null && { lockfile: join(root, first.file) }),
  };
}

async function planPackage(found: Planned, site: Exclude<Site, { kind: "generator" | "pages" }>): Promise<BuildPlan> {
  const { checkout, root, manifest } = found;
  const packages = await findPackageManager(checkout, root);
  const framework = site.kind === "framework" ? site.framework : undefined;
  const script = site.kind === "none" ? undefined : site.script;
  const usual = framework?.output ?? USUAL_OUTPUTS;
  const outputs = outputOf(found, usual, framework === undefined ? "habit" : "framework");
  const isExpected =
    outputs.output.every((name) => usual.includes(name)) && !/\bexport\b/.test(String(manifest.buildCommand));
  const { first, scripts }: PageSteps =
    framework === undefined || !isExpected
      ? { scripts: script === undefined ? [] : [script] }
      : await pageSteps(found, framework, { script, lockfile: packages.lockfile });
  const runs = scripts.map((name) => `${runner(packages, manifest)} ${name}`);
  if (runs.length === 0 && framework !== undefined) runs.push(`npx --no-install ${framework.command}`);
  const plain = [first, ...runs].filter((part) => part !== undefined).join(" && ");
  const command = plain === "" ? null : `${framework?.variables ?? ""}${plain}`;
  return {
    framework: site.kind === "none" ? "custom" : frameworkName(site),
    root,
    installRoot: packages.root,
    build: manifest.buildCommand === undefined ? command : manifest.buildCommand,
    ...programsOf(packages, manifest),
    ...installSteps(packages, await readPackageJson(checkout, packages.root), manifest),
    ...outputs,
    server: framework?.server,
    spa: framework?.spa === true,
  };
}
