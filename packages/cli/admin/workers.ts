import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { TOKEN_REALMS } from "@greenroom/contract/token";
import { group, required, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { storeVerb } from "./context.ts";

const MOST_SLOTS = 32;

export function realmOption() {
  return new Option("--realm <realm>", "use test for a service in --dev (default: that of the service)").choices(
    TOKEN_REALMS,
  );
}

export function workersCommand(process: CommandProcess): CommandUnknownOpts {
  const create = storeVerb(process, {
    name: "create",
    description: "Add a machine that builds for this service; its token is shown only once.",
    options: [
      required("--name <name>", "name of the machine"),
      new Option("--slots <number>", "most builds that it may hold at a time")
        .argParser(wholeNumber(1, 1_000))
        .default(MOST_SLOTS),
      new Option("--workspace <workspace...>", "only builds and reviews of these workspaces (default: of all)"),
      realmOption(),
    ],
    call: async ({ store }, _, { name, slots, realm, workspace: workspaces }) =>
      (await import("@greenroom/service/admin/workers")).createWorker(store, { name, slots, realm, workspaces }),
    print: ({ token }) => token,
  });
  const list = storeVerb(process, {
    name: "list",
    description: "List the workers, newest first.",
    call: async ({ store }) => (await import("@greenroom/service/admin/workers")).readWorkers(store),
    print(workers, { terminal }) {
      const rows = workers.map(({ id, name, slots, workspaces, lastSeenAt }) => [
        name,
        workspaces === null ? "all" : workspaces.join(", "),
        String(slots),
        lastSeenAt ?? "never",
        id,
      ]);
      terminal.table(["name", "workspaces", "slots", "seen", "id"], rows, "No workers yet.");
    },
  });
  const revoke = storeVerb(process, {
    name: "revoke",
    description: "Revoke a worker: other workers take over what it builds.",
    options: [required("--id <id>", "id of the worker")],
    call: async ({ store }, _, { id }) => (await import("@greenroom/service/admin/workers")).removeWorker(store, id),
    print: ({ workerId }) => `${workerId} is revoked.`,
  });
  return group("workers", "Add, list and revoke machines that build for the service.", [create, list, revoke]);
}
