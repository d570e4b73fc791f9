import { type Command, COMMAND_NAMES, parseCommand } from "../../packages/testkit/runner/commands.ts";

/** .NET's ReadLine: CR, LF and CRLF each end a line. */
export function readLines(output: string): string[] {
  return output.split(/\r\n|\r|\n/);
}

export function commandOf(line: string): Command | undefined {
  return parseCommand(line, COMMAND_NAMES);
}

/** What the runner acts on in a step's output; lines between stop and resume are text. */
export function executedCommands(output: string): Command[] {
  const executed: Command[] = [];
  let token: string | undefined;
  for (const line of readLines(output)) {
    if (token !== undefined) {
      if (line.trimStart().toLowerCase() === `::${token}::`.toLowerCase()) token = undefined;
      continue;
    }
    const command = commandOf(line);
    if (command === undefined) continue;
    executed.push(command);
    if (command.name === "stop-commands") token = command.data;
  }
  return executed;
}
