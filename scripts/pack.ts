import { spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { compile } from "./build.ts";

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  private: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()),
});

type Manifest = z.infer<typeof Manifest>;

/** The packages in the order they depend on each other. */
const PUBLISHED = ["contract", "client", "service", "cli"];

/** What the demo needs besides code: the actions, and a site to deploy. */
const DEMO_FILES = ["action.yml", "dist", "examples/static-html"];

/**
 * Makes the tarballs to publish. In the checkout a package exports its TypeScript; a published one exports JavaScript
 * with declarations, and the command brings the test kit of its demo along, which is not published itself.
 * @param folder Gets the emitted code, a staged folder for each package, and the tarballs; inside the checkout.
 * @returns Paths of the tarballs.
 */
export async function pack(folder: string): Promise<readonly string[]> {
  const emitted = join(folder, "emitted");
  await rm(folder, { recursive: true, force: true });
  await compile(emitted);
  const tarballs: string[] = [];
  for (const name of PUBLISHED) {
    const staged = join(folder, name);
    const manifest = await stage(name, emitted, staged);
    if (name === "cli") await addDemo(emitted, staged, manifest);
    tarballs.push(join(folder, await npmPack(staged, folder)));
  }
  return tarballs;
}

async function stage(name: string, emitted: string, staged: string): Promise<Manifest> {
  await copyCode(join(emitted, "packages", name), staged);
  const { devDependencies: _, ...manifest } = Manifest.parse(
    JSON.parse(await readFile(join("packages", name, "package.json"), "utf8")),
  );
  await writeManifest(staged, manifest);
  await cp("LICENSE", join(staged, "LICENSE"));
  await writeFile(join(staged, "README.md"), `# ${manifest.name}\n\n${manifest.description}\n`);
  return manifest;
}

async function copyCode(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  // tsc rewrites the imports of the code, and leaves those of the declarations as they are.
  for (const name of await readdir(to, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const text = await readFile(join(to, name), "utf8");
    await writeFile(join(to, name), text.replaceAll(/(["']\.{1,2}\/[^"']+)\.ts(["'])/g, "$1.js$2"));
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const exported = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` });
  const files = await readdir(folder);
  const published = {
    ...manifest,
    ...("bin" in manifest ? { bin: { greenroom: "./main.js" } } : {}),
    exports: {
      ...(files.includes("index.js") ? { ".": exported("./index") } : {}),
      "./*": exported("./*"),
      "./package.json": "./package.json",
    },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

async function addDemo(emitted: string, staged: string, manifest: Manifest): Promise<void> {
  const testkit = Manifest.parse(JSON.parse(await readFile(join("packages", "testkit", "package.json"), "utf8")));
  const folder = join(staged, "node_modules", testkit.name);
  await copyCode(join(emitted, "packages", "testkit"), folder);
  await writeManifest(folder, testkit);
  await writeManifest(staged, {
    ...manifest,
    dependencies: { ...testkit.dependencies, ...manifest.dependencies, [testkit.name]: testkit.version },
    bundleDependencies: [testkit.name],
  });
  for (const path of DEMO_FILES) await cp(path, join(staged, "demo", "files", path), { recursive: true });
}

/** @returns Name of the tarball. */
async function npmPack(staged: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const child = spawn("npm", ["pack", `./${staged}`, "--pack-destination", folder, "--ignore-scripts", "--silent"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Error(`npm pack ${staged} ended with ${String(code)}.`);
  return stdout.trim().split("\n").at(-1) ?? "";
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "build.pack" } } });
  console.log((await pack(values.out)).join("\n"));
}
