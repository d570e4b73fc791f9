import { styleText } from "node:util";
import { layOut, layOutFields, type Row } from "./table.ts";
import { plainJson, plainLine, plainText, wrap } from "./text.ts";

/** Colours that say how something stands. */
export type Tone = "good" | "bad" | "busy" | "quiet" | "strong";

/** Where a verb writes: results on stdout, everything said beside them on stderr. All text is made plain here. */
export interface Terminal {
  /** A person sits at stdout. */
  readonly interactive: boolean;
  /** One line of a result. */
  line(text: string, tone?: Tone): void;
  /** A result for programs. */
  json(value: unknown, how?: { readonly oneLine: true }): void;
  table(columns: Row, rows: readonly Row[], empty: string): void;
  fields(fields: readonly (readonly [string, string | null | undefined])[]): void;
  /** Something said beside the result. */
  say(text: string, tone?: Tone): void;
  /** What goes on right now; replaces the line before it, on a terminal only. */
  progress(text: string): void;
  /** Takes the progress line away. */
  settle(): void;
  /** Keeps a secret out of all text from here on, also one that only making the text plain puts together. */
  hide(secret: string): void;
}

/** What a terminal is made of. */
export interface TerminalParts {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const STYLES = { good: "green", bad: "red", busy: "yellow", quiet: "gray", strong: "bold" } as const;
const CLEAR_LINE = "\r\u001b[2K";
const NARROWEST = 20;

/** Makes the terminal of a process. */
export function createTerminal({ stdout, stderr, env }: TerminalParts): Terminal {
  const width = columnsOf(stdout, env);
  let inProgress = false;
  let hidden = "";
  const kept = (text: string): string => (hidden === "" ? text : text.replaceAll(hidden, "***"));
  const keptLine = (text: string): string => kept(plainLine(text));
  const settle = (): void => {
    if (inProgress) stderr.write(CLEAR_LINE);
    inProgress = false;
  };
  const paint = (stream: NodeJS.WriteStream, text: string, tone: Tone | undefined): string =>
    tone !== undefined && coloured(stream, env) ? styleText(STYLES[tone], text, { validateStream: false }) : text;
  const result = (text: string): void => {
    settle();
    stdout.write(`${text}\n`);
  };
  return {
    interactive: stdout.isTTY,
    line: (text, tone) => result(paint(stdout, kept(plainText(text)), tone)),
    json: (value, how) => result(plainJson(value, how?.oneLine === true ? 0 : 2)),
    table(columns, rows, empty) {
      const plain = rows.map((row) => row.map(keptLine));
      if (rows.length === 0) result(empty);
      else for (const line of layOut(columns, plain, width)) result(line);
    },
    fields(fields) {
      const plain = fields.map(([name, value]) => [name, keptLine(value ?? "")] as const);
      for (const line of layOutFields(plain, width)) result(line);
    },
    say(text, tone) {
      settle();
      const lines = stderr.isTTY ? wrap(keptLine(text), columnsOf(stderr, env)) : [keptLine(text)];
      stderr.write(`${paint(stderr, lines.join("\n"), tone)}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      stderr.write(`${CLEAR_LINE}${paint(stderr, keptLine(text).slice(0, columnsOf(stderr, env) - 1), "busy")}`);
      inProgress = true;
    },
    settle,
    hide: (secret) => void (hidden = secret),
  };
}

/** [no-color.org] NO_COLOR, when present and not empty, prevents colour. */
function coloured(stream: NodeJS.WriteStream, env: TerminalParts["env"]): boolean {
  return stream.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** COLUMNS counts where the stream does not know: output that is piped on is not folded unless it asks. */
function columnsOf(stream: NodeJS.WriteStream, env: TerminalParts["env"]): number {
  const asked = Number(env["COLUMNS"]);
  const columns = stream.isTTY ? stream.columns : asked;
  return Number.isInteger(columns) && columns > 0 ? Math.max(columns, NARROWEST) : stream.isTTY ? 80 : Infinity;
}
