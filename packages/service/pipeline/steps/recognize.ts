import { DOCS_SCRIPTS, type Framework, FRAMEWORKS, SITE_SCRIPTS } from "./frameworks.ts";
import { type Generator, GENERATORS, themeOf, type TopOfFolder } from "./generators.ts";
import type { PackageJson } from "./package-json.ts";

export interface FolderFacts extends TopOfFolder {
  readonly packageJson: PackageJson | undefined;
  /** Of the top of the repository, where the packages of a workspace can lie. */
  readonly shared: PackageJson | undefined;
  /** Whether the home page begins with the front matter that a generator reads. */
  readonly homeIsSource: boolean;
  /** Whether the home page needs nothing that a build makes, as far as its scripts and styles show. */
  readonly runsAsCommitted: boolean;
  /** Whether a style of the home page beside a package is not committed. */
  readonly lacksStyles: boolean;
}

export type Site =
  /** `script` is the one of package.json that builds it; without one the program is run itself. */
  | { readonly kind: "framework"; readonly framework: Framework; readonly script: string | undefined }
  | { readonly kind: "generator"; readonly generator: Generator; readonly script: string | undefined }
  /** Something of its own that a script builds. */
  | { readonly kind: "custom"; readonly script: string }
  /** Pages as they are committed. */
  | { readonly kind: "pages" }
  | { readonly kind: "none" };

/** @param wanted Name of the framework that is asked for; it is taken where it is found. */
export function recognize(facts: FolderFacts, wanted?: string): Site {
  const { packageJson, names } = facts;
  const scripts = scriptsOf(packageJson);
  const site = wanted === "custom" ? undefined : likeliest(facts, scripts, wanted);
  if (site !== undefined) {
    const isServer = (name: string): boolean => site.framework.runsServer?.test(scripts.get(name) ?? "") === true;
    const other = SITE_SCRIPTS.find((name) => scripts.has(name) && !isServer(name));
    return { kind: "framework", framework: site.framework, script: site.script ?? other };
  }
  const generator = GENERATORS.find((each) => each.isIn(facts));
  // A page beside its files is served as it is; one beside a package is its template.
  const isPage = packageJson === undefined && names.has("index.html") && !facts.homeIsSource;
  if (generator !== undefined && wanted !== "custom" && !isPage) {
    return { kind: "generator", generator, script: buildScript(scripts, generator.runs, []) };
  }
  // `build` makes the packages of a library, or of a repository of several.
  const first = isLibrary(facts) || holdsPackages(facts) ? DOCS_SCRIPTS : [];
  const named = [...first, ...SITE_SCRIPTS].find((name) => scripts.has(name) && !isEndless(scripts.get(name)));
  // It makes first what the documentation needs.
  const isPart = named !== undefined && calledBy(scripts.get("build") ?? "").includes(named);
  const script = isPart ? "build" : (named ?? (facts.lacksStyles ? styleScript(scripts) : undefined));
  const isDemo = wanted === undefined && facts.runsAsCommitted && isPublished(packageJson);
  if (isDemo && (script === undefined || !DOCS_SCRIPTS.includes(script))) return { kind: "pages" };
  if (script !== undefined) return { kind: "custom", script };
  return names.has("index.html") ? { kind: "pages" } : { kind: "none" };
}

function styleScript(scripts: Scripts): string | undefined {
  const isMaker = (name: string, text: string): boolean =>
    /css|sass|styles?\b|tailwind/.test(name) && !OTHER_SCRIPTS.test(name) && !isEndless(text) && !/\s-w\b/.test(text);
  const names = [...scripts]
    .filter(([name, text]) => PLAIN_NAME.test(name) && isMaker(name, text))
    .map(([name]) => name);
  return names.find((name) => name.includes("build")) ?? names[0];
}

/** Whether a script waits for files to change, so that it does not end by itself. */
const isEndless = (text: string | undefined): boolean => /\s--watch\b(?!=false)/.test(text ?? "");

/** Whether a folder holds a site, and not something that has sites beside or below it. */
export function isSiteItself(facts: FolderFacts, site: Site): boolean {
  if (site.kind === "none" || themeOf(facts) !== undefined) return false;
  if (site.kind !== "custom" || DOCS_SCRIPTS.includes(site.script)) return true;
  return !isLibrary(facts) && !holdsPackages(facts);
}

/** Whether a package is made for other programs rather than to be looked at. */
export function isLibrary({ packageJson, names }: FolderFacts): boolean {
  if (names.has("index.html") || packageJson === undefined) return false;
  const published = packageJson["private"] === true ? [] : ["files", "publishConfig", "style", "sass", "unpkg"];
  const members = ["exports", "module", "types", "typings", "bin", "peerDependencies", ...published];
  return members.some((name) => packageJson[name] !== undefined);
}

/** Whether others load a package: its page shows what it does, and its scripts build what is loaded. */
function isPublished(packageJson: PackageJson | undefined): boolean {
  if (packageJson === undefined || packageJson["private"] === true) return false;
  const main = packageJson["main"];
  // What `npm init` writes says nothing.
  return packageJson["files"] !== undefined || (typeof main === "string" && !/^(?:\.\/)?index\.js$/.test(main));
}

/** Whether the packages of a repository lie in folders below. */
export function holdsPackages({ packageJson, names }: FolderFacts): boolean {
  return packageJson?.workspaces !== undefined || WORKSPACE_FILES.some((name) => names.has(name));
}

const WORKSPACE_FILES = ["pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json", "rush.json"];

interface Candidate {
  readonly framework: Framework;
  readonly script: string | undefined;
}

/** The one that is asked for, else the one that `build` runs last, else one that another script runs. */
function likeliest(facts: FolderFacts, scripts: Scripts, wanted: string | undefined): Candidate | undefined {
  const found = frameworksIn(facts, scripts);
  const asked = found.find(({ framework: { name } }) => name === wanted || name === `${wanted}-export`);
  if (asked !== undefined) return asked;
  // A package that no script runs is there for something else, unless it is configured.
  const isElse = scripts.has("build") || holdsPackages(facts) || isLibrary(facts);
  const used = found.filter(
    ({ framework, script }) =>
      script !== undefined || !isElse || isConfigured(framework, facts.names) || buildsServer(framework, scripts),
  );
  return (
    used.find(({ script }) => script === "build" || script === "generate" || script === "export") ??
    used.find(({ script }) => script !== undefined) ??
    used[0]
  );
}

function frameworksIn({ packageJson, shared, names }: FolderFacts, scripts: Scripts): readonly Candidate[] {
  const [packages, others] = [packagesOf(packageJson), packagesOf(shared)];
  const found = FRAMEWORKS.filter((framework) => {
    const hasFile = framework.files === undefined || framework.files.some((name) => names.has(name));
    if (!hasFile || framework.packages.some((name) => packages.has(name))) return hasFile;
    // A script of the folder runs what is installed for all of them; several frameworks are built with Vite.
    const [program = ""] = framework.command.split(" ");
    const isShared = framework.packages.includes(program) && others.has(program);
    return isShared && [...scripts.values()].some((text) => framework.runs.test(text));
  }).map((framework) => ({ framework, script: buildScript(scripts, framework.runs, framework.scripts ?? []) }));
  // What `build` runs last makes the pages.
  const build = scripts.get("build") ?? "";
  const place = ({ framework }: Candidate): number => build.search(framework.runs);
  return found.toSorted((left, right) => place(right) - place(left));
}

function packagesOf(packageJson: PackageJson | undefined): ReadonlySet<string> {
  return new Set(Object.keys({ ...packageJson?.dependencies, ...packageJson?.devDependencies }));
}

const buildsServer = ({ runsServer }: Framework, scripts: Scripts): boolean =>
  runsServer !== undefined && [...scripts.values()].some((text) => runsServer.test(text));

function isConfigured({ command }: Framework, names: ReadonlySet<string>): boolean {
  const [program = ""] = command.split(" ");
  const beginnings = [`${program}.config.`, `${program}-config.`, `.${program}`, `${program}.json`];
  return [...names].some((name) => beginnings.some((each) => name.startsWith(each)));
}

type Scripts = ReadonlyMap<string, string>;

/** Characters of all scripts that are looked through, since every framework looks through them; people write fewer. */
const MAX_SCRIPT_CHARS = 64 * 1024;

export function scriptsOf(packageJson: PackageJson | undefined): Scripts {
  const scripts = new Map<string, string>();
  let left = MAX_SCRIPT_CHARS;
  for (const [name, text] of Object.entries(packageJson?.scripts ?? {})) {
    if (typeof text !== "string" || name.length + text.length > left) continue;
    left -= name.length + text.length;
    scripts.set(name, text);
  }
  return scripts;
}

/** Scripts that are no build, or one of something else. */
const OTHER_SCRIPTS =
  /^(?:dev|start|serve|server|preview|watch|test|lint|type|pre|post|deploy|publish|release|prepare)/;

const LIKE_BUILD = /gen|docs|site|prod|static|export|compile/;

/** A name that no shell reads anything into. */
const PLAIN_NAME = /^[\w:.-]+$/;

/** @returns Names of scripts that run a program, by themselves, through other scripts, or before or after them. */
export function scriptsThatRun(scripts: Scripts, runs: RegExp): readonly string[] {
  const leading = new Set([...scripts].filter(([, text]) => runs.test(text)).map(([name]) => name));
  const callers = [...scripts].map(([name, text]) => {
    const calls = new Set([`pre${name}`, `post${name}`, ...calledBy(text)]);
    return { name, calls, beginnings: [...calls].flatMap((call) => (call.endsWith(":*") ? call.slice(0, -1) : [])) };
  });
  // It goes on with those that are added meanwhile.
  for (const led of leading) {
    for (const { name, calls, beginnings } of callers) {
      if (calls.has(led) || beginnings.some((beginning) => led.startsWith(beginning))) leading.add(name);
    }
  }
  return [...leading].filter((name) => PLAIN_NAME.test(name));
}

/** @returns Name of the script that runs a program, by itself or through other scripts. */
function buildScript(scripts: Scripts, runs: RegExp, preferred: readonly string[]): string | undefined {
  const builds = scriptsThatRun(scripts, runs).filter((name) => !OTHER_SCRIPTS.test(name));
  const named = ["build", ...preferred, ...SITE_SCRIPTS].find((name) => builds.includes(name));
  return named ?? builds.find((name) => name.includes("build")) ?? builds.find((name) => LIKE_BUILD.test(name));
}

const RUNS_SCRIPTS = /\b(?:run-s|run-p|npm-run-all2?|concurrently)\b/;
const RUN = /\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:-[\w-]+\s+)*([\w:.*-]+)/g;

/** Names of scripts that the text of a script calls. */
export function calledBy(text: string): readonly string[] {
  if (RUNS_SCRIPTS.test(text)) return text.split(/[\s;&|"'`()]+/).map((word) => word.replace(/^npm:/, ""));
  return Array.from(text.matchAll(RUN), ([, name = ""]) => name);
}

export function frameworkName(site: Exclude<Site, { readonly kind: "none" }>): string {
  switch (site.kind) {
    case "framework":
      return site.framework.name;
    case "generator":
      return site.generator.name;
    case "custom":
      return "custom";
    case "pages":
      return "static-html";
  }
}
