import { stripVTControlCharacters } from "node:util";

/** Characters that move the cursor, hide or reverse text, or break a line. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The same in JSON text, where characters below U+0020 are escaped already. */
const JSON_CONTROLS = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Makes untrusted text safe for a terminal: one line, no escape sequence, no control character. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/[\t\n]+/g, " ");
}

/** Makes untrusted text safe for a terminal, keeping its line ends and tabs. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROLS, "");
}

/** Writes JSON that cannot control a terminal; programs read the same value back. `indent` 0 makes one line. */
export function plainJson(value: unknown, indent = 2): string {
  const escape = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, null, indent).replaceAll(JSON_CONTROLS, escape);
}

/** Columns a text takes on a terminal. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text))
    width += WIDE.test(segment) ? 2 : /^\p{M}+$/u.test(segment) ? 0 : 1;
  return width;
}

/** Breaks one plain line into lines of `width` columns; a longer word, such as a URL, stays whole. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** One cell a column, plain text. */
export type Row = readonly string[];

const GAP = "  ";

/** Colours the text of a cell, which keeps its width. */
export type Paint = (text: string, column: string) => string;

/** A table when it fits into `width` columns, else one block of lines a row. `width` is Infinity without a terminal. */
export function layOut(columns: Row, rows: readonly Row[], width: number, paint: Paint): readonly string[] {
  const widths = columns.map((head, index) => Math.max(...[head, ...rows.map((row) => row[index] ?? "")].map(widthOf)));
  const total = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (columns.length - 1);
  if (total > width)
    return rows.flatMap((row, index) => [...(index > 0 ? [""] : []), ...layOutFields(zip(columns, row), width, paint)]);
  const line = (cells: Row, paintCell: Paint): string =>
    cells
      .map((cell, index) => paintCell(cell, columns[index] ?? "") + spaces(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const heads = columns.map((head) => head.toUpperCase());
  return [line(heads, (text) => text), ...rows.map((row) => line(row, paint))];
}

/** Names to the left and values beside them; fields without a value are left out. */
export function layOutFields(
  fields: readonly (readonly [string, string])[],
  width: number,
  paint: Paint,
): readonly string[] {
  const shown = fields.filter(([, value]) => value !== "");
  const nameWidth = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  return shown.flatMap(([name, value]) =>
    beside(name + spaces(name, nameWidth) + GAP, value, width).map(([left, line]) => left + paint(line, name)),
  );
}

/** The widest start of a line that text stays beside in any case, such as the mark of a list. */
const NARROW = 6;

/** Plain text to the right of what a line starts with, or below that where there is no space; a longer word stays whole. */
export function beside(start: string, text: string, width: number): readonly (readonly [left: string, line: string])[] {
  const startWidth = widthOf(start);
  const space = width - startWidth;
  const lines = wrap(text, space);
  if (startWidth <= NARROW || lines.every((line) => widthOf(line) <= space)) {
    return lines.map((line, index) => [index === 0 ? start : " ".repeat(startWidth), line]);
  }
  const below = wrap(text, width - GAP.length);
  return [
    [start.trimEnd(), ""],
    ...below.map((line) => [widthOf(line) + GAP.length > width ? "" : GAP, line] as const),
  ];
}

/** Breaks the lines of plain text that are wider than `width`; the rest of an item of a list stands below its text. */
export function fold(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (widthOf(line) <= width) return [line];
      const [start = ""] = /^\s*(?:[-✓✗!] )?/.exec(line) ?? [];
      return beside(start, line.slice(start.length), width).map((pair) => pair.join(""));
    })
    .join("\n");
}

function zip(columns: Row, row: Row): readonly (readonly [string, string])[] {
  return columns.map((head, index) => [head, row[index] ?? ""] as const);
}

function spaces(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text)));
}

const STEPS = [
  { under: 60, unit: 1, name: "s" },
  { under: 3600, unit: 60, name: "min" },
  { under: 86_400, unit: 3600, name: "h" },
  { under: Infinity, unit: 86_400, name: "d" },
] as const;

/** As in `5 min ago`; the text itself when it is no ISO 8601 instant, empty when there is none. */
export function ago(instant: string | null | undefined, nowMs: number): string {
  const ms = Date.parse(instant ?? "");
  if (Number.isNaN(ms)) return instant ?? "";
  return `${duration(nowMs - ms)} ago`;
}

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const step = STEPS.find(({ under }) => seconds < under) ?? STEPS[3];
  return `${Math.floor(seconds / step.unit)} ${step.name}`;
}
