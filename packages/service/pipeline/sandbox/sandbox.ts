import { chown, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { buildsRoot } from "../../settings.ts";
import { openCache } from "../build-folders.ts";
import { giveTo, readIds } from "./account.ts";
import { idFor, inBubblewrap, type Machine, NO_CORE_DUMP, toolPlace } from "./bubblewrap.ts";
import { type Command, type OutputHandlers, run, type RunLimits, type RunResult } from "./command.ts";
import { BUN_REGISTRY, OLD_NPMRC, PROXY_ENV } from "./forwarder.ts";
import { findProgram, linkPrograms, readMachine } from "./read-machine.ts";

export type Step = "install" | "build";

export interface BuildFolders {
  /** Folder of this build: `site` holds the checkout; temporary files and tools lie beside it. */
  readonly folder: string;
  /** Folder of package-manager caches, kept between builds; only the install step sees it. */
  readonly cache: string;
}

export interface BuildCommand extends BuildFolders {
  readonly command: string;
  readonly step: Step;
  /** Folder the command starts in, relative to the checkout. */
  readonly cwd: string;
  /** Programs that come before those of the machine. */
  readonly tools?: readonly ShownTool[];
  /** Whether its npm is older than version 10. */
  readonly hasOldNpm?: boolean;
  /** Socket of the proxy that is the command's way to the network; without it a sandbox has none. */
  readonly egress?: string | undefined;
  /** Further environment; what the sandbox itself sets wins. */
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: RunLimits & { readonly tasks: number };
  readonly output: OutputHandlers;
}

export interface ShownTool {
  readonly name: string;
  readonly folder: string;
  /** Where its commands lie in the folder. */
  readonly bin: string;
}

/** What follows when commands cannot be run, and what to do. */
const WITHOUT_SANDBOX =
  "Until then, only sites without a build step can be deployed, unless the service is started with --unsafe-no-sandbox.";

const AS_ROOT =
  "Builds cannot run: the service runs as root with --unsafe-no-sandbox, so that a build would be root too. Start it without that option, run it as an account of its own, which owns its data folder, or start it with --unsafe-builds-as-root.";

/** Runs untrusted commands. */
export interface Sandbox {
  /** One sentence that says why commands cannot be run, or undefined when they can. */
  unavailable(): Promise<string | undefined>;
  /** Whether a command can take all that the kernel counts by the service's account; the worst until that is known. */
  sharesAccount(): boolean;
  /**
   * Gives the folders of a build to the id that its commands run with; before the first of them, and again once the
   * service has written there.
   * @returns That id, undefined where it is the service's own.
   */
  prepare(folders: BuildFolders): Promise<number | undefined>;
  /** Runs a command; no process of it is left when this resolves. */
  run(command: BuildCommand): Promise<RunResult>;
  /** What of the machine decides how packages are installed, as text to compare. */
  toolchain(): Promise<string>;
  has(program: string): Promise<boolean>;
  /** The operator's index of Python packages, without a slash at its end; undefined for the public one. */
  pythonIndex(): Promise<string | undefined>;
}

interface SandboxSettings {
  /** Runs commands as the service's own user, with everything that user can read. */
  readonly unsafeNoSandbox: boolean;
  readonly dataDirectory: string;
  readonly buildsDirectory?: string | undefined;
  /** Runs nothing without a sandbox when the service is root. */
  readonly refuseRoot?: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Largest file a build can write, in the 512-byte blocks of `ulimit -f`. */
const MAX_FILE_BLOCKS = (2 * 1024 ** 3) / 512;

/** Descriptors of one process; a build also has a limit for all its processes together. */
const MAX_DESCRIPTORS = 16_384;

/** Keeps tools for tests from bringing a browser of hundreds of megabytes, which no page needs; a variable of the site wins. */
const NO_BROWSERS: Readonly<Record<string, string>> = {
  CHROMEDRIVER_SKIP_DOWNLOAD: "true",
  CYPRESS_INSTALL_BINARY: "0",
  ELECTRON_SKIP_BINARY_DOWNLOAD: "1",
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
  PUPPETEER_SKIP_CHROMIUM_DOWNLOAD: "true",
  PUPPETEER_SKIP_DOWNLOAD: "true",
};

/** Keeps tools from asking the network or a user, and Yarn 1 from leaving compiled code in the home folder. */
const QUIET: Readonly<Record<string, string>> = {
  CI: "1",
  DO_NOT_TRACK: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  GATSBY_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
  NUXT_TELEMETRY_DISABLED: "1",
  OBSERVABLE_TELEMETRY_DISABLE: "true",
  STORYBOOK_DISABLE_TELEMETRY: "1",
  npm_config_update_notifier: "false",
  DISABLE_V8_COMPILE_CACHE: "1",
  // Compiled code in a temporary folder, which goes with the build, costs more than it gives.
  NODE_DISABLE_COMPILE_CACHE: "1",
};

const NpmPackage = z.object({ version: z.string() });

export function createSandbox(settings: SandboxSettings): Sandbox {
  let machine: Promise<Machine> | undefined;
  let isApart = readIds() !== undefined;
  const read = (): Promise<Machine> =>
    (machine ??= readMachine({
      folder: join(buildsRoot(settings), "sandbox"),
      environment: settings.environment,
    }).then((found) => {
      isApart ||= found.boundsAccount;
      return found;
    }));

  return {
    async unavailable() {
      if (settings.unsafeNoSandbox) {
        return settings.refuseRoot === true && process.getuid?.() === 0 ? AS_ROOT : undefined;
      }
      const reason = (await read()).unavailable;
      return reason && `${reason} ${WITHOUT_SANDBOX}`;
    },
    sharesAccount: () => settings.unsafeNoSandbox || !isApart,
    async prepare({ folder, cache }) {
      for (const name of ["tmp", "tools"]) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
      await openCache(cache);
      // What lies in a cache belongs to the id that has the name of the cache.
      const id = settings.unsafeNoSandbox ? undefined : idFor(await read(), cache);
      if (id === undefined) return undefined;
      await giveTo(
        id,
        ["site", "tmp", "tools"].map((name) => join(folder, name)),
      );
      await chown(cache, id, id);
      return id;
    },
    async run(command) {
      const known = await read();
      const inner = settings.unsafeNoSandbox ? await unsandboxed(command, known) : sandboxed(command, known);
      return run(limited(inner), command.limits, command.output);
    },
    async toolchain() {
      const { programs, registry, pythonIndex } = await read();
      const npm = programs.npm === undefined ? undefined : await npmVersion(programs.npm);
      const { version: node, platform, arch } = process;
      return JSON.stringify({ node, platform, arch, npm, registry, pythonIndex });
    },
    async has(program) {
      const { path } = await read();
      return (
        (await findProgram(program, settings.unsafeNoSandbox ? path : SANDBOX_PATH.slice(1).join(":"))) !== undefined
      );
    },
    async pythonIndex() {
      return (await read()).pythonIndex?.replace(/\/+$/, "");
    },
  };
}

/** Limits that a shell sets itself; where the machine allows fewer descriptors, as many as it allows. */
export const LIMITS = `umask 022; ${NO_CORE_DUMP}; ulimit -f ${MAX_FILE_BLOCKS}; ulimit -n ${MAX_DESCRIPTORS} 2>/dev/null || ulimit -n "$(ulimit -H -n)"`;

function limited(command: Command): Command {
  return { ...command, file: "/bin/sh", args: ["-c", `${LIMITS}; exec "$@"`, "sh", command.file, ...command.args] };
}

async function npmVersion(npmFolder: string): Promise<string> {
  return NpmPackage.parse(JSON.parse(await readFile(join(npmFolder, "package.json"), "utf8"))).version;
}

const SANDBOX_PATH = ["/opt/node/bin", "/usr/local/bin", "/usr/bin", "/bin"];

/** [S19, S20] The service's environment reaches neither bubblewrap nor what runs in it. */
function sandboxed(command: BuildCommand, machine: Machine): Command {
  const { step, folder, cache, egress, tools = [], hasOldNpm = false } = command;
  const shownTools = tools.map(({ name, bin }) => join(toolPlace(name), bin));
  const path = [...shownTools, ...SANDBOX_PATH];
  const env = {
    ...environment(command, machine, { site: "/build", home: "/tmp", tools: "/tools", cache: "/cache", path }),
    ...(egress === undefined ? {} : { ...PROXY_ENV, ...certificates(machine.ca && "/opt/ca.pem") }),
    ...(hasOldNpm ? { npm_config_globalconfig: OLD_NPMRC } : {}),
    ...(egress === undefined || machine.registry !== undefined ? {} : { BUN_REGISTRY }),
  };
  const { tasks } = command.limits;
  const counted = `ulimit -u ${tasks} 2>/dev/null || ulimit -p ${tasks} 2>/dev/null; ${command.command}`;
  const shown = step === "install" ? { cache } : {};
  const id = idFor(machine, cache);
  const inside = join("/build", command.cwd);
  return inBubblewrap({ command: counted, folder, inside, egress, env, machine, id, tools, ...shown });
}

async function unsandboxed(command: BuildCommand, machine: Machine): Promise<Command> {
  const at = (name: string): string => join(command.folder, name);
  const [site, home, tools, bin] = [at("site"), at("tmp"), at("tools"), at("bin")];
  await linkPrograms(bin, machine.programs);
  const shared = (command.tools ?? []).map((tool) => join(tool.folder, tool.bin));
  const path = [...shared, bin, ...machine.path.split(":")];
  return {
    file: "/bin/sh",
    args: ["-c", command.command],
    cwd: join(site, command.cwd),
    env: {
      ...environment(command, machine, { site, home, tools, cache: command.cache, path }),
      TMPDIR: home,
      ...(command.step === "install" && certificates(machine.ca)),
    },
    mark: command.folder,
  };
}

interface Places {
  readonly site: string;
  readonly home: string;
  readonly tools: string;
  readonly cache: string;
  readonly path: readonly string[];
}

/** Where a command finds everything, as it sees it. */
function environment(
  { step, cwd, variables }: BuildCommand,
  machine: Machine,
  { site, home, tools, cache, path }: Places,
): Readonly<Record<string, string>> {
  const own = [join(site, cwd), site, tools].map((folder) => join(folder, "node_modules/.bin"));
  return {
    ...NO_BROWSERS,
    ...variables,
    ...QUIET,
    HOME: home,
    BUILD_TOOLS: tools,
    PATH: [...new Set([...own, join(tools, "python/bin"), ...path])].join(":"),
    ...(step === "install" ? packageManagers(cache, machine) : {}),
  };
}

function certificates(file: string | undefined): Readonly<Record<string, string>> {
  return file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file };
}

/** Where package managers keep what they fetched, and which registry they ask. */
function packageManagers(cache: string, { registry, pythonIndex }: Machine): Readonly<Record<string, string>> {
  return {
    npm_config_cache: join(cache, "npm"),
    // Where pnpm looks for its store by itself; npm would warn of an unknown setting.
    XDG_DATA_HOME: cache,
    // Modern Yarn's modules lie in the checkout, where the build step sees them, with a copy here.
    YARN_ENABLE_GLOBAL_CACHE: "false",
    YARN_GLOBAL_FOLDER: join(cache, "berry"),
    BUILD_CACHE: join(cache, "yarn"),
    BUN_INSTALL_CACHE_DIR: join(cache, "bun"),
    PIP_CACHE_DIR: join(cache, "pip"),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PIP_NO_INPUT: "1",
    ...(registry === undefined ? {} : { npm_config_registry: registry }),
    ...(pythonIndex === undefined ? {} : { PIP_INDEX_URL: pythonIndex }),
  };
}
