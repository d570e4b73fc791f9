import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readFileOf, readFolder } from "../../packages/client/folder.ts";
import { folderOfTest } from "../folders.ts";

let root: string;

beforeEach(() => {
  root = folderOfTest("folder");
  write("index.html", "<h1>Built</h1>");
});

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const paths = async () => (await readFolder(root)).files.map(({ path }) => path).sort();
const rejection = async (limits?: Parameters<typeof readFolder>[1]): Promise<unknown> =>
  readFolder(root, limits).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a folder", () => {
  test("is read as a list that does not depend on the order of the disk", async () => {
    write("b/app.js", "start()");
    write("a.html", "");
    const { list, prebuilt } = await readFolder(root);
    expect(list).toBe(
      `${sha256("")} 0 "a.html"\n${sha256("start()")} 7 "b/app.js"\n${sha256("<h1>Built</h1>")} 14 "index.html"\n`,
    );
    expect(prebuilt).toEqual({ sha256: sha256(list), files: 3, bytes: 21 });
  });

  test("leaves out what no build serves, and keeps the file that says how it is served", async () => {
    for (const path of [".env", ".git/config", "node_modules/x.js", "a/greenroom.json", "a/.hidden"]) write(path, "x");
    write(".well-known/security.txt", "x");
    write("greenroom.json", "{}");
    expect(await paths()).toEqual([".well-known/security.txt", "greenroom.json", "index.html"]);
  });

  test.each<readonly [string, () => unknown, RegExp]>([
    ["a symbolic link to a file", () => symlinkSync("/etc/passwd", join(root, "a")), /"a", which is a symbolic link/],
    ["a symbolic link to a folder", () => symlinkSync("/etc", join(root, "a")), /which is a symbolic link/],
    ["a hard link", () => linkSync(join(root, "index.html"), join(root, "a")), /which is a hard link/],
    ["a named pipe", () => execFileSync("mkfifo", [join(root, "a")]), /which is a named pipe/],
    ["a name with a newline", () => write("a\nb", "x"), /control character/],
    ["a name with a backslash", () => write("a\\b", "x"), /backslash/],
    [
      "a path that is too long",
      () => write(`${`${"d".repeat(200)}/`.repeat(5)}${"n".repeat(100)}`, "x"),
      /over 1024 bytes/,
    ],
    ["folders that are too deep", () => write(`${"d/".repeat(65)}x`, "x"), /over 64 folders deep/],
  ])("with %s is refused by its name", async (_, prepare, message) => {
    prepare();
    expect(await rejection()).toMatchObject({ code: "folder_rejected", message: expect.stringMatching(message) });
  });

  test("with a socket is refused", async () => {
    const server = createServer().listen(join(root, "s"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(await rejection()).toMatchObject({ message: expect.stringContaining("a socket") });
    await new Promise((resolve) => server.close(resolve));
  });

  test("with a name that is not UTF-8 is refused", async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe])]), "x");
    expect(await rejection()).toMatchObject({ message: expect.stringContaining("not UTF-8") });
  });

  test("over a limit of files, of a file or of all is refused", async () => {
    write("a", "12345");
    const limits = { files: 9, fileBytes: 99, totalBytes: 99 };
    expect(await rejection({ limits: { ...limits, files: 1 } })).toMatchObject({
      message: expect.stringContaining("more than 1 files"),
    });
    expect(await rejection({ limits: { ...limits, fileBytes: 13 } })).toMatchObject({ code: "folder_rejected" });
    expect(await rejection({ limits: { ...limits, totalBytes: 18 } })).toMatchObject({ code: "folder_rejected" });
    expect(await rejection({ limits: { ...limits, totalBytes: 19 } })).toBeUndefined();
  });

  test("that is missing, empty, a file or a link is refused", async () => {
    symlinkSync(root, `${root}-link`);
    const read = (path: string) => expect(readFolder(path)).rejects.toMatchObject({ code: "folder_rejected" });
    await read(join(root, "absent"));
    await read(join(root, "index.html"));
    await read(`${root}-link`);
    rmSync(`${root}-link`);
    rmSync(join(root, "index.html"));
    write(".env", "x");
    await read(root);
  });
});

describe("a file that is read again", () => {
  test.each<readonly [string, () => void]>([
    ["with another content", () => write("index.html", "<h1>Other</h1>")],
    ["shorter", () => write("index.html", "x")],
    ["longer", () => write("index.html", "<h1>Built</h1>!")],
    [
      "as a link",
      () => {
        rmSync(join(root, "index.html"));
        symlinkSync("/etc/passwd", join(root, "index.html"));
      },
    ],
    ["not at all", () => rmSync(join(root, "index.html"))],
  ])("and is there %s is refused", async (_, change) => {
    const folder = await readFolder(root);
    const [file] = folder.files;
    change();
    await expect(readFileOf(folder, file ?? { path: "", sha256: "", size: 0 })).rejects.toMatchObject({
      code: "folder_rejected",
    });
  });
});
