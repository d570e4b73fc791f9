import type { Argument, CommandUnknownOpts, InferOptions, Option } from "@commander-js/extra-typings";
import type { CommandContext } from "./context.ts";
import { confirm, yesOption } from "./prompts.ts";

/** The words behind a verb; empty where it takes none. */
export type Words = readonly [first: string, second: string, third: string];

/** Without the type arguments of options, which `new Option` would take over from here. */
export type Options = readonly Pick<Option, "flags">[];

/** The values of options, by the names that commander gives them. */
export type FlagsOf<Given extends Options> = Given extends readonly [
  ...infer Before extends Options,
  Option<infer Usage, infer Preset, infer Default, infer Parsed, infer Mandatory, infer Choice>,
]
  ? InferOptions<FlagsOf<Before>, Usage, Default, Parsed, Mandatory, Preset, Choice>
  : object;

/** The line to print, of a verb that prints nothing else. */
type Printed = string | void;

/** A verb that is one call: what it takes, and how its result is printed where that is not JSON. */
export interface Verb<Context, Given extends Options, Result> {
  /** Arguments that need no description are in it, as in `show <deployment>`. */
  readonly name: string;
  readonly description: string;
  readonly argument?: Argument<string, unknown, unknown, boolean | undefined, unknown>;
  readonly options?: Given;
  /** What is asked before the call, unless `--yes` is given. */
  readonly asks?: (words: Words) => string;
  /** What Ctrl-C during the call leaves unknown. */
  readonly interrupted?: (words: Words) => string;
  readonly call: (context: Context, words: Words, flags: FlagsOf<Given>) => Promise<Result>;
  readonly print: (result: Result, context: Context, words: Words, flags: FlagsOf<Given>) => Printed | Promise<Printed>;
}

/** @param run Opens what the call needs, with the first word behind the verb, and closes it afterwards. */
export function callVerb<Context extends CommandContext & { readonly json: boolean }, Given extends Options, Result>(
  command: CommandUnknownOpts,
  { argument, options, asks, interrupted, call, print }: Verb<Context, Given, Result>,
  run: (work: (context: Context) => Promise<void>, first: string) => Promise<void>,
): CommandUnknownOpts {
  if (argument) command.addArgument(argument);
  for (const option of options ?? []) command.addOption(option as Option);
  if (asks) command.addOption(yesOption());
  return command.action(() => {
    // What commander reads is what the types of the options say.
    const flags = command.opts() as FlagsOf<Given>;
    const [first = "", second = "", third = ""] = command.args;
    const words = [first, second, third] as const;
    return run(async (context) => {
      if (asks) await confirm(context, asks(words), command.getOptionValue("yes") === true);
      if (interrupted) context.onInterruptMessage(`Interrupted. ${interrupted(words)}`);
      const result = await call(context, words, flags);
      if (context.json) return context.terminal.json(result);
      const line = await print(result, context, words, flags);
      if (line !== undefined) context.terminal.line(line);
    }, first);
  });
}
