import { readServingRules, type ServingRules } from "../../domain/serving.ts";
import type { Database } from "../../store/database.ts";
import { readFileList } from "../../store/file-lists.ts";
import type { StoredObject } from "../../store/objects.ts";

/** What a host serves. */
export interface ServedSite {
  readonly files: ReadonlyMap<string, StoredObject>;
  readonly rules: ServingRules;
}

/** Entries of all lists in memory together; a list is some hundred bytes an entry. */
const MAX_ENTRIES = 200_000;

/**
 * Opens a reader of file lists that keeps the ones used lately; a list never changes.
 * @returns Finds a list by digest; rejects when it is not stored.
 */
export function createSites(db: Database): (digest: string) => Promise<ServedSite> {
  const kept = new Map<string, ServedSite>();
  let entries = 0;
  return async (digest) => {
    const known = kept.get(digest);
    if (known) {
      kept.delete(digest);
      kept.set(digest, known);
      return known;
    }
    const list = await readFileList(db, digest);
    if (!list) throw new Error(`The list of files ${digest} is gone; deploy the commit again.`);
    const site = {
      files: new Map(list.files.map(({ path, sha256, size }) => [path, { sha256, size }])),
      rules: readServingRules(list.rules),
    };
    if (!kept.has(digest)) entries += site.files.size;
    kept.set(digest, site);
    for (const [oldest, old] of kept) {
      if (entries <= MAX_ENTRIES || oldest === digest) break;
      kept.delete(oldest);
      entries -= old.files.size;
    }
    return site;
  };
}
