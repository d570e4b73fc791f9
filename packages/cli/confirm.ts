import { createInterface } from "node:readline/promises";
import { CommandFailure } from "./failure.ts";
import type { Scene } from "./verb.ts";

/**
 * Asks a person before something is taken away.
 * @param question Ends with what is lost.
 * @param yes The person has said so already.
 * @throws {CommandFailure} `usage` when they decline, or nobody is there to ask.
 */
export async function confirm({ signal }: Scene, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    throw new CommandFailure("usage", `${question} Nobody is at the terminal to agree: give --yes.`);
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // Raw mode hands Ctrl-C to the reader of lines, which would only pause.
  asking.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<string>((resolve) => asking.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal }), ended]);
    if (/^y(?:es)?$/i.test(answer.trim())) return;
  } finally {
    asking.close();
  }
  throw new CommandFailure("usage", "Nothing was changed.");
}
