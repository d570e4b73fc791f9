import { createHmac, randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path/posix";
import { z } from "zod";
import { parseJson } from "../../domain/json-text.ts";
import { sha256Of } from "../../domain/sha256.ts";
import { findFile, type Folder } from "../output/tree.ts";
import type { Listing } from "./file-changes.ts";
import { LOCKFILES } from "./lockfiles.ts";
import { INSTALL_SCRIPTS } from "./package-json.ts";
import type { BuildPlan } from "./plan.ts";

/** All that decides what an install step brings, by what people call it; a digest each. */
export type Inputs = Readonly<Record<string, string>>;

interface DependencyQuestion {
  readonly checkout: Folder;
  readonly listing: Listing;
  readonly plan: Pick<BuildPlan, "install" | "installRoot" | "root" | "ownScripts">;
  /** As the sandbox describes it. */
  readonly toolchain: string;
  /** Names of the programs that were fetched, with their versions. */
  readonly tools: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly systemValues: Readonly<Record<string, string>>;
}

export type DependencyInputs =
  | {
      readonly kind: "known";
      readonly inputs: Inputs;
      /** Files that the install step can read without making its result depend on more. */
      readonly named: ReadonlySet<string>;
    }
  /** Something else decides. */
  | { readonly kind: "open"; readonly why: string };

const MAX_FILES = 2_000;
const MAX_BYTES = 32 * 1024 ** 2;

const NAMED_FILES: ReadonlySet<string> = new Set([
  ...LOCKFILES.map(([file]) => file),
  "package.json",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  "pnpm-workspace.yaml",
  ".pnpmfile.cjs",
  ".pnpmfile.mjs",
  "bunfig.toml",
]);
const NAMED_FOLDERS = /(?:^|\/)(?:\.yarn|patches)\//;

/** Without it, a value could be guessed from its digest on the disk. */
const salt = randomBytes(32);

/** Reads what decides the dependencies of a checkout in which nothing has run. */
export async function readInputs(question: DependencyQuestion): Promise<DependencyInputs> {
  const { checkout, listing, plan, toolchain, tools, values, systemValues } = question;
  const inputs: Record<string, string> = {};
  const named = new Set<string>();
  const folders = new Set<string>();
  /** Values that describe the build and are named in a file; whether a script of a package reads one is not known. */
  const asked: Record<string, string> = {};
  let bytes = 0;
  for (const [path, kind] of listing) {
    if (!isNamed(path, plan.installRoot) || kind === "folder") continue;
    if (kind === "link") return open(`'${path}' is a symbolic link`);
    const read = await readFile(checkout, path, MAX_BYTES - bytes);
    if (read === undefined || named.size >= MAX_FILES) return open("the files that decide them are too large");
    bytes += read.byteLength;
    named.add(path);
    inputs[path] = sha256Of(read);
    const isOwn = path === join(plan.installRoot, "package.json");
    const problem = problemOf(path, read.toString(), isOwn ? plan.ownScripts : []);
    if (problem !== undefined) return open(problem);
    if (basename(path) === "package.json") folders.add(dirname(path));
    else for (const [name, value] of Object.entries(systemValues)) if (read.includes(name)) asked[name] = value;
  }
  // A package can look for a file of settings that was not there before.
  for (const folder of folders) {
    const names = [...listing.keys()].filter((path) => dirname(path) === folder).sort();
    inputs[folder === "." ? "the list of files" : `the list of files in ${folder}`] = sha256Of(JSON.stringify(names));
  }
  inputs["the install command"] = sha256Of(JSON.stringify([plan.install, plan.installRoot, plan.root]));
  inputs["Node.js, npm or the registry of the service"] = sha256Of(JSON.stringify([toolchain, ...tools]));
  inputs["what the build is for"] = sha256Of(textOf(asked));
  if (Object.keys(values).length > 0) {
    inputs["a value of the install step"] = createHmac("sha256", salt).update(textOf(values)).digest("hex");
  }
  return { kind: "known", inputs, named };
}

/** The same text in whatever order they come. */
function textOf(pairs: Readonly<Record<string, string>>): string {
  const lines = Object.entries(pairs).map((pair) => JSON.stringify(pair));
  return lines.sort().join("\n");
}

const open = (why: string): DependencyInputs => ({ kind: "open", why });

/** Below the folder where dependencies are installed, and right in the folders above it. */
function isNamed(path: string, installRoot: string): boolean {
  const isBelow = installRoot === "." || path.startsWith(`${installRoot}/`);
  if (isBelow && NAMED_FOLDERS.test(path)) return true;
  if (!NAMED_FILES.has(basename(path))) return false;
  const folder = dirname(path);
  return isBelow || folder === "." || `${installRoot}/`.startsWith(`${folder}/`);
}

const Package = z.looseObject({ scripts: z.record(z.string(), z.unknown()).optional() });

/** Dependencies that are copies of what lies in the repository; some file systems copy without a reading. */
const COPIED = /\b(?:file|portal|exec):/;
const COPIED_PATH = /"\s*:\s*"(?:\.{1,2}|~)\/[^"]*"/;

/** @param apart Scripts that do not run in its install command. */
function problemOf(path: string, text: string, apart: readonly string[]): string | undefined {
  const name = basename(path);
  const isLockfile = LOCKFILES.some(([file]) => file === name);
  if (!isLockfile && name !== "package.json") return undefined;
  if (COPIED.test(text)) return `'${path}' names a dependency that lies in the repository`;
  if (isLockfile) return undefined;
  const read = Package.safeParse(parseJson(text)).data;
  if (read === undefined) return `'${path}' cannot be read`;
  const script = INSTALL_SCRIPTS.find((each) => read.scripts?.[each] !== undefined && !apart.includes(each));
  if (script !== undefined) return `'${path}' has the script '${script}', which runs in each install step`;
  const lists = Object.entries(read).filter(([key]) => /dependencies$|^(?:resolutions|overrides)$/i.test(key));
  if (COPIED_PATH.test(JSON.stringify(lists))) return `'${path}' names a dependency that lies in the repository`;
  return undefined;
}

async function readFile(checkout: Folder, path: string, maxBytes: number): Promise<Buffer | undefined> {
  await using file = await findFile(checkout, path);
  if (file === undefined || file.stats.size > maxBytes) return undefined;
  await using handle = await file.read();
  return handle.readFile();
}

export function keyOf(inputs: Inputs): string {
  return sha256Of(textOf(inputs)).slice(0, 32);
}

export function firstDifference(before: Inputs, now: Inputs): string | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.find((name) => before[name] !== now[name]);
}
