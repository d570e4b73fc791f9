import type { Argument, Command, Option } from "commander";
import type { Terminal } from "./terminal.ts";

/** The words behind a verb; empty where it takes none. */
export type Words = readonly [first: string, second: string, third: string];

/** A verb that is one call: what it takes, and how its result is printed where that is not JSON. */
export interface Verb<Context, Flags, Result> {
  /** Arguments that need no description are in it, as in `show <deployment>`. */
  readonly name: string;
  readonly description: string;
  readonly argument?: Argument;
  readonly options?: readonly Option[];
  readonly call: (context: Context, words: Words, flags: Flags) => Promise<Result>;
  readonly print: (result: Result, context: Context, words: Words, flags: Flags) => void;
}

/** @param run Opens what the call needs, with the first word behind the verb, and closes it afterwards. */
export function callVerb<Context extends { readonly terminal: Terminal; readonly json: boolean }, Flags, Result>(
  command: Command,
  { argument, options = [], call, print }: Verb<Context, Flags, Result>,
  run: (work: (context: Context) => Promise<void>, first: string) => Promise<void>,
): Command {
  if (argument) command.addArgument(argument);
  for (const option of options) command.addOption(option);
  return command.action(() => {
    const flags = command.opts<Flags & object>();
    const [first = "", second = "", third = ""] = command.args;
    const words = [first, second, third] as const;
    return run(async (context) => {
      const result = await call(context, words, flags);
      if (context.json) context.terminal.json(result);
      else print(result, context, words, flags);
    }, first);
  });
}
