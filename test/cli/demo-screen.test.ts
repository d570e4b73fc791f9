import { describe, expect, test } from "vitest";
import { createScreen } from "../../packages/cli/demo/screen.ts";
import type { Screen } from "../../packages/cli/demo/screen.ts";

interface Drawn {
  screen: Screen;
  text: () => string;
  pass: (ms: number) => void;
}

function draw({ isTTY, noColor, columns = 80 }: { isTTY: boolean; noColor?: boolean; columns?: number }): Drawn {
  let text = "";
  let now = 0;
  const output = { isTTY, columns, write: (part: string) => (text += part) };
  const env = noColor === true ? { NO_COLOR: "1" } : {};
  const screen = createScreen({ output, env, now: () => now });
  return { screen, text: () => text, pass: (ms) => (now += ms) };
}

describe("without a terminal", () => {
  test("a step is one plain line with its time", () => {
    const { screen, text, pass } = draw({ isTTY: false });
    const step = screen.step("Service");
    pass(1234);
    step.log("a line", "red");
    step.done("http://localhost:1");
    expect(text()).toBe("    │ a line\n  ✓ Service              1.2 s   http://localhost:1\n");
  });

  test("a step that throws is marked and the error is rethrown", async () => {
    const { screen, text } = draw({ isTTY: false });
    const failing = screen.during("Site", () => Promise.reject(new Error("no")), String);
    await expect(failing).rejects.toThrow("no");
    expect(text()).toContain("✗ Site");
  });
});

describe("on a terminal", () => {
  test("colours are used, unless NO_COLOR is set", () => {
    const coloured = draw({ isTTY: true });
    coloured.screen.line("x", "red");
    expect(coloured.text()).toBe("\u001b[31mx\u001b[39m\n");
    const plain = draw({ isTTY: true, noColor: true });
    plain.screen.line("x", "red");
    expect(plain.text()).toBe("x\n");
  });

  test("the moving line says what a step waits for", () => {
    const { screen, text } = draw({ isTTY: true, noColor: true });
    const step = screen.step("Action");
    step.waitFor("the build");
    step.done("success");
    expect(text()).toContain("Action: waits for the build 0.0 s");
    expect(text()).toMatch(/✓ Action {13}/);
  });

  test("the moving line is cleared before a log line and at the end", () => {
    const { screen, text } = draw({ isTTY: true, noColor: true });
    const step = screen.step("Action");
    step.log("built");
    step.done("success");
    expect(text()).toMatch(/Action 0\.0 s\r\u001b\[2K {4}│ built\n/);
    expect(text()).toMatch(/\r\u001b\[2K {2}✓ Action/);
  });
});

test("a terminal of 40 columns is never exceeded, except by a URL", () => {
  const { screen, text } = draw({ isTTY: true, noColor: true, columns: 40 });
  const words = "one of many words ".repeat(4);
  screen.line(words);
  screen.fact("Preview", `at https://preview.example.com/of/a/long/path ${words}`);
  const step = screen.step("Action");
  step.waitFor("the review of the changed pages, at most 60 s");
  step.log(words);
  step.done(words);
  const lines = text().split(/\n|\r\u001b\[2K/);
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => line.length > 40 && line.trim().includes(" "))).toEqual([]);
});

test("control characters of untrusted lines do not reach the terminal", () => {
  const { screen, text } = draw({ isTTY: false });
  screen.line("a\u001b]0;title\u0007b\r\u009b2Jc");
  screen.fact("Name", "x\u001b[31my");
  expect(text()).toBe("abc\n  Name             xy\n");
});
