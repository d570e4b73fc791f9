import { Manifest, MANIFEST_FILE } from "@greenroom/contract";
import { nearest } from "@greenroom/contract/nearest";

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
