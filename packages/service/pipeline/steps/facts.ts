import { join } from "node:path/posix";
import { BuildFailure } from "../failure.ts";
import { find, type Folder } from "../output/tree.ts";
import { readText } from "../source/checkout.ts";
import { readPackageJson } from "./package-json.ts";
import type { FolderFacts } from "./recognize.ts";

const MAX_CONFIG_BYTES = 64 * 1024;

/**
 * Reads what decides which site a folder holds.
 * @throws {BuildFailure} `detect_failed` when its package.json cannot be read.
 */
export async function readFacts(checkout: Folder, folder: string): Promise<FolderFacts> {
  const names = new Set(await namesIn(checkout, folder));
  const config = names.has("config.toml")
    ? await readText(checkout, join(folder, "config.toml"), MAX_CONFIG_BYTES)
    : undefined;
  return {
    names,
    configToml: config?.kind === "text" ? config.text : "",
    packageJson: await readPackageJson(checkout, folder),
  };
}

/** Names of files and folders; that of a folder ends with a slash. A link is neither. */
async function namesIn(checkout: Folder, path: string): Promise<readonly string[]> {
  const found = await find(checkout, path);
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  if (found.kind !== "folder") return [];
  await using folder = found.folder;
  return (await folder.entries()).flatMap((entry) => {
    if (entry.isDirectory()) return [`${entry.name.toString()}/`];
    return entry.isFile() ? [entry.name.toString()] : [];
  });
}

/** @returns Undefined when its package.json cannot be read. */
export async function tryFacts(checkout: Folder, folder: string): Promise<FolderFacts | undefined> {
  try {
    return await readFacts(checkout, folder);
  } catch (error) {
    if (error instanceof BuildFailure) return undefined;
    throw error;
  }
}
