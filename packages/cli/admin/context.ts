import { join } from "node:path";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { AdminStore } from "@greenroom/service/admin/store";
import { type CommandContext, runCommand } from "../context.ts";
import type { Exit } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { readStorePlace, storeOptions } from "../serve/store-options.ts";
import { callVerb, type Options, type Verb } from "../verb.ts";

export interface AdminContext extends CommandContext {
  readonly store: AdminStore;
  readonly json: boolean;
}

export interface WorkspaceContext extends AdminContext {
  readonly workspaceId: string;
}

export function storeCommand(name: string, description: string) {
  const command = new Command(name).description(description);
  for (const option of storeOptions()) command.addOption(option);
  return command.option("--json", "print JSON");
}

export function workspaceCommand(name: string, description: string) {
  return storeCommand(name, description).option(
    "--workspace <workspace>",
    "id or name of the workspace; required when there are several",
  );
}

export function storeVerb<const Given extends Options = readonly [], Result = unknown>(
  process: CommandProcess,
  verb: Verb<AdminContext, Given, Result>,
): CommandUnknownOpts {
  const command = storeCommand(verb.name, verb.description);
  return callVerb(command, verb, (work) => runAdminCommand(process, command, work));
}

export function workspaceVerb<const Given extends Options = readonly [], Result = unknown>(
  process: CommandProcess,
  verb: Verb<WorkspaceContext, Given, Result>,
): CommandUnknownOpts {
  const command = workspaceCommand(verb.name, verb.description);
  return callVerb(command, verb, (work) => runInWorkspace(process, command, work));
}

export async function runAdminCommand(
  process: CommandProcess,
  command: ReturnType<typeof storeCommand>,
  work: (context: AdminContext) => Promise<Exit | void>,
): Promise<void> {
  await runCommand(process, async (context) => {
    const { openAdminStore } = await import("@greenroom/service/admin/store");
    const place = readStorePlace(command, process);
    return await withFolderFaults(place.dataDirectory, async () => {
      await using store = await openAdminStore(place);
      return await work({ ...context, store, json: command.opts().json === true });
    });
  });
}

/** Runs work on a folder; a fault of its disk, its owner or its database becomes an error that says so. */
export async function withFolderFaults<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { fileFault } = await import("@greenroom/service/store/engine/file-fault");
    const { serverFault } = await import("@greenroom/service/store/engine/server-fault");
    throw serverFault(error) ?? fileFault(error, join(folder, "greenroom.db")) ?? error;
  }
}

export async function runInWorkspace(
  process: CommandProcess,
  command: ReturnType<typeof workspaceCommand>,
  work: (context: WorkspaceContext) => Promise<Exit | void>,
): Promise<void> {
  await runAdminCommand(process, command, async (context) => {
    const { requireWorkspace } = await import("@greenroom/service/admin/store");
    const { id: workspaceId } = await requireWorkspace(context.store.db, command.opts().workspace);
    return await work({ ...context, workspaceId });
  });
}
