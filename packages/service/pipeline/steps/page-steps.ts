import { join } from "node:path/posix";
import semver from "semver";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { textAt } from "../source/checkout.ts";
import type { HostConfig } from "../source/host-rules.ts";
import type { Framework } from "./frameworks.ts";
import { dependencyRange } from "./package-json.ts";
import { lockedVersions } from "./package-manager.ts";
import { readRange } from "./programs.ts";
import { type FolderFacts, scriptsOf, scriptsThatRun } from "./recognize.ts";

interface SiteFolder {
  readonly checkout: Folder;
  readonly root: string;
  readonly facts: FolderFacts;
}

const MAX_CONFIG_BYTES = 256 * 1024;

/** The settings of a framework that lie in the folder of the site; undefined for one that cannot be read. */
async function readSettings({ checkout, root, facts }: SiteFolder, names: RegExp): Promise<string | undefined> {
  const texts: string[] = [];
  for (const name of facts.names) {
    if (!names.test(name)) continue;
    const text = await textAt(checkout, join(root, name), MAX_CONFIG_BYTES);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join("\n");
}

/** What is run to make pages: a shell command first, where one is needed, and scripts of package.json. */
export interface PageSteps {
  readonly first?: string | undefined;
  readonly scripts: readonly string[];
}

/** @throws {BuildFailure} `detect_failed` where its settings say already that it builds a server. */
export async function pageSteps(
  { checkout, root, facts, hostConfig }: SiteFolder & { readonly hostConfig: HostConfig },
  { packages: [name = ""], config, exporter, server }: Framework,
  { script, lockfile }: { readonly script: string | undefined; readonly lockfile: string | null },
): Promise<PageSteps> {
  const plain = { scripts: script === undefined ? [] : [script] };
  if (config === undefined) return plain;
  const said = dependencyRange(facts.packageJson, name);
  const locked = exporter === undefined ? [] : await lockedVersions(checkout, lockfile, name);
  const first = hostConfig.exportsNext === true ? exportSettings(facts.names) : undefined;
  if (exporter !== undefined && first !== undefined && !isOlder(locked, said, exporter.setting))
    return { ...plain, first };
  const settings = await readSettings({ checkout, root, facts }, config.names);
  if (settings === undefined || !config.isServer(settings)) return plain;
  const scripts = scriptsOf(facts.packageJson);
  const exporting = exporter === undefined ? [] : scriptsThatRun(scripts, exporter.runs);
  const last = exporting.includes("export") ? "export" : exporting[0];
  if (exporter !== undefined && last !== undefined && isOlder(locked, said, exporter.before)) {
    if (script === undefined || exporting.includes(script)) return plain;
    return { scripts: scriptsThatRun(scripts, exporter.builds).includes(last) ? [last] : [script, last] };
  }
  const others = [...scripts.values()].map((text) => text.split(exporter?.runs ?? /(?!)/).join(""));
  // A variable of a script can be what its settings read.
  if (others.some((text) => /\bexport\b/.test(text))) return plain;
  throw new BuildFailure("detect_failed", String(server));
}

/** Settings of Next.js as actions/configure-pages changes them, but for the base path. */
function exportSettings(names: ReadonlySet<string>): string | undefined {
  const file = ["next.config.js", "next.config.mjs"].find((name) => names.has(name));
  if (file === undefined && [...names].some((name) => name.startsWith("next.config."))) return undefined;
  const settings = 'output: "export", images: { ...own.images, unoptimized: true }';
  const lines = [
    file === undefined ? "const given = {};" : `import given from "./own.${file}";`,
    `export default async (...about) => { const own = typeof given === "function" ? await given(...about) : given; return { ...own, ${settings} }; };`,
  ];
  return `${file === undefined ? "" : `mv ${file} own.${file} && `}printf '%s' '${lines.join(" ")}' > next.config.mjs`;
}

/** Whether a package is one from before a version: by its lock file, else by what package.json asks for. */
function isOlder(locked: readonly string[], said: string | undefined, before: string): boolean {
  if (locked.length > 0) return locked.every((version) => semver.lt(version, before));
  const range = readRange(said);
  return range === undefined ? said !== "latest" : !semver.intersects(range, `>=${before}`);
}
