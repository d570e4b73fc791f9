/**
 * The runner's two command parsers, written again from their description: version 2 at the start of a line,
 * version 1 anywhere in it. Characters that a culture-sensitive search passes over are left out first.
 */
const REGISTERED = new Set(
  [
    "add-mask",
    "add-matcher",
    "add-path",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "notice",
    "remove-matcher",
  ].concat(["save-state", "set-env", "set-output", "stop-commands", "warning"]),
);

export interface ParsedCommand {
  readonly name: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly data: string;
}

/** .NET's ReadLine: CR, LF and CRLF each end a line. */
export function readLines(output: string): string[] {
  return output.split(/\r\n|\r|\n/);
}

export function parseCommand(line: string): ParsedCommand | undefined {
  return parseV2(line) ?? parseV1(line) ?? parseV2(searched(line)) ?? parseV1(searched(line));
}

function searched(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, (found) => (found === "\t" ? "\t" : ""));
}

function parseV2(line: string): ParsedCommand | undefined {
  const trimmed = line.trimStart();
  if (!trimmed.startsWith("::")) return undefined;
  const end = trimmed.indexOf("::", 2);
  return end < 0 ? undefined : build(trimmed.slice(2, end), ",", trimmed.slice(end + 2));
}

function parseV1(line: string): ParsedCommand | undefined {
  const start = line.indexOf("##[");
  const end = start < 0 ? -1 : line.indexOf("]", start);
  return end < 0 ? undefined : build(line.slice(start + 3, end), ";", line.slice(end + 1));
}

function build(head: string, separator: string, data: string): ParsedCommand | undefined {
  const space = head.indexOf(" ");
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  if (!REGISTERED.has(name)) return undefined;
  const pairs = space < 0 ? [] : head.slice(space + 1).split(separator);
  const properties = new Map(
    pairs.flatMap((pair): [string, string][] => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [] : [[pair.slice(0, equals).trim(), unescape(pair.slice(equals + 1))]];
    }),
  );
  return { name, properties, data: unescape(data) };
}

function unescape(text: string): string {
  return text
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%5D", "]")
    .replaceAll("%3B", ";")
    .replaceAll("%25", "%");
}

/** What the runner acts on in a step's output; lines between stop and resume are text. */
export function executedCommands(output: string): ParsedCommand[] {
  const executed: ParsedCommand[] = [];
  let token: string | undefined;
  for (const line of readLines(output)) {
    if (token !== undefined) {
      if (line.trimStart().toLowerCase() === `::${token}::`.toLowerCase()) token = undefined;
      continue;
    }
    const command = parseCommand(line);
    if (command === undefined) continue;
    executed.push(command);
    if (command.name === "stop-commands") token = command.data;
  }
  return executed;
}
