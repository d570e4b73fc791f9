import { resolve } from "node:path";
import { InvalidArgumentError, type Option } from "commander";
import type { DatabaseServer } from "@greenroom/service/settings";
import { CommandError } from "../errors.ts";
import { readSecretFile } from "../options.ts";
import type { Place } from "./setting.ts";
import { optionOf } from "./setting.ts";
import { parseDatabaseUrl } from "./parsers.ts";
import { STORE_SETTINGS } from "./settings.ts";

export interface DatabaseFlags {
  readonly database?: string | undefined;
  readonly databasePasswordFile?: string | undefined;
  readonly sealKeyFile?: string | undefined;
}

export interface StoreFlags extends DatabaseFlags {
  readonly data: string;
}

/** Options of a command that opens a store. */
export function storeOptions(): readonly Option[] {
  return Object.values(STORE_SETTINGS).map(optionOf);
}

/** Options of a command on a data folder, which says what to do with a database on a server. */
export function folderOptions(): readonly Option[] {
  const { config, data, database } = STORE_SETTINGS;
  return [optionOf(config), optionOf(data), optionOf(database).hideHelp()];
}

export interface StorePlace {
  readonly dataDirectory: string;
  readonly database: DatabaseServer | undefined;
}

/** @throws {CommandError} `usage` */
export function readStorePlace(place: Place, flags: StoreFlags): StorePlace {
  return { dataDirectory: resolve(place.cwd, flags.data), database: readDatabase(place, flags) };
}

/**
 * Reads which database server the options name, if any.
 * @throws {CommandError} `usage`, without the URL, which can hold a password
 */
export function readDatabase(
  { cwd, env }: Place,
  { database, databasePasswordFile, sealKeyFile }: DatabaseFlags,
): DatabaseServer | undefined {
  if (database === undefined) return undefined;
  reading("--database", () => parseDatabaseUrl(database));
  const readFile = (option: string, file: string | undefined) =>
    file === undefined ? undefined : reading(option, () => readSecretFile(resolve(cwd, file)));
  const password = readFile("--database-password-file", databasePasswordFile);
  return { url: database, password, sealKey: readFile("--seal-key-file", sealKeyFile) ?? env["GREENROOM_SEAL_KEY"] };
}

function reading(option: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError("usage", `${option} is invalid. ${error.message}`);
  }
}
