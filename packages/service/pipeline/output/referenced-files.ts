import { join } from "node:path/posix";
import { isLeftOut, type OutputLimits } from "@greenroom/contract/upload-files";
import { decoded } from "../../domain/decoded.ts";
import { isServedPath } from "../../domain/output-paths.ts";
import { referencesIn } from "../../domain/references.ts";
import { kindAt, readText } from "../source/checkout.ts";
import type { LeftOut } from "./check-site.ts";
import type { OutputFile } from "./list-output.ts";
import { findFolder, type Folder } from "./tree.ts";

interface Listed {
  readonly checkout: Folder;
  /** Where the output lies in the checkout. */
  readonly at: string;
  readonly files: readonly OutputFile[];
  readonly leftOut: readonly LeftOut[];
}

const REFERRING = /\.(?:x?html?|css|m?js)$/;
const MAX_READ = 2_000;
const MAX_READ_BYTES = 32 * 1024 ** 2;
const MAX_FILE_BYTES = 1024 ** 2;
/** Of `node_modules` and dot folders; a site that needs more has a build. */
const MAX_ADDED = 5_000;
const MAX_PACKAGE_FOLDERS = 2_000;

/**
 * Finds what pages, styles and scripts load from folders that are left out otherwise: whole packages of `node_modules`,
 * since those load parts of themselves, and single files of folders that begin with a dot. Nothing but styles, scripts,
 * pictures, fonts and media is among it.
 */
export async function findReferenced(
  listed: Listed,
  { files: maxFiles }: OutputLimits,
): Promise<readonly OutputFile[]> {
  const { checkout, at, files, leftOut } = listed;
  if (!leftOut.some(({ why }) => why === "dot" || why === "packages")) return [];
  const added = new Map<string, OutputFile>();
  const max = Math.min(MAX_ADDED, maxFiles - files.length);
  const add = (path: string): void => {
    if (added.size < max && isServedPath(path)) added.set(path, { path, at: join(at, path) });
  };
  const seen = new Set<string>();
  const waiting = files.filter(({ path }) => REFERRING.test(path)).slice(0, MAX_READ);
  let readBytes = 0;
  for (let next = waiting.shift(); next !== undefined && readBytes < MAX_READ_BYTES; next = waiting.shift()) {
    const read = await readText(checkout, next.at, MAX_FILE_BYTES);
    if (read.kind !== "text") continue;
    readBytes += read.text.length;
    for (const path of leftOutPaths(next.path, read.text)) {
      const unit = packageOf(path) ?? path;
      if (seen.has(unit) || seen.size >= MAX_READ) continue;
      seen.add(unit);
      if (unit !== path) for (const file of await filesBelow(checkout, at, unit)) add(file);
      else if ((await kindAt(checkout, join(at, path))) === "file") add(path);
      if (added.has(path) && path.endsWith(".css")) waiting.push({ path, at: join(at, path) });
    }
  }
  return [...added.values()];
}

const ORIGIN = "http://site.invalid";

/** Paths in left-out folders that a file refers to. */
function leftOutPaths(path: string, text: string): readonly string[] {
  const { base, files, perhaps } = referencesIn(path, text);
  const own = new URL(path.split("/").map(encodeURIComponent).join("/"), `${ORIGIN}/`);
  const from = URL.parse(base ?? "", own.href)?.href ?? own.href;
  const isInside = path.split("/").some(isLeftOut);
  return [...files, ...perhaps].flatMap((address) => {
    // Most lead elsewhere, and to read an address takes time.
    if (!isInside && base === undefined && !/node_modules|(?:^|\/)\.[^./]/.test(address)) return [];
    const url = URL.parse(address, from);
    if (url?.origin !== ORIGIN) return [];
    const target = decoded(url.pathname.slice(1));
    return target?.split("/").some(isLeftOut) === true ? [target] : [];
  });
}

/** The package that a path lies in; undefined for one outside of packages, and for a file beside them. */
function packageOf(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/** Files of a package, without those of packages in it, and whatever is neither a file nor a folder. */
async function filesBelow(checkout: Folder, at: string, root: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [root];
  for (let read = 0; read < MAX_PACKAGE_FOLDERS && paths.length < MAX_ADDED; read += 1) {
    const path = folders.shift();
    if (path === undefined) break;
    await using folder = await findFolder(checkout, join(at, path));
    if (folder === undefined) continue;
    for (const entry of await folder.entries().catch(() => [])) {
      const name = entry.name.toString("utf8");
      if (isLeftOut(name) || !Buffer.from(name).equals(entry.name)) continue;
      if (entry.isDirectory()) folders.push(`${path}/${name}`);
      if (entry.isFile()) paths.push(`${path}/${name}`);
    }
  }
  return paths;
}
