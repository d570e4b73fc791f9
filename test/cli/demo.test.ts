import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { access, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openTestServers } from "../engines/servers.ts";
import { folderOfTest } from "../folders.ts";
import { startCommand } from "./command.ts";

const LIMIT_MS = 120_000;

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGTERM");
});

interface Demo {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function demo(args: readonly string[], onOutput: (text: string) => void = () => undefined, env = {}): Demo {
  const child = spawn(resolve("bin/greenroom"), ["demo", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => onOutput((stdout += text)));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Awaited<Demo["ended"]>>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

function commandsOfChildren(pid: number): readonly string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.map((child) => {
    const file = `/proc/${child}/cmdline`;
    // A child may have ended meanwhile.
    return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\0", " ") : "";
  });
}

test(
  "demo --once ends with a preview that opens, a comment and an approval link; demo reuses them and runs until Ctrl-C",
  async () => {
    const data = join(folderOfTest("demo"), "data");
    const { environment, drop } = await openTestServers();
    onTestFinished(drop);
    const first = await demo(["--once", "--json", "--data", data], undefined, environment).ended;
    expect(first.code, first.stderr).toBe(0);
    const result = JSON.parse(first.stdout);
    expect(result).toMatchObject({
      status: "ready",
      deploymentId: expect.stringMatching(/^dep_/),
      previewPage: { status: 200, title: "Lantern Theatre: the autumn season" },
      comment: { author: "github-actions[bot]", body: expect.stringContaining(result.previewUrl) },
      approvalUrl: expect.stringMatching(/^http/),
      requester: { email: expect.stringContaining("@"), totpCode: expect.stringMatching(/^\d{6}$/) },
      pullRequestUrl: expect.stringMatching(/\/lantern-theatre\/website\/pull\/7$/),
      approver: { email: expect.stringContaining("@"), totpCode: expect.stringMatching(/^\d{6}$/) },
      reused: false,
      githubViolations: [],
    });
    expect(first.stdout + first.stderr).not.toMatch(/(?:sk|mcp)_test_|ghs_/);
    const end = first.stderr.slice(first.stderr.indexOf("Everything is stopped now"));
    expect(end).not.toContain("http");
    let pullRequest: Promise<string> | undefined;
    let commands: readonly string[] = [];
    const open = (text: string): void => {
      if (!text.includes("Ctrl-C stops it") || pullRequest !== undefined) return;
      commands = commandsOfChildren(second.child.pid ?? 0);
      const [url = ""] = /http:\S+\/pull\/7/.exec(text) ?? [];
      pullRequest = fetch(url).then((response) => response.text());
      pullRequest.then(
        () => second.child.kill("SIGINT"),
        () => second.child.kill("SIGINT"),
      );
    };
    const second = demo(["--data", data, "--verbose"], open, environment);
    const { code, stdout, stderr } = await second.ended;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain(`${result.deploymentId} (from an earlier run)`);
    expect(stdout).toMatch(
      / 1 {2}Preview +http.*\n.* 2 {2}Pull request +http.*\n.* 3 {2}Release +http.*\n.*code \d{6}\n.*code \d{6}/,
    );
    expect(await pullRequest).toContain("The preview is ready</h3>");
    // The service has the bounds of every other one.
    expect(commands).toContainEqual(expect.stringMatching(/ --max-semi-space-size=\d+ \S+ serve --dev /));
    expect(stdout).toMatch(new RegExp(`comment-id +${result.comment.id}\\n`));
    await expect(fetch(`http://127.0.0.1:${new URL(result.previewUrl).port}/healthz`)).rejects.toThrow();
  },
  LIMIT_MS,
);

test(
  "a closed output pipe ends the demo, without a temporary folder left",
  async () => {
    const temporary = folderOfTest("demo");
    const { child, ended } = demo(["--json"], undefined, { TMPDIR: temporary });
    child.stderr?.destroy();
    expect((await ended).code).toBe(141);
    expect(await readdir(temporary)).toEqual([]);
  },
  LIMIT_MS,
);

test(
  "Ctrl-C while the service and the repository are made ends the demo with 130, without a temporary folder left",
  async () => {
    const [temporary, programs] = [folderOfTest("demo"), folderOfTest("demo")];
    await writeFile(join(programs, "git"), `#!/bin/sh\ntouch '${programs}/begun'\nexec tail -f /dev/null\n`, {
      mode: 0o700,
    });
    const path = `${programs}:${process.env["PATH"] ?? ""}`;
    const { child, ended } = demo(["--json"], undefined, { TMPDIR: temporary, PATH: path });
    await vi.waitFor(() => access(join(programs, "begun")), LIMIT_MS);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(await readdir(temporary)).toEqual([]);
  },
  LIMIT_MS,
);

test("a database without a bucket is rejected before anything starts, and its password is not printed", async () => {
  const env = { GREENROOM_DATABASE: "postgres://ada:canary@127.0.0.1:1/demo" };
  const { code, stdout, stderr } = await startCommand("demo --once", { env, cwd: "." }).ended;
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("give --objects s3://… too");
  expect(stderr).not.toContain("canary");
});

test("an unknown example is reported with the known ones", async () => {
  const { code, stdout } = await startCommand("demo --example nope --json", { env: {}, cwd: "." }).ended;
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: "example_missing", message: expect.stringContaining("static-html") },
  });
});
