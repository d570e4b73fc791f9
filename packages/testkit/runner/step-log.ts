import { COMMAND_NAMES, parseCommand, type Command } from "./commands.ts";

const ANNOTATIONS_PER_KIND = 10;
const MAX_MESSAGE_CHARS = 4096;
const MASKED_TOKEN_CHARS = 6;
const MAX_LINES = 200_000;

/** A line as the log of a job shows it: secrets hidden, commands carried out. */
export interface ShownLine {
  /** `stop` is a line that stops commands or lets them go on; the log shows it, a reader may leave it out. */
  readonly kind: "text" | "stop" | "group" | "endgroup" | "notice" | "warning" | "error" | "debug";
  readonly text: string;
}

export interface Annotation {
  readonly kind: "notice" | "warning" | "error";
  readonly message: string;
  readonly title?: string;
  readonly file?: string;
  readonly line?: string;
}

/**
 * Reads the lines of one step as the runner does.
 * @param masks Masks of the job; `add-mask` adds to them.
 * @see actions/runner, ActionCommandManager.cs and OutputManager.cs
 */
export function createStepLog(masks: Masks, onLine: (line: ShownLine) => void) {
  const shown: ShownLine[] = [];
  /** Lines as the process wrote them, secrets included: for checks only, never shown. */
  const raw: string[] = [];
  const annotations: Annotation[] = [];
  /** Outputs and state set by commands instead of files. */
  const outputs = new Map<string, string>();
  const state = new Map<string, string>();
  const matchers: string[] = [];
  /** Commands that fail a step. */
  const failures: string[] = [];
  let stopToken: string | undefined;

  const say = (line: ShownLine): void => {
    const hidden = { kind: line.kind, text: masks.hide(line.text) };
    if (shown.length < MAX_LINES) shown.push(hidden);
    onLine(hidden);
  };
  const stop = (token: string, line: string): void => {
    if (token === "" || token.toLowerCase() === "pause-logging" || COMMAND_NAMES.has(token.toLowerCase())) {
      failures.push("stop-commands with a token that is empty or a command");
      return;
    }
    stopToken = token.toLowerCase();
    if (token.length > MASKED_TOKEN_CHARS) masks.add(token);
    say({ kind: "stop", text: line });
  };
  const act = (command: Command, line: string): void => {
    if (command.name === "stop-commands") stop(command.data, line);
    else if (command.name === "add-mask") masks.add(command.data);
    else if (command.name === "set-output") outputs.set(command.properties["name"] ?? "", command.data);
    else if (command.name === "save-state") state.set(command.properties["name"] ?? "", command.data);
    else if (command.name.endsWith("-matcher")) matchers.push(`${command.name} ${command.data}`.trim());
    else if (command.name === "set-env" || command.name === "add-path") failures.push(`${command.name} is not allowed`);
    else if (command.name === "group" || command.name === "endgroup" || command.name === "debug") {
      say({ kind: command.name, text: command.data });
    } else annotate(command, annotations, say);
  };
  const take = (line: string): void => {
    if (raw.length < MAX_LINES) raw.push(line);
    const known = stopToken === undefined ? COMMAND_NAMES : new Set([...COMMAND_NAMES, stopToken]);
    const command = parseCommand(line, known);
    if (command !== undefined && stopToken === undefined) {
      act(command, line);
      return;
    }
    const resumes = command !== undefined && command.name === stopToken;
    if (resumes) stopToken = undefined;
    say({ kind: resumes ? "stop" : "text", text: line });
  };
  /** Whether commands are stopped, and no line has resumed them. */
  const stopped = (): boolean => stopToken !== undefined;
  return { take, say, shown, raw, annotations, outputs, state, matchers, failures, stopped };
}

function annotate(command: Command, annotations: Annotation[], say: (line: ShownLine) => void): void {
  const kind = command.name;
  if (kind !== "notice" && kind !== "warning" && kind !== "error") return;
  say({ kind, text: command.data });
  if (annotations.filter((one) => one.kind === kind).length >= ANNOTATIONS_PER_KIND) return;
  const { title, file, line } = command.properties;
  annotations.push({
    kind,
    message: command.data.slice(0, MAX_MESSAGE_CHARS),
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  });
}

export type Masks = ReturnType<typeof createMasks>;

/** @see actions/runner, HostContext.cs, for the encoded forms that are hidden too */
export function createMasks() {
  const values: string[] = [];
  let forms: readonly string[] = [];
  /** Adds a value and each of its lines; an empty one is not added. */
  const add = (value: string): void => {
    if (value === "") return;
    values.push(value);
    const parts = [value, ...value.split(/\r\n|\r|\n/)];
    // The longest form first: a short secret inside a long one must not leave the rest visible.
    forms = [...new Set([...forms, ...parts.flatMap(formsOf)])].sort((left, right) => right.length - left.length);
  };
  const hide = (text: string): string => forms.reduce((shown, form) => shown.replaceAll(form, "***"), text);
  return { values, add, hide };
}

function formsOf(part: string): readonly string[] {
  if (part === "") return [];
  const xml = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  return [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part), xml, ...base64Forms(part)];
}

/** Base64 of the value at each of the three places it can start inside a longer text, without the blurred ends. */
function base64Forms(part: string): readonly string[] {
  const bytes = Buffer.from(part);
  return [0, 1, 2].flatMap((shift) => {
    const whole = bytes.subarray(shift, shift + Math.floor((bytes.length - shift) / 3) * 3);
    // Under six bytes the form is so short that it would hide innocent text.
    return whole.length < 6 ? [] : [whole.toString("base64")];
  });
}
