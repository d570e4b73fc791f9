import { plainLine } from "./untrusted-text.ts";

/** A build error that names a place in the repository. */
export interface Diagnostic {
  /** Path within the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

const MAX_COUNTED = 1000;
const MAX_LINE_CHARS = 2000;
const MAX_MESSAGE_CHARS = 500;
// How many lines a message and its place may be apart.
const NEAR_LINES = 4;
const NEAR_FILE_LINES = 60;

const PATH = String.raw`((?:[A-Za-z]:)?[^\s:()'"|*?<>]{1,400}\.[A-Za-z]{1,8})`;

/** The whole of an error on one line; groups: file, line, column, message. */
const ONE_LINE: readonly RegExp[] = [
  // tsc: src/a.ts(1,2): error TS2304: …
  new RegExp(`^${PATH}\\((\\d{1,7}),(\\d{1,7})\\): error (TS\\d+: .+)$`),
  // tsc --pretty, astro check: src/a.ts:1:2 - error TS2304: …, src/a.astro:1:2 - error ts(2304): …
  new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}) - error (.+)$`),
  // esbuild within vite: /w/src/a.ts:1:2: ERROR: …
  new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (?:ERROR|error): ?(.+)$`),
  // rollup within vite: [RollupError: ]src/a.ts (1:2): …
  new RegExp(`^(?:(?:\\[[^\\]]{1,60}\\] )?[A-Za-z]{0,40}Error: )?${PATH} \\((\\d{1,7}):(\\d{1,7})\\): (.+)$`),
  // eslint --format unix: /w/src/a.ts:1:2: … [Error/no-undef]
  new RegExp(`^${PATH}:(\\d{1,7}):(\\d{1,7}): (.+ \\[Error\\/[\\w@/-]+\\])$`),
];

const FILE_LINE = new RegExp(`^(?:\\./)?${PATH}$`);
// eslint: "  1:2  error  …  rule"; next: "1:2  Error: …  rule"
const UNDER_FILE = /^\s{0,8}(\d{1,7}):(\d{1,7})\s{1,8}(?:error\s{1,8}|Error: )(\S.*)$/;
const PLACE_LINE = new RegExp(`^\\s{0,12}(?:file: )?${PATH}:(\\d{1,7}):(\\d{1,7}):?$`);
const MESSAGE_AFTER = /^\s{0,4}((?:Type error|Syntax Error|Module not found|Error): .+|Error:\s*$)/;
const MESSAGE_BEFORE =
  /^(?:✘ |X )?(?:\d{2}:\d{2}:\d{2} )?\[(?:ERROR|error|[\w-]+Error|vite(?::[\w-]+)?|plugin [\w:@/-]+)\] ?(.+)$/;

interface Reading {
  readonly found: Diagnostic[];
  /** Last line that is nothing but a path. */
  file?: { readonly path: string; readonly index: number } | undefined;
  /** Last line that is nothing but a place. */
  place?: { readonly diagnostic: Omit<Diagnostic, "message">; readonly index: number } | undefined;
  /** Last message that waits for its place. */
  message?: { readonly text: string; readonly index: number } | undefined;
}

/**
 * Finds the errors of tsc, eslint, vite, next and astro in the lines of a build, each once.
 * @param shown How many become annotations; the others are the `rest`.
 */
export function readDiagnostics(lines: readonly string[], shown: number) {
  const reading: Reading = { found: [] };
  for (const [index, raw] of lines.entries()) {
    if (reading.found.length >= MAX_COUNTED) break;
    readLine(reading, plainLine(raw.slice(0, MAX_LINE_CHARS)).trimEnd(), index);
  }
  const once = new Map(reading.found.map((one) => [`${one.file}:${one.line}:${one.message}`, one]));
  const all = [...once.values()];
  return { shown: all.slice(0, shown), rest: all.slice(shown) };
}

function readLine(reading: Reading, line: string, index: number): void {
  const whole = ONE_LINE.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if (whole !== undefined) {
    const place = placeOf(whole);
    if (place !== undefined) add(reading, place, whole[4]);
    // The message that announced it has found its place.
    reading.message = undefined;
    return;
  }
  if (readUnderFile(reading, line, index) || readAfterPlace(reading, line, index) || readPlace(reading, line, index)) {
    return;
  }
  const file = FILE_LINE.exec(line);
  if (file !== null) {
    const path = repositoryFile(file[1] ?? "");
    reading.file = path === undefined ? undefined : { path, index };
  }
  const before = MESSAGE_BEFORE.exec(line);
  if (before !== null) reading.message = { text: before[1] ?? "", index };
}

function readUnderFile(reading: Reading, line: string, index: number): boolean {
  const match = UNDER_FILE.exec(line);
  if (match === null || reading.file === undefined || index - reading.file.index > NEAR_FILE_LINES) return false;
  add(reading, { file: reading.file.path, line: Number(match[1]), column: Number(match[2]) }, match[3]);
  return true;
}

/** next prints the place first, then the message. */
function readAfterPlace(reading: Reading, line: string, index: number): boolean {
  const match = MESSAGE_AFTER.exec(line);
  const { place } = reading;
  if (match === null || place === undefined || index - place.index > NEAR_LINES) return false;
  add(reading, place.diagnostic, match[1]);
  reading.place = undefined;
  return true;
}

/** esbuild and astro print the message first, then the place. */
function readPlace(reading: Reading, line: string, index: number): boolean {
  const match = PLACE_LINE.exec(line);
  const place = match === null ? undefined : placeOf(match);
  if (place === undefined) return false;
  const { message } = reading;
  if (message !== undefined && index - message.index <= NEAR_LINES) {
    add(reading, place, message.text);
    reading.message = undefined;
  } else {
    reading.place = { diagnostic: place, index };
  }
  return true;
}

function placeOf(match: RegExpExecArray): Omit<Diagnostic, "message"> | undefined {
  const file = repositoryFile(match[1] ?? "");
  const line = Number(match[2]);
  return file === undefined || line < 1 ? undefined : { file, line, column: Number(match[3]) };
}

function add({ found }: Reading, place: Omit<Diagnostic, "message">, message = ""): void {
  found.push({ ...place, message: message.trim().slice(0, MAX_MESSAGE_CHARS).toWellFormed() });
}

/** A path within the repository; undefined for one outside it or of a dependency. */
function repositoryFile(path: string): string | undefined {
  const inside = path.replace(/^(?:\.\/)+/, "");
  const parts = inside.split("/");
  const outside =
    inside === "" || /^(?:\/|[A-Za-z]:|\\)/.test(inside) || parts.includes("..") || parts.includes("node_modules");
  return outside ? undefined : inside;
}
