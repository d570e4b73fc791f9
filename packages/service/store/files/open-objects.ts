import { randomUUID } from "node:crypto";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { type Bucket, describeBucket } from "../../domain/bucket.ts";
import { OperatorFault } from "../../domain/operator-fault.ts";
import type { Settings } from "../../settings.ts";
import type { Database } from "../engine/database.ts";
import { addRow, findRow } from "../engine/rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { healing } from "./healing-objects.ts";
import { type ObjectStore, openObjects } from "./objects.ts";
import type { S3 } from "./s3.ts";

interface StoreDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn">;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Checks that the store can be used. @throws {OperatorFault} When it cannot; the message says what to do. */
export async function openObjectStore(
  { dataDirectory, objects: bucket }: Pick<Settings, "dataDirectory" | "objects">,
  { db, clock, log, environment }: StoreDeps,
): Promise<ObjectStore> {
  const owner = await ownerOf(db);
  if (!bucket) {
    if (owner === undefined) return healing(openObjects(dataDirectory, clock), { db, clock, log });
    throw new OperatorFault(
      "server_unusable",
      "The files of this database are in a bucket. Name it with --objects, as before.",
    );
  }
  // Loaded here: a service that keeps its files itself never needs them.
  const { openBucketObjects } = await import("./bucket-objects.ts");
  const { readCredentials } = await import("./s3.ts");
  const deps = { dataDirectory, credentials: readCredentials(environment), clock, log };
  const { s3, ...store } = await openBucketObjects(bucket, deps);
  await checkBucket(bucket, s3, log);
  await claimBucket(bucket, s3, db, owner);
  return healing(store, { db, clock, log });
}

/** Puts, reads, lists and deletes an object, so that a key that lacks a right is found now and not by a build. */
async function checkBucket(bucket: Bucket, s3: S3, log: Pick<Logger, "warn">): Promise<void> {
  const key = `${bucket.prefix}check/${randomUUID()}`;
  const bytes = Buffer.from(key);
  const failed = (what: string): Error =>
    new OperatorFault(
      "server_unusable",
      `${describeBucket(bucket)} cannot hold files: ${what}. Use another store, or correct its settings.`,
    );
  await s3.put(key, bytes);
  if (!(await readText(s3, key))?.equals(bytes)) throw failed("what was put is not what is read");
  const listed = await s3.list(`${bucket.prefix}check/`, "");
  if (!listed.some((entry) => entry.key === key && entry.size === bytes.length)) {
    throw failed("what was put is not in the list");
  }
  if (await s3.takesWrongChecksum(key)) {
    log.warn(
      { bucket: describeBucket(bucket) },
      "the store of files takes bytes under a wrong checksum; what is read is checked here",
    );
  }
  await s3.remove(key, Date.now());
  if ((await s3.size(key)) !== undefined) throw failed("what was deleted is still there");
}

/** A bucket holds the files of one database: a collector deletes what its own database does not name. */
async function claimBucket(bucket: Bucket, s3: S3, db: Database, owner: string | undefined): Promise<void> {
  const key = `${bucket.prefix}owner`;
  const found = (await readText(s3, key))?.toString();
  if (found !== undefined) {
    // Read again: another process of this database may have claimed it meanwhile.
    if (found === (owner ?? (await ownerOf(db)))) return;
    throw new OperatorFault(
      "server_unusable",
      `${describeBucket(bucket)} holds the files of another database. Name an empty prefix, as in s3://BUCKET/PREFIX.`,
    );
  }
  if (await db.selectFrom("objects").select("sha256").limit(1).executeTakeFirst()) {
    throw new OperatorFault(
      "server_unusable",
      owner === undefined
        ? "The files of this database are in its data folder. Start without --objects, or begin with an empty data folder."
        : `${describeBucket(bucket)} does not hold the files of this database. Name their bucket and prefix with --objects.`,
    );
  }
  // The row first: of several processes that start at once, all write the same.
  await inTransaction(db, (tx) => addRow(tx, "buckets", { id: 1, owner: randomUUID() }));
  await s3.put(key, Buffer.from((await ownerOf(db)) ?? ""));
}

async function ownerOf(db: Database): Promise<string | undefined> {
  return (await findRow(db, "buckets", { id: 1 }))?.owner;
}

const MAX_TEXT_BYTES = 64 * 1024;

async function readText(s3: S3, key: string): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const found = await s3.get(key, async (part) => {
    bytes += part.length;
    if (bytes <= MAX_TEXT_BYTES) parts.push(part);
  });
  return found ? Buffer.concat(parts) : undefined;
}
