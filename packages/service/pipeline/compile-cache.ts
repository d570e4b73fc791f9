import { randomUUID } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { bubblewrapArguments, type Machine } from "./bubblewrap.ts";
import { run } from "./command.ts";

const NpmPackage = z.object({ version: z.string() });

/** A package of nothing, its tarball as if it came from a registry, and the steps of a site that depends on it. */
const SITE: Readonly<Record<string, string>> = {
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
const COMMAND =
  "npm pack ./dependency --silent && npm cache add ./nothing-1.0.0.tgz && node lock.mjs && " +
  "npm ci --prefer-offline --no-audit --no-fund && npm run build";
const BOUNDS = { timeoutMs: 60_000, memoryBytes: 2 * 1024 ** 3, processes: 64 };

/**
 * Compiles npm once for all builds: every build has a temporary folder of its own, and npm, which looks for its
 * compiled code there, would compile itself anew each time. Nothing of a repository runs meanwhile.
 * @param folder Where compiled code is kept.
 * @returns Folder to show to builds, read-only; undefined when npm is not there or failed.
 */
export async function compileNpm(machine: Machine, folder: string, signal: AbortSignal): Promise<string | undefined> {
  const { npm } = machine.programs;
  if (npm === undefined || machine.bubblewrap === undefined || machine.unavailable !== undefined) return undefined;
  const { version } = NpmPackage.parse(JSON.parse(await readFile(join(npm, "package.json"), "utf8")));
  const name = `npm-${version}-node-${process.version}`;
  if (await isThere(join(folder, name))) return join(folder, name);
  // Of other versions, and of rounds that were cut off.
  for (const old of await readdir(folder).catch(() => [])) await rm(join(folder, old), { recursive: true });
  const round = join(folder, randomUUID());
  try {
    for (const part of ["site/dependency", "tmp", "tools"]) await mkdir(join(round, part), { recursive: true });
    for (const [path, text] of Object.entries(SITE)) await writeFile(join(round, "site", path), text);
    const ended = await run(command({ ...machine, bubblewrap: machine.bubblewrap }, round), BOUNDS, {
      signal,
      onLine: () => {},
    });
    if (ended.kind !== "exited" || ended.code !== 0) return undefined;
    await rename(join(round, "tmp", "node-compile-cache"), join(folder, name));
    return join(folder, name);
  } finally {
    await rm(round, { recursive: true, force: true });
  }
}

function command(machine: Machine & { readonly bubblewrap: string }, round: string) {
  const env = { HOME: "/tmp", CI: "1", PATH: "/opt/node/bin:/usr/bin:/bin", npm_config_cache: "/tmp/npm" };
  const quiet = { npm_config_update_notifier: "false" };
  const boxed = { command: COMMAND, step: "build", folder: round, inside: "/build", machine } as const;
  const args = bubblewrapArguments({ ...boxed, env: { ...env, ...quiet } });
  return { file: machine.bubblewrap, args, cwd: round, env: {} };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
