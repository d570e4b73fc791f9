import { meetsGoal } from "./compare.ts";
import { drawCurve } from "./curve.ts";
import type { Figure } from "./measure.ts";
import type { Result } from "./results.ts";
import { type Section, SECTIONS } from "./sections.ts";

/** Folder of the pictures, beside the page. */
const PICTURES = "pictures";

/** The page and its pictures, by path below `docs`. */
export type Report = ReadonlyMap<string, string>;

/**
 * Writes the page of all benchmarks.
 * @param results Kept results, by name.
 */
export function writeReport(results: ReadonlyMap<string, Result>): Report {
  const files = new Map<string, string>();
  const parts = SECTIONS.flatMap((section) => {
    const result = results.get(section.name);
    return result === undefined ? [] : [sectionText(section, result)];
  });
  for (const { curves } of results.values()) {
    for (const curve of curves) {
      files.set(`${PICTURES}/bench-${curve.name}-light.svg`, drawCurve(curve, "light"));
      files.set(`${PICTURES}/bench-${curve.name}-dark.svg`, drawCurve(curve, "dark"));
    }
  }
  files.set("benchmarks.md", `${[HEAD, summary(results), ...parts, FOOT].join("\n\n")}\n`);
  return files;
}

const HEAD = `# Benchmarks

Every figure is shown beside a peer or a floor that was measured in the same run on the same machine. Times differ between machines; the ratios are what to compare. This page is written by \`node bench/main.ts --report\` from \`bench/results\`.`;

const FOOT = `## How to measure

<!-- check: flags -->

\`\`\`sh
npm run bench                          # all of them, beside the kept figures, which they replace
npm run bench -- notice streams        # some of them
npm run bench -- --compare streams     # keeps nothing, and fails when a figure became 20 % worse
npm run bench -- --report              # writes this page again
\`\`\`

Compared are ratios, counts and sizes, which mean the same on another machine; times are shown. A figure that is worse is measured once more and flagged only when it is worse both times. \`hosting\` needs nginx and wrk, \`first-request\` also measures another Node.js when it finds one on PATH. Close everything else before you keep figures: the load average is kept with them.`;

function summary(results: ReadonlyMap<string, Result>): string {
  const rows = SECTIONS.flatMap(({ name, title, reasons }) =>
    (results.get(name)?.figures ?? []).flatMap((figure) => {
      const met = meetsGoal(figure);
      if (met === undefined) return [];
      return [
        `| [${title}](#${anchor(title)}) | ${figure.name} | ${amount(figure)} | ${figure.goal ?? ""} | ${verdict(met, reasonOf(reasons, figure) !== undefined)} |`,
      ];
    }),
  );
  return ["## Goals", "", "| | Figure | Measured | Goal | |", "|---|---|---:|---|---|", ...rows].join("\n");
}

function verdict(met: boolean, explained: boolean): string {
  if (met) return "met";
  return explained ? "**missed**, see why below" : "**missed**";
}

function sectionText(section: Section, { figures, curves, before }: Result): string {
  const rows = figures.map(
    (figure) => `| ${figure.name} | ${amount(figure)} | ${figure.goal ?? ""} | ${mark(figure)} |`,
  );
  const why = Map.groupBy(
    figures.filter((figure) => meetsGoal(figure) === false),
    (figure) => reasonOf(section.reasons, figure),
  );
  const reasons = [...why].flatMap(([reason, missed]) =>
    reason === undefined ? [] : [`**Missed: ${missed.map(({ name }) => name).join("; ")}.** ${reason}`],
  );
  return [
    `## ${section.title}`,
    section.description,
    ["| Figure | | Goal | |", "|---|---:|---|---|", ...rows].join("\n"),
    ...reasons,
    ...curves.map(({ name, title }) => picture(name, title)),
    `<sub>${before.at.slice(0, 16).replace("T", " ")} UTC, Node.js ${before.node}, ${before.cpu.trim()} with ${before.cores} cores, load average ${before.load[0]} before.</sub>`,
  ].join("\n\n");
}

function reasonOf(reasons: Section["reasons"], { name }: Figure): string | undefined {
  return Object.entries(reasons ?? {}).find(([start]) => name.startsWith(start))?.[1];
}

function picture(name: string, title: string): string {
  const path = `${PICTURES}/bench-${name}`;
  return `<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="${path}-dark.svg">\n  <img src="${path}-light.svg" width="640" alt="Curve: ${title}">\n</picture>`;
}

function mark(figure: Figure): string {
  const met = meetsGoal(figure);
  if (met === undefined) return "";
  return met ? "met" : "missed";
}

/** @returns A value with its unit, as in `1.24 times`. */
export function amount({ value, unit }: Pick<Figure, "value" | "unit">): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text} ${unit}`.trim();
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
