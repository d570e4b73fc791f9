import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annotationCommand, command, fileEntry } from "../../src/github/runner.ts";

const TEXTS = [
  "plain",
  "100 % sure, at 12:30",
  "two\nlines",
  "carriage\r\nreturn",
  "::add-mask::x",
  "##[error]x",
  "%0A is no line end",
  "größe 日本語 🙂",
];

/** What GitHub's own toolkit writes, in a process of its own since it writes where the process does. */
const SCRIPT = `
import * as core from "@actions/core";
const texts = JSON.parse(process.argv[1]);
for (const text of texts) {
  core.notice(text, { title: "a, b: c", file: "src/a.ts", startLine: 3, startColumn: 7 });
  core.debug(text);
  core.setSecret(text);
  core.setOutput("out-" + texts.indexOf(text), text);
  core.saveState("state-" + texts.indexOf(text), text);
}
`;

let folder: string;
let stdout: string;
let outputs: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "greenroom-toolkit-"));
  const files = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_STATE: join(folder, "state") };
  for (const file of Object.values(files)) await writeFile(file, "");
  const args = ["--input-type=module", "--eval", SCRIPT, JSON.stringify(TEXTS)];
  ({ stdout } = await promisify(execFile)(process.execPath, args, { env: files }));
  outputs = await readFile(files.GITHUB_OUTPUT, "utf8");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Takes the random part out of the delimiters. */
const withoutChance = (text: string) => text.replaceAll(/ghadelimiter_[0-9a-f-]{36}/g, "ghadelimiter");

describe("beside GitHub's own toolkit", () => {
  it.each(TEXTS)("the commands for %j are spelled alike", (text) => {
    const written = new Set(stdout.split("\n"));
    const place = { title: "a, b: c", file: "src/a.ts", line: 3, column: 7 };
    expect(written).toContain(annotationCommand("notice", text, place));
    expect(written).toContain(command("debug", {}, text));
    expect(written).toContain(command("add-mask", {}, text));
  });

  it("the entries of a command file are spelled alike", () => {
    const ours = TEXTS.map((text, index) => fileEntry(`out-${index}`, text)).join("");
    expect(withoutChance(ours)).toBe(withoutChance(outputs));
  });
});
