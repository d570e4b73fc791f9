import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTree } from "../../../packages/service/pipeline/remove-tree.ts";

const folder = mkdtempSync(join(tmpdir(), "greenroom-remove-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a folder with a shell, as a build does. */
function made(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  execFileSync("/bin/sh", ["-c", script], { cwd: path });
  return path;
}

test.each([
  [
    "paths longer than the kernel takes",
    "n=$(printf %0250d 0); i=0; while [ $i -lt 200 ]; do mkdir $n; cd -P $n; i=$((i+1)); done; : > f",
  ],
  ["folders that forbid everything", "mkdir -p a/b/c; : > a/b/c/f; chmod 000 a/b/c a/b a"],
  ["names that are no text", 'd=$(printf \'a\\377\'); mkdir "$d"; : > "$d/$d"; : > "$d"x'],
  ["pipes, links and sockets", "mkfifo p; ln -s / root; ln -s . self; ln p q"],
  ["thousands of files", "i=0; while [ $i -lt 3000 ]; do : > f$i; i=$((i+1)); done"],
])("a folder with %s is removed", (name, script) => {
  const path = made(name.replaceAll(" ", "-"), script);
  expect(removeTree(path)).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});

test("nothing outside is removed through a link, not even in place of the folder itself", () => {
  const outside = made("outside", "echo kept > file");
  const path = made("inside", "mkdir sub");
  symlinkSync(outside, join(path, "link"));
  symlinkSync(outside, join(path, "sub", "link"));
  expect(removeTree(path)).toBeUndefined();
  symlinkSync(outside, path);
  expect(removeTree(path)).toBeUndefined();
  expect(readFileSync(join(outside, "file"), "utf8")).toBe("kept\n");
  expect(existsSync(path)).toBe(false);
});

test("a folder that is not there is no error, and a file is removed", () => {
  expect(removeTree(join(folder, "nowhere"))).toBeUndefined();
  writeFileSync(join(folder, "file"), "");
  expect(removeTree(join(folder, "file"))).toBeUndefined();
  expect(existsSync(join(folder, "file"))).toBe(false);
});
