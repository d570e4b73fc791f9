import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch } from "node:fs";
import { homedir, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { ControlGroups } from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { type BuildFixture, openBuildFixture, running } from "./build-fixture.ts";

// One repository that tries at once what was ever seen to reach the machine, beside and before honest builds. What the
// machine is afterwards is compared with what it was.

const MARK = `mark-${randomBytes(8).toString("hex")}`;
const SECRET = `value-${randomBytes(8).toString("hex")}`;
const SLEEPER = `sleep 7731.${process.pid}`;
const MEBIBYTE = 1024 ** 2;
const PLACES = ["/", "/etc", "/tmp", "/var/tmp", "/dev/shm", "/run", "/opt", "/usr/local/bin", homedir()];

let fixture: BuildFixture;
let builds: string;
let sandboxed: boolean;

async function open(groups?: ControlGroups): Promise<void> {
  builds = mkdtempSync(join(tmpdir(), "builds-"));
  fixture = await openBuildFixture({
    settings: { unsafeNoSandbox: false, buildsDirectory: builds },
    environment: { ...process.env, GREENROOM_CANARY: SECRET },
    concurrency: 2,
    ...(groups && { groups }),
    limits: { memoryBytes: 512 * MEBIBYTE, diskBytes: 300 * MEBIBYTE, processes: 100, buildMs: 120_000 },
  });
  fixture.builds.start();
  const { row } = await fixture.deploy({ "greenroom.json": JSON.stringify({ buildCommand: "true" }) });
  sandboxed = row.error_code !== "sandbox_unavailable";
}

afterEach(async () => {
  await fixture.close();
  rmSync(builds, { recursive: true, force: true });
});

/** Every setting of the kernel that can be written, but for the newest process id. */
function kernelSettings(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      try {
        if (entry.isDirectory()) look(path);
        else if ((statSync(path).mode & 0o222) !== 0 && entry.name !== "ns_last_pid")
          found[path] = readFileSync(path, "utf8");
      } catch {
        found[path] = "not readable";
      }
    }
  };
  look("/proc/sys");
  return found;
}

/** The files below a folder with size and time; an ordinary account cannot read every folder. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      const { size, mtimeMs } = lstatSync(path);
      return [`${path} ${size} ${mtimeMs}`];
    });
  } catch {
    return [`${folder} is not readable`];
  }
}

/** What of the machine no build may change. */
function machine() {
  return {
    settings: kernelSettings(),
    mounts: readFileSync("/proc/self/mountinfo", "utf8").split("\n").toSorted(),
    etc: filesBelow("/etc"),
    marked: PLACES.filter((place) => existsSync(join(place, MARK))),
    processes: running(SLEEPER),
  };
}

/** Tries each kind of harm, all of them at the same time, and then floods its log; what ends itself only with `all`. */
const HOSTILE = `
import { spawn } from "node:child_process";
import { appendFileSync, linkSync, mkdirSync, readdirSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
const all = process.argv[2] === "all";
const attempt = (what) => { try { what(); } catch {} };
const sh = (script) => spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached: true }).on("error", () => {}).unref();

const writeBelow = (folder, text) => attempt(() => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) writeBelow(path, text);
    else attempt(() => writeFileSync(path, text));
  }
});
for (const folder of ["/proc/sys", "/sys/fs/cgroup", "/sys/kernel", "/proc/1", "/proc/irq"]) writeBelow(folder, "1");
for (const file of ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/sys/kernel/hostname"])
  attempt(() => writeFileSync(file, "|/bin/${MARK}"));
for (const place of ${JSON.stringify(PLACES)}) attempt(() => writeFileSync(join(place, "${MARK}"), "x"));

sh("mount -t tmpfs none /mnt; mount --bind / /build; umount -l /proc; unshare -Urm sh -c 'mount -t proc proc /proc; echo 1 > /proc/sys/vm/drop_caches'");
sh("for i in $(seq 200); do perl -e 'syscall(248, q(user), q(k) . $_, q(v) x 100, 100, -3) for 1..200'; done");
sh("for n in $(seq " + (all ? 400 : 10) + "); do ${SLEEPER} & setsid ${SLEEPER} & done");
if (all) sh("for pid in $(ls /proc | grep '^[0-9]'); do kill -STOP $pid; kill -9 $pid; done 2>/dev/null");

const watchers = [];
attempt(() => { for (let n = 0; n < 4000; n += 1) watchers.push(watch("/build").on("error", () => {})); });

// What a later build of the branch would run.
for (const place of ["/cache", "/tools", "/opt/tools", process.env.HOME]) {
  attempt(() => mkdirSync(join(place, "npm/_cacache/tmp"), { recursive: true }));
  attempt(() => writeFileSync(join(place, "npm/_cacache/${MARK}"), "${MARK}"));
  attempt(() => mkdirSync(join(place, "yarn"), { recursive: true }));
  attempt(() => writeFileSync(join(place, "yarn/${MARK}"), "${MARK}"));
}

mkdirSync("out", { recursive: true });
writeFileSync("out/index.html", "an honest page");
writeFileSync("out/_headers", "/*\\n  CDN-Cache-Control: public\\n  Surrogate-Control: max-age=9\\n  Set-Cookie: a=b\\n  Server: x\\n  X-Robots-Tag: all\\n");
const line = "\\r::add-mask::x\\r::error::" + process.env.GREENROOM_CANARY + "\\r\\u001b[2J";
for (let n = 0; n < 200_000; n += 1) process.stdout.write(n % 1000 === 0 ? "x".repeat(20_000) + line : line + "\\n");
process.exit(0);
`;

const manifestOf = (harm: string) => {
  const command = `node hostile.mjs ${harm}`;
  return JSON.stringify({ installCommand: `${command}; true`, buildCommand: command, output: "out" });
};
const after = {
  installCommand: `cat $(find /cache /tools /tmp -type f 2>/dev/null) /dev/null | grep -c ${MARK} || true`,
  buildCommand: "mkdir -p out; echo clean > out/index.html",
  output: "out",
};

const NO_GROUPS: ControlGroups = {
  bounds: new Set(),
  ceiling: { memoryBytes: totalmem(), tasks: 10_000 },
  open: async () => undefined,
};

test.each([
  ["all", "failed", "the control groups of the machine", undefined],
  ["what it survives", "ready", "the control groups of the machine", undefined],
  ["all", "failed", "no control group", NO_GROUPS],
  ["what it survives", "ready", "no control group", NO_GROUPS],
])(
  "trying %s at once ends as %s in %s, and leaves the machine and later builds as they were",
  async (harm, end, _, groups) => {
    await open(groups);
    const before = machine();
    const workspaceId = await fixture.workspace();
    const { path, url } = fixture.repository({ "hostile.mjs": HOSTILE, "greenroom.json": manifestOf(harm) });
    const siteId = await fixture.site(workspaceId, url);
    const neighbour = { buildCommand: "mkdir out; echo beside > out/index.html", output: "out" };
    const other = fixture.repository({ "greenroom.json": JSON.stringify(neighbour) });
    const otherSite = await fixture.site(await fixture.workspace(), other.url);
    const bad = await fixture.accept(siteId, { branch: "main" });
    await fixture.until(bad, ({ status }) => status !== "queued");
    const beside = await fixture.ended(await fixture.accept(otherSite));
    const row = await fixture.ended(bad);
    if (!sandboxed) return expect(row.error_code).toBe("sandbox_unavailable");

    expect([beside.status, beside.error_message]).toEqual(["ready", null]);
    expect([row.status, row.error_message]).toEqual([end, end === "ready" ? null : expect.any(String)]);
    expect(row.error_code).not.toBe("internal_error");
    if (row.status === "ready") {
      const page = await fixture.get(row.preview_label ?? "", "/");
      expect(page.text).toBe("an honest page");
      for (const name of ["cdn-cache-control", "surrogate-control", "set-cookie"])
        expect(page.headers).not.toHaveProperty(name);
    }
    const log = (await fixture.logLines(bad)).join("\n");
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain("\r");

    fixture.commit(path, { "greenroom.json": JSON.stringify(after) });
    const next = await fixture.ended(await fixture.accept(siteId, { branch: "main" }));
    expect([next.status, next.error_message]).toEqual(["ready", null]);
    expect(await fixture.logLines(next.id)).toContain("install: 0");

    await vi.waitUntil(() => readdirSync(join(builds, "builds")).length === 0, { timeout: 60_000 });
    expect(machine()).toEqual(before);
    // The kernel counts these by account.
    watch(builds).close();
  },
);
