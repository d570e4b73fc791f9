import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { DatabaseServer } from "@greenroom/service/settings";
import { databaseServer } from "./service-settings.ts";
import { optionOf, type Place, readValues } from "./setting.ts";
import { STORE_SETTINGS } from "./settings.ts";

export function storeOptions() {
  return Object.values(STORE_SETTINGS).map(optionOf);
}

/** Reads it as the service does: from options, variables, the file and credentials. */
export function readStorePlace(
  command: CommandUnknownOpts,
  place: Place,
): { readonly dataDirectory: string; readonly database: DatabaseServer | undefined } {
  const values = readValues(STORE_SETTINGS, command, place);
  return { dataDirectory: values.data, database: databaseServer(values) };
}
