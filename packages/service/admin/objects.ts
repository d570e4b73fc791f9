import { instant, systemClock } from "@greenroom/contract/clock";
import type { Bucket } from "../domain/bucket.ts";
import type { Database } from "../store/engine/database.ts";
import { readFileList } from "../store/files/file-lists.ts";
import type { ObjectStore } from "../store/files/objects.ts";
import { openObjectStore } from "../store/files/open-objects.ts";
import { scrubObjects, type Scrubbed } from "../store/files/scrub.ts";

interface CheckedStore {
  readonly db: Database;
  readonly dataDirectory: string;
  readonly bucket: Bucket | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}

export interface ObjectsCheck extends Scrubbed {
  /** Previews and releases with files that are lost: deploying their commits again restores them. */
  readonly deployments: readonly string[];
}

export async function checkObjects(
  { db, dataDirectory, bucket, environment, warn }: CheckedStore,
  { repair, signal }: { readonly repair: boolean; readonly signal: AbortSignal },
): Promise<ObjectsCheck> {
  const said = new Set<string>();
  const log = {
    warn(_: unknown, message = "") {
      if (!said.has(message)) warn(message);
      said.add(message);
    },
  };
  const place = { dataDirectory, objects: bucket };
  const objects = await openObjectStore(place, { db, clock: systemClock, log, environment });
  const bounds = { maxBytes: Infinity, before: instant(systemClock), repair };
  const found = await scrubObjects({ db, objects, clock: systemClock }, bounds, signal);
  return { ...found, deployments: await deploymentsWith(db, objects, new Set(found.lost)) };
}

async function deploymentsWith(
  db: Database,
  objects: ObjectStore,
  lost: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (lost.size === 0) return [];
  const rows = await db
    .selectFrom("deployments")
    .select(["id", "file_list_digest as digest"])
    .where("file_list_digest", "is not", null)
    .orderBy("created_at")
    .execute();
  const named: string[] = [];
  for (const [digest, sharing] of Map.groupBy(rows, (row) => row.digest)) {
    const list = digest === null ? undefined : await readFileList(objects, digest);
    const isHit = !list || list.files.some(({ sha256 }) => lost.has(sha256));
    if (isHit) named.push(...sharing.map(({ id }) => id));
  }
  return named;
}
