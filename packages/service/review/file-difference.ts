import { type FilesByPath, takesBack } from "../domain/takes-back.ts";
import { type FileChanges, compareFiles, type FileList, readFileList } from "../store/files/file-lists.ts";
import { type ObjectStore, StoreUnavailable } from "../store/files/objects.ts";
import type { Release } from "../store/sites/releases.ts";
import { isPage } from "./served-side.ts";

/** Most files that are named besides pages, each of which is. */
const NAMED_FILES = 1_000;

/** How the files of two deployments differ, and which of them a release takes back. */
export type FileDifference =
  | {
      readonly kind: "known";
      readonly changes: FileChanges;
      /** By the path of a file the number of the release that is undone there. */
      readonly takenBack: ReadonlyMap<string, number>;
    }
  /** A list of files can be lost, and the store of files can be away. */
  | { readonly kind: "lost" | "away" };

interface Compared {
  /** Digest of what is live; null for nothing. */
  readonly before: string | null;
  readonly after: string;
  /** Releases before what is live, newest first. */
  readonly formers: readonly Release[];
}

/** What was compared last, by its digests: a screen that is looked at again reads no list. */
const KEPT = 32;
const kept = new Map<string, FileDifference>();

export async function differenceOf(
  objects: Pick<ObjectStore, "read">,
  { before, after, formers }: Compared,
): Promise<FileDifference> {
  const key = [before, after, ...formers.map(({ number, fileListDigest }) => `${number}:${fileListDigest}`)].join(" ");
  const known = kept.get(key);
  if (known) return known;
  const found = await readDifference(objects, { before, after, formers }).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return { kind: "away" } as const;
    throw error;
  });
  if (found.kind !== "known") return found;
  kept.set(key, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return found;
}

async function readDifference(
  objects: Pick<ObjectStore, "read">,
  { before, after, formers }: Compared,
): Promise<FileDifference> {
  const older = before === null ? undefined : await readFileList(objects, before);
  const newer = await readFileList(objects, after);
  if (!newer || (before !== null && !older)) return { kind: "lost" };
  const earlier: { number: number; files: FilesByPath }[] = [];
  for (const { number, fileListDigest } of formers) {
    const list = fileListDigest === null ? undefined : await readFileList(objects, fileListDigest);
    // Without a gap: what is older than a lost list says nothing of who changed a file since.
    if (!list) break;
    earlier.push({ number, files: byPath(list) });
  }
  const undone = older ? takesBack(byPath(older), byPath(newer), earlier) : new Map<string, number>();
  const changes = compareFiles(older, newer);
  const others = changes.files.filter(({ path }) => !isPage(path)).slice(0, NAMED_FILES);
  const named = new Set(others);
  const files = changes.files.filter((file) => isPage(file.path) || named.has(file));
  return { kind: "known", changes: { ...changes, files }, takenBack: undone };
}

function byPath({ files }: FileList): FilesByPath {
  return new Map(files.map(({ path, sha256 }) => [path, sha256]));
}
