import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { CommandError } from "../errors.ts";
import { addToList, readSecretFile } from "../options.ts";
import type { CommandProcess } from "../process.ts";

/** Where a command runs, which relative paths and credentials depend on. */
export type Place = Pick<CommandProcess, "cwd" | "env">;

export interface Setting {
  /** As in `--port <number>`. An option without a value is true or false. */
  readonly flag: string;
  /** What it means, for help and the guide. */
  readonly doc: string;
  /** Its variable, when that is not the name of the option. */
  readonly env?: string;
  /** Value of a setting that is not given, as text. */
  readonly default?: string;
  /** What happens without a value, when there is no default. */
  readonly otherwise?: string;
  readonly choices?: readonly string[];
  readonly required?: true;
  /** The option can be repeated; the values of the variable are separated by this. */
  readonly list?: Separator;
  /** The option names a file with a secret, which may also be in the variable that is named here. */
  readonly secret?: "file" | `GREENROOM_${string}`;
  /** @throws {InvalidArgumentError} Ends with what to give instead. */
  readonly parse?: (text: string, place: Place) => unknown;
}

export interface Separator {
  readonly name: string;
  readonly pattern: RegExp;
}

export type Settings = Readonly<Record<string, Setting>>;

/** Settings by subject; the name of a group in words is its heading. */
export type SettingGroups = Readonly<Record<string, Settings>>;

type ValueOf<S extends Setting> = S extends { readonly flag: `${string}<${string}` }
  ? S extends { readonly list: Separator }
    ? readonly OneOf<S>[]
    : S extends { readonly default: string } | { readonly required: true }
      ? OneOf<S>
      : OneOf<S> | undefined
  : boolean;

type OneOf<S extends Setting> = S extends { readonly parse: (text: string, place: Place) => infer Value }
  ? Value
  : S extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string;

export type Values<Table extends Settings> = { readonly [Name in keyof Table]: ValueOf<NonNullable<Table[Name]>> };

export type GroupValues<Groups extends SettingGroups> = { readonly [Group in keyof Groups]: Values<Groups[Group]> };

/** The variable of a setting: by default the name of its option, as in `GREENROOM_PREVIEW_DOMAIN`. */
export function variableOf({ flag, env }: Setting): string {
  return env ?? `GREENROOM_${longOf(flag).slice(2).toUpperCase().replaceAll("-", "_")}`;
}

/** Its name in a configuration file: the option without dashes before it, as in `preview-domain`. */
export function keyOf({ flag }: Setting): string {
  return longOf(flag).slice(2);
}

function longOf(flag: string): string {
  return flag.split(" ", 1)[0] ?? flag;
}

/** The option of a setting. Its text is read by `readValues`, once the whole command line is. */
export function optionOf<Usage extends string>(setting: Setting & { readonly flag: Usage }): Option<Usage> {
  const { flag, choices, list, default: text } = setting;
  const option = new Option(flag, helpOf(setting)).env(variableOf(setting));
  if (choices) option.choices(choices);
  if (list) option.argParser(addToList);
  if (text !== undefined) option.default(text, text);
  return option;
}

function helpOf(setting: Setting): string {
  const { doc, otherwise } = setting;
  const notes = [...notesOf(setting), ...(otherwise === undefined ? [] : [`default: ${otherwise}`])];
  return notes.length === 0 ? doc : `${doc} (${notes.join("; ")})`;
}

/** Other ways to give a setting than once as an option or once as a variable. */
export function notesOf({ list, secret }: Setting): readonly string[] {
  return [
    ...(list ? [`repeatable, in the variable with ${list.name} between`] : []),
    ...(secret === undefined || secret === "file" ? [] : [`or the variable ${secret}`]),
  ];
}

/** The heading of a group, as in `Address and proxy`. */
export function headingOf(group: string): string {
  const words = group.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export function addSettings(command: CommandUnknownOpts, groups: SettingGroups): CommandUnknownOpts {
  for (const [group, settings] of Object.entries(groups)) {
    for (const setting of Object.values(settings)) {
      command.addOption(optionOf(setting).helpGroup(`${headingOf(group)}:`));
    }
  }
  return command;
}

export function readGroups<Groups extends SettingGroups>(
  groups: Groups,
  command: CommandUnknownOpts,
  place: Place,
): GroupValues<Groups> {
  const values = Object.entries(groups).map(([name, settings]) => [name, readValues(settings, command, place)]);
  return Object.fromEntries(values) as GroupValues<Groups>;
}

/** @throws {CommandError} The message quotes nothing of a value that could hold a password. */
export function readValues<Table extends Settings>(
  table: Table,
  command: CommandUnknownOpts,
  place: Place,
): Values<Table> {
  const values = Object.entries(table).map(([name, setting]) => [name, readValue(setting, command, place)]);
  return Object.fromEntries(values) as Values<Table>;
}

function readValue(setting: Setting, command: CommandUnknownOpts, place: Place): unknown {
  const { flag, list, required, secret, parse = (text: string) => text } = setting;
  const name = optionOf(setting).attributeName();
  const given: unknown = command.getOptionValue(name);
  const source = command.getOptionValueSource(name);
  const reading = <Value>(read: () => Value, where = sourceName(setting, source)): Value => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw new CommandError("usage", `${where} is invalid. ${error.message}`);
    }
  };
  if (!flag.includes("<")) return reading(() => given === true || (typeof given === "string" && readBoolean(given)));
  if (list) {
    const texts = Array.isArray(given) ? given.map(String) : [];
    const words =
      source === "env" ? texts.flatMap((text) => text.split(list.pattern).filter((word) => word !== "")) : texts;
    return reading(() => words.map((word) => parse(word, place)));
  }
  if (typeof given === "string") {
    return reading(() => parse(secret ? readSecretFile(resolve(place.cwd, given)) : given, place));
  }
  const text = secret === undefined || secret === "file" ? undefined : place.env[secret];
  if (secret !== undefined && text !== undefined) return reading(() => parse(text, place), secret);
  const credential = secret === undefined ? undefined : readCredential(setting, place);
  if (credential !== undefined)
    return reading(() => parse(credential, place), `The credential ${credentialOf(setting)}`);
  if (required) {
    throw new CommandError(
      "usage",
      `${longOf(flag)} is missing. Give it, or ${variableOf(setting)}, or ${keyOf(setting)} in the configuration file.`,
    );
  }
  return undefined;
}

function sourceName(setting: Setting, source: string | undefined): string {
  if (source === "env") return variableOf(setting);
  return source === "config" ? `${keyOf(setting)} of the configuration file` : longOf(setting.flag);
}

/** The name of a secret as a credential of systemd: that of its option, without `-file`. */
function credentialOf(setting: Setting): string {
  return keyOf(setting).replace(/-file$/, "");
}

/** [systemd.exec] Only the service can read the folder of its credentials. */
function readCredential(setting: Setting, { env }: Place): string | undefined {
  const folder = env["CREDENTIALS_DIRECTORY"];
  const file = folder === undefined ? undefined : join(folder, credentialOf(setting));
  return file === undefined || !existsSync(file) ? undefined : readFileSync(file, "utf8").trim();
}

function readBoolean(text: string): boolean {
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0" || text === "") return false;
  throw new InvalidArgumentError("Give true or false.");
}
