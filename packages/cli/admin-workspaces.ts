import { Argument, Command, InvalidArgumentError } from "commander";
import { runAdmin, runInWorkspace, type StoreFlags, storeVerb, workspaceVerb } from "./admin-verb.ts";
import { CommandFailure } from "./failure.ts";

/** The verbs about workspaces. */
export function workspaceCommand(): Command {
  const command = new Command("workspace").description("List and create workspaces.");
  const list = storeVerb("list", "List workspaces with their projects.").action((flags: StoreFlags) =>
    runAdmin(flags, async ({ store, terminal, json }) => {
      const { listWorkspaces } = await import("@greenroom/service/admin/workspaces");
      const workspaces = await listWorkspaces(store.db);
      if (json) return terminal.json(workspaces);
      const rows = workspaces.map((one) => [
        one.name,
        one.id,
        String(one.members),
        String(one.sites),
        one.projects.map((project) => `${project.name} ${project.id}`).join(", "),
      ]);
      terminal.table(["name", "id", "members", "sites", "projects"], rows, "No workspace yet.");
    }),
  );
  const create = storeVerb("create", "Create a workspace with one project.")
    .requiredOption("--name <name>", "name for people")
    .option("--project <name>", "name of its project", "Web")
    .action((flags: StoreFlags & { readonly name: string; readonly project: string }) =>
      runAdmin(flags, async ({ store, terminal, json }) => {
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

/** The verb about projects. */
export function projectCommand(): Command {
  const create = workspaceVerb("create", "Create a project.")
    .requiredOption("--name <name>", "name for people")
    .action((flags: StoreFlags & { readonly name: string }) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
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
}

/** The verb about allowances. */
export function entitlementsCommand(): Command {
  const set = workspaceVerb("set", "Override allowances of a workspace; those not given stay.")
    .option("--max-sites <number>", "most active sites, or unlimited", readAllowance)
    .option("--max-live-sites <number>", "most live sites, or unlimited", readAllowance)
    .option("--byo-cloud-targets", "allow targets in the workspace's own cloud account")
    .option("--no-byo-cloud-targets", "forbid them")
    .action((flags: AllowanceFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { maxSites, maxLiveSites, byoCloudTargets } = flags;
        const allowances = {
          ...(maxSites === undefined ? {} : { maxSites: stored(maxSites) }),
          ...(maxLiveSites === undefined ? {} : { maxLiveSites: stored(maxLiveSites) }),
          ...(byoCloudTargets === undefined ? {} : { byoCloudTargets }),
        };
        if (Object.keys(allowances).length === 0) {
          throw new CommandFailure("usage", "Nothing is to be changed. Give one of the options that --help shows.");
        }
        const { overrideAllowances } = await import("@greenroom/service/admin/workspaces");
        await overrideAllowances(store, { workspaceId, allowances });
        if (json) terminal.json({ workspaceId, ...allowances });
        else terminal.line(`Set for ${workspaceId}.`);
      }),
    );
  return new Command("entitlements").description("Override what a workspace may have.").addCommand(set);
}

function stored(allowance: Allowance): number | null {
  return allowance === "unlimited" ? null : allowance;
}

function readAllowance(text: string): Allowance {
  if (text === "unlimited") return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number, or unlimited.");
}

/** The verb that lets people approve what they asked for themselves. */
export function selfApprovalCommand(): Command {
  return workspaceVerb("self-approval", "Let people approve their own requests, for a workspace of one person.")
    .addArgument(new Argument("<choice>", "allow or forbid").choices(["allow", "forbid"]))
    .action((choice: string, flags: StoreFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { setSelfApproval } = await import("@greenroom/service/admin/workspaces");
        const allowed = choice === "allow";
        await setSelfApproval(store, { workspaceId, allowed });
        if (json) return terminal.json({ workspaceId, allowSelfApproval: allowed });
        terminal.line(`Self-approval is ${allowed ? "allowed" : "forbidden"} in ${workspaceId}.`);
      }),
    );
}
