import { resolve } from "node:path";
import { InvalidArgumentError, type Option } from "commander";
import type { DatabaseServer } from "@greenroom/service/settings";
import { CommandError } from "../errors.ts";
import { readSecretFile } from "../options.ts";
import { optionOf } from "./setting.ts";
import { STORE_SETTINGS } from "./settings.ts";

export interface DatabaseFlags {
  readonly database?: string;
  readonly databasePasswordFile?: string;
  readonly sealKeyFile?: string;
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
  const protocol = URL.canParse(database) ? new URL(database).protocol : undefined;
  if (protocol !== "postgres:" && protocol !== "postgresql:") {
    throw new CommandError("usage", "--database is invalid. Give a URL such as postgres://user@host/name.");
  }
  const password = readFile("--database-password-file", cwd, databasePasswordFile);
  const sealKey = readFile("--seal-key-file", cwd, sealKeyFile) ?? given;
  return { url: database, ...(password !== undefined && { password }), ...(sealKey !== undefined && { sealKey }) };
}

function readFile(option: string, cwd: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readSecretFile(resolve(cwd, file));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError("usage", `${option} is invalid. ${error.message}`);
  }
}
