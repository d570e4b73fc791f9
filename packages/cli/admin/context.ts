import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import type { AdminStore } from "@greenroom/service/admin/store";
import { type DatabaseFlags, databaseOptions, readDatabase, SEAL_KEY } from "../serve/database-option.ts";
import { optionOf } from "../serve/setting.ts";
import { STORE_SETTINGS } from "../serve/settings.ts";
import { type CommandContext, runCommand } from "../context.ts";
import type { Exit } from "../errors.ts";
import type { CommandProcess } from "../process.ts";

/** Options of every verb that opens the data folder. */
export interface StoreFlags extends DatabaseFlags {
  readonly data: string;
  readonly workspace?: string;
  readonly json?: true;
}

export interface AdminContext extends CommandContext {
  readonly store: AdminStore;
  readonly json: boolean;
}

export function dataOption(): Option {
  return optionOf(STORE_SETTINGS.data);
}

function workspaceOption(): Option {
  return new Option("--workspace <workspace>", "id or name of the workspace; required when there are several");
}

/** A verb that opens the data folder. */
export function storeCommand(name: string, description: string): Command {
  const command = new Command(name).description(description).addOption(dataOption());
  for (const option of databaseOptions()) command.addOption(option);
  return command.option("--json", "print JSON");
}

/** A verb that works on one workspace. */
export function workspaceCommand(name: string, description: string): Command {
  return storeCommand(name, description).addOption(workspaceOption());
}

/** Opens the data folder, runs a verb and closes the folder. */
export async function runAdminCommand(
  process: CommandProcess,
  flags: StoreFlags,
  work: (context: AdminContext) => Promise<Exit | void>,
): Promise<void> {
  await runCommand(process, async (context) => {
    const { openAdminStore } = await import("@greenroom/service/admin/store");
    const database = readDatabase(process.cwd, { ...flags, sealKey: process.env[SEAL_KEY] });
    const dataDirectory = resolve(process.cwd, flags.data);
    return await withFolderFaults(dataDirectory, async () => {
      await using store = await openAdminStore({ dataDirectory, ...(database && { database }) });
      return await work({ ...context, store, json: flags.json === true });
    });
  });
}

/** Runs what reads and writes a folder with a database; what its disk, owner or database is at fault for says so. */
export async function withFolderFaults<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { fileFault } = await import("@greenroom/service/store/engine/file-fault");
    throw fileFault(error, join(folder, "greenroom.db")) ?? error;
  }
}

export async function runInWorkspace(
  process: CommandProcess,
  flags: StoreFlags,
  work: (context: AdminContext & { readonly workspaceId: string }) => Promise<Exit | void>,
): Promise<void> {
  await runAdminCommand(process, flags, async (context) => {
    const { requireWorkspace } = await import("@greenroom/service/admin/store");
    const { id: workspaceId } = await requireWorkspace(context.store.db, flags.workspace);
    return await work({ ...context, workspaceId });
  });
}
