import { Argument, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { CommandError } from "../errors.ts";
import { group, readSize, required } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { storeVerb, workspaceVerb } from "./context.ts";

export function workspacesCommand(process: CommandProcess): CommandUnknownOpts {
  const list = storeVerb(process, {
    name: "list",
    description: "List workspaces with their projects.",
    call: async ({ store }) => (await import("@greenroom/service/admin/workspaces")).listWorkspaces(store.db),
    print(workspaces, { terminal }) {
      const rows = workspaces.map((one) => [
        one.name,
        one.slug,
        one.id,
        String(one.members),
        String(one.sites),
        storageText(one.storedBytes, one.maxStoredBytes),
        one.projects.map((project) => `${project.name} ${project.id}`).join(", "),
      ]);
      terminal.table(["name", "slug", "id", "members", "sites", "storage", "projects"], rows, "No workspaces yet.");
    },
  });
  const create = storeVerb(process, {
    name: "create",
    description: "Create a workspace with one project.",
    options: [
      required("--name <name>", "display name"),
      new Option("--project <name>", "name of its project").default("Web"),
    ],
    call: async ({ store }, _, { name, project }) =>
      (await import("@greenroom/service/admin/workspaces")).addWorkspace(store, name, project),
    print({ workspaceId, projectId }, { terminal }) {
      terminal.fields([
        ["workspace", workspaceId],
        ["project", projectId],
      ]);
    },
  });
  return group("workspace", "List and create workspaces.", [list, create]);
}

export function projectCommand(process: CommandProcess): CommandUnknownOpts {
  const create = workspaceVerb(process, {
    name: "create",
    description: "Create a project.",
    options: [required("--name <name>", "display name")],
    call: async ({ store, workspaceId }, _, { name }) =>
      (await import("@greenroom/service/admin/workspaces")).addProject(store, workspaceId, name),
    print: ({ projectId }, { terminal }) => terminal.fields([["project", projectId]]),
  });
  return group("project", "Create projects.", [create]);
}

export function entitlementsCommand(process: CommandProcess): CommandUnknownOpts {
  const set = workspaceVerb(process, {
    name: "set",
    description: "Override allowances of a workspace; the others stay unchanged.",
    options: [
      new Option("--max-sites <number>", "maximum number of active sites, or unlimited").argParser(readAllowance),
      new Option("--max-live-sites <number>", "maximum number of live sites, or unlimited").argParser(readAllowance),
      new Option("--storage <size>", "most that its files take, such as 20GiB, unlimited, or default").argParser(
        readStorage,
      ),
      new Option("--byo-cloud-targets", "allow targets in the workspace's own cloud account"),
      new Option("--no-byo-cloud-targets", "forbid them"),
    ],
    async call({ store, workspaceId }, _, { maxSites, maxLiveSites, byoCloudTargets, storage }) {
      const given = Object.entries({ maxSites, maxLiveSites, byoCloudTargets, maxStoredBytes: storage })
        .filter(([, value]) => value !== undefined)
        // The options have words, since commander has no null.
        .map(([name, value]) => [name, value === "unlimited" || value === "default" ? null : value]);
      const allowances = Object.fromEntries(given);
      if (Object.keys(allowances).length === 0) {
        throw new CommandError("usage", "Nothing to change. Give at least one of the options that --help lists.");
      }
      const { overrideAllowances } = await import("@greenroom/service/admin/workspaces");
      await overrideAllowances(store, workspaceId, allowances);
      return { workspaceId, ...allowances };
    },
    print: ({ workspaceId }) => `Changed the allowances of ${workspaceId}.`,
  });
  return group("entitlements", "Override the allowances of a workspace.", [set]);
}

/** 0 is no limit, the default what the operator set for all. */
function readStorage(text: string): number | "default" {
  if (text === "default") return text;
  return text === "unlimited" ? 0 : readSize(text);
}

function storageText(storedBytes: number, maxStoredBytes: number | null): string {
  const used = mebibytes(storedBytes);
  return maxStoredBytes === null || maxStoredBytes === 0 ? used : `${used} of ${mebibytes(maxStoredBytes)}`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

function readAllowance(text: string): number | "unlimited" {
  if (text === "unlimited") return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number, or unlimited.");
}

export function selfApprovalCommand(process: CommandProcess): CommandUnknownOpts {
  return workspaceVerb(process, {
    name: "self-approval",
    description: "Allow members to approve their own requests, for a workspace with one member.",
    argument: new Argument("<choice>", "allow or forbid").choices(["allow", "forbid"]),
    call: async ({ store, workspaceId }, [choice]) =>
      (await import("@greenroom/service/admin/workspaces")).setSelfApproval(store, {
        workspaceId,
        allowed: choice === "allow",
      }),
    print: ({ workspaceId, allowSelfApproval }) =>
      `Self-approval is ${allowSelfApproval ? "allowed" : "forbidden"} in ${workspaceId}.`,
  });
}

export function confirmationCommand(process: CommandProcess): CommandUnknownOpts {
  return workspaceVerb(process, {
    name: "confirmation",
    description:
      "Require that new members and new second factors are confirmed before they decide a release, or skip it.",
    argument: new Argument("<choice>", "require or skip").choices(["require", "skip"]),
    call: async ({ store, workspaceId }, [choice]) =>
      (await import("@greenroom/service/admin/workspaces")).setUnconfirmedAllowed(store, {
        workspaceId,
        allowed: choice === "skip",
      }),
    print: ({ workspaceId, allowUnconfirmed }) =>
      `Confirmation is ${allowUnconfirmed ? "skipped" : "required"} in ${workspaceId}.`,
  });
}

export function rotateSecretsCommand(process: CommandProcess): CommandUnknownOpts {
  return storeVerb(process, {
    name: "rotate-secrets",
    description:
      "End every session, token, device, link and worker of the service by another key, as after an intrusion.",
    call: async ({ store }) => (await import("@greenroom/service/admin/workspaces")).rotateSecrets(store),
    print: () => "Start the service again on every machine: until then, old secrets still work.",
  });
}
