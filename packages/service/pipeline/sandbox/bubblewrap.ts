import { randomUUID } from "node:crypto";
import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type Command, run } from "./command.ts";
import { EGRESS_SOCKET, FORWARDER, FORWARDER_SOURCE } from "./forwarder.ts";
import { seccompFilter } from "./seccomp.ts";

/** What this machine offers builds. */
export interface Machine {
  /** Why bubblewrap cannot be used, as a sentence; undefined when it can. */
  readonly unavailable: string | undefined;
  readonly bubblewrap: string | undefined;
  /** Whether bubblewrap can forbid namespaces inside of its own; those of before 0.8 cannot. */
  readonly disablesNamespaces: boolean;
  readonly programs: Programs;
  readonly path: string;
  /** Folders of the root that are links into /usr. */
  readonly links: readonly string[];
  readonly files: SystemFiles;
  /** The operator's package registry, when it is a plain URL; for the install step. */
  readonly registry: string | undefined;
  /** Further certificates of authorities, for a step with a network. */
  readonly ca: string | undefined;
}

interface MachineSettings {
  /** For files that a sandbox shows instead of the machine's. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** User id a build sees itself as. */
const BUILD_UID = 1000;

const ROOT_FOLDERS = ["bin", "sbin", "lib", "lib64", "lib32"];
const PROBE_ENV = { PATH: "/opt/node/bin:/usr/bin:/bin" };
const PROBE_TIMEOUT_MS = 10_000;

/** Inspects this machine, and tries the sandbox out. */
export async function readMachine({ folder, environment }: MachineSettings): Promise<Machine> {
  const path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const links: string[] = [];
  for (const folder of ROOT_FOLDERS) if (await isLink(`/${folder}`)) links.push(folder);
  const bubblewrap = await findProgram("bwrap", path);
  const machine = {
    bubblewrap,
    disablesNamespaces: bubblewrap !== undefined && (await helpOf(bubblewrap)).includes("--disable-userns"),
    programs: await findPrograms(path),
    path,
    links,
    files: await writeSystemFiles(folder),
    registry: plainRegistry(environment["NPM_CONFIG_REGISTRY"]),
    ca: await existing(environment["NODE_EXTRA_CA_CERTS"]),
  };
  return { ...machine, unavailable: await probe({ ...machine, unavailable: undefined }, folder) };
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

function exists(path: string): Promise<boolean> {
  return access(path).then(
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
  const lines: string[] = [];
  const command = inBubblewrap({
    command: "node --version",
    folder,
    inside: "/",
    env: PROBE_ENV,
    machine,
    probing: true,
  });
  const { signal } = new AbortController();
  const result = await run(command, PROBE_LIMITS, { signal, onLine: (line) => lines.push(line) });
  if (result.kind === "exited" && result.code === 0) return undefined;
  const said = lines.at(-1) ?? "it gave no reason";
  const refused = `Builds cannot run: bubblewrap cannot make a sandbox on this machine (${said}).`;
  return `${refused} ${await whyRefused(said, (name) => readFile(`/proc/sys/${name}`, "utf8").catch(() => ""))}`;
}

/**
 * What of the system forbids the namespaces of a sandbox, and what to run.
 * @param said The last words of bubblewrap.
 * @param read Reads a setting of the kernel; empty when there is none.
 */
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

interface SandboxedCommand {
  readonly command: string;
  readonly folder: string;
  /** Socket of the proxy that is the way out; without it there is none. */
  readonly egress?: string | undefined;
  /** Shown to the install step. */
  readonly cache?: string;
  /** Folder of compiled code that is shown, read-only, where Node.js looks for it. */
  readonly compiled?: string | undefined;
  /** Folders of programs that are shown, read-only. */
  readonly tools?: readonly { readonly name: string; readonly folder: string }[];
  /** Folder inside the sandbox where the command starts. */
  readonly inside: string;
  readonly env: Readonly<Record<string, string>>;
  readonly machine: Machine;
  /** Leaves out the folders of a build. */
  readonly probing?: boolean;
}

/**
 * A command in its sandbox: own namespaces, no capability, a read-only system, one writable checkout.
 * The network is an own one, whose only way out is a proxy's socket, if any is shown. The options are no arguments, which every account of the machine and
 * the build itself could read: they hold values that the operator stored, and folders of the machine.
 */
export function inBubblewrap(sandboxed: SandboxedCommand): Command {
  const { command, folder, machine, egress } = sandboxed;
  const filter = seccompFilter(process.arch);
  const filtered = filter === undefined ? [] : ["--seccomp", "4"];
  const given = [...options(sandboxed), ...filtered].map(terminated).join("");
  return {
    file: machine.bubblewrap ?? "bwrap",
    args: ["--args", "3", "--", ...(egress === undefined ? [] : [NODE, FORWARDER]), "/bin/sh", "-c", command],
    inputs: [Buffer.from(given), ...(filter === undefined ? [] : [filter])],
    cwd: folder,
    env: {},
  };
}

/** A value with a NUL byte in it would end its option and begin the next. */
export function terminated(option: string): string {
  if (option.includes("\0")) throw new TypeError("An option of the sandbox has a NUL byte in it.");
  return `${option}\0`;
}

function options(sandboxed: SandboxedCommand): string[] {
  const { env, inside, machine, egress } = sandboxed;
  return [
    isolation(machine),
    system(machine),
    readOnly(machine.files.hosts, "/etc/hosts"),
    egress === undefined ? [] : wayOut(egress, machine),
    sandboxed.probing === true ? [] : buildFolders(sandboxed),
    // The files bubblewrap makes itself are in memory, which no limit of ours counts.
    ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", inside],
    Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
  ].flat(2);
}

/** Own namespaces, the network's too; no capability, no environment. */
export function isolation({ disablesNamespaces }: Machine): string[] {
  return [
    ["--unshare-all"],
    ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ["--unshare-user", "--uid", String(BUILD_UID), "--gid", String(BUILD_UID), "--hostname", "build"],
    disablesNamespaces ? ["--disable-userns"] : [],
  ].flat();
}

export function readOnly(from: string, to: string): string[] {
  return ["--ro-bind", from, to];
}

/** Shows a path of the machine as it is, when it is there. */
export function asIs(path: string): string[] {
  return ["--ro-bind-try", path, path];
}

function writable(from: string, to: string): string[] {
  return ["--bind", from, to];
}

const NODE = "/opt/node/bin/node";

/** The machine's programs and libraries. */
export function programFolders({ links }: Machine): string[] {
  const folders = ROOT_FOLDERS.map((folder) =>
    links.includes(folder) ? ["--symlink", `usr/${folder}`, `/${folder}`] : asIs(`/${folder}`),
  );
  return [readOnly("/usr", "/usr"), ...folders].flat();
}

function system({ programs, files, ...machine }: Machine): string[] {
  return [
    programFolders({ programs, files, ...machine }),
    ...SHOWN_FILES.map(asIs),
    readOnly(files.passwd, "/etc/passwd"),
    readOnly(files.group, "/etc/group"),
    readOnly(programs.node, NODE),
    programs.npm === undefined ? [] : npm(programs.npm),
    ["--proc", "/proc", "--dev", "/dev"],
  ].flat();
}

/** Of OpenSSL not the private keys that may lie beside the certificates: as root, a build could read them. */
const SHOWN_FILES = [
  "/etc/alternatives",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
  "/etc/ca-certificates",
  "/etc/localtime",
];

function npm(folder: string): string[] {
  const commands = NPM_COMMANDS.map(([name, file]) => [
    "--symlink",
    `../lib/node_modules/npm/bin/${file}`,
    `/opt/node/bin/${name}`,
  ]);
  return [readOnly(folder, "/opt/node/lib/node_modules/npm"), ...commands].flat();
}

function wayOut(socket: string, { files, ca }: Machine): string[] {
  return [
    readOnly(socket, EGRESS_SOCKET),
    readOnly(files.forwarder, FORWARDER),
    ca === undefined ? [] : readOnly(ca, "/opt/ca.pem"),
  ].flat();
}

/** Where a sandbox sees a program beside those of the machine. */
export const toolPlace = (name: string): string => join("/opt/tools", name);

function buildFolders({ folder, cache, compiled, tools = [] }: SandboxedCommand): string[] {
  return [
    writable(join(folder, "site"), "/build"),
    writable(join(folder, "tmp"), "/tmp"),
    writable(join(folder, "tmp"), "/dev/shm"),
    writable(join(folder, "tools"), "/tools"),
    cache === undefined ? [] : writable(cache, "/cache"),
    compiled === undefined ? [] : readOnly(compiled, `/tmp/${COMPILED}`),
    ...tools.map((tool) => readOnly(tool.folder, toolPlace(tool.name))),
  ].flat();
}

/** Where Node.js keeps compiled code below the folder of temporary files. [node:module, enableCompileCache] */
export const COMPILED = "node-compile-cache";

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

interface Programs {
  /** The Node.js the service runs on; builds run on the same. */
  readonly node: string;
  /** Folder of the npm package, undefined when the machine has none. */
  readonly npm: string | undefined;
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

/** Names of npm's commands and the files of its package behind them. */
const NPM_COMMANDS: readonly (readonly [name: string, file: string])[] = [
  ["npm", "npm-cli.js"],
  ["npx", "npx-cli.js"],
];

/** Makes a folder with links to the programs, for builds without a sandbox. */
export async function linkPrograms(folder: string, { node, npm }: Programs): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(node, join(folder, "node"));
  for (const [name, file] of npm === undefined ? [] : NPM_COMMANDS) {
    await symlink(join(npm ?? "", "bin", file), join(folder, name));
  }
}

/** Files that a sandbox shows instead of the machine's. */
interface SystemFiles {
  readonly passwd: string;
  readonly group: string;
  /** Has only the machine itself: names of the network are for the proxy to resolve. */
  readonly hosts: string;
  readonly forwarder: string;
}

async function writeSystemFiles(folder: string): Promise<SystemFiles> {
  await mkdir(folder, { recursive: true });
  const files = {
    passwd: join(folder, "passwd"),
    group: join(folder, "group"),
    hosts: join(folder, "hosts"),
    forwarder: join(folder, "forwarder.mjs"),
  };
  await writeFile(files.passwd, `build:x:${BUILD_UID}:${BUILD_UID}:build:/tmp:/bin/sh\n`);
  await writeFile(files.group, `build:x:${BUILD_UID}:\n`);
  await writeFile(files.forwarder, FORWARDER_SOURCE);
  await writeFile(files.hosts, "127.0.0.1 localhost build\n::1 localhost build\n");
  return files;
}

const NpmPackage = z.object({ version: z.string() });

/** @param folder Of the npm package. */
export async function npmVersion(folder: string): Promise<string> {
  return NpmPackage.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).version;
}

/** A package of nothing, a tarball as from a registry, and the steps of a site that depends on it. */
const COMPILED_SITE: Readonly<Record<string, string>> = {
  "dependency/package.json": '{"name":"nothing","version":"1.0.0"}',
  "lock.mjs": `import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
const site = { name: "site", version: "1.0.0", dependencies: { nothing: "1.0.0" } };
const integrity = "sha512-" + createHash("sha512").update(readFileSync("nothing-1.0.0.tgz")).digest("base64");
const nothing = { version: "1.0.0", resolved: "https://registry.invalid/nothing-1.0.0.tgz", integrity };
const packages = { "": site, "node_modules/nothing": nothing };
writeFileSync("package.json", JSON.stringify({ ...site, scripts: { build: "true" } }));
writeFileSync("package-lock.json", JSON.stringify({ ...site, lockfileVersion: 3, requires: true, packages }));
`,
};
const COMPILE =
  "npm pack ./dependency --silent && npm cache add ./nothing-1.0.0.tgz && node lock.mjs && " +
  "npm ci --prefer-offline --no-audit --no-fund && npm run build";
const COMPILE_ENV = {
  ...PROBE_ENV,
  HOME: "/tmp",
  CI: "1",
  npm_config_cache: "/tmp/npm",
  npm_config_update_notifier: "false",
};
const COMPILE_LIMITS = { timeoutMs: 60_000, memoryBytes: 2 * 1024 ** 3, processes: 64 };

/**
 * Compiles npm once for all builds: every build has a temporary folder of its own, and npm, which looks for its
 * compiled code there, would compile itself each time. Nothing of a repository is run.
 * @param folder Where compiled code is kept.
 * @returns Folder to show to builds, read-only; undefined when npm is not there or failed.
 */
export async function compileNpm(machine: Machine, folder: string, signal: AbortSignal): Promise<string | undefined> {
  const { npm } = machine.programs;
  if (npm === undefined || machine.bubblewrap === undefined || machine.unavailable !== undefined) return undefined;
  const name = `npm-${await npmVersion(npm)}-node-${process.version}`;
  if (await exists(join(folder, name))) return join(folder, name);
  // Left by other versions, and by rounds that were interrupted.
  for (const old of await readdir(folder).catch(() => [])) await rm(join(folder, old), { recursive: true });
  const round = join(folder, randomUUID());
  try {
    for (const part of ["site/dependency", "tmp", "tools"]) await mkdir(join(round, part), { recursive: true });
    for (const [path, text] of Object.entries(COMPILED_SITE)) await writeFile(join(round, "site", path), text);
    const sandboxed = { command: COMPILE, folder: round, inside: "/build", machine } as const;
    const result = await run(inBubblewrap({ ...sandboxed, env: COMPILE_ENV }), COMPILE_LIMITS, {
      signal,
      onLine: () => {},
    });
    if (result.kind !== "exited" || result.code !== 0) return undefined;
    await rename(join(round, "tmp", COMPILED), join(folder, name));
    return join(folder, name);
  } finally {
    await rm(round, { recursive: true, force: true });
  }
}
