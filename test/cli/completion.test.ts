import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { temporaryFolder } from "../folders.ts";
import { startCommand } from "./command.ts";

const folder = temporaryFolder("completion");

async function script(shell: string): Promise<string> {
  const { stdout, code } = await startCommand(["completion", shell], { env: {}, cwd: folder }).ended;
  expect(code).toBe(0);
  const file = join(folder, shell);
  writeFileSync(file, stdout);
  return file;
}

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/** What bash offers after these words, of which the last is begun. */
function offered(file: string, words: readonly string[]): readonly string[] {
  const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _greenroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", code, "bash", file, "greenroom", ...words], { encoding: "utf8" })
    .trim()
    .split("\n");
}

describe("completion", () => {
  test("offers commands, their commands, options, and the choices of an option", async () => {
    const file = await script("bash");
    expect(offered(file, ["ad"])).toEqual(["admin"]);
    expect(offered(file, ["admin", "user", ""])).toEqual(expect.arrayContaining(["create", "link", "--help"]));
    expect(offered(file, ["admin", "user", "create", "--ro"])).toEqual(["--role"]);
    expect(offered(file, ["admin", "user", "create", "--role", "a"])).toEqual(["admin", "approver"]);
    expect(offered(file, ["serve", "--preview"])).toEqual(["--preview-domain"]);
    // Values are no commands.
    expect(offered(file, ["deploy", "admin", "--foll"])).toEqual(["--follow"]);
  });

  it.each(["bash", "zsh", "fish"].filter(isThere))("is a script that %s reads", async (shell) => {
    expect(
      spawnSync(
        shell,
        ["--no-execute", await script(shell)].map((word) =>
          shell === "fish" ? word : word.replace("--no-execute", "-n"),
        ),
        { encoding: "utf8" },
      ),
    ).toMatchObject({ status: 0, stderr: "" });
  });

  it("refuses another shell with those it knows", async () => {
    const { code, stderr } = await startCommand(["completion", "cmd"], { env: {}, cwd: folder }).ended;
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("bash, zsh, fish") as string });
  });
});
