import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../packages/cli/main.ts", import.meta.url));
const LIMIT_MS = 60_000;

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGTERM");
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 })));
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-test-"));
  folders.push(folder);
  return folder;
}

function demo(
  args: readonly string[],
  onOutput: (text: string, child: ChildProcess) => void = () => undefined,
  env: Record<string, string> = {},
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> {
  const child = spawn(process.execPath, [MAIN, "demo", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  onStart(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => onOutput((stdout += text), child));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

describe("greenroom demo", () => {
  test(
    "ends with a preview that answers, a comment, an approval link; a second run reuses deployment and comment",
    async () => {
      const data = await dataFolder();
      const first = await demo(["--once", "--json", "--data", data]);
      expect(first.code, first.stderr).toBe(0);
      const result = JSON.parse(first.stdout);
      expect(result).toMatchObject({
        status: "ready",
        deploymentId: expect.stringMatching(/^dep_/),
        previewPage: { status: 200, title: "Lantern Theatre: the autumn season" },
        comment: { author: "github-actions[bot]", body: expect.stringContaining(result.previewUrl) },
        approvalUrl: expect.stringMatching(/^http/),
        approver: { email: expect.stringContaining("@"), totpCode: expect.stringMatching(/^\d{6}$/) },
        reused: false,
        githubViolations: [],
      });
      expect(first.stdout + first.stderr).not.toMatch(/(?:sk|mcp)_test_|ghs_/);
      const second = await demo(["--once", "--json", "--data", data]);
      expect(second.code, second.stderr).toBe(0);
      expect(JSON.parse(second.stdout)).toMatchObject({
        deploymentId: result.deploymentId,
        previewUrl: result.previewUrl,
        comment: { id: result.comment.id },
        reused: true,
      });
    },
    LIMIT_MS,
  );

  test(
    "keeps running until Ctrl-C, then leaves no service and no temporary folder",
    async () => {
      let preview = "";
      const temporary = await dataFolder();
      const ran = await demo(
        [],
        (text, child) => {
          if (preview !== "" || !text.includes("Ctrl-C ends it")) return;
          preview = /preview-url +(\S+)/.exec(text)?.[1] ?? "none";
          child.kill("SIGINT");
        },
        { TMPDIR: temporary },
      );
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      const port = new URL(preview).port;
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
      expect(await readdir(temporary)).toEqual([]);
    },
    LIMIT_MS,
  );
});

test(
  "a reader that goes away ends the demo, and nothing of it stays",
  async () => {
    const temporary = await dataFolder();
    const ran = await demo(["--json"], undefined, { TMPDIR: temporary }, (child) => child.stderr?.destroy());
    expect(ran.code).toBe(141);
    expect(await readdir(temporary)).toEqual([]);
  },
  LIMIT_MS,
);

test("an example that is not there is named with those that are", async () => {
  const ran = await demo(["--example", "nope", "--once", "--json"]);
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    error: { code: "example_missing", message: expect.stringContaining("static-html") },
  });
});
