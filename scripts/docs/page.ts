import { globSync, readFileSync } from "node:fs";

/** A fenced block of a page. */
export interface Block {
  /** Language after the fence, as in `sh`. */
  readonly language: string;
  readonly code: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** What the HTML comment right before it says, as in `run` or `schema: greenroom.json`; empty without one. */
  readonly mark: string;
}

/** A Markdown file, taken apart. */
export interface Page {
  /** Path below the repository's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Text with fenced blocks blanked, so that lines keep their numbers. */
  readonly prose: string;
  /** What a link can point at behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^(`{3,}|~{3,})(\w*)[^\n]*\n([^]*?)^\1[ \t]*$/gm;

/**
 * Takes a Markdown file apart.
 * @param path Path below the repository's root.
 */
export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const prose = text.replaceAll(FENCE, (all: string, _fence, language: string, code: string, offset: number) => {
    const before = text.slice(0, offset);
    const mark = /<!-- ([^>]*?) -->\s*$/.exec(before)?.[1] ?? "";
    blocks.push({ language, code, line: lineAt(text, offset), mark });
    return all.replaceAll(/[^\n]/g, "");
  });
  return { path, text, blocks, prose, anchors: anchorsOf(prose) };
}

/**
 * Reads every Markdown file of the repository.
 * @returns Pages in the order of their paths.
 */
export function readPages(): readonly Page[] {
  const paths = globSync([
    "*.md",
    "{production,close}/*.md",
    "docs/**/*.md",
    ".github/**/*.md",
    "examples/*/*.md",
    "test/**/*.md",
  ]);
  return paths.toSorted().map((path) => readPage(path, readFileSync(path, "utf8")));
}

/**
 * Tells the line of a place in a text.
 * @param offset Characters before the place.
 * @returns From 1.
 */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** As GitHub makes them: lower case, no punctuation, hyphens for blanks, a number behind what repeats. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let n = 1; anchors.has(unique); n += 1) unique = `${slug}-${n}`;
    anchors.add(unique);
  }
  for (const [, id = ""] of prose.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}
