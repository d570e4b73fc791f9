import { Command } from "commander";
import type { ReceivedCapability, ReceivedTarget } from "@greenroom/contract/target";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm } from "../prompts.ts";
import { type Columns, printList } from "./list.ts";

interface TargetFlags extends ConnectionFlags {
  readonly name?: string;
  readonly provider?: string;
  readonly mode?: string;
  readonly runtime?: string;
  readonly default?: boolean;
  readonly configFile?: string;
}

interface NewTargetFlags extends TargetFlags {
  readonly name: string;
  readonly provider: string;
  readonly mode: string;
  readonly runtime: string;
}

export function targetsCommand(process: CommandProcess): Command {
  const command = new Command("targets").description("List, create, update and remove deployment targets.");
  const list = apiCommand("list", "List deployment targets.").action((flags: ConnectionFlags) =>
    runApiCommand(process, flags, listTargets),
  );
  const capabilities = apiCommand(
    "capabilities",
    "List the supported combinations of provider, mode and runtime.",
  ).action((flags: ConnectionFlags) => runApiCommand(process, flags, listCapabilities));
  const create = apiCommand("create", "Create a deployment target.")
    .requiredOption("--name <name>", "display name")
    .requiredOption("--provider <provider>", "see greenroom targets capabilities")
    .requiredOption("--mode <mode>", "managed or own-cloud")
    .requiredOption("--runtime <runtime>", "see greenroom targets capabilities")
    .option("--default", "make it the default target of sites")
    .option("--config-file <path>", "file with a JSON object of settings and secrets, - for standard input")
    .action((flags: NewTargetFlags) => runApiCommand(process, flags, (context) => createTarget(context, flags)));
  const update = apiCommand("update <target>", "Change a deployment target.")
    .option("--name <name>", "display name")
    .option("--provider <provider>", "see greenroom targets capabilities")
    .option("--mode <mode>", "managed or own-cloud")
    .option("--runtime <runtime>", "see greenroom targets capabilities")
    .option("--default", "make it the default target of sites")
    .option("--no-default", "no longer the default target")
    .option("--config-file <path>", "file with a JSON object of settings and secrets, - for standard input")
    .action((id: string, flags: TargetFlags) =>
      runApiCommand(process, flags, (context) => updateTarget(context, id, flags)),
    );
  const remove = apiCommand("remove <target>", "Remove a deployment target.")
    .option("--yes", "do not ask for confirmation")
    .action((id: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runApiCommand(process, flags, (context) => removeTarget(context, id, flags.yes === true)),
    );
  for (const child of [list, capabilities, create, update, remove]) command.addCommand(child);
  return command;
}

async function listTargets(context: ApiContext): Promise<void> {
  const targets = await context.client.targets.list(context.call);
  printList(context, targets, TARGET_COLUMNS, "No targets configured; the service uses its own.");
}

const KIND_COLUMNS: Columns<ReceivedTarget | ReceivedCapability> = {
  provider: (target) => target.provider,
  mode: (target) => target.mode,
  runtime: (target) => target.runtime,
};

const TARGET_COLUMNS: Columns<ReceivedTarget> = {
  name: (target) => target.name,
  ...KIND_COLUMNS,
  default: ({ isDefault }) => (isDefault === true ? "yes" : ""),
  id: (target) => target.id,
};

async function listCapabilities(context: ApiContext): Promise<void> {
  const capabilities = await context.client.targets.capabilities(context.call);
  printList(context, capabilities, CAPABILITY_COLUMNS, "The service lists no combinations.");
}

const CAPABILITY_COLUMNS: Columns<ReceivedCapability> = {
  ...KIND_COLUMNS,
  enabled: ({ enabled }) => (enabled === true ? "yes" : "no"),
};

async function createTarget(context: ApiContext, flags: NewTargetFlags): Promise<void> {
  const { name, provider, mode, runtime } = flags;
  const body = { name, provider, mode, runtime, ...(await optional(context, flags)) };
  context.onInterruptMessage("Interrupted. The target may have been created: see greenroom targets list.");
  show(context, await context.client.targets.create(body, context.call));
}

async function updateTarget(context: ApiContext, id: string, flags: TargetFlags): Promise<void> {
  const { name, provider, mode, runtime } = flags;
  const given = Object.entries({ name, provider, mode, runtime }).filter(([, value]) => value !== undefined);
  const body = { ...Object.fromEntries(given), ...(await optional(context, flags)) };
  if (Object.keys(body).length === 0) {
    throw new CommandError("usage", "Nothing to change. Give at least one of the options that --help lists.");
  }
  context.onInterruptMessage("Interrupted. The target may have been changed: see greenroom targets list.");
  show(context, await context.client.targets.update(id, body, context.call));
}

function show({ terminal, json }: ApiContext, target: ReceivedTarget): void {
  if (json) return terminal.json(target);
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
    ...(flags.default === undefined ? {} : { isDefault: flags.default }),
    ...(flags.configFile === undefined ? {} : { config: parseConfig(await readInputFile(context, flags.configFile)) }),
  };
}

/** Secrets come from a file, since other users can see command-line arguments, and the shell keeps them. */
function parseConfig(text: string): Record<string, string> {
  const entries = Object.entries(parseObject(text));
  const config = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if (config.length === entries.length) return Object.fromEntries(config);
  throw new CommandError("usage", "--config-file must contain a JSON object whose values are strings.");
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The message of the parser quotes the text, which can be a secret.
  }
  throw new CommandError("usage", "--config-file must contain a JSON object whose values are strings.");
}

async function removeTarget(context: ApiContext, id: string, yes: boolean): Promise<void> {
  await confirm(context, `Remove the target ${id}?`, yes);
  context.onInterruptMessage("Interrupted. The target may have been removed: see greenroom targets list.");
  await context.client.targets.remove(id, context.call);
  if (context.json) context.terminal.json({ id, deleted: true });
  else context.terminal.line(`Removed ${id}.`);
}
