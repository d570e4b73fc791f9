import { appendFileSync, readFileSync, statSync } from "node:fs";
import { annotationCommand, command, fileEntry } from "./command.ts";
import type { Environment } from "./payload.ts";
import { knownSecrets } from "./known-secrets.ts";
import { log, type LogText, type MarkdownText, type OutputText, redact, type SafeAddress } from "./text.ts";
import { createUntrustedWriter, type UntrustedWriter } from "./untrusted.ts";

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
