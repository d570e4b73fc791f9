import { basename, join } from "node:path/posix";
import json5 from "json5";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { Folder } from "../output/tree.ts";
import { listWorkflows, readText } from "./checkout.ts";
import {
  type FileReader,
  type FileConfig,
  readFirebase,
  readNetlify,
  readVercel,
  readWorkflow,
  readWrangler,
} from "./host-files.ts";
import type { HostConfig } from "./host-rules.ts";

const MAX_BYTES = 256 * 1024;
const MAX_PROBLEMS = 20;

/** The first that names something wins. */
const FILES: readonly (readonly [file: string, parse: (text: string) => unknown, read: FileReader])[] = [
  ["netlify.toml", parseToml, readNetlify],
  ["vercel.json", JSON.parse, readVercel],
  ["firebase.json", json5.parse, readFirebase],
  ["wrangler.toml", parseToml, readWrangler],
  ["wrangler.jsonc", json5.parse, readWrangler],
  ["wrangler.json", json5.parse, readWrangler],
];

const NO_RULES = { redirects: [], headers: [] };

export const NO_HOST_CONFIG: HostConfig = {
  manifest: {},
  environment: {},
  output: [],
  serving: NO_RULES,
  notes: [],
  problems: [],
};

/**
 * Reads what the files of folders for other hosts say; one that cannot be read says nothing, and is named.
 * @param readContexts The contexts of Netlify that the build belongs to, the general one first; asked where there are any.
 */
export async function readHostConfig(
  checkout: Folder,
  folders: readonly string[],
  readContexts: () => Promise<readonly string[]>,
): Promise<HostConfig> {
  const found: FileConfig[] = [];
  const problems: string[] = [];
  const readOne = async (path: string, parse: (text: string) => unknown, read: FileReader): Promise<void> => {
    const file = await readText(checkout, path, MAX_BYTES);
    if (file.kind !== "text") return;
    const contexts = /^[ \t]*\[context\b/m.test(file.text) ? await readContexts() : [];
    try {
      found.push(read(parse(file.text), basename(path), contexts));
    } catch {
      problems.push(`${path} cannot be read, and has no effect`);
    }
  };
  for (const folder of new Set(folders)) {
    for (const [file, parse, read] of FILES) await readOne(join(folder, file), parse, read);
  }
  // To look for a key twice takes the square of their number.
  const yaml = (text: string): unknown => parseYaml(text, { maxAliasCount: 10, logLevel: "silent", uniqueKeys: false });
  for (const path of await listWorkflows(checkout)) await readOne(path, yaml, readWorkflow);
  return merged(found, problems);
}

const MEMBERS = ["rootDirectory", "installCommand", "buildCommand", "nodeVersion", "spa"] as const;

function merged(found: readonly FileConfig[], problems: readonly string[]): HostConfig {
  const notes: string[] = [];
  let manifest: HostConfig["manifest"] = {};
  for (const name of MEMBERS) {
    const first = found.find((file) => file.manifest?.[name] !== undefined);
    if (first?.manifest === undefined) continue;
    manifest = { ...manifest, [name]: first.manifest[name] };
    notes.push(`${first.file}: ${name} ${JSON.stringify(first.manifest[name])}`);
  }
  const output = found.find((file) => (file.output ?? []).length > 0);
  if (output !== undefined) notes.push(`${output.file}: output ${JSON.stringify(output.output?.[0])}`);
  const rules = found.find(({ serving = NO_RULES }) => serving.redirects.length + serving.headers.length > 0);
  const serving = rules?.serving ?? NO_RULES;
  if (rules !== undefined) {
    const { redirects, headers } = serving;
    notes.push(`${rules.file}: ${redirects.length} redirects and rewrites, headers for ${headers.length} paths`);
  }
  const environment: Record<string, string> = Object.assign({}, ...found.map((file) => file.environment));
  const names = Object.keys(environment);
  if (names.length > 0) notes.push(`Variables of netlify.toml: ${names.slice(0, MAX_PROBLEMS).join(", ")}`);
  return {
    manifest,
    asCommitted: found[0]?.asCommitted,
    exportsNext: found.some((file) => file.exportsNext === true),
    environment,
    output: output?.output ?? [],
    serving: { redirects: serving.redirects, headers: serving.headers },
    notes: [...found.flatMap((file) => file.notes ?? []), ...notes],
    problems: [...problems, ...found.flatMap((file) => file.problems ?? []).slice(0, MAX_PROBLEMS)],
  };
}
