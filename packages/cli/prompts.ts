import { createInterface } from "node:readline/promises";
import { Option } from "@commander-js/extra-typings";
import type { CommandContext } from "./context.ts";
import { CommandError } from "./errors.ts";

export interface Prompter extends Disposable {
  ask(question: string): Promise<string>;
}

/** Ctrl-C ends the verb, and the end of the input is an empty reply. */
export function createPrompter({ process, signal, interrupt }: CommandContext): Prompter {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // Raw mode hands Ctrl-C to the reader of lines, which would only pause.
  reader.on("SIGINT", interrupt);
  const closed = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  return {
    ask: (question) => Promise.race([reader.question(question, { signal }), closed]),
    [Symbol.dispose]: () => reader.close(),
  };
}

export function yesOption() {
  return new Option("--yes", "do not ask for confirmation");
}

/** @throws {CommandError} `usage` when they decline, or there is no terminal. */
export async function confirm(context: CommandContext, question: string, yes = false): Promise<void> {
  if (yes) return;
  if (context.process.stdin.isTTY !== true) {
    throw new CommandError("usage", `${question} There is no terminal to confirm at: give --yes.`);
  }
  using prompter = createPrompter(context);
  if (isYes(await prompter.ask(`${question} [y/N] `))) return;
  throw new CommandError("usage", "Nothing was changed.");
}

export function isYes(reply: string): boolean {
  return /^y(?:es)?$/i.test(reply.trim());
}
