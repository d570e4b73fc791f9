import type { PictureDifference, PicturesToCompare } from "./compare.ts";
import type { Render } from "./renders.ts";
import type { PageReport } from "./report.ts";
import type { Shot, Visit } from "./visit.ts";

type Pictures = PageReport["pictures"][number];

export type PictureReader = (sha256: string) => Promise<Buffer>;

interface Comparing {
  readonly pictures: PictureReader;
  readonly store: (png: Buffer) => Promise<string>;
  /** Undefined when the browser did not say where they differ. */
  readonly compare: (asked: PicturesToCompare) => Promise<PictureDifference | undefined>;
}

/** At each width, and in the colours in which it looks different. */
export async function comparePictures(
  { before, after }: { readonly before: Render | undefined; readonly after: Render | undefined },
  comparing: Comparing,
): Promise<readonly Pictures[]> {
  const all = [before, after].flatMap((render) => render?.first.shots ?? []);
  const kinds = new Map(all.map(({ width, scheme }) => [`${width} ${scheme ?? ""}`, { width, scheme }]));
  const compared: Pictures[] = [];
  for (const { width, scheme } of kinds.values()) {
    const of = (visit: Visit | undefined) => shotOf(visit, width, scheme);
    const [old, now] = [of(before?.first), of(after?.first)];
    compared.push({
      width,
      ...(scheme && { scheme }),
      height: (now ?? old)?.height ?? 0,
      ...(old && { before: old.sha256 }),
      ...(now && { after: now.sha256 }),
      ...(old && now && (await differ([old, now, of(before?.again), of(after?.again)], comparing))),
      ...((old?.cut ?? false) || (now?.cut ?? false) ? { cut: true } : {}),
    });
  }
  return compared;
}

/** A page that looks the same in the dark has one picture for both. */
function shotOf(visit: Visit | undefined, width: number, scheme: Shot["scheme"]): Shot | undefined {
  const shots = visit?.shots.filter((shot) => shot.width === width) ?? [];
  return shots.find((shot) => shot.scheme === scheme) ?? shots.find((shot) => shot.scheme === undefined);
}

async function differ(
  [old, now, oldAgain, nowAgain]: readonly [Shot, Shot, Shot | undefined, Shot | undefined],
  { pictures, store, compare }: Comparing,
): Promise<Pick<Pictures, "changedShare" | "difference" | "boxes" | "unstable">> {
  const other = (first: Shot, again: Shot | undefined) => (again?.sha256 === first.sha256 ? undefined : again);
  const repeated = { before: other(old, oldAgain), after: other(now, nowAgain) };
  if (old.sha256 === now.sha256 && !repeated.before && !repeated.after) return { changedShare: 0 };
  const read = async (shot: Shot | undefined) => shot && (await pictures(shot.sha256));
  const found = await compare({
    before: await pictures(old.sha256),
    after: await pictures(now.sha256),
    beforeAgain: await read(repeated.before),
    afterAgain: await read(repeated.after),
  });
  if (!found) return {};
  const { share, png, boxes } = found;
  // What can look as it did before was not stable then either: its two renders were alike by chance.
  const wasUnstable = found.unstable.before.length === 0 && [now, nowAgain].some((shot) => shot?.sha256 === old.sha256);
  const unstable = wasUnstable ? { ...found.unstable, before: found.unstable.after } : found.unstable;
  const isStable = unstable.before.length + unstable.after.length === 0;
  return {
    changedShare: share,
    ...(png && { difference: await store(png), boxes }),
    ...(!isStable && { unstable }),
  };
}
