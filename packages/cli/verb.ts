import type { Argument, CommandUnknownOpts, InferOptions, Option } from "@commander-js/extra-typings";
import type { Terminal } from "./terminal.ts";

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

/** A verb that is one call: what it takes, and how its result is printed where that is not JSON. */
export interface Verb<Context, Given extends Options, Result> {
  /** Arguments that need no description are in it, as in `show <deployment>`. */
  readonly name: string;
  readonly description: string;
  readonly argument?: Argument<string, unknown, unknown, boolean | undefined, unknown>;
  readonly options?: Given;
  readonly call: (context: Context, words: Words, flags: FlagsOf<Given>) => Promise<Result>;
  readonly print: (result: Result, context: Context, words: Words, flags: FlagsOf<Given>) => void;
}

/** @param run Opens what the call needs, with the first word behind the verb, and closes it afterwards. */
export function callVerb<
  Context extends { readonly terminal: Terminal; readonly json: boolean },
  Given extends Options,
  Result,
>(
  command: CommandUnknownOpts,
  { argument, options, call, print }: Verb<Context, Given, Result>,
  run: (work: (context: Context) => Promise<void>, first: string) => Promise<void>,
): CommandUnknownOpts {
  if (argument) command.addArgument(argument);
  for (const option of options ?? []) command.addOption(option as Option);
  return command.action(() => {
    // What commander reads is what the types of the options say.
    const flags = command.opts() as FlagsOf<Given>;
    const [first = "", second = "", third = ""] = command.args;
    const words = [first, second, third] as const;
    return run(async (context) => {
      const result = await call(context, words, flags);
      if (context.json) context.terminal.json(result);
      else print(result, context, words, flags);
    }, first);
  });
}
