import { styleText } from "node:util";
import type { Environment, OutputStream } from "../process.ts";
import { coloured, columnsOf } from "../terminal.ts";
import { beside, fold, plainText } from "../text.ts";

const TICK_MS = 100;
const SILENCE_MS = 5000;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

interface Step {
  readonly log: (text: string, style?: Style) => void;
  /** Says beside its name what it waits for, until it says something else. */
  readonly waitFor: (what: string) => void;
  readonly done: (detail: string) => void;
  readonly fail: (detail: string) => void;
}

export interface Screen {
  readonly line: (text?: string, style?: Style) => void;
  readonly fact: (name: string, value: string, style?: Style) => void;
  /** Starts a step; its name and duration stay on the last line until it ends. */
  readonly step: (name: string) => Step;
  readonly during: <Value>(
    name: string,
    work: () => Promise<Value>,
    detail: (value: Value) => string,
  ) => Promise<Value>;
}

interface ScreenOptions {
  readonly output: Pick<OutputStream, "isTTY" | "columns"> & { readonly write: (text: string) => unknown };
  readonly env: Environment;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

type Paint = (text: string, style: Style | undefined) => string;

export function createScreen({ output, env, now }: ScreenOptions): Screen {
  const isColoured = coloured(output, env);
  const width = columnsOf(output, env);
  const paint: Paint = (text, style) =>
    style === undefined || !isColoured ? text : styleText(style, text, { validateStream: false });
  const pair = (start: string, text: string, paintPair: (left: string, line: string) => string): void => {
    const lines = beside(start, plainText(text), width).map(([left, line]) => paintPair(left, line).trimEnd());
    output.write(`${lines.join("\n")}\n`);
  };
  const step = (name: string): Step =>
    startStep({ name, terminal: output.isTTY === true, width, write: (text) => output.write(text), now, paint, pair });
  return {
    line: (text = "", style) => void output.write(`${paint(fold(plainText(text), width), style)}\n`),
    step,
    fact: (name, value, style) =>
      pair(`  ${name.padEnd(16)} `, value, (left, line) => paint(left, "bold") + paint(line, style)),
    during: async (name, work, detail) => {
      const running = step(name);
      try {
        const value = await work();
        running.done(detail(value));
        return value;
      } catch (error) {
        running.fail("");
        throw error;
      }
    },
  };
}

interface StepSettings {
  readonly name: string;
  readonly terminal: boolean;
  readonly width: number;
  readonly write: (text: string) => unknown;
  readonly now: () => number;
  readonly paint: Paint;
  readonly pair: (start: string, text: string, paintPair: (left: string, line: string) => string) => void;
}

function startStep({ name, terminal, width, write, now, paint, pair }: StepSettings): Step {
  const startedMs = now();
  const elapsed = (): string => `${((now() - startedMs) / 1000).toFixed(1)} s`;
  let frame = 0;
  let waiting = name;
  let last = startedMs;
  const clear = (): void => {
    if (terminal) write("\r\u001b[2K");
  };
  const draw = (): void => {
    if (!terminal) return;
    frame = (frame + 1) % FRAMES.length;
    // A moving line that is wider than the terminal would leave its beginnings behind.
    const text = waiting.slice(0, width - elapsed().length - 6);
    write(`\r\u001b[2K  ${paint(FRAMES[frame] ?? "", "cyan")} ${text} ${paint(elapsed(), "dim")}`);
  };
  const tick = (): void => {
    draw();
    // Without a terminal, a line now and then shows that the demo is not stuck.
    if (terminal || now() - last < SILENCE_MS) return;
    last = now();
    write(`  … ${waiting}, ${elapsed()}\n`);
  };
  const timer = setInterval(tick, terminal ? TICK_MS : 1000);
  timer.unref();
  draw();
  const end = (mark: string, style: Style, detail: string): void => {
    clearInterval(timer);
    clear();
    const took = elapsed().padStart(7);
    pair(`  ${mark} ${name.padEnd(18)} ${took}   `, detail, (left, line) => {
      return left.replace(mark, paint(mark, style)).replace(took, paint(took, "dim")) + line;
    });
  };
  return {
    log: (text, style) => {
      last = now();
      clear();
      pair("    │ ", text, (left, line) => paint(left, "dim") + paint(line, style));
      draw();
    },
    waitFor: (what) => {
      waiting = `${name}: waits for ${what}`;
      draw();
    },
    done: (detail) => {
      end("✓", "green", detail);
    },
    fail: (detail) => {
      end("✗", "red", detail);
    },
  };
}
