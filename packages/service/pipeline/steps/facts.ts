import { join } from "node:path/posix";
import { decoded } from "../../domain/decoded.ts";
import { readPage, type References } from "../../domain/references.ts";
import { BuildFailure } from "../failure.ts";
import { followInside } from "../output/links.ts";
import { hasFrontMatter, isTemplate } from "../output/site-contents.ts";
import { close, findFolder, type Folder } from "../output/tree.ts";
import { kindAt, textAt } from "../source/checkout.ts";
import { type PackageJson, readPackageJson } from "./package-json.ts";
import type { FolderFacts } from "./recognize.ts";

const MAX_CONFIG_BYTES = 64 * 1024;

/** @throws {BuildFailure} `detect_failed` when its package.json cannot be read. */
export async function readFacts(checkout: Folder, folder: string, top: PackageJson | undefined): Promise<FolderFacts> {
  const names = new Set(await namesIn(checkout, folder));
  if (await hasPage(checkout, folder)) names.add("index.html");
  const packageJson = await readPackageJson(checkout, folder);
  const hasTemplate = packageJson !== undefined && names.has("index.html");
  return {
    names,
    configToml: (await textAt(checkout, join(folder, "config.toml"), MAX_CONFIG_BYTES)) ?? "",
    packageJson,
    shared: folder === "." ? undefined : top,
    homeIsSource: names.has("index.html") && (await homeIsSource(checkout, folder)),
    runsAsCommitted: hasTemplate && (await runsAsCommitted(checkout, folder)),
    lacksStyles: hasTemplate && (await lacksStyles(checkout, folder)),
  };
}

/** One that is a link within the checkout is served as what it leads to. */
export async function hasPage(checkout: Folder, folder: string): Promise<boolean> {
  const followed = await followInside({ checkout, mountedAt: [] }, join(folder, "index.html"));
  if (followed.kind !== "inside") return false;
  await close(followed.found);
  return followed.found.kind === "file";
}

const MAX_PAGE_BYTES = 256 * 1024;
const MAX_ASSETS = 20;

/** Whether the home page shows nothing, or its source, as it is committed: the template of what is made elsewhere. */
export async function homeIsTemplate(checkout: Folder, folder: string): Promise<boolean> {
  const text = await textAt(checkout, join(folder, "index.html"), MAX_PAGE_BYTES);
  if (text === undefined) return false;
  const page = readPage(text);
  return page.blank || page.unfilled || isTemplate(text);
}

async function homeIsSource(checkout: Folder, folder: string): Promise<boolean> {
  const page = await textAt(checkout, join(folder, "index.html"), MAX_PAGE_BYTES);
  return page !== undefined && hasFrontMatter(page);
}

/** Whether the home page has scripts, and they and its styles are there without a build. */
export async function runsAsCommitted(checkout: Folder, folder: string): Promise<boolean> {
  const page = await homeReferences(checkout, folder);
  return page !== undefined && page.scripts.some(isOwn) && loadsOnlyFiles(checkout, folder, page);
}

async function lacksStyles(checkout: Folder, folder: string): Promise<boolean> {
  const page = await homeReferences(checkout, folder);
  if (page === undefined) return false;
  for (const path of ownPaths(page.styles).slice(0, MAX_ASSETS))
    if ((await kindAt(checkout, join(folder, path))) !== "file") return true;
  return false;
}

/**
 * Where what the home page of a folder loads lies as it is committed: some of it above the folder, or nowhere; else in
 * the folder, as far as that is known.
 * @param isPlain Whether nothing is built, so that what begins with a slash can mean a file at the top.
 */
export async function whereHomeLoads(
  checkout: Folder,
  folder: string,
  isPlain = false,
): Promise<"inside" | "above" | "nowhere"> {
  const page = await homeReferences(checkout, folder);
  if (page === undefined) return "inside";
  const above = ownPaths(page.files).filter((path) => join(path).startsWith("../"));
  for (const path of above.slice(0, MAX_ASSETS))
    if ((await kindAt(checkout, join(folder, path))) === "file") return "above";
  if (await loadsOnlyFiles(checkout, folder, page)) return "inside";
  return isPlain && (await loadsOnlyFiles(checkout, ".", page)) ? "above" : "nowhere";
}

/** Undefined also for a page that says what its addresses are relative to. */
async function homeReferences(checkout: Folder, folder: string): Promise<References | undefined> {
  const text = await textAt(checkout, join(folder, "index.html"), MAX_PAGE_BYTES);
  const page = text === undefined ? undefined : readPage(text);
  return page?.base === undefined ? page : undefined;
}

const isOwn = (address: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

function ownPaths(addresses: readonly string[]): readonly string[] {
  const paths = addresses.filter(isOwn).map((address) => address.replace(/[?#].*/s, ""));
  return paths.map((path) => decoded(path) ?? path);
}

async function loadsOnlyFiles(checkout: Folder, folder: string, { scripts, styles }: References): Promise<boolean> {
  const paths = ownPaths([...scripts, ...styles]);
  if (paths.length > MAX_ASSETS) return false;
  for (const path of paths) if ((await kindAt(checkout, join(folder, path))) !== "file") return false;
  return true;
}

/** Names of files and folders; that of a folder ends with a slash. A link is neither. */
async function namesIn(checkout: Folder, path: string): Promise<readonly string[]> {
  await using folder = await findFolder(checkout, path);
  if (folder === undefined) return [];
  return (await folder.entries()).flatMap((entry) => {
    if (entry.isDirectory()) return [`${entry.name.toString()}/`];
    return entry.isFile() ? [entry.name.toString()] : [];
  });
}

/** @returns Undefined when its package.json cannot be read. */
export async function tryFacts(
  checkout: Folder,
  folder: string,
  top: PackageJson | undefined,
): Promise<FolderFacts | undefined> {
  try {
    return await readFacts(checkout, folder, top);
  } catch (error) {
    if (error instanceof BuildFailure) return undefined;
    throw error;
  }
}
