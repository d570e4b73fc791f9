import { lchown, mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { settleAll } from "../domain/batches.ts";
import { OperatorFault } from "../domain/operator-fault.ts";
import { unlessAbsent } from "../outside/absent.ts";
import { EncryptionError } from "../outside/encryption.ts";
import { freeShareOf, freeSpaceOf, shortageOf } from "../outside/free-space.ts";
import type { BackupTarget } from "../settings.ts";
import { AUDIT_HEADS_FOLDER } from "../store/engine/audit-seal.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import { listMigrations, requireKnownVersion } from "../store/engine/migrations.ts";
import { batches, openObjects, type StoredObject } from "../store/files/objects.ts";
import {
  damaged,
  listSnapshots,
  OBJECTS,
  readList,
  readManifest,
  readObject,
  type Snapshot,
  snapshotPath,
} from "./backup-format.ts";
import { type BackupPlace, describeTarget, openBackupPlace } from "./backup-place.ts";
import type { CopyOptions } from "./backup.ts";
import { checkDatabase, hashFile } from "./checked-copy.ts";
import { AdminError } from "./store.ts";

export interface Restored {
  readonly snapshot: Snapshot;
  /** Account that everything was given to; undefined for the one that ran it. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** Whether the audit logs were checked: not in a database of an older version. */
  readonly auditChecked: boolean;
}

/**
 * Checks every byte.
 * @param given `from`: a backup; `snapshot`: its id, by default the newest; `to`: data folder that is absent or empty.
 */
export async function restoreBackup(
  given: { readonly from: BackupTarget; readonly snapshot?: string; readonly to: string },
  { freeSpace = freeSpaceOf, ...options }: Omit<CopyOptions, "nowMs"> & { readonly freeSpace?: typeof freeSpaceOf },
): Promise<Restored> {
  const { snapshots } = await listSnapshots(given.from, options);
  const snapshot = given.snapshot === undefined ? snapshots.at(-1) : snapshots.find(({ id }) => id === given.snapshot);
  if (!snapshot) {
    const what = `There is no snapshot ${given.snapshot ?? "that this version can read"} in ${describeTarget(given.from)}`;
    throw new AdminError("no_store", `${what}. See greenroom admin backups.`);
  }
  const place = await openBackupPlace(given.from, options);
  const owner = await ownerFor(given.to, place, snapshot);
  const auditChecked = await buildInPlace(given.to, { owner }, async (folder) => {
    const planned = { bytes: snapshot.bytes, files: snapshot.objects };
    const shortage = shortageOf(freeShareOf(await freeSpace(folder), planned));
    if (shortage !== undefined) {
      const what = `Once restored, the disk of ${given.to} ${shortage}`;
      throw new OperatorFault("disk_full", `${what} Free some space, or restore to another disk: df -h.`);
    }
    const copied = await copySnapshot(place, { snapshot, folder, options });
    if (copied.objects !== snapshot.objects || copied.bytes !== snapshot.bytes) throw damaged("files are missing");
    const auditError = (workspaceId: string) => damaged(`the audit log of ${workspaceId} was changed`);
    const { audit } = await checkDatabase(join(folder, DATABASE_FILE), auditError).catch((error: unknown) => {
      throw error instanceof EncryptionError ? wrongKey(snapshot, error) : error;
    });
    return audit !== undefined;
  });
  return { snapshot, owner, auditChecked };
}

function wrongKey({ id }: Snapshot, cause: EncryptionError): OperatorFault {
  const what = `The seal key in the snapshot ${id} is not the one of its database, so that nothing encrypted could be read`;
  return new OperatorFault("wrong_key", `${what}. Choose another one with --snapshot: greenroom admin backups.`, {
    cause,
  });
}

interface CopyTask {
  readonly snapshot: Snapshot;
  readonly folder: string;
  readonly options: Omit<CopyOptions, "nowMs">;
}

type Copied = Pick<Snapshot, "objects" | "bytes">;

async function copySnapshot(place: BackupPlace, { snapshot, folder, options }: CopyTask): Promise<Copied> {
  const manifest = await readManifest(place, snapshot.id);
  if (!manifest) throw damaged(`${snapshotPath(snapshot.id)} cannot be read`);
  requireKnownVersion("backup", manifest.migrations, listMigrations());
  const database = join(folder, DATABASE_FILE);
  for (const part of manifest.database.parts) {
    stopIf(options.signal);
    await writeFile(database, await readObject(place, part), { flag: "a", mode: 0o600 });
  }
  if ((await hashFile(database)).sha256 !== manifest.database.sha256) throw damaged("its database was changed");
  await mkdir(join(folder, AUDIT_HEADS_FOLDER), { mode: 0o700 });
  for (const file of manifest.files) {
    await writeFile(join(folder, file.name), await readObject(place, file), { flag: "wx", mode: 0o600 });
  }
  return await copyObjects(place, await readList(place, manifest), { folder, options });
}

async function copyObjects(
  place: BackupPlace,
  wanted: readonly StoredObject[],
  { folder, options }: Omit<CopyTask, "snapshot">,
): Promise<Copied> {
  const { signal, onProgress } = options;
  const target = openObjects(folder);
  let copied: Copied = { objects: 0, bytes: 0 };
  for (const batch of batches(wanted)) {
    stopIf(signal);
    await settleAll(batch, async (object) => target.putBytes(await readObject(place, object)));
    copied = {
      objects: copied.objects + batch.length,
      bytes: batch.reduce((sum, { size }) => sum + size, copied.bytes),
    };
    onProgress?.(copied.objects, wanted.length);
  }
  await target.flush(wanted);
  return copied;
}

function stopIf(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new AdminError("stopped", "Stopped. The partial copy was deleted; run it again.", signal.reason);
}

/** Whose a restored folder is: root restores for the account of the service, which could not open it otherwise. */
async function ownerFor(to: string, place: BackupPlace, { id }: Snapshot): Promise<Restored["owner"]> {
  if (process.getuid?.() !== 0) return undefined;
  const path = resolve(to);
  for (const folder of [path, dirname(path)]) {
    const found = await stat(folder).catch(unlessAbsent);
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  const recorded = (await readManifest(place, id))?.owner;
  return recorded?.uid === 0 ? undefined : recorded;
}

async function giveTo({ uid, gid }: NonNullable<Restored["owner"]>, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    await lchown(path, uid, gid);
  }
}

/** Builds a folder beside its place and moves it there complete, or leaves nothing. */
async function buildInPlace<Result>(
  to: string,
  { owner }: Pick<Restored, "owner">,
  build: (folder: string) => Promise<Result>,
): Promise<Result> {
  const place = resolve(to);
  await requireFree(place);
  await mkdir(dirname(place), { recursive: true });
  const folder = await mkdtemp(join(dirname(place), `.${basename(place)}-partial-`));
  try {
    const result = await build(folder);
    await rm(join(folder, OBJECTS, "incoming"), { recursive: true, force: true });
    if (owner) await giveTo(owner, folder);
    await rmdir(place).catch(unlessAbsent);
    await rename(folder, place);
    await syncFolder(dirname(place));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(place: string): Promise<void> {
  const names = (await readdir(place).catch(unlessAbsent)) ?? [];
  if (names.length > 0) {
    throw new AdminError("place_taken", `${place} is not empty. Name a folder that is empty or not there yet.`);
  }
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}
