import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { Manifest, MANIFEST_FILE } from "@greenroom/contract";
import { BuildFailure } from "./failure.ts";

const MAX_MANIFEST_BYTES = 256 * 1024;

/**
 * Reads the manifest of a checkout: the one at its root, with that of its `rootDirectory` over it.
 * @param files Folder of the checkout.
 * @returns The manifest with `rootDirectory` as the root's says, or null when there is none.
 * @throws {BuildFailure} `manifest_invalid` with the path of the field.
 */
export async function readManifest(files: string): Promise<Manifest | null> {
  const atRoot = await readManifestFile(join(files, MANIFEST_FILE), MANIFEST_FILE);
  const folder = atRoot?.rootDirectory;
  if (folder === undefined) return atRoot;
  const site = await folderInside(files, folder);
  if (site === undefined) {
    throw new BuildFailure(
      "manifest_invalid",
      `${MANIFEST_FILE}: 'rootDirectory': the repository has no folder '${folder}'.`,
    );
  }
  const atSite = await readManifestFile(join(site, MANIFEST_FILE), `${folder}/${MANIFEST_FILE}`);
  return { ...atRoot, ...atSite, rootDirectory: folder };
}

async function readManifestFile(path: string, name: string): Promise<Manifest | null> {
  const text = await readText(path, name);
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BuildFailure("manifest_invalid", `${name} is not JSON: ${sentence(cause)}`, { cause });
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = issue?.path.map(String).join(".") ?? "";
  throw new BuildFailure(
    "manifest_invalid",
    `${name}: ${at === "" ? "the file" : `'${at}'`}: ${issue?.message ?? "is wrong"}.`,
  );
}

function sentence(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.endsWith(".") ? text : `${text}.`;
}

/** Read without following a link: the repository is untrusted. */
async function readText(path: string, name: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using handle = await open(path, flags).catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR")) {
      return undefined;
    }
    throw new BuildFailure("manifest_invalid", `${name} is not a regular file.`, { cause });
  });
  if (!handle) return undefined;
  const stat = await handle.stat();
  if (!stat.isFile()) throw new BuildFailure("manifest_invalid", `${name} is not a regular file.`);
  if (stat.size > MAX_MANIFEST_BYTES) throw new BuildFailure("manifest_invalid", `${name} is larger than 256 KiB.`);
  return await handle.readFile("utf8");
}

/**
 * Resolves links.
 * @param root A real path.
 * @returns The real path, or undefined when it is missing or outside of `root`.
 */
export async function realPathInside(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  return real === root || real?.startsWith(`${root}${sep}`) ? real : undefined;
}

/** The real path of a folder below another, or undefined when it is missing, not a folder, or outside of `root`. */
export async function folderInside(root: string, relative: string): Promise<string | undefined> {
  const realRoot = await realpath(root).catch(() => undefined);
  const real = realRoot && (await realPathInside(realRoot, join(root, relative)));
  return real && (await lstat(real)).isDirectory() ? real : undefined;
}

/** Whether a folder holds a regular file of that name; a link is none. */
export async function holdsFile(folder: string, name: string): Promise<boolean> {
  return (await lstat(join(folder, name)).catch(() => undefined))?.isFile() ?? false;
}
