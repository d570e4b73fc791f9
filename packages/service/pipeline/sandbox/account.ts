import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** User ids, which are group ids too, that no account of the system has. */
export interface IdRange {
  readonly first: number;
  readonly count: number;
}

/** In no range that a distribution or systemd hands out. [systemd, Users, Groups, UIDs and GIDs] */
const UNASSIGNED: IdRange = { first: 1_900_000_000, count: 2 ** 24 };
/** Where root of a container has only the usual 65,536 ids: those of systemd's dynamic users. */
const DYNAMIC: IdRange = { first: 61_184, count: 4_336 };

export interface IdSources {
  readonly uid: number;
  /** Text of /etc/subuid. [subuid(5)] */
  readonly subordinate: string;
  /** Text of /proc/self/uid_map. [user_namespaces(7)] */
  readonly map: string;
}

/**
 * The ids that commands run with when the service is root: those that the system gives root for others, else some that
 * belong to no account.
 * @returns Undefined when the service is no root, so that it cannot take another id, or when there is none.
 */
export function findIds({ uid, subordinate, map }: IdSources): IdRange | undefined {
  if (uid !== 0) return undefined;
  const given = subordinate.split("\n").flatMap((line) => {
    const [name, first, count] = line.split(":");
    return name === "root" || name === "0" ? [{ first: Number(first), count: Number(count) }] : [];
  });
  const mapped = map
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, count }));
  const isMapped = (range: IdRange): boolean =>
    mapped.some(({ first, count }) => range.first >= first && range.first + range.count <= first + count);
  return [...given, UNASSIGNED, DYNAMIC].find((range) => range.first > 0 && range.count > 0 && isMapped(range));
}

export function readIds(): IdRange | undefined {
  const uid = process.getuid?.() ?? 0;
  return findIds({ uid, subordinate: textOf("/etc/subuid"), map: textOf("/proc/self/uid_map") });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** One id for each name, such as that of the cache of a branch: what it writes stays its own in every later build. */
export function idOf({ first, count }: IdRange, name: string): number {
  return first + (createHash("sha256").update(name).digest().readUInt32BE() % count);
}

/** Gives folders with all that is in them to an id; nothing may run in them, and no link is followed. */
export async function giveTo(id: number, folders: readonly string[]): Promise<void> {
  await promisify(execFile)("chown", ["-hR", `${id}:${id}`, "--", ...folders]);
}
