import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { CommandError } from "../errors.ts";
import { incompleteness } from "../installation.ts";
import type { CommandProcess, Environment } from "../process.ts";

/** Where options that are not on the command line have their values from: variables, then the configuration file. */
export async function applySettings(command: CommandUnknownOpts, process: CommandProcess): Promise<void> {
  applyEnvironment(command, process.env);
  const config = command.options.find(({ envVar }) => envVar === "GREENROOM_CONFIG");
  if (config === undefined) return;
  // What opens a store must be whole: a migration that a copy left out is not missed by anything else.
  const incomplete = incompleteness();
  if (incomplete) throw incomplete;
  if (!readsConfig(command)) return;
  const named: unknown = command.getOptionValue(config.attributeName());
  const { CONFIG_PATH, readConfig } = await import("./config-file.ts");
  const path = typeof named === "string" ? resolve(process.cwd, named) : CONFIG_PATH;
  const file = named === undefined && !existsSync(path) ? undefined : await readConfig(path, process);
  const [problem, ...more] = file?.problems ?? [];
  if (problem !== undefined) {
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    throw new CommandError("usage", `${problem} greenroom config check lists this${others}.`);
  }
  const values = command.name() === "worker" ? file?.worker : file?.service;
  for (const option of command.options) {
    const value = values?.get(option.envVar ?? "");
    const source = command.getOptionValueSource(option.attributeName());
    if (value === undefined || source === "cli" || source === "env") continue;
    const { parseArg = (text: string) => text } = option;
    const parsed = typeof value === "string" ? parseArg(value, undefined) : value;
    command.setOptionValueWithSource(option.attributeName(), parsed, "config");
  }
}

/**
 * The machine's file is for its own service: not for one in development, nor for another store that an operator names.
 */
function readsConfig(command: CommandUnknownOpts): boolean {
  if (typeof command.getOptionValue("config") === "string") return true;
  const { dev } = command.opts();
  if (dev === true || dev === "true" || dev === "1") return false;
  return command.name() === "serve" || command.getOptionValueSource("data") !== "cli";
}

/** commander reads the environment of Node's process; the one that counts is the one the command was given. */
export function applyEnvironment(command: CommandUnknownOpts, env: Environment): void {
  for (const option of command.options) {
    const { envVar, flags, parseArg, defaultValue } = option;
    const name = option.attributeName();
    if (envVar === undefined || command.getOptionValueSource(name) === "cli") continue;
    const text = env[envVar];
    if (text === undefined) {
      command.setOptionValueWithSource(name, defaultValue, "default");
      continue;
    }
    try {
      command.setOptionValueWithSource(name, parseArg === undefined ? text : parseArg(text, undefined), "env");
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      command.error(`error: option '${flags}' value '${text}' from env '${envVar}' is invalid. ${error.message}`);
    }
  }
}
