import { join } from "node:path";
import { systemClock } from "../../../packages/contract/clock.ts";
import { overrideAllowances } from "../../../packages/service/admin/workspaces.ts";
import { DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import { seedWorkspace } from "../fixtures.ts";
import { insert } from "../rows.ts";

const AT = "2026-11-22T00:00:00.000Z";

/** Makes a store in a folder: a workspace with an audit log, and files. */
export async function makeStore(dataDirectory: string, files: readonly string[]): Promise<void> {
  const db = openDatabase(join(dataDirectory, DATABASE_FILE));
  const { first } = await seedWorkspace({ db, clock: systemClock });
  await overrideAllowances({ db, clock: systemClock, operator: "test" }, first.workspaceId, { maxSites: 3 });
  await db.destroy();
  await addFiles(dataDirectory, files);
}

/** Stores files, which the workspace has from then on. */
export async function addFiles(dataDirectory: string, files: readonly string[]): Promise<void> {
  const db = openDatabase(join(dataDirectory, DATABASE_FILE));
  const objects = openObjects(dataDirectory);
  const stored = [];
  for (const text of files) stored.push(await objects.putBytes(Buffer.from(text)));
  await objects.flush(stored);
  const { id: workspace_id } = await db.selectFrom("workspaces").select("id").limit(1).executeTakeFirstOrThrow();
  for (const object of stored) {
    await insert(db, "objects", { ...object, created_at: AT, stored_at: AT });
    await insert(db, "workspace_objects", { workspace_id, ...object, lists: 1 });
  }
  await db.destroy();
}

/** Stores the text of a list of files, as a publication does. */
export async function addList(dataDirectory: string, text: string): Promise<void> {
  const db = openDatabase(join(dataDirectory, DATABASE_FILE));
  const objects = openObjects(dataDirectory);
  const object = await objects.putBytes(Buffer.from(text));
  await objects.flush([object]);
  const at = { created_at: AT };
  await insert(db, "objects", { ...object, ...at, stored_at: AT });
  await insert(db, "file_lists", { digest: object.sha256, total_bytes: 0, rules: "{}", ...at });
  await db.destroy();
}

/** Removes files, as the collector does. */
export async function removeFiles(dataDirectory: string, sha256: readonly string[]): Promise<void> {
  const db = openDatabase(join(dataDirectory, DATABASE_FILE));
  await db.deleteFrom("workspace_objects").where("sha256", "in", sha256).execute();
  await db.deleteFrom("objects").where("sha256", "in", sha256).execute();
  for (const each of sha256) await openObjects(dataDirectory).remove(each, Date.now());
  await db.destroy();
}
