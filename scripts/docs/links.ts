import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { lineAt, type Page } from "./page.ts";

const MARKDOWN_LINK = /\[(?:[^\][]|\[[^\]]*\])*\]\(<?([^()\s>]+)>?(?: "[^"]*")?\)/g;
const DEFINITION = /^\[[^\]]+\]: +<?([^\s>]+)>?/gm;
const HTML_LINK = /(?:href|src|srcset)="([^"]+)"/g;

/**
 * Looks where the links of pages lead: files and headings here must exist, addresses elsewhere must be https.
 * @param exists Tells whether a path below the root is there; the file system unless given.
 * @returns One line for each link that leads nowhere.
 */
export function brokenLinks(pages: readonly Page[], exists = existsSync): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    linksOf(page).flatMap(({ target, line }) => {
      const why = wrongWith(target, { page, byPath, exists });
      return why === undefined ? [] : [`${page.path}:${line} ${target}: ${why}`];
    }),
  );
}

interface Link {
  readonly target: string;
  readonly line: number;
}

function linksOf({ prose }: Page): readonly Link[] {
  const text = prose.replaceAll(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
  return [MARKDOWN_LINK, DEFINITION, HTML_LINK].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 1: target = "", index }) => ({ target, line: lineAt(text, index) })),
  );
}

interface ProcessDeps {
  readonly page: Page;
  readonly byPath: ReadonlyMap<string, Page>;
  readonly exists: (path: string) => boolean;
}

function wrongWith(target: string, { page, byPath, exists }: ProcessDeps): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return wrongAddress(target);
  const [path = "", anchor] = target.split("#");
  if (path.startsWith("/")) return "write it relative to this page";
  const place = path === "" ? page.path : normalize(join(dirname(page.path), decodeURIComponent(path)));
  if (place.startsWith("..")) return "leads out of the repository";
  if (path !== "" && !exists(place)) return "is not there";
  if (anchor === undefined) return undefined;
  const other = path === "" ? page : byPath.get(place);
  if (other === undefined) return statSync(place).isFile() ? "only Markdown has headings to point at" : "is a folder";
  return other.anchors.has(anchor) ? undefined : "has no such heading";
}

function wrongAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "is no address";
  if (url.protocol !== "https:") return "must begin with https://";
  return url.username === "" && url.hostname.includes(".") ? undefined : "is no public address";
}
