import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runAction } from "../../packages/testkit/runner.ts";
import type { ActionResult, ActionRun } from "../../packages/testkit/runner.ts";
import { COMMAND_NAMES, parseCommand, parseCommandFile } from "../../packages/testkit/runner/commands.ts";
import { createLineSplitter } from "../../packages/testkit/runner/process.ts";
import { createMasks } from "../../packages/testkit/runner/step-log.ts";
import { folderOfTest } from "../folders.ts";

const YML = `
name: Sample
inputs:
  site-id: { description: s, required: true }
  branch: { description: b }
  wait: { description: w, default: 'true' }
  github-token: { description: t, default: "\${{ github.token }}" }
  old name: { description: o, deprecationMessage: use site-id }
outputs:
  status: { description: s }
runs: { using: node24, main: main.mjs, post: post.mjs }
`;
const GRACE = { interruptMs: 300, terminateMs: 300, pipesMs: 300 };

let folder: string;

beforeEach(async () => {
  folder = folderOfTest("test");
  await writeFile(join(folder, "action.yml"), YML);
  await writeFile(join(folder, "post.mjs"), "");
});

async function run(script: string, more: Partial<ActionRun> = {}): Promise<ActionResult> {
  await writeFile(join(folder, "main.mjs"), script);
  return runAction({
    actionYml: join(folder, "action.yml"),
    inputs: {},
    event: { name: "push", payload: { ref: "refs/heads/autumn", after: "a".repeat(40) } },
    grace: GRACE,
    ...more,
  });
}

const write = (text: string): string => `process.stdout.write(${JSON.stringify(text)});`;

describe("lines", () => {
  const split = (...chunks: string[]): readonly string[] => {
    const splitter = createLineSplitter();
    return [...chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk))), ...splitter.end()];
  };

  test("a bare carriage return ends a line", () => {
    expect(split("x\r::add-mask::y\n")).toEqual(["x", "::add-mask::y"]);
  });

  test("a pair of carriage return and line feed ends one line, also across chunks", () => {
    expect(split("a\r\nb\r", "\nc\r", "d")).toEqual(["a", "b", "c", "d"]);
  });

  test("a character split across chunks survives", () => {
    const [first, second] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
    const splitter = createLineSplitter();
    expect([...splitter.push(first), ...splitter.push(second), ...splitter.end()]).toEqual(["é"]);
  });

  test("empty lines stay, the last line needs no end", () => {
    expect(split("a\n\nb")).toEqual(["a", "", "b"]);
    expect(split("")).toEqual([]);
  });
});

describe("commands", () => {
  const parse = (line: string): ReturnType<typeof parseCommand> => parseCommand(line, COMMAND_NAMES);

  test("the new form counts at the start of a line only, white space aside", () => {
    expect(parse(" \u00a0::error file=a.ts,title=x%2Cy::bad%0Aworse")).toEqual({
      name: "error",
      properties: { file: "a.ts", title: "x,y" },
      data: "bad\nworse",
    });
    expect(parse("text ::error::bad")).toBeUndefined();
  });

  test("the old form counts anywhere in a line", () => {
    expect(parse("[build] ##[set-output name=preview-url;x=1]https://evil.example/%5D")).toEqual({
      name: "set-output",
      properties: { name: "preview-url", x: "1" },
      data: "https://evil.example/]",
    });
  });

  test("white space and invisible characters that the runner ignores hide no command", () => {
    expect(parse("\u0085\u3000::error::x")?.name).toBe("error");
    expect(parse("\u200b::error::x")?.name).toBe("error");
    expect(parse("[b] #\u200b#[error]x")?.name).toBe("error");
  });

  test("a name the runner does not know is text", () => {
    expect(parse("::nonsense::x")).toBeUndefined();
    expect(parse("##[nonsense]x")).toBeUndefined();
  });

  test("an escaped percent sign is not unescaped twice", () => {
    expect(parse("::notice::%250A")?.data).toBe("%0A");
  });
});

describe("command files", () => {
  test("heredocs hold line ends and equals signs, plain lines keep theirs", () => {
    const text = "a=b=c\nlog<<E==\nx=1\n\ny<<z\nE==\nempty<<E\nE\n";
    expect(Object.fromEntries(parseCommandFile(text))).toEqual({ a: "b=c", log: "x=1\n\ny<<z", empty: "" });
  });

  test("a missing delimiter, a missing name and a bare word are errors", () => {
    expect(() => parseCommandFile("a<<E\nx\n")).toThrow(expect.objectContaining({ code: "delimiter_missing" }));
    expect(() => parseCommandFile("=x\n")).toThrow(expect.objectContaining({ code: "name_empty" }));
    expect(() => parseCommandFile("word\n")).toThrow(expect.objectContaining({ code: "format_invalid" }));
  });
});

describe("masks", () => {
  test("a secret is hidden in plain, URI, JSON and base64 form", () => {
    const masks = createMasks();
    const secret = 'sk test "9+8/7"';
    masks.add(secret);
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret)];
    const encoded = ["", "x", "xy"].map((before) => Buffer.from(before + secret + "zz").toString("base64"));
    for (const form of [...forms, ...encoded]) {
      expect(masks.hide(form)).toContain("***");
      expect(masks.hide(form)).not.toContain(form);
    }
  });

  test("each line of a secret is hidden, an empty one hides nothing", () => {
    const masks = createMasks();
    masks.add("first\nsecond");
    masks.add("");
    expect(masks.hide("a second b")).toBe("a *** b");
    expect(masks.values).toEqual(["first\nsecond"]);
  });
});

describe("environment", () => {
  const DUMP = `process.stdout.write("ENV " + JSON.stringify({ ...process.env, cwd: process.cwd() }) + "\\n");`;
  const dump = async (more: Partial<ActionRun>): Promise<Record<string, string>> => {
    const result = await run(DUMP, more);
    return JSON.parse(result.rawLines[0]?.slice(4) ?? "{}");
  };

  test("inputs arrive upper case with hyphens kept, blanks as underscores, and defaults evaluated", async () => {
    const env = await dump({ inputs: { "site-id": "s1", "OLD NAME": "o" }, context: { token: "ghs_tok" } });
    expect(env).toMatchObject({
      "INPUT_SITE-ID": "s1",
      INPUT_OLD_NAME: "o",
      INPUT_WAIT: "true",
      "INPUT_GITHUB-TOKEN": "ghs_tok",
    });
    expect(env).not.toHaveProperty("INPUT_BRANCH");
    expect(env).not.toHaveProperty("GITHUB_TOKEN");
  });

  test("unknown and deprecated inputs only warn", async () => {
    const result = await run("", { inputs: { nonsense: "x", "old name": "o" } });
    const warnings = result.shown.filter((line) => line.kind === "warning").map((line) => line.text);
    expect(warnings).toEqual([
      "Input 'old name' has been deprecated with message: use site-id",
      expect.stringContaining("Unexpected input(s) 'nonsense', valid inputs are ['site-id', "),
    ]);
    expect(result.conclusion).toBe("success");
  });

  test("nothing of the parent but PATH reaches the step", async () => {
    process.env["GREENROOM_TEST_LEAK"] = "x";
    try {
      const env = await dump({});
      expect(env).not.toHaveProperty("GREENROOM_TEST_LEAK");
      expect(env["PATH"]).toBe(process.env["PATH"]);
      expect(env["HOME"]).not.toBe(process.env["HOME"]);
      expect(env["cwd"]).toBe(env["GITHUB_WORKSPACE"]);
    } finally {
      delete process.env["GREENROOM_TEST_LEAK"];
    }
  });

  test("a pull request runs on its merge commit and ref, a push on its tip", async () => {
    const payload = {
      number: 7,
      pull_request: {
        merge_commit_sha: "c".repeat(40),
        head: { ref: "autumn", sha: "b".repeat(40) },
        base: { ref: "main" },
      },
    };
    expect(await dump({ event: { name: "pull_request", payload } })).toMatchObject({
      GITHUB_SHA: "c".repeat(40),
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_REF_NAME: "7/merge",
      GITHUB_HEAD_REF: "autumn",
      GITHUB_BASE_REF: "main",
    });
    expect(await dump({})).toMatchObject({
      GITHUB_SHA: "a".repeat(40),
      GITHUB_REF_NAME: "autumn",
      GITHUB_HEAD_REF: "",
    });
  });
});

describe("log", () => {
  test("commands on stdout and stderr are carried out and not shown", async () => {
    const result = await run(
      `${write("::set-output name=status::ready\n::group::Build\nline\n::endgroup::\n")}
       process.stderr.write("::error title=Bad,file=a.ts,line=3::it broke\\n");`,
    );
    expect(result.outputs).toEqual({ status: "ready" });
    expect(result.shown).toEqual(
      expect.arrayContaining([
        { kind: "group", text: "Build" },
        { kind: "text", text: "line" },
        { kind: "endgroup", text: "" },
      ]),
    );
    expect(result.annotations).toEqual([{ kind: "error", message: "it broke", title: "Bad", file: "a.ts", line: "3" }]);
    expect(result.conclusion).toBe("success");
  });

  test("stopped commands are text until the token comes back, which is masked", async () => {
    const token = "1f0c8a52-stop";
    const result = await run(
      write(
        `::stop-commands::${token}\n[b] ##[set-output name=status]evil\n::add-mask::line\n::${token}::\n::set-output name=status::ready\n`,
      ),
    );
    expect(result.outputs).toEqual({ status: "ready" });
    expect(result.masks).not.toContain("line");
    expect(result.stdoutLines).toContain("[b] ##[set-output name=status]evil");
    expect(result.stdoutLines.join("\n")).not.toContain(token);
    expect(result.stoppedAtEnd).toBe(false);
  });

  test("an unsafe stop token fails the step", async () => {
    const result = await run(write("::stop-commands::warning\n"));
    expect([result.conclusion, result.exitCode]).toEqual(["failure", 0]);
  });

  test("set-env and add-path fail the step", async () => {
    const result = await run(write("::set-env name=A::b\n"));
    expect(result).toMatchObject({ conclusion: "failure", failures: ["set-env is not allowed"] });
  });

  test("a masked value shows as stars in later lines, and an output that holds it is dropped", async () => {
    const result = await run(
      `${write("::add-mask::hunter2\nthe hunter2 value\n")}
       import { appendFileSync } from "node:fs";
       appendFileSync(process.env.GITHUB_OUTPUT, "url=https://hunter2.example/\\nok=1\\n");`,
    );
    expect(result.stdoutLines).toEqual(["the *** value"]);
    expect(result.rawLines).toContain("the hunter2 value");
    expect(result.droppedOutputs).toEqual(["url"]);
  });

  test("eleven warnings make ten annotations", async () => {
    const result = await run(write("::warning::w\n".repeat(11)));
    expect(result.annotations).toHaveLength(10);
    expect(result.shown).toHaveLength(11);
  });
});

describe("cancel", () => {
  const cancelAt = (text: string): Partial<ActionRun> => {
    const controller = new AbortController();
    return { signal: controller.signal, onLine: (line) => line.text === text && controller.abort() };
  };

  test("one that ignores SIGINT gets SIGTERM, one that ignores both is killed", async () => {
    const ignoring = (second: string): string =>
      `process.on("SIGINT", () => {}); ${second} setInterval(() => {}, 50); console.log("up");`;
    expect(await run(ignoring(""), cancelAt("up"))).toMatchObject({ exitCode: null, signal: "SIGTERM" });
    expect(await run(ignoring(`process.on("SIGTERM", () => {});`), cancelAt("up"))).toMatchObject({
      signal: "SIGKILL",
    });
  });

  test("a child that holds the pipe open is ended with the tree", async () => {
    const result = await run(
      `import { spawn } from "node:child_process";
       const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
       child.unref(); console.log(child.pid);`,
    );
    const pid = Number(result.stdoutLines[0]);
    await expect.poll(() => alive(pid), { interval: 5 }).toBe(false);
    expect(result.exitCode).toBe(0);
  });
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
