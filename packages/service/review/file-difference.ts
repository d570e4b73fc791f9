import { contentTypeOf } from "../domain/content-type.ts";
import type { FileList } from "../domain/file-list.ts";
import { type FilePart, type FilesByPath, partsTakenBack, takesBack } from "../domain/takes-back.ts";
import { type FileChanges, compareFiles, readFileList } from "../store/files/file-lists.ts";
import { type ObjectStore, StoreUnavailable } from "../store/files/objects.ts";
import type { Release } from "../store/sites/releases.ts";
import { isPage } from "./served-side.ts";

/** Besides pages, each of which is named. */
const NAMED_FILES = 1_000;

export type FileDifference =
  | {
      readonly kind: "known";
      readonly changes: FileChanges;
      /** By the path of a file the number of the release that is undone there. */
      readonly takenBack: ReadonlyMap<string, number>;
      /** By the path of another file that differs, the places in it that are undone or replaced. */
      readonly parts: ReadonlyMap<string, readonly FilePart[]>;
      /** Files that former releases had changed too, of which the places are not known. */
      readonly unread: number;
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
  const sizes = new Map<string, number>();
  const byPath = ({ files }: FileList): FilesByPath => {
    for (const { sha256, size } of files) sizes.set(sha256, size);
    return new Map(files.map(({ path, sha256 }) => [path, sha256]));
  };
  for (const { number, fileListDigest } of formers) {
    const list = fileListDigest === null ? undefined : await readFileList(objects, fileListDigest);
    // Without a gap: what is older than a lost list says nothing of who changed a file since.
    if (!list) break;
    earlier.push({ number, files: byPath(list) });
  }
  const sides = { sizes, live: older ? byPath(older) : new Map<string, string>(), after: byPath(newer), earlier };
  const takenBack = older ? takesBack(sides.live, sides.after, earlier) : new Map<string, number>();
  const changes = compareFiles(older, newer);
  const others = changes.files.filter(({ path }) => !isPage(path)).slice(0, NAMED_FILES);
  const named = new Set(others);
  const files = changes.files.filter((file) => isPage(file.path) || named.has(file));
  const both = files.filter(({ path, kind }) => kind === "changed" && !takenBack.has(path));
  const parts = await readParts(objects, both, sides);
  return { kind: "known", changes: { ...changes, files }, takenBack, ...parts };
}

/** Bytes of files that are read, in all their versions: a screen waits for it once. */
const MAX_READ_BYTES = 2 * 1024 ** 2;

const TEXT = /^text\/|[/+](?:javascript|json|xml)\b/;

interface Versions {
  readonly sizes: ReadonlyMap<string, number>;
  readonly live: FilesByPath;
  readonly after: FilesByPath;
  readonly earlier: readonly { readonly number: number; readonly files: FilesByPath }[];
}

async function readParts(
  objects: Pick<ObjectStore, "read">,
  changed: FileChanges["files"],
  { sizes, live, after, earlier }: Versions,
): Promise<Pick<Extract<FileDifference, { kind: "known" }>, "parts" | "unread">> {
  const parts = new Map<string, readonly FilePart[]>();
  let [left, unread] = [MAX_READ_BYTES, 0];
  for (const { path } of changed) {
    const versions = earlier.flatMap(({ number, files }) => {
      const sha256 = files.get(path);
      return sha256 === undefined ? [] : [{ number, sha256 }];
    });
    // Each version once, at the newest release that had it.
    const older = versions.filter(
      ({ sha256 }, index) => sha256 !== live.get(path) && versions.findIndex((one) => one.sha256 === sha256) === index,
    );
    if (older.length === 0 || !TEXT.test(contentTypeOf(path))) continue;
    const digests = [live.get(path) ?? "", after.get(path) ?? "", ...older.map(({ sha256 }) => sha256)];
    const bytes = digests.reduce((sum, sha256) => sum + (sizes.get(sha256) ?? 0), 0);
    const isRead = bytes <= left;
    if (isRead) left -= bytes;
    const [now, next, ...formers] = isRead ? await readTexts(objects, digests) : [];
    const found =
      now !== undefined && next !== undefined
        ? partsTakenBack(
            now,
            next,
            older.map(({ number }, index) => ({ number, text: formers[index] ?? "" })),
          )
        : undefined;
    if (found) parts.set(path, found);
    else unread += 1;
  }
  return { parts, unread };
}

/** @returns Nothing when one of them is lost. @throws {StoreUnavailable} */
async function readTexts(objects: Pick<ObjectStore, "read">, digests: readonly string[]): Promise<readonly string[]> {
  try {
    return await Promise.all(digests.map(async (sha256) => (await objects.read(sha256)).toString()));
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return [];
  }
}
