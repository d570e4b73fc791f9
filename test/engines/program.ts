import { spawnSync } from "node:child_process";
import { accessSync, constants, renameSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

/** What the machine lacks, as a sentence that ends with what to do. */
export class MissingError extends Error {
  override readonly name = "MissingError";
}

/** A program written in Go that tests start. */
interface Program {
  readonly name: string;
  /** Variable with its path, for a machine that has it elsewhere. */
  readonly variable: string;
  /** What `go install` makes it from, which takes some minutes the first time. */
  readonly module: string;
  /** What `go install` calls it, when that is another name. */
  readonly installedAs?: string;
}

/**
 * Finds a program, or makes it from its module where Go is there.
 * @throws {MissingError} When the machine has neither
 */
export function requireProgram(program: Program): string {
  const found = findProgram(program) ?? install(program);
  if (found !== undefined) return found;
  const { name, variable, module } = program;
  throw new MissingError(
    `${name} is not on this machine: install Go, or give its path by ${variable}. It is made by go install ${module}.`,
  );
}

const ownFolder = (): string => process.env["GOBIN"] ?? join(homedir(), "go", "bin");

function findProgram({ name, variable }: Program): string | undefined {
  const named = process.env[variable];
  if (named !== undefined) return isProgram(named) ? named : undefined;
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ownFolder()];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function install(program: Program): string | undefined {
  const { name, variable, module, installedAs = name } = program;
  if (process.env[variable] !== undefined) return undefined;
  const done = spawnSync("go", ["install", module], { stdio: "ignore" }).status === 0;
  if (!done) return undefined;
  const made = join(ownFolder(), installedAs);
  if (basename(made) !== name && isProgram(made)) renameSync(made, join(dirname(made), name));
  return findProgram(program);
}
