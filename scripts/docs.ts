import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { nodeProcess } from "../packages/cli/process.ts";
import { program } from "../packages/cli/program.ts";

export interface Block {
  /** Language after the fence, as in `sh`. */
  readonly language: string;
  readonly code: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** What the HTML comment right before it says, as in `run` or `schema: greenroom.json`; empty without one. */
  readonly mark: string;
}

export interface Page {
  /** Path below the repository's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Text with fenced blocks blanked, so that lines keep their numbers. */
  readonly prose: string;
  /** What a link can point at behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^(`{3,}|~{3,})(\w*)[^\n]*\n([^]*?)^\1[ \t]*$/gm;

export function readPage(path: string, text: string): Page {
  const blocks: Block[] = [];
  const prose = text.replaceAll(FENCE, (all: string, _fence, language: string, code: string, offset: number) => {
    const before = text.slice(0, offset);
    const mark = /<!-- ([^>]*?) -->\s*$/.exec(before)?.[1] ?? "";
    blocks.push({ language, code, line: lineAt(text, offset), mark });
    return all.replaceAll(/[^\n]/g, "");
  });
  return { path, text, blocks, prose, anchors: anchorsOf(prose) };
}

export function readPages(): readonly Page[] {
  const paths = globSync([
    "*.md",
    "{production,close}/*.md",
    "docs/**/*.md",
    ".github/**/*.md",
    "examples/*/*.md",
    "test/**/*.md",
  ]);
  return paths.toSorted().map((path) => readPage(path, readFileSync(path, "utf8")));
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** As GitHub makes them: lower case, no punctuation, hyphens for blanks, a number behind what repeats. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let unique = slug;
    for (let n = 1; anchors.has(unique); n += 1) unique = `${slug}-${n}`;
    anchors.add(unique);
  }
  for (const [, id = ""] of prose.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const MARKDOWN_LINK = /\[(?:[^\][]|\[[^\]]*\])*\]\(<?([^()\s>]+)>?(?: "[^"]*")?\)/g;
const DEFINITION = /^\[[^\]]+\]: +<?([^\s>]+)>?/gm;
const HTML_LINK = /(?:href|src|srcset)="([^"]+)"/g;

/** Files and headings here must exist, addresses elsewhere must be https. @returns One line for each wrong link. */
export function brokenLinks(pages: readonly Page[], exists = existsSync): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    linksOf(page).flatMap(({ target, line }) => {
      const why = wrongLink(target, { page, byPath, exists });
      return why === undefined ? [] : [`${page.path}:${line} ${target}: ${why}`];
    }),
  );
}

interface Link {
  readonly target: string;
  readonly line: number;
}

function linksOf({ prose }: Page): readonly Link[] {
  const text = prose.replaceAll(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
  return [MARKDOWN_LINK, DEFINITION, HTML_LINK].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 1: target = "", index }) => ({ target, line: lineAt(text, index) })),
  );
}

interface LinkContext {
  readonly page: Page;
  readonly byPath: ReadonlyMap<string, Page>;
  readonly exists: (path: string) => boolean;
}

function wrongLink(target: string, { page, byPath, exists }: LinkContext): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return wrongUrl(target);
  const [path = "", anchor] = target.split("#");
  if (path.startsWith("/")) return "write it relative to this page";
  const place = path === "" ? page.path : normalize(join(dirname(page.path), decodeURIComponent(path)));
  if (place.startsWith("..")) return "leads out of the repository";
  if (path !== "" && !exists(place)) return "is not there";
  if (anchor === undefined) return undefined;
  const other = path === "" ? page : byPath.get(place);
  if (other === undefined) return statSync(place).isFile() ? "only Markdown has headings to point at" : "is a folder";
  return other.anchors.has(anchor) ? undefined : "has no such heading";
}

function wrongUrl(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "is no address";
  if (url.protocol !== "https:") return "must begin with https://";
  return url.username === "" && url.hostname.includes(".") ? undefined : "is no public address";
}

/** Of `greenroom`, npm and node, as the program itself reads them. @returns One line for each that is refused. */
export function wrongCommands(pages: readonly Page[]): readonly string[] {
  const scripts = scriptsOfPackage();
  return pages.flatMap((page) =>
    spokenIn(page).flatMap(({ text, line, whole }) =>
      commandsOf(text).flatMap((words) => {
        const why = wrongCommand(words, { scripts, whole });
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

function wrongCommand(words: readonly string[], reading: Reading): string | undefined {
  const [name = "", ...args] = words;
  if (name === "greenroom" || name.endsWith("/bin/greenroom")) return commandError(args, reading.whole);
  if (name === "npm") return wrongNpm(args, reading);
  if (!/(?:^|\/)node$/.test(name)) return undefined;
  const [script = "", ...rest] = args;
  if (/\.[jt]s$/.test(script) && !existsSync(script)) return `${script} is not there`;
  return script === "packages/cli/main.ts" ? commandError(rest, reading.whole) : undefined;
}

function wrongNpm([verb = "", ...args]: readonly string[], { scripts, whole }: Reading): string | undefined {
  const script = verb === "run" ? (args[0] ?? "") : verb;
  if (["start", "test"].includes(verb) || verb === "run") {
    if (!scripts.has(script)) return `package.json has no script '${script}'`;
    const behind = args.slice(args.indexOf("--") + 1);
    return script === "start" && args.includes("--") ? commandError(["demo", ...behind], whole) : undefined;
  }
  return ["ci", "install", "audit", "pack"].includes(verb) ? undefined : `npm ${verb} is not checked`;
}

/** @param whole Whether the line is complete; otherwise verbs without their options pass. */
export function commandError(args: readonly string[], whole: boolean): string | undefined {
  const root = program(nodeProcess());
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

function disarm(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  if (command.commands.length === 0) command.action(() => undefined);
  for (const child of command.commands) disarm(child);
}

function scriptsOfPackage(): ReadonlySet<string> {
  const text: unknown = JSON.parse(readFileSync("package.json", "utf8"));
  const scripts = typeof text === "object" && text !== null && "scripts" in text ? text.scripts : undefined;
  return new Set(Object.keys(typeof scripts === "object" && scripts !== null ? scripts : {}));
}

/** @returns The words of each command, quotes taken off; those inside `$(…)` come as commands of their own. */
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
