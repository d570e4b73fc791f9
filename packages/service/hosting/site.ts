import type { ServiceContext } from "../context.ts";
import { readServingRules, type ServingRules } from "../domain/site.ts";
import { createReadCache } from "../outside/read-cache.ts";
import { readFileList } from "../store/files/file-lists.ts";
import type { StoredObject } from "../store/files/objects.ts";
import { readVariants, type Variants } from "../store/files/variants.ts";

export interface ServedSite {
  readonly files: ReadonlyMap<string, StoredObject>;
  /** Compressed variants by the digest of the file. */
  readonly variants: ReadonlyMap<string, Variants>;
  readonly rules: ServingRules;
}

const MAX_LISTS_BYTES = 64 * 1024 * 1024;

/** A file takes this much beside its path; a rule takes about as much. */
const ENTRY_BYTES = 400;

function bytesOf({ files, rules }: ServedSite): number {
  const { redirects = [], headers = [], files: read } = rules;
  const count = redirects.length + headers.length + (read ? read.redirects.length + read.headers.length : 0);
  return files.keys().reduce((sum, path) => sum + ENTRY_BYTES + path.length, count * ENTRY_BYTES);
}

/** @returns Finds a list by digest; rejects when it is not stored. */
export function createSites(deps: Pick<ServiceContext, "db" | "objects">): (digest: string) => Promise<ServedSite> {
  return createReadCache(MAX_LISTS_BYTES, async (digest) => {
    const list = await readFileList(deps.objects, digest);
    if (!list) throw new Error(`The file list ${digest} is lost. Deploy the commit again.`);
    const names = new Set(list.files.map(({ sha256 }) => sha256));
    const value = {
      files: new Map(list.files.map(({ path, ...file }) => [path, file])),
      variants: await readVariants(deps.db, [...names]),
      rules: readServingRules(list.rules),
    };
    return { value, bytes: bytesOf(value) };
  });
}
