import { join } from "node:path/posix";
import { Manifest, MANIFEST_FILE } from "@greenroom/contract";
import { BuildFailure } from "../failure.ts";
import { close, find, findFolder, type Folder } from "../output/tree.ts";
import { type MemberNames, members, membersOf, unknownMembers } from "./unknown-members.ts";

export const MAX_MANIFEST_BYTES = 256 * 1024;

interface ManifestQuery {
  readonly slug: string;
  /** Where its members say that it lies, when the repository does not. */
  readonly rootDirectory?: string | undefined;
}

/**
 * Reads what a checkout says of one of its sites: the manifest at its root, with that of the site's folder over it. In
 * each of them, what is listed for the slug is over what is said for all.
 * @returns The manifest without `sites`, and with `rootDirectory` as the root's says, or null when there is none; and
 *   the files that list sites, but not this one.
 * @throws {BuildFailure} `manifest_invalid` with the path of the field.
 */
export async function readManifest(
  checkout: Folder,
  { slug, rootDirectory }: ManifestQuery,
): Promise<{ readonly manifest: Manifest | null; readonly unlisted: readonly string[] }> {
  const unlisted: string[] = [];
  const read = async (name: string): Promise<Manifest | null> => {
    const read = await readManifestFile(checkout, name);
    if (read === null) return null;
    const { manifest, isListed } = manifestOfSite(read, slug);
    if (!isListed) unlisted.push(name);
    return manifest;
  };
  const atRoot = await read(MANIFEST_FILE);
  const folder = atRoot?.rootDirectory ?? rootDirectory;
  if (folder === undefined) return { manifest: atRoot, unlisted };
  const isSetting = atRoot?.rootDirectory === undefined;
  const site = await find(checkout, folder);
  switch (site.kind) {
    case "folder": {
      await using _ = site.folder;
      const atSite = join(folder) === "." ? null : await read(`${folder}/${MANIFEST_FILE}`);
      if (atRoot === null && atSite === null) return { manifest: null, unlisted };
      const manifest = { ...atRoot, ...withoutRoot(atSite), ...(!isSetting && { rootDirectory: folder }) };
      return { manifest, unlisted };
    }
    case "special":
      throw wrongRoot(isSetting, `'${site.at}' is ${site.what}; name the folder itself`);
    case "file":
      await site.file[Symbol.asyncDispose]();
      throw wrongRoot(isSetting, `'${folder}' is a file, not a folder`);
    case "missing":
      throw wrongRoot(isSetting, `the repository has no folder '${folder}'`);
  }
}

export function manifestOfSite(
  { sites, ...common }: Manifest,
  slug: string,
): { readonly manifest: Manifest; readonly isListed: boolean } {
  if (sites === undefined) return { manifest: common, isListed: true };
  const isListed = Object.hasOwn(sites, slug);
  return { manifest: isListed ? { ...common, ...sites[slug] } : common, isListed };
}

const MANIFEST_MEMBERS: MemberNames = {
  ...members("$schema"),
  ...membersOf(Manifest),
  redirects: members("source", "destination", "status"),
  headers: members("source", "headers"),
};

export function unknownInManifest(manifest: Manifest | null): readonly string[] {
  return unknownMembers(MANIFEST_FILE, manifest, MANIFEST_MEMBERS, true);
}

/** A folder cannot say that it lies elsewhere. */
function withoutRoot(manifest: Manifest | null): Manifest | null {
  const { rootDirectory: _, ...rest } = manifest ?? {};
  return rest;
}

function wrongRoot(isSetting: boolean, reason: string): BuildFailure {
  if (isSetting) return new BuildFailure("detect_failed", `The root directory in the settings of the site: ${reason}.`);
  return new BuildFailure("manifest_invalid", `${MANIFEST_FILE}: 'rootDirectory': ${reason}.`);
}

async function readManifestFile(checkout: Folder, name: string): Promise<Manifest | null> {
  const read = await readText(checkout, name, MAX_MANIFEST_BYTES);
  if (read.kind === "missing") return null;
  if (read.kind === "not_a_file") throw new BuildFailure("manifest_invalid", `${name} is not a regular file.`);
  if (read.kind === "too_large") throw manifestTooLarge(name);
  return parseManifest(read.text, name);
}

export const manifestTooLarge = (name: string): BuildFailure =>
  new BuildFailure("manifest_invalid", `${name} is larger than 256 KiB.`);

/** @throws {BuildFailure} `manifest_invalid` */
export function parseManifest(text: string, name: string): Manifest {
  let value: unknown;
  try {
    // Editors on Windows put a mark at the beginning.
    value = JSON.parse(text.replace(/^\ufeff/, ""));
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

type Text =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "not_a_file" }
  | { readonly kind: "too_large" };

/** What a link leads to is not read. */
export async function readText(checkout: Folder, path: string, maxBytes: number): Promise<Text> {
  const found = await find(checkout, path);
  switch (found.kind) {
    case "missing":
      return found;
    case "special":
      return { kind: "not_a_file" };
    case "folder":
      await close(found);
      return { kind: "not_a_file" };
    case "file": {
      await using file = found.file;
      if (file.stats.size > maxBytes) return { kind: "too_large" };
      await using handle = await file.read();
      return { kind: "text", text: await handle.readFile("utf8") };
    }
  }
}

/** @returns Undefined when there is no such file, or it is larger. */
export async function textAt(checkout: Folder, path: string, maxBytes: number): Promise<string | undefined> {
  const read = await readText(checkout, path, maxBytes);
  return read.kind === "text" ? read.text : undefined;
}

const WORKFLOWS = ".github/workflows";
const MAX_WORKFLOWS = 20;

export async function listWorkflows(checkout: Folder): Promise<readonly string[]> {
  await using folder = await findFolder(checkout, WORKFLOWS);
  if (folder === undefined) return [];
  const names = (await folder.entries()).map((entry) => entry.name.toString()).filter((name) => /\.ya?ml$/.test(name));
  return names
    .toSorted()
    .slice(0, MAX_WORKFLOWS)
    .map((name) => join(WORKFLOWS, name));
}

/** A link is neither a folder nor a file. */
export async function kindAt(checkout: Folder, path: string): Promise<"folder" | "file" | undefined> {
  const found = await find(checkout, path);
  await close(found);
  return found.kind === "folder" || found.kind === "file" ? found.kind : undefined;
}
