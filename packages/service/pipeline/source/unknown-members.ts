import { Manifest, MANIFEST_FILE } from "@greenroom/contract";

const MEMBERS = ["$schema", ...Object.keys(Manifest.shape)];
const OF_REDIRECTS = ["source", "destination", "status"];
const OF_HEADERS = ["source", "headers"];
const MAX_NAMED = 20;

/** Sentences about members of greenroom.json that have no effect, each with the one that may be meant. */
export function unknownMembers(manifest: Manifest | null): readonly string[] {
  const found: string[] = [];
  const look = (value: object, known: readonly string[], at: string): void => {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) found.push(sentence(`${at}${key}`, nearest(key, known)));
    }
  };
  look(manifest ?? {}, MEMBERS, "");
  for (const [index, rule] of (manifest?.redirects ?? []).entries()) look(rule, OF_REDIRECTS, `redirects.${index}.`);
  for (const [index, rule] of (manifest?.headers ?? []).entries()) look(rule, OF_HEADERS, `headers.${index}.`);
  return found.slice(0, MAX_NAMED);
}

function sentence(path: string, meant: string | undefined): string {
  const name = path.slice(0, 100).replaceAll(/\p{C}/gu, "?");
  const hint = meant === undefined ? "" : `; '${meant}' may be meant`;
  return `${MANIFEST_FILE}: '${name}' is not known and has no effect${hint}`;
}

/** @returns Undefined when no name is like it. */
function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  const [best] = known
    .map((each) => ({ each, distance: distance(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((left, right) => left.distance - right.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(name.length / 2.5)) ? best.each : undefined;
}

/** How many letters to add, take away or replace. [Levenshtein] */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(left).entries()) {
    const next = [at + 1];
    for (const [index, other] of Array.from(right).entries()) {
      const [above = 0, corner = 0, before = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(above + 1, before + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
