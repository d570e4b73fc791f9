import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { giveTo } from "./account.ts";
import { COMPILED, idFor, inBubblewrap, type Machine } from "./bubblewrap.ts";
import { run } from "./command.ts";
import { exists, SANDBOX_ENV } from "./read-machine.ts";

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
  ...SANDBOX_ENV,
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
    const parts = ["site", "tmp", "tools"].map((part) => join(round, part));
    for (const part of parts) await mkdir(part, { recursive: true, mode: 0o700 });
    await mkdir(join(round, "site", "dependency"));
    for (const [path, text] of Object.entries(COMPILED_SITE)) await writeFile(join(round, "site", path), text);
    const id = idFor(machine, "compiled");
    if (id !== undefined) await giveTo(id, parts);
    const sandboxed = { command: COMPILE, folder: round, inside: "/build", machine, id } as const;
    const result = await run(inBubblewrap({ ...sandboxed, env: COMPILE_ENV }), COMPILE_LIMITS, {
      signal,
      onLine: () => {},
    });
    if (result.kind !== "exited" || result.code !== 0) return undefined;
    // Builds read it with ids of their own.
    await promisify(execFile)("chmod", ["-R", "a+rX", join(round, "tmp", COMPILED)]);
    await rename(join(round, "tmp", COMPILED), join(folder, name));
    return join(folder, name);
  } finally {
    await rm(round, { recursive: true, force: true });
  }
}
