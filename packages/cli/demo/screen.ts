const TICK_MS = 100;
const SILENCE_MS = 5000;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** How a text looks, where colours are wanted. */
export type Style = keyof typeof STYLES;

/** Where a screen writes. */
export interface ScreenOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** One step that takes time. */
interface Step {
  /** Prints a line that belongs to the step. */
  readonly log: (text: string, style?: Style) => void;
  readonly done: (detail: string) => void;
  readonly fail: (detail: string) => void;
}

/** What the demo prints. */
export interface Screen {
  readonly line: (text?: string, style?: Style) => void;
  /** A name and what it stands for, in two columns. */
  readonly fact: (name: string, value: string, style?: Style) => void;
  /** Begins a step; until it ends its name stands at the bottom with the time it takes. */
  readonly step: (name: string) => Step;
  /** Runs work as a step. */
  readonly during: <Value>(
    name: string,
    work: () => Promise<Value>,
    detail: (value: Value) => string,
  ) => Promise<Value>;
}

/** What a screen needs of its process. */
export interface ScreenOptions {
  readonly output: ScreenOutput;
  /** Whether NO_COLOR is set. */
  readonly noColor: boolean;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/**
 * Makes a screen; on a terminal with colours and a line that moves, elsewhere plain lines.
 * @param options Output and clock.
 * @see no-color.org
 */
export function createScreen({ output, noColor, now }: ScreenOptions): Screen {
  const terminal = output.isTTY === true;
  const paint = (text: string, style: Style | undefined): string =>
    style === undefined || !terminal || noColor ? text : `\u001b[${STYLES[style]}m${text}\u001b[0m`;
  const line = (text = "", style?: Style): void => {
    output.write(`${paint(printable(text), style)}\n`);
  };
  const step = (name: string): Step => beginStep({ name, terminal, output, now, paint });
  return {
    line,
    step,
    fact: (name, value, style) => {
      output.write(`  ${paint(name.padEnd(12), "bold")} ${paint(printable(value), style)}\n`);
    },
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
  readonly output: ScreenOutput;
  readonly now: () => number;
  readonly paint: (text: string, style: Style | undefined) => string;
}

function beginStep({ name, terminal, output, now, paint }: StepSettings): Step {
  const began = now();
  const elapsed = (): string => `${((now() - began) / 1000).toFixed(1)} s`;
  let frame = 0;
  let last = began;
  const clear = (): void => {
    if (terminal) output.write("\r\u001b[2K");
  };
  const draw = (): void => {
    if (!terminal) return;
    frame = (frame + 1) % FRAMES.length;
    output.write(`\r\u001b[2K  ${paint(FRAMES[frame] ?? "", "cyan")} ${name} ${paint(elapsed(), "dim")}`);
  };
  const tick = (): void => {
    draw();
    // Without a terminal, silence is broken by a line, so that a wait never looks like a hang.
    if (terminal || now() - last < SILENCE_MS) return;
    last = now();
    output.write(`  … ${name}, ${elapsed()}\n`);
  };
  const timer = setInterval(tick, terminal ? TICK_MS : 1000);
  timer.unref();
  draw();
  const end = (mark: string, style: Style, detail: string): void => {
    clearInterval(timer);
    clear();
    output.write(
      `  ${paint(mark, style)} ${name.padEnd(18)} ${paint(elapsed().padStart(7), "dim")}   ${printable(detail)}\n`,
    );
  };
  return {
    log: (text, style) => {
      last = now();
      clear();
      output.write(`    ${paint("│", "dim")} ${paint(printable(text), style)}\n`);
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

/** What others wrote moves no cursor and sets no title. */
function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
