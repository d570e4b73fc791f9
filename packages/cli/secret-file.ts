import { readFileSync, statSync } from "node:fs";
import { InvalidArgumentError } from "commander";

/**
 * Reads a secret from a file that no other account can read.
 * @throws {InvalidArgumentError}
 */
export function readSecretFile(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new InvalidArgumentError(`There is no file ${file}.`);
  if ((stats.mode & 0o077) !== 0) {
    throw new InvalidArgumentError(`Other accounts can read or change ${file}: run chmod 600 on it.`);
  }
  return readFileSync(file, "utf8").trim();
}
