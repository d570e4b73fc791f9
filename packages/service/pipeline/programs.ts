import { access, constants, mkdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Finds a program on a search path.
 * @param path Folders between colons.
 * @returns Its path as found, or undefined.
 */
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

/** Programs every build gets. */
export interface Programs {
  /** The Node.js the service runs on; builds run on the same. */
  readonly node: string;
  /** Folder of the npm package, undefined when the machine has none. */
  readonly npm: string | undefined;
}

/**
 * Finds the programs of builds on this machine.
 * @param path Program search path.
 */
export async function findPrograms(path: string): Promise<Programs> {
  const node = await realpath(process.execPath);
  const beside = join(dirname(node), "..", "lib", "node_modules", "npm");
  const found = await findProgram("npm", path);
  // .../npm/bin/npm-cli.js
  const linked = found === undefined ? undefined : join(dirname(await realpath(found)), "..");
  for (const folder of [beside, linked]) {
    if (folder !== undefined && (await isNpm(folder))) return { node, npm: await realpath(folder) };
  }
  return { node, npm: undefined };
}

async function isNpm(folder: string): Promise<boolean> {
  try {
    await access(join(folder, "bin", "npm-cli.js"));
    return true;
  } catch {
    return false;
  }
}

/** Names of npm's commands and the files of its package behind them. */
export const NPM_COMMANDS: readonly (readonly [name: string, file: string])[] = [
  ["npm", "npm-cli.js"],
  ["npx", "npx-cli.js"],
];

/**
 * Makes a folder with links to the programs, for builds without a sandbox.
 * @param folder Made anew.
 */
export async function linkPrograms(folder: string, { node, npm }: Programs): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(node, join(folder, "node"));
  for (const [name, file] of npm === undefined ? [] : NPM_COMMANDS) {
    await symlink(join(npm ?? "", "bin", file), join(folder, name));
  }
}

/** System files a sandbox shows instead of the machine's, by name. */
export interface SystemFiles {
  readonly passwd: string;
  readonly group: string;
  /** Names only the machine itself: programs without network still look up localhost. */
  readonly hosts: string;
}

/**
 * Writes the system files a sandbox shows instead of the machine's.
 * @param folder Folder they go to.
 */
export async function writeSystemFiles(folder: string): Promise<SystemFiles> {
  await mkdir(folder, { recursive: true });
  const files = { passwd: join(folder, "passwd"), group: join(folder, "group"), hosts: join(folder, "hosts") };
  await writeFile(files.passwd, `build:x:${BUILD_UID}:${BUILD_UID}:build:/tmp:/bin/sh\n`);
  await writeFile(files.group, `build:x:${BUILD_UID}:\n`);
  await writeFile(files.hosts, "127.0.0.1 localhost build\n::1 localhost build\n");
  return files;
}

/** User id a build sees itself as. */
export const BUILD_UID = 1000;
