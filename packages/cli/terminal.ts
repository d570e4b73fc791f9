import { styleText } from "node:util";
import type { CommandProcess, Environment, OutputStream } from "./process.ts";
import {
  beside,
  fold,
  layOut,
  layOutFields,
  type Paint,
  plainJson,
  plainLine,
  plainText,
  type Row,
  widthOf,
} from "./text.ts";

export type Tone = "good" | "bad" | "busy" | "quiet" | "strong";

export interface CheckLine {
  readonly state: keyof typeof CHECK_STYLES;
  readonly name: string;
  readonly message: string;
}

/** Where a verb writes: results to stdout, messages to stderr. It makes all text plain, and no wider than the terminal. */
export interface Terminal {
  line(text: string, tone?: Tone): void;
  /** A result for programs. */
  json(value: unknown, how?: { readonly oneLine: true }): void;
  /** Cells and fields of the name `status` have the colour of what they say. */
  table(columns: Row, rows: readonly Row[], empty: string): void;
  fields(fields: readonly (readonly [string, string | null | undefined])[]): void;
  checks(checks: readonly CheckLine[]): void;
  /** A message beside the result. */
  say(text: string, tone?: Tone): void;
  /** Replaces the progress line, on a terminal only. */
  progress(text: string): void;
  clearProgress(): void;
  /** Hides a secret in all text from here on, also one that appears only after the text is made plain. */
  hide(secret: string): void;
}

const STYLES = { good: "green", bad: "red", busy: "yellow", quiet: "gray", strong: "bold" } as const;
const CHECK_STYLES = {
  ok: { mark: "✓", tone: "good" },
  warn: { mark: "!", tone: "busy" },
  fail: { mark: "✗", tone: "bad" },
  skip: { mark: "-", tone: "quiet" },
} as const;
/** Words that statuses of deployments, requests, domains and deliveries have in common. */
const STATUS_TONES: ReadonlyMap<string, Tone> = new Map([
  ["ready", "good"],
  ["approved", "good"],
  ["delivered", "good"],
  ["failed", "bad"],
  ["canceled", "bad"],
  ["rejected", "bad"],
  ["queued", "busy"],
  ["building", "busy"],
  ["pending", "busy"],
]);

export function toneOf(status: string): Tone | undefined {
  return STATUS_TONES.get(status);
}

const CLEAR_LINE = "\r\u001b[2K";
const MIN_COLUMNS = 20;

export function createTerminal({ stdout, stderr, env }: Pick<CommandProcess, "stdout" | "stderr" | "env">): Terminal {
  const width = columnsOf(stdout, env);
  let inProgress = false;
  let secret = "";
  const redacted = (text: string): string => (secret === "" ? text : text.replaceAll(secret, "***"));
  const redactedLine = (text: string): string => redacted(plainLine(text));
  const clearProgress = (): void => {
    if (inProgress) stderr.write(CLEAR_LINE);
    inProgress = false;
  };
  const paint = (stream: OutputStream, text: string, tone: Tone | undefined): string =>
    tone !== undefined && coloured(stream, env) ? styleText(STYLES[tone], text, { validateStream: false }) : text;
  const paintCell: Paint = (text, column) => (column === "status" ? paint(stdout, text, toneOf(text)) : text);
  const result = (text: string): void => {
    clearProgress();
    stdout.write(`${text}\n`);
  };
  return {
    line: (text, tone) => result(paint(stdout, fold(redacted(plainText(text)), width), tone)),
    json: (value, how) => result(plainJson(value, how?.oneLine === true ? 0 : 2)),
    table(columns, rows, empty) {
      const plain = rows.map((row) => row.map(redactedLine));
      if (rows.length === 0) result(fold(empty, width));
      else for (const line of layOut(columns, plain, width, paintCell)) result(line);
    },
    fields(fields) {
      const plain = fields.map(([name, value]) => [name, redactedLine(value ?? "")] as const);
      for (const line of layOutFields(plain, width, paintCell)) result(line);
    },
    checks(checks) {
      const nameWidth = Math.max(0, ...checks.map(({ name }) => widthOf(name)));
      for (const { state, name, message } of checks) {
        const { mark, tone } = CHECK_STYLES[state];
        const start = `${mark} ${name.padEnd(nameWidth)} `;
        for (const pair of beside(start, redactedLine(message), width)) result(paint(stdout, pair.join(""), tone));
      }
    },
    say(text, tone) {
      clearProgress();
      const folded = fold(redactedLine(text), stderr.isTTY === true ? columnsOf(stderr, env) : Infinity);
      stderr.write(`${paint(stderr, folded, tone)}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) return;
      stderr.write(`${CLEAR_LINE}${paint(stderr, redactedLine(text).slice(0, columnsOf(stderr, env) - 1), "busy")}`);
      inProgress = true;
    },
    clearProgress,
    hide: (value) => void (secret = value),
  };
}

type ScreenStream = Pick<OutputStream, "isTTY" | "columns">;

/** [no-color.org] NO_COLOR, when present and not empty, prevents colour. */
export function coloured(stream: ScreenStream, env: Environment): boolean {
  return stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** Piped output is not folded unless COLUMNS says so. */
export function columnsOf(stream: ScreenStream, env: Environment): number {
  const columns = stream.isTTY === true ? (stream.columns ?? 80) : Number(env["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0
    ? Math.max(columns, MIN_COLUMNS)
    : stream.isTTY === true
      ? 80
      : Infinity;
}
