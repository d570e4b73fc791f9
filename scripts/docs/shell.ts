/**
 * Takes the commands out of shell text, as far as documentation uses the shell.
 * @param text Lines of a shell block.
 * @returns The words of each command, quotes taken off; those inside `$(…)` come as commands of their own.
 */
export function commandsOf(text: string): readonly (readonly string[])[] {
  const inner = [...text.matchAll(/\$\(([^()]*)\)/g)].flatMap(([, code = ""]) => commandsOf(code));
  const joined = text.replaceAll(/\\\n\s*/g, " ").replaceAll(/\$\(([^()]*)\)/g, "SUBSTITUTED");
  const commands: string[][] = [[]];
  for (const [part] of withoutHereDocuments(joined).matchAll(TOKEN)) {
    if (/^\s+$/.test(part) && !part.includes("\n")) continue;
    if (part.startsWith("#")) continue;
    if (OPERATOR.test(part)) commands.push([]);
    else commands.at(-1)?.push(unquoted(part));
  }
  return [...commands.map((words) => withoutAssignments(words)), ...inner].filter((words) => words.length > 0);
}

const TOKEN =
  /\n\s*|[^\S\n]+|#[^\n]*|&&|\|\||[;|&()]|\d*[<>]{1,2}&?\s*\S+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;|&()<>"'\\])+/g;
const OPERATOR = /^(?:\n\s*|&&|\|\||[;|&()])$/;

function withoutHereDocuments(text: string): string {
  return text.replaceAll(/<<-?\s*'?(\w+)'?([^\n]*)\n[^]*?^\1$/gm, "$2");
}

function unquoted(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
    (_all, double?: string, single?: string, one?: string) => {
      return double?.replaceAll(/\\(.)/g, "$1") ?? single ?? one ?? "";
    },
  );
}

/** Redirections and `NAME=value` before a command are no part of it. */
function withoutAssignments(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !/^\d*[<>]/.test(word));
  const first = bare.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && !/^(?:sudo|export|exec)$/.test(word));
  return first === -1 ? [] : bare.slice(first);
}
