import type { DatabaseServer } from "@greenroom/service/settings";
import type { Command, Option } from "commander";
import { databaseServer } from "./service-settings.ts";
import { optionOf, type Place, readValues } from "./setting.ts";
import { STORE_SETTINGS } from "./settings.ts";

export function storeOptions(): readonly Option[] {
  return Object.values(STORE_SETTINGS).map(optionOf);
}

/** Options of a command on a data folder, which says what to do with a database on a server. */
export function folderOptions(): readonly Option[] {
  const { config, data, database } = STORE_SETTINGS;
  return [optionOf(config), optionOf(data), optionOf(database).hideHelp()];
}

/** Reads it as the service does: from options, variables, the file and credentials. */
export function readStorePlace(
  command: Command,
  place: Place,
): { readonly dataDirectory: string; readonly database: DatabaseServer | undefined } {
  const values = readValues(STORE_SETTINGS, command, place);
  return { dataDirectory: values.data, database: databaseServer(values) };
}
