import { readFile } from "node:fs/promises";
import { z } from "zod";

/** Figures of the last run of every area, committed. */
export const RESULTS = "test/mutation/results.json";

const EXPLANATIONS = "test/mutation/survivors.json";

const Survivor = z.strictObject({ file: z.string(), line: z.int(), code: z.string(), becomes: z.string() });
const AreaResult = z.strictObject({
  area: z.string(),
  files: z.array(z.string()),
  killed: z.int(),
  timedOut: z.int(),
  /** Breaks of what runs once, at import. */
  notMeasured: z.int().default(0),
  survivors: z.array(Survivor),
  at: z.string(),
  load: z.number(),
});
const Explanation = z.strictObject({
  file: z.string(),
  code: z.string(),
  /** Every replacement it speaks of. */
  becomes: z.array(z.string()),
  why: z.string(),
});

/** A break that no test notices. */
export type Survivor = z.infer<typeof Survivor>;
/** What became of the breaks of one area. */
export type AreaResult = z.infer<typeof AreaResult>;
/** Why a break may stay unnoticed. */
export type Explanation = z.infer<typeof Explanation>;

const INTRODUCTION = `# Mutation testing

This page is written by \`node src/scripts/mutation.ts\`. Stryker breaks one place of a source file at a time (a condition turned, a call left out, a text emptied) and runs the fast tests that cover it: a break that no test notices is a survivor. A break that makes a test run out of its time counts as noticed and is given apart, since a busy machine can do the same. What runs once, at import, is not measured: the runner cannot break it while the tests run.

\`node src/scripts/mutation.ts key retry\` runs some of the areas; unchanged sources and tests are not measured again, and \`--page\` writes this page of the figures there are. Which files and tests an area has is in \`src/scripts/mutation-areas.ts\`, why a survivor may stand in \`test/mutation/survivors.json\`.
`;

/** @returns Figures of earlier runs; none at first. */
export async function readResults(): Promise<readonly AreaResult[]> {
  return z.array(AreaResult).parse(await readJson(RESULTS));
}

/** @returns Why survivors may stand. */
export async function readExplanations(): Promise<readonly Explanation[]> {
  return z.array(Explanation).parse(await readJson(EXPLANATIONS));
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch(() => "[]");
  return JSON.parse(text);
}

/**
 * Finds why a survivor may stand.
 * @param explanations All explanations.
 * @param survivor The break.
 */
export function explanationOf(explanations: readonly Explanation[], survivor: Survivor): Explanation | undefined {
  return explanations.find(
    ({ file, code, becomes }) => file === survivor.file && code === survivor.code && becomes.includes(survivor.becomes),
  );
}

/**
 * Writes the page of the figures.
 * @param results Areas in the order they are shown.
 * @param explanations Why survivors may stand.
 * @returns Markdown.
 */
export function mutationPage(results: readonly AreaResult[], explanations: readonly Explanation[]): string {
  const rows = results.map((result) => {
    const { area, files, killed, timedOut, notMeasured, survivors, at, load } = result;
    const explained = survivors.filter((survivor) => explanationOf(explanations, survivor) !== undefined).length;
    const counts = [killed, timedOut, survivors.length, explained, notMeasured, `${scoreOf(result).toFixed(1)} %`];
    return `| ${area} | ${files.map((file) => `\`${file}\``).join("<br>")} | ${counts.join(" | ")} | ${at.slice(0, 16)}Z, load ${load} |`;
  });
  const head =
    "| Area | Sources | Killed | Timed out | Survived | Of these explained | Not measured | Noticed | When |\n|---|---|---|---|---|---|---|---|---|";
  return [INTRODUCTION, head, ...rows, "", ...results.flatMap((result) => survivorsOf(result, explanations))].join(
    "\n",
  );
}

/** Share of the breaks that were noticed, per cent. */
export function scoreOf({ killed, timedOut, survivors }: AreaResult): number {
  const all = killed + timedOut + survivors.length;
  return all === 0 ? 100 : ((killed + timedOut) / all) * 100;
}

function survivorsOf({ area, survivors }: AreaResult, explanations: readonly Explanation[]): readonly string[] {
  if (survivors.length === 0) return [];
  const rows = survivors.map((survivor) => {
    const why = explanationOf(explanations, survivor)?.why ?? "**Not explained.**";
    return `| \`${survivor.file}\` | ${cell(survivor.code)} | ${cell(survivor.becomes)} | ${why} |`;
  });
  return [
    `## Survivors of ${area}`,
    "",
    "| File | Code | Becomes | Why it may stand |",
    "|---|---|---|---|",
    ...rows,
    "",
  ];
}

function cell(code: string): string {
  const short = code.length > 90 ? `${code.slice(0, 89)}…` : code;
  const text = short.replaceAll("|", "\\|");
  const fence = text.includes("`") ? "``" : "`";
  return text === "" ? "nothing" : `${fence} ${text} ${fence}`;
}
