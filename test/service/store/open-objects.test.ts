import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { readBucketUrl, storesProblem } from "../../../packages/service/domain/bucket.ts";
import type { Database } from "../../../packages/service/store/engine/database.ts";
import { openObjectStore } from "../../../packages/service/store/files/open-objects.ts";
import { openTestDatabase } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { insert } from "../rows.ts";
import { type BucketDouble, openBucketDouble } from "./bucket-double.ts";

let folder: string;
let db: Database;
let double: BucketDouble;
const environment = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "testsecret" };

beforeEach(async () => {
  folder = folderOfTest("open");
  db = openTestDatabase();
  double = await openBucketDouble();
});

afterEach(async () => {
  await db.destroy();
  await double[Symbol.asyncDispose]();
});

function open(given: { db?: Database; environment?: Record<string, string>; warn?: () => void } = {}) {
  const log = { warn: given.warn ?? (() => undefined) };
  const deps = { db: given.db ?? db, clock: systemClock, log, environment: given.environment ?? environment };
  return openObjectStore({ dataDirectory: folder, objects: double.bucket }, deps);
}

async function addObject(): Promise<void> {
  const row = { sha256: "0".repeat(64), size: 1, created_at: "2026-11-22T00:00:00.000Z" };
  await insert(db, "objects", row);
}

describe("a service that starts with a bucket", () => {
  test("leaves nothing of its check in it but whose it is, and starts again", async () => {
    await open();
    expect([...double.objects.keys()]).toEqual(["greenroom/owner"]);
    await addObject();
    await open();
  });

  test("takes it together with others of the same database that start at once", async () => {
    await Promise.all([open(), open(), open()]);
    const { owner } = await db.selectFrom("buckets").select("owner").executeTakeFirstOrThrow();
    expect(double.objects.get("greenroom/owner")?.bytes.toString()).toBe(owner);
  });

  test("does not start with the bucket of another database, whose files its collector would delete", async () => {
    const other = openTestDatabase();
    try {
      await open({ db: other });
      await expect(open()).rejects.toThrow("holds the files of another database. Name an empty prefix");
    } finally {
      await other.destroy();
    }
  });

  test("does not start with another bucket than before, nor without one", async () => {
    await open();
    await addObject();
    double.objects.clear();
    await expect(open()).rejects.toThrow("does not hold the files of this database");
    const deps = { db, clock: systemClock, log: { warn: () => undefined }, environment };
    await expect(openObjectStore({ dataDirectory: folder }, deps)).rejects.toThrow("Name it with --objects");
  });

  test("does not start when its files are in the data folder", async () => {
    await addObject();
    await expect(open()).rejects.toThrow("The files of this database are in its data folder");
    expect(double.objects.size).toBe(0);
  });

  test.each([
    ["PUT", "Let the credentials read, write, list and delete"],
    ["GET greenroom/check/", "Let the credentials read, write, list and delete"],
    ["DELETE", "Let the credentials read, write, list and delete"],
  ])("says what to do when it is not allowed to %s", async (refused, advice) => {
    double.fault = (request) => (request.startsWith(refused) ? "refuse" : undefined);
    const error: unknown = await open().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(advice);
    expect(String(error)).not.toContain(environment.AWS_SECRET_ACCESS_KEY);
  });

  test("continues with a store that does not check what it is sent, and says so", async () => {
    const warn = vi.fn<() => void>();
    await open({ warn });
    expect(warn).not.toHaveBeenCalled();
    double.checks = false;
    await open({ warn });
    expect(warn).toHaveBeenCalledOnce();
  });

  test("needs credentials, and reads them from a file that only it can read", async () => {
    await expect(open({ environment: {} })).rejects.toThrow("Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    const file = join(folder, "credentials");
    writeFileSync(file, "[other]\naws_access_key_id = no\n[default]\naws_access_key_id = a\naws_secret_access_key=b\n");
    chmodSync(file, 0o644);
    const named = { AWS_SHARED_CREDENTIALS_FILE: file };
    await expect(open({ environment: named })).rejects.toThrow(`run chmod 600 on it`);
    chmodSync(file, 0o600);
    await open({ environment: named });
    await expect(open({ environment: { ...named, AWS_PROFILE: "other" } })).rejects.toThrow("needs credentials");
  });
});

describe("the URL of a bucket", () => {
  test("names the bucket, a prefix, the endpoint, the region and the size of the cache", () => {
    const url = "s3://files/team/one?endpoint=http://127.0.0.1:7070&region=eu-north-1&cache=2GiB";
    expect(readBucketUrl(url)).toEqual({
      name: "files",
      prefix: "team/one/",
      endpoint: new URL("http://127.0.0.1:7070"),
      region: "eu-north-1",
      cacheBytes: 2 * 1024 ** 3,
    });
  });

  test.each([
    ["20MiB", 20 * 1024 ** 2],
    ["1TiB", 1024 ** 4],
  ])("takes a cache of %s", (size, cacheBytes) => {
    expect(readBucketUrl(`s3://files?cache=${size}`)).toMatchObject({ cacheBytes });
  });

  test("needs the bucket only", () => {
    expect(readBucketUrl("s3://files", "eu-west-1")).toMatchObject({
      prefix: "",
      endpoint: new URL("https://s3.eu-west-1.amazonaws.com"),
      region: "eu-west-1",
    });
  });

  test.each([
    ["https://files", "is written as s3://"],
    ["s3://key:secret@files", "give the credentials by"],
    ["s3://files?key=secret", "is not known"],
    ["s3://F_les", "is not the name of a bucket"],
    ["s3://files/a/../b%20c", "may have letters"],
    ["s3://files?endpoint=ftp://host", "The endpoint is"],
    ["s3://files?endpoint=http://host/path", "The endpoint is"],
    ["s3://files?endpoint=http://a:b@host", "The endpoint is"],
    ["s3://files?region=../x", "is not a region"],
    ["s3://files?cache=0GiB", "The cache is"],
    ["s3://files?cache=20MB", "The cache is"],
  ])("is rejected as %s, in a sentence without its secret", (url, problem) => {
    const read = readBucketUrl(url);
    expect(read).toHaveProperty("problem", expect.stringContaining(problem));
    expect(JSON.stringify(read)).not.toContain("secret@");
  });

  test("comes with the URL of a database, or neither does", () => {
    expect(storesProblem({ database: true, objects: true })).toBeUndefined();
    expect(storesProblem({ database: false, objects: false })).toBeUndefined();
    expect(storesProblem({ database: true, objects: false })).toContain("--objects");
    expect(storesProblem({ database: false, objects: true })).toContain("--database");
  });
});
