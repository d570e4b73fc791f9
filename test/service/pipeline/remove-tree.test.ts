import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeTree } from "../../../packages/service/pipeline/output/remove-tree.ts";
import { temporaryFolder } from "../../folders.ts";

const folder = temporaryFolder("remove");

const MODULE = join(import.meta.dirname, "../../../packages/service/pipeline/output/remove-tree.ts");

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

/** Makes a folder with a shell, as a build does. */
function made(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  execFileSync("/bin/sh", ["-c", script], { cwd: path });
  return path;
}

test.each([
  ["longer paths than are taken", "n=$(printf %0250d 0); for i in $(seq 30); do mkdir $n; cd -P $n; done; : > f"],
  ["folders that forbid everything", "mkdir -p a/b/c; : > a/b/c/f; chmod 000 a/b/c a/b a"],
  ["names that are no text", 'd=$(printf \'a\\377\'); mkdir "$d"; : > "$d/$d"; : > "$d"x'],
  ["pipes, links and sockets", "mkfifo p; ln -s / root; ln -s . self; ln p q"],
  ["thousands of files", "seq 3000 | xargs touch"],
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

test("a tree is removed however deep, long, wide, locked and strangely named it is, and nothing behind its links", () => {
  const path = made("of-an-ordinary-user", ":");
  chmodSync(folder, 0o755);
  chmodSync(path, 0o777);
  const kept = join(made("of-others", ":"), "kept");
  writeFileSync(kept, "");
  // Longer than a path may be.
  const deep = `n=$(printf %0200d 0); for i in $(seq 30); do mkdir $n && cd -P $n || exit 1; done; echo x > file`;
  asOrdinaryUser(
    `mkdir tree && cd tree && ln -s ${join(kept, "..")} link && ln -s ${kept} file-link && mkfifo pipe
     mkdir locked && mkdir locked/inner && echo x > locked/inner/file && chmod 0 locked/inner locked
     printf x > "$(printf 'b\\377')" && (${deep})`,
    path,
  );
  const remove = `import("${MODULE}").then(({ removeTree }) => removeTree("tree"))`;
  asOrdinaryUser(`${process.execPath} -e '${remove}'`, path);
  expect([existsSync(join(path, "tree")), existsSync(kept)]).toEqual([false, true]);
});
