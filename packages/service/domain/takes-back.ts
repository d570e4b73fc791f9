/** The files of a release by their path, as digests. */
export type FilesByPath = ReadonlyMap<string, string>;

export interface FormerRelease {
  /** Counted from the first release of the site. */
  readonly number: number;
  readonly files: FilesByPath;
}

/**
 * What a release would undo. It takes a path back when the path differs from what is live and is as it was in a former
 * release: the same file, or as absent. The change that is undone is that of the release after the newest such one.
 * A file that no former release had like this is new work, even where it replaces what a release brought.
 * @param formers Without a gap, newest first; the newest is the one before what is live.
 * @returns By path the number of the release that is undone there.
 */
export function takesBack(
  live: FilesByPath,
  after: FilesByPath,
  formers: readonly FormerRelease[],
): ReadonlyMap<string, number> {
  const undone = new Map<string, number>();
  const differing = new Set([...live.keys(), ...after.keys()]);
  for (const path of differing) if (live.get(path) === after.get(path)) differing.delete(path);
  for (const { number, files } of formers) {
    for (const path of differing) {
      if (files.get(path) !== after.get(path)) continue;
      undone.set(path, number + 1);
      differing.delete(path);
    }
  }
  return undone;
}
