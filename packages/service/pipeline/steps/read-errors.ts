import { findKnownReason } from "./known-errors.ts";

export interface Diagnostic {
  /** Path within the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
  readonly message: string;
}

export interface LoggedReason extends Partial<Diagnostic> {
  /** One line, as a tool printed it or in our words for an error that is known. */
  readonly message: string;
  readonly hint?: string;
  /** Of an error that is known, where something follows from it. */
  readonly code?: string;
  readonly index: number;
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
// rolldown: "   ╭─[ src/a.ts:1:2 ]"
const PLACE_LINE = new RegExp(`^\\s{0,12}(?:file: |╭─\\[ )?${PATH}:(\\d{1,7}):(\\d{1,7})(?::| \\])?$`);
const MESSAGE_AFTER = /^\s{0,4}((?:Type error|Syntax Error|Module not found|Error): .+|Error:\s*$)/;
const MESSAGE_BEFORE =
  /^(?:✘ |X )?(?:\d{2}:\d{2}:\d{2} )?\[(?:ERROR|error|[\w-]+Error|vite(?::[\w-]+)?|plugin [\w:@/-]+|[A-Z]{2,30}_[A-Z_]{2,30})\](?! ?Warning:) ?(.+)$/;

type LocatedDiagnostic = Diagnostic & { readonly index: number };

interface Reading {
  readonly found: LocatedDiagnostic[];
  /** Last line that is nothing but a path. */
  file?: { readonly path: string; readonly index: number } | undefined;
  /** Last line that is nothing but a place. */
  place?: { readonly diagnostic: Omit<Diagnostic, "message">; readonly index: number } | undefined;
  /** Last message that waits for its place. */
  message?: { readonly text: string; readonly index: number } | undefined;
}

/** @param lines Without colours or other control sequences. @returns Each once, in order; at most 1,000. */
export function readDiagnostics(lines: readonly string[]): Diagnostic[] {
  return readAll(withoutRunners(lines)).map((located) => {
    const { index: _, ...diagnostic } = located;
    return diagnostic;
  });
}

/** How runners announce what they put before each line of a program: pnpm its folder and script, Turborepo the task. */
const ANNOUNCED = /^(?:(\S{1,200} [\w:.-]{1,100})\$ |(\S{1,200}:[\w.-]{1,100}): cache (?:miss|bypass)\b)/;
/** Packages and tasks of one build; each line is compared with all of them. */
const MAX_ANNOUNCED = 100;
/** Storybook draws a line along its own. */
const DRAWN = /^[│■▲●◆◇└┌] {1,2}/;

function withoutRunners(lines: readonly string[]): readonly string[] {
  const before = new Set<string>();
  return lines.map((line) => {
    const [, script, task] = ANNOUNCED.exec(line) ?? [];
    const announced = script ?? task;
    if (announced !== undefined && before.size < MAX_ANNOUNCED) before.add(`${announced}: `);
    const prefix = [...before].find((each) => line.startsWith(each)) ?? "";
    return line.slice(prefix.length).replace(DRAWN, "");
  });
}

function readAll(lines: readonly string[]): LocatedDiagnostic[] {
  const reading: Reading = { found: [] };
  for (const [index, line] of lines.entries()) {
    if (reading.found.length >= MAX_COUNTED) break;
    readLine(reading, line.slice(0, MAX_LINE_CHARS).trimEnd(), index);
  }
  const once = new Map<string, LocatedDiagnostic>();
  for (const one of reading.found) {
    const key = `${one.file}:${one.line}:${one.message}`;
    if (!once.has(key)) once.set(key, one);
  }
  return [...once.values()];
}

/** Lines that look like an error although no pattern knows the tool. */
const ANY_ERROR: readonly RegExp[] = [
  /^(?:[✘×✖⨯] ?|npm (?:error|ERR!) |\[[\w:-]{1,40}\]:? )?(?:(?:[A-Z]\w{0,40})?Error|error|ERROR|fatal|FATAL|panic)(?: \w{1,20}\d+)?[:\]] ?(\S.*)$/,
  // Of npm, a sentence: "npm error Invalid tag name …"
  /^npm (?:error|ERR!) ([A-Z"'`].{10,})$/,
  // consola, the logger of Nuxt and others: "[error] …", and " ERROR  …" for a terminal; MkDocs: "ERROR   -  …"
  /^(?:\[(?:error|ERROR|fatal|FATAL)\] {1,2}|(?:ERROR|FATAL) {2}(?: -  )?(?=\w))(\S.*)$/,
];

/** Words about an error rather than the error. */
const NO_ERROR =
  /^(?:code \w+|errno|A complete log|Command failed|command (?:failed|sh|finished)|Lifecycle script|Failed to compile with \d|Unable to build website for locale)/;

/**
 * The first real error: one that is known, else one that names a place, else the first line that looks like one.
 * @param printed Without colours or other control sequences.
 */
export function findFailureReason(printed: readonly string[]): LoggedReason | undefined {
  const lines = withoutRunners(printed);
  const places = readAll(lines);
  const known = findKnown(lines);
  if (known !== undefined) {
    const place = places.find(({ index }) => Math.abs(index - known.index) <= NEAR_LINES);
    return place === undefined ? known : { ...place, ...known };
  }
  const [first] = places;
  if (first !== undefined) return first;
  const index = lines.findIndex((line) => isError(line.slice(0, MAX_LINE_CHARS)));
  if (index < 0) return undefined;
  const text = errorText(lines[index] ?? "") ?? "";
  // What a colon announces is on the next line.
  const rest = text.endsWith(":") ? ` ${(lines[index + 1] ?? "").trim()}` : "";
  return { message: messageText(text + rest), index };
}

/** @param line Without colours or other control sequences. */
export function looksLikeError(line: string): boolean {
  const text = line.slice(0, MAX_LINE_CHARS);
  return isError(text) || ONE_LINE.some((pattern) => pattern.test(text)) || MESSAGE_BEFORE.test(text);
}

function isError(line: string): boolean {
  const found = errorText(line);
  return found !== undefined && !NO_ERROR.test(found);
}

function errorText(line: string): string | undefined {
  const trimmed = line.trim();
  for (const pattern of ANY_ERROR) {
    const found = pattern.exec(trimmed)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function findKnown(lines: readonly string[]): LoggedReason | undefined {
  for (const [index, line] of lines.entries()) {
    const known = findKnownReason(line.slice(0, MAX_LINE_CHARS));
    if (known !== undefined) return { ...known, message: messageText(known.message), index };
  }
  return undefined;
}

function messageText(text: string): string {
  return text.trim().slice(0, MAX_MESSAGE_CHARS).toWellFormed();
}

function readLine(reading: Reading, line: string, index: number): void {
  const whole = ONE_LINE.map((pattern) => pattern.exec(line)).find((match) => match !== null);
  if (whole !== undefined) {
    const place = placeOf(whole);
    if (place !== undefined) add(reading, { ...place, index }, whole[4]);
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
  add(reading, { file: reading.file.path, line: Number(match[1]), column: Number(match[2]), index }, match[3]);
  return true;
}

/** next prints the place first, then the message. */
function readAfterPlace(reading: Reading, line: string, index: number): boolean {
  const match = MESSAGE_AFTER.exec(line);
  const { place } = reading;
  if (match === null || place === undefined || index - place.index > NEAR_LINES) return false;
  add(reading, { ...place.diagnostic, index }, match[1]);
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
    add(reading, { ...place, index }, message.text);
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

function add({ found }: Reading, place: Omit<LocatedDiagnostic, "message">, message = ""): void {
  found.push({ ...place, message: messageText(message) });
}

/** Where the embedded service shows a build its checkout. */
const BUILD_ROOT = "/build/";

/** A path within the repository; undefined for one outside it, of a dependency, or that no tool prints. */
function repositoryFile(path: string): string | undefined {
  const inside = (path.startsWith(BUILD_ROOT) ? path.slice(BUILD_ROOT.length) : path).replace(/^(?:\.\/)+/, "");
  const parts = inside.split("/");
  const outside =
    inside === "" ||
    /^(?:\/|[A-Za-z]:|\\)|\p{Cc}/u.test(inside) ||
    parts.includes("..") ||
    parts.includes("node_modules");
  return outside ? undefined : inside;
}
