import { readServingRules, type ServingRules } from "../../domain/site.ts";
import type { Database } from "../../store/database.ts";
import { readFileList } from "../../store/file-lists.ts";
import type { StoredObject } from "../../store/objects.ts";
import { readListVariants, type Variants } from "../../store/variants.ts";

/** What a host serves. */
export interface ServedSite {
  readonly files: ReadonlyMap<string, StoredObject>;
  /** Compressed variants by the digest of the file. */
  readonly variants: ReadonlyMap<string, Variants>;
  readonly rules: ServingRules;
}

/** Files of all lists in memory together; a list takes some hundred bytes a file. */
const MAX_FILES = 200_000;

/** A rule takes about as much as a file. */
function weightOf({ files, rules }: ServedSite): number {
  const { redirects = [], headers = [], files: read } = rules;
  return files.size + redirects.length + headers.length + (read ? read.redirects.length + read.headers.length : 0);
}

/**
 * Opens a reader of file lists that keeps the recently used ones; a list never changes.
 * @returns Finds a list by digest; rejects when it is not stored.
 */
export function createSites(db: Database): (digest: string) => Promise<ServedSite> {
  const kept = new Map<string, ServedSite>();
  let files = 0;
  return async (digest) => {
    const known = kept.get(digest);
    if (known) {
      kept.delete(digest);
      kept.set(digest, known);
      return known;
    }
    const list = await readFileList(db, digest);
    if (!list) throw new Error(`The file list ${digest} is missing. Deploy the commit again.`);
    const site = {
      files: new Map(list.files.map(({ path, sha256, size }) => [path, { sha256, size }])),
      variants: await readListVariants(db, digest),
      rules: readServingRules(list.rules),
    };
    if (!kept.has(digest)) files += weightOf(site);
    kept.set(digest, site);
    for (const [oldest, old] of kept) {
      if (files <= MAX_FILES || oldest === digest) break;
      kept.delete(oldest);
      files -= weightOf(old);
    }
    return site;
  };
}
