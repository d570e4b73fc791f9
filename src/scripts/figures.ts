import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { TOOLS } from "./command.ts";

const FIGURES = "test/promises/figures.json";

/** One line a run appends to the file that the variable FIGURES names; equal sentences are added up. */
const Line = z.object({ says: z.string().min(1), count: z.int().nonnegative() });

const SuiteFigures = z.strictObject({
  suite: z.string(),
  /** When it ended. */
  at: z.iso.datetime(),
  seconds: z.int().nonnegative(),
  figures: z.array(z.strictObject({ says: z.string(), count: z.int().nonnegative() })),
});

/** What the last whole run of a suite counted. */
export type SuiteFigures = z.infer<typeof SuiteFigures>;

/** A run that counts what it tries. */
export interface Suite {
  readonly name: string;
  /** Its heading on the page. */
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What Node.js runs. */
  readonly args: readonly string[];
}

/** The runs whose figures the page of promises shows. */
export const SUITES: readonly Suite[] = [
  {
    name: "faults",
    title: "Faults between the built action and the service, and between it and GitHub",
    args: [TOOLS.vitest, "run", "test/faults"],
  },
  {
    name: "histories",
    title: "Random histories of faults, kills, twins and re-runs",
    env: { HISTORIES: "36" },
    args: [TOOLS.vitest, "run", "test/promises/histories.test.ts"],
  },
  {
    name: "hostile",
    title: "Hostile text and bytes",
    env: { STRINGS: "2000" },
    args: [TOOLS.vitest, "run", "test/hostile", "test/client/sse-reference.test.ts"],
  },
  { name: "soak", title: "Soak", args: ["test/soak/main.ts"] },
  { name: "breaks", title: "Rules broken on purpose", args: ["src/scripts/breaks.ts"] },
];

/**
 * Reads what the last runs counted, in the order of the suites.
 * @throws {z.ZodError} when the file holds something else
 */
export async function readFigures(): Promise<readonly SuiteFigures[]> {
  return z.array(SuiteFigures).parse(JSON.parse(await readFile(FIGURES, "utf8")));
}

/**
 * Adds up what a run appended.
 * @param text Lines of JSON.
 * @throws {z.ZodError} when a line is no figure
 */
export function figuresOf(text: string): SuiteFigures["figures"] {
  const sums = new Map<string, number>();
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const { says, count } = Line.parse(JSON.parse(line));
    sums.set(says, (sums.get(says) ?? 0) + count);
  }
  return [...sums].map(([says, count]) => ({ says, count }));
}

/**
 * Spells the command of a suite as a person types it.
 */
export function commandOf({ env = {}, args }: Suite): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const [script = "", ...rest] = args;
  return [...variables, ...(script === TOOLS.vitest ? ["npx vitest"] : ["node", script]), ...rest].join(" ");
}

/**
 * Runs suites and keeps what they counted; a suite that fails keeps its earlier figures.
 * @param names Which; all when empty.
 * @throws {Error} when a name is unknown or a suite fails
 */
export async function runSuites(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    throw new Error(`No suite ${unknown.join(", ")}; there are ${SUITES.map(({ name }) => name).join(", ")}.`);
  }
  const failed: string[] = [];
  for (const suite of SUITES.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`${suite.name}: ${commandOf(suite)}`);
    const counted = await runSuite(suite);
    if (counted === undefined) failed.push(suite.name);
    else await keep(counted);
  }
  if (failed.length > 0) throw new Error(`Failed, and so not counted: ${failed.join(", ")}.`);
}

async function runSuite(suite: Suite): Promise<SuiteFigures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-figures-"));
  const file = join(folder, "figures.jsonl");
  const startedMs = performance.now();
  try {
    await writeFile(file, "");
    const status = await ended(suite, { ...process.env, ...suite.env, FIGURES: file });
    if (status !== 0) return undefined;
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const figures = figuresOf(await readFile(file, "utf8"));
    return { suite: suite.name, at: new Date().toISOString(), seconds, figures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ended({ args }: Suite, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: "inherit", env });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function keep(counted: SuiteFigures): Promise<void> {
  const kept = new Map((await readFigures()).map((one) => [one.suite, one]));
  kept.set(counted.suite, counted);
  const ordered = SUITES.flatMap(({ name }) => kept.get(name) ?? []);
  await writeFile(FIGURES, `${JSON.stringify(ordered, null, 2)}\n`);
}
