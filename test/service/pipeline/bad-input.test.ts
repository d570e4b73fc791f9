import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isPublicAddress } from "../../../packages/service/domain/public-address.ts";
import { listOutput } from "../../../packages/service/pipeline/output.ts";
import { readRepository, resolveRemote } from "../../../packages/service/pipeline/source.ts";
import { DEFAULT_LIMITS } from "../../../packages/service/settings.ts";
import { type Files, git, openBuildFixture, type BuildFixture, running } from "./build-fixture.ts";

const MEBIBYTE = 1024 * 1024;

let fixture: BuildFixture;
let workspaceId: string;

beforeAll(async () => {
  fixture = await openBuildFixture({
    leaseMs: 60_000,
    limits: {
      buildMs: 3_000,
      memoryBytes: 400 * MEBIBYTE,
      processes: 40,
      diskBytes: 150 * MEBIBYTE,
      output: { files: 50, fileBytes: 5 * MEBIBYTE, totalBytes: 12 * MEBIBYTE },
    },
    settings: { limits: { ...DEFAULT_LIMITS, "builds-running": 4 } },
  });
  fixture.builds.start();
  workspaceId = await fixture.workspace();
});

afterAll(() => fixture.close());

async function deployFrom(url: string, asked: { commit_sha?: string; branch?: string } = {}) {
  const siteId = await fixture.site(workspaceId, url);
  return fixture.ended(await fixture.accept(siteId, asked));
}

/** A site whose build runs a script of the repository. */
function building(script: string, manifest: object = {}): Record<string, string> {
  return {
    "build.sh": script,
    "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out", ...manifest }),
  };
}

describe("a repository", () => {
  test("that does not exist ends the deployment as failed", async () => {
    const row = await deployFrom(pathToFileURL(join(fixture.repositories, "nothing")).href);
    expect(row).toMatchObject({
      status: "failed",
      error_code: "clone_failed",
      error_message: "The repository does not exist.",
    });
  });

  test("that is a folder without git ends as failed", async () => {
    mkdirSync(join(fixture.repositories, "plain"));
    const row = await deployFrom(pathToFileURL(join(fixture.repositories, "plain")).href);
    expect(row).toMatchObject({ status: "failed", error_code: "clone_failed" });
    expect(row.error_message).toContain("does not exist, or the service cannot read it");
  });

  test("that is empty ends as failed, and so does a commit or a branch it does not have", async () => {
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
      error_message: `The repository has no commit ${missing}.`,
    });
    expect(await deployFrom(url, { commit_sha: "abcdef12" })).toMatchObject({ error_code: "commit_not_found" });
    expect(await deployFrom(url, { branch: "gone" })).toMatchObject({
      error_code: "commit_not_found",
      error_message: "The repository has no branch 'gone'.",
    });
  });

  test("branch that names an option is a branch that does not exist", async () => {
    const { url } = fixture.repository({ "index.html": "x" });
    for (const branch of ["--upload-pack=touch /tmp/owned", "-x", "--all"]) {
      expect(await deployFrom(url, { branch })).toMatchObject({ status: "failed", error_code: expect.any(String) });
    }
  });

  test("outside the allowed folders is refused, also behind a link", async () => {
    const outside = join(fixture.folder, "outside");
    mkdirSync(outside);
    git(outside, "init", "-q");
    git(outside, "commit", "-q", "--allow-empty", "-m", "x");
    symlinkSync(outside, join(fixture.repositories, "link"));
    for (const path of [outside, join(fixture.repositories, "link"), join(fixture.repositories, "..", "outside")]) {
      expect(await deployFrom(pathToFileURL(path).href)).toMatchObject({
        status: "failed",
        error_message: "The repository lies outside the folders the operator allowed.",
      });
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
    "ssh://git@example.com/a.git",
    "git@example.com:a.git",
    "ext::sh -c touch% /tmp/x",
    "https://user:secret@example.com/a.git",
    "https://example.com/a.git?x=--upload-pack",
    "--upload-pack=touch",
    "file://host/path",
    "git://example.com/a",
    "https://exa mple.com/",
  ])("address %s is refused without asking anybody", (address) => {
    expect(readRepository(address, { file: true })).toMatchObject({ kind: "invalid" });
  });

  test("address file: is refused outside development", () => {
    expect(readRepository("file:///srv/a", { file: false })).toMatchObject({ kind: "invalid" });
  });

  test("host on a private network is refused, by name and by number, in every spelling", async () => {
    const reach = { roots: [], allowPrivateHosts: false, authorization: () => undefined, certificates: undefined };
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.8",
      "169.254.169.254",
    ]) {
      const repository = readRepository(`https://${host}/a.git`, { file: false });
      if (repository.kind === "invalid") throw new Error(host);
      await expect(resolveRemote(repository, reach)).rejects.toMatchObject({ code: "clone_failed" });
    }
  });
});

describe("isPublicAddress", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.0.1",
    "169.254.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
  ])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));
  test.each([
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "ff02::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(["140.82.112.3", "2606:50c0:8000::154", "::ffff:140.82.112.3"])("%s is public", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe("a manifest", () => {
  test.each([
    ['{"output": 7}', "'output'"],
    ['{"redirects": [{"source": "/a"}]}', "'redirects.0.destination'"],
    ['{"rootDirectory": "../.."}', "must stay inside the repository"],
    ['{"runtime": "php"}', "'runtime'"],
    ["{", "is not JSON"],
    ["[]", "the file"],
  ])("%s fails the build with the path", async (text, says) => {
    const { row } = await fixture.deploy({ "index.html": "x", "greenroom.json": text });
    expect(row).toMatchObject({ status: "failed", error_code: "manifest_invalid" });
    expect(row.error_message).toContain(says);
  });

  test("that is a link is not read", async () => {
    const repository = fixture.repository({ "index.html": "x" });
    symlinkSync("/etc/passwd", join(repository.path, "greenroom.json"));
    fixture.commit(repository.path, {});
    const row = await deployFrom(repository.url);
    expect(row).toMatchObject({
      error_code: "manifest_invalid",
      error_message: "greenroom.json is not a regular file.",
    });
  });

  test("whose folder is a link out of the repository fails", async () => {
    const repository = fixture.repository({ "greenroom.json": '{"rootDirectory": "etc"}' });
    symlinkSync("/etc", join(repository.path, "etc"));
    fixture.commit(repository.path, {});
    expect(await deployFrom(repository.url)).toMatchObject({ error_code: "manifest_invalid" });
  });

  test("key that is not known warns and has no effect", async () => {
    const { id, row } = await fixture.deploy({ "index.html": "x", "greenroom.json": '{"colour": "green"}' });
    expect(row.status).toBe("ready");
    expect(await fixture.logLines(id)).toContain("system: greenroom.json: 'colour' is not known and has no effect");
  });
});

describe("a repository without a site", () => {
  test.each<[Files, string]>([
    [{ "README.md": "x" }, "neither an index.html nor a package.json"],
    [{ "package.json": "{}" }, "no 'build' script"],
    [{ "package.json": "[" }, "not a JSON object"],
  ])("ends as failed", async (files, says) => {
    const { row } = await fixture.deploy(files);
    expect(row).toMatchObject({ status: "failed", error_code: "detect_failed" });
    expect(row.error_message).toContain(says);
  });
});

describe("an output", () => {
  test("with a symbolic link to a file of the machine is rejected", async () => {
    const repository = fixture.repository({ "index.html": "x" });
    symlinkSync("/etc/passwd", join(repository.path, "secret.txt"));
    fixture.commit(repository.path, {});
    const row = await deployFrom(repository.url);
    expect(row).toMatchObject({ status: "failed", error_code: "output_rejected" });
    expect(row.error_message).toContain('"secret.txt", which is a symbolic link');
  });

  test.each([
    ["ln -s /etc/passwd out/x", "output_rejected", "symbolic link"],
    ["echo a > out/a; ln out/a out/b", "output_rejected", "hard link"],
    ["mkfifo out/pipe", "output_rejected", "named pipe"],
    ["echo a > \"$(printf 'out/bad\\377')\"", "output_rejected", "not UTF-8"],
    ["echo a > \"$(printf 'out/a\\nb')\"", "output_rejected", "control character"],
    ["head -c 6000000 /dev/zero > out/big", "limit_exceeded", "larger than 5 MiB"],
    ["for n in 1 2 3 4; do head -c 4000000 /dev/zero > out/$n; done", "limit_exceeded", "larger than 12 MiB"],
    ["i=0; while [ $i -lt 60 ]; do : > out/$i; i=$((i+1)); done", "limit_exceeded", "more than 50 files"],
    ["rm -r out", "output_missing", "no folder 'out'"],
    ["rm out/index.html", "output_missing", "has no files"],
    ["rm -r out; ln -s / out", "output_missing", "no folder 'out'"],
  ])("made by `%s` ends as failed (%s)", async (script, code, says) => {
    const { row } = await fixture.deploy(building(`mkdir out; echo x > out/index.html\n${script}\n`));
    expect([row.status, row.error_code]).toEqual(["failed", code]);
    expect(row.error_message).toContain(says);
  });

  test("with a device is rejected", async () => {
    // A build may make none; those of the machine's terminals stand for one that a build was given.
    const listing = listOutput("/dev/pts", { files: 1_000, fileBytes: 1, totalBytes: 1 });
    await expect(listing).rejects.toMatchObject({
      code: "output_rejected",
      message: expect.stringMatching(/ is a device/),
    });
  });

  test("with a socket is rejected", async () => {
    const script = `mkdir out; node -e 'require("net").createServer().listen("out/s", () => process.kill(process.pid, "SIGKILL"))'; true`;
    const { row } = await fixture.deploy(building(script));
    expect(row).toMatchObject({ error_code: "output_rejected" });
    expect(row.error_message).toContain("socket");
  });
});

describe("a build", () => {
  test("that exits with an error says which step and shows its last lines", async () => {
    const { id, row } = await fixture.deploy(building("echo what went wrong; exit 3"));
    expect(row).toMatchObject({
      status: "failed",
      error_code: "build_failed",
      error_message: "The build command 'sh build.sh' failed with exit code 3; see the last lines of the log.",
    });
    expect(await fixture.logLines(id)).toContain("build: what went wrong");
    const { row: install } = await fixture.deploy(building("true", { installCommand: "exit 4" }));
    expect(install).toMatchObject({ error_code: "install_failed" });
  });

  test("that never ends is ended", async () => {
    const { row } = await fixture.deploy(building("while :; do sleep 1; done"));
    expect(row).toMatchObject({ status: "failed", error_code: "timed_out" });
    expect(row.error_message).toBe("The build step took longer than 3 s and was stopped.");
  });

  test("that eats memory is ended", async () => {
    const script = `node -e 'const a = []; setInterval(() => a.push(Buffer.alloc(5e7, 1)), 20)'`;
    const { row } = await fixture.deploy(building(script));
    expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(row.error_message).toContain("more than 400 MiB of memory");
  });

  test("that fills the disk is ended", async () => {
    const { row } = await fixture.deploy(building("head -c 300000000 /dev/zero > big; sleep 60"));
    expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(row.error_message).toContain("wrote more than 150 MiB");
  });

  test("that starts ever more processes is ended, and none of them is left", async () => {
    const { row } = await fixture.deploy(building("while :; do sleep 3217 & setsid sleep 3217 & sleep 0.02; done"));
    expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(row.error_message).toContain("more than 40 processes");
    expect(running("sleep 3217")).toBe(0);
  });

  test("that leaves processes behind becomes ready without them", async () => {
    const script = "(setsid sleep 3218 &) ; sleep 3218 & mkdir out; echo x > out/index.html";
    const { row } = await fixture.deploy(building(script));
    expect(row.status).toBe("ready");
    expect(running("sleep 3218")).toBe(0);
  });

  test("that prints 200 MB is logged up to 10 MB, with one line that says so, and memory stays flat", async () => {
    // Time is not what bounds it here, also on a machine that is busy.
    const patient = await openBuildFixture();
    patient.builds.start();
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    try {
      const { id, row } = await patient.deploy(
        building("mkdir out; echo x > out/index.html; yes $(printf %0150d 7) | head -c 200000000"),
      );
      expect(row, row.error_message ?? "").toMatchObject({ status: "ready" });
      expect((peak - before) / MEBIBYTE).toBeLessThan(150);
      const lines = await patient.logLines(id);
      expect(lines.filter((line) => line.includes("reached 10 MB"))).toHaveLength(1);
      expect(row.log_bytes).toBeLessThan(10.5 * MEBIBYTE);
    } finally {
      clearInterval(sampling);
      await patient.close();
    }
  }, 60_000);

  test("that reads the service's environment finds nothing of it", async () => {
    process.env["GREENROOM_SECRET"] = "not for builds";
    const { row } = await fixture.deploy(building("mkdir out; env > out/index.html; cat out/index.html"));
    const page = await fixture.get(row.preview_label ?? "", "/");
    const names = page.text.split("\n").map((line) => line.split("=")[0]);
    expect(names).not.toContain("GREENROOM_SECRET");
    expect(names).toContain("CI");
  });

  test("sees the operator's values its manifest names, and no log shows them", async () => {
    const repository = fixture.repository(
      building('mkdir out; echo "$API_KEY" | tr a-z A-Z > out/index.html; echo "key=$API_KEY other=$OTHER"', {
        environment: ["API_KEY", "PATH"],
      }),
    );
    const siteId = await fixture.site(workspaceId, repository.url);
    const secrets = { variables: { [siteId]: { API_KEY: "open-sesame", OTHER: "not-named" } } };
    writeFileSync(join(fixture.context.settings.dataDirectory, "secrets.json"), JSON.stringify(secrets));
    const row = await fixture.ended(await fixture.accept(siteId));
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("OPEN-SESAME\n");
    expect(await fixture.logLines(row.id)).toContain("build: key=*** other=");
  });

  test("of others goes on while one is ended", async () => {
    const [bad, good] = await Promise.all([
      fixture.deploy(building("exit 1")),
      fixture.deploy({ "index.html": "fine" }),
    ]);
    expect([bad.row.status, good.row.status]).toEqual(["failed", "ready"]);
  });
});
