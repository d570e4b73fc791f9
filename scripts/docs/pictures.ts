import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { lineAt, type Page } from "./page.ts";

const FOLDER = "docs/pictures";
const MAX_BYTES = 250_000;
const MIN_ALT_CHARS = 12;

/**
 * Looks at the pictures of pages: there, small, with words for those who do not see them, and one for each scheme.
 * @returns One line for each thing that is wrong.
 */
export function wrongPictures(pages: readonly Page[]): readonly string[] {
  const shown = pages.flatMap((page) => picturesOf(page));
  const wrong = shown.flatMap(({ where, path, alt }) => {
    const size = existsSync(path) ? statSync(path).size : undefined;
    if (size === undefined) return [`${where} ${path}: is not there`];
    if (size > MAX_BYTES) return [`${where} ${path}: has ${size} bytes, more than ${MAX_BYTES}`];
    return alt.length < MIN_ALT_CHARS ? [`${where} ${path}: say in alt what it shows`] : [];
  });
  const paths = new Set(shown.map(({ path }) => path));
  return [...wrong, ...shown.flatMap((picture) => wrongPair(picture)), ...lonely(paths)];
}

interface Picture {
  readonly where: string;
  readonly path: string;
  readonly alt: string;
  /** What browsers show on a dark page. */
  readonly dark: string | undefined;
}

function picturesOf({ path: page, prose }: Page): readonly Picture[] {
  const at = (index: number) => `${page}:${lineAt(prose, index)}`;
  const below = (path: string) => normalize(join(dirname(page), path));
  const markdown = [...prose.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(({ 1: alt = "", 2: path = "", index }) => ({
    where: at(index),
    path: below(path),
    alt,
    dark: undefined,
  }));
  const html = [...prose.matchAll(/(<source\b[^>]*>)?\s*(<img\b[^>]*>)/g)].map(({ 1: source, 2: img = "", index }) => ({
    where: at(index),
    path: below(attribute(img, "src") ?? ""),
    alt: attribute(img, "alt") ?? "",
    dark: source?.includes("prefers-color-scheme: dark") ? below(attribute(source, "srcset") ?? "") : undefined,
  }));
  return [...markdown, ...html];
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
}

function wrongPair({ where, path, dark }: Picture): readonly string[] {
  const expected = path.replace("-light.", "-dark.");
  if (expected === path || dark === expected) return [];
  return [`${where} ${path}: show ${expected} to those who read on a dark page`];
}

/** Pictures without a twin for the other scheme, and those that no page shows. */
function lonely(shown: ReadonlySet<string>): readonly string[] {
  const names = readdirSync(FOLDER);
  return names.flatMap((name) => {
    const light = name.replace("-dark.", "-light.");
    const twin = light === name ? name.replace("-light.", "-dark.") : light;
    if (!names.includes(twin)) return [`${FOLDER}/${name}: ${twin} is missing`];
    return shown.has(`${FOLDER}/${light}`) ? [] : [`${FOLDER}/${name}: no page shows it`];
  });
}
