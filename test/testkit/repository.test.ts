import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { makeRepository } from "../../packages/testkit/repository.ts";
import { folderOfTest } from "../folders.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/static-html", import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = folderOfTest("test");
});

const git = (path: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd: path, encoding: "utf8" }).trim();

test("the same example gives the same commit in another folder, on a branch that can be cloned by its URL", async () => {
  const [one, two] = [
    await makeRepository({ example: EXAMPLE, path: join(folder, "one") }),
    await makeRepository({ example: EXAMPLE, path: join(folder, "two") }),
  ];
  expect(one.headSha).toMatch(/^[0-9a-f]{40}$/);
  expect(two.headSha).toBe(one.headSha);
  expect(two.baseSha).not.toBe(one.headSha);
  git(folder, "clone", "--quiet", "--branch", one.branch, one.url, "copy");
  expect(git(join(folder, "copy"), "rev-parse", "HEAD")).toBe(one.headSha);
  expect(git(join(folder, "copy"), "ls-files").split("\n")).toEqual(
    expect.arrayContaining(["README.md", "index.html", "about/index.html", "404.html", "style.css"]),
  );
  expect(one.files.map((file) => file.filename)).toContain("index.html");
  expect(git(join(folder, "one"), "status", "--porcelain")).toBe("");
});

test("a second call keeps the commit, whatever hooks this machine has; a changed file makes another and leaves the first fetchable", async () => {
  const example = join(folder, "example");
  await mkdir(example);
  await writeFile(join(example, "index.html"), "<title>one</title>");
  const path = join(folder, "site");
  const first = await makeRepository({ example, path });
  await writeFile(join(path, ".git", "hooks", "reference-transaction"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect((await makeRepository({ example, path })).headSha).toBe(first.headSha);
  await rm(join(example, "index.html"));
  await writeFile(join(example, "other.html"), "<title>two</title>");
  const second = await makeRepository({ example, path });
  expect(second.headSha).not.toBe(first.headSha);
  expect(git(path, "ls-tree", "--name-only", second.headSha).split("\n")).toEqual(["README.md", "other.html"]);
  expect(git(path, "cat-file", "-t", first.headSha)).toBe("commit");
});
