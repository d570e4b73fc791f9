import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readRepository, resolveRemote } from "../../../packages/service/pipeline/source/remote.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { git, running } from "./build-fixture.ts";
import { buildsOfFile, startBuilds } from "./setup.ts";

const MEBIBYTE = 1024 * 1024;

const fixture = await buildsOfFile({
  leaseMs: 60_000,
  limits: { processes: 40 },
  settings: { limits: { ...DEFAULT_LIMITS, "builds-running": 4 } },
});

const workspaceId = await fixture.workspace();
const NOTHING = { authorization: undefined, ssh: undefined, certificates: undefined };
const POLICY = { roots: [], allowPrivateHosts: false, ...NOTHING };

async function deployFrom(url: string, fields: { commit_sha?: string; branch?: string } = {}) {
  const siteId = await fixture.site(workspaceId, url);
  return fixture.built(siteId, fields);
}

/** A site whose build runs a script of the repository. */
function building(script: string, manifest: object = {}): Record<string, string> {
  return {
    "build.sh": script,
    "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out", ...manifest }),
  };
}

describe("a repository", () => {
  test("that does not exist fails the deployment", async () => {
    const row = await deployFrom(pathToFileURL(join(fixture.repositories, "nothing")).href);
    expect(row).toMatchObject({
      status: "failed",
      error_code: "clone_failed",
      error_message: "The repository does not exist.",
    });
  });

  test("that is a folder without git fails", async () => {
    mkdirSync(join(fixture.repositories, "plain"));
    const row = await deployFrom(pathToFileURL(join(fixture.repositories, "plain")).href);
    expect(row).toMatchObject({ status: "failed", error_code: "clone_failed" });
    expect(row.error_message).toContain("does not exist, or the service cannot read it");
  });

  test("that is empty fails, and so does a commit or a branch it does not have", async () => {
    const empty = join(fixture.repositories, "empty");
    mkdirSync(empty);
    git(empty, "init", "-q");
    expect(await deployFrom(pathToFileURL(empty).href)).toMatchObject({
      status: "failed",
      error_code: "commit_not_found",
      error_message: "The repository is empty: it has no commit yet.",
    });
    const { url } = fixture.repository({ "index.html": "x" });
    const missing = "1234567890".repeat(4);
    expect(await deployFrom(url, { commit_sha: missing })).toMatchObject({
      error_code: "commit_not_found",
      error_message: `The repository has no commit ${missing}; perhaps it is not pushed yet.`,
    });
    expect(await deployFrom(url, { commit_sha: "abcdef12" })).toMatchObject({ error_code: "commit_not_found" });
    expect(await deployFrom(url, { branch: "gone" })).toMatchObject({
      error_code: "commit_not_found",
      error_message: "The repository has no branch 'gone'.",
    });
  });

  test("branch named like an option of git is a branch that does not exist", async () => {
    const { url } = fixture.repository({ "index.html": "x" });
    for (const branch of ["--upload-pack=touch /tmp/owned", "-x"]) {
      expect(await deployFrom(url, { branch })).toMatchObject({ status: "failed", error_code: expect.any(String) });
    }
  });

  test("outside the allowed folders is rejected, also behind a link", async () => {
    const outside = join(fixture.folder, "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(fixture.repositories, "link"));
    for (const path of [outside, join(fixture.repositories, "link"), join(fixture.repositories, "..", "outside")]) {
      const repository = readRepository(pathToFileURL(path).href, { file: true });
      if (repository.kind === "invalid") throw new Error(path);
      const message = "The repository lies outside the folders the operator allowed.";
      await expect(resolveRemote(repository, { ...POLICY, roots: [fixture.repositories] })).rejects.toThrow(message);
    }
  });

  test("with hooks, submodules and filters runs none of them", async () => {
    const { path, url } = fixture.repository({ "index.html": "x" });
    const mark = join(fixture.folder, "hook-ran");
    fixture.commit(path, {
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = file://${path}\n\tupdate = !touch ${mark}\n`,
      ".gitattributes": "*.html filter=evil\n",
    });
    for (const hook of ["post-checkout", "pre-upload-pack", "post-update", "reference-transaction"]) {
      writeFileSync(join(path, ".git", "hooks", hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    git(path, "config", "uploadpack.packObjectsHook", `touch ${mark}`);
    git(path, "config", "core.fsmonitor", `touch ${mark}`);
    expect(await deployFrom(url)).toMatchObject({ status: "ready" });
    expect(existsSync(mark)).toBe(false);
  });

  test.each([
    "http://example.com/a.git",
    "ssh://git:secret@example.com/a.git",
    "ssh://-oProxyCommand=id@example.com/a.git",
    "ssh://git@-oProxyCommand=id/a.git",
    "ssh://git@example.com/a;id",
    "ssh://example.com/a.git",
    "git@example.com:a.git",
    "ext::sh -c touch% /tmp/x",
    "https://user:secret@example.com/a.git",
    "https://example.com/a.git?x=--upload-pack",
    "--upload-pack=touch",
    "file://host/path",
    "git://example.com/a",
    "https://exa mple.com/",
  ])("URL %s is rejected without any request", (address) => {
    expect(readRepository(address, { file: true })).toMatchObject({ kind: "invalid" });
  });

  test("URL file: is rejected outside development", () => {
    expect(readRepository("file:///srv/a", { file: false })).toMatchObject({ kind: "invalid" });
  });

  test("host on a private network is rejected, by name and by number, in every spelling", async () => {
    const names = ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.8"];
    for (const host of [...names, "169.254.169.254"]) {
      const repository = readRepository(`https://${host}/a.git`, { file: false });
      if (repository.kind === "invalid") throw new Error(host);
      await expect(resolveRemote(repository, POLICY)).rejects.toMatchObject({ code: "clone_failed" });
    }
  });
});

describe("an output", () => {
  test("without files fails", async () => {
    const { row } = await fixture.deploy(building("mkdir out"));
    expect(row).toMatchObject({ status: "failed", error_code: "output_missing" });
    expect(row.error_message).toBe("The output folder 'out' has no files.");
  });
});

describe("a build", () => {
  test("that runs past its time limit is stopped", async () => {
    await using impatient = await startBuilds({ limits: { buildMs: 500 } });
    const { row } = await impatient.deploy(building("while :; do sleep 1; done"));
    expect(row).toMatchObject({ status: "failed", error_code: "timed_out" });
    expect(row.error_message).toBe(
      "The build step took more than 0.5 s and was stopped. The operator can raise --build-time-limit.",
    );
  });

  test("that exceeds its process limit is stopped, and none of its processes is left", async () => {
    const { row } = await fixture.deploy(building("while :; do sleep 3217 & setsid sleep 3217 & sleep 0.02; done"));
    expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(row.error_message).toContain("more than 40 processes");
    expect(running("sleep 3217")).toBe(0);
  });

  test("that leaves processes behind becomes ready, and they are killed", async () => {
    const script = "(setsid sleep 3218 &) ; sleep 3218 & mkdir out; echo x > out/index.html";
    const { row } = await fixture.deploy(building(script));
    expect(row.status).toBe("ready");
    expect(running("sleep 3218")).toBe(0);
  });

  test("that prints 200 MB is logged up to 10 MB, with one line that says so, in little memory", async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    try {
      const repository = fixture.repository(
        building("mkdir out; echo x > out/index.html; yes $(printf %0150d 7) | head -c 200000000"),
      );
      // Most of the limit is used already, since writing a log costs more than dropping it.
      const id = await fixture.accept(await fixture.site(workspaceId, repository.url), { log_bytes: 9.5 * MEBIBYTE });
      const row = await fixture.ended(id);
      expect(row, row.error_message ?? "").toMatchObject({ status: "ready" });
      expect((peak - before) / MEBIBYTE).toBeLessThan(150);
      const lines = await fixture.logLines(id);
      expect(lines.filter((line) => line.includes("reached 10 MiB"))).toHaveLength(1);
      expect(row.log_bytes).toBeLessThan(10.5 * MEBIBYTE);
    } finally {
      clearInterval(sampling);
    }
  });
});

describe("what git says of a full disk", () => {
  test.each([
    ["is the service's fault, in whatever step", "fatal: write error: No space left on device", "storage_exhausted"],
    ["is not believed when the other end says it", "remote: No space left on device", "clone_failed"],
  ])("%s", async (_what, line, code) => {
    const programs = mkdtempSync(join(fixture.folder, "git-"));
    const real = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const script = `#!/bin/sh\nfor word in "$@"; do [ "$word" = fetch ] && { echo "${line}" >&2; exit 128; }; done\nexec ${real} "$@"\n`;
    writeFileSync(join(programs, "git"), script, { mode: 0o755 });
    const environment = { ...process.env, PATH: `${programs}:${process.env["PATH"] ?? ""}` };
    await using full = await startBuilds({ environment });
    const { row } = await full.deploy({ "index.html": "no room" });
    expect([row.status, row.error_code]).toEqual(["failed", code]);
  });
});
