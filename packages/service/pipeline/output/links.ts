import { readlink } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path/posix";
import { isPrivate } from "../../domain/output-paths.ts";
import { find, findFolder, type Folder, type LookupResult } from "./tree.ts";

/** Where links are followed: never by the system, which would follow one out of the checkout. */
export interface LinkScope {
  readonly checkout: Folder;
  /** What absolute links of a build begin with that mean the checkout. */
  readonly mountedAt: readonly string[];
}

/** As many as Linux follows. [path_resolution(7)] */
const MAX_LINKS = 40;

export type Followed =
  | {
      readonly kind: "inside";
      readonly found: Exclude<LookupResult, { readonly kind: "special" }>;
      /** Relative to the checkout, without a link in it. */
      readonly path: string;
    }
  | { readonly kind: "outside"; readonly at: string }
  | { readonly kind: "special"; readonly at: string; readonly what: string };

/** @param path Relative to the checkout. */
export async function followInside({ checkout, mountedAt }: LinkScope, path: string): Promise<Followed> {
  let way = join(path);
  let at = way;
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    if (way.split("/").some((name) => name === ".." || isPrivate(name))) return { kind: "outside", at };
    const found = await find(checkout, way);
    if (found.kind !== "special") return { kind: "inside", found, path: way };
    ({ at } = found);
    if (found.what !== "a symbolic link") return { kind: "special", at, what: found.what };
    const text = await readLink(checkout, at);
    if (text === undefined) return { kind: "inside", found: { kind: "missing" }, path: way };
    const target = targetOf(text, dirname(at), mountedAt);
    if (target === undefined) return { kind: "outside", at };
    way = join(target, relative(at, way));
  }
  return { kind: "special", at, what: "a symbolic link that leads to itself" };
}

/** @returns Undefined when it leads elsewhere on the machine. */
function targetOf(text: string, folder: string, mountedAt: readonly string[]): string | undefined {
  if (!isAbsolute(text)) return join(folder, text);
  const base = mountedAt.find((mount) => text === mount || text.startsWith(`${mount}/`));
  return base === undefined ? undefined : join(".", text.slice(base.length));
}

/** Reads where a link leads, also when it is no longer a link. */
async function readLink(checkout: Folder, path: string): Promise<string | undefined> {
  await using folder = await findFolder(checkout, dirname(path));
  if (folder === undefined) return undefined;
  // Before the folder is closed.
  return await readlink(join(folder.path, basename(path))).catch(() => undefined);
}
