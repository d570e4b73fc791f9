import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { find, MAX_NAMES, openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { findPages } from "../../../packages/service/pipeline/output/written-pages.ts";
import { temporaryFolder } from "../../folders.ts";

const root = temporaryFolder("tree");

let made = 0;

function folder(): string {
  const path = join(root, String((made += 1)));
  mkdirSync(path);
  return path;
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

test("a folder with more names than the service keeps in memory is not read", async () => {
  // In memory, where so many names cost little.
  const path = mkdtempSync("/dev/shm/greenroom-names-");
  try {
    execFileSync("/bin/sh", ["-c", `seq ${MAX_NAMES} | xargs touch index.html`], { cwd: path });
    await using opened = await openFolder(path);
    await expect(opened.entries()).rejects.toMatchObject({ code: "limit_exceeded" });
    expect(findPages({ folder: path, sinceNs: 0n, root: ".", named: ["."] })).toEqual({ pages: [], named: [] });
  } finally {
    execFileSync("rm", ["-r", path]);
  }
});
