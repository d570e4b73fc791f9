const TICK_MS = 100;
const SILENCE_MS = 5000;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

export type Style = keyof typeof STYLES;

export interface ScreenOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

interface Step {
  /** Prints a line that belongs to the step. */
  readonly log: (text: string, style?: Style) => void;
  /** Says beside its name what it waits for, until it says something else. */
  readonly waitFor: (what: string) => void;
  readonly done: (detail: string) => void;
  readonly fail: (detail: string) => void;
}

export interface Screen {
  readonly line: (text?: string, style?: Style) => void;
  /** A name and a value, in two columns. */
  readonly fact: (name: string, value: string, style?: Style) => void;
  /** Starts a step; its name and duration stay on the last line until it ends. */
  readonly step: (name: string) => Step;
  /** Runs work as a step. */
  readonly during: <Value>(
    name: string,
    work: () => Promise<Value>,
    detail: (value: Value) => string,
  ) => Promise<Value>;
}

interface ScreenOptions {
  readonly output: ScreenOutput;
  /** Whether NO_COLOR is set. */
  readonly noColor: boolean;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/**
 * On a terminal with colours and a moving line, elsewhere with plain lines.
 * @see no-color.org
 */
export function createScreen({ output, noColor, now }: ScreenOptions): Screen {
  const terminal = output.isTTY === true;
  const paint = (text: string, style: Style | undefined): string =>
    style === undefined || !terminal || noColor ? text : `\u001b[${STYLES[style]}m${text}\u001b[0m`;
  const line = (text = "", style?: Style): void => {
    output.write(`${paint(printable(text), style)}\n`);
  };
  const step = (name: string): Step => startStep({ name, terminal, output, now, paint });
  return {
    line,
    step,
    fact: (name, value, style) => {
      output.write(`  ${paint(name.padEnd(16), "bold")} ${paint(printable(value), style)}\n`);
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

function startStep({ name, terminal, output, now, paint }: StepSettings): Step {
  const startedMs = now();
  const elapsed = (): string => `${((now() - startedMs) / 1000).toFixed(1)} s`;
  let frame = 0;
  let waiting = name;
  let last = startedMs;
  const clear = (): void => {
    if (terminal) output.write("\r\u001b[2K");
  };
  const draw = (): void => {
    if (!terminal) return;
    frame = (frame + 1) % FRAMES.length;
    output.write(`\r\u001b[2K  ${paint(FRAMES[frame] ?? "", "cyan")} ${waiting} ${paint(elapsed(), "dim")}`);
  };
  const tick = (): void => {
    draw();
    // Without a terminal, a line now and then shows that the demo is not stuck.
    if (terminal || now() - last < SILENCE_MS) return;
    last = now();
    output.write(`  … ${waiting}, ${elapsed()}\n`);
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

/** Untrusted text must not move the cursor or set the title. */
function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}
