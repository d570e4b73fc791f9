import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Collected } from "./collect.ts";
import type { Workshop } from "./work.ts";

/** Files whose rows are looked for together; SQLite takes at most 32,766 values in a statement. */
const BATCH = 500;

/**
 * Removes stored files no row names: whoever had put them was killed, or broke off, before it could say so.
 * Publishing waits for each batch.
 * @param beforeMs Files put later are left alone, epoch milliseconds.
 */
export async function removeStrays(
  { context, gate }: Pick<Workshop, "context" | "gate">,
  beforeMs: number,
): Promise<Collected> {
  const root = join(context.settings.dataDirectory, "objects");
  let [objects, bytes] = [0, 0];
  for (const folder of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, folder));
    for (let start = 0; start < names.length; start += BATCH) {
      const batch = names.slice(start, start + BATCH);
      const removed = await gate.exclusive(async () => {
        const unnamed = await namelessOf(context, batch);
        return Promise.all(unnamed.map((name) => removeOld(join(root, folder, name), beforeMs)));
      });
      const sizes = removed.flatMap((size) => size ?? []);
      objects += sizes.length;
      bytes += sizes.reduce((sum, size) => sum + size, 0);
    }
  }
  return { objects, bytes };
}

/** What is half written has a name no row has. */
async function namelessOf({ db }: Workshop["context"], names: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom("objects").select("sha256").where("sha256", "in", names).execute();
  const named = new Set(rows.map(({ sha256 }) => sha256));
  return names.filter((name) => !named.has(name));
}

/** @returns Bytes, when it was removed. */
async function removeOld(path: string, beforeMs: number): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.mtimeMs >= beforeMs) return undefined;
  await rm(path, { force: true });
  return found.size;
}
