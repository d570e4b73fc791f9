import { dirname, join } from "node:path/posix";
import semver from "semver";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { textAt } from "../source/checkout.ts";
import { FRAMEWORKS, LATER_WEBPACK } from "./frameworks.ts";
import { dependencyRange, type PackageJson, readPackageJson } from "./package-json.ts";
import { lockedVersions } from "./package-manager.ts";
import { readRange, type Tool } from "./programs.ts";

/** A version as a file of the repository or a setting writes it. */
export interface VersionWord {
  readonly text: string;
  readonly source: string;
}

interface MachineNode {
  readonly version: string;
  /** Code name of its line with long-term support. */
  readonly lts?: string | undefined;
}

export interface NodeChoice {
  /** Empty for that of the machine. */
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
}

/** Lines with long-term support by their code names, as `nvm` knows them. [nodejs/Release] */
const LTS: ReadonlyMap<string, number> = new Map([
  ["dubnium", 10],
  ["erbium", 12],
  ["fermium", 14],
  ["gallium", 16],
  ["hydrogen", 18],
  ["iron", 20],
  ["jod", 22],
  ["krypton", 24],
]);

const OLDEST_LINE = 12;
/** Beyond every line there will be for years. */
const NEWEST_LINE = 60;

/** npm for a Node.js that is too old for that of the machine, by what each needs. [`engines` of npm] */
const NPM_LINES: readonly (readonly [npm: string, node: string])[] = [
  ["10", "^18.17.0 || >=20.5.0"],
  ["9", "^14.17.0 || ^16.13.0 || >=18.0.0"],
  ["8", "^12.13.0 || ^14.15.0 || >=16"],
  ["6", ">=6"],
];
const NPM_OF_MACHINE = "^20.17.0 || >=22.9.0";

const OF_MACHINE: MachineNode = { version: process.version.slice(1), lts: process.release.lts?.toLowerCase() };

/** That of the machine where it fits. @throws {BuildFailure} `detect_failed` for a version that cannot be run here. */
export function chooseNode(word: VersionWord | undefined, machine: MachineNode = OF_MACHINE): NodeChoice {
  const ofMachine = (why: string): NodeChoice => ({ tools: [], notes: [`Node.js ${machine.version} (${why})`] });
  if (word === undefined) return ofMachine("of the machine");
  const { text, source } = word;
  const shown = JSON.stringify(text.slice(0, MAX_SHOWN_CHARS));
  const range = rangeOf(text, machine);
  if (range === undefined) return ofMachine(`of the machine: ${source} says ${shown}, which is no version of Node.js`);
  if (semver.satisfies(machine.version, range)) return ofMachine(`of the machine, which fits ${source}: ${text}`);
  const line = newestLine(range);
  if (line === undefined || line < OLDEST_LINE) {
    const why = line === undefined ? "which does not exist" : `and builds here run ${OLDEST_LINE} and later`;
    const message = `Name a version of Node.js such as ${machine.version} in ${source}, or set 'nodeVersion' in greenroom.json: ${source} asks for ${shown}, ${why}.`;
    throw new BuildFailure("detect_failed", message);
  }
  const newest = `${line}.999.999`;
  const version = semver.satisfies(newest, range) ? newest : (semver.minVersion(range)?.version ?? newest);
  const npm = semver.satisfies(version, NPM_OF_MACHINE)
    ? undefined
    : NPM_LINES.find(([, node]) => semver.satisfies(version, node))?.[0];
  const node: Tool = { program: "node", range, source: `${source}: ${text}` };
  const why = `for Node.js ${line}`;
  return { tools: npm === undefined ? [node] : [node, { program: "npm", range: npm, source: why }], notes: [] };
}

const MAX_SHOWN_CHARS = 60;

/** A range, or what nvm calls one. */
function rangeOf(text: string, { version, lts }: MachineNode): string | undefined {
  const name = text.toLowerCase();
  if (["node", "current", "latest", "stable", "system"].includes(name)) return "*";
  const [ofLts, line = "*"] = /^lts(?:\/(.+))?$/.exec(name) ?? [];
  if (ofLts === undefined) return readRange(text);
  const lines = [...LTS.values()].reverse();
  if (lts !== undefined && (line === "*" || line === lts)) return `${version.split(".", 1)[0] ?? ""}.x`;
  const found = line === "*" ? lines[0] : line.startsWith("-") ? lines[Number(line.slice(1))] : LTS.get(line);
  return found === undefined ? undefined : `${found}.x`;
}

function newestLine(range: string): number | undefined {
  for (let line = NEWEST_LINE; line > 0; line -= 1) if (semver.intersects(range, `${line}.x`)) return line;
  return undefined;
}

const MAX_VERSION_FILE_BYTES = 1024;

interface BuiltSite {
  readonly root: string;
  readonly framework: string;
  /** Relative to the checkout. */
  readonly lockfile: string | null;
}

/** In the folder of the site before those above it. @param ofHost What its files for other hosts say. */
export async function readNodeWord(
  checkout: Folder,
  site: BuiltSite,
  ofHost?: VersionWord,
): Promise<VersionWord | undefined> {
  const old = await oldWebpack(checkout, site);
  for (let folder = site.root; ; folder = dirname(folder)) {
    const engines = enginesWord(await readPackageJson(checkout, folder), join(folder, "package.json"));
    // A file that contradicts package.json is out of date.
    const file = [ofHost, await fileWord(checkout, folder)].find(
      (word) => word !== undefined && fits(engines, word.text),
    );
    if (file !== undefined) return file;
    if (engines !== undefined) return old !== undefined && engines.isRange && fits(engines, old.text) ? old : engines;
    if (folder === dirname(folder)) return old;
  }
}

async function fileWord(checkout: Folder, folder: string): Promise<VersionWord | undefined> {
  for (const name of [".nvmrc", ".node-version"]) {
    const source = join(folder, name);
    const text = firstLine((await textAt(checkout, source, MAX_VERSION_FILE_BYTES)) ?? "");
    if (text !== "") return { text, source };
  }
  return undefined;
}

interface EnginesWord extends VersionWord {
  /** Says what the package runs on, rather than what it is developed with. */
  readonly isRange: boolean;
}

function enginesWord(packageJson: PackageJson | undefined, source: string): EnginesWord | undefined {
  const { volta, engines, devEngines } = packageJson ?? {};
  const runtime = devEngines?.runtime?.name === "node" ? devEngines.runtime.version : undefined;
  const words = { volta: volta?.["node"], devEngines: runtime, engines: engines?.["node"] };
  for (const [member, text] of Object.entries(words)) {
    if (text !== undefined) return { text, source: `${member} in ${source}`, isRange: member === "engines" };
  }
  return undefined;
}

function fits(engines: EnginesWord | undefined, text: string): boolean {
  const [one, other] = [readRange(text), engines?.isRange === true ? readRange(engines.text) : undefined];
  return one === undefined || other === undefined || semver.intersects(one, other);
}

const OLD_WEBPACK_LINE = "16";
/** Carries a webpack of its own, so that another one is for something else. */
const OWN_WEBPACK = "next-export";

/** What the lock file says of webpack, else of the framework, else the range of package.json. */
async function oldWebpack(
  checkout: Folder,
  { root, framework, lockfile }: BuiltSite,
): Promise<VersionWord | undefined> {
  const known = FRAMEWORKS.find((each) => each.name === framework)?.laterWebpack;
  const [name, later] = framework === "custom" ? LATER_WEBPACK : (known ?? []);
  if (name === undefined || later === undefined) return undefined;
  const said = dependencyRange(await readPackageJson(checkout, root), name);
  if (framework === "custom" && said === undefined) return undefined;
  for (const [dependency, since] of [...(framework === OWN_WEBPACK ? [] : [LATER_WEBPACK]), [name, later] as const]) {
    const versions = await lockedVersions(checkout, lockfile, dependency);
    const old = versions.find((version) => semver.lt(version, since));
    if (versions.length > 0 && old === undefined) return undefined;
    if (old !== undefined && versions.every((version) => semver.lt(version, since)))
      return { text: OLD_WEBPACK_LINE, source: `${dependency} ${old} in ${String(lockfile)}` };
  }
  const range = readRange(said);
  if (range === undefined || semver.intersects(range, `>=${later}`, { includePrerelease: true })) return undefined;
  return { text: OLD_WEBPACK_LINE, source: `the webpack of ${name} ${range}` };
}

const firstLine = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").trim())
    .find((line) => line !== "") ?? "";
