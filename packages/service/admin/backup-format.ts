import { z } from "zod";
import { sha256Of } from "../domain/sha256.ts";
import type { BackupTarget } from "../settings.ts";
import { CorruptObject, MAX_OBJECT_BYTES, SHA256, type StoredObject } from "../store/files/objects.ts";
import { type BackupPlace, describeTarget, openBackupPlace, type PlaceOptions } from "./backup-place.ts";
import { AdminError } from "./store.ts";

export const SNAPSHOTS = "snapshots";
export const OBJECTS = "objects";

const Digest = z.string().regex(SHA256);
const Stored = z.object({ sha256: Digest, size: z.int().nonnegative() });

const Described = z.object({
  takenAt: z.iso.datetime(),
  /** Stored files and their bytes together. */
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** The newest row of each workspace's audit log; absent in backups of older versions. */
  audit: z.array(z.object({ workspaceId: z.string(), rows: z.int().positive(), hash: z.string() })).optional(),
});

const Manifest = Described.extend({
  format: z.literal(2),
  /** Version of Greenroom that took it. */
  version: z.string(),
  /** The oldest workspace: what a store is known by. */
  store: z.string().nullable(),
  /** Account that the data folder belonged to. */
  owner: z.object({ uid: z.int(), gid: z.int() }),
  migrations: z.array(z.object({ number: z.int(), additive: z.int() })),
  /** The database, in parts that are stored as objects: what has not changed is there already. */
  database: Stored.extend({ parts: z.array(Stored) }),
  /** Files beside it. */
  files: z.array(Stored.extend({ name: z.string().regex(/^(?:audit-heads\/)?\w[\w.-]{0,99}$/) })),
  /** Object that lists the stored files, one a line. */
  list: Stored,
});

export type Manifest = z.infer<typeof Manifest>;

export interface Snapshot extends z.infer<typeof Described> {
  readonly id: string;
  /** Version of Greenroom that took it. */
  readonly version: string;
}

/** The manifest is undefined where this version cannot read it. */
export interface ListedSnapshot {
  readonly id: string;
  readonly manifest: Manifest | undefined;
}

export const snapshotPath = (id: string): string => `${SNAPSHOTS}/${id}.json`;
export const objectPath = (sha256: string): string => `${OBJECTS}/${sha256.slice(0, 2)}/${sha256}`;

export async function readManifests(place: BackupPlace): Promise<readonly ListedSnapshot[]> {
  const ids: string[] = [];
  for await (const files of place.list(SNAPSHOTS)) {
    for (const { path } of files) {
      const [, id] = /^snapshots\/(\d{6,}-[\w-]{1,40})\.json$/.exec(path) ?? [];
      if (id !== undefined) ids.push(id);
    }
  }
  const kept: ListedSnapshot[] = [];
  for (const id of ids.toSorted()) kept.push({ id, manifest: await readManifest(place, id) });
  return kept;
}

export async function readManifest(place: BackupPlace, id: string): Promise<Manifest | undefined> {
  const bytes = await readWhole(place, snapshotPath(id));
  try {
    return Manifest.parse(JSON.parse(String(bytes)));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @throws {CorruptObject} When it is larger than anything that is put. */
async function readWhole(place: BackupPlace, path: string): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const found = await place.get(path, async (part) => {
    size += part.length;
    if (size > MAX_OBJECT_BYTES) throw new CorruptObject(path);
    parts.push(part);
  });
  return found ? Buffer.concat(parts) : undefined;
}

export async function listObjects(place: BackupPlace): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const files of place.list(OBJECTS)) {
    for (const { path, size } of files) found.set(path.slice(path.lastIndexOf("/") + 1), size);
  }
  return found;
}

export function snapshotOf(id: string, manifest: Manifest): Snapshot {
  return { ...Described.parse(manifest), id, version: manifest.version };
}

export function partsOf({ database, files, list }: Manifest): readonly StoredObject[] {
  return [...database.parts, ...files, list];
}

export async function readList(place: BackupPlace, { list }: Manifest): Promise<readonly StoredObject[]> {
  const bytes = await readObject(place, list);
  return bytes
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [sha256, size] = line.split(" ");
      return Stored.parse({ sha256, size: Number(size) });
    });
}

export async function readObject(place: BackupPlace, { sha256, size }: StoredObject): Promise<Buffer> {
  const bytes = await readWhole(place, objectPath(sha256)).catch((error: unknown) => {
    if (error instanceof CorruptObject) return undefined;
    throw error;
  });
  const digest = bytes && sha256Of(bytes);
  if (bytes && digest === sha256 && bytes.length === size) return bytes;
  throw damaged(bytes ? `${objectPath(sha256)} was changed` : `${objectPath(sha256)} is missing`);
}

export interface Snapshots {
  /** The oldest first. */
  readonly snapshots: readonly Snapshot[];
  /** Ids of those that are damaged, or of a newer version. */
  readonly unreadable: readonly string[];
}

/** @throws {AdminError} `no_store` where there is none */
export async function listSnapshots(
  target: BackupTarget,
  { environment }: Pick<PlaceOptions, "environment">,
): Promise<Snapshots> {
  const place = await openBackupPlace(target, { environment });
  const kept = await readManifests(place);
  if (kept.length === 0) {
    const what = `There is no backup in ${describeTarget(target)}`;
    throw new AdminError("no_store", `${what}. Name what admin backup or serve --backup wrote to.`);
  }
  return {
    snapshots: kept.flatMap(({ id, manifest }) => (manifest ? [snapshotOf(id, manifest)] : [])),
    unreadable: kept.filter(({ manifest }) => manifest === undefined).map(({ id }) => id),
  };
}

export function damaged(what: string): AdminError {
  return new AdminError("damaged", `The copy is damaged: ${what}. Nothing was restored; use another backup.`);
}
