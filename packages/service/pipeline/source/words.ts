import { basename, join } from "node:path/posix";
import type { Manifest } from "@greenroom/contract";
import json5 from "json5";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { find, type Folder } from "../output/tree.ts";
import { readText } from "./checkout.ts";
import { type ReadRules, readRules } from "./word-rules.ts";

/** What files for other hosts say of a site. */
export interface Words {
  readonly manifest: Pick<Manifest, "rootDirectory" | "installCommand" | "nodeVersion" | "spa"> & {
    readonly buildCommand?: string | undefined;
  };
  /** Folders of the built site below the folder of the site, the likeliest first. */
  readonly output: readonly string[];
  readonly serving: Pick<ReadRules, "redirects" | "headers">;
  /** Sentences for the log: which file said what, and what of it has no effect. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** What one file says. */
interface FileWords extends Words {
  readonly file: string;
}

const MAX_BYTES = 256 * 1024;
const MAX_WORKFLOWS = 20;

const Text = z.string().max(4096).optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) => z.array(item.or(z.unknown().transform(() => undefined))).catch([]);
const Texts = z.record(z.string(), z.coerce.string()).catch({});

const Netlify = z.object({
  build: z
    .object({
      base: Text,
      publish: Text,
      command: Text,
      environment: Texts,
      functions: z.unknown().optional(),
      edge_functions: z.unknown().optional(),
    })
    .partial()
    .catch({}),
  plugins: z.array(z.unknown()).catch([]),
  redirects: list(
    z.object({
      from: z.string(),
      to: z.string().default(""),
      status: z.number().default(301),
      force: z.boolean().default(false),
      query: Texts.optional(),
      conditions: z.unknown().optional(),
    }),
  ),
  headers: list(z.object({ for: z.string(), values: z.record(z.string(), z.unknown()) })),
});

const KeyValues = z.array(z.object({ key: z.string(), value: z.coerce.string() }));
const Vercel = z.object({
  installCommand: Text.nullable().catch(undefined),
  buildCommand: Text.nullable().catch(undefined),
  outputDirectory: Text.nullable().catch(undefined),
  functions: z.unknown().optional(),
  redirects: list(
    z.looseObject({
      source: z.string(),
      destination: z.string(),
      permanent: z.boolean().optional(),
      statusCode: z.number().optional(),
    }),
  ),
  rewrites: list(z.looseObject({ source: z.string(), destination: z.string() })),
  headers: list(z.looseObject({ source: z.string(), headers: KeyValues })),
});

const Hosting = z.object({
  public: Text,
  redirects: list(z.object({ source: z.string().optional(), destination: z.string(), type: z.number().default(301) })),
  rewrites: list(z.object({ source: z.string().optional(), destination: z.string().optional() })),
  headers: list(z.object({ source: z.string(), headers: KeyValues })),
});
const Firebase = z.object({
  hosting: z
    .union([
      Hosting,
      z
        .tuple([Hosting])
        .rest(z.unknown())
        .transform(([first]) => first),
    ])
    .optional(),
});

const Wrangler = z.object({
  pages_build_output_dir: Text,
  assets: z.object({ directory: Text, not_found_handling: Text }).partial().optional().catch(undefined),
});

const Step = z.object({ uses: z.string().catch(""), with: Texts.optional() });
const Workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: list(Step) }).catch({ steps: [] })).catch({}),
});

/** A folder below the site; undefined for one that is none, or depends on the run. */
function folderOf(text: string | null | undefined, base = "."): string[] {
  if (text === undefined || text === null || text === "" || text.includes("$")) return [];
  const folder = join("./", text.replace(/^\/+/, "").replace(/\/+$/, "") || ".");
  if (folder.split("/").includes("..")) return [];
  return base !== "." && folder.startsWith(`${base}/`) ? [folder, folder.slice(base.length + 1)] : [folder];
}

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Parts of a command that only install, or fetch what a build has no network for. */
const INSTALLS = /^(?:(?:npm|pnpm|yarn|bun)(?:\s+(?:i|ci|install)\b.*)?$|git\b)/;
/** Variables of other hosts. */
const OTHER_VARIABLES = /\$\{?(?:URL|DEPLOY_|CONTEXT|BRANCH|HEAD|COMMIT_REF|CF_PAGES|VERCEL)/;

/** @returns Undefined for a command that builds nothing. */
function commandOf(text: string | null | undefined): string | undefined {
  if (typeof text !== "string" || OTHER_VARIABLES.test(text)) return undefined;
  const parts = text.split("&&").map((part) => part.trim());
  const rest = parts.filter((part) => part !== "" && !INSTALLS.test(part)).join(" && ");
  return rest === "" || /^(?:#|:|true|echo\b)/.test(rest) ? undefined : rest;
}

/** A plain install is done here with the right version of the program. */
const ownInstall = (text: string | null | undefined): string | undefined =>
  typeof text !== "string" || text.trim() === "" || INSTALLS.test(text.trim()) ? undefined : text;

const NODE_VERSION = /^v?([2-9]\d(?:\.\d{1,3}){0,2})$/;
const nodeOf = (text: string | undefined): string | undefined => NODE_VERSION.exec(text ?? "")?.[1];

function readNetlify(value: unknown, file: string): FileWords {
  const { build, plugins, redirects, headers } = Netlify.parse(value);
  const base = folderOf(build.base)[0] ?? ".";
  const rules = readRules(file, {
    redirects: redirects.filter(isGiven).map(({ conditions, ...rule }) => {
      return { ...rule, condition: conditions === undefined ? undefined : "has a condition, which is not supported" };
    }),
    headers: headers.filter(isGiven).map((rule) => {
      return {
        path: rule.for,
        headers: Object.entries(rule.values).map(([name, text]) => [name, String(text)] as const),
      };
    }),
  });
  const unused = [
    ...(plugins.length > 0 ? ["plugins"] : []),
    ...(build.functions !== undefined ? ["functions"] : []),
    ...(build.edge_functions !== undefined ? ["edge functions"] : []),
  ];
  return {
    file,
    manifest: {
      rootDirectory: base === "." ? undefined : base,
      buildCommand: commandOf(build.command),
      nodeVersion: nodeOf(build.environment?.["NODE_VERSION"]),
    },
    output: folderOf(build.publish, base),
    serving: rules,
    notes: [],
    problems: [...rules.problems, ...unused.map((what) => `${file}: its ${what} do not run here`)],
  };
}

function readVercel(value: unknown, file: string): FileWords {
  const { installCommand, buildCommand, outputDirectory, functions, redirects, rewrites, headers } =
    Vercel.parse(value);
  const condition = (rule: object): string | undefined =>
    "has" in rule || "missing" in rule ? "has a condition, which is not supported" : undefined;
  const rules = readRules(file, {
    redirects: [
      ...redirects.filter(isGiven).map((rule) => {
        const status = rule.statusCode ?? (rule.permanent === false ? 307 : 308);
        return { from: rule.source, to: rule.destination, status, force: true, condition: condition(rule) };
      }),
      ...rewrites.filter(isGiven).map((rule) => {
        return { from: rule.source, to: rule.destination, status: 200, condition: condition(rule) };
      }),
    ],
    headers: headers.filter(isGiven).map((rule) => {
      return { path: rule.source, headers: rule.headers.map(({ key, value: text }) => [key, text] as const) };
    }),
  });
  return {
    file,
    manifest: { installCommand: ownInstall(installCommand), buildCommand: commandOf(buildCommand) },
    output: folderOf(outputDirectory),
    serving: rules,
    notes: [],
    problems: [...rules.problems, ...(functions === undefined ? [] : [`${file}: its functions do not run here`])],
  };
}

function readFirebase(value: unknown, file: string): FileWords {
  const { hosting } = Firebase.parse(value);
  const rules = readRules(file, {
    redirects: [
      ...(hosting?.redirects ?? []).filter(isGiven).map(({ source = "", destination, type }) => {
        return { from: source, to: destination, status: type, force: true, condition: byPattern(source) };
      }),
      ...(hosting?.rewrites ?? []).filter(isGiven).map(({ source = "", destination = "" }) => {
        const condition = destination === "" ? "leads to a function, which does not run here" : byPattern(source);
        return { from: source, to: destination, status: 200, condition };
      }),
    ],
    headers: (hosting?.headers ?? []).filter(isGiven).map((rule) => {
      return { path: rule.source, headers: rule.headers.map(({ key, value: text }) => [key, text] as const) };
    }),
  });
  const { problems } = rules;
  return { file, manifest: {}, output: folderOf(hosting?.public), serving: rules, notes: [], problems };
}

const byPattern = (source: string): string | undefined =>
  source === "" ? "has a regular expression, which is not supported" : undefined;

const NO_RULES = { redirects: [], headers: [] };

function readWrangler(value: unknown, file: string): FileWords {
  const { pages_build_output_dir, assets } = Wrangler.parse(value);
  const spa = assets?.not_found_handling === "single-page-application" ? true : undefined;
  const output = folderOf(pages_build_output_dir ?? assets?.directory);
  return { file, manifest: { spa }, output, serving: NO_RULES, notes: [], problems: [] };
}

/** Steps that publish a folder on GitHub Pages, by the input that names it. */
const PAGES_STEPS: readonly (readonly [uses: RegExp, input: string, usual: string | undefined])[] = [
  [/^actions\/upload-pages-artifact@/, "path", "_site"],
  [/^peaceiris\/actions-gh-pages@/, "publish_dir", "public"],
  [/^JamesIves\/github-pages-deploy-action@/i, "folder", undefined],
];

/** Commands of a workflow are not read: they are for another machine. */
function readWorkflow(value: unknown, file: string): FileWords {
  const steps = Object.values(Workflow.parse(value).jobs).flatMap((job) => job.steps.filter(isGiven));
  const folders = steps.flatMap((step) => {
    const found = PAGES_STEPS.find(([uses]) => uses.test(step.uses));
    return found === undefined ? [] : folderOf(step.with?.[found[1]] ?? found[2]);
  });
  const node = steps.find(({ uses }) => uses.startsWith("actions/setup-node@"))?.with?.["node-version"];
  const nodeVersion = folders.length === 0 ? undefined : nodeOf(node?.replace(/\.x$/, ""));
  return { file, manifest: { nodeVersion }, output: folders.slice(0, 1), serving: NO_RULES, notes: [], problems: [] };
}

type Reader = (value: unknown, file: string) => FileWords;

/** The first that names something wins. */
const FILES: readonly (readonly [file: string, parse: (text: string) => unknown, read: Reader])[] = [
  ["netlify.toml", parseToml, readNetlify],
  ["vercel.json", JSON.parse, readVercel],
  ["firebase.json", json5.parse, readFirebase],
  ["wrangler.toml", parseToml, readWrangler],
  ["wrangler.jsonc", json5.parse, readWrangler],
  ["wrangler.json", json5.parse, readWrangler],
];

export const NO_WORDS: Words = { manifest: {}, output: [], serving: NO_RULES, notes: [], problems: [] };

/** Reads what the files of folders for other hosts say; one that cannot be read says nothing, and is named. */
export async function readWords(checkout: Folder, ...folders: readonly string[]): Promise<Words> {
  const found: FileWords[] = [];
  const problems: string[] = [];
  const readOne = async (path: string, parse: (text: string) => unknown, reader: Reader): Promise<void> => {
    const read = await readText(checkout, path, MAX_BYTES);
    if (read.kind !== "text") return;
    try {
      found.push(reader(parse(read.text), basename(path)));
    } catch {
      problems.push(`${path} cannot be read, and has no effect`);
    }
  };
  for (const folder of new Set(folders)) {
    for (const [file, parse, reader] of FILES) await readOne(join(folder, file), parse, reader);
  }
  for (const name of await workflowsOf(checkout)) {
    await readOne(
      join(WORKFLOWS, name),
      (text) => parseYaml(text, { maxAliasCount: 10, logLevel: "silent" }),
      readWorkflow,
    );
  }
  return merged(found, problems);
}

const WORKFLOWS = ".github/workflows";

async function workflowsOf(checkout: Folder): Promise<readonly string[]> {
  const found = await find(checkout, WORKFLOWS);
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  if (found.kind !== "folder") return [];
  await using folder = found.folder;
  const names = (await folder.entries()).map((entry) => entry.name.toString());
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .slice(0, MAX_WORKFLOWS);
}

const MEMBERS = ["rootDirectory", "installCommand", "buildCommand", "nodeVersion", "spa"] as const;

function merged(found: readonly FileWords[], problems: readonly string[]): Words {
  const notes: string[] = [];
  let manifest: Words["manifest"] = {};
  for (const name of MEMBERS) {
    const first = found.find((words) => words.manifest[name] !== undefined);
    if (first === undefined) continue;
    manifest = { ...manifest, [name]: first.manifest[name] };
    notes.push(`${first.file}: ${name} ${JSON.stringify(first.manifest[name])}`);
  }
  const output = found.find((words) => words.output.length > 0);
  if (output !== undefined) notes.push(`${output.file}: output ${JSON.stringify(output.output[0])}`);
  const rules = found.find(({ serving }) => serving.redirects.length + serving.headers.length > 0);
  if (rules !== undefined) {
    const { redirects, headers } = rules.serving;
    notes.push(`${rules.file}: ${redirects.length} redirects and rewrites, headers for ${headers.length} paths`);
  }
  const named = found.flatMap((words) => words.problems).slice(0, MAX_PROBLEMS);
  const serving = { redirects: rules?.serving.redirects ?? [], headers: rules?.serving.headers ?? [] };
  return { manifest, output: output?.output ?? [], serving, notes, problems: [...problems, ...named] };
}

const MAX_PROBLEMS = 20;
