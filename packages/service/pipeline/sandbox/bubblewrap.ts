import { join } from "node:path";
import { type IdRange, idOf } from "./account.ts";
import type { Command } from "./command.ts";
import { EGRESS_SOCKET, FORWARDER, OLD_NPMRC } from "./forwarder.ts";
import { seccompFilter } from "./seccomp.ts";

export interface Machine {
  /** Why bubblewrap cannot be used, as a sentence; undefined when it can. */
  readonly unavailable: string | undefined;
  readonly bubblewrap: string | undefined;
  /** Whether bubblewrap can forbid namespaces inside of its own; versions before 0.8 cannot. */
  readonly disablesNamespaces: boolean;
  /** Where the service is root: the ids that commands run with, and the program that takes one. */
  readonly ids: IdRange | undefined;
  readonly setpriv: string;
  /** Whether what the kernel counts by account can be bounded for a sandbox that has the service's. */
  readonly boundsAccount: boolean;
  readonly programs: Programs;
  readonly path: string;
  /** Folders of the root that are links into /usr. */
  readonly links: readonly string[];
  readonly files: SystemFiles;
  /** The operator's package registry, when it is a plain URL; for the install step. */
  readonly registry: string | undefined;
  /** The operator's index of Python packages, likewise. */
  readonly pythonIndex: string | undefined;
  /** Further certificates of authorities, for a step with a network. */
  readonly ca: string | undefined;
}

/** User id a build sees itself as. */
export const BUILD_UID = 1000;

export const ROOT_FOLDERS = ["bin", "sbin", "lib", "lib64", "lib32"];
/** The id that commands run with; undefined where they keep that of the service. */
export function idFor({ ids }: Pick<Machine, "ids">, name: string): number | undefined {
  return ids && idOf(ids, name);
}

interface SandboxedCommand {
  readonly command: string;
  readonly folder: string;
  /** Socket of the proxy that is the way out; without it there is none. */
  readonly egress?: string | undefined;
  /** Shown to the install step. */
  readonly cache?: string;
  readonly tools?: readonly { readonly name: string; readonly folder: string }[];
  /** Folder inside the sandbox where the command starts. */
  readonly inside: string;
  readonly env: Readonly<Record<string, string>>;
  readonly machine: Machine;
  /** User id of the machine that it runs with, which owns the folders of the build; that of the service without one. */
  readonly id: number | undefined;
  /** Leaves out the folders of a build. */
  readonly probing?: boolean;
}

/** A command in its sandbox: a read-only system, one writable checkout, and what `isolation` says. */
export function inBubblewrap(sandboxed: SandboxedCommand): Command {
  const { command, folder, machine, egress, id } = sandboxed;
  const { words, inputs } = confine(options(sandboxed), { machine, id, firstDescriptor: 3 });
  const [file = "bwrap", ...args] = words;
  const shell = [...(egress === undefined ? [] : [NODE, FORWARDER]), "/bin/sh", "-c", command];
  return { file, args: [...args, ...shell], inputs, cwd: folder, env: {} };
}

export type Option = readonly string[];

interface Confining {
  readonly machine: Pick<Machine, "bubblewrap" | "setpriv" | "boundsAccount">;
  readonly id: number | undefined;
  /** Number of the first descriptor that is read. */
  readonly firstDescriptor: number;
}

/**
 * Starts bubblewrap with options, a filter of system calls and no rights: as root another one before it makes what the
 * sandbox shows reachable for the id of the build, which may not enter the folders above, and takes that id. The options
 * are no arguments, which every account of the machine and the build itself could read: they hold values that the
 * operator stored, and folders of the machine.
 */
export function confine(
  options: readonly Option[],
  { machine, id, firstDescriptor }: Confining,
): { readonly words: readonly string[]; readonly inputs: readonly Uint8Array[] } {
  const inputs: Uint8Array[] = [];
  const descriptorOf = (bytes: Uint8Array): string => String(firstDescriptor + inputs.push(bytes) - 1);
  const bubblewrap = machine.bubblewrap ?? "bwrap";
  const filter = seccompFilter(process.arch);
  const filtered = filter === undefined ? [] : [["--seccomp", descriptorOf(filter)]];
  const { staging, inner } = id === undefined ? { inner: options } : stage(options);
  const own = [bubblewrap, "--args", descriptorOf(textOf([...inner, ...filtered])), "--"];
  if (staging === undefined) return { words: machine.boundsAccount ? inBounds(machine, own) : own, inputs };
  const drop = [machine.setpriv, `--reuid=${id}`, `--regid=${id}`, "--clear-groups", "--inh-caps=-all"];
  return { words: [bubblewrap, "--args", descriptorOf(textOf(staging)), "--", ...drop, ...own], inputs };
}

/**
 * For a shell: a crash leaves no file, and does not start the machine's program for crashes, which would run as root and
 * out of every bound. A limit of one byte is what keeps the kernel from that. [linux/fs/coredump.c]
 */
export const NO_CORE_DUMP = "/usr/bin/prlimit --pid $$ --core=1 2>/dev/null || ulimit -c 0";

/** Of the 128 that an account has; the service and other builds have the rest. */
const INOTIFY_INSTANCES = 16;

/**
 * In a namespace of its own around the sandbox, since a setting of the kernel that a namespace has bounds all below it.
 * [namespaces(7), /proc/sys/user]
 */
export function inBounds({ bubblewrap = "bwrap", setpriv }: Confining["machine"], words: readonly string[]): string[] {
  const namespace = ["--unshare-user", "--uid", String(BUILD_UID), "--gid", String(BUILD_UID)];
  const rights = ["--cap-add", "CAP_SYS_RESOURCE", "--die-with-parent", "--dev-bind", "/", "/", "--"];
  const script = `echo ${INOTIFY_INSTANCES} > /proc/sys/user/max_inotify_instances && exec "$@"`;
  const command = ["/bin/sh", "-c", script, "sh", setpriv, "--ambient-caps=-all", "--inh-caps=-all"];
  return [bubblewrap, ...namespace, ...rights, ...command, ...words];
}

/** Covered by what the sandbox shows, for the program that makes it alone. */
const STAGE = "/tmp";

function stage(options: readonly Option[]): { readonly staging: readonly Option[]; readonly inner: readonly Option[] } {
  const staging: Option[] = [["--die-with-parent"], ["--dev-bind", "/", "/"], ["--tmpfs", STAGE]];
  const inner = options.map((option) => {
    const [kind, from, to] = option;
    if ((kind !== "--bind" && kind !== "--ro-bind") || from === undefined || to === undefined) return option;
    const place = join(STAGE, String(staging.length));
    staging.push([kind, from, place]);
    return [kind, place, to];
  });
  return { staging, inner };
}

/** A value with a NUL byte in it would end its option and begin the next. */
function textOf(options: readonly Option[]): Buffer {
  const words = options.flat();
  if (words.some((word) => word.includes("\0"))) throw new TypeError("An option of the sandbox has a NUL byte in it.");
  return Buffer.from(words.map((word) => `${word}\0`).join(""));
}

function options(sandboxed: SandboxedCommand): readonly Option[] {
  const { env, inside, machine, egress } = sandboxed;
  return [
    ...isolation(machine),
    ...system(machine),
    readOnly(machine.files.hosts, "/etc/hosts"),
    ...(egress === undefined ? [] : wayOut(egress, machine)),
    ...(sandboxed.probing === true ? [] : buildFolders(sandboxed)),
    ...CLOSED,
    ["--chdir", inside],
    ...Object.entries(env).map(([name, value]) => ["--setenv", name, value]),
  ];
}

/** Own namespaces, the network's too; no capability, no environment. */
export function isolation({ disablesNamespaces }: Machine): readonly Option[] {
  return [
    ["--unshare-all"],
    ["--die-with-parent"],
    ["--new-session"],
    ["--cap-drop", "ALL"],
    ["--clearenv"],
    ["--unshare-user"],
    ["--uid", String(BUILD_UID)],
    ["--gid", String(BUILD_UID)],
    ["--hostname", "build"],
    ...(disablesNamespaces ? [["--disable-userns"]] : []),
  ];
}

/**
 * The kernel's files, without a right to change its settings, and the devices. What bubblewrap makes itself is in memory,
 * which no limit of ours counts.
 */
export const KERNEL: readonly Option[] = [
  ["--proc", "/proc"],
  ["--dev", "/dev"],
];
export const CLOSED: readonly Option[] = ["/proc", "/dev", "/"].map((folder) => ["--remount-ro", folder]);

export function readOnly(from: string, to: string): Option {
  return ["--ro-bind", from, to];
}

/** Shows a path of the machine as it is, when it is there. */
export function asIs(path: string): Option {
  return ["--ro-bind-try", path, path];
}

function writable(from: string, to: string): Option {
  return ["--bind", from, to];
}

const NODE = "/opt/node/bin/node";

export function programFolders({ links }: Machine): readonly Option[] {
  const folders = ROOT_FOLDERS.map((folder) =>
    links.includes(folder) ? ["--symlink", `usr/${folder}`, `/${folder}`] : asIs(`/${folder}`),
  );
  return [readOnly("/usr", "/usr"), ...folders];
}

function system(machine: Machine): readonly Option[] {
  const { programs, files } = machine;
  return [
    ...programFolders(machine),
    ...SHOWN_FILES.map(asIs),
    readOnly(files.passwd, "/etc/passwd"),
    readOnly(files.group, "/etc/group"),
    readOnly(programs.node, NODE),
    ...(programs.npm === undefined ? [] : npm(programs.npm)),
    ...KERNEL,
  ];
}

/** Of OpenSSL not the private keys that may lie beside the certificates. */
const SHOWN_FILES = [
  "/etc/alternatives",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/ca-certificates",
  "/etc/localtime",
];

function npm(folder: string): readonly Option[] {
  const commands = NPM_COMMANDS.map(([name, file]) => [
    "--symlink",
    `../lib/node_modules/npm/bin/${file}`,
    `/opt/node/bin/${name}`,
  ]);
  return [readOnly(folder, "/opt/node/lib/node_modules/npm"), ...commands];
}

function wayOut(socket: string, { files, ca }: Machine): readonly Option[] {
  return [
    readOnly(socket, EGRESS_SOCKET),
    readOnly(files.forwarder, FORWARDER),
    readOnly(files.oldNpmrc, OLD_NPMRC),
    ...(ca === undefined ? [] : [readOnly(ca, "/opt/ca.pem")]),
  ];
}

export const toolPlace = (name: string): string => join("/opt/tools", name);

function buildFolders({ folder, cache, tools = [] }: SandboxedCommand): readonly Option[] {
  return [
    writable(join(folder, "site"), "/build"),
    writable(join(folder, "tmp"), "/tmp"),
    writable(join(folder, "tmp"), "/dev/shm"),
    writable(join(folder, "tools"), "/tools"),
    ...(cache === undefined ? [] : [writable(cache, "/cache")]),
    ...tools.map((tool) => readOnly(tool.folder, toolPlace(tool.name))),
  ];
}

export interface Programs {
  /** The Node.js the service runs on; builds run on the same. */
  readonly node: string;
  /** Folder of the npm package, undefined when the machine has none. */
  readonly npm: string | undefined;
}

/** Names of npm's commands and the files of its package behind them. */
export const NPM_COMMANDS: readonly (readonly [name: string, file: string])[] = [
  ["npm", "npm-cli.js"],
  ["npx", "npx-cli.js"],
];

export interface SystemFiles {
  readonly passwd: string;
  readonly group: string;
  /** Has only the machine itself: names of the network are for the proxy to resolve. */
  readonly hosts: string;
  readonly forwarder: string;
  /** Settings for old versions of npm. */
  readonly oldNpmrc: string;
}
