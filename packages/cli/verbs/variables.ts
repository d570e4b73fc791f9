import { Command, Option } from "commander";
import type { ReceivedVariable, SetVariable } from "@greenroom/contract/variable";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm } from "../prompts.ts";
import { type Columns, printList, siteIdOf } from "./list.ts";

interface SetFlags extends ConnectionFlags {
  readonly environment: string;
  readonly plain?: true;
  readonly value?: string;
  readonly valueFile?: string;
  readonly install?: true;
}

interface DeleteFlags extends ConnectionFlags {
  readonly environment?: string;
  readonly yes?: true;
}

export function variablesCommand(process: CommandProcess): Command {
  const command = new Command("variables").description("Set the values that builds of a site get.");
  const list = apiCommand("list <site>", "List the variables of a site; secrets without their values.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => listVariables(context, site)),
  );
  const set = apiCommand("set <site> <name>", "Set a variable; its value is read from standard input.")
    .addOption(
      new Option("--environment <name>", "builds that get it: all, production, preview, or branch:PATTERN").default(
        "all",
      ),
    )
    .option("--plain", "a value that may be shown, instead of a secret")
    .option("--value <text>", "value of a plain variable")
    .option("--value-file <file>", "file with the value, - for standard input")
    .option("--install", "give it to the install step too, such as a token of a package registry")
    .action((site: string, name: string, flags: SetFlags) =>
      runApiCommand(process, flags, (context) => setVariable(context, { site, name, flags })),
    );
  const remove = apiCommand("delete <site> <name>", "Delete a variable.")
    .option("--environment <name>", "which of its values (default: the only one)")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, name: string, flags: DeleteFlags) =>
      runApiCommand(process, flags, (context) => deleteVariable(context, { site, name, flags })),
    );
  for (const child of [list, set, remove]) command.addCommand(child);
  return command;
}

async function listVariables(context: ApiContext, site: string): Promise<void> {
  const variables = await context.client.variables.list(await siteIdOf(context, site), context.call);
  printList(context, variables, COLUMNS, `No variables. Set one with greenroom variables set ${site} NAME.`);
}

const COLUMNS: Columns<ReceivedVariable> = {
  name: (variable) => variable.name,
  environment: (variable) => variable.environment,
  value: shownValue,
  "install step": ({ install }) => (install === true ? "yes" : ""),
};

function shownValue({ kind, value, inactive }: ReceivedVariable): string {
  if (inactive !== undefined) return "(not used: the repository of the site changed, set it again)";
  return kind === "plain" ? (value ?? "") : "(secret)";
}

async function setVariable(
  context: ApiContext,
  { site, name, flags }: { readonly site: string; readonly name: string; readonly flags: SetFlags },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const { environment, plain, install } = flags;
  const value = await readValue(context, flags);
  if (plain !== true) terminal.hide(value);
  const body: SetVariable = {
    name,
    value,
    environment,
    kind: plain === true ? "plain" : "secret",
    install,
  };
  const id = await siteIdOf(context, site);
  context.onInterruptMessage(`Interrupted. The variable may have been set: see greenroom variables list ${site}.`);
  const variable = await client.variables.set(id, body, call);
  if (json) return terminal.json(variable);
  terminal.line(`Set ${name} for ${describe(environment)}.`);
  terminal.say("The next build gets it; what is built already stays as it is.", "quiet");
}

function describe(environment: string): string {
  if (environment === "all") return "all builds";
  return environment.startsWith("branch:") ? `builds of ${environment.slice(7)}` : `${environment} builds`;
}

/** A secret never comes from an argument, since other users of the machine can see those. */
async function readValue(context: ApiContext, { plain, value, valueFile }: SetFlags): Promise<string> {
  if (value !== undefined && valueFile !== undefined) {
    throw new CommandError("usage", "Give --value or --value-file, not both.");
  }
  if (value !== undefined && plain !== true) {
    throw new CommandError(
      "usage",
      "A secret is read from standard input or with --value-file, since other users can see arguments. For a value that is none, add --plain.",
    );
  }
  const text = value ?? (await readInputFile(context, valueFile ?? "-")).replace(/\r?\n$/, "");
  if (text === "") throw new CommandError("usage", "The value is empty. Send it to standard input.");
  return text;
}

async function deleteVariable(
  context: ApiContext,
  { site, name, flags }: { readonly site: string; readonly name: string; readonly flags: DeleteFlags },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  const { environment } = flags;
  const found = (await client.variables.list(id, call)).filter(
    (one) => one.name === name && (environment === undefined || one.environment === environment),
  );
  const [variable] = found;
  if (!variable) {
    throw new CommandError("refused", `The site has no such variable. See greenroom variables list ${site}.`);
  }
  if (found.length > 1) {
    const environments = found.map((one) => one.environment).join(", ");
    throw new CommandError("usage", `${name} is set for ${environments}. Give --environment.`);
  }
  await confirm(context, `Delete ${name} (${variable.environment})? Builds no longer get it.`, flags.yes === true);
  await client.variables.remove(id, variable.id, call);
  if (json) terminal.json({ id: variable.id, removed: true });
  else terminal.line(`Deleted ${name} (${variable.environment}).`);
}
