import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import * as core from "@actions/core";
import type { Environment } from "./payload.ts";
import { knownSecrets, redact } from "./secrets.ts";
import {
  log,
  logLines,
  type LogText,
  type MarkdownText,
  type OutputText,
  plainLine,
  type SafeAddress,
} from "./untrusted-text.ts";

/** The process of a step. `@actions/core` uses that of Node by itself: its environment and output must be these. */
export interface RunnerProcess {
  readonly env: Environment;
  readonly stdout: Pick<NodeJS.WritableStream, "write" | "on" | "once" | "off"> & {
    readonly writableNeedDrain: boolean;
  };
  exitCode?: number | string | null | undefined;
}

interface AnnotationPlace {
  readonly title?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number | undefined;
}

type AnnotationText = LogText | readonly LogText[];

const MAX_ANNOTATIONS = 10;
const MAX_MESSAGE_CHARS = 4096;
const MAX_TITLE_CHARS = 255;
const MAX_SUMMARY_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 32 * 1024 * 1024;
const SUMMARY_CUT = "\n\n_The rest of the summary is left out: it would be over 1 MiB._\n";

const ANNOTATE = { notice: core.notice, warning: core.warning, error: core.error };

type AnnotationKind = keyof typeof ANNOTATE;
type CommandFile = "GITHUB_OUTPUT" | "GITHUB_STATE" | "GITHUB_STEP_SUMMARY";

type State = ReturnType<typeof initialState>;

function initialState({ env }: RunnerProcess) {
  return {
    env,
    secrets: [...knownSecrets(env)],
    /** Those that were masked by `mask`; the runner masks its own by itself. */
    masked: new Set<string>(),
    annotations: { notice: 0, warning: 0, error: 0 },
    broken: new Set<CommandFile>(),
    summaryBytes: sizeOf(env["GITHUB_STEP_SUMMARY"] ?? ""),
    summaryFull: false,
  };
}

/**
 * Over `@actions/core`: every sink takes only text that is safe there, secrets are redacted in each, and the runner's
 * limits are kept. Outside a workflow outputs are shown in the log; state and summary are dropped.
 */
export function createRunner(process: RunnerProcess) {
  const state: State = initialState(process);
  const redacted = (text: string): string => redact(text, state.secrets);
  const annotator = (kind: AnnotationKind) => (text: AnnotationText, place?: AnnotationPlace) => {
    annotate(state, kind, { text, place });
  };
  return {
    input: (name: string): string => core.getInput(name),
    mask: (secret: string) => mask(state, secret),
    /** What was masked, and the runner's own: none may leave in text for other places, such as a comment. */
    secrets: (): readonly string[] => state.secrets,
    info: (text: LogText) => core.info(redacted(text)),
    /** Settles when the reader has kept up. */
    untrustedLines: createUntrustedWriter(process.stdout, redacted),
    group: (title: LogText) => core.startGroup(redacted(title)),
    endGroup: () => core.endGroup(),
    notice: annotator("notice"),
    warning: annotator("warning"),
    error: annotator("error"),
    /** Written at once, so that a killed step keeps it. */
    setOutput: (name: string, value: OutputText | SafeAddress) => setOutput(state, name, value),
    saveState: (name: string, value: string) =>
      void safely(state, "GITHUB_STATE", () => core.saveState(name, redacted(value))),
    state: (name: string): string => core.getState(name),
    /** What would exceed 1 MiB is left out, with a note. */
    appendSummary: (text: MarkdownText) => appendSummary(state, text),
    eventPayload: () => readEvent(process.env),
    fail: () => {
      process.exitCode = core.ExitCode.Failure;
    },
  };
}

export type Runner = ReturnType<typeof createRunner>;

function mask(state: State, secret: string): void {
  const value = secret.trim();
  if (value === "" || state.masked.has(value)) return;
  state.masked.add(value);
  // Without a runner no one would take the command out of the output.
  if (state.env["GITHUB_ACTIONS"] === "true") core.setSecret(value);
  if (!state.secrets.includes(value)) state.secrets.push(value);
}

function annotate(
  state: State,
  kind: AnnotationKind,
  { text, place = {} }: { text: AnnotationText; place?: AnnotationPlace | undefined },
): void {
  const lines = typeof text === "string" ? [text] : text;
  state.annotations[kind] += 1;
  // [platform] The runner keeps ten of a kind a step; the rest stays readable in the log.
  if (state.annotations[kind] > MAX_ANNOTATIONS) {
    for (const line of lines) core.info(redact(log`${kind}: ${line}`, state.secrets));
    return;
  }
  const { title, file, line, column } = place;
  ANNOTATE[kind](redact(lines.join("\n"), state.secrets).slice(0, MAX_MESSAGE_CHARS).toWellFormed(), {
    ...(title === undefined ? {} : { title: redact(plainLine(title), state.secrets).slice(0, MAX_TITLE_CHARS) }),
    ...(file === undefined ? {} : { file: redact(plainLine(file), state.secrets) }),
    ...(line === undefined ? {} : { startLine: line }),
    ...(column === undefined ? {} : { startColumn: column }),
  });
}

function setOutput(state: State, name: string, value: string): void {
  const safe = redact(value, state.secrets);
  if (safe.includes("***")) {
    // [platform] GitHub drops an output that holds a masked value on its way to another job, silently.
    const what = log`Output '${name}' holds a value that is masked as a secret, so other jobs would not get it.`;
    const hint = log`Keep names and slugs in 'vars', not in secrets, and choose a token that is no part of a URL.`;
    annotate(state, "warning", { text: [what, hint], place: { title: "Output holds a secret" } });
  }
  if (!safely(state, "GITHUB_OUTPUT", () => core.setOutput(name, safe))) core.info(log`${name}=${safe}`);
}

/** core throws when a command file is missing or cannot be written. That never fails the job; it is reported once. */
function safely(state: State, file: CommandFile, write: () => void): boolean {
  if ((state.env[file] ?? "") === "" || state.broken.has(file)) return false;
  try {
    write();
    return true;
  } catch (error) {
    state.broken.add(file);
    const reason = error instanceof Error ? error.message : String(error);
    annotate(state, "warning", { text: log`${file} cannot be written: ${reason}` });
    return false;
  }
}

function appendSummary(state: State, text: MarkdownText): void {
  const path = state.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (path === "" || state.summaryFull) return;
  const added = redact(String(text), state.secrets);
  state.summaryBytes += Buffer.byteLength(added) + 1;
  // [platform] Over 1 MiB nothing at all is uploaded; a part that does not fit is left out whole, so no fence stays open.
  state.summaryFull = state.summaryBytes > MAX_SUMMARY_BYTES - Buffer.byteLength(SUMMARY_CUT);
  const part = state.summaryFull ? SUMMARY_CUT : added;
  safely(state, "GITHUB_STEP_SUMMARY", () => appendFileSync(path, `${part}\n`));
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function readEvent(env: Environment): unknown {
  const path = env["GITHUB_EVENT_PATH"] ?? "";
  try {
    if (path === "" || statSync(path).size > MAX_EVENT_BYTES) return undefined;
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

const BATCH_CHARS = 64 * 1024;

/**
 * None of the lines can command the runner; core has no such call.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
function createUntrustedWriter(
  stdout: RunnerProcess["stdout"],
  redacted: (text: string) => string,
): (lines: readonly string[]) => Promise<void> {
  let closed = false;
  // A log no one reads any more is no reason to die: the deployment goes on.
  stdout.on("error", () => {
    closed = true;
  });
  return async (lines) => {
    // Fresh for every block: a build that has seen one cannot end the next.
    const token = randomUUID();
    let next = 0;
    while (next < lines.length) {
      if (closed) return;
      const batch: LogText[] = [];
      for (let chars = 0; next < lines.length && chars < BATCH_CHARS; next += 1) {
        const line = lines[next] ?? "";
        chars += line.length + 1;
        for (const text of logLines(line)) batch.push(text);
      }
      // Opened and closed in one write, so that a command of ours never falls into a block.
      stdout.write([`::stop-commands::${token}`, redacted(batch.join("\n")), `::${token}::`, ""].join("\n"));
      await drained(stdout);
    }
  };
}

async function drained(stdout: RunnerProcess["stdout"]): Promise<void> {
  if (!stdout.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const done = (): void => {
      for (const event of events) stdout.off(event, done);
      resolve();
    };
    for (const event of events) stdout.once(event, done);
  });
}
