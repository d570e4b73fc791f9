import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { runTool, TOOLS } from "./command.ts";
import { brokenLinks, type Page, readPages, wrongCommands } from "./docs.ts";
import { generated } from "./generate.ts";

interface Check {
  readonly name: string;
  /** What to do when it fails. */
  readonly hint: string;
  /** @returns What is wrong; empty when nothing is. */
  readonly find: () => Promise<string>;
}

const tool =
  (script: string, args: readonly string[]): Check["find"] =>
  async () => {
    const end = await runTool(script, args);
    return end.status === 0 ? "" : end.text || `ended with ${end.status}`;
  };

const pages =
  (find: (pages: readonly Page[]) => readonly string[]): Check["find"] =>
  async () =>
    find(readPages()).join("\n");

const CHECKS: readonly Check[] = [
  { name: "format", hint: "npm run format", find: tool(TOOLS.oxfmt, ["--check"]) },
  {
    name: "lint",
    hint: "npm run lint",
    find: tool(TOOLS.oxlint, ["--type-aware", "src", "packages", "scripts", "test", "bench"]),
  },
  { name: "types", hint: "npm run types", find: tool(TOOLS.tsc, ["-p", "tsconfig.json", "--noEmit"]) },
  { name: "unused code", hint: "npx knip", find: tool(TOOLS.knip, []) },
  {
    name: "import rules",
    hint: "npx vitest run test/architecture.test.ts",
    find: tool(TOOLS.vitest, ["run", "test/architecture.test.ts"]),
  },
  { name: "dist is fresh", hint: "npm run build", find: staleDist },
  { name: "generated files are fresh", hint: "npm run generate", find: staleFiles },
  { name: "links", hint: "fix the pages named above", find: pages(brokenLinks) },
  { name: "commands", hint: "fix the pages named above", find: pages(wrongCommands) },
];

/** Bundles into a folder of its own and compares bytes with what is committed. */
async function staleDist(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), "greenroom-dist-"));
  try {
    await build({ build: "build", dist });
    return (await differences("dist", dist)).join("\n");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

async function differences(committed: string, fresh: string): Promise<readonly string[]> {
  const names = new Set([...(await filesOf(committed)), ...(await filesOf(fresh))]);
  const different: string[] = [];
  for (const name of [...names].sort()) {
    const [now, then] = await Promise.all([contentOf(join(committed, name)), contentOf(join(fresh, name))]);
    if (now === undefined) different.push(`${join(committed, name)} is missing`);
    else if (then === undefined) different.push(`${join(committed, name)} is not built any more`);
    else if (!now.equals(then)) different.push(`${join(committed, name)} differs from what the sources give`);
  }
  return different;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder, { recursive: true }).catch(() => []);
}

function contentOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

async function staleFiles(): Promise<string> {
  const stale = (await generated()).filter(({ now, fresh }) => now !== fresh);
  return stale.map(({ path }) => `${path} differs from what the code gives`).join("\n");
}

/** @see `npm run check -- lint links` runs only what is named. */
async function main(): Promise<void> {
  const failed: Check[] = [];
  const { positionals: only } = parseArgs({ allowPositionals: true });
  const names = CHECKS.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no check ${unknown.join(", ")}; there are ${names.join(", ")}.`);
  for (const check of CHECKS) {
    if (only.length > 0 && !only.includes(check.name)) continue;
    const startedMs = performance.now();
    const found = await check.find();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${found === "" ? "ok  " : "FAIL"} ${check.name} (${seconds} s)`);
    if (found === "") continue;
    console.log(found.trimEnd());
    failed.push(check);
  }
  for (const check of failed) console.log(`To fix '${check.name}': ${check.hint}`);
  if (failed.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
