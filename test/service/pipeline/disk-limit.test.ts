import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { BUILD_LIMITS } from "../../../packages/service/domain/build-limits.ts";
import { removeTree } from "../../../packages/service/pipeline/output/remove-tree.ts";
import { createDiskGuard, type DiskGuard } from "../../../packages/service/pipeline/sandbox/disk-limit.ts";
import { openDisk } from "../../../packages/service/pipeline/sandbox/disk-thread.ts";
import { measureDisk } from "../../../packages/service/pipeline/sandbox/disk-use.ts";
import { temporaryFolder } from "../../folders.ts";

const folder = temporaryFolder("disk");
const disk = openDisk();
let free = 1;
let guard: DiskGuard;

beforeEach(() => {
  free = 1;
  guard = createDiskGuard({ disk, freeShare: async () => free });
});
afterAll(() => disk.close());

function build(name: string) {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const watched = guard.watch(BUILD_LIMITS);
  return {
    write: (bytes: number) => writeFileSync(join(own, "file"), Buffer.alloc(bytes, 1)),
    exceeded: () => watched.exceeded([own], []),
    requireWritten: () => watched.requireWritten(),
    [Symbol.dispose]: () => watched[Symbol.dispose](),
  };
}

test("no build starts on a disk with less than 5 % free space", async () => {
  free = 0.06;
  await expect(guard.requireSpace()).resolves.toBeUndefined();
  free = 0.04;
  await expect(guard.requireSpace()).rejects.toMatchObject({ name: "MachineFault", code: "storage_exhausted" });
  expect(await guard.shortage()).toContain("less than 5 % free space");
});

test("on a disk that is nearly full, the build that takes most is stopped, and no other one", async () => {
  using honest = build("honest");
  using bomb = build("bomb");
  honest.write(2_000_000);
  expect([await honest.exceeded(), await bomb.exceeded()]).toEqual([undefined, undefined]);
  bomb.write(5_000_000);
  free = 0.02;
  // The honest one looks first, before the other was counted again.
  expect(await honest.exceeded()).toBeUndefined();
  await expect(bomb.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
  // Until its files are gone, nobody else is stopped for them.
  expect(await honest.exceeded()).toBeUndefined();
});

test("when that does not help, the next one is stopped", async () => {
  using one = build("one");
  using other = build("other");
  one.write(2_000_000);
  other.write(5_000_000);
  await Promise.all([one.exceeded(), other.exceeded()]);
  free = 0.02;
  expect(await one.exceeded()).toBeUndefined();
  await expect(one.requireWritten()).resolves.toBeUndefined();
  free = 0.001;
  await expect(one.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
});

test("a build that has ended is not the one that is stopped", async () => {
  using running = build("running");
  running.write(2_000_000);
  {
    using ended = build("ended");
    ended.write(5_000_000);
    await Promise.all([ended.exceeded(), running.exceeded()]);
  }
  free = 0.02;
  await expect(running.exceeded()).rejects.toMatchObject({ code: "storage_exhausted" });
});

test("on a full disk no build goes on, and those that did not fill it are given back to this machine", async () => {
  using honest = build("honest");
  using bomb = build("bomb");
  bomb.write(5_000_000);
  await Promise.all([honest.exceeded(), bomb.exceeded()]);
  free = 0;
  await expect(honest.requireWritten()).rejects.toMatchObject({ name: "Error" });
  await expect(bomb.requireWritten()).rejects.toMatchObject({ name: "MachineFault" });
});

/** Numbers of the kernel's calls, for what no shell does. */
const CALLS =
  process.arch === "arm64"
    ? { memfd: 279, mmap: 222, sendmsg: 211, unshare: 97 }
    : { memfd: 319, mmap: 9, sendmsg: 46, unshare: 272 };

/** Numbers of calls that every machine has the same of. */
const IO_URING = { setup: 425, register: 427 };

/** In Perl: a file of so many megabytes without a name, as descriptor F. */
const nameless = (megabytes: number): string =>
  `open(F, "+>", "gone"); unlink("gone"); syswrite(F, "x" x 1000000) for 1..${megabytes};`;

/** In Perl: a file in memory of so many megabytes, as descriptor M. */
const inMemory = (megabytes: number): string =>
  `$name = "x"; open(M, ">&=", syscall(${CALLS.memfd}, $name, 0)) or die; syswrite(M, "x" x 1000000) for 1..${megabytes};`;

/** In Perl: maps the first megabytes of the file F, and closes it. */
const mapped = (megabytes: number): string =>
  `syscall(${CALLS.mmap}, 0, ${megabytes}000000, 1, 1, fileno(F), 0); close(F);`;

/** In Perl: gives a thread open files of its own. */
const UNSHARE_FILES = `syscall(${CALLS.unshare}, 0x400);`;

/** In Perl: keeps the message of a socket busy with the file F. */
const IN_SOCKET = [
  "socketpair(A, B, 1, 1, 0); $byte = 1; $part = pack('PQ', $byte, 1);",
  "$rights = pack('QiiiL', 20, 1, 1, fileno(F), 0);",
  "$message = pack('QLx4PQPQix4', 0, 0, $part, 1, $rights, 24, 0);",
  `syscall(${CALLS.sendmsg}, fileno(A), $message, 0) > 0 or die; close(F);`,
].join(" ");

/** In Perl: only an io_uring keeps the file F open; says "kept", or "refused" where there is none. */
const IN_RING = [
  `$parameters = "\\0" x 120; $ring = syscall(${IO_URING.setup}, 4, $parameters);`,
  `$files = pack("i", fileno(F)); $kept = $ring < 0 ? -1 : syscall(${IO_URING.register}, $ring, 2, $files, 1);`,
  '$| = 1; print $kept == 0 ? "kept" : "refused", "\\n";',
].join(" ");

const MEBIBYTE = 1024 ** 2;
const LIMITS = { ...BUILD_LIMITS, diskBytes: 4 * MEBIBYTE, entries: 400, memoryBytes: 8 * MEBIBYTE };
const WRITE = "head -c 8000000 /dev/zero";
const LARGE = /wrote more than 4 MiB\. The operator can raise --build-disk\./;
const SLEEP = "exec sleep 180";
const FILL = `${WRITE} > big; ${SLEEP}`;
const perl = (script: string): string =>
  `cat > hide.pl <<'END'\n${script} sleep 180;\nEND\nexec perl -Mthreads hide.pl`;

/** One process whose own files and open files are counted. */
async function counted<Result>(
  script: string,
  look: (folder: string, pid: number) => Promise<Result>,
): Promise<Result> {
  const own = mkdtempSync(join(folder, "own-"));
  const child = spawn("/bin/sh", ["-c", script], { cwd: own, stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    return await look(own, child.pid ?? 0);
  } finally {
    child.kill("SIGKILL");
    await ended;
    removeTree(own);
  }
}

test.each([
  ["an open file without a name", `exec 9> gone; rm gone; ${WRITE} >&9; ${SLEEP}`, LARGE],
  ["a mapped file without a name, of which it keeps no descriptor", perl(nameless(8) + mapped(8)), LARGE],
  ["the open files of one thread", perl(`threads->create(sub { ${UNSHARE_FILES} ${nameless(8)} sleep 180 });`), LARGE],
  // Seen before it is sent, it is a large file.
  ["a file that is under way in a socket", perl(nameless(8) + IN_SOCKET), /in a socket|wrote more than 4 MiB/],
  ["a path that is too long", `n=$(printf %0200d 0); for i in $(seq 30); do mkdir $n; cd $n; done; ${FILL}`, LARGE],
  ["a folder that forbids reading", `mkdir -p a/b; ${WRITE} > a/b/big; chmod 000 a/b a; ${SLEEP}`, LARGE],
  ["folders that are too deep", `for i in $(seq 300); do mkdir d; cd d; done; ${SLEEP}`, /256 folders deep/],
  ["a name that is no text", `d=$(printf 'a\\377b'); mkdir "$d"; ${WRITE} > "$d/big"; ${SLEEP}`, LARGE],
  ["empty files, which take places", `for i in $(seq 500); do : > f$i; done; ${SLEEP}`, /400 files/],
  ["links of one file", perl('open(F, ">", "f"); link("f", "l$_") for 1..500;'), /400 files/],
  ["a file in memory", perl(inMemory(16)), /more than 8 MiB of memory\. The operator can raise --build-memory/],
])("what a build writes is counted also in %s", async (_where, script, message) => {
  await counted(script, async (own, pid) => {
    using watched = guard.watch(LIMITS);
    await expect.poll(() => watched.exceeded([own], [pid])).toMatch(message);
  });
});

test("a file that only an io_uring keeps open is out of sight, and counted as that", async () => {
  const said = join(folder, "said");
  await counted(`exec > ${said}; ${perl(nameless(1) + IN_RING)}`, async (_, pid) => {
    await expect.poll(() => readFileSync(said, "utf8")).toMatch(/^(?:kept|refused)$/m);
    const use = measureDisk({ folders: [], pids: [pid], maxBytes: 1e12, maxEntries: 1e6 });
    // Where the kernel or what runs these tests has no io_uring, no build has one either.
    expect(use.outOfSight).toBe(readFileSync(said, "utf8") === "kept\n" ? 1 : 0);
  });
});
