import { widthOf, wrap } from "./text.ts";

/** One row: a cell a column, plain text. */
export type Row = readonly string[];

const GAP = "  ";

/**
 * Lays rows out for a terminal: a table when it fits, else one block of lines a row.
 * @param columns Heads.
 * @param rows As many cells as heads; plain text.
 * @param width Columns of the terminal; Infinity when there is none.
 */
export function layOut(columns: Row, rows: readonly Row[], width: number): readonly string[] {
  const widths = columns.map((head, index) => Math.max(...[head, ...rows.map((row) => row[index] ?? "")].map(widthOf)));
  const total = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (columns.length - 1);
  if (total > width)
    return rows.flatMap((row, index) => [...(index > 0 ? [""] : []), ...layOutFields(zip(columns, row), width)]);
  const line = (cells: Row): string =>
    cells
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(columns.map((head) => head.toUpperCase())), ...rows.map(line)];
}

/**
 * Lays the fields of one record out: names to the left, values beside them, or below when there is no room.
 * @param fields Pairs of name and value, plain text; those without a value are left out.
 * @param width Columns of the terminal; Infinity when there is none.
 */
export function layOutFields(fields: readonly (readonly [string, string])[], width: number): readonly string[] {
  const shown = fields.filter(([, value]) => value !== "");
  const nameWidth = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  const room = width - nameWidth - GAP.length;
  return shown.flatMap(([name, value]) => {
    const lines = wrap(value, room);
    if (lines.every((line) => widthOf(line) <= room)) {
      return lines.map((line, index) => `${pad(index === 0 ? name : "", nameWidth)}${GAP}${line}`);
    }
    return [
      name,
      ...wrap(value, width - GAP.length).map((line) => (widthOf(line) + GAP.length > width ? line : GAP + line)),
    ];
  });
}

function zip(columns: Row, row: Row): readonly (readonly [string, string])[] {
  return columns.map((head, index) => [head, row[index] ?? ""] as const);
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
