import type { Review } from "@greenroom/contract";
import type { ScannedPage } from "./scan.ts";

export type PageChange = NonNullable<Review["pages"]>[number]["change"];

export interface Candidate {
  readonly path: string;
  /** By the files; rendering shows whether people see it. */
  readonly change: PageChange;
}

type Pages = ReadonlyMap<string, ScannedPage>;

/** The front page first in any case, then those that change most. */
export function choosePages(before: Pages, after: Pages): readonly Candidate[] {
  const paths = [...new Set([...after.keys(), ...before.keys()])];
  const ranked = paths.flatMap((path): readonly (Candidate & { readonly rank: number })[] => {
    const [old, now] = [before.get(path), after.get(path)];
    const front = path === "/";
    if (old && now && old.fingerprint === now.fingerprint) {
      return front ? [{ path, change: "unchanged", rank: 0 }] : [];
    }
    const change: PageChange = old && now ? "changed" : now ? "added" : "removed";
    const byItself = old?.sha256 !== now?.sha256;
    return [{ path, change, rank: front ? 0 : byItself ? (change === "removed" ? 3 : change === "added" ? 2 : 1) : 4 }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
    .map(({ path, change }) => ({ path, change }));
}

/** The error page is the last of its kind. */
function depth(path: string): number {
  return path.endsWith("/404") ? Number.POSITIVE_INFINITY : path.split("/").length;
}
