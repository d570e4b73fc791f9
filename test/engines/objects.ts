import { createHash, randomUUID } from "node:crypto";
import { systemClock } from "../../packages/contract/clock.ts";
import { type Bucket, readBucketUrl } from "../../packages/service/domain/bucket.ts";
import { openBucketObjects } from "../../packages/service/store/files/bucket-objects.ts";
import { type ObjectStore, openObjects } from "../../packages/service/store/files/objects.ts";
import { readCredentials } from "../../packages/service/store/files/s3.ts";

/** URL of a bucket; `npm run test:engines` sets it. */
const BUCKET = process.env["GREENROOM_TEST_S3"];

/** Whether the files of tests are in a bucket. */
export const ON_S3 = BUCKET !== undefined;

/** The bucket under test, with a prefix of its own for each data folder. */
export function testBucket(dataDirectory: string): Bucket {
  const bucket = readBucketUrl(BUCKET ?? "");
  if ("problem" in bucket) throw new Error(bucket.problem);
  const own = createHash("sha256").update(dataDirectory).digest("hex").slice(0, 16);
  return { ...bucket, prefix: `${bucket.prefix}${own}/` };
}

/** The bucket under test with a prefix of its own, as the commands name it. */
export function testBucketUrl(): string {
  const url = new URL(BUCKET ?? "");
  url.pathname += `/${randomUUID()}`;
  return url.href;
}

/** The credentials of the bucket under test, as commands find them. */
export function testCredentials(): Readonly<Record<string, string>> {
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("AWS_") && value !== undefined ? [[name, value] as const] : [],
  );
  return Object.fromEntries(given);
}

/** Opens a store of files for a test: the data folder, or the bucket under test with the folder as its cache. */
export async function openTestObjects(dataDirectory: string): Promise<ObjectStore> {
  if (!ON_S3) return openObjects(dataDirectory);
  const deps = {
    dataDirectory,
    credentials: readCredentials(process.env),
    clock: systemClock,
    log: { warn: () => undefined },
  };
  return await openBucketObjects(testBucket(dataDirectory), deps);
}
