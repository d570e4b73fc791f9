import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { ReceivedTarget } from "@greenroom/client/response";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { confirm } from "./confirm.ts";
import { CommandFailure } from "./failure.ts";
import { runVerb, type Verb } from "./verb.ts";

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

/** The verbs about deployment targets. */
export function targetsCommand(): Command {
  const command = new Command("targets").description("List, create, update and remove deployment targets.");
  const list = clientVerb("list", "List deployment targets.").action((flags: ConnectionFlags) =>
    runVerb(flags, listTargets),
  );
  const capabilities = clientVerb("capabilities", "List the combinations a target can have here.").action(
    (flags: ConnectionFlags) => runVerb(flags, listCapabilities),
  );
  const create = clientVerb("create", "Create a deployment target.")
    .requiredOption("--name <name>", "name for people")
    .requiredOption("--provider <provider>", "as in capabilities")
    .requiredOption("--mode <mode>", "managed, or own-cloud")
    .requiredOption("--runtime <runtime>", "as in capabilities")
    .option("--default", "sites use it unless they say otherwise")
    .option("--config-file <path>", "JSON object of settings and secrets; - reads standard input")
    .action((flags: NewTargetFlags) => runVerb(flags, (verb) => createTarget(verb, flags)));
  const update = clientVerb("update <target>", "Change a deployment target.")
    .option("--name <name>", "name for people")
    .option("--provider <provider>", "as in capabilities")
    .option("--mode <mode>", "managed, or own-cloud")
    .option("--runtime <runtime>", "as in capabilities")
    .option("--default", "sites use it unless they say otherwise")
    .option("--no-default", "sites no longer use it")
    .option("--config-file <path>", "JSON object of settings and secrets; - reads standard input")
    .action((id: string, flags: TargetFlags) => runVerb(flags, (verb) => updateTarget(verb, id, flags)));
  const remove = clientVerb("remove <target>", "Remove a deployment target.")
    .option("--yes", "do not ask")
    .action((id: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runVerb(flags, (verb) => removeTarget(verb, id, flags.yes === true)),
    );
  for (const child of [list, capabilities, create, update, remove]) command.addCommand(child);
  return command;
}

async function listTargets({ client, call, terminal, json }: Verb): Promise<void> {
  const targets = await client.targets.list(call);
  if (json) return terminal.json(targets);
  const rows = targets.map((one) => [
    one.name ?? "",
    one.provider ?? "",
    one.mode ?? "",
    one.runtime ?? "",
    one.isDefault === true ? "yes" : "",
    one.id,
  ]);
  terminal.table(
    ["name", "provider", "mode", "runtime", "default", "id"],
    rows,
    "No target is configured; the service uses its own.",
  );
}

async function listCapabilities({ client, call, terminal, json }: Verb): Promise<void> {
  const capabilities = await client.targets.capabilities(call);
  if (json) return terminal.json(capabilities);
  const rows = capabilities.map((one) => [
    one.provider ?? "",
    one.mode ?? "",
    one.runtime ?? "",
    one.enabled === true ? "yes" : "no",
  ]);
  terminal.table(["provider", "mode", "runtime", "enabled"], rows, "The service names no combination.");
}

async function createTarget(verb: Verb, flags: NewTargetFlags): Promise<void> {
  const { name, provider, mode, runtime } = flags;
  const body = { name, provider, mode, runtime, ...optional(flags) };
  verb.parting("Interrupted. The target may have been created all the same: see greenroom targets list.");
  show(verb, await verb.client.targets.create(body, verb.call));
}

async function updateTarget(verb: Verb, id: string, flags: TargetFlags): Promise<void> {
  const { name, provider, mode, runtime } = flags;
  const given = Object.entries({ name, provider, mode, runtime }).filter(([, value]) => value !== undefined);
  const body = { ...Object.fromEntries(given), ...optional(flags) };
  if (Object.keys(body).length === 0) {
    throw new CommandFailure("usage", "Nothing is to be changed. Give at least one of the options that --help shows.");
  }
  verb.parting("Interrupted. The target may have been changed all the same: see greenroom targets list.");
  show(verb, await verb.client.targets.update(id, body, verb.call));
}

function show({ terminal, json }: Verb, target: ReceivedTarget): void {
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

function optional(flags: TargetFlags): { readonly isDefault?: boolean; readonly config?: Record<string, string> } {
  return {
    ...(flags.default === undefined ? {} : { isDefault: flags.default }),
    ...(flags.configFile === undefined ? {} : { config: readConfig(flags.configFile) }),
  };
}

/** Secrets come from a file: no list of processes and no history of a shell shows them. */
function readConfig(path: string): Record<string, string> {
  const text = readFileSync(path === "-" ? 0 : path, "utf8");
  const entries = Object.entries(parseObject(text));
  const config = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if (config.length === entries.length) return Object.fromEntries(config);
  throw new CommandFailure("usage", "--config-file must hold a JSON object whose values are strings.");
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The text may be a secret, so that the parser's words, which quote it, are not passed on.
  }
  throw new CommandFailure("usage", "--config-file must hold a JSON object whose values are strings.");
}

async function removeTarget(verb: Verb, id: string, yes: boolean): Promise<void> {
  await confirm(verb, `Remove the target ${id}?`, yes);
  verb.parting("Interrupted. The target may have been removed all the same: see greenroom targets list.");
  await verb.client.targets.remove(id, verb.call);
  if (verb.json) verb.terminal.json({ id, deleted: true });
  else verb.terminal.line(`Removed ${id}.`);
}
