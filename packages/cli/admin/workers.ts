import { Command, Option } from "commander";
import { type TokenRealm, TOKEN_REALMS } from "@greenroom/contract/token";
import { runAdminCommand, storeCommand, type StoreFlags } from "./context.ts";
import { wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";

interface CreateFlags extends StoreFlags {
  readonly name: string;
  readonly slots: number;
  readonly realm?: TokenRealm;
}

const MOST_SLOTS = 32;

export function workersCommand(process: CommandProcess): Command {
  const create = storeCommand("create", "Add a machine that builds for this service; its token is shown only once.")
    .requiredOption("--name <name>", "name of the machine")
    .addOption(
      new Option("--slots <number>", "most builds that it may hold at a time")
        .argParser(wholeNumber(1, 1_000))
        .default(MOST_SLOTS),
    )
    .addOption(
      new Option("--realm <realm>", "use test for a service in --dev (default: the realm of existing tokens)").choices(
        TOKEN_REALMS,
      ),
    )
    .action((flags: CreateFlags) =>
      runAdminCommand(process, flags, async ({ store, terminal, json }) => {
        const { createWorker } = await import("@greenroom/service/admin/workers");
        const { name, slots, realm } = flags;
        const made = await createWorker(store, { name, slots, realm });
        if (json) terminal.json(made);
        else terminal.line(made.token);
      }),
    );
  const list = storeCommand("list", "List the workers, newest first.").action((flags: StoreFlags) =>
    runAdminCommand(process, flags, async ({ store, terminal, json }) => {
      const { readWorkers } = await import("@greenroom/service/admin/workers");
      const workers = await readWorkers(store);
      if (json) return terminal.json(workers);
      for (const { id, name, slots, lastSeenAt } of workers) {
        terminal.line(`${id}  ${name}  at most ${slots}  seen ${lastSeenAt ?? "never"}`);
      }
    }),
  );
  const revoke = storeCommand("revoke", "Revoke a worker: other workers take over what it builds.")
    .requiredOption("--id <id>", "id of the worker")
    .action((flags: StoreFlags & { readonly id: string }) =>
      runAdminCommand(process, flags, async ({ store, terminal, json }) => {
        const { removeWorker } = await import("@greenroom/service/admin/workers");
        await removeWorker(store, flags.id);
        if (json) terminal.json({ workerId: flags.id });
        else terminal.line(`${flags.id} is revoked.`);
      }),
    );
  const command = new Command("workers").description("Add, list and revoke machines that build for the service.");
  return command.addCommand(create).addCommand(list).addCommand(revoke);
}
