import { describe, expect, test } from "vitest";
import { createScreen } from "../../packages/cli/demo/screen.ts";
import type { Screen } from "../../packages/cli/demo/screen.ts";

interface Drawn {
  screen: Screen;
  text: () => string;
  pass: (ms: number) => void;
}

function draw(options: { isTTY: boolean; noColor?: boolean }): Drawn {
  let text = "";
  let now = 0;
  const output = { isTTY: options.isTTY, write: (part: string) => (text += part) };
  const screen = createScreen({ output, noColor: options.noColor ?? false, now: () => now });
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
    expect(coloured.text()).toBe("\u001b[31mx\u001b[0m\n");
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

test("control characters of untrusted lines do not reach the terminal", () => {
  const { screen, text } = draw({ isTTY: false });
  screen.line("a\u001b]0;title\u0007b\r\u009b2Jc");
  screen.fact("Name", "x\u001b[31my");
  expect(text()).toBe("a]0;titleb2Jc\n  Name             x[31my\n");
});
