import { nearest } from "@greenroom/contract/nearest";

/** Names of members, and of those within them; of a list, those of its items. */
export interface MemberNames {
  readonly [name: string]: true | MemberNames;
}

/** Names of members whose values are not looked through. */
export const members = (...names: readonly string[]): MemberNames =>
  Object.fromEntries(names.map((name) => [name, true]));

export const membersOf = ({ shape }: { readonly shape: object }): MemberNames => members(...Object.keys(shape));

const MAX_NAMED = 20;

/**
 * Sentences about members of a file that have no effect, each with the one that may be meant. Of the files of other
 * hosts, whose members change, only those are named that are like one that is known.
 */
export function unknownMembers(file: string, value: unknown, names: MemberNames, isOurs = false): readonly string[] {
  const found: string[] = [];
  const look = (part: unknown, known: MemberNames, at: string): void => {
    if (typeof part !== "object" || part === null) return;
    const isList = Array.isArray(part);
    for (const [key, inner] of Object.entries(part)) {
      if (found.length >= MAX_NAMED) return;
      const below = isList ? known : Object.hasOwn(known, key) ? known[key] : undefined;
      if (typeof below === "object") look(inner, below, `${at}${key}.`);
      if (below !== undefined) continue;
      const meant = nearest(key, Object.keys(known), isOurs ? undefined : 4);
      if (isOurs || meant !== undefined) found.push(sentence(file, `${at}${key}`, meant));
    }
  };
  look(value, names, "");
  return found;
}

function sentence(file: string, path: string, meant: string | undefined): string {
  const name = path.slice(0, 100).replaceAll(/\p{C}/gu, "?");
  const hint = meant === undefined ? "" : `; '${meant}' may be meant`;
  return `${file}: '${name}' is not known and has no effect${hint}`;
}
