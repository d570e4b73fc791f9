import type { ReceivedCapability, ReceivedTarget } from "@greenroom/contract/target";
import { type Command, Option } from "commander";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group, required } from "../options.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm } from "../prompts.ts";
import { apiVerb, type Columns, type Confirmed, table, yesOption } from "./list.ts";

interface TargetFlags {
  readonly name?: string;
  readonly provider?: string;
  readonly mode?: string;
  readonly runtime?: string;
  readonly default?: boolean;
  readonly configFile?: string;
}

type NewTargetFlags = TargetFlags & Readonly<Record<"name" | "provider" | "mode" | "runtime", string>>;

const KIND_COLUMNS: Columns<ReceivedTarget | ReceivedCapability> = {
  provider: (target) => target.provider,
  mode: (target) => target.mode,
  runtime: (target) => target.runtime,
};

export function targetsCommand(process: CommandProcess): Command {
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
    options: KINDS.map(([flag, doc]) => required(flag, doc)).concat(optionalOptions()),
    async call(context, _, flags: NewTargetFlags) {
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
      ...KINDS.map(([flag, doc]) => new Option(flag, doc)),
      ...optionalOptions(),
      new Option("--no-default", "no longer the default target"),
    ],
    async call(context, [id], flags: TargetFlags) {
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
    options: [yesOption()],
    async call(context, [id], { yes }: Confirmed) {
      await confirm(context, `Remove the target ${id}?`, yes);
      context.onInterruptMessage("Interrupted. The target may have been removed: see greenroom targets list.");
      await context.client.targets.remove(id, context.call);
      return { id, deleted: true };
    },
    print: ({ id }, { terminal }) => terminal.line(`Removed ${id}.`),
  });
  const commands = [list, capabilities, create, update, remove];
  return group("targets", "List, create, update and remove deployment targets.", commands);
}

const KINDS = [
  ["--name <name>", "display name"],
  ["--provider <provider>", "see greenroom targets capabilities"],
  ["--mode <mode>", "managed or own-cloud"],
  ["--runtime <runtime>", "see greenroom targets capabilities"],
] as const;

function optionalOptions(): readonly Option[] {
  return [
    new Option("--default", "make it the default target of sites"),
    new Option("--config-file <path>", "file with a JSON object of settings and secrets, - for standard input"),
  ];
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
  flags: TargetFlags,
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
