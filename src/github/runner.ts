import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { EOL } from "node:os";
import type { Environment } from "./payload.ts";
import { knownSecrets, redact } from "./secrets.ts";
import {
  type LogText,
  type MarkdownText,
  type OutputText,
  type SafeAddress,
  log,
  logLines,
  plainLine,
} from "./untrusted-text.ts";

/** Where the log goes; `process.stdout` fits. */
export interface RunnerStdout {
  write(chunk: string): boolean;
  readonly writableNeedDrain: boolean;
  once(event: "drain" | "close" | "error", listener: () => void): unknown;
  off(event: "drain" | "close" | "error", listener: () => void): unknown;
  on(event: "error", listener: () => void): unknown;
}

/** What the runner talks through. */
export interface RunnerParts {
  readonly env: Environment;
  readonly stdout: RunnerStdout;
  /** Called by `fail`; sets `process.exitCode` unless given. */
  readonly setExitCode?: (code: number) => void;
}

/** Where an annotation points. */
export interface AnnotationPlace {
  readonly title?: string;
  /** Path within the repository. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Message of an annotation: one line, or several. */
export type AnnotationText = LogText | readonly LogText[];

/** The runner's side of an action: inputs, log, annotations, outputs, state, summary. */
export interface Runner {
  /** An input, trimmed; empty when it is not given. */
  input(name: string): string;
  /** Hides a secret in everything that is written from now on. */
  mask(secret: string): void;
  /** Values that must not leave in text for other places, such as a comment: what was masked, and the runner's own. */
  secrets(): readonly string[];
  info(text: LogText): void;
  /** Shows only in runs with debug logging. */
  debug(text: LogText): void;
  /** Writes foreign lines; settles when the reader has kept up, at once when `signal` is aborted. */
  untrustedLines(lines: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<void>;
  group(title: LogText): void;
  endGroup(): void;
  notice(text: AnnotationText, place?: AnnotationPlace): void;
  warning(text: AnnotationText, place?: AnnotationPlace): void;
  error(text: AnnotationText, place?: AnnotationPlace): void;
  /** Written at once, so that a killed step keeps it. */
  setOutput(name: string, value: OutputText | SafeAddress): void;
  /** Kept for the post step, written at once. */
  saveState(name: string, value: string): void;
  /** What an earlier step of this action kept; empty when nothing. */
  state(name: string): string;
  /** Adds to the job's summary; what would go over 1 MiB is left out, and said so. */
  appendSummary(text: MarkdownText): void;
  /** The parsed event file; undefined when there is none or it is no JSON. */
  eventPayload(): unknown;
  /** Makes the step fail when it ends by itself. */
  fail(): void;
}

const MAX_ANNOTATIONS = 10;
const MAX_SUMMARY_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
const SUMMARY_CUT = "\n\n_The rest of the summary is left out: it would be over 1 MiB._\n";

type AnnotationKind = "notice" | "warning" | "error";

interface Desk {
  readonly parts: RunnerParts;
  readonly secrets: string[];
  /** Those of them the runner was told to hide; its own it hides by itself. */
  readonly masked: Set<string>;
  readonly annotations: Record<AnnotationKind, number>;
  readonly broken: Set<string>;
  summaryFull: boolean;
  closed: boolean;
}

/**
 * Makes the runner's side of an action.
 * @param parts Environment and log.
 * @returns The runner; outside a workflow outputs are shown in the log, state and summary are dropped.
 * @see GitHub Docs: Workflow commands
 */
export function createRunner(parts: RunnerParts): Runner {
  const desk: Desk = {
    parts,
    secrets: [...knownSecrets(parts.env)],
    masked: new Set(),
    annotations: { notice: 0, warning: 0, error: 0 },
    broken: new Set(),
    summaryFull: false,
    closed: false,
  };
  // A log nobody reads any more is no reason to die: the deployment goes on.
  parts.stdout.on("error", () => {
    desk.closed = true;
  });
  const untrusted: UntrustedWriter = createUntrustedWriter({
    stdout: parts.stdout,
    closed: () => desk.closed,
    redact: (text) => redact(text, desk.secrets),
  });
  const annotator = (kind: AnnotationKind) => (text: AnnotationText, place?: AnnotationPlace) => {
    annotate(desk, kind, { text, place: place ?? {} });
  };
  return {
    input: (name) => (parts.env[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`] ?? "").trim(),
    mask: (secret) => mask(desk, secret),
    secrets: () => desk.secrets,
    info: (text) => writeLine(desk, text),
    debug: (text) => writeLine(desk, command("debug", {}, text)),
    untrustedLines: (lines, options) => untrusted.write(lines, options?.signal),
    group: (title) => writeLine(desk, command("group", {}, title)),
    endGroup: () => writeLine(desk, command("endgroup", {}, "")),
    notice: annotator("notice"),
    warning: annotator("warning"),
    error: annotator("error"),
    setOutput: (name, value) => setOutput(desk, name, value),
    saveState: (name, value) => void appendTo(desk, "GITHUB_STATE", fileEntry(name, redact(value, desk.secrets))),
    state: (name) => parts.env[`STATE_${name}`] ?? "",
    appendSummary: (text) => appendSummary(desk, text),
    eventPayload: () => readEvent(parts.env["GITHUB_EVENT_PATH"]),
    fail: () => (parts.setExitCode ?? setProcessExitCode)(1),
  };
}

function setProcessExitCode(code: number): void {
  process.exitCode = code;
}

function mask(desk: Desk, secret: string): void {
  const value = secret.trim();
  if (value === "" || desk.masked.has(value)) return;
  desk.masked.add(value);
  // Without a runner nobody would take the command out of the output.
  if (desk.parts.env["GITHUB_ACTIONS"] === "true") desk.parts.stdout.write(`${command("add-mask", {}, value)}\n`);
  if (!desk.secrets.includes(value)) desk.secrets.push(value);
}

function writeLine(desk: Desk, line: string): void {
  if (!desk.closed) desk.parts.stdout.write(`${redact(line, desk.secrets)}\n`);
}

function annotate(desk: Desk, kind: AnnotationKind, shown: { text: AnnotationText; place: AnnotationPlace }): void {
  const lines = typeof shown.text === "string" ? [shown.text] : shown.text;
  desk.annotations[kind] += 1;
  // [platform] The runner keeps ten of a kind a step; the rest stays readable in the log.
  if (desk.annotations[kind] > MAX_ANNOTATIONS) {
    for (const line of lines) writeLine(desk, log`${kind}: ${line}`);
    return;
  }
  writeLine(desk, annotationCommand(kind, lines.join("\n"), shown.place));
}

function setOutput(desk: Desk, name: string, value: string): void {
  const safe = redact(value, desk.secrets);
  if (safe.includes("***")) {
    // [platform] GitHub drops an output that holds a masked value on its way to another job, without a word there.
    const what = log`Output '${name}' holds a value that is masked as a secret, so other jobs would not get it.`;
    const advice = log`Keep names and slugs in 'vars', not in secrets, and choose a token that is no part of an address.`;
    annotate(desk, "warning", { text: [what, advice], place: { title: "Output holds a secret" } });
  }
  if (!appendTo(desk, "GITHUB_OUTPUT", fileEntry(name, safe))) writeLine(desk, log`${name}=${safe}`);
}

function appendSummary(desk: Desk, text: MarkdownText): void {
  const path = desk.parts.env["GITHUB_STEP_SUMMARY"];
  if (desk.summaryFull || path === undefined || path === "") return;
  const added = `${redact(String(text), desk.secrets)}\n`;
  const used = sizeOf(path);
  // [platform] Over 1 MiB nothing at all is uploaded; a part that does not fit is left out whole, so no fence stays open.
  desk.summaryFull = used + Buffer.byteLength(added) > MAX_SUMMARY_BYTES - Buffer.byteLength(SUMMARY_CUT);
  appendTo(desk, "GITHUB_STEP_SUMMARY", desk.summaryFull ? SUMMARY_CUT : added);
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Returns false when there is no such file, as outside a workflow. */
function appendTo(desk: Desk, variable: string, text: string): boolean {
  const path = desk.parts.env[variable];
  if (path === undefined || path === "" || desk.broken.has(variable)) return false;
  try {
    appendFileSync(path, text);
    return true;
  } catch (error) {
    desk.broken.add(variable);
    const reason = error instanceof Error ? error.message : String(error);
    annotate(desk, "warning", { text: log`${variable} cannot be written: ${reason}`, place: {} });
    return false;
  }
}

function readEvent(path: string | undefined): unknown {
  try {
    if (path === undefined || path === "" || statSync(path).size > MAX_EVENT_BYTES) return undefined;
    const payload: unknown = JSON.parse(readFileSync(path, "utf8"));
    return payload;
  } catch {
    return undefined;
  }
}

const MAX_MESSAGE_CHARS = 4096;
const MAX_TITLE_CHARS = 255;

/**
 * Spells a command for the runner.
 * @param name Name of the command.
 * @param properties Its properties; those without a value are left out.
 * @param data Text, of any number of lines.
 * @see GitHub Docs: Workflow commands
 */
export function command(name: string, properties: Readonly<Record<string, string | undefined>>, data: string): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [`${key}=${escapeProperty(value)}`],
  );
  return `::${name}${given.length === 0 ? "" : ` ${given.join(",")}`}::${escapeData(data)}`;
}

/**
 * Spells an annotation.
 * @param kind How it shows.
 * @param message Lines; the runner cuts after 4,096 characters, so it is cut before.
 * @param place Title and place.
 */
export function annotationCommand(kind: string, message: string, place: AnnotationPlace): string {
  const { title, file, line, column } = place;
  const properties = {
    title: title === undefined ? undefined : plainLine(title).slice(0, MAX_TITLE_CHARS),
    file: file === undefined ? undefined : plainLine(file),
    line: line?.toString(),
    col: column?.toString(),
  };
  return command(kind, properties, message.slice(0, MAX_MESSAGE_CHARS).toWellFormed());
}

/**
 * Spells an entry of a command file.
 * @param name Name of the output or state.
 * @param value Text; the delimiter is random and not within it.
 */
export function fileEntry(name: string, value: string): string {
  let delimiter = `ghadelimiter_${randomUUID()}`;
  while (value.includes(delimiter) || name.includes(delimiter)) delimiter = `ghadelimiter_${randomUUID()}`;
  return `${plainLine(name)}<<${delimiter}${EOL}${value}${EOL}${delimiter}${EOL}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** What foreign lines are written through. */
export interface UntrustedParts {
  readonly stdout: RunnerStdout;
  /** Whether nobody reads the log any more. */
  readonly closed: () => boolean;
  readonly redact: (text: string) => string;
}

/** Writes foreign lines so that none of them commands the runner. */
export interface UntrustedWriter {
  /** Settles when the reader has kept up, at once when `signal` is aborted. */
  write(lines: readonly string[], signal: AbortSignal | undefined): Promise<void>;
}

/** Most of a run's foreign lines, characters. */
const MAX_UNTRUSTED_CHARS = 64 * 1024 * 1024;
const BATCH_CHARS = 64 * 1024;

/**
 * Makes the writer of a run's foreign lines.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
export function createUntrustedWriter(parts: UntrustedParts): UntrustedWriter {
  let chars = 0;
  async function write(lines: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    // Fresh for every block: a build that has seen one cannot end the next.
    const token = randomUUID();
    let next = 0;
    while (next < lines.length && chars <= MAX_UNTRUSTED_CHARS) {
      if (parts.closed() || signal?.aborted === true) return;
      const batch: LogText[] = [];
      for (const end = chars + BATCH_CHARS; next < lines.length && chars < end; next += 1) {
        const line = lines[next] ?? "";
        chars += line.length + 1;
        for (const text of logLines(line)) batch.push(text);
        if (chars <= MAX_UNTRUSTED_CHARS) continue;
        batch.push(...logLines("The rest of the log is left out here: it is over 64 MiB."));
        break;
      }
      // Opened and closed in one write, so that a command of ours never falls into a block.
      parts.stdout.write([`::stop-commands::${token}`, parts.redact(batch.join("\n")), `::${token}::`, ""].join("\n"));
      await drained(parts.stdout, signal);
    }
  }
  return { write };
}

async function drained(stdout: RunnerStdout, signal: AbortSignal | undefined): Promise<void> {
  if (!stdout.writableNeedDrain || signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const done = (): void => {
      for (const event of events) stdout.off(event, done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    for (const event of events) stdout.once(event, done);
    signal?.addEventListener("abort", done, { once: true });
  });
}
