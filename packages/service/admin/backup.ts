import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { settleAll } from "../domain/batches.ts";
import { OperatorFault } from "../domain/operator-fault.ts";
import { sha256Of } from "../domain/sha256.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import { versionText } from "../outside/version.ts";
import type { BackupTarget } from "../settings.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import { noteTime } from "../store/engine/last-times.ts";
import { holdFolder } from "../store/engine/serving-lock.ts";
import { reserveDisk } from "../store/files/disk-room.ts";
import { batches, openObjects, SHA256, type StoredObject } from "../store/files/objects.ts";
import {
  damaged,
  type ListedSnapshot,
  listObjects,
  type Manifest,
  objectPath,
  OBJECTS,
  partsOf,
  readList,
  readManifests,
  type Snapshot,
  snapshotOf,
  snapshotPath,
  SNAPSHOTS,
} from "./backup-format.ts";
import { type BackupPlace, openBackupPlace, WORK } from "./backup-place.ts";
import { checkDatabase, copyAuditHeads, copyDatabase, copySideFiles, hashFile, readObjects } from "./checked-copy.ts";
import { AdminError, auditBroken, openAdminStore, pendingOf } from "./store.ts";

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** Time of the copy, epoch milliseconds. */
  readonly nowMs: number;
  /** Has the credentials of buckets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface BackedUp {
  readonly snapshot: Snapshot;
  /** What was not at the place before. */
  readonly added: { readonly files: number; readonly bytes: number };
  readonly removed: number;
}

/**
 * A snapshot is the state at one moment, checked before it counts; a service can run on the store meanwhile. What is
 * there already is not written again.
 * @param place `from`: data folder; `to`: a backup of this store, or a place that is absent or empty.
 * @param given `keep`: how many snapshots stay, at least one; all unless given.
 */
export async function backUp(
  place: { readonly from: string; readonly to: BackupTarget },
  given: CopyOptions & { readonly keep?: number },
): Promise<BackedUp> {
  // A store of an older version is copied unchanged.
  if ((await pendingOf(place.from)).length > 0)
    return takeSnapshot(place, { ...given, wants: "stored", adopts: false });
  await using store = await openAdminStore({ dataDirectory: place.from });
  const bytes = neededBytes((await stat(join(place.from, DATABASE_FILE))).size);
  const free = await freeSpaceOf(place.from);
  await using reserved = await reserveDisk(store, { name: "backup", bytes, free });
  if (!reserved) throw noRoom(place.from, bytes);
  const options = { ...given, wants: "needed" as const, adopts: false };
  const done = await takeSnapshot(place, options).catch((error: unknown) => {
    if (!(error instanceof AdminError) || error.code !== "damaged") throw error;
    // The collector may have deleted a file after the database was copied: a second copy no longer refers to it.
    return takeSnapshot(place, options);
  });
  await noteTime(store.db, "backup", done.snapshot.takenAt);
  return done;
}

interface SnapshotOptions extends CopyOptions {
  readonly keep?: number;
  /** The files that rows name, or all that are stored, which needs no knowledge of the schema. */
  readonly wants: "needed" | "stored";
  /** Stored files become names of the same bytes: for a place in the data folder itself. */
  readonly adopts: boolean;
}

/** As `backUp`, of a database of any version, without changes. */
export async function takeSnapshot(
  { from, to }: { readonly from: string; readonly to: BackupTarget },
  options: SnapshotOptions,
): Promise<BackedUp> {
  const { signal, nowMs, keep, wants, adopts, environment } = options;
  if (!adopts && to.kind === "folder" && `${resolve(to.path)}/`.startsWith(`${resolve(from)}/`)) {
    throw new AdminError("invalid", `${to.path} is in the data folder, and would be lost with it. Name another place.`);
  }
  using held = holdFolder(from, "backup");
  if (!held) throw new AdminError("in_use", `Another backup of ${from} runs. Wait for its end, then try again.`);
  if (to.kind === "folder") await mkdir(to.path, { recursive: true, mode: 0o700 });
  const place = await openBackupPlace(to, { environment, adopts });
  await requireOwnPlace(place);
  const work = place.workFolder ?? join(from, "backup-work");
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  try {
    const { uid, gid } = await stat(from);
    const needed = neededBytes((await stat(join(from, DATABASE_FILE))).size);
    if ((await freeSpaceOf(work)).bytes < needed) throw noRoom(from, needed);
    // Before the database: its copy may have more rows than were recorded, never fewer.
    const files = [...(await copyAuditHeads(from, work)), ...(await copySideFiles(from, work))];
    await copyDatabase(join(from, DATABASE_FILE), join(work, DATABASE_FILE));
    stopIf(signal);
    const database = join(work, DATABASE_FILE);
    const checked = await checkDatabase(database, (workspaceId) => auditBroken(workspaceId, "copied"));
    const before = await readManifests(place);
    requireOwnStore(place, before, checked.store);
    const wanted = readObjects(database, wants);
    const known = await listObjects(place);
    const writer = createWriter(place, { known, signal });
    const stored = await copyObjects(from, { wanted, writer, options });
    const manifest: Manifest = {
      format: 2,
      takenAt: new Date(nowMs).toISOString(),
      version: versionText(),
      store: checked.store,
      owner: { uid, gid },
      migrations: checked.migrations.map(({ number, additive }) => ({ number, additive })),
      database: { ...(await hashFile(database)), parts: await writer.putParts(database) },
      files: await writer.putFiles(work, files),
      list: await writer.put(Buffer.from(stored.map(({ sha256, size }) => `${sha256} ${size}\n`).join(""))),
      objects: stored.length,
      bytes: stored.reduce((sum, { size }) => sum + size, 0),
      audit: checked.audit,
    };
    await place.flush();
    stopIf(signal);
    const there = await verifyPlace(place, { manifest, stored, written: writer.written, signal });
    const id = nextId(before, manifest.takenAt);
    await place.put(snapshotPath(id), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    await place.flush();
    const all = [...before, { id, manifest }];
    const removed = keep === undefined ? 0 : await prune(place, { all, keep, there, signal });
    return { snapshot: snapshotOf(id, manifest), added: writer.added, removed };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function stopIf(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new AdminError("stopped", "Stopped. What was copied is no backup yet; run it again to resume.", signal.reason);
}

/** A copy of the database and its parts lie side by side for a moment. */
export function neededBytes(databaseBytes: number): number {
  return databaseBytes * 2 + SPARE_BYTES;
}

function noRoom(folder: string, bytes: number): OperatorFault {
  const mebibytes = Math.ceil(bytes / 1024 ** 2);
  return new OperatorFault(
    "disk_full",
    `A backup needs ${mebibytes} MiB in ${folder} for copies of the database, and there is less. See what is left: df -h ${folder}. Free some space, then try again.`,
  );
}

/** Space for what a running service writes meanwhile. */
const SPARE_BYTES = 64 * 1024 ** 2;

/** Rejects a place that holds anything else, so that removing old files can never delete it. */
async function requireOwnPlace(place: BackupPlace): Promise<void> {
  const names = await place.top();
  const other = names.find((name) => ![SNAPSHOTS, OBJECTS, WORK].includes(name));
  if (other === undefined) return;
  throw new AdminError(
    "place_taken",
    `${place.name} is not empty, and no backup: it has ${other}. Name a place that is empty or not there yet.`,
  );
}

/** Two stores at one place would remove each other's snapshots. */
function requireOwnStore(place: BackupPlace, before: readonly ListedSnapshot[], store: string | null): void {
  const other = before.find(({ manifest }) => (manifest?.store ?? store) !== store && store !== null);
  if (!other) return;
  throw new AdminError("place_taken", `${place.name} has backups of another store. Name a separate place for each.`);
}

/** In order of being taken, also when a clock was set back in between. */
function nextId(before: readonly ListedSnapshot[], takenAt: string): string {
  const last = Math.max(0, ...before.map(({ id }) => Number.parseInt(id, 10)));
  return `${String(last + 1).padStart(6, "0")}-${takenAt.replace(/\.\d+Z$/, "Z").replaceAll(":", "-")}`;
}

const PART_BYTES = 4 * 1024 * 1024;

function createWriter(
  place: BackupPlace,
  { known, signal }: { readonly known: ReadonlyMap<string, number>; readonly signal: AbortSignal },
) {
  const written = new Set<string>();
  const added = { files: 0, bytes: 0 };
  const has = ({ sha256, size }: StoredObject): boolean => known.get(sha256) === size || written.has(sha256);

  async function put(bytes: Uint8Array): Promise<StoredObject> {
    stopIf(signal);
    const object = { sha256: sha256Of(bytes), size: bytes.length };
    if (has(object)) return object;
    await place.put(objectPath(object.sha256), bytes);
    written.add(object.sha256);
    added.files += 1;
    added.bytes += object.size;
    return object;
  }

  return {
    written,
    added,
    has,
    put,
    adopt: ({ sha256 }: StoredObject, file: string) => place.adopt(objectPath(sha256), file),
    async putFiles(folder: string, names: readonly string[]): Promise<Manifest["files"]> {
      const files: Manifest["files"] = [];
      for (const name of names) files.push({ name, ...(await put(await readFile(join(folder, name)))) });
      return files;
    },
    async putParts(file: string): Promise<StoredObject[]> {
      const parts: StoredObject[] = [];
      for await (const part of createReadStream(file, { highWaterMark: PART_BYTES })) {
        if (part instanceof Uint8Array) parts.push(await put(part));
      }
      return parts;
    },
  };
}

async function copyObjects(
  from: string,
  given: {
    readonly wanted: readonly StoredObject[];
    readonly writer: ReturnType<typeof createWriter>;
    readonly options: SnapshotOptions;
  },
): Promise<readonly StoredObject[]> {
  const { wanted, writer, options } = given;
  const { signal, onProgress, wants } = options;
  const source = openObjects(from);
  const stored: StoredObject[] = [];
  for (const batch of batches(wanted)) {
    stopIf(signal);
    await settleAll(batch, async (object) => {
      const { sha256, size } = object;
      if (!writer.has(object)) {
        if (wants === "stored") {
          if (!(await source.has(object))) return;
          if (await writer.adopt(object, join(from, OBJECTS, sha256.slice(0, 2), sha256))) {
            stored.push(object);
            return;
          }
        }
        const bytes = await source.read(sha256).catch((error: unknown) => {
          throw notStored(sha256, error);
        });
        if (bytes.length !== size) throw notStored(sha256);
        await writer.put(bytes);
      }
      stored.push(object);
    });
    onProgress?.(stored.length, wanted.length);
  }
  return stored.toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
}

/**
 * Every file that the snapshot names is there, and new ones have the right bytes.
 * @returns The files, with their sizes.
 */
async function verifyPlace(
  place: BackupPlace,
  given: {
    readonly manifest: Manifest;
    readonly stored: readonly StoredObject[];
    readonly written: ReadonlySet<string>;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlyMap<string, number>> {
  const { manifest, stored, written, signal } = given;
  const there = await listObjects(place);
  for (const { sha256, size } of [...stored, ...partsOf(manifest)]) {
    if (there.get(sha256) !== size) throw damaged(`${place.name} does not have ${objectPath(sha256)} as it was put`);
  }
  for (const sha256 of written) {
    stopIf(signal);
    const hash = createHash("sha256");
    await place.get(objectPath(sha256), async (part) => hash.update(part));
    if (hash.digest("hex") !== sha256) throw damaged(`${place.name} has other bytes for ${objectPath(sha256)}`);
  }
  return there;
}

/** @returns How many snapshots were removed. */
async function prune(
  place: BackupPlace,
  given: {
    readonly all: readonly ListedSnapshot[];
    readonly keep: number;
    readonly there: ReadonlyMap<string, number>;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  const { all, keep, there, signal } = given;
  const readable = all.filter(({ manifest }) => manifest !== undefined);
  const old = readable.slice(0, -Math.max(1, keep));
  for (const { id } of old) await place.remove(snapshotPath(id));
  // The files of a snapshot that this version cannot read are unknown, so all files stay.
  if (readable.length < all.length) return old.length;
  const named = new Set<string>();
  for (const { manifest } of readable.slice(old.length)) {
    if (!manifest) continue;
    for (const { sha256 } of partsOf(manifest)) named.add(sha256);
    const listed = await readList(place, manifest).catch((error: unknown) => {
      if (!(error instanceof AdminError)) throw error;
    });
    if (!listed) return old.length;
    for (const { sha256 } of listed) named.add(sha256);
  }
  for (const sha256 of there.keys()) {
    if (signal.aborted) break;
    if (SHA256.test(sha256) && !named.has(sha256)) await place.remove(objectPath(sha256));
  }
  return old.length;
}

function notStored(sha256: string, cause?: unknown): AdminError {
  const message = `The stored file ${sha256} is gone or damaged, so there is no snapshot. Deploy its commit again, then try again.`;
  return new AdminError("damaged", message, { cause });
}
