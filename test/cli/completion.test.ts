import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completionScript, SHELLS } from "../../packages/cli/completion-script.ts";
import { program } from "../../packages/cli/program.ts";

const root = program();
const folder = mkdtempSync(join(tmpdir(), "greenroom-completion-"));
const script = join(folder, "greenroom.bash");

beforeAll(() => writeFileSync(script, completionScript(root, "bash")));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a real bash offers for the last word of a line. */
function offered(...words: readonly string[]): readonly string[] {
  const line = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _greenroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ["--norc", "-c", `source ${script}; ${line}`, "bash", "greenroom", ...words];
  return execFileSync("bash", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}

function paths(command: Command, before: readonly string[] = []): readonly (readonly string[])[] {
  return command.commands.flatMap((child) => {
    const path = [...before, child.name()];
    return [path, ...paths(child, path)];
  });
}

describe("bash", () => {
  it("offers every verb of every place, and the options there", () => {
    expect(offered("")).toEqual([...root.commands.map((verb) => verb.name()), "--help"]);
    expect(offered("sites", "")).toEqual(expect.arrayContaining(["list", "show", "create", "archive", "restore"]));
    expect(offered("sites", "list", "--")).toEqual(expect.arrayContaining(["--archived", "--json", "--help"]));
  });

  it("goes on with what was begun", () => {
    expect(offered("sit")).toEqual(["sites"]);
    expect(offered("completion", "z")).toEqual(["zsh"]);
  });

  it("takes an argument or an option's value for no verb", () => {
    expect(offered("follow", "sites", "--t")).toEqual(["--token", "--timeout"]);
    expect(offered("sites", "--url", "https://x.example", "sh")).toEqual(["show"]);
  });
});

describe.each(SHELLS)("the script for %s", (shell) => {
  it("knows every verb and none besides, and its description cannot end a quote", () => {
    const text = completionScript(root, shell);
    for (const path of paths(root)) expect(text).toContain(`'${path.join(" ")}'`);
    for (const line of text.split("\n")) expect(line.split("'").length % 2, line).toBe(1);
  });
});
