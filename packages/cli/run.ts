import { CommanderError } from "commander";
import { type Exit, EXITS } from "./exit.ts";
import { readFailure } from "./failure.ts";
import { program } from "./program.ts";
import { plainLine } from "./text.ts";

/**
 * Runs the command as a process: parses, works, and sets the exit code. Nothing it meets shows a stack.
 * @param argv Arguments as the process has them.
 */
export async function runCommand(argv: readonly string[]): Promise<void> {
  endWithReader(process.stdout);
  endWithReader(process.stderr);
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    process.exitCode = EXITS[report(error)].code;
  }
}

function report(error: unknown): Exit {
  // What commander has to say it has said already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? "ok" : "usage";
  const failure = readFailure(error);
  process.stderr.write(`${plainLine(failure.message)}\n`);
  return failure.exit;
}

/** Whoever read the output has gone (`… | head`): nothing more is said, unless a verb has to tidy up first. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on("error", () => {
    if (stream.listenerCount("error") === 1) process.exit(EXITS.closed_pipe.code);
  });
}
