import { join } from "node:path/posix";
import { variableNameProblem } from "@greenroom/contract/variable";
import { z } from "zod";
import { readRules, type HostConfig } from "./host-rules.ts";
import { type MemberNames, members, membersOf, unknownMembers } from "./unknown-members.ts";

/** What one file for another host says; `problems` are about rules and members without an effect here. */
export interface FileConfig extends Partial<HostConfig> {
  readonly file: string;
}

/** Reads the parsed text of a file. @param contexts Of Netlify, which the build belongs to, the general one first. */
export type FileReader = (value: unknown, file: string, contexts: readonly string[]) => FileConfig;

const Text = z.string().max(4096).optional().catch(undefined);
/** Leaves out items of another form. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.or(z.unknown().transform(() => undefined)))
    .catch([])
    .transform((items) => items.filter(isGiven));
const Texts = z.record(z.string(), z.coerce.string()).catch({});

/** A folder below the site; undefined for one that is none, or depends on the run. */
function folderOf(text: string | null | undefined, base = "."): string[] {
  if (text === undefined || text === null || text === "" || text.includes("$")) return [];
  const names = text.split("/").filter((name) => name !== "");
  const folder = join(names.join("/"));
  // What Next.js runs a server from is no folder of pages.
  if (folder.split("/").some((name) => name === ".." || name === ".next")) return [];
  return base !== "." && folder.startsWith(`${base}/`) ? [folder, folder.slice(base.length + 1)] : [folder];
}

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** Parts of a command that only install, or fetch what a build has no network for. */
const INSTALLS = /^(?:(?:npm|pnpm|yarn|bun)(?:\s+(?:i|ci|install)\b.*)?$|git\b)/;
const HOST_VARIABLES = /\$\{?(?:URL|DEPLOY_|CONTEXT|BRANCH|HEAD|COMMIT_REF|CF_PAGES|VERCEL)/;

/** What stands for a command where there is nothing to build. */
const NO_COMMAND = /^(?:#|:$|true$|echo\b[^&|;]*$)/;

/** @returns Undefined for a command that builds nothing. */
function commandOf(text: string | null | undefined): string | undefined {
  if (typeof text !== "string" || HOST_VARIABLES.test(text)) return undefined;
  const parts = text.split("&&").map((part) => part.trim());
  const rest = parts.filter((part) => part !== "" && !INSTALLS.test(part)).join(" && ");
  return rest === "" || NO_COMMAND.test(rest) ? undefined : rest;
}

/** A plain install is done here with the right version of the program. */
const ownInstall = (text: string | null | undefined): string | undefined =>
  typeof text !== "string" || text.trim() === "" || INSTALLS.test(text.trim()) ? undefined : text;

const NODE_VERSION = /^v?([2-9]\d(?:\.\d{1,3}){0,2})$/;
const nodeOf = (text: string | undefined): string | undefined => NODE_VERSION.exec(text ?? "")?.[1];

function notRun(file: string, parts: Readonly<Record<string, unknown>>): readonly string[] {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return given.map(([name]) => `${file}: its ${name} do not run here`);
}

const NetlifyBuild = z.object({ publish: Text, command: Text, environment: Texts.optional() });
const NetlifyTopBuild = NetlifyBuild.extend({
  base: Text,
  functions: z.unknown().optional(),
  edge_functions: z.unknown().optional(),
});
const NetlifyRedirect = z.object({
  from: z.string(),
  to: z.string().default(""),
  status: z.number().default(301),
  force: z.boolean().default(false),
  query: Texts.optional(),
  conditions: z.unknown().optional(),
});
const NetlifyHeaders = z.object({ for: z.string(), values: z.record(z.string(), z.unknown()) });
const Netlify = z.object({
  build: NetlifyTopBuild.catch({}),
  functions: z.unknown().optional(),
  edge_functions: z.unknown().optional(),
  context: z
    .record(z.string(), NetlifyBuild.extend({ build: NetlifyBuild.optional().catch(undefined) }).catch({}))
    .catch({}),
  plugins: z.array(z.unknown()).catch([]),
  redirects: list(NetlifyRedirect),
  headers: list(NetlifyHeaders),
});

/** Names of members that mean something here; of others, only those are warned of that are like one of these. */
const NETLIFY_MEMBERS: MemberNames = {
  ...membersOf(Netlify),
  build: membersOf(NetlifyTopBuild),
  redirects: membersOf(NetlifyRedirect),
  headers: membersOf(NetlifyHeaders),
};

export const readNetlify: FileReader = (value, file, contexts) => {
  const said = Netlify.parse(value);
  const layers = [
    said.build,
    ...contexts.flatMap((name) => {
      const context = Object.hasOwn(said.context, name) ? said.context[name] : undefined;
      return context === undefined ? [] : [context, context.build ?? {}];
    }),
  ];
  const last = (member: "command" | "publish"): string | undefined =>
    layers.map((layer) => layer[member]).findLast(isGiven);
  const environment: Record<string, string> = Object.assign({}, ...layers.map((layer) => layer.environment));
  const usable = Object.entries(environment).filter(([name]) => variableNameProblem(name) === undefined);
  const unusable = Object.keys(environment).filter((name) => variableNameProblem(name) !== undefined);
  const base = folderOf(said.build.base)[0] ?? ".";
  const rules = readRules(file, {
    redirects: said.redirects.map(({ conditions, ...rule }) => {
      return { ...rule, condition: conditions === undefined ? undefined : "has a condition, which is not supported" };
    }),
    headers: said.headers.map((rule) => {
      return {
        path: rule.for,
        headers: Object.entries(rule.values).map(([name, text]) => [name, String(text)] as const),
      };
    }),
  });
  const used = contexts.filter((name) => Object.hasOwn(said.context, name));
  return {
    file,
    manifest: {
      rootDirectory: base === "." ? undefined : base,
      buildCommand: commandOf(last("command")),
      nodeVersion: nodeOf(environment["NODE_VERSION"]),
    },
    asCommitted: NO_COMMAND.test(last("command")?.trim() ?? ""),
    environment: Object.fromEntries(usable),
    output: folderOf(last("publish"), base),
    serving: rules,
    notes: used.map((name) => `${file}: this is a build of its context ${JSON.stringify(name.slice(0, 60))}`),
    problems: [
      ...unknownMembers(file, value, NETLIFY_MEMBERS),
      ...rules.problems,
      ...unusable.map(
        (name) =>
          `${file}: the variable ${JSON.stringify(name.slice(0, 60))} is not set: it ${variableNameProblem(name) ?? ""}`,
      ),
      ...notRun(file, {
        plugins: said.plugins.length > 0 ? said.plugins : undefined,
        functions: said.build.functions ?? said.functions,
        "edge functions": said.build.edge_functions ?? said.edge_functions,
      }),
    ],
  };
};

const KeyValues = z.array(z.object({ key: z.string(), value: z.coerce.string() }));
const HeaderRule = z.object({ source: z.string(), headers: KeyValues });
const HeaderRules = list(HeaderRule);

const headerRules = (given: z.infer<typeof HeaderRules>) =>
  given.map(({ source, headers }) => {
    return { path: source, headers: headers.map(({ key, value }) => [key, value] as const) };
  });

const PageUrls = {
  cleanUrls: z.boolean().optional().catch(undefined),
  trailingSlash: z.boolean().optional().catch(undefined),
};

/** What differs here: `a.html` is served at `/a` and `/a.html`, and `a/index.html` at `/a/`, where `/a` leads. */
const PAGE_URLS = [
  ["cleanUrls", true, "pages are served without their ending here, and with it too, without a redirect"],
  ["trailingSlash", true, "the page of a folder has a final slash here, and 'a.html' has none"],
  ["trailingSlash", false, "the page of a folder has a final slash here, so that its relative links begin there"],
] as const;

function urlProblems(
  file: string,
  said: Readonly<Partial<Record<keyof typeof PageUrls, boolean | undefined>>>,
): readonly string[] {
  const differing = PAGE_URLS.filter(([member, value]) => said[member] === value);
  return differing.map(([member, , what]) => `${file}: '${member}' has no effect: ${what}`);
}

/** Nothing of either is supported. */
const Conditions = { has: z.unknown().optional(), missing: z.unknown().optional() };
const VercelRedirect = z.object({
  source: z.string(),
  destination: z.string(),
  permanent: z.boolean().optional(),
  statusCode: z.number().optional(),
  ...Conditions,
});
const VercelRewrite = z.object({ source: z.string(), destination: z.string(), ...Conditions });
const Vercel = z.object({
  installCommand: Text.nullable().catch(undefined),
  buildCommand: Text.nullable().catch(undefined),
  outputDirectory: Text.nullable().catch(undefined),
  functions: z.unknown().optional(),
  crons: z.unknown().optional(),
  routes: z.array(z.unknown()).optional().catch(undefined),
  ...PageUrls,
  redirects: list(VercelRedirect),
  rewrites: list(VercelRewrite),
  headers: HeaderRules,
});

const VERCEL_MEMBERS: MemberNames = {
  ...members("build"),
  ...membersOf(Vercel),
  redirects: membersOf(VercelRedirect),
  rewrites: membersOf(VercelRewrite),
  headers: membersOf(HeaderRule),
};

export const readVercel: FileReader = (value, file) => {
  const said = Vercel.parse(value);
  const condition = ({ has, missing }: z.infer<typeof VercelRewrite>): string | undefined =>
    has === undefined && missing === undefined ? undefined : "has a condition, which is not supported";
  const rules = readRules(file, {
    redirects: [
      ...said.redirects.map((rule) => {
        const status = rule.statusCode ?? (rule.permanent === false ? 307 : 308);
        return { from: rule.source, to: rule.destination, status, force: true, condition: condition(rule) };
      }),
      ...said.rewrites.map((rule) => {
        return { from: rule.source, to: rule.destination, status: 200, condition: condition(rule) };
      }),
    ],
    headers: headerRules(said.headers),
  });
  return {
    file,
    manifest: { installCommand: ownInstall(said.installCommand), buildCommand: commandOf(said.buildCommand) },
    output: folderOf(said.outputDirectory),
    serving: rules,
    problems: [
      ...unknownMembers(file, value, VERCEL_MEMBERS),
      ...rules.problems,
      ...urlProblems(file, said),
      ...(said.routes === undefined
        ? []
        : [`${file}: its routes have no effect here: write them as redirects and rewrites`]),
      ...notRun(file, { functions: said.functions, crons: said.crons }),
    ],
  };
};

const Hosting = z.object({
  public: Text,
  ...PageUrls,
  redirects: list(z.object({ source: z.string().optional(), destination: z.string(), type: z.number().default(301) })),
  rewrites: list(z.object({ source: z.string().optional(), destination: z.string().optional() })),
  headers: HeaderRules,
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
  functions: z.unknown().optional(),
});

const FIREBASE_MEMBERS: MemberNames = { ...membersOf(Firebase), hosting: membersOf(Hosting) };

export const readFirebase: FileReader = (value, file) => {
  const { hosting, functions } = Firebase.parse(value);
  const rules = readRules(file, {
    redirects: [
      ...(hosting?.redirects ?? []).map(({ source = "", destination, type }) => {
        return { from: source, to: destination, status: type, force: true, condition: byPattern(source) };
      }),
      ...(hosting?.rewrites ?? []).map(({ source = "", destination = "" }) => {
        const condition = destination === "" ? "leads to a function, which does not run here" : byPattern(source);
        return { from: source, to: destination, status: 200, condition };
      }),
    ],
    headers: headerRules(hosting?.headers ?? []),
  });
  const unknown = unknownMembers(file, value, FIREBASE_MEMBERS);
  const problems = [...unknown, ...rules.problems, ...urlProblems(file, hosting ?? {}), ...notRun(file, { functions })];
  return { file, output: folderOf(hosting?.public), serving: rules, problems };
};

const byPattern = (source: string): string | undefined =>
  source === "" ? "has a regular expression, which is not supported" : undefined;

const Assets = z.object({ directory: Text, not_found_handling: Text });
const Wrangler = z.object({
  pages_build_output_dir: Text,
  assets: Assets.optional().catch(undefined),
  main: z.unknown().optional(),
});

const WRANGLER_MEMBERS: MemberNames = { ...membersOf(Wrangler), assets: membersOf(Assets) };

export const readWrangler: FileReader = (value, file) => {
  const { pages_build_output_dir, assets, main } = Wrangler.parse(value);
  const spa = assets?.not_found_handling === "single-page-application" ? true : undefined;
  const output = folderOf(pages_build_output_dir ?? assets?.directory);
  const worker = main === undefined ? [] : [`${file}: its worker does not run here`];
  return { file, manifest: { spa }, output, problems: [...unknownMembers(file, value, WRANGLER_MEMBERS), ...worker] };
};

const Step = z.object({ uses: z.string().catch(""), with: Texts.optional() });
const Workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: list(Step) }).catch({ steps: [] })).catch({}),
});

/** Steps that publish a folder on GitHub Pages, by the input that names it. */
const PAGES_STEPS: readonly (readonly [uses: RegExp, input: string, usual: string | undefined])[] = [
  [/^actions\/upload-pages-artifact@/, "path", "_site"],
  [/^peaceiris\/actions-gh-pages@/, "publish_dir", "public"],
  [/^JamesIves\/github-pages-deploy-action@/i, "folder", undefined],
];

/** Commands of a workflow are not read: they are for another machine. */
export const readWorkflow: FileReader = (value, file) => {
  const steps = Object.values(Workflow.parse(value).jobs).flatMap((job) => job.steps);
  const folders = steps.flatMap((step) => {
    const found = PAGES_STEPS.find(([uses]) => uses.test(step.uses));
    return found === undefined ? [] : folderOf(step.with?.[found[1]] ?? found[2]);
  });
  const inputOf = (action: string, input: string): string | undefined =>
    folders.length === 0 ? undefined : steps.find(({ uses }) => uses.startsWith(`${action}@`))?.with?.[input];
  const generator = inputOf("actions/configure-pages", "static_site_generator");
  const isOther = inputOf("actions/configure-pages", "generator_config_file") !== undefined;
  return {
    file,
    manifest: { nodeVersion: nodeOf(inputOf("actions/setup-node", "node-version")?.replace(/\.x$/, "")) },
    output: folders.slice(0, 1),
    exportsNext: generator === "next" && !isOther,
    notes:
      generator === undefined
        ? []
        : [`${file}: the base path that actions/configure-pages sets is left out: a preview is served from /`],
  };
};
