import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { runTool, TOOLS } from "./command.ts";
import { wrongBlocks } from "./docs/blocks.ts";
import { wrongCommands } from "./docs/commands.ts";
import { brokenLinks } from "./docs/links.ts";
import { type Page, readPages } from "./docs/page.ts";
import { wrongPictures } from "./docs/pictures.ts";
import { wrongWorkflows } from "./docs/workflows.ts";
import { freshErrorGuide } from "./error-guide.ts";
import { freshReadmes } from "./readme-tables.ts";

/** One thing `npm run check` makes sure of. */
interface Check {
  readonly name: string;
  /** What to run, or do, when it fails. */
  readonly remedy: string;
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
  { name: "format", remedy: "npm run format", find: tool(TOOLS.oxfmt, ["--check"]) },
  {
    name: "lint",
    remedy: "npm run lint",
    find: tool(TOOLS.oxlint, ["--type-aware", "src", "packages", "scripts", "test", "bench"]),
  },
  { name: "types", remedy: "npm run types", find: tool(TOOLS.tsc, ["-p", "tsconfig.json", "--noEmit"]) },
  { name: "unused code", remedy: "npx knip", find: tool(TOOLS.knip, []) },
  {
    name: "import rules",
    remedy: "npx vitest run test/architecture.test.ts",
    find: tool(TOOLS.vitest, ["run", "test/architecture.test.ts"]),
  },
  { name: "dist is fresh", remedy: "npm run build", find: staleDist },
  { name: "README tables are fresh", remedy: "node scripts/readme-tables.ts", find: staleReadme },
  { name: "error guide is fresh", remedy: "node scripts/error-guide.ts", find: staleErrorGuide },
  { name: "links", remedy: "mend the pages named above", find: pages(brokenLinks) },
  {
    name: "pictures",
    remedy: "mend the pages named above, or node scripts/pictures.ts",
    find: pages(wrongPictures),
  },
  { name: "commands", remedy: "mend the pages named above", find: pages(wrongCommands) },
  { name: "workflows", remedy: "mend the pages named above", find: pages(wrongWorkflows) },
  { name: "every block is checked", remedy: "see Documentation in CONTRIBUTING.md", find: pages(wrongBlocks) },
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

async function staleReadme(): Promise<string> {
  const stale = (await freshReadmes()).filter(({ now, fresh }) => now !== fresh);
  return stale.map(({ path }) => `${path} differs from the action.yml beside it`).join("\n");
}

async function staleErrorGuide(): Promise<string> {
  const { now, fresh, path } = await freshErrorGuide();
  return now === fresh ? "" : `${path} differs from the tables of src/contract`;
}

/** @see `npm run check -- links pictures` runs only what is named. */
async function main(): Promise<void> {
  const failed: Check[] = [];
  const { positionals: only } = parseArgs({ allowPositionals: true });
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
  for (const check of failed) console.log(`To see or mend '${check.name}': ${check.remedy}`);
  if (failed.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
