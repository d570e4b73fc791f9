/** A file that is written from the code, as it is and as it should be. */
export interface Generated {
  readonly path: string;
  readonly now: string;
  readonly fresh: string;
}

/** Puts content between the two marks of a page. @throws {Error} When a mark is missing */
export function between(page: string, mark: string, content: string): string {
  const [from, to] = placeOf(page, mark);
  return `${page.slice(0, from)}\n\n${content}\n\n${page.slice(to)}`;
}

/** @returns What is between the two marks. */
export function marked(page: string, mark: string): string {
  return page.slice(...placeOf(page, mark));
}

function placeOf(page: string, mark: string): readonly [from: number, to: number] {
  const start = `<!-- ${mark}:start -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(`<!-- ${mark}:end -->`, from);
  if (from === -1 || to === -1) throw new Error(`The page has lost its marks for ${mark}.`);
  return [from + start.length, to];
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map((row) => line(row.map(cell)))].join("\n");
}
