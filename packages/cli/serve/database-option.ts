import { resolve } from "node:path";
import { InvalidArgumentError, type Option } from "commander";
import type { DatabaseServer } from "@greenroom/service/settings";
import { CommandError } from "../errors.ts";
import { readSecretFile } from "../options.ts";
import { parseDatabaseUrl } from "./parsers.ts";
import { optionOf } from "./setting.ts";
import { STORE_SETTINGS } from "./settings.ts";

export interface DatabaseFlags {
  readonly database?: string | undefined;
  readonly databasePasswordFile?: string | undefined;
  readonly sealKeyFile?: string | undefined;
  /** From `SEAL_KEY`, in place of the file. */
  readonly sealKey?: string | undefined;
}

/** The variable with the key itself. */
export const SEAL_KEY = "GREENROOM_SEAL_KEY";

export function databaseOptions(): readonly [Option, Option, Option] {
  const { database, databasePassword, sealKey } = STORE_SETTINGS;
  return [optionOf(database), optionOf(databasePassword), optionOf(sealKey)];
}

/**
 * Reads which database server the options name, if any.
 * @throws {CommandError} `usage`, without the URL, which can hold a password
 */
export function readDatabase(
  cwd: string,
  { database, databasePasswordFile, sealKeyFile, sealKey: given }: DatabaseFlags,
): DatabaseServer | undefined {
  if (database === undefined) return undefined;
  reading("--database", () => parseDatabaseUrl(database));
  const password = readFile("--database-password-file", cwd, databasePasswordFile);
  const sealKey = readFile("--seal-key-file", cwd, sealKeyFile) ?? given;
  return { url: database, password, sealKey };
}

function readFile(option: string, cwd: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : reading(option, () => readSecretFile(resolve(cwd, file)));
}

function reading(option: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError("usage", `${option} is invalid. ${error.message}`);
  }
}
