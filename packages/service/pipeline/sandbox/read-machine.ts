import { access, chmod, constants, lstat, mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readIds } from "./account.ts";
import {
  BUILD_UID,
  idFor,
  inBubblewrap,
  type Machine,
  NPM_COMMANDS,
  type Programs,
  ROOT_FOLDERS,
  type SystemFiles,
} from "./bubblewrap.ts";
import { run } from "./command.ts";
import { FORWARDER_SOURCE, OLD_NPMRC_SOURCE } from "./forwarder.ts";

interface MachineSettings {
  /** For files that a sandbox shows instead of the machine's. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const SANDBOX_ENV = { PATH: "/opt/node/bin:/usr/bin:/bin" };
const PROBE_TIMEOUT_MS = 10_000;

export async function readMachine({ folder, environment }: MachineSettings): Promise<Machine> {
  const path = searchPathOf(environment);
  const links: string[] = [];
  for (const folder of ROOT_FOLDERS) if (await isLink(`/${folder}`)) links.push(folder);
  const bubblewrap = await findProgram("bwrap", path);
  const machine = {
    bubblewrap,
    disablesNamespaces: bubblewrap !== undefined && (await helpOf(bubblewrap)).includes("--disable-userns"),
    ids: readIds(),
    setpriv: (await findProgram("setpriv", path)) ?? "/usr/bin/setpriv",
    programs: await findPrograms(path),
    path,
    links,
    files: await writeSystemFiles(folder),
    registry: plainRegistry(environment["NPM_CONFIG_REGISTRY"]),
    pythonIndex: plainRegistry(environment["PIP_INDEX_URL"]),
    ca: await existing(environment["NODE_EXTRA_CA_CERTS"]),
  };
  const tried = { ...machine, unavailable: undefined, boundsAccount: machine.ids === undefined };
  const unavailable = await probe(tried, folder);
  if (unavailable === undefined || !tried.boundsAccount) return { ...tried, unavailable };
  // Not every system allows a namespace in another one.
  const plain = { ...tried, boundsAccount: false };
  return { ...plain, unavailable: await probe(plain, folder) };
}

export function searchPathOf(environment: MachineSettings["environment"]): string {
  return environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
}

/** A credential in the URL would be the operator's, and whatever a build is given it can publish. */
export function plainRegistry(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || url.search !== "") return undefined;
  return url.href;
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
}

async function existing(path: string | undefined): Promise<string | undefined> {
  return path !== undefined && (await exists(path)) ? path : undefined;
}

export const exists = (path: string): Promise<boolean> => succeeds(access(path));

export function succeeds(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  );
}

const PROBE_LIMITS = { timeoutMs: PROBE_TIMEOUT_MS, memoryBytes: Number.POSITIVE_INFINITY, processes: 100 };

/** What a program says about its options; nothing when it cannot be run. */
async function helpOf(file: string): Promise<string> {
  const lines: string[] = [];
  const { signal } = new AbortController();
  await run({ file, args: ["--help"], cwd: "/", env: {} }, PROBE_LIMITS, {
    signal,
    onLine: (line) => lines.push(line),
  });
  return lines.join("\n");
}

async function probe(machine: Machine, folder: string): Promise<string | undefined> {
  if (machine.bubblewrap === undefined) {
    return `Builds cannot run: there is no bwrap on the PATH of the service. Install it: sudo apt-get install bubblewrap.`;
  }
  if (process.getuid?.() === 0 && machine.ids === undefined) {
    return "Builds cannot run: the service runs as root, and there is no other user id here that a build could run with. Run the service as an account of its own, which owns its data folder.";
  }
  const lines: string[] = [];
  const command = inBubblewrap({
    command: `node -e '${FORBIDDEN_WRITES}'`,
    folder,
    inside: "/",
    env: SANDBOX_ENV,
    machine,
    id: idFor(machine, "probe"),
    probing: true,
  });
  const { signal } = new AbortController();
  const result = await run(command, PROBE_LIMITS, { signal, onLine: (line) => lines.push(line) });
  if (result.kind === "exited" && result.code === 0) return undefined;
  const said = lines.at(-1) ?? "it gave no reason";
  if (result.kind === "exited" && result.code === CAN_WRITE) {
    return `Builds cannot run: a program in the sandbox of this machine could change what is not its own (${said}). Run the service as an account of its own, which is not root.`;
  }
  const refused = `Builds cannot run: bubblewrap cannot make a sandbox on this machine (${said}).`;
  return `${refused} ${await whyRefused(said, (name) => readFile(`/proc/sys/${name}`, "utf8").catch(() => ""))}`;
}

const CAN_WRITE = 3;

/**
 * Tries what no build may do: to open for writing anything of the kernel's files, of the system or of the service, and
 * to be root of the machine. Nothing is written where that works.
 */
const FORBIDDEN_WRITES = `
const { constants, openSync, readdirSync, statSync, mkdirSync } = require("fs");
const say = (what) => { console.log(what); process.exit(${CAN_WRITE}); };
const tryAll = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + "/" + entry.name;
    if (folder === "/proc" && (/^[0-9]/.test(entry.name) || entry.isSymbolicLink())) continue;
    try { if (entry.isDirectory()) tryAll(path); } catch {}
    if (!entry.isFile()) continue;
    try { openSync(path, constants.O_WRONLY | constants.O_NONBLOCK); } catch { continue; }
    say(path);
  }
};
tryAll("/proc");
for (const folder of ["/", "/usr", "/etc", "/dev", "/opt/node/bin", "/proc/sys"]) {
  try { mkdirSync(folder + "/greenroom-probe"); } catch { continue; }
  say(folder);
}
if (statSync("/proc/sys/kernel").uid === process.getuid()) say("user id 0 of the machine");
`;

/** @param said The last words of bubblewrap. @param read Empty when the kernel has no such setting. */
export async function whyRefused(said: string, read: (name: string) => Promise<string>): Promise<string> {
  const is = async (name: string, value: string): Promise<boolean> => (await read(name)).trim() === value;
  if (said.includes("max_*_namespaces") || (await is("user/max_user_namespaces", "0"))) {
    return "The system allows no more user namespaces. Allow them: sudo sysctl -w user.max_user_namespaces=10000.";
  }
  if (await is("kernel/unprivileged_userns_clone", "0")) {
    return "The system allows user namespaces to root alone. Allow them: sudo sysctl -w kernel.unprivileged_userns_clone=1.";
  }
  if (await is("kernel/apparmor_restrict_unprivileged_userns", "1")) {
    return 'AppArmor forbids user namespaces to programs without a profile. Give bwrap the profile in the guide "Install the service", and load it: sudo apparmor_parser --replace /etc/apparmor.d/bwrap.';
  }
  return "See what it lacks: bwrap --unshare-user --unshare-net --ro-bind / / --proc /proc true. A unit of systemd must not have RestrictNamespaces, PrivateUsers or ProtectKernelTunables; a container must be started with --security-opt seccomp=unconfined, apparmor=unconfined and systempaths=unconfined.";
}

export async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(":")) {
    if (!folder.startsWith("/")) continue;
    try {
      const file = join(folder, name);
      await access(file, constants.X_OK);
      return file;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

async function findPrograms(path: string): Promise<Programs> {
  const node = await realpath(process.execPath);
  const beside = join(dirname(node), "..", "lib", "node_modules", "npm");
  const found = await findProgram("npm", path);
  // .../npm/bin/npm-cli.js
  const linked = found === undefined ? undefined : join(dirname(await realpath(found)), "..");
  for (const folder of [beside, linked]) {
    if (folder === undefined || !(await exists(join(folder, "bin", "npm-cli.js")))) continue;
    return { node, npm: await realpath(folder) };
  }
  return { node, npm: undefined };
}

export async function linkPrograms(folder: string, { node, npm }: Programs): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(node, join(folder, "node"));
  for (const [name, file] of npm === undefined ? [] : NPM_COMMANDS) {
    await symlink(join(npm ?? "", "bin", file), join(folder, name));
  }
}

async function writeSystemFiles(folder: string): Promise<SystemFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    passwd: join(folder, "passwd"),
    group: join(folder, "group"),
    hosts: join(folder, "hosts"),
    forwarder: join(folder, "forwarder.mjs"),
    oldNpmrc: join(folder, "npmrc"),
  };
  const texts = [
    [files.passwd, `build:x:${BUILD_UID}:${BUILD_UID}:build:/tmp:/bin/sh\n`],
    [files.group, `build:x:${BUILD_UID}:\n`],
    [files.forwarder, FORWARDER_SOURCE],
    [files.oldNpmrc, OLD_NPMRC_SOURCE],
    [files.hosts, "127.0.0.1 localhost build\n::1 localhost build\n"],
  ] as const;
  for (const [file, text] of texts) {
    await writeFile(file, text);
    // For the id of a build, which may not enter the folder.
    await chmod(file, 0o644);
  }
  return files;
}
