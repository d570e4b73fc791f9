import { meetsGoal } from "./compare.ts";
import type { Figure } from "./measure.ts";
import type { Result } from "./results.ts";
import { type Section, SECTIONS } from "./sections.ts";

/** @returns The page `docs/benchmarks.md`. */
export function writeReport(results: ReadonlyMap<string, Result>): string {
  const parts = SECTIONS.flatMap((section) => {
    const result = results.get(section.name);
    return result === undefined ? [] : [sectionText(section, result)];
  });
  return `${[HEAD, ...parts, FOOT].join("\n\n")}\n`;
}

const HEAD = `# Benchmarks

Where a figure has a peer or a floor, it was measured in turns with it on the same machine. Compare the ratios: times differ between machines. A goal is for the ratio if there is one; one that is missed is bold, with the reason below where it is known. Written by \`npm run bench\`.`;

const FOOT = `## How to measure

<!-- check: flags -->

\`\`\`sh
npm run bench                          # all four, beside the kept figures, which they replace
npm run bench -- run streams           # some of them
npm run bench -- --compare streams     # keeps nothing, and fails when a figure became 20 % worse
npm run bench -- --report              # writes this page again
npm run bench -- sites DIR             # real repositories, through the service and by hand
npm run bench -- growth 20000 2000000  # screens, lists and the queue with so many deployments stored
\`\`\`

\`sites\` builds each checkout of a folder, opens home and three inner pages of both builds in a browser, and prints a table. \`DIR/sites.json\` says how a person builds each: \`{"NAME": {"kind": "Vite", "commands": "npm ci && npm run build", "output": "dist"}}\`; \`refused\` says why one is no static site.

Ratios, counts and sizes are compared, and a worse figure is measured once more. Close everything else before you keep figures.`;

function sectionText(section: Section, { figures, before }: Result): string {
  const missed = figures.filter((figure) => meetsGoal(figure) === false);
  const reasons = new Set(missed.flatMap((figure) => reasonOf(section.reasons, figure) ?? []));
  return [
    `## ${section.title}`,
    section.description,
    ["| | Greenroom | Beside it | Ratio | Goal |", "|---|---:|---:|---:|---|", ...figures.map(row)].join("\n"),
    ...reasons,
    `<sub>${before.at.slice(0, 10)}, Node.js ${before.node}, ${before.cpu.trim()} with ${before.cores} cores, load average ${before.load[0]} before.</sub>`,
  ].join("\n\n");
}

function row(figure: Figure): string {
  const { name, value, unit, beside, ratio, goal = "" } = figure;
  const other = beside === undefined ? "" : `${beside.name}: ${amount({ value: beside.value, unit })}`;
  const share = ratio === undefined ? "" : digits(ratio);
  const aim = meetsGoal(figure) === false ? `**${goal}**` : goal;
  return `| ${[name, amount({ value, unit }), other, share, aim].join(" | ")} |`;
}

function reasonOf(reasons: Section["reasons"], { name }: Figure): string | undefined {
  return Object.entries(reasons ?? {}).find(([start]) => name.startsWith(start))?.[1];
}

/** @returns A value with its unit, as in `1.24 ms`. */
export function amount({ value, unit }: Pick<Figure, "value" | "unit">): string {
  return `${digits(value)} ${unit}`.trim();
}

/** As in `0.85`, `12.4` and `1,240`. */
function digits(value: number): string {
  const places = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}
