import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { ReceivedVariable, SetVariable } from "@greenroom/contract/variable";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";
import { group } from "../options.ts";
import { type CommandProcess, readInputFile } from "../process.ts";
import { confirm, yesOption } from "../prompts.ts";
import { apiVerb, siteIdOf, siteVerb, table } from "./list.ts";

export function variablesCommand(process: CommandProcess): CommandUnknownOpts {
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List the variables of a site; secrets without their values.",
    call: ({ client, call, siteId }) => client.variables.list(siteId, call),
    print: table<ReceivedVariable>(
      {
        name: (variable) => variable.name,
        environment: (variable) => variable.environment,
        value: shownValue,
        "install step": ({ install }) => (install === true ? "yes" : ""),
      },
      (site) => `No variables. Set one with greenroom variables set ${site} NAME.`,
    ),
  });
  const set = apiVerb(process, {
    name: "set <site> <name>",
    description: "Set a variable; its value is read from standard input.",
    options: [
      new Option("--environment <name>", "builds that get it: all, production, preview, or branch:PATTERN").default(
        "all",
      ),
      new Option("--plain", "a value that may be shown, instead of a secret"),
      new Option("--value <text>", "value of a plain variable"),
      new Option("--value-file <file>", "file with the value, - for standard input"),
      new Option("--install", "give it to the install step too, such as a token of a package registry"),
    ],
    async call(context, [site, name], flags) {
      const { environment, plain, install } = flags;
      const value = await readValue(context, flags);
      if (plain !== true) context.terminal.hide(value);
      const kind = plain === true ? "plain" : "secret";
      const body: SetVariable = { name, value, environment, kind, install };
      const id = await siteIdOf(context, site);
      context.onInterruptMessage(`Interrupted. The variable may have been set: see greenroom variables list ${site}.`);
      return await context.client.variables.set(id, body, context.call);
    },
    print({ environment }, { terminal }, [, name]) {
      terminal.line(`Set ${name} for ${describe(environment)}.`);
      terminal.say("The next build gets it; what is built already stays as it is.", "quiet");
    },
  });
  const remove = siteVerb(process, {
    name: "delete <site> <name>",
    description: "Delete a variable.",
    options: [new Option("--environment <name>", "which of its values (default: the only one)"), yesOption()],
    async call(context, [site, name], { environment, yes }) {
      const { client, call, siteId } = context;
      const found = (await client.variables.list(siteId, call)).filter(
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
      await confirm(context, `Delete ${name} (${variable.environment})? Builds no longer get it.`, yes);
      await client.variables.remove(siteId, variable.id, call);
      return { id: variable.id, removed: true };
    },
    print: (_, __, [, name]) => `Deleted ${name}.`,
  });
  return group("variables", "Set the values that builds of a site get.", [list, set, remove]);
}

function shownValue({ kind, value, inactive }: ReceivedVariable): string {
  if (inactive !== undefined) return "(not used: the repository of the site changed, set it again)";
  return kind === "plain" ? (value ?? "") : "(secret)";
}

function describe(environment: string): string {
  if (environment === "all") return "all builds";
  return environment.startsWith("branch:") ? `builds of ${environment.slice(7)}` : `${environment} builds`;
}

/** A secret never comes from an argument, since other users of the machine can see those. */
async function readValue(
  context: ApiContext,
  { plain, value, valueFile }: { readonly plain?: true; readonly value?: string; readonly valueFile?: string },
): Promise<string> {
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
