/** Why a command file could not be read. */
export class CommandFileError extends Error {
  readonly code: "name_empty" | "delimiter_missing" | "format_invalid";

  constructor(code: CommandFileError["code"], message: string) {
    super(message);
    this.name = "CommandFileError";
    this.code = code;
  }
}

/**
 * Reads `name=value` lines and `name<<delimiter` blocks.
 * @param text Content of GITHUB_OUTPUT, GITHUB_STATE or GITHUB_ENV.
 * @returns Values by name, the last one wins.
 * @throws CommandFileError `name_empty`, `delimiter_missing`, `format_invalid`; the runner fails the step then.
 * @see actions/runner, FileCommandManager.cs
 */
export function parseCommandFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (heredoc >= 0 && (equals < 0 || heredoc < equals)) {
      const delimiter = line.slice(heredoc + 2);
      const end = lines.indexOf(delimiter, index + 1);
      if (delimiter === "" || end < 0) {
        throw new CommandFileError(
          "delimiter_missing",
          `No line ends the value of '${line}'; write its delimiter last.`,
        );
      }
      values.set(named(line.slice(0, heredoc), line), lines.slice(index + 1, end).join("\n"));
      index = end;
    } else if (equals >= 0) {
      values.set(named(line.slice(0, equals), line), line.slice(equals + 1));
    } else {
      throw new CommandFileError("format_invalid", `'${line}' is neither name=value nor name<<delimiter; write one.`);
    }
  }
  return values;
}

function named(name: string, line: string): string {
  if (name === "") throw new CommandFileError("name_empty", `'${line}' has no name; write one before its value.`);
  return name;
}
