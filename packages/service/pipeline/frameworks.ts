import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import type { FileSystem as FileSystemClass } from "@netlify/build-info";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A framework as its packages and settings show it. */
export interface DetectedFramework {
  readonly id: string;
  /** Shell command that builds it. */
  readonly command: string;
  /** Folder it builds into. */
  readonly directory: string;
}

const MAX_READ_BYTES = 1024 * 1024;

/**
 * Finds the frameworks of a folder by what is committed there; runs nothing of it.
 * @param folder Folder of the site.
 * @param files Folder of the checkout; nothing outside of it is read, whatever links lead there.
 * @returns The likeliest first.
 */
export async function detectFrameworks(folder: string, files: string): Promise<DetectedFramework[]> {
  // Loaded when a repository needs it: plain sites must not wait for it.
  const { FileSystem, Project } = await import("@netlify/build-info");
  const inside = await realpath(files);
  const project = new Project(checkoutFiles(FileSystem, folder, inside), folder, inside);
  // Of itself the package would tell its makers about faults, and read our environment.
  project.setReportFn(() => {}).setEnvironment({});
  const found = await project.detectFrameworksInPath(folder);
  return found.map(({ id, build }) => ({ id, command: build.command, directory: build.directory }));
}

/** The file system of a checkout as the detection sees it. */
function checkoutFiles(FileSystem: typeof FileSystemClass, folder: string, inside: string): FileSystemClass {
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
      return (await safePath(resolve(folder, path), inside)) !== undefined;
    }
    override async readFile(path: string): Promise<string> {
      const safe = await safePath(resolve(folder, path), inside);
      if (safe === undefined) throw new Error("There is no such file in the checkout.");
      const stat = await lstat(safe);
      if (!stat.isFile() || stat.size > MAX_READ_BYTES) throw new Error("The file is no text file of a sane size.");
      return readFile(safe, "utf8");
    }
    override async readDir(path: string): Promise<string[]>;
    override async readDir(path: string, withFileTypes: true): Promise<Record<string, "directory" | "file">>;
    override async readDir(
      path: string,
      withFileTypes?: true,
    ): Promise<string[] | Record<string, "directory" | "file">> {
      const safe = await safePath(resolve(folder, path), inside);
      const entries = safe === undefined ? [] : await readdir(safe, { withFileTypes: true }).catch(() => []);
      if (!withFileTypes) return entries.map(({ name }) => name);
      return Object.fromEntries(entries.map((entry) => [entry.name, entry.isDirectory() ? "directory" : "file"]));
    }
  }
  return new CheckoutFiles();
}

async function safePath(path: string, inside: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return real === inside || real.startsWith(`${inside}${sep}`) ? real : undefined;
  } catch {
    return undefined;
  }
}
