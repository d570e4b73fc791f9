import { diffArrays } from "diff";

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

/** A place within a file where a release differs from what is live, and what is live from a former release. */
export interface FilePart {
  /** The release that brought what is live there. */
  readonly number: number;
  /** `undone`: the place is as it was before that release; `replaced`: it is something new. */
  readonly kind: "undone" | "replaced";
  readonly lost: string;
  readonly brought: string;
}

/**
 * What a release undoes or replaces of former releases within a file that differs as a whole from all of them.
 * @param formers Newest first, each with its text of the same file.
 * @returns Undefined when the texts differ too much to say.
 */
export function partsTakenBack(
  live: string,
  after: string,
  formers: readonly { readonly number: number; readonly text: string }[],
): readonly FilePart[] | undefined {
  const pieces = piecesOf(live);
  const newer = place(pieces, after);
  const older = formers.map(({ number, text }) => ({ number, version: place(pieces, text) }));
  const found: FilePart[] = [];
  const claimed = new Set<number>();
  // An older release can show that a place is undone which a newer one shows as replaced.
  for (const kind of ["undone", "replaced"] as const) {
    for (const { number, version } of older) {
      if (!newer || !version) return undefined;
      for (const { start, end, lost, brought, was } of differingPlaces(pieces, newer, version)) {
        if (lost === was || (kind === "undone" ? brought !== was : lost === "")) continue;
        // What is missing in what is live was before the piece at its start.
        const places = start === end ? [start - 0.5] : Array.from({ length: end - start }, (_, at) => start + at);
        if (places.some((at) => claimed.has(at))) continue;
        for (const at of places) claimed.add(at);
        found.push({ number: number + 1, kind, lost, brought });
      }
    }
  }
  return found;
}

/** A tag, a sentence or rule up to its end or the end of its line, or signs alone. */
const PIECE = /<[/!]?[a-z][^<>]*>|[^<;{}\n.!?]+(?:[.!?](?!\s)[^<;{}\n.!?]*)*[.!?;{}]*|<|[;{}.!?]+/gi;

function piecesOf(text: string): readonly string[] {
  return (text.match(PIECE) ?? []).map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** A version of a file beside what is live. */
interface Placed {
  readonly pieces: readonly string[];
  /** Where each piece of what is live is in it; -1 where it is not. */
  readonly at: readonly number[];
}

/** Texts with more differences are two different files. */
const MAX_EDITS = 200;

function place(live: readonly string[], text: string): Placed | undefined {
  const pieces = piecesOf(text);
  const changes = diffArrays([...live], [...pieces], { maxEditLength: MAX_EDITS });
  const at: number[] = [];
  let next = 0;
  for (const { added, removed, count } of changes ?? []) {
    if (removed) at.push(...Array.from({ length: count }, () => -1));
    else for (const end = next + count; next < end; next += 1) if (!added) at.push(next);
  }
  return changes && { pieces, at };
}

/** The places between the pieces that all three versions have. [diff3] */
function* differingPlaces(live: readonly string[], newer: Placed, older: Placed) {
  let [start, now, once] = [0, 0, 0];
  for (let end = 0; end <= live.length; end += 1) {
    const [nowEnd = newer.pieces.length, onceEnd = older.pieces.length] = [newer.at[end], older.at[end]];
    if (nowEnd < 0 || onceEnd < 0) continue;
    const lost = live.slice(start, end).join("\n");
    const brought = newer.pieces.slice(now, nowEnd).join("\n");
    const was = older.pieces.slice(once, onceEnd).join("\n");
    if (lost !== brought) yield { start, end, lost, brought, was };
    [start, now, once] = [end + 1, nowEnd + 1, onceEnd + 1];
  }
}
