import { Command, Option } from "commander";
import type { AdminStore } from "@greenroom/service/admin/store";
import { runScene, type Scene } from "./verb.ts";

/** Options of every verb that works on a store. */
export interface StoreFlags {
  readonly data: string;
  readonly workspace?: string;
  readonly json?: true;
}

/** What a verb that works on a store works with. */
export interface AdminVerb extends Scene {
  readonly store: AdminStore;
  readonly json: boolean;
}

/** The option that names the folder `serve` was given. */
export function dataOption(): Option {
  return new Option("--data <folder>", "data folder of the service").env("GREENROOM_DATA").default("greenroom-data");
}

/** The option that names a workspace. */
export function workspaceOption(): Option {
  return new Option("--workspace <workspace>", "its id or name; needed when there are several");
}

/**
 * Makes a verb that works on a store.
 * @param name One word.
 */
export function storeVerb(name: string, description: string): Command {
  return new Command(name).description(description).addOption(dataOption()).option("--json", "print JSON for programs");
}

/** Makes a verb that works on one workspace of a store. */
export function workspaceVerb(name: string, description: string): Command {
  return storeVerb(name, description).addOption(workspaceOption());
}

/** Does the work of a verb on a store, and closes the store. */
export async function runAdmin(flags: StoreFlags, work: (verb: AdminVerb) => Promise<void>): Promise<void> {
  await runScene(async (scene) => {
    const { openAdminStore } = await import("@greenroom/service/admin/store");
    await using store = openAdminStore(flags.data);
    await work({ ...scene, store, json: flags.json === true });
  });
}

/** Does the work of a verb on one workspace. */
export async function runInWorkspace(
  flags: StoreFlags,
  work: (verb: AdminVerb & { readonly workspaceId: string }) => Promise<void>,
): Promise<void> {
  await runAdmin(flags, async (verb) => {
    const { requireWorkspace } = await import("@greenroom/service/admin/store");
    const { id: workspaceId } = await requireWorkspace(verb.store.db, flags.workspace);
    await work({ ...verb, workspaceId });
  });
}
