import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settleAnswers } from "../../packages/cli/init/questions.ts";
import { type Answers, starters } from "../../packages/cli/init/starters.ts";
import { checkWorkflow, place, write } from "../../packages/cli/init/write.ts";
import { validatorSays } from "../repository/github-validator.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "greenroom-init-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const ANSWERS: Answers = {
  baseUrl: "https://greenroom.example.com",
  site: "docs",
  source: "acme/greenroom@v1",
  production: true,
  forks: true,
  branch: "main",
};
const FLAGS = ["--base-url", ANSWERS.baseUrl, "--site", ANSWERS.site, "--source", ANSWERS.source];

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function greenroom(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const command = ["packages/cli/main.ts", "init", "--folder", folder, ...args];
    const child = execFile(process.execPath, command, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

function written(): Promise<string[]> {
  return readdir(join(folder, ".github/workflows")).then(
    (names) => names.toSorted(),
    () => [],
  );
}

describe("the starter workflows", () => {
  test.each([
    { production: true, forks: true },
    { production: true, forks: false },
    { production: false, forks: false },
  ])("pass GitHub's own validator with %j", async (choice) => {
    for (const { path, text } of starters({ ...ANSWERS, ...choice })) {
      expect(await validatorSays(path, text)).toEqual([]);
      expect(() => checkWorkflow(path, text)).not.toThrow();
    }
  });

  test("grant nothing at the top, and to each job what the workflow it calls needs", async () => {
    for (const { path, text } of starters(ANSWERS)) {
      expect(text).toContain("\npermissions: {}\n");
      const file = /workflows\/(\S+)@v1/.exec(text)?.[1] ?? "";
      const called = await readFile(join(".github/workflows", file), "utf8");
      const scopes = (of: string) => new Set(of.match(/^ {6}[a-z-]+: (?:read|write)(?= #)/gm));
      expect(scopes(text), path).toEqual(scopes(called));
    }
  });

  test("carry no value that ends its string", async () => {
    const odd = starters({ ...ANSWERS, branch: "release/1.x", baseUrl: 'https://a.example/"\nx: y' });
    for (const { path, text } of odd) expect(await validatorSays(path, text)).toEqual([]);
  });
});

describe("answers", () => {
  test("are taken from flags, and asked for where none is given", async () => {
    const asked: string[] = [];
    const replies = ["docs", "acme/greenroom@v1", "y", "", "n"];
    const asker = {
      ask: async (question: string) => {
        asked.push(question);
        return replies.shift() ?? "";
      },
      [Symbol.dispose]: () => undefined,
    };
    const answers = await settleAnswers({ baseUrl: "https://greenroom.example.com/" }, asker);
    expect(answers).toEqual({ ...ANSWERS, forks: false });
    expect(asked).toHaveLength(5);
  });

  test.each([
    ["baseUrl", "http://greenroom.example.com", "--base-url"],
    ["site", "Docs!", "--site"],
    ["source", "acme/greenroom", "--source"],
    ["branch", "-x", "--branch"],
  ])("that are wrong are refused by name: %s", async (key, value, flag) => {
    const flags = { baseUrl: ANSWERS.baseUrl, site: "docs", source: ANSWERS.source, production: true, [key]: value };
    await expect(settleAnswers(flags, undefined)).rejects.toThrow(`${flag} is '${value}'. Give `);
  });
});

describe("greenroom init", () => {
  test("writes what was asked for and says what to do next", async () => {
    const end = await greenroom(...FLAGS, "--production", "--yes");
    expect(end).toMatchObject({ code: 0 });
    expect(end.stderr).toContain("GREENROOM_TOKEN");
    expect(await written()).toEqual(["greenroom-preview.yml", "greenroom-production.yml"]);
  });

  test("asks nothing where nobody is, but names what is missing, and writes nothing", async () => {
    const end = await greenroom("--site", "docs");
    expect(end.code).toBe(2);
    expect(end.stderr).toContain("--base-url is missing");
    expect(await written()).toEqual([]);
  });

  test("replaces no workflow that differs unless it is forced, and none of the others meanwhile", async () => {
    await mkdir(join(folder, ".github/workflows"), { recursive: true });
    const file = join(folder, ".github/workflows/greenroom-preview.yml");
    await writeFile(file, "name: Mine\n");
    const refused = await greenroom(...FLAGS, "--production", "--yes");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--force");
    expect(await written()).toEqual(["greenroom-preview.yml"]);
    expect(await readFile(file, "utf8")).toBe("name: Mine\n");
    expect((await greenroom(...FLAGS, "--production", "--yes", "--force")).code).toBe(0);
    expect(await readFile(file, "utf8")).toContain("Greenroom preview");
  });

  test("run again changes nothing", async () => {
    await greenroom(...FLAGS, "--yes");
    const again = await greenroom(...FLAGS, "--yes", "--json");
    expect(JSON.parse(again.stdout)).toEqual({
      written: [{ path: ".github/workflows/greenroom-preview.yml", was: "same" }],
    });
  });

  test("never writes over a file that appeared after it looked", async () => {
    const placed = await place(folder, starters(ANSWERS));
    await mkdir(join(folder, ".github/workflows"), { recursive: true });
    const file = join(folder, ".github/workflows/greenroom-preview.yml");
    await writeFile(file, "name: Mine\n");
    await expect(write(folder, placed)).rejects.toThrow(/appeared meanwhile/);
    expect(await readFile(file, "utf8")).toBe("name: Mine\n");
  });
});
