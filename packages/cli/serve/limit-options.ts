import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type ChosenLimits,
  formatLimit,
  LIMIT_SETTINGS,
  type LimitName,
  parseLimit,
} from "@greenroom/service/domain/build-limits";

export { formatLimit, LIMIT_SETTINGS };

const GROUP = "Limits of builds:";

/** Names of the limits that a command sets. @param of A worker sets only those of its machine. */
function namesOf(of: "service" | "worker"): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => of === "service" || LIMIT_SETTINGS[name].of === "machine");
}

/** Every limit, in the order of the guide. */
export const LIMIT_NAMES = Object.keys(LIMIT_SETTINGS) as readonly LimitName[];

/** The variable of a limit. */
export function limitVariable(name: LimitName): string {
  return `GREENROOM_${LIMIT_SETTINGS[name].option.toUpperCase().replaceAll("-", "_")}`;
}

function optionOf(name: LimitName): Option {
  const { option, unit, what, usual } = LIMIT_SETTINGS[name];
  const value = { time: "time", size: "size", count: "number" }[unit];
  return new Option(`--${option} <${value}>`, `${what} (default: ${formatLimit(name, usual)})`)
    .env(limitVariable(name))
    .argParser((text) => {
      const parsed = parseLimit(name, text);
      if (typeof parsed === "number") return parsed;
      throw new InvalidArgumentError(parsed.problem);
    })
    .helpGroup(GROUP);
}

/** Adds the options of limits to a command. */
export function addLimitOptions(command: Command, of: "service" | "worker"): Command {
  for (const name of namesOf(of)) command.addOption(optionOf(name));
  return command;
}

/** The limits that the options of a command set. */
export function chosenLimits(command: Command, of: "service" | "worker"): ChosenLimits {
  const chosen = namesOf(of).map((name) => [name, command.getOptionValue(optionOf(name).attributeName())] as const);
  return Object.fromEntries(chosen.filter(([, value]) => typeof value === "number"));
}
