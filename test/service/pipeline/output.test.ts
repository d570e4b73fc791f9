import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { listOutput } from "../../../packages/service/pipeline/output/list-output.ts";
import { storeOutput } from "../../../packages/service/pipeline/output/output.ts";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readFileList } from "../../../packages/service/store/files/file-lists.ts";
import { type ObjectStore, openObjects } from "../../../packages/service/store/files/objects.ts";
import { readVariants, type Variants } from "../../../packages/service/store/files/variants.ts";
import { folderOfTest } from "../../folders.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile({ openStore: openObjects });

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
const words = (word: string): string => `${word} `.repeat(400);

function pathOf(digest: string): string {
  return join(fixture.context.settings.dataDirectory, "objects", digest.slice(0, 2), digest);
}

async function variantsOf(list: string | null | undefined, content: string | Buffer): Promise<Variants | undefined> {
  const files = (await readFileList(fixture.context.objects, list ?? ""))?.files ?? [];
  const names = files.map((file) => file.sha256);
  return (await readVariants(fixture.db, names)).get(sha256(content));
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

  test("does not compress short files and other types, and stores where compressing saves nothing", async () => {
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
    const encodings = fixture.db.selectFrom("object_encodings").selectAll().orderBy("sha256").orderBy("encoding");
    const before = await encodings.execute();
    const variants = await variantsOf(first.row.file_list_digest, text);
    const lost = pathOf(variants?.br?.sha256 ?? "");
    rmSync(lost);
    const second = await fixture.deploy({ "index.html": "2", "b.css": text });
    expect(second.row.status).toBe("ready");
    expect(existsSync(lost)).toBe(true);
    expect(await encodings.execute()).toEqual(before);
  });
});

describe("an output", () => {
  const LIMITS = { files: 50, fileBytes: 5_000, totalBytes: 12_000 };

  /** Lists and stores a folder that `fill` fills. */
  async function store(fill: (folder: string) => unknown, objects: Partial<ObjectStore> = {}): Promise<unknown> {
    const root = folderOfTest("output");
    const folder = join(root, "out");
    mkdirSync(folder);
    writeFileSync(join(folder, "index.html"), "x");
    await fill(folder);
    await using checkout = await openFolder(root);
    await using output = await openFolder(folder);
    const { files } = await listOutput({ checkout, mountedAt: ["/build"], output, at: "out" }, LIMITS);
    return await storeOutput(
      { checkout, files, limits: LIMITS },
      {
        objects: { ...openObjects(root), ...objects },
        keep: () => Promise.resolve(),
        variants: () => Promise.resolve(new Map()),
      },
      new AbortController().signal,
    );
  }

  const write = (folder: string, name: string, bytes = 1): void => writeFileSync(join(folder, name), "x".repeat(bytes));
  const link = (target: string) => (folder: string) => symlinkSync(target, join(folder, "link"));
  const left = (script: string) => (folder: string) => execFileSync("/bin/sh", ["-ec", script], { cwd: folder });

  test.each<[string, (folder: string) => unknown]>([
    ["a symbolic link that leads out", link("/etc/passwd")],
    ["a symbolic link that leads out", link("../../x")],
    ["a symbolic link that leads out", link("../.git/config")],
    ["a symbolic link that leads out", link("../.env.production")],
    ["a symbolic link that leads to itself", link("link")],
    ["which is a symbolic link", left("mkdir a; ln -s /etc a/b")],
    ["which is a symbolic link", left("ln -s /etc .well-known")],
    ["which is a hard link", left("ln index.html x")],
    ["which is a named pipe", left("mkfifo x")],
    ["which is a socket", left("perl -MIO::Socket -e 'IO::Socket::UNIX->new(Local => q(x), Listen => 1)'")],
    ["whose path is over 1024 bytes", left(`n=$(printf %0200d 0); for i in $(seq 9); do mkdir $n; cd $n; done; : > x`)],
    ["which lies over 64 folders deep", left("for i in $(seq 80); do mkdir a; cd a; done")],
    ["is not UTF-8", left(`: > "$(printf 'b\\377')"`)],
  ])("with a file %s is rejected", async (message, fill) => {
    const said = expect.stringContaining(message);
    await expect(store(fill)).rejects.toMatchObject({ code: "output_rejected", message: said });
  });

  test.each<[string, string, (folder: string) => unknown]>([
    ['"big" is larger than 4.9 KiB', "--deployment-file-size", (folder) => write(folder, "big", 5_001)],
    ["is larger than 11.7 KiB", "--deployment-size", (folder) => ["a", "b", "c"].map((n) => write(folder, n, 4_500))],
    [
      "more than 50 files",
      "--deployment-files",
      (folder) => Array.from({ length: 50 }, (_, n) => write(folder, `${n}`)),
    ],
  ])("that has %s exceeds what %s raises", async (message, flag, fill) => {
    const said = expect.stringMatching(`${message}\\. The operator can raise ${flag}\\.$`);
    await expect(store(fill)).rejects.toMatchObject({ code: "limit_exceeded", message: said });
  });

  test("has none of the links that are not served", async () => {
    const stored = await store(left("ln -s /etc .x; ln -s /etc ..y; ln -s /etc node_modules"));
    expect(stored).toMatchObject([{ path: "index.html" }]);
  });

  test("of which a file cannot be stored is rejected once no other one is written any more", async () => {
    let [begun, ended] = [0, 0];
    const storing = store((folder) => write(folder, "other"), {
      async putFile(handle) {
        begun += 1;
        if (begun === 1) throw new Error("lost");
        for (let n = 0; n < 1_000; n += 1) await handle.stat();
        ended += 1;
        return { sha256: "", size: 1 };
      },
    });
    await expect(storing).rejects.toThrow("lost");
    expect([begun, ended]).toEqual([2, 1]);
  });

  test("with a device is rejected", async () => {
    // No test can make one; the terminals of the machine are used instead.
    await using output = await openFolder("/dev/pts");
    const folder = { checkout: output, mountedAt: [], output, at: "." };
    const listing = listOutput(folder, { files: 1_000, fileBytes: 1, totalBytes: 1 });
    await expect(listing).rejects.toMatchObject({
      code: "output_rejected",
      message: expect.stringMatching(/ is a device/),
    });
  });
});
