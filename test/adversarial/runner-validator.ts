import { executedCommands, readLines } from "../github/executed-commands.ts";

/** Titles that the actions themselves give to annotations. */
const TITLES = new Set(
  ["", "Preview failed", "Timed out", "Build error", "No approval link", "Deployment refused", "Skipped"].concat(
    ["GitHub did not accept the comment", "GitHub did not accept the deployment record", "Service unreachable"],
    ["Approval required", "Release rejected", "Release failed", "Release refused", "Output holds a secret"],
    ["GitHub did not accept the request for the pull request", "Nothing closed", "GitHub did not accept the report"],
    ["GitHub did not accept the check run"],
    ["A comment was not changed", "Previews were not removed"],
  ),
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What a terminal or a viewer of logs would do more with than show it; colours may stay. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u001b(?!\[[0-9;:]{0,32}m)/;

/**
 * Checks what an action wrote to its log, by the runner's own reading of it.
 * @param stdout Everything, as it was written.
 * @param masks Values the action itself masks.
 * @returns What is wrong, one sentence each.
 */
export function validateLog(stdout: string, masks: readonly string[]): string[] {
  const commands = executedCommands(stdout);
  const wrong = commands.flatMap(({ name, properties, data }): string[] => {
    if (name === "group" || name === "endgroup" || name === "debug") return [];
    if (name === "add-mask") return masks.includes(data) ? [] : [`add-mask of ${JSON.stringify(data)}`];
    if (name === "stop-commands") return UUID.test(data) ? [] : [`stop-commands until ${JSON.stringify(data)}`];
    if (name !== "notice" && name !== "warning" && name !== "error") return [`the command ${name}`];
    const title = properties["title"] ?? "";
    if (!TITLES.has(title)) return [`an annotation titled ${JSON.stringify(title)}`];
    const placed = Object.keys(properties).every((key) => key === "title" || title === "Build error");
    return placed && data.length <= 4096 ? [] : [`an annotation that points somewhere: ${title}`];
  });
  const stops = commands.filter(({ name }) => name === "stop-commands");
  const open = stops
    .filter(({ data }) => !readLines(stdout).includes(`::${data}::`))
    .map(() => "commands stay stopped");
  const raw = readLines(stdout).filter((line) => FORBIDDEN.test(line));
  return [...wrong, ...open, ...raw.map((line) => `a line with controls: ${JSON.stringify(line.slice(0, 200))}`)];
}

/**
 * Checks a command file, read as the runner reads it: `name=value`, or `name<<delimiter` up to that line.
 * @param text Content of the file.
 * @param names What it can hold.
 * @returns What is wrong, one sentence each.
 * @see actions/runner, FileCommandManager.cs
 */
export function validateFile(text: string, names: readonly string[]): string[] {
  const wrong: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [line, after] = cut(rest);
    const [equals, heredoc] = [line.indexOf("="), line.indexOf("<<")];
    if (heredoc < 0 || (equals >= 0 && equals < heredoc)) return [...wrong, `a bare line: ${JSON.stringify(line)}`];
    const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)];
    if (!names.includes(name)) wrong.push(`the name ${JSON.stringify(name)}`);
    if (!/^ghadelimiter_[0-9a-f-]{36}$/.test(delimiter)) wrong.push(`the delimiter ${JSON.stringify(delimiter)}`);
    const end = `\n${after}`.indexOf(`\n${delimiter}\n`);
    if (end < 0) return [...wrong, `no end of ${name}`];
    const value = after.slice(0, Math.max(0, end - 1));
    if (/[\u0000-\u0008\u000a-\u001f]/.test(value)) wrong.push(`a value of lines: ${name}`);
    rest = after.slice(end + delimiter.length + 1);
  }
  return wrong;
}

function cut(text: string): readonly [line: string, after: string] {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}
