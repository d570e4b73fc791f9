import type { BuildDiagnostic } from "@greenroom/contract";
import { contentTypeOf, isHtml } from "../../domain/content-type.ts";
import type { References } from "../../domain/references.ts";
import type { SiteFiles } from "../../domain/resolve.ts";

export interface SiteReader {
  read(file: { readonly sha256: string; readonly size: number }, maxBytes: number): Promise<Buffer>;
}

type Site = Pick<SiteFiles, "files"> & SiteReader;

/** More of a page is not read: no browser of a visitor would show it in time. */
const MAX_PAGE_BYTES = 1024 ** 2;

export async function readPageText(
  site: SiteReader,
  file: { readonly sha256: string; readonly size: number },
): Promise<string> {
  const bytes = await site.read(file, MAX_PAGE_BYTES);
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(marked).decode(bytes);
}

/** The sizes that pointers have. [git-lfs, "Specification"] */
const POINTER_BYTES = { min: 100, max: 220 } as const;
const POINTER = "version https://git-lfs.github.com/spec/";
const MAX_POINTERS_READ = 100;

export interface Pointers {
  readonly paths: ReadonlySet<string>;
  readonly warnings: readonly BuildDiagnostic[];
}

/** Where there are many small files, only some are looked at. */
export async function findPointers(site: Site): Promise<Pointers> {
  const small = [...site.files].filter(([, { size }]) => size >= POINTER_BYTES.min && size <= POINTER_BYTES.max);
  const likely = small.sort(([one], [other]) => Number(isText(one)) - Number(isText(other)));
  const paths = new Set<string>();
  for (const [path, file] of likely.slice(0, MAX_POINTERS_READ)) {
    if ((await site.read(file, POINTER.length)).toString("latin1") === POINTER) paths.add(path);
  }
  const [first] = paths;
  if (first === undefined) return { paths, warnings: [] };
  const count = paths.size === 1 ? "A file is a pointer" : `${paths.size} files are pointers`;
  const message = `${count} of Git LFS instead of what it points to: '${first.slice(0, 200)}'${paths.size === 1 ? "" : " is the first"}.`;
  const hint =
    "The log of a build says why they were not fetched. Commit the files themselves, or build where Git LFS is and upload the result.";
  return { paths, warnings: [{ level: "warning", code: "lfs_pointers", message, hint }] };
}

function isText(path: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript|xml))/.test(contentTypeOf(path));
}

export const hasFrontMatter = (text: string): boolean => /^\s*---\s*\n/.test(text);

export function isTemplate(text: string): boolean {
  const start = /^\s*(?:<!doctype[^>]{0,200}>\s*)?(?:\{%|\{\{-?\s*(?:define|partial|template|block)\b|<\?php\b)/i;
  return hasFrontMatter(text) || start.test(text);
}

const MAX_TEMPLATES_READ = 50;

export async function findTemplates(
  site: Site,
  home: { readonly path: string; readonly references: References } | undefined,
): Promise<BuildDiagnostic[]> {
  const found: string[] = [];
  if (home?.references.template !== undefined) found.push(home.path);
  const pages = [...site.files].filter(([path]) => isHtml(path) && path !== home?.path);
  for (const [path, file] of pages.slice(0, MAX_TEMPLATES_READ)) {
    if (/^(?:\ufeff)?(?:---\r?\n|\{%|<\?php\b)/.test((await site.read(file, 16)).toString("utf8"))) found.push(path);
  }
  const [first] = found;
  if (first === undefined) return [];
  const count = found.length === 1 ? "A page shows" : `${found.length} pages show`;
  const message = `${count} the source of a template that was not built: '${first.slice(0, 200)}'${found.length === 1 ? "" : " is the first"}.`;
  const hint = "Say in greenroom.json how to build the site ('buildCommand', 'output'), or upload the built one.";
  return [{ level: "warning", code: "raw_templates", message, hint }];
}
