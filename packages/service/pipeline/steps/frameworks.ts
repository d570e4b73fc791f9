import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path/posix";
import type { FileSystem as FileSystemClass } from "@netlify/build-info";
import { find, type Folder } from "../output/tree.ts";
import { kindAt, readText } from "../source/checkout.ts";
import { MAX_FILE_BYTES, type PackageManager } from "./package-manager.ts";

/** Where builds of no known framework leave their files. */
export const USUAL_OUTPUTS = ["dist", "build", "out", "public", "_site"];

/**
 * A Hugo site by its configuration. Names that other programs use too count beside a folder of Hugo's.
 * @see Hugo, "Configuration: file name"; before 0.110 it was `config`
 */
export async function isHugo(checkout: Folder, root: string): Promise<boolean> {
  const has = async (path: string, kind: "file" | "folder") => (await kindAt(checkout, join(root, path))) === kind;
  const endings = ["toml", "yaml", "yml", "json"];
  for (const ending of endings) if (await has(`hugo.${ending}`, "file")) return true;
  let configured = await has("config/_default", "folder");
  for (const ending of endings) configured ||= await has(`config.${ending}`, "file");
  if (!configured) return false;
  for (const folder of ["archetypes", "content", "layouts", "themes"]) if (await has(folder, "folder")) return true;
  return false;
}

/** The same files serve a preview and a release, under other hosts: links begin with a slash. */
export const HUGO = "hugo --baseURL /";

/** The one that is asked for, else the likeliest. */
export function chosenOf(
  found: readonly DetectedFramework[],
  wanted: string | undefined,
): DetectedFramework | undefined {
  if (wanted === "custom") return undefined;
  return (
    found.find((framework) => [framework.id, describeFramework(framework).name].includes(wanted ?? "")) ?? found[0]
  );
}

export function buildCommand(
  framework: DetectedFramework | undefined,
  hasScript: boolean,
  runner: PackageManager["name"],
): string | null {
  if (hasScript) return `${runner} run build`;
  // Of the machine, or of a package that brings it.
  if (framework?.id === "hugo") return `PATH="$PWD/node_modules/.bin:$PATH" ${HUGO}`;
  return framework ? `npx --no-install ${framework.command}` : null;
}

export function describeFramework(framework: DetectedFramework | undefined): {
  readonly name: string;
  readonly output: readonly string[];
  readonly outputMissing: string;
} {
  if (!framework) {
    const looked = USUAL_OUTPUTS.map((folder) => `'${folder}'`).join(", ");
    return { name: "custom", output: USUAL_OUTPUTS, outputMissing: `The build left none of the folders ${looked}.` };
  }
  if (framework.id === "next") {
    return {
      name: "next-export",
      output: ["out"],
      outputMissing:
        "The build left no folder 'out': a Next.js server is not hosted here. Set output: 'export' in the Next.js configuration.",
    };
  }
  const { id, directory } = framework;
  const missing = `The build left no folder '${directory}'`;
  return {
    name: id,
    output: [directory],
    outputMissing:
      id === "svelte-kit"
        ? `${missing}: a SvelteKit server is not hosted here. Set @sveltejs/adapter-static as the adapter, and export const prerender = true in src/routes/+layout.ts.`
        : `${missing}.`,
  };
}

interface DetectedFramework {
  readonly id: string;
  /** Shell command that builds it. */
  readonly command: string;
  /** Folder it builds into. */
  readonly directory: string;
}

/** Where the detection believes the checkout to be: it never sees a path of this machine. */
const CHECKOUT = "/checkout";

/**
 * Finds the frameworks of a folder by what is committed there; runs nothing of it.
 * @param root Folder of the site, relative to the checkout; nothing outside of the checkout is read.
 * @returns The likeliest first.
 */
export async function detectFrameworks(checkout: Folder, root: string): Promise<DetectedFramework[]> {
  // Loaded when a repository needs it: plain sites need not wait for it.
  const { FileSystem, Project } = await import("@netlify/build-info");
  const folder = join(CHECKOUT, root);
  const project = new Project(checkoutFiles(FileSystem, checkout, folder), folder, CHECKOUT);
  // By default the package would report errors to its makers, and read our environment.
  project.setReportFn(() => {}).setEnvironment({});
  const found = await project.detectFrameworksInPath(folder);
  const hugo = found.some(({ id }) => id === "hugo") && (await isHugo(checkout, root));
  // It takes any `config.json` for one of Hugo.
  return found
    .filter(({ id }) => id !== "hugo" || hugo)
    .map(({ id, build }) => ({ id, command: build.command, directory: build.directory }));
}

/** The file system of a checkout as the detection sees it. */
function checkoutFiles(FileSystem: typeof FileSystemClass, checkout: Folder, folder: string): FileSystemClass {
  /** A path that leads out of the checkout keeps its `..`, and so leads nowhere. */
  const within = (path: string): string => relative(CHECKOUT, resolve(folder, path)) || ".";
  class CheckoutFiles extends FileSystem {
    override cwd = folder;
    override getEnvironment(): never {
      // The package compares it with a constant of a type that has no value at run time.
      return "node" as never;
    }
    override isAbsolute(path: string): boolean {
      return isAbsolute(path);
    }
    override resolve(...paths: string[]): string {
      return resolve(folder, ...paths);
    }
    override basename(path: string): string {
      return basename(path);
    }
    override dirname(path: string): string {
      return dirname(path);
    }
    override relative(from: string, to: string): string {
      return relative(from, to);
    }
    override join(...segments: string[]): string {
      return join(...segments);
    }
    override async fileExists(path: string): Promise<boolean> {
      return (await kindAt(checkout, within(path))) !== undefined;
    }
    override async readFile(path: string): Promise<string> {
      const read = await readText(checkout, within(path), MAX_FILE_BYTES);
      if (read.kind !== "text") throw new Error("There is no such text file of a sensible size in the checkout.");
      return read.text;
    }
    override async readDir(path: string): Promise<string[]>;
    override async readDir(path: string, withFileTypes: true): Promise<Record<string, "directory" | "file">>;
    override async readDir(
      path: string,
      withFileTypes?: true,
    ): Promise<string[] | Record<string, "directory" | "file">> {
      const entries = await readEntries(checkout, within(path));
      if (!withFileTypes) return entries.map(({ name }) => name);
      return Object.fromEntries(entries.map(({ name, isFolder }) => [name, isFolder ? "directory" : "file"]));
    }
  }
  return new CheckoutFiles();
}

async function readEntries(checkout: Folder, path: string): Promise<{ name: string; isFolder: boolean }[]> {
  const found = await find(checkout, path);
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  if (found.kind !== "folder") return [];
  await using folder = found.folder;
  const entries = await folder.entries();
  return entries.map((entry) => ({ name: entry.name.toString(), isFolder: entry.isDirectory() }));
}
