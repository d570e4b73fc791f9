import { resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import type { DatabaseServer } from "@greenroom/service/store/database";
import { CommandError } from "./errors.ts";
import { readSecretFile } from "./secret-file.ts";

export interface DatabaseFlags {
  readonly database?: string;
  readonly databasePasswordFile?: string;
}

export function databaseOptions(): readonly [Option, Option] {
  return [
    new Option(
      "--database <url>",
      "PostgreSQL in place of the database in the data folder, as in postgres://user@host/name",
    ).env("GREENROOM_DATABASE"),
    new Option("--database-password-file <file>", "file with the password for --database").env(
      "GREENROOM_DATABASE_PASSWORD_FILE",
    ),
  ];
}

/**
 * Reads which database server the options name, if any.
 * @throws {CommandError} `usage`, without the URL, which can hold a password
 */
export function readDatabase(
  cwd: string,
  { database, databasePasswordFile }: DatabaseFlags,
): DatabaseServer | undefined {
  if (database === undefined) return undefined;
  const protocol = URL.canParse(database) ? new URL(database).protocol : undefined;
  if (protocol !== "postgres:" && protocol !== "postgresql:") {
    throw new CommandError("usage", "--database is invalid. Give a URL such as postgres://user@host/name.");
  }
  if (databasePasswordFile === undefined) return { url: database };
  try {
    return { url: database, password: readSecretFile(resolve(cwd, databasePasswordFile)) };
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError("usage", `--database-password-file is invalid. ${error.message}`);
  }
}
