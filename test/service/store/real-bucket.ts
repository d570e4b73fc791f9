import { randomUUID } from "node:crypto";
import { type Bucket, readBucketUrl } from "../../../packages/service/domain/bucket.ts";
import { type BucketCredentials, readCredentials } from "../../../packages/service/store/s3.ts";

/** The bucket that `GREENROOM_TEST_S3` names, under a prefix of its own; its credentials are in the usual variables. */
export function realBucket(): Bucket & { readonly credentials: BucketCredentials } {
  const bucket = readBucketUrl(process.env["GREENROOM_TEST_S3"] ?? "");
  if ("problem" in bucket) throw new Error(bucket.problem);
  return { ...bucket, prefix: `${bucket.prefix}${randomUUID()}/`, credentials: readCredentials(process.env) };
}
