// Breaks one rule of the product at a time, in a copy of the tree, and demands that a test turns red:
//   node src/scripts/breaks.ts            all of test/promises/breaks.json
//   node src/scripts/breaks.ts webhook    those whose rule holds the word
import { spawn } from "node:child_process";
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { TOOLS } from "./command.ts";

const BREAKS = "test/promises/breaks.json";
const CAUGHT = "test/promises/breaks-caught.json";

/** Tests named for one break; more would say the same. */
const MAX_NAMED = 3;

/** Not copied: made by tools, large, or of no use to a test. */
const LEFT_OUT = /^(?:node_modules|build.*|dist\..+|reports|coverage|\.git|\.stryker-tmp|\.hypothesis|.*\.log)$/;
/** What the bundle is made of. */
const BUNDLED = /^src\/(?:actions|client|github|contract)\//;
/** Tests that run the bundle. */
const RUN_BUNDLE = /^test\/(?:e2e|faults|promises|hostile)\//;

const Break = z.strictObject({
  /** The rule that is broken, as a sentence. */
  rule: z.string(),
  file: z.string(),
  /** Text that stands in the file once. */
  from: z.string().min(1),
  to: z.string(),
  /** Test files that must notice. */
  tests: z.array(z.string()).min(1),
  /** Only tests whose names match, to save time. */
  only: z.string().optional(),
});

/** One rule, and how it is broken. */
export type Break = z.infer<typeof Break>;

const CaughtBreak = z.strictObject({
  rule: z.string(),
  file: z.string(),
  caughtBy: z.array(z.strictObject({ file: z.string(), name: z.string() })),
});

/** A broken rule, and the tests that turned red. */
export type CaughtBreak = z.infer<typeof CaughtBreak>;

const Report = z.looseObject({
  numPassedTests: z.int(),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.looseObject({ status: z.string(), title: z.string() })),
    }),
  ),
});

interface Outcome {
  readonly passed: number;
  readonly red: CaughtBreak["caughtBy"];
}

/**
 * Reads the list of breaks.
 * @throws {z.ZodError} when the file holds something else
 */
export async function readBreaks(): Promise<readonly Break[]> {
  return z.array(Break).parse(JSON.parse(await readFile(BREAKS, "utf8")));
}

/**
 * Reads which tests turned red in the last whole run.
 * @throws {z.ZodError} when the file holds something else
 */
export async function readCaught(): Promise<readonly CaughtBreak[]> {
  return z.array(CaughtBreak).parse(JSON.parse(await readFile(CAUGHT, "utf8")));
}

/** A copy of the tree that tests can run in. */
export interface Workshop extends AsyncDisposable {
  /** Runs the tests of a break on what stands in the copy now. */
  check(broken: Break): Promise<Outcome>;
  /** Breaks a rule, runs its tests, and mends it again. */
  play(broken: Break): Promise<Outcome>;
}

/** Copies the tree; packages are linked. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-breaks-"));
  for (const name of await readdir(".")) {
    if (!LEFT_OUT.test(name)) await cp(name, join(folder, name), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  const check = (broken: Break): Promise<Outcome> => runTests(folder, broken);
  return {
    check,
    async play(broken) {
      const path = join(folder, broken.file);
      const whole = await readFile(path, "utf8");
      await writeFile(path, brokenText(whole, broken));
      const bundled = BUNDLED.test(broken.file) && broken.tests.some((test) => RUN_BUNDLE.test(test));
      try {
        if (bundled) await cp(join(folder, "dist"), join(folder, "dist.whole"), { recursive: true });
        if (bundled) await mustRun(folder, ["src/scripts/build.ts"]);
        return await check(broken);
      } finally {
        await writeFile(path, whole);
        if (bundled) await rm(join(folder, "dist"), { recursive: true });
        if (bundled) await cp(join(folder, "dist.whole"), join(folder, "dist"), { recursive: true });
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Breaks a rule in the text of its file.
 * @throws {Error} when the text to be replaced does not stand there exactly once
 */
export function brokenText(whole: string, { rule, file, from, to }: Break): string {
  const [before, after, ...more] = whole.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`'${rule}' cannot be broken: ${file} must hold this once, see ${BREAKS}: ${from}`);
  }
  return before + to + after;
}

async function runTests(folder: string, { tests, only }: Break): Promise<Outcome> {
  const file = join(folder, "report.json");
  await rm(file, { force: true });
  const filter = only === undefined ? [] : ["-t", only];
  await run(folder, [TOOLS.vitest, "run", ...tests, ...filter, "--reporter=json", `--outputFile=${file}`]);
  const report = Report.parse(JSON.parse(await readFile(file, "utf8")));
  const red = report.testResults.flatMap((result) => {
    const path = result.name.slice(result.name.lastIndexOf("/test/") + 1);
    const failed = result.assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot even be loaded shows nothing about the rule.
    if (failed.length === 0 && result.status === "failed") throw new Error(`${path} could not be run in the copy.`);
    return failed.map(({ title }) => ({ file: path, name: title }));
  });
  return { passed: report.numPassedTests, red };
}

async function mustRun(folder: string, args: readonly string[]): Promise<void> {
  const { status, text } = await run(folder, args);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status} in the copy:\n${text}`);
}

function run(cwd: string, args: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((done, reject) => {
    // Tests of the copy are no run whose figures count.
    const { FIGURES: _, VITEST: __, ...env } = process.env;
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => done({ status: code ?? 1, text: Buffer.concat(chunks).toString("utf8") }));
  });
}

/**
 * Plays breaks one after the other.
 * @param tell Told about each as it was played.
 */
async function playAll(breaks: readonly Break[], tell: (caught: CaughtBreak) => Promise<void>): Promise<void> {
  await using workshop = await openWorkshop();
  const passing = new Set<string>();
  for (const broken of breaks) {
    const name = [...broken.tests, broken.only ?? ""].join(" ");
    const whole = passing.has(name) ? undefined : await workshop.check(broken);
    if (whole !== undefined && (whole.red.length > 0 || whole.passed === 0)) {
      throw new Error(
        `${name.trim()} must pass before '${broken.rule}' is broken: ${whole.red[0]?.name ?? "none ran"}`,
      );
    }
    passing.add(name);
    const { red } = await workshop.play(broken);
    await tell({ rule: broken.rule, file: broken.file, caughtBy: distinct(red).slice(0, MAX_NAMED) });
  }
}

/** Of a table of cases one name is enough. */
function distinct(red: CaughtBreak["caughtBy"]): CaughtBreak["caughtBy"] {
  return red.filter(
    (one, index) => red.findIndex(({ file, name }) => file === one.file && name === one.name) === index,
  );
}

/** Keeps what was caught, in the order of the list; rules that are gone from it are forgotten. */
async function keep(all: readonly Break[], one: CaughtBreak): Promise<void> {
  const kept = new Map((await readCaught()).map((caught) => [caught.rule, caught]));
  kept.delete(one.rule);
  if (one.caughtBy.length > 0) kept.set(one.rule, one);
  const ordered = all.flatMap(({ rule }) => kept.get(rule) ?? []);
  await writeFile(CAUGHT, `${JSON.stringify(ordered, null, 2)}\n`);
}

async function count(says: string): Promise<void> {
  const file = process.env["FIGURES"];
  if (file !== undefined && file !== "") await appendFile(file, `${JSON.stringify({ says, count: 1 })}\n`);
}

async function main(words: readonly string[]): Promise<void> {
  const all = await readBreaks();
  const breaks = all.filter(({ rule }) => words.length === 0 || words.some((word) => rule.includes(word)));
  const unnoticed: string[] = [];
  await playAll(breaks, async (caught) => {
    await keep(all, caught);
    const { rule, caughtBy } = caught;
    const first = caughtBy[0];
    if (first === undefined) unnoticed.push(rule);
    else await count("Rules broken on purpose in a copy, each of which turned a test red");
    console.log(first === undefined ? `NOT NOTICED  ${rule}` : `red  ${rule}  <-  ${first.file}: ${first.name}`);
  });
  if (unnoticed.length === 0) return;
  console.error(`No test noticed that these are broken:\n${unnoticed.join("\n")}`);
  process.exitCode = 1;
}

if (import.meta.main) await main(process.argv.slice(2));
