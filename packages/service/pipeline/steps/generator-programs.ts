import { dirname, join, relative } from "node:path/posix";
import semver from "semver";
import type { Folder } from "../output/tree.ts";
import { kindAt, listWorkflows, textAt } from "../source/checkout.ts";
import type { Generator } from "./generators.ts";
import { dependencyRange, MAX_FILE_BYTES, type PackageJson } from "./package-json.ts";
import type { Tool } from "./programs.ts";
import { installsOwnPackage, pythonInstall, pythonVersion, REQUIREMENTS } from "./python.ts";

export interface GeneratorPrograms {
  readonly tools: readonly Tool[];
  readonly needs: readonly string[];
  /** Shell command that brings the rest, run in `installRoot`. */
  readonly install: string | null;
  readonly installRoot: string;
}

interface GeneratorSite {
  readonly checkout: Folder;
  readonly root: string;
  readonly packageJson: PackageJson | undefined;
}

export async function generatorPrograms(site: GeneratorSite, { name, by }: Generator): Promise<GeneratorPrograms> {
  const { root } = site;
  const nothing = { tools: [], needs: [], install: null, installRoot: root };
  if (by === undefined) return nothing;
  switch (by) {
    case "hugo":
      return { ...nothing, tools: await hugoTools(site) };
    case "python":
      return { ...nothing, needs: ["python3"], ...(await pythonPackages(site, name)) };
    case "ruby":
      return { ...nothing, needs: ["bundle"], ...(await gems(site)) };
  }
}

/** Packages of npm that bring Hugo themselves. */
const HUGO_PACKAGES = ["hugo-bin", "hugo-extended", "hugo-installer"];

async function hugoTools({ checkout, root, packageJson }: GeneratorSite): Promise<readonly Tool[]> {
  if (HUGO_PACKAGES.some((name) => dependencyRange(packageJson, name) !== undefined)) return [];
  const files: (readonly [path: string, text: string])[] = [];
  for (const folder of new Set([root, "."])) {
    for (const name of HUGO_VERSION_FILES)
      files.push([join(folder, name), await textOrNone(checkout, join(folder, name))]);
  }
  for (const name of await listWorkflows(checkout)) files.push([name, await textOrNone(checkout, name)]);
  return [hugoTool(files)];
}

const HUGO_VERSION_FILES = [
  ".hugo-version",
  "netlify.toml",
  "vercel.json",
  ...["toml", "yaml", "json"].map((ending) => `hugo.${ending}`),
  "config.toml",
];
/** Before it there is no wheel for Linux. */
const OLDEST_HUGO = "0.147.8";
const OLDEST_HUGO_RANGE = `>=${OLDEST_HUGO} <0.148.0`;

/** By what its files say, the first that says anything. */
export function hugoTool(files: readonly (readonly [path: string, text: string])[]): Tool {
  for (const [path, text] of files) {
    const plain = path.endsWith(".hugo-version") ? /^v?(\d+\.\d+\.\d+)/.exec(text.trim()) : null;
    const said = plain ?? /\bHUGO[_-]VERSION["']?[ \t]{0,4}[:=][ \t]{0,4}["']?v?(\d+\.\d+\.\d+)/i.exec(text);
    const version = said?.[1] === undefined ? null : semver.valid(said[1]);
    if (version === null) continue;
    const isThere = !semver.satisfies(version, `<${OLDEST_HUGO}`);
    const source = isThere ? path : `the oldest there is; ${path} says ${version}`;
    return { program: "hugo", range: isThere ? version : OLDEST_HUGO_RANGE, source };
  }
  return { program: "hugo", range: "*", source: "the newest", orOfMachine: "hugo" };
}

const textOrNone = async (checkout: Folder, path: string): Promise<string> =>
  (await textAt(checkout, path, MAX_FILE_BYTES)) ?? "";

/** Installs in the folder of the site or above it, in the first that says what to install. */
async function pythonPackages(
  { checkout, root }: GeneratorSite,
  generator: string,
): Promise<Pick<GeneratorPrograms, "install" | "installRoot">> {
  const config = `${await textOrNone(checkout, join(root, "mkdocs.yml"))}\n${await textOrNone(checkout, join(root, "conf.py"))}`;
  const readTheDocs = `${await textOrNone(checkout, ".readthedocs.yaml")}\n${await textOrNone(checkout, ".readthedocs.yml")}`;
  let version: string | undefined;
  for (let folder = root; ; folder = dirname(folder)) {
    const text = (name: string): Promise<string> => textOrNone(checkout, join(folder, name));
    version ??= pythonVersion(`${await text(".python-version")}\n${await text("runtime.txt")}`);
    const requirements: (readonly [string, string])[] = [];
    for (const name of REQUIREMENTS) {
      const said = await text(name);
      if (said !== "") requirements.push([name, said]);
    }
    const [pyproject, uvLock] = [await text("pyproject.toml"), await text("uv.lock")];
    const ownPackage = installsOwnPackage(readTheDocs) ? relative(folder, ".") || "." : undefined;
    const install = pythonInstall(generator, { requirements, pyproject, uvLock, config, version, ownPackage });
    const isTop = folder === dirname(folder);
    if (install.isSaid || isTop) return { install: install.command, installRoot: install.isSaid ? folder : root };
  }
}

const BUNDLE = `bundle config set --local path "$BUILD_TOOLS/bundle" && bundle install`;
/** What GitHub Pages builds a site with that says nothing. */
const GEMS = ['source "https://rubygems.org"', 'gem "github-pages"', 'gem "webrick"'];

async function gems({ checkout, root }: GeneratorSite): Promise<Pick<GeneratorPrograms, "install" | "installRoot">> {
  for (let folder = root; ; folder = dirname(folder)) {
    if ((await kindAt(checkout, join(folder, "Gemfile"))) === "file") return { install: BUNDLE, installRoot: folder };
    if (folder === dirname(folder)) break;
  }
  const gemfile = `printf '%s\\n' ${GEMS.map((line) => `'${line}'`).join(" ")} > Gemfile`;
  return { install: `${gemfile} && ${BUNDLE}`, installRoot: root };
}
