import { Argument, Command, InvalidArgumentError } from "commander";
import { runAdminCommand, runInWorkspace, type StoreFlags, storeCommand, workspaceCommand } from "./context.ts";
import { CommandError } from "../errors.ts";
import { readSize } from "../options.ts";
import type { CommandProcess } from "../process.ts";

export function workspacesCommand(process: CommandProcess): Command {
  const command = new Command("workspace").description("List and create workspaces.");
  const list = storeCommand("list", "List workspaces with their projects.").action((flags: StoreFlags) =>
    runAdminCommand(process, flags, async ({ store, terminal, json }) => {
      const { listWorkspaces } = await import("@greenroom/service/admin/workspaces");
      const workspaces = await listWorkspaces(store.db);
      if (json) return terminal.json(workspaces);
      const rows = workspaces.map((one) => [
        one.name,
        one.id,
        String(one.members),
        String(one.sites),
        storageText(one),
        one.projects.map((project) => `${project.name} ${project.id}`).join(", "),
      ]);
      terminal.table(["name", "id", "members", "sites", "storage", "projects"], rows, "No workspaces yet.");
    }),
  );
  const create = storeCommand("create", "Create a workspace with one project.")
    .requiredOption("--name <name>", "display name")
    .option("--project <name>", "name of its project", "Web")
    .action((flags: StoreFlags & { readonly name: string; readonly project: string }) =>
      runAdminCommand(process, flags, async ({ store, terminal, json }) => {
        const { addWorkspace } = await import("@greenroom/service/admin/workspaces");
        const added = await addWorkspace(store, flags);
        if (json) terminal.json(added);
        else
          terminal.fields([
            ["workspace", added.workspaceId],
            ["project", added.projectId],
          ]);
      }),
    );
  return command.addCommand(list).addCommand(create);
}

export function projectCommand(process: CommandProcess): Command {
  const create = workspaceCommand("create", "Create a project.")
    .requiredOption("--name <name>", "display name")
    .action((flags: StoreFlags & { readonly name: string }) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { addProject } = await import("@greenroom/service/admin/workspaces");
        const added = await addProject(store, { workspaceId, name: flags.name });
        if (json) terminal.json(added);
        else terminal.fields([["project", added.projectId]]);
      }),
    );
  return new Command("project").description("Create projects.").addCommand(create);
}

type Allowance = number | "unlimited";

interface AllowanceFlags extends StoreFlags {
  readonly maxSites?: Allowance;
  readonly maxLiveSites?: Allowance;
  readonly byoCloudTargets?: boolean;
  readonly storage?: number | null;
}

export function entitlementsCommand(process: CommandProcess): Command {
  const set = workspaceCommand("set", "Override allowances of a workspace; the others stay unchanged.")
    .option("--max-sites <number>", "maximum number of active sites, or unlimited", readAllowance)
    .option("--max-live-sites <number>", "maximum number of live sites, or unlimited", readAllowance)
    .option("--storage <size>", "most that its files take, such as 20GiB, unlimited, or default", readStorage)
    .option("--byo-cloud-targets", "allow targets in the workspace's own cloud account")
    .option("--no-byo-cloud-targets", "forbid them")
    .action((flags: AllowanceFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { maxSites, maxLiveSites, byoCloudTargets, storage } = flags;
        const allowances = {
          ...(maxSites === undefined ? {} : { maxSites: stored(maxSites) }),
          ...(maxLiveSites === undefined ? {} : { maxLiveSites: stored(maxLiveSites) }),
          ...(byoCloudTargets === undefined ? {} : { byoCloudTargets }),
          ...(storage === undefined ? {} : { maxStoredBytes: storage }),
        };
        if (Object.keys(allowances).length === 0) {
          throw new CommandError("usage", "Nothing to change. Give at least one of the options that --help lists.");
        }
        const { overrideAllowances } = await import("@greenroom/service/admin/workspaces");
        await overrideAllowances(store, { workspaceId, allowances });
        if (json) terminal.json({ workspaceId, ...allowances });
        else terminal.line(`Changed the allowances of ${workspaceId}.`);
      }),
    );
  return new Command("entitlements").description("Override the allowances of a workspace.").addCommand(set);
}

/** 0 is no limit, null what the operator set for all. */
function readStorage(text: string): number | null {
  if (text === "default") return null;
  return text === "unlimited" ? 0 : readSize(text);
}

function storageText({
  storedBytes,
  maxStoredBytes,
}: {
  readonly storedBytes: number;
  readonly maxStoredBytes: number | null;
}): string {
  const used = mebibytes(storedBytes);
  return maxStoredBytes === null || maxStoredBytes === 0 ? used : `${used} of ${mebibytes(maxStoredBytes)}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

function stored(allowance: Allowance): number | null {
  return allowance === "unlimited" ? null : allowance;
}

function readAllowance(text: string): Allowance {
  if (text === "unlimited") return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number, or unlimited.");
}

export function selfApprovalCommand(process: CommandProcess): Command {
  return workspaceCommand(
    "self-approval",
    "Allow members to approve their own requests, for a workspace with one member.",
  )
    .addArgument(new Argument("<choice>", "allow or forbid").choices(["allow", "forbid"]))
    .action((choice: string, flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { setSelfApproval } = await import("@greenroom/service/admin/workspaces");
        const allowed = choice === "allow";
        await setSelfApproval(store, { workspaceId, allowed });
        if (json) return terminal.json({ workspaceId, allowSelfApproval: allowed });
        terminal.line(`Self-approval is ${allowed ? "allowed" : "forbidden"} in ${workspaceId}.`);
      }),
    );
}

export function confirmationCommand(process: CommandProcess): Command {
  return workspaceCommand(
    "confirmation",
    "Require that new members and new second factors are confirmed before they decide a release, or skip it.",
  )
    .addArgument(new Argument("<choice>", "require or skip").choices(["require", "skip"]))
    .action((choice: string, flags: StoreFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { setUnconfirmedAllowed } = await import("@greenroom/service/admin/workspaces");
        const allowed = choice === "skip";
        await setUnconfirmedAllowed(store, { workspaceId, allowed });
        if (json) return terminal.json({ workspaceId, allowUnconfirmed: allowed });
        terminal.line(`Confirmation is ${allowed ? "skipped" : "required"} in ${workspaceId}.`);
      }),
    );
}
