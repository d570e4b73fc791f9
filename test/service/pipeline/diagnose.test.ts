import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BuildDiagnostic } from "../../../packages/contract/index.ts";
import { keepStepLines, reasonSentence } from "../../../packages/service/pipeline/steps/diagnose.ts";
import { folderOfTest } from "../../folders.ts";
import { git } from "./build-fixture.ts";
import { buildsOfFile, startBuilds } from "./setup.ts";

const fixture = await buildsOfFile();

const none = () => Promise.resolve(undefined);

describe("the lines of a step", () => {
  test("say why it failed, with the number of the line in the log and the lines of the file", async () => {
    const lines = keepStepLines();
    lines.add("building", 7);
    lines.add("\u001b[31msrc/a.ts(3,5): error TS2304: Cannot find name 'x'.\u001b[0m", 8);
    lines.add("src/b.ts(1,1): error TS1005: ';' expected.", 9);
    const found = await lines.diagnose((path) => Promise.resolve({ file: `web/${path}`, lines: ["1", "2", "3", "4"] }));
    expect(found).toEqual([
      {
        file: "web/src/a.ts",
        line: 3,
        column: 5,
        message: "TS2304: Cannot find name 'x'.",
        logLine: 8,
        excerpt: ["1", "2", "3", "4"],
        excerptStart: 1,
      },
      {
        file: "web/src/b.ts",
        line: 1,
        column: 1,
        message: "TS1005: ';' expected.",
        excerpt: ["1", "2", "3", "4"],
        excerptStart: 1,
      },
    ]);
  });

  test("name no lines of a file that is missing or shorter", async () => {
    const lines = keepStepLines();
    lines.add("src/a.ts(30,5): error TS1: x", undefined);
    expect(await lines.diagnose(none)).toEqual([{ file: "src/a.ts", line: 30, column: 5, message: "TS1: x" }]);
    const short = () => Promise.resolve({ file: "src/a.ts", lines: ["only"] });
    expect((await lines.diagnose(short))[0]).not.toHaveProperty("excerpt");
  });

  test("without an error say nothing", async () => {
    const lines = keepStepLines();
    lines.add("all is well", 1);
    expect(await lines.diagnose(none)).toEqual([]);
  });

  test("are kept up to a bound, and at most ten errors are", async () => {
    const lines = keepStepLines();
    lines.add("src/early.ts(1,1): error TS1: early", 1);
    for (let n = 2; n < 9_000; n += 1) lines.add(`src/a.ts(${n},1): error TS1: x`, n);
    const found = await lines.diagnose(none);
    expect(found).toHaveLength(10);
    expect(found[0]?.file).toBe("src/a.ts");
  });
});

test.each<[BuildDiagnostic, string]>([
  [{ message: "It broke" }, "Correct what its log says first: It broke."],
  [{ message: "It broke.", file: "a.ts" }, "Correct a.ts:1: It broke."],
  [{ message: "It broke!", file: "a.ts", line: 4, hint: "Mend it." }, "Mend it. a.ts:4: It broke!"],
])("the reason %j is the sentence %j", (reason, sentence) => {
  expect(reasonSentence(reason)).toBe(sentence);
});

describe("a build that fails", () => {
  test("ends with what to do as its first sentence, then the error, the file as the repository names it, and its line in the log", async () => {
    const { id, row } = await fixture.deploy({
      "greenroom.json": JSON.stringify({ rootDirectory: "web", buildCommand: "sh build.sh", output: "out" }),
      "web/src/SeatMap.tsx": "one\ntwo\nthree\n",
      "web/build.sh": `echo building\necho 'src/SeatMap.tsx:2:17: ERROR: Could not resolve "./seats.json"' >&2\nexit 1\n`,
    });
    expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
    expect(row.error_message).toMatch(
      /^Check that the file is committed .*\. web\/src\/SeatMap\.tsx:2: Could not resolve '\.\/seats\.json'\. See the last lines .* the build command /,
    );
    const [reason] = JSON.parse(row.diagnostics ?? "[]") as BuildDiagnostic[];
    expect(reason).toMatchObject({ excerpt: ["one", "two", "three", ""], excerptStart: 1, line: 2 });
    const events = await fixture.events(id);
    const lines = events.flatMap(({ type, data }) =>
      type === "log" ? (JSON.parse(data) as { lines: { n: number; text: string }[] }).lines : [],
    );
    expect(lines.find(({ n }) => n === reason?.logLine)?.text).toContain("Could not resolve");
  });

  test("does not where only its lock file is old: what package.json asks for is installed, and the log says so", async () => {
    const folder = folderOfTest("npm");
    const said =
      "npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.";
    const npm = `#!/bin/sh\n[ "$1" = install ] && exec cp -r part node_modules\necho '${said}'; exit 1\n`;
    writeFileSync(join(folder, "npm"), npm, { mode: 0o755 });
    await using other = await startBuilds({
      environment: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` },
    });
    const { id, row } = await other.deploy({
      "greenroom.json": '{"buildCommand": "mkdir dist && cp node_modules/index.html dist/"}',
      "package.json": '{"dependencies":{"part":"1"}}',
      "package-lock.json": '{"lockfileVersion":3}',
      "part/index.html": "<p>x</p>",
    });
    expect(row).toMatchObject({ status: "ready", error_message: null });
    expect((await other.logLines(id)).join("\n")).toMatch(
      /package-lock\.json does not match package\.json, and what that asks for is installed/,
    );
  });

  test("in a repository with submodules says first which were not fetched, where no other reason is known", async () => {
    const { path, url, sha } = fixture.repository({
      ".gitmodules": '[submodule "themes/a"]\n\tpath = themes/a\n\turl = https://git.example.com/a.git\n',
      "greenroom.json": '{"buildCommand": "ls themes/a/layouts"}',
    });
    git(path, "update-index", "--add", "--cacheinfo", `160000,${sha},themes/a`);
    git(path, "commit", "-q", "-m", "theme");
    const row = await fixture.built(await fixture.siteOf(url));
    expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
    expect(row.error_message).toMatch(
      /^Commit the files of the submodules, .*\. Submodules were not fetched, as the log says: 'themes\/a'\. /,
    );
  });

  test("for want of a program says what to do, and its log has what the shell said", async () => {
    const manifest = { buildCommand: "no-such-program --build", output: "." };
    const { id, row } = await fixture.deploy({ "greenroom.json": JSON.stringify(manifest) });
    expect(row.error_message).toMatch(
      /^Add the package that brings it to package\.json, .* The program 'no-such-program' was not found\. Add the program .* did not find it\.$/,
    );
    expect((await fixture.logLines(id)).join("\n")).toMatch(/no-such-program: (?:command )?not found/);
  });

  test("without an error that is known keeps the sentence about its command", async () => {
    const { row } = await fixture.deploy({
      "greenroom.json": JSON.stringify({ buildCommand: "exit 3", output: "." }),
    });
    expect(row.error_message).toMatch(
      /^See the last lines of the log: the build command 'exit 3' failed with exit code 3/,
    );
    expect(row.diagnostics).toBeNull();
  });
});
