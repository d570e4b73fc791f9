import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inBounds } from "../../../packages/service/pipeline/sandbox/bubblewrap.ts";
import { findProgram } from "../../../packages/service/pipeline/sandbox/read-machine.ts";
import { seccompFilter } from "../../../packages/service/pipeline/sandbox/seccomp.ts";
import { buildsOfFile, sandboxes } from "./setup.ts";

const [ALLOW, KILL, EPERM, ENOSYS] = [0x7fff_0000, 0x8000_0000, 0x5_0001, 0x5_0026];
const [UNKNOWN_FAMILY, UNKNOWN_PROTOCOL] = [0x5_0061, 0x5_005d];

interface Call {
  readonly architecture?: number;
  readonly number: number;
  readonly arguments?: readonly number[];
}

/** What the kernel would do: its virtual machine, as far as the filter uses it. [linux/Documentation/networking/filter.rst] */
function judge(filter: Uint8Array, { architecture = 0, number, arguments: given = [] }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of given.entries()) data.writeBigUInt64LE(BigInt(value), 16 + index * 8);
  const program = Buffer.from(filter);
  let accumulator = 0;
  for (let at = 0; ; at += 8) {
    const code = program.readUInt16LE(at);
    const value = program.readUInt32LE(at + 4);
    const jump = (holds: boolean) => (at += 8 * program.readUInt8(at + (holds ? 2 : 3)));
    if (code === 0x06) return value;
    else if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x25) jump(accumulator > value);
    else if (code === 0x45) jump((accumulator & value) >>> 0 !== 0);
    else throw new Error(`The filter has an instruction ${code} that no test knows.`);
  }
}

/** By number, as the kernel's own tables have them. [asm/unistd_64.h, asm-generic/unistd.h] */
const REFUSED = {
  x64: [
    // Mounts and namespaces; other processes; rings, bpf, keys, faults and pages; the machine; what older kernels left.
    165, 166, 155, 161, 428, 429, 430, 431, 432, 433, 442, 457, 458, 272, 308, 101, 310, 311, 438, 312, 425, 426, 427,
    321, 298, 323, 248, 249, 250, 300, 301, 303, 304, 447, 237, 239, 238, 450, 256, 279, 154, 163, 179, 443, 103, 167,
    168, 169, 246, 320, 175, 313, 176, 164, 227, 159, 305, 172, 173, 153, 134, 136, 139, 156, 174, 177, 178, 180, 212,
    206,
  ],
  arm64: [
    40, 39, 41, 51, 428, 429, 430, 431, 432, 433, 442, 457, 458, 97, 268, 117, 270, 271, 438, 272, 425, 426, 427, 280,
    241, 282, 217, 218, 219, 262, 263, 264, 265, 447, 235, 236, 237, 450, 238, 239, 89, 60, 443, 116, 224, 225, 142,
    104, 294, 105, 273, 106, 170, 112, 171, 266, 58, 42, 18, 0,
  ],
};

describe.each([
  { name: "x64", architecture: 0xc000_003e, other: 0x4000_0003, numbers: [56, 16, 135, 41, 53, 0, 257] },
  { name: "arm64", architecture: 0xc000_00b7, other: 0x4000_0028, numbers: [220, 29, 92, 198, 199, 63, 56] },
])("the filter for $name", ({ name, architecture, other, numbers }) => {
  const filter = seccompFilter(name) ?? new Uint8Array();
  const [clone = 0, ioctl = 0, personality = 0, socket = 0, socketpair = 0, read = 0, openat = 0] = numbers;
  const of = (number: number, ...given: readonly number[]) => judge(filter, { architecture, number, arguments: given });

  test("allows what programs do all the time", () => {
    expect([read, openat].map((number) => of(number))).toEqual([ALLOW, ALLOW]);
  });

  test("refuses each call of the families that it is to keep out", () => {
    for (const number of REFUSED[name === "x64" ? "x64" : "arm64"]) expect(of(number), String(number)).toBe(EPERM);
  });

  test("lets a process start others, but in no namespace of their own", () => {
    const [fork, thread] = [0x0120_0011, 0x003d_0f00];
    expect([fork, thread].map((flags) => of(clone, flags))).toEqual([ALLOW, ALLOW]);
    const namespaces = [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];
    for (const flag of namespaces) expect(of(clone, fork + flag)).toBe(EPERM);
    expect(of(435)).toBe(ENOSYS);
  });

  test("refuses to write into terminals, also with bits the kernel does not look at", () => {
    expect(of(ioctl, 0, 0x5401)).toBe(ALLOW);
    // Output that a program would not wait for is lost when it exits.
    expect([0, 1, 2, 3].map((descriptor) => of(ioctl, descriptor, 0x5421))).toEqual([ALLOW, 0x5_0000, 0x5_0000, ALLOW]);
    for (const request of [0x5412, 0x541c, 0x1_0000_5412]) expect(of(ioctl, 0, request)).toBe(EPERM);
  });

  test("leaves a process its personality", () => {
    expect([0, 0xffff_ffff, 0x004_0000].map((wanted) => of(personality, wanted))).toEqual([ALLOW, ALLOW, EPERM]);
  });

  test("knows local and internet sockets, of the usual protocols, and that which lists interfaces", () => {
    const usual = [
      [1, 1, 0],
      [2, 1, 6],
      [2, 2, 17],
      [10, 1, 0],
      [16, 3, 0],
    ];
    for (const given of usual) expect(of(socket, ...given)).toBe(ALLOW);
    // Packets, Bluetooth, vsock, ALG, XDP.
    for (const family of [17, 31, 40, 38, 44]) expect(of(socket, family, 3, 0)).toBe(UNKNOWN_FAMILY);
    // SCTP, DCCP, MPTCP, and the netlink of the packet filter.
    for (const given of [
      [2, 1, 132],
      [10, 6, 33],
      [2, 1, 262],
      [16, 3, 12],
    ]) {
      expect(of(socket, ...given)).toBe(UNKNOWN_PROTOCOL);
    }
    expect([of(socketpair, 1, 1, 0), of(socketpair, 30, 1, 0)]).toEqual([ALLOW, UNKNOWN_FAMILY]);
  });

  test("does not know calls that are newer than itself, nor those of another architecture", () => {
    for (const number of [463, 467, 1000, 0x4000_0000 + read]) expect(of(number)).toBe(ENOSYS);
    expect(judge(filter, { architecture: other, number: read })).toBe(KILL);
  });
});

test("there is no filter for an architecture whose calls are not listed", () => {
  for (const name of ["riscv64", "toString"]) expect(seccompFilter(name)).toBeUndefined();
});

describe.each(await sandboxes())("a build in %s", async () => {
  const fixture = await buildsOfFile({ settings: { unsafeNoSandbox: false } });

  /** What a script prints, which must not fail by itself. */
  async function said(script: string): Promise<string> {
    const { id, row } = await fixture.deploy({
      "build.sh": `mkdir -p out; echo x > out/index.html\n${script}\ntrue\n`,
      "greenroom.json": JSON.stringify({ buildCommand: "sh build.sh", output: "out" }),
    });
    expect(row.status).toBe("ready");
    const lines = await fixture.logLines(id);
    return lines.flatMap((line) => (line.startsWith("build: ") ? [line.slice("build: ".length)] : [])).join("\n");
  }

  test("has no capability, gains none, and is filtered, down to its first process", async () => {
    const states = await said(
      "grep -hE '^(Cap(Eff|Bnd|Prm|Amb)|NoNewPrivs|Seccomp):' /proc/1/status /proc/self/status",
    );
    const state = ["Prm", "Eff", "Bnd", "Amb"].map((set) => `Cap${set}:\t0000000000000000`);
    const own = [...state, "NoNewPrivs:\t1", "Seccomp:\t2"].join("\n");
    expect(states).toContain(`${own}\n${own}`);
  });

  test("makes no namespaces and mounts nothing", async () => {
    const tries = [
      ...["--user", "--mount", "--net", "--pid --fork", "--user --map-root-user"].map((own) => `unshare ${own} true`),
      "mount -t tmpfs none /tmp",
      "mount --bind / /tmp",
      "umount /build",
      "nsenter --target 1 --mount true",
      "chroot /tmp true",
    ];
    const script = tries.map((each) => `${each} 2>/dev/null && echo 'did: ${each}'`).join("\n");
    const output = await said(`${script}\necho tried`);
    expect(output).toContain("tried");
    expect(output).not.toContain("did: ");
  });

  test("is refused by the kernel what the filter refuses", async () => {
    // Perl is part of Debian's essential packages, and can make any call.
    const perl = existsSync("/usr/bin/perl") && process.arch === "x64";
    const rings = { io_uring_setup: [425, 1, 0], io_setup: [206, 1, 0] };
    const calls = { ptrace: [101, 16, 1, 0, 0], bpf: [321, 0, 0, 0], ...rings, clone3: [435, 0, 0] };
    const sockets = { vsock: [41, 40, 1, 0], netfilter: [41, 16, 3, 12], internet: [41, 2, 1, 0] };
    const script = Object.entries({ ...calls, ...sockets }).map(
      ([name, numbers]) => `perl -e '$! = 0; syscall(${numbers.join(", ")}); print "${name} ", $! + 0, "\\n"'`,
    );
    const answers = ["ptrace 1", "bpf 1", "io_uring_setup 1", "io_setup 1", "clone3 38", "vsock 97", "netfilter 93"];
    expect(await said(`${script.join("\n")}\necho tried`)).toContain(
      perl ? `${answers.join("\n")}\ninternet 0\ntried` : "tried",
    );
  });

  test("that attaches to its sandbox's first process neither stops it nor hangs", async () => {
    const attach = 'perl -e \'print syscall(101, 16, 1, 0, 0) == 0 ? "attached" : "refused"\'';
    const output = await said(`(command -v strace && strace -p 1) 2>/dev/null & ${attach}; kill -STOP 1; echo went on`);
    expect(output).toContain("went on");
    expect(output).not.toContain("attached");
  });

  test("with the account of the service takes some of its inotify instances, and leaves the others", async () => {
    const path = process.env["PATH"] ?? "";
    const [bubblewrap, setpriv] = [await findProgram("bwrap", path), (await findProgram("setpriv", path)) ?? "setpriv"];
    const call = process.arch === "arm64" ? 26 : 294;
    const take = ["perl", "-e", `$n++ while syscall(${call}, 0) >= 0; print $n`];
    const [file = "", ...args] = inBounds({ bubblewrap, setpriv, boundsAccount: true }, take);
    expect(execFileSync(file, args, { encoding: "utf8" })).toBe("16");
  });
});
