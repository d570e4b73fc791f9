import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { find, openFolder, removeEntry } from "../../../packages/service/pipeline/tree.ts";

const root = mkdtempSync(join(tmpdir(), "greenroom-tree-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;

function folder(): string {
  const path = join(root, String((made += 1)));
  mkdirSync(path);
  return path;
}

const MODULE = join(import.meta.dirname, "../../../packages/service/pipeline/tree.ts");

/** The rights of files mean nothing to root, so that it works as another user, where that one can reach the code. */
function ordinaryUser(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const other = ["setpriv", "--reuid=65534", "--clear-groups"];
  const [file = "", ...args] = other;
  try {
    execFileSync(file, [...args, "sh", "-c", `test -r ${MODULE} && ${process.execPath} --version`], { stdio: "pipe" });
    return other;
  } catch {
    return [];
  }
}

function asOrdinaryUser(script: string, path: string): void {
  const [file, ...args] = [...ordinaryUser(), "sh", "-c", script];
  execFileSync(file, args, { cwd: path, stdio: "pipe" });
}

test("a folder that is open stays the same one when it is moved and another takes its place", async () => {
  const path = folder();
  mkdirSync(join(path, "site"));
  writeFileSync(join(path, "site", "a"), "mine");
  await using site = await openFolder(join(path, "site"));
  renameSync(join(path, "site"), join(path, "moved"));
  symlinkSync("/etc", join(path, "site"));
  const found = await find(site, "a");
  if (found.kind !== "file") throw new Error(found.kind);
  await using file = found.file;
  await using handle = await file.read();
  expect(await handle.readFile("utf8")).toBe("mine");
});

test("a path that leads out of a folder leads nowhere, and no link is followed", async () => {
  const path = folder();
  mkdirSync(join(path, "a"));
  writeFileSync(join(path, "file"), "");
  symlinkSync("/etc", join(path, "a", "link"));
  symlinkSync("a", join(path, "inner"));
  await using opened = await openFolder(path);
  for (const each of ["..", "a/../../x", "/etc", "file/x", "none", "a\0", "x".repeat(300)]) {
    expect(await find(opened, each)).toEqual({ kind: "missing" });
  }
  const link = { kind: "special", what: "a symbolic link" };
  expect(await find(opened, "a/link/passwd")).toEqual({ ...link, at: "a/link" });
  expect(await find(opened, "./inner/link")).toEqual({ ...link, at: "inner" });
  await expect(opened.entry("a/link")).rejects.toThrow("is not the name of an entry");
  await expect(openFolder(join(path, "inner"))).rejects.toThrow();
});

test("a file is read only after it was seen to be one", async () => {
  const path = folder();
  execFileSync("mkfifo", [join(path, "pipe")]);
  await using opened = await openFolder(path);
  // To open a pipe to read it waits for a writer, or tells one that somebody listens.
  expect(await opened.entry("pipe")).toEqual({ kind: "special", what: "a named pipe" });
});

test("a tree is removed however deep, long, wide, locked and strangely named it is, and nothing behind its links", async () => {
  const path = folder();
  chmodSync(root, 0o755);
  chmodSync(path, 0o777);
  const kept = join(folder(), "kept");
  writeFileSync(kept, "");
  // 100 folders of 200 characters: five times as long as a path may be.
  const deep = `n=$(printf 'd%.0s' $(seq 200)); for i in $(seq 100); do mkdir $n && cd -P $n || exit 1; done; echo x > file`;
  asOrdinaryUser(
    `mkdir tree && cd tree && ln -s ${join(kept, "..")} link && ln -s ${kept} file-link && mkfifo pipe
     mkdir locked && mkdir locked/inner && echo x > locked/inner/file && chmod 0 locked/inner locked
     printf x > "$(printf 'b\\377')" && (${deep})`,
    path,
  );
  const remove = `import("${MODULE}").then(
    async ({ openFolder, removeEntry }) => removeEntry(await openFolder("."), "tree"))`;
  asOrdinaryUser(`${process.execPath} -e '${remove}'`, path);
  expect([existsSync(join(path, "tree")), existsSync(kept)]).toEqual([false, true]);
});

test("removing what is not there, a file, and a link removes just that", async () => {
  const path = folder();
  const target = folder();
  writeFileSync(join(path, "file"), "");
  symlinkSync(target, join(path, "link"));
  await using opened = await openFolder(path);
  for (const name of ["none", "file", "link"]) await removeEntry(opened, name);
  expect(await opened.entries()).toEqual([]);
  expect(existsSync(target)).toBe(true);
});
