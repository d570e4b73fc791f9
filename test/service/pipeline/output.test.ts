import { createHash, randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openObjects } from "../../../packages/service/store/objects.ts";
import { readListVariants, type Variants } from "../../../packages/service/store/variants.ts";
import { openBuildFixture, type BuildFixture } from "./build-fixture.ts";

let fixture: BuildFixture;

beforeAll(async () => {
  fixture = await openBuildFixture();
  fixture.builds.start();
});

afterAll(() => fixture.close());

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const words = (word: string): string => `${word} `.repeat(400);

function pathOf(digest: string): string {
  return join(fixture.context.settings.dataDirectory, "objects", digest.slice(0, 2), digest);
}

async function variantsOf(list: string | null | undefined, content: string | Buffer): Promise<Variants | undefined> {
  return (await readListVariants(fixture.db, list ?? "")).get(sha256(content));
}

describe("publishing a preview", () => {
  test("stores its compressible files in both codings before it is ready", async () => {
    const text = words("compress");
    const { row } = await fixture.deploy({ "index.html": "x", "app.js": text });
    const variants = await variantsOf(row.file_list_digest, text);
    const objects = openObjects(fixture.context.settings.dataDirectory);
    expect(brotliDecompressSync(await objects.read(variants?.br?.sha256 ?? "")).toString()).toBe(text);
    expect(gunzipSync(await objects.read(variants?.gzip?.sha256 ?? "")).toString()).toBe(text);
    for (const variant of [variants?.br, variants?.gzip]) expect(variant?.size).toBeLessThan(text.length);
  });

  test("leaves short files and types that do not compress alone, and notes what compressing does not save", async () => {
    const noise = randomBytes(4096);
    const files = { "index.html": "short", "photo.png": words("photo"), "noise.txt": noise };
    const { row } = await fixture.deploy(files);
    const list = row.file_list_digest;
    expect(await variantsOf(list, "short")).toBeUndefined();
    expect(await variantsOf(list, words("photo"))).toBeUndefined();
    expect(await variantsOf(list, noise)).toEqual({ br: null, gzip: null });
  });

  test("compresses a file once, and again only what was lost from the disk", async () => {
    const text = words("again");
    const first = await fixture.deploy({ "index.html": "1", "a.css": text, "copy.css": text });
    const before = await fixture.db.selectFrom("object_encodings").selectAll().execute();
    const variants = await variantsOf(first.row.file_list_digest, text);
    const lost = pathOf(variants?.br?.sha256 ?? "");
    rmSync(lost);
    const second = await fixture.deploy({ "index.html": "2", "b.css": text });
    expect(second.row.status).toBe("ready");
    expect(existsSync(lost)).toBe(true);
    expect(await fixture.db.selectFrom("object_encodings").selectAll().execute()).toEqual(before);
  });
});
