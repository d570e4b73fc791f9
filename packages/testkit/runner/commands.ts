import { CodedError } from "@greenroom/contract/coded-error";

export interface Command {
  /** Lower case. */
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Commands the runner knows; any other name is text. */
export const COMMAND_NAMES: ReadonlySet<string> = new Set(
  (
    "add-mask add-matcher add-path debug echo endgroup error group notice " +
    "remove-matcher save-state set-env set-output stop-commands warning"
  ).split(" "),
);

const DATA = { "%0D": "\r", "%0A": "\n", "%25": "%" };
const PROPERTY = { ...DATA, "%3A": ":", "%2C": "," };
const OLD = { ...DATA, "%3B": ";", "%5D": "]" };

/** The runner compares by culture, which ignores these; this parser must not be more lenient. */
const IGNORED = /(?!\t)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What .NET trims: NEL is white space there, which it is not here. */
const LEADING_SPACE = /^[\s\u0085]+/;

/**
 * Finds the command of a line, in the new form first, then in the old one; undefined when the line is text.
 * @see actions/runner, ActionCommand.cs
 */
export function parseCommand(line: string, known: ReadonlySet<string>): Command | undefined {
  const text = line.replace(IGNORED, "");
  return parseNew(text, known) ?? parseOld(text, known);
}

/** `::name key=value,key=value::data`, at the start of a line after white space. */
function parseNew(line: string, known: ReadonlySet<string>): Command | undefined {
  const text = line.replace(LEADING_SPACE, "");
  if (!text.startsWith("::")) return undefined;
  const end = text.indexOf("::", 2);
  if (end < 0) return undefined;
  const head = readHead(text.slice(2, end), known, { separator: ",", escapes: PROPERTY });
  return head === undefined ? undefined : { ...head, data: unescape(text.slice(end + 2), DATA) };
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseOld(line: string, known: ReadonlySet<string>): Command | undefined {
  const start = line.indexOf("##[");
  const end = start < 0 ? -1 : line.indexOf("]", start);
  if (end < 0) return undefined;
  const head = readHead(line.slice(start + 3, end), known, { separator: ";", escapes: OLD });
  return head === undefined ? undefined : { ...head, data: unescape(line.slice(end + 1), OLD) };
}

function readHead(
  head: string,
  known: ReadonlySet<string>,
  { separator, escapes }: { separator: string; escapes: Readonly<Record<string, string>> },
): Omit<Command, "data"> | undefined {
  const space = head.indexOf(" ");
  const name = (space < 0 ? head : head.slice(0, space)).toLowerCase();
  if (!known.has(name)) return undefined;
  const pairs =
    space > 0
      ? head
          .slice(space + 1)
          .trim()
          .split(separator)
      : [];
  const properties = pairs.flatMap((pair) => {
    const equals = pair.indexOf("=");
    return equals < 0 ? [] : [[pair.slice(0, equals), unescape(pair.slice(equals + 1), escapes)] as const];
  });
  return { name, properties: Object.fromEntries(properties) };
}

function unescape(text: string, escapes: Readonly<Record<string, string>>): string {
  // `%25` comes last in every table, so that `%250A` ends as `%0A`.
  const order = Object.entries(escapes).sort(([left], [right]) => Number(left === "%25") - Number(right === "%25"));
  return order.reduce((result, [escape, character]) => result.replaceAll(escape, character), text);
}

export class CommandFileError extends CodedError<"name_empty" | "delimiter_missing" | "format_invalid"> {
  override readonly name = "CommandFileError";
}

/**
 * Reads GITHUB_OUTPUT, GITHUB_STATE or GITHUB_ENV: `name=value` lines and `name<<delimiter` blocks; the last value wins.
 * @throws {CommandFileError} The runner fails the step then.
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
