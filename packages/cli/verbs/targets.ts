import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedCapability, ReceivedTarget } from "@greenroom/contract/target";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group, required } from "../options.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { apiVerb, type Columns, table } from "./list.ts";

const KIND_COLUMNS: Columns<ReceivedTarget | ReceivedCapability> = {
  provider: (target) => target.provider,
  mode: (target) => target.mode,
  runtime: (target) => target.runtime,
};

const SEE_CAPABILITIES = "see greenroom targets capabilities";

const OPTIONAL = [
  new Option("--default", "make it the default target of sites"),
  new Option("--config-file <path>", "file with a JSON object of settings and secrets, - for standard input"),
] as const;

export function targetsCommand(process: CommandProcess): CommandUnknownOpts {
  const list = apiVerb(process, {
    name: "list",
    description: "List deployment targets.",
    call: ({ client, call }) => client.targets.list(call),
    print: table<ReceivedTarget>(
      {
        name: (target) => target.name,
        ...KIND_COLUMNS,
        default: ({ isDefault }) => (isDefault === true ? "yes" : ""),
        id: (target) => target.id,
      },
      () => "No targets configured; the service uses its own.",
    ),
  });
  const capabilities = apiVerb(process, {
    name: "capabilities",
    description: "List the supported combinations of provider, mode and runtime.",
    call: ({ client, call }) => client.targets.capabilities(call),
    print: table<ReceivedCapability>(
      { ...KIND_COLUMNS, enabled: ({ enabled }) => (enabled === true ? "yes" : "no") },
      () => "The service lists no combinations.",
    ),
  });
  const create = apiVerb(process, {
    name: "create",
    description: "Create a deployment target.",
    options: [
      required("--name <name>", "display name"),
      required("--provider <provider>", SEE_CAPABILITIES),
      required("--mode <mode>", "managed or own-cloud"),
      required("--runtime <runtime>", SEE_CAPABILITIES),
      ...OPTIONAL,
    ],
    async call(context, _, flags) {
      const { name, provider, mode, runtime } = flags;
      const body = { name, provider, mode, runtime, ...(await optional(context, flags)) };
      context.onInterruptMessage("Interrupted. The target may have been created: see greenroom targets list.");
      return await context.client.targets.create(body, context.call);
    },
    print: show,
  });
  const update = apiVerb(process, {
    name: "update <target>",
    description: "Change a deployment target.",
    options: [
      new Option("--name <name>", "display name"),
      new Option("--provider <provider>", SEE_CAPABILITIES),
      new Option("--mode <mode>", "managed or own-cloud"),
      new Option("--runtime <runtime>", SEE_CAPABILITIES),
      ...OPTIONAL,
      new Option("--no-default", "no longer the default target"),
    ],
    async call(context, [id], flags) {
      const { name, provider, mode, runtime } = flags;
      const given = Object.entries({ name, provider, mode, runtime }).filter(([, value]) => value !== undefined);
      const body = { ...Object.fromEntries(given), ...(await optional(context, flags)) };
      if (Object.keys(body).length === 0) {
        throw new CommandError("usage", "Nothing to change. Give at least one of the options that --help lists.");
      }
      context.onInterruptMessage("Interrupted. The target may have been changed: see greenroom targets list.");
      return await context.client.targets.update(id, body, context.call);
    },
    print: show,
  });
  const remove = apiVerb(process, {
    name: "remove <target>",
    description: "Remove a deployment target.",
    asks: ([id]) => `Remove the target ${id}?`,
    interrupted: () => "The target may have been removed: see greenroom targets list.",
    async call({ client, call }, [id]) {
      await client.targets.remove(id, call);
      return { id, deleted: true };
    },
    print: ({ id }) => `Removed ${id}.`,
  });
  const commands = [list, capabilities, create, update, remove];
  return group("targets", "List, create, update and remove deployment targets.", commands);
}

function show(target: ReceivedTarget, { terminal }: ApiContext): void {
  terminal.fields([
    ["name", target.name],
    ["provider", target.provider],
    ["mode", target.mode],
    ["runtime", target.runtime],
    ["default", target.isDefault === true ? "yes" : "no"],
    ["id", target.id],
  ]);
}

async function optional(
  context: ApiContext,
  flags: { readonly default?: boolean; readonly configFile?: string },
): Promise<{ readonly isDefault?: boolean; readonly config?: Record<string, string> }> {
  return {
    ...(flags.default !== undefined && { isDefault: flags.default }),
    ...(flags.configFile !== undefined && {
      config: await parseConfig(await readInputFile(context, flags.configFile)),
    }),
  };
}

/** Secrets come from a file, since other users can see command-line arguments, and the shell keeps them. */
async function parseConfig(text: string): Promise<Record<string, string>> {
  const [{ z }, { parseJson }] = await Promise.all([import("zod"), import("@greenroom/client/http")]);
  const { data } = z.record(z.string(), z.string()).safeParse(parseJson(text));
  if (data) return data;
  // What is wrong is not quoted, since it can be a secret.
  throw new CommandError("usage", "--config-file must contain a JSON object whose values are strings.");
}
