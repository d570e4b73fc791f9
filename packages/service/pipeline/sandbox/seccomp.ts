/**
 * Which calls of the kernel a build can make: all that compilers, package managers and Node.js use, and none of those
 * that only administer a machine or that most holes of the kernel were reached by. The list follows those of Flatpak
 * and Docker. It is written as the kernel takes it, since the packages that write such filters are bindings to a
 * library of C. [seccomp(2), linux/filter.h]
 */

/** Numbers of a call on x64 and on arm64, null where there is none. */
type Numbers = readonly [x64: number | null, arm64: number | null];

const REFUSED: Readonly<Record<string, Numbers>> = {
  // Namespaces and mounts.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  statmount: [457, 457],
  listmount: [458, 458],
  unshare: [272, 97],
  setns: [308, 268],
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // Large parts of the kernel that no build needs.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // What the machine has of it, it has for all programs together. [/proc/sys/fs/aio-max-nr]
  io_setup: [206, 0],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  memfd_secret: [447, 447],
  mbind: [237, 235],
  get_mempolicy: [239, 236],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  modify_ldt: [154, null],
  // The machine as a whole.
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  iopl: [172, null],
  ioperm: [173, null],
  vhangup: [153, 58],
  // Left from older kernels.
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  create_module: [174, null],
  get_kernel_syms: [177, null],
  query_module: [178, null],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
};

/** Calls whose arguments decide. */
const JUDGED = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  personality: [135, 92],
  socket: [41, 198],
  socketpair: [53, 199],
} as const satisfies Readonly<Record<string, Numbers>>;

/** mseal. Newer calls do not exist for a build, until somebody has looked at them; libraries then do without. */
const LAST_KNOWN = 462;

const EPERM = 1;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EAFNOSUPPORT = 97;

/** [clone(2)] CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e02_0000;
/** Both write into the terminal that shows the output. [ioctl_tty(2)] */
const TERMINAL_INJECTION = [0x5412, 0x541c];
/**
 * What makes a pipe refuse what does not fit, so that a program on Node.js holds it back, and loses it when it exits.
 * On its output the call succeeds and does nothing: the program waits instead. [ioctl(2), FIONBIO]
 */
const NO_WAITING = 0x5421;
const OUTPUT = [1, 2];

/** PER_LINUX, and the question which one is set. */
const PERSONALITIES = [0, 0xffff_ffff];
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];
const NETLINK_ROUTE = 0;
/** The default of a socket's type, ICMP, TCP, UDP and ICMPv6. */
const PROTOCOLS = [0, 1, 6, 17, 58];

/** Offsets in what the kernel shows to a filter; of an argument the lower half. [struct seccomp_data] */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const refuse = (error: number): number => 0x0005_0000 + error;

interface Instruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly value: number;
}

const load = (offset: number): Instruction => ({ code: 0x20, jumpTrue: 0, jumpFalse: 0, value: offset });
const end = (action: number): Instruction => ({ code: 0x06, jumpTrue: 0, jumpFalse: 0, value: action });

type Comparison = "equal" | "greater" | "any bit of";

function jump(comparison: Comparison, value: number): Instruction {
  const code = { equal: 0x15, greater: 0x25, "any bit of": 0x45 }[comparison];
  return { code, jumpTrue: 0, jumpFalse: 0, value };
}

/** Goes on with the next instructions when the comparison holds, else behind them. */
function when(comparison: Comparison, value: number, then: readonly Instruction[]): Instruction[] {
  return [{ ...jump(comparison, value), jumpFalse: then.length }, ...then];
}

const allowed = (values: readonly number[]): Instruction[] =>
  values.flatMap((value) => when("equal", value, [end(ALLOW)]));

function judged(index: 0 | 1): Instruction[] {
  const call = (name: keyof typeof JUDGED, then: readonly Instruction[]): Instruction[] =>
    when("equal", JUDGED[name][index], then);
  const inet = [load(argument(2)), ...allowed(PROTOCOLS), end(refuse(EPROTONOSUPPORT))];
  const netlink = [load(argument(2)), ...allowed([NETLINK_ROUTE]), end(refuse(EPROTONOSUPPORT))];
  return [
    ...call("clone", [load(argument(0)), ...when("any bit of", NEW_NAMESPACES, [end(refuse(EPERM))]), end(ALLOW)]),
    // Its flags lie in memory, where a filter cannot look; libraries then use the older call.
    ...call("clone3", [end(refuse(ENOSYS))]),
    ...call("ioctl", [
      load(argument(1)),
      ...TERMINAL_INJECTION.flatMap((request) => when("equal", request, [end(refuse(EPERM))])),
      ...when("equal", NO_WAITING, [
        load(argument(0)),
        ...OUTPUT.flatMap((descriptor) => when("equal", descriptor, [end(refuse(0))])),
        end(ALLOW),
      ]),
      end(ALLOW),
    ]),
    ...call("personality", [load(argument(0)), ...allowed(PERSONALITIES), end(refuse(EPERM))]),
    ...call("socketpair", [load(argument(0)), ...allowed([AF_UNIX]), end(refuse(EAFNOSUPPORT))]),
    ...call("socket", [
      load(argument(0)),
      ...allowed([AF_UNIX]),
      ...[AF_INET, AF_INET6].flatMap((family) => when("equal", family, inet)),
      ...when("equal", AF_NETLINK, netlink),
      end(refuse(EAFNOSUPPORT)),
    ]),
  ];
}

/** [AUDIT_ARCH_X86_64, AUDIT_ARCH_AARCH64] */
const ARCHITECTURES: Readonly<Record<string, { readonly audit: number; readonly index: 0 | 1 }>> = {
  x64: { audit: 0xc000_003e, index: 0 },
  arm64: { audit: 0xc000_00b7, index: 1 },
};

/** @returns Undefined when the calls of that architecture are not known here. */
export function seccompFilter(architecture: string): Uint8Array | undefined {
  const known = Object.hasOwn(ARCHITECTURES, architecture) ? ARCHITECTURES[architecture] : undefined;
  if (known === undefined) return undefined;
  const refused = Object.values(REFUSED).flatMap((numbers) => numbers[known.index] ?? []);
  return encode([
    load(ARCHITECTURE),
    // Programs of another architecture have other numbers for their calls.
    { ...jump("equal", known.audit), jumpTrue: 1 },
    end(KILL_PROCESS),
    load(NUMBER),
    // So have those of x32, which are all greater.
    ...when("greater", LAST_KNOWN, [end(refuse(ENOSYS))]),
    ...refused.flatMap((number) => when("equal", number, [end(refuse(EPERM))])),
    ...judged(known.index),
    end(ALLOW),
  ]);
}

/** [struct sock_filter] */
function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, jumpTrue, jumpFalse, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpTrue, index * 8 + 2);
    bytes.writeUInt8(jumpFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
