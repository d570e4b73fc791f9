import { between } from "../scripts/tables.ts";
import { meetsGoal } from "./compare.ts";
import type { Figure } from "./measure.ts";
import type { Result } from "./results.ts";

/** Writes the figures into the page `docs/benchmarks.md`, each benchmark's between its marks. */
export function writeReport(page: string, results: ReadonlyMap<string, Result>): string {
  let fresh = page;
  for (const name of NAMES) {
    const result = results.get(name);
    if (result) fresh = between(fresh, name, figuresText(result));
  }
  return fresh;
}

const NAMES = ["run", "service", "streams", "builds"] as const;

function figuresText({ figures, before }: Result): string {
  return [
    ["| | Greenroom | Beside it | Ratio | Goal |", "|---|---:|---:|---:|---|", ...figures.map(row)].join("\n"),
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

/** @returns A value with its unit, as in `1.24 ms`. */
export function amount({ value, unit }: Pick<Figure, "value" | "unit">): string {
  return `${digits(value)} ${unit}`.trim();
}

/** As in `0.85`, `12.4` and `1,240`. */
function digits(value: number): string {
  const places = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
}
