import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./command.ts";
import {
  BUILD_UID,
  findProgram,
  findPrograms,
  NPM_COMMANDS,
  type Programs,
  type SystemFiles,
  writeSystemFiles,
} from "./programs.ts";

/** What this machine offers builds. */
export interface Machine {
  /** Why bubblewrap cannot be used, as a sentence; undefined when it can. */
  readonly unavailable: string | undefined;
  /** Path of bubblewrap. */
  readonly bubblewrap: string | undefined;
  readonly programs: Programs;
  /** Program search path. */
  readonly path: string;
  /** Folders of the root that are links into /usr. */
  readonly links: readonly string[];
  readonly files: SystemFiles;
  /** The operator's npm settings, for the install step. */
  readonly npmrc: string | undefined;
  /** Further certificates of authorities, for the install step. */
  readonly ca: string | undefined;
}

interface MachineSettings {
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const ROOT_FOLDERS = ["bin", "sbin", "lib", "lib64", "lib32"];
const PROBE_TIMEOUT_MS = 10_000;

/** Looks at this machine once, and tries the sandbox out. */
export async function readMachine({ dataDirectory, environment }: MachineSettings): Promise<Machine> {
  const path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const home = environment["HOME"];
  const npmrc = environment["NPM_CONFIG_USERCONFIG"] ?? (home === undefined ? undefined : join(home, ".npmrc"));
  const links: string[] = [];
  for (const folder of ROOT_FOLDERS) if (await isLink(`/${folder}`)) links.push(folder);
  const bubblewrap = await findProgram("bwrap", path);
  const machine = {
    bubblewrap,
    programs: await findPrograms(path),
    path,
    links,
    files: await writeSystemFiles(join(dataDirectory, "sandbox")),
    npmrc: await existing(npmrc),
    ca: await existing(environment["NODE_EXTRA_CA_CERTS"]),
  };
  return { ...machine, unavailable: await probe({ ...machine, unavailable: undefined }, dataDirectory) };
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
}

async function existing(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  return access(path).then(
    () => path,
    () => undefined,
  );
}

async function probe(machine: Machine, dataDirectory: string): Promise<string | undefined> {
  if (machine.bubblewrap === undefined) {
    return `Builds cannot run: bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap).`;
  }
  const folder = join(dataDirectory, "sandbox");
  const lines: string[] = [];
  const args = bubblewrapArguments({
    command: "node --version",
    step: "build",
    folder,
    inside: "/",
    env: { PATH: "/opt/node/bin:/usr/bin:/bin" },
    machine,
    probing: true,
  });
  const bounds = { timeoutMs: PROBE_TIMEOUT_MS, memoryBytes: Number.POSITIVE_INFINITY, processes: 100 };
  const command = { file: machine.bubblewrap, args, cwd: folder, env: {} };
  const ended = await run(command, bounds, {
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
  });
  if (ended.kind === "exited" && ended.code === 0) return undefined;
  const said = lines.at(-1) ?? "it gave no reason";
  return `Builds cannot run: bubblewrap cannot make a sandbox on this machine (${said}); where AppArmor forbids user namespaces, give bwrap a profile that allows 'userns'.`;
}

interface Boxed {
  readonly command: string;
  readonly step: "install" | "build";
  readonly folder: string;
  /** Shown to the install step. */
  readonly cache?: string;
  /** Folder of compiled code that is shown, read-only, where Node.js looks for it. */
  readonly compiled?: string | undefined;
  /** Folder inside the sandbox where the command starts. */
  readonly inside: string;
  readonly env: Readonly<Record<string, string>>;
  readonly machine: Machine;
  /** Leaves out the folders of a build. */
  readonly probing?: boolean;
}

/**
 * Spells the sandbox of one command: own namespaces, no capability, a read-only system, one writable checkout.
 * The network is there for the install step only.
 */
export function bubblewrapArguments(boxed: Boxed): string[] {
  const { command, step, env, inside, machine } = boxed;
  const network = step === "install";
  return [
    ["--unshare-all", network ? ["--share-net"] : []],
    ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ["--unshare-user", "--uid", String(BUILD_UID), "--gid", String(BUILD_UID), "--hostname", "build"],
    system(machine),
    network ? networkFiles(machine) : readOnly(machine.files.hosts, "/etc/hosts"),
    boxed.probing === true ? [] : buildFolders(boxed),
    // What bubblewrap made up lies in memory, which no bound of ours would count.
    ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", inside],
    Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--", "/bin/sh", "-c", command],
  ].flat(2);
}

function readOnly(from: string, to: string): string[] {
  return ["--ro-bind", from, to];
}

/** Shows a place of the machine as it is, when it is there. */
function shown(path: string): string[] {
  return ["--ro-bind-try", path, path];
}

function writable(from: string, to: string): string[] {
  return ["--bind", from, to];
}

function system({ links, programs, files }: Machine): string[] {
  const folders = ROOT_FOLDERS.map((folder) =>
    links.includes(folder) ? ["--symlink", `usr/${folder}`, `/${folder}`] : shown(`/${folder}`),
  );
  return [
    readOnly("/usr", "/usr"),
    ...folders,
    ...["/etc/alternatives", "/etc/ssl", "/etc/ca-certificates", "/etc/localtime"].map(shown),
    readOnly(files.passwd, "/etc/passwd"),
    readOnly(files.group, "/etc/group"),
    readOnly(programs.node, "/opt/node/bin/node"),
    programs.npm === undefined ? [] : npm(programs.npm),
    ["--proc", "/proc", "--dev", "/dev"],
  ].flat();
}

function npm(folder: string): string[] {
  const commands = NPM_COMMANDS.map(([name, file]) => [
    "--symlink",
    `../lib/node_modules/npm/bin/${file}`,
    `/opt/node/bin/${name}`,
  ]);
  return [readOnly(folder, "/opt/node/lib/node_modules/npm"), ...commands].flat();
}

function networkFiles({ npmrc, ca }: Machine): string[] {
  return [
    ...["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"].map(shown),
    npmrc === undefined ? [] : readOnly(npmrc, "/opt/npmrc"),
    ca === undefined ? [] : readOnly(ca, "/opt/ca.pem"),
  ].flat();
}

function buildFolders({ folder, cache, compiled }: Boxed): string[] {
  return [
    writable(join(folder, "site"), "/build"),
    writable(join(folder, "tmp"), "/tmp"),
    writable(join(folder, "tmp"), "/dev/shm"),
    writable(join(folder, "tools"), "/tools"),
    cache === undefined ? [] : writable(cache, "/cache"),
    compiled === undefined ? [] : readOnly(compiled, `/tmp/${COMPILED}`),
  ].flat();
}

/** Where Node.js keeps compiled code below the folder of temporary files. [node:module, enableCompileCache] */
export const COMPILED = "node-compile-cache";
