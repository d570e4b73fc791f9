import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { createBuilds } from "../../../packages/service/pipeline/queue.ts";
import { findIds, idOf } from "../../../packages/service/pipeline/sandbox/account.ts";
import { createSandbox, LIMITS } from "../../../packages/service/pipeline/sandbox/sandbox.ts";
import { temporaryFolder } from "../../folders.ts";
import { git } from "./build-fixture.ts";
import { buildsOfFile, sandboxes, startBuilds } from "./setup.ts";

// Whether bubblewrap works is a property of the machine. Where it does, its walls are tested; that nothing runs where it
// does not is a test of its own.
const folder = temporaryFolder("sandbox");

const fixture = await buildsOfFile({
  settings: { unsafeNoSandbox: false },
  environment: { ...process.env, GREENROOM_SECRET: "not for builds" },
  limits: { memoryBytes: 400 * 1024 * 1024, buildMs: 15_000, processes: 100 },
});

/** What a build with a script of the repository says. */
async function said(script: string): Promise<readonly string[]> {
  const { id, row } = await fixture.deploy({
    "build.sh": `mkdir -p out; echo x > out/index.html\n${script}\n`,
    "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out" }),
  });
  expect([row.status, row.error_message]).toEqual(["ready", null]);
  const lines = await fixture.logLines(id);
  return lines.flatMap((line) => (line.startsWith("build: ") ? [line.slice("build: ".length)] : []));
}

test("a machine that allows fewer descriptors puts no error into the log of a build", () => {
  const said = execFileSync("sh", ["-c", `ulimit -n 512; ( ${LIMITS}; ulimit -n ) 2>&1`], { encoding: "utf8" });
  // An account that may raise its own limits has what it asks for.
  expect(["512\n", "16384\n"]).toContain(said);
});

test.each(existsSync("/usr/bin/prlimit") ? ["prlimit"] : [])("a crash starts no program of the machine, by %s", () => {
  const said = execFileSync("sh", ["-c", `${LIMITS}; grep '^Max core' /proc/self/limits`], { encoding: "utf8" });
  expect(said).toMatch(/^Max core file size +1 +1 +bytes/);
});

describe("a machine without bubblewrap", () => {
  test("fails builds that run commands, with what to do", async () => {
    const programs = join(folder, "programs");
    mkdirSync(programs, { recursive: true });
    symlinkSync(execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), join(programs, "git"));
    await using without = await startBuilds({ settings: { unsafeNoSandbox: false }, environment: { PATH: programs } });
    const { row } = await without.deploy({ "greenroom.json": JSON.stringify({ buildCommand: "true" }) });
    expect(row).toMatchObject({ status: "failed", error_code: "sandbox_unavailable" });
    expect(row.error_message).toContain("there is no bwrap on the PATH");
    expect(row.error_message).toContain("--unsafe-no-sandbox");
    const plain = await without.deploy({ "index.html": "no commands" });
    expect(plain.row.status).toBe("ready");
  });

  test("whose bubblewrap fails reports its message", async () => {
    const broken = join(folder, "broken");
    mkdirSync(broken, { recursive: true });
    writeFileSync(join(broken, "bwrap"), "#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n", {
      mode: 0o755,
    });
    const failing = createSandbox({ unsafeNoSandbox: false, dataDirectory: folder, environment: { PATH: broken } });
    expect(await failing.unavailable()).toContain("(setting up uid map: Permission denied)");
  });

  test("runs nothing as root without a sandbox, unless that is allowed", async () => {
    const settings = { unsafeNoSandbox: true, dataDirectory: folder, environment: {} };
    const refusing = await createSandbox({ ...settings, refuseRoot: true }).unavailable();
    if (process.getuid?.() === 0) expect(refusing).toContain("start it with --unsafe-builds-as-root");
    else expect(refusing).toBeUndefined();
  });

  test("logs that it runs nothing", async () => {
    const logged: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => logged.push(line) });
    const settings = { ...fixture.context.settings, development: false };
    const production = createBuilds({ ...fixture.context, settings, log }, { environment: { PATH: "/nowhere" } });
    production.start();
    await vi.waitFor(() => expect(logged.join("\n")).toContain("there is no bwrap on the PATH"), 60_000);
    await production.stop();
  });
});

describe("the ids of builds", () => {
  const all = "         0          0 4294967295\n";

  const SYSTEM = "root:100000:65536\n";

  test.each([
    ["as root, those of the system for root", 0, `ada:5:6\n${SYSTEM}`, all, 100_000],
    ["as root, else ids of no account", 0, "ada:100000:65536\n", all, 1_900_000_000],
    ["in a container with few", 0, "", "0 100000 65536", 61_184],
    ["in one with its root alone", 0, SYSTEM, "0 1000 1", undefined],
    ["for an ordinary account", 1000, SYSTEM, all, undefined],
  ])("are, %s", (_where, uid, subordinate, map, first) => {
    expect(findIds({ uid, subordinate, map })?.first).toBe(first);
  });

  test("differ by the name of the cache, and stay the same for one", () => {
    const range = { first: 100_000, count: 65_536 };
    const [one, other] = ["one", "other"].map((name) => idOf(range, name));
    expect([idOf(range, "one"), one === other]).toEqual([one, false]);
    expect(one).toBeGreaterThanOrEqual(range.first);
    expect(one).toBeLessThan(range.first + range.count);
  });
});

describe.each(await sandboxes())("a build in %s", () => {
  test("sees nothing of the service: environment, files, processes", async () => {
    writeFileSync(join(fixture.context.settings.dataDirectory, "secret.txt"), "the service's own");
    const lines = await said(
      [
        "cat /proc/1/environ /proc/self/environ | tr '\\0' '\\n'",
        `cat ${fixture.context.settings.dataDirectory}/secret.txt; ls ${fixture.context.settings.dataDirectory}`,
        "ls -a / /root /home /work 2>&1; ls /proc | grep -c '^[0-9]'; id -u",
      ].join("\n"),
    );
    const all = lines.join("\n");
    for (const hidden of ["not for builds", "the service's own", "greenroom.db"]) expect(all).not.toContain(hidden);
    expect(lines).toContain("1000");
  });

  test("writes only to its own folders", async () => {
    const lines = await said(
      "for f in /x /usr/x /etc/x /dev/x /opt/x /proc/x; do echo y > $f && echo wrote $f; done; echo y > /tmp/x && echo wrote /tmp/x",
    );
    expect(lines.filter((line) => line.startsWith("wrote"))).toEqual(["wrote /tmp/x"]);
  });

  test("is no account of the machine, and opens nothing of the kernel for writing", async () => {
    const lines = await said(
      `node -e '
        const { openSync, readdirSync, statSync } = require("fs");
        const all = (folder) => readdirSync(folder, { withFileTypes: true }).forEach((entry) => {
          const path = folder + "/" + entry.name;
          try { entry.isDirectory() ? all(path) : entry.isFile() && (openSync(path, "r+"), console.log("opened " + path)); }
          catch (error) { if (error.code === "EMFILE") throw error; }
        });
        ["sys", "irq", "bus", "fs", "sysrq-trigger"].forEach((name) => { try { all("/proc/" + name); } catch {} });
        console.log("root " + (statSync("/proc/sys/kernel").uid === process.getuid()));
        console.log("owner " + statSync("/build").uid + " " + process.getuid());'`,
    );
    const shown = lines.filter((line) => /^(?:opened|root|owner)/.test(line));
    expect(shown).toEqual(["root false", "owner 1000 1000"]);
  });

  test("owns the repository that git finds, and runs the Node.js of the service", async () => {
    const git = "git log -1 --format='subject %s' 2>&1; git config core.hooksPath .hooks && echo written";
    const lines = await said(`${git}; node --version`);
    expect(lines).toEqual(expect.arrayContaining(["subject change", "written", process.version]));
  });

  test("leaves in a cache what npm checks by its digest, for its own branch, and nothing else for any", async () => {
    const repository = fixture.repository({
      "build.sh": "mkdir -p out; (echo found:; cat found) > out/index.html",
      "greenroom.json": JSON.stringify({
        installCommand: `cd /cache; find . -type f -o -type l | sort | tr '\\n' ' ' > "$OLDPWD/found"
          checked=npm/_cacache/content-v2/sha512/ab; mkdir -p $checked npm/_cacache/index-v5 npm/_npx
          touch x $checked/file npm/_cacache/index-v5/entry npm/_npx/program; ln -s /etc npm/_cacache/tmp`,
        buildCommand: "sh build.sh",
        output: "out",
      }),
    });
    git(repository.path, "branch", "other");
    const siteId = await fixture.siteOf(repository.url);
    const pages = [];
    for (const branch of ["main", "other", "main"]) {
      const row = await fixture.built(siteId, { branch });
      const page = await fixture.get(row.preview_label ?? "", "/");
      pages.push(row.error_code ?? page.text.trim().split("found:").at(-1)?.trim());
    }
    const checked = "./npm/_cacache/content-v2/sha512/ab/file";
    expect(pages).toEqual(["", "", checked]);
  });
});
