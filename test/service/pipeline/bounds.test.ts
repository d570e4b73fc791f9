import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BuildStatement } from "../../../packages/contract/provenance.ts";
import {
  type ControlGroup,
  type ControlGroups,
  openControlGroups,
} from "../../../packages/service/pipeline/sandbox/cgroup.ts";
import { cacheFolder } from "../../../packages/service/pipeline/build-folders.ts";
import { run } from "../../../packages/service/pipeline/sandbox/command.ts";
import { measureDisk } from "../../../packages/service/pipeline/sandbox/disk-use.ts";
import { createSandbox } from "../../../packages/service/pipeline/sandbox/sandbox.ts";
import { readStatements } from "../../../packages/service/store/deployments/provenance.ts";
import { type BuildFixture, openBuildFixture, running } from "./build-fixture.ts";

// Whether the machine has bubblewrap and control groups for us is a property of the machine. The bounds hold either
// way; what only one of the two can bound is in a test that says so.
const folder = mkdtempSync(join(tmpdir(), "greenroom-bounds-"));
const sandbox = createSandbox({ unsafeNoSandbox: false, dataDirectory: folder, environment: process.env });
const unsafeNoSandbox = (await sandbox.unavailable()) !== undefined;
const machine = openControlGroups();
const none: ControlGroups = { bounds: new Set(), ceiling: machine.ceiling, open: async () => undefined };
rmSync(folder, { recursive: true, force: true });

const MEBIBYTE = 1024 ** 2;
const limits = {
  diskBytes: 40 * MEBIBYTE,
  entries: 4_000,
  memoryBytes: 200 * MEBIBYTE,
  cacheBytes: 30 * MEBIBYTE,
  processes: 60,
  tasks: 300,
  buildMs: 180_000,
  installMs: 180_000,
};
/** Twice the limit. */
const WRITE = "head -c 80000000 /dev/zero";
const LARGE = /wrote more than 40 MiB/;

/** Numbers of the kernel's calls, for what no shell does. */
const CALLS =
  process.arch === "arm64"
    ? { memfd: 279, mmap: 222, sendmsg: 211, unshare: 97 }
    : { memfd: 319, mmap: 9, sendmsg: 46, unshare: 272 };
/** The same on both. */
const IO_URING = { setup: 425, register: 427 };

/** A file of 80 MB without a name, as descriptor F. */
const NAMELESS = 'open(F, "+>", "gone"); unlink("gone"); syswrite(F, "x" x 1000000) for 1..80;';

describe.each([
  ["the machine's control groups", machine],
  ["no control group", none],
])("with %s, a build", (_name, groups) => {
  let fixture: BuildFixture;
  beforeAll(async () => {
    fixture = await openBuildFixture({ settings: { unsafeNoSandbox }, environment: process.env, limits, groups });
    fixture.builds.start();
  });
  afterAll(async () => {
    await fixture.builds.stop();
    const leftovers = readdirSync(join(fixture.context.settings.dataDirectory, "builds"));
    await fixture.close();
    expect(leftovers).toEqual([]);
  });

  async function refused(script: string, manifest: object = {}): Promise<string> {
    const { row } = await fixture.deploy({
      "build.sh": `mkdir out; echo x > out/index.html\n${script}\n`,
      "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out", ...manifest }),
    });
    expect(row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    return row.error_message ?? "";
  }

  test("cannot hide what it writes in an open file without a name", async () => {
    expect(await refused(`exec 9> gone; rm gone; ${WRITE} >&9; sleep 180`)).toMatch(LARGE);
  });

  test("cannot hide it in a mapped file without a name, of which it keeps no descriptor", async () => {
    const map = `syscall(${CALLS.mmap}, 0, 80000000, 1, 1, fileno(F), 0); close(F); sleep 180`;
    expect(await refused(`perl -e '${NAMELESS} ${map}'`)).toMatch(LARGE);
  });

  test("cannot hide it in the open files of one thread", async () => {
    const thread = `threads->create(sub { syscall(${CALLS.unshare}, 0x400); ${NAMELESS} sleep 180 }); sleep 180`;
    expect(await refused(`perl -Mthreads -e '${thread}'`)).toMatch(LARGE);
  });

  test("cannot hide it in a file that is under way in a socket", async () => {
    const message = [
      "socketpair(A, B, 1, 1, 0); $byte = 1; $part = pack('PQ', $byte, 1);",
      "$rights = pack('QiiiL', 20, 1, 1, fileno(F), 0);",
      "$message = pack('QLx4PQPQix4', 0, 0, $part, 1, $rights, 24, 0);",
      `syscall(${CALLS.sendmsg}, fileno(A), $message, 0) > 0 or die; close(F); sleep 180`,
    ].join(" ");
    expect(await refused(`cat > hide.pl <<'END'\n${NAMELESS} ${message}\nEND\nperl hide.pl`)).toMatch(/in a socket/);
  });

  test("cannot hide it below a path that is longer than the kernel takes", async () => {
    const deep = `n=$(printf %0200d 0); i=0; while [ $i -lt 30 ]; do mkdir $n; cd $n; i=$((i+1)); done`;
    expect(await refused(`${deep}; ${WRITE} > big; sleep 180`)).toMatch(LARGE);
  });

  test("cannot hide it in a folder that forbids reading", async () => {
    expect(await refused(`mkdir -p a/b; ${WRITE} > a/b/big; chmod 000 a/b a; sleep 180`)).toMatch(LARGE);
  });

  test("cannot hide it in folders so deep that nothing follows them", async () => {
    const deep = `mkdir a; cd a; i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done`;
    expect(await refused(`${deep}; sleep 180`)).toMatch(/256 folders deep/);
  });

  test("cannot hide it under a name that is no text", async () => {
    expect(await refused(`d=$(printf 'a\\377b'); mkdir "$d"; ${WRITE} > "$d/big"; sleep 180`)).toMatch(LARGE);
  });

  test("cannot hide it in the cache of its install step", async () => {
    const installCommand = `${WRITE} > "$XDG_DATA_HOME/big"; sleep 180`;
    expect(await refused("true", { installCommand })).toMatch(LARGE);
  });

  test("cannot use up the places for files with empty ones, or with links of one", async () => {
    expect(await refused("i=0; while [ $i -lt 9000 ]; do : > f$i; i=$((i+1)); done; sleep 180")).toMatch(/4000 files/);
    const links = `perl -e 'open(F, ">", "f"); link("f", "l$_") for 1..9000; sleep 180'`;
    expect(await refused(links)).toMatch(/4000 files/);
  });

  test("cannot fill memory with a file in memory", async () => {
    const call = `$name = "x"; $fd = syscall(${CALLS.memfd}, $name, 0); open(M, ">&=", $fd) or die;`;
    const message = await refused(`perl -e '${call} syswrite(M, "x" x 1000000) for 1..400; sleep 180'`);
    expect(message).toMatch(/more than 200 MiB of memory/);
  });

  test("cannot fill memory with a filesystem in memory", async () => {
    // The sandbox refuses the namespace, a group counts what is in it; with neither nothing does.
    const unbounded = unsafeNoSandbox && !groups.bounds.has("memory");
    const fill = `head -c 400000000 /dev/zero > /tmp/big${unbounded ? "" : "; sleep 180"}`;
    const mount = `mount -t tmpfs none /tmp || exit 1; ${fill}`;
    const command = `unshare --user --map-root-user --mount sh -c '${mount}'`;
    const { row } = await fixture.deploy({ "greenroom.json": JSON.stringify({ buildCommand: command, output: "." }) });
    if (!unsafeNoSandbox) expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
    else if (!unbounded) expect(row.error_code).toMatch(/^(?:limit_exceeded|build_failed)$/);
    expect(running("sleep 180")).toBe(0);
  });

  test("has less of the processor than the service: by the weight of its group, or else by its priority", async () => {
    const group = await groups.open({ memoryBytes: limits.memoryBytes, tasks: limits.tasks });
    const lines: string[] = [];
    const script =
      'i=0; while [ "$(nice)" = "$1" ] && [ $i -lt 200 ]; do i=$((i+1)); done; nice; cat /proc/self/cgroup';
    try {
      await run(
        {
          file: "/bin/sh",
          args: ["-c", script, "sh", String(getPriority())],
          cwd: "/",
          env: { PATH: "/usr/bin:/bin" },
        },
        { ...limits, timeoutMs: limits.buildMs, group },
        { signal: new AbortController().signal, onLine: (line) => lines.push(line) },
      );
      const [nice, ...joined] = lines;
      const bounded = groups.bounds.has("cpu");
      expect(Number(nice)).toBe(bounded ? getPriority() : Math.min(getPriority() + 6, 19));
      const folders = (group?.joins ?? []).map((file) => dirname(file));
      for (const folder of folders) expect(joined.join("\n")).toContain(basename(folder));
      expect(folders.flatMap(readWeight)).toEqual(bounded ? [0.25] : []);
    } finally {
      await group?.close();
    }
  });

  test("is signed with what it ran in, and a site without commands as one that needed nothing", async () => {
    const statementOf = async (manifest: object) => {
      const { id, row } = await fixture.deploy({ "index.html": "x", "greenroom.json": JSON.stringify(manifest) });
      expect(row.status).toBe("ready");
      const [envelope] = await readStatements(fixture.db, { id, sourceDeploymentId: null });
      const statement = BuildStatement.parse(JSON.parse(Buffer.from(envelope?.payload ?? "", "base64").toString()));
      return statement.predicate.buildDefinition.internalParameters;
    };
    const cgroup = [...groups.bounds];
    const sandbox = unsafeNoSandbox ? "none" : "bubblewrap";
    expect(await statementOf({ buildCommand: "true", output: "." })).toMatchObject({ sandbox, cgroup });
    expect(await statementOf({ runtime: "static" })).toMatchObject({ sandbox: "not_needed", cgroup });
  });

  test("cannot start threads without end in one process", async () => {
    const script = "for (let i = 0; i < 1000; i += 1) fs.stat('.', () => {}); setInterval(() => {}, 1000)";
    const command = `UV_THREADPOOL_SIZE=1000 node -e "${script}"`;
    if (groups.bounds.has("tasks") || unsafeNoSandbox || process.getuid?.() === 0) {
      return expect(await refused(command)).toMatch(/more than 300 processes and threads/);
    }
    // For an ordinary user the kernel refuses the next thread, and the program ends.
    const { row } = await fixture.deploy({ "greenroom.json": JSON.stringify({ buildCommand: command }) });
    expect(row).toMatchObject({
      status: "failed",
      error_code: expect.stringMatching(/^(?:build_failed|limit_exceeded)$/),
    });
  });

  test("leaves no cache that is larger than its limit", async () => {
    const { row, siteId } = await fixture.deploy({
      "greenroom.json": JSON.stringify({
        installCommand: `head -c 35000000 /dev/zero > "$XDG_DATA_HOME/big"; mkdir out; echo x > out/index.html`,
        buildCommand: "true",
        output: "out",
      }),
    });
    expect(row.status).toBe("ready");
    const scope = { siteId, branch: null, commitSha: null };
    const caches = dirname(cacheFolder(fixture.context.settings.dataDirectory, scope));
    // It is counted once the preview is there.
    await vi.waitFor(() => expect(readdirSync(caches)).toEqual([]), 60_000);
  });

  test("prints every line, also of a program that exits at once", async () => {
    const { id, row } = await fixture.deploy({
      "build.mjs": `for (let i = 0; i < 640; i += 1) console.log("line " + i); process.exit(1);\n`,
      "greenroom.json": JSON.stringify({ buildCommand: "node build.mjs" }),
    });
    expect(row.error_code).toBe("build_failed");
    const lines = (await fixture.logLines(id)).filter((line) => line.startsWith("build: line "));
    expect(lines).toEqual(Array.from({ length: 640 }, (_, index) => `build: line ${index}`));
  });
});

/** The share of a group beside one that nobody changed, by what the kernel says of it; none where it has no such file. */
function readWeight(folder: string): number[] {
  const files = [
    ["cpu.weight", 100],
    ["cpu.shares", 1024],
  ] as const;
  return files.flatMap(([name, usual]) => {
    const file = join(folder, name);
    return existsSync(file) ? [Number(readFileSync(file, "utf8")) / usual] : [];
  });
}

test("a command that cannot join its group does not run", async () => {
  const lines: string[] = [];
  const joins = [join(tmpdir(), "greenroom-no-such-group", "cgroup.procs")];
  const nothing = () => Promise.resolve();
  const group: ControlGroup = {
    bounds: new Set(),
    limits,
    joins,
    pids: () => [],
    exceeded: () => undefined,
    kill: nothing,
    close: nothing,
  };
  const result = await run(
    { file: "/bin/sh", args: ["-c", "echo ran"], cwd: "/", env: {} },
    { ...limits, timeoutMs: limits.buildMs, group },
    { signal: new AbortController().signal, onLine: (line) => lines.push(line) },
  );
  expect(result).toMatchObject({ kind: "exited", code: 125 });
  expect(lines).not.toContain("ran");
});

test("a group that a killed service left is removed with what runs in it, and that of a running one stays", async () => {
  const gone = spawn("true");
  await once(gone, "exit");
  const own = await machine.open({ memoryBytes: limits.memoryBytes, tasks: limits.tasks });
  const folders = (own?.joins ?? []).map((file) => join(dirname(dirname(file)), `greenroom-${gone.pid}-left`));
  for (const folder of folders) mkdirSync(folder);
  const left = spawn("sleep", ["180"], { stdio: "ignore" });
  try {
    for (const folder of folders) writeFileSync(join(folder, "cgroup.procs"), String(left.pid));
    const ended = once(left, "exit");
    openControlGroups();
    if (folders.length === 0) left.kill("SIGKILL");
    await ended;
    await vi.waitFor(() => expect(folders.filter((folder) => existsSync(folder))).toEqual([]), 10_000);
    expect((own?.joins ?? []).every((file) => existsSync(file))).toBe(true);
  } finally {
    left.kill("SIGKILL");
    await own?.close();
  }
});

test("a file that only an io_uring keeps open is out of sight, and counted as that", async () => {
  const keep = [
    `$parameters = "\\0" x 120; $ring = syscall(${IO_URING.setup}, 4, $parameters);`,
    NAMELESS.replace("1..80", "1..1"),
    `$files = pack("i", fileno(F)); $kept = $ring < 0 ? -1 : syscall(${IO_URING.register}, $ring, 2, $files, 1);`,
    '$| = 1; print $kept == 0 ? "kept" : "refused", "\\n"; sleep 180',
  ].join(" ");
  const cwd = mkdtempSync(join(tmpdir(), "greenroom-ring-"));
  const child = spawn("perl", ["-e", keep], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const use = measureDisk({ folders: [], pids: [child.pid ?? 0], maxBytes: 1e12, maxEntries: 1e6 });
    // Where the kernel or what runs these tests has no io_uring, no build has one either.
    expect(use.outOfSight).toBe(line === "kept" ? 1 : 0);
  } finally {
    child.kill("SIGKILL");
    rmSync(cwd, { recursive: true, force: true });
  }
});

describe("an honest build", () => {
  let fixture: BuildFixture;
  beforeAll(async () => {
    fixture = await openBuildFixture({
      settings: { unsafeNoSandbox },
      environment: process.env,
      limits,
      concurrency: 2,
    });
    fixture.builds.start();
  });
  afterAll(() => fixture.close());

  const honest = {
    "build.sh": [
      "mkdir out",
      "i=0; while [ $i -lt 4 ]; do node -e '' & wait $!; sleep 0.2; i=$((i+1)); done",
      "head -c 5000000 /dev/zero > out/big; echo honest > out/index.html",
    ].join("\n"),
    "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out" }),
  };

  const bombs: readonly (readonly [name: string, script: string])[] = [
    // As root without control groups nothing counts processes fast enough, so nobody should try that there.
    ...(machine.bounds.has("tasks") ? [["of processes", "f() { f | f & }; f; sleep 180"] as const] : []),
    ["of threads", `UV_THREADPOOL_SIZE=1000 node -e 'for (;;) require("fs").stat(".", () => {})'`],
    ["of memory", "node -e 'const a = []; for (;;) a.push(Buffer.alloc(5e7, 1))'"],
    ["of disk", "while :; do head -c 20000000 /dev/zero >> big; done"],
    [
      "of open files",
      `for n in 1 2 3 4 5 6 7 8; do node -e 'const fs = require("fs"); try { for (;;) fs.openSync("/dev/null"); } catch { setInterval(() => {}, 1000) }' & done; sleep 180`,
    ],
  ];

  test.each(bombs)("becomes ready beside a bomb %s", async (_name, script) => {
    const [bomb, beside] = await Promise.all([
      fixture.deploy({ "build.sh": script, "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh" }) }),
      fixture.deploy(honest),
    ]);
    expect(bomb.row).toMatchObject({ status: "failed", error_code: "limit_exceeded" });
    expect(beside.row, beside.row.error_message ?? "").toMatchObject({ status: "ready" });
    expect(running("sleep 180")).toBe(0);
  });
});
