import { existsSync, readFileSync } from "node:fs";
import { CommanderError, type Command } from "commander";
import { program } from "../../packages/cli/program.ts";
import { lineAt, type Page } from "./page.ts";
import { commandsOf } from "./shell.ts";

/**
 * Holds the command lines of pages against the program: verbs, flags and arguments of `greenroom`, scripts of npm and node.
 * @returns One line for each that would be refused.
 */
export function wrongCommands(pages: readonly Page[]): readonly string[] {
  const scripts = scriptsOfPackage();
  return pages.flatMap((page) =>
    spokenIn(page).flatMap(({ text, line, whole }) =>
      commandsOf(text).flatMap((words) => {
        const why = wrongWith(words, { scripts, whole });
        return why === undefined ? [] : [`${page.path}:${line} ${words.join(" ")}: ${why}`];
      }),
    ),
  );
}

interface Spoken {
  readonly text: string;
  readonly line: number;
  /** A line to type; otherwise a verb may stand without what it needs. */
  readonly whole: boolean;
}

function spokenIn({ blocks, prose }: Page): readonly Spoken[] {
  const fenced = blocks.flatMap(({ language, code, line }) => {
    if (language === "sh") return [{ text: code, line, whole: true }];
    if (language !== "ini") return [];
    return [...code.matchAll(/^ExecStart=(.*)$/gm)].map(([, text = ""]) => ({ text, line, whole: true }));
  });
  const inline = [...prose.matchAll(/`((?:greenroom|npm|node) [^`\n]+)`/g)].map(({ 1: text = "", index }) => ({
    text,
    line: lineAt(prose, index),
    whole: false,
  }));
  return [...fenced, ...inline];
}

interface Reading {
  readonly scripts: ReadonlySet<string>;
  readonly whole: boolean;
}

function wrongWith(words: readonly string[], reading: Reading): string | undefined {
  const [name = "", ...args] = words;
  if (name === "greenroom" || name.endsWith("/bin/greenroom")) return refusal(args, reading.whole);
  if (name === "npm") return wrongNpm(args, reading);
  if (!/(?:^|\/)node$/.test(name)) return undefined;
  const [script = "", ...rest] = args;
  if (/\.[jt]s$/.test(script) && !existsSync(script)) return `${script} is not there`;
  return script === "packages/cli/main.ts" ? refusal(rest, reading.whole) : undefined;
}

function wrongNpm([verb = "", ...args]: readonly string[], { scripts, whole }: Reading): string | undefined {
  const script = verb === "run" ? (args[0] ?? "") : verb;
  if (["start", "test"].includes(verb) || verb === "run") {
    if (!scripts.has(script)) return `package.json has no script '${script}'`;
    const behind = args.slice(args.indexOf("--") + 1);
    return script === "start" && args.includes("--") ? refusal(["demo", ...behind], whole) : undefined;
  }
  return ["ci", "install", "audit", "pack"].includes(verb) ? undefined : `npm ${verb} is not checked`;
}

/**
 * Has the program read a command line without doing anything.
 * @param args Words behind `greenroom`.
 * @param whole Whether the line can be typed as it stands; otherwise verbs without their options pass.
 * @returns What the program says against it; undefined when it would run.
 */
export function refusal(args: readonly string[], whole: boolean): string | undefined {
  const root = program();
  disarm(root);
  try {
    root.parse(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.helpDisplayed" || error.code === "commander.version") return undefined;
    const incomplete = /^commander\.(?:help|missing\w+|optionMissingArgument)$/.test(error.code);
    return incomplete && !whole ? undefined : error.message;
  }
}

function disarm(command: Command): void {
  command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  if (command.commands.length === 0) command.action(() => undefined);
  for (const child of command.commands) disarm(child);
}

function scriptsOfPackage(): ReadonlySet<string> {
  const text: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = typeof text === "object" && text !== null && "scripts" in text ? text.scripts : undefined;
  return new Set(Object.keys(typeof scripts === "object" && scripts !== null ? scripts : {}));
}
