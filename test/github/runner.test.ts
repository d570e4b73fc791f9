import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type Runner, createRunner } from "../../src/github/runner.ts";
import { log, logText, markdown, outputText } from "../../src/github/untrusted-text.ts";
import { anyText } from "../any-text.ts";
import { temporaryFolder } from "../folders.ts";
import { executedCommands } from "./executed-commands.ts";
import { replaceProcess } from "./process.ts";

class Sink extends Writable {
  text = "";
  largest = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.largest = Math.max(this.largest, this.writableLength);
    this.text += chunk.toString("utf8");
    done();
  }
}

/** Reads as slowly as a pipe whose reader is busy, and keeps nothing. */
class SlowSink extends Writable {
  lines = 0;
  largest = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.largest = Math.max(this.largest, this.writableLength);
    for (const byte of chunk) if (byte === 10) this.lines += 1;
    setImmediate(done);
  }
}

// One folder for all: core keeps the path of the first summary it has written.
const folder = temporaryFolder("runner");
const replaced: Disposable[] = [];

afterEach(() => {
  for (const one of replaced.splice(0).toReversed()) one[Symbol.dispose]();
});

function file(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "");
  return path;
}

function startOn(stdout: Writable, env: Readonly<Record<string, string>> = {}): Runner {
  replaced.push(replaceProcess({ env: { GITHUB_ACTIONS: "true", ...env }, stdout }));
  return createRunner(process);
}

function start(env: Readonly<Record<string, string>> = {}): { runner: Runner; sink: Sink } {
  const sink = new Sink();
  return { runner: startOn(sink, env), sink };
}

describe("input", () => {
  test("is read as the runner spells it, trimmed, and empty when it is not given", () => {
    const { runner } = start({ "INPUT_SITE-ID": "  a ", INPUT_MY_NAME: "b" });
    expect([runner.input("site-id"), runner.input("my name"), runner.input("other")]).toEqual(["a", "b", ""]);
  });
});

describe("mask", () => {
  test("masks it for the runner before anything else, and hides the secret in every sink", async () => {
    const output = file("output");
    const summary = file("summary");
    const state = file("state");
    const { runner, sink } = start({ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, GITHUB_STATE: state });
    runner.mask("sk_live_1%\n2");
    runner.mask("sk_live_secret");
    runner.info(log`the token is sk_live_secret`);
    runner.group(logText("sk_live_secret"));
    const place = { title: "sk_live_secret", file: "sk_live_secret" };
    // The eleventh is no annotation any more.
    for (let warnings = 0; warnings < 11; warnings += 1) runner.warning(logText("sk_live_secret"), place);
    runner.setOutput("preview-url", outputText("https://x/sk_live_secret"));
    runner.saveState("x", "sk_live_secret");
    runner.appendSummary(markdown`${"sk_live_secret"}`);
    const [first, second, ...rest] = sink.text.split("\n");
    expect([first, second]).toEqual(["::add-mask::sk_live_1%25%0A2", "::add-mask::sk_live_secret"]);
    const everywhere = [...rest, ...[output, summary, state].map((path) => readFileSync(path, "utf8"))].join("\n");
    expect(everywhere).not.toContain("sk_live_secret");
    expect(runner.secrets()).toEqual(["sk_live_1%\n2", "sk_live_secret"]);
  });

  test("what the runner keeps for itself is in nothing that is written, though no one named it", async () => {
    const env = {
      ACTIONS_RUNTIME_TOKEN: "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request-token-0123456789",
      GITHUB_TOKEN: "a-token-of-some-server",
      DEPLOY_KEY: "github_pat_11ABCDEFG0123456789abcdef",
      OTHER: "ghs_0123456789abcdefghij0123456789abcdef",
      SERVICE: "sk_test_0123456789abcdef",
    };
    const [output, summary] = [file("output"), file("summary")];
    const { runner, sink } = start({ ...env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary });
    for (const value of Object.values(env)) {
      runner.info(log`it is ${value}`);
      runner.appendSummary(markdown`it is ${value}`);
      runner.setOutput("it", outputText(value));
    }
    const everywhere = sink.text + readFileSync(output, "utf8") + readFileSync(summary, "utf8");
    for (const value of Object.values(env)) expect(everywhere).not.toContain(value);
    expect(runner.secrets()).toEqual(expect.arrayContaining(Object.values(env)));
    expect(sink.text).not.toContain("add-mask");
  });

  test("a value of another name and shape is no secret: it may be the name of a site", () => {
    const { runner } = start({ SITE_TOKEN: "documentation", GITHUB_TOKEN: "docs", LANG: "C.UTF-8" });
    expect(runner.secrets()).toEqual([]);
  });

  test("a secret that was known before is masked all the same when it is given", () => {
    const { runner, sink } = start({ INPUT_TOKEN: "sk_test_0123456789abcdef" });
    runner.mask(runner.input("token"));
    expect(sink.text).toBe("::add-mask::sk_test_0123456789abcdef\n");
    expect(runner.secrets()).toEqual(["sk_test_0123456789abcdef"]);
  });

  test("an empty secret masks nothing", () => {
    const { runner, sink } = start();
    runner.mask(" ");
    runner.info(logText("still here"));
    expect(sink.text).toBe("still here\n");
  });

  test("outside a workflow the secret is not even printed as a command", () => {
    const { runner, sink } = start({ GITHUB_ACTIONS: "" });
    runner.mask("sk_live_secret");
    expect(sink.text).toBe("");
  });
});

describe("untrustedLines", () => {
  test("nothing within a block commands the runner, and commands after it work", async () => {
    const line = fc.oneof(
      fc.constantFrom(
        "::add-mask::x",
        "x\r::set-output name=a::b",
        "##[error]x",
        "a ##[set-output name=u]v",
        "::stop-commands::t",
      ),
      fc.constantFrom("::t::", "\u2028::warning::w", "\u200b::debug::d"),
      anyText(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1 }), async (lines) => {
        const { runner, sink } = start();
        await runner.untrustedLines(lines);
        runner.notice(logText("ours"));
        expect(executedCommands(sink.text).map(({ name }) => name)).toEqual(["stop-commands", "notice"]);
      }),
      { numRuns: 60 },
    );
  });

  test("each line is made safe by itself too, so that it is harmless wherever it is read", async () => {
    const { runner, sink } = start();
    await runner.untrustedLines(["::error::x", "a ##[set-output name=u]v", "one\rtwo", "\u001b[2Jgone"]);
    const lines = sink.text.split("\n").slice(1, -2);
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^│ [^\p{Cc}]*$/u);
    expect(lines.join("")).not.toContain("##[");
  });

  test("a secret is taken out of untrusted lines, whatever the runner would hide by itself", async () => {
    const { runner, sink } = start();
    runner.mask("sk_test_canary0123456789");
    await runner.untrustedLines(["the build prints sk_test_canary0123456789"]);
    expect(sink.text.replace("::add-mask::sk_test_canary0123456789\n", "")).not.toContain("canary");
    expect(sink.text).toContain("│ the build prints ***");
  });

  test("every block has a token of its own, which no line can guess", async () => {
    const { runner, sink } = start();
    await runner.untrustedLines(["a"]);
    await runner.untrustedLines(["b"]);
    const tokens = executedCommands(sink.text).map(({ data }) => data);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  test("a hundred thousand lines hold no more memory than a batch or two", async () => {
    const stdout = new SlowSink();
    const runner = startOn(stdout);
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`);
    for (let batch = 0; batch < 100; batch += 1) await runner.untrustedLines(lines);
    await finished(stdout.end());
    expect(stdout.largest).toBeLessThan(256 * 1024);
    expect(stdout.lines).toBeGreaterThan(100_000);
  });

  test("a log that no one reads any more ends nothing", async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
    const runner = startOn(stdout);
    await runner.untrustedLines(["x".repeat(100_000), "y"]);
    await turn();
    expect(() => runner.info(logText("z"))).not.toThrow();
  });
});

describe("annotations", () => {
  test("carry title and place, escaped, and several lines", () => {
    const { runner, sink } = start();
    runner.error([logText("one"), logText("two")], { title: "a:b,c\nd", file: "src/a.ts", line: 3, column: 4 });
    expect(sink.text).toBe("::error title=a%3Ab%2Cc d,file=src/a.ts,line=3,col=4::one%0Atwo\n");
  });

  test("ten of a kind, the rest as plain lines", () => {
    const { runner, sink } = start();
    for (let count = 1; count <= 12; count += 1) runner.warning(log`number ${count}`);
    runner.notice(logText("another kind"));
    const names = executedCommands(sink.text).map(({ name }) => name);
    expect(names).toEqual([...Array.from({ length: 10 }, () => "warning"), "notice"]);
    expect(sink.text).toContain("\nwarning: number 11\nwarning: number 12\n");
  });

  test("a message is cut where the runner cuts it", () => {
    const { runner, sink } = start();
    runner.notice(logText("x".repeat(5000)));
    expect(executedCommands(sink.text)[0]?.data).toHaveLength(4096);
  });
});

describe("setOutput", () => {
  test("is in the file at once, and its value cannot forge another", () => {
    const output = file("output");
    const { runner } = start({ GITHUB_OUTPUT: output });
    runner.setOutput("status", outputText("ready\nstatus=failed"));
    const [head = "", value, foot] = readFileSync(output, "utf8").split("\n");
    expect(head).toMatch(/^status<<ghadelimiter_[0-9a-f-]{36}$/);
    expect(value).toBe("ready status=failed");
    expect(foot).toBe(head.slice("status<<".length));
  });

  test("without a file it shows in the log", () => {
    const { runner, sink } = start();
    runner.setOutput("status", outputText("ready"));
    expect(sink.text).toBe("status=ready\n");
  });

  test("a file that cannot be written warns once and ends nothing", () => {
    const { runner, sink } = start({ GITHUB_OUTPUT: join(folder, "gone", "output") });
    runner.setOutput("a", outputText("1"));
    runner.setOutput("b", outputText("2"));
    expect(executedCommands(sink.text).map(({ name }) => name)).toEqual(["warning"]);
  });
});

describe("state", () => {
  test("is kept for the post step and read from it", () => {
    const state = file("state");
    const { runner } = start({ GITHUB_STATE: state, STATE_deploymentId: "dep_1" });
    runner.saveState("deploymentId", "dep_2");
    expect(readFileSync(state, "utf8")).toContain("\ndep_2\n");
    expect([runner.state("deploymentId"), runner.state("other")]).toEqual(["dep_1", ""]);
  });
});

describe("appendSummary", () => {
  test("stays under 1 MiB: the part that does not fit is left out whole and said so once", async () => {
    const summary = file("summary");
    const { runner } = start({ GITHUB_STEP_SUMMARY: summary });
    const part = markdown`${"x".repeat(60_000)}`;
    for (let count = 0; count < 30; count += 1) runner.appendSummary(part);
    const text = readFileSync(summary, "utf8");
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(text.split("is left out")).toHaveLength(2);
    expect(text.trimEnd().endsWith("1 MiB._")).toBe(true);
  });

  test("a file that cannot be written warns once and ends nothing", async () => {
    const path = join(folder, "summary");
    rmSync(path, { force: true });
    mkdirSync(path);
    const { runner, sink } = start({ GITHUB_STEP_SUMMARY: path });
    for (const text of ["x", "y"]) runner.appendSummary(markdown`${text}`);
    rmSync(path, { recursive: true });
    expect(executedCommands(sink.text).map(({ name }) => name)).toEqual(["warning"]);
  });

  test("without a file nothing happens", async () => {
    const { runner, sink } = start();
    runner.appendSummary(markdown`x`);
    expect(sink.text).toBe("");
  });
});

describe("eventPayload", () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['{"a":', undefined],
    ["", undefined],
  ])("%j is read as %j", (text, payload) => {
    const path = file("event.json");
    writeFileSync(path, text);
    expect(start({ GITHUB_EVENT_PATH: path }).runner.eventPayload()).toEqual(payload);
  });

  test("a missing file is no payload", () => {
    expect(start().runner.eventPayload()).toBeUndefined();
    expect(start({ GITHUB_EVENT_PATH: join(folder, "none") }).runner.eventPayload()).toBeUndefined();
  });
});

describe("fail", () => {
  test("sets the exit code and leaves the ending to the process", () => {
    const { runner } = start();
    runner.fail();
    expect(process.exitCode).toBe(1);
  });
});

describe("groups and debug", () => {
  test("are commands whose text is escaped", () => {
    const { runner, sink } = start();
    runner.group(logText("Build 100%"));
    runner.endGroup();
    expect(sink.text).toBe("::group::Build 100%25\n::endgroup::\n");
  });
});
