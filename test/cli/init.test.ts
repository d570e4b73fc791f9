import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createTerminal } from "../../packages/cli/terminal.ts";
import { readAnswers } from "../../packages/cli/verbs/init/answers.ts";
import { openTrust, withWorkspace } from "../../packages/cli/verbs/init/site.ts";
import { checkWorkflow, planFiles, writeFiles } from "../../packages/cli/verbs/init/workflows.ts";
import { templates, type WorkflowValues } from "../../packages/contract/workflows.ts";
import { scriptedService } from "../e2e/scripted-service.ts";
import { folderOfTest } from "../folders.ts";
import { validatorSays } from "../repository/github-validator.ts";
import { type CommandResult, startCommand, testProcess } from "./command.ts";

let folder: string;

beforeEach(async () => {
  folder = folderOfTest("init");
});
const ANSWERS: WorkflowValues = {
  forge: "github",
  baseUrl: "https://greenroom.example.com",
  site: "docs",
  source: "acme/greenroom@v1",
  production: true,
  forks: true,
  branch: "main",
};
const texts = (answers: WorkflowValues) =>
  templates(answers).map(({ path, write }) => ({ path, text: write([answers.site]) }));
const FLAGS = ["--base-url", ANSWERS.baseUrl, "--site", ANSWERS.site, "--source", ANSWERS.source];

const NO_INTERRUPT = { interrupt: () => undefined, onInterruptMessage: () => undefined };

function greenroom(...args: readonly string[]): Promise<CommandResult> {
  return greenroomWith({}, ...args);
}

function greenroomWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CommandResult> {
  return startCommand(["init", "--folder", folder, ...args], { env, cwd: "." }).ended;
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
    { production: true, forge: "gitea" },
  ] as const)("pass GitHub's own validator with %j", async (choice) => {
    for (const { path, write } of templates({ ...ANSWERS, ...choice })) {
      for (const text of [write(["docs"]), write(["docs", "acme/shop"])]) {
        expect(await validatorSays(path, text)).toEqual([]);
        expect(() => checkWorkflow(path, text)).not.toThrow();
      }
    }
  });

  test("grant nothing at the top, and to each job what the workflow it calls needs", async () => {
    for (const { path, text } of texts(ANSWERS)) {
      expect(text).toContain("\npermissions: {}\n");
      const file = /workflows\/(\S+)@v1/.exec(text)?.[1] ?? "";
      const called = await readFile(join(".github/workflows", file), "utf8");
      const scopes = (of: string) => new Set(of.match(/^ {6}[a-z-]+: (?:read|write)(?= #)/gm));
      expect(scopes(text), path).toEqual(scopes(called));
    }
  });

  test("store no secret but for forks, whose runs get no identity", () => {
    for (const { path, text } of texts(ANSWERS)) {
      expect(text.includes("secrets."), path).toBe(path.endsWith("/greenroom-fork.yml"));
    }
  });

  test("quote every value", async () => {
    const odd = texts({ ...ANSWERS, branch: "release/1.x", baseUrl: 'https://a.example/"\nx: y' });
    for (const { path, text } of odd) expect(await validatorSays(path, text)).toEqual([]);
  });
});

describe("answers", () => {
  test("come from flags, else from the user", async () => {
    const questions: string[] = [];
    const replies = ["docs", "acme/greenroom@v1", "y", "", "n"];
    const prompter = {
      ask: async (question: string) => {
        questions.push(question);
        return replies.shift() ?? "";
      },
      [Symbol.dispose]: () => undefined,
    };
    const answers = await readAnswers({ forge: "github", baseUrl: "https://greenroom.example.com/" }, prompter);
    expect(answers).toEqual({ ...ANSWERS, forks: false });
    expect(questions).toHaveLength(5);
  });

  test.each([
    ["baseUrl", "http://greenroom.example.com", "--base-url"],
    ["site", "Docs!", "--site"],
    ["source", "acme/greenroom", "--source"],
    ["branch", "-x", "--branch"],
  ])("that are invalid are reported with their flag: %s", async (key, value, flag) => {
    const { forge, baseUrl, source } = ANSWERS;
    const flags = { baseUrl, site: "docs", source, production: true, [key]: value };
    await expect(readAnswers({ ...flags, forge }, undefined)).rejects.toThrow(`${flag} is '${value}'. Give `);
  });
});

test("the URL of a service in --dev is refused with where its workflow is", async () => {
  const flags = { ...ANSWERS, baseUrl: "http://127.0.0.1:4010" };
  await expect(readAnswers(flags, undefined)).rejects.toThrow(/hosted runners.*docs\/guides\/first-preview\.md/);
});

describe("greenroom init", () => {
  test("writes the workflows and prints the next step", async () => {
    const end = await greenroom(...FLAGS, "--production", "--yes");
    expect(end).toMatchObject({ code: 0 });
    expect(end.stderr).toContain("Next: greenroom trust add docs OWNER/REPOSITORY");
    expect(end.stderr).toContain("another person approves it");
    expect(end.stderr).not.toContain("GREENROOM_TOKEN");
    expect(await written()).toEqual(["greenroom-preview.yml", "greenroom-production.yml"]);
  });

  test("names the site with the workspace of who is signed in to the service, where it can be asked", async () => {
    await using scripted = await scriptedService(() => ({
      status: 200,
      body: { ok: true, data: { name: "t", scopes: [], workspace: { id: "w", name: "Acme", slug: "acme" } } },
    }));
    await mkdir(join(folder, "greenroom"));
    const logins = { tokens: { [scripted.baseUrl]: "sk_live_0123456789abcdef" } };
    await writeFile(join(folder, "greenroom/logins.json"), JSON.stringify(logins), { mode: 0o600 });
    const named = (site: string, baseUrl = scripted.baseUrl, env = { XDG_CONFIG_HOME: folder }) =>
      withWorkspace({ process: { env }, signal: new AbortController().signal }, { baseUrl, site });
    expect(await named("docs")).toBe("acme/docs");
    expect(await named("other/docs")).toBe("other/docs");
    const id = "0198a5c4-0000-7000-8000-000000000002";
    expect(await named(id)).toBe(id);
    expect(await named("docs", "https://greenroom.example.com"), "not signed in there").toBe("docs");
    expect(scripted.seen).toHaveLength(1);
    await scripted[Symbol.asyncDispose]();
    expect(await named("docs"), "away").toBe("docs");
  });

  test("makes the trust rule of the repository once, as who is signed in", async () => {
    const site = { id: "0198a5c4-0000-7000-8000-000000000002", slug: "docs" };
    const rules: { readonly id: string; readonly repository: string }[] = [];
    await using scripted = await scriptedService(({ method, path }) => {
      if (!path.endsWith("/trust-rules")) return { status: 200, body: { ok: true, data: [site] } };
      const rule = { id: "rule", siteId: site.id, repository: "acme/docs", repositoryId: "1", scopes: [] };
      if (method === "POST") rules.push(rule);
      return { status: 200, body: { ok: true, data: method === "POST" ? rule : rules } };
    });
    const { process, interruption } = testProcess([], {
      env: { GREENROOM_TOKEN: "sk_live_0123456789abcdef" },
      cwd: ".",
    });
    const context = { process, terminal: createTerminal(process), signal: interruption.signal, ...NO_INTERRUPT };
    const values = { ...ANSWERS, baseUrl: scripted.baseUrl };
    for (const _ of [1, 2]) {
      const trust = await openTrust(context, values, "acme/docs");
      expect(await trust()).toMatchObject({ id: "rule" });
    }
    expect(rules).toHaveLength(1);
    await expect(openTrust(context, values, undefined)).rejects.toThrow("no remote origin");
  });

  test("makes no trust rule without a sign-in, and writes nothing then", async () => {
    execFileSync("git", ["init", "--quiet", folder]);
    execFileSync("git", ["-C", folder, "remote", "add", "origin", "git@github.com:acme/docs.git"]);
    expect(await greenroomWith({ XDG_CONFIG_HOME: folder }, ...FLAGS, "--yes", "--trust")).toMatchObject({ code: 4 });
    expect(await written()).toEqual([]);
  });

  test("writes for Gitea jobs with a stored token, to which a further site is added", async () => {
    const gitea = [
      "--base-url",
      ANSWERS.baseUrl,
      "--source",
      ANSWERS.source,
      "--forge",
      "gitea",
      "--production",
      "--yes",
    ];
    const first = await greenroom(...gitea, "--site", "docs");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("add the secret GREENROOM_TOKEN") });
    const second = await greenroom(...gitea, "--site", "shop");
    expect(second.stdout.match(/site added/g)).toHaveLength(3);
    expect(await written()).toEqual([]);
    const close = await readFile(join(folder, ".gitea/workflows/greenroom-close.yml"), "utf8");
    expect(close).toContain('site: ["docs", "shop"]');
    expect(close).toContain("uses: acme/greenroom/close@v1");
    expect(await greenroom(...gitea, "--site", "docs", "--forks")).toMatchObject({ code: 2 });
    expect(await greenroom(...gitea, "--site", "docs", "--trust")).toMatchObject({ code: 2 });
  });

  test("without a terminal reports what is missing, and writes nothing", async () => {
    const end = await greenroom("--site", "docs");
    expect(end.code).toBe(2);
    expect(end.stderr).toContain("--base-url is missing");
    expect(await written()).toEqual([]);
  });

  test("replaces a workflow that differs only with --force, and writes nothing without it", async () => {
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

  test("adds a second site to the workflows of the first, and keeps all other files", async () => {
    await greenroom(...FLAGS, "--production", "--yes");
    const other = join(folder, ".github/workflows/test.yml");
    await writeFile(other, "name: Test\n");
    const shop = ["--site", "acme/shop", "--source", ANSWERS.source, "--production", "--yes"];
    const end = await greenroomWith({ GREENROOM_URL: ANSWERS.baseUrl }, ...shop);
    expect(end).toMatchObject({ code: 0 });
    expect(end.stdout).toMatch(/greenroom-preview\.yml +site added\n.*greenroom-production\.yml +site added/);
    for (const name of ["greenroom-preview.yml", "greenroom-production.yml"]) {
      const text = await readFile(join(folder, ".github/workflows", name), "utf8");
      expect(text).toContain(`site: ["docs", "acme/shop"]`);
      expect(text).toContain("site: ${{ matrix.site }}");
    }
    expect(await readFile(other, "utf8")).toBe("name: Test\n");
    const again = await greenroom(...FLAGS, "--production", "--yes");
    expect(again.stdout).toMatch(/greenroom-preview\.yml +unchanged/);
  });

  test("keeps the other sites where it replaces a workflow that was changed by hand", async () => {
    await greenroom(...FLAGS, "--yes");
    const file = join(folder, ".github/workflows/greenroom-preview.yml");
    await writeFile(file, `# Mine\n${await readFile(file, "utf8")}`);
    const shop = ["--base-url", ANSWERS.baseUrl, "--site", "shop", "--source", ANSWERS.source, "--yes"];
    expect((await greenroom(...shop)).stderr).toContain("--force");
    expect(await greenroom(...shop, "--force")).toMatchObject({ code: 0 });
    expect(await readFile(file, "utf8")).toContain(`site: ["docs", "shop"]`);
  });

  test("shows with --dry-run what would change, and writes nothing", async () => {
    const first = await greenroom(...FLAGS, "--yes", "--dry-run");
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('+      site: "docs"\n') });
    expect(first.stdout).toContain("--- /dev/null\n+++ b/.github/workflows/greenroom-preview.yml\n");
    expect(await written()).toEqual([]);
    await greenroom(...FLAGS, "--yes");
    const shop = ["--base-url", ANSWERS.baseUrl, "--site", "shop", "--source", ANSWERS.source, "--yes"];
    const { stdout } = await greenroom(...shop, "--dry-run");
    expect(stdout).toContain('-      site: "docs"\n+      site: ${{ matrix.site }}\n');
    expect((await greenroom(...FLAGS, "--yes", "--dry-run")).stdout).toBe("");
  });

  test("come with every site that the service will recognize in the folder, and how it is built", async () => {
    for (const [path, text] of [
      ["apps/web/package.json", '{"dependencies":{"vite":"7"},"scripts":{"build":"vite build"}}'],
      ["apps/web/index.html", ""],
      ["guide/book.toml", ""],
      ["node_modules/x/index.html", ""],
    ] as const) {
      await mkdir(join(folder, path, ".."), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { stdout } = await greenroom(...FLAGS, "--yes");
    expect(stdout).toMatch(/guide +A mdbook site\. +Build it in your CI job and upload its folder 'book'/);
    expect(stdout).toMatch(/apps\/web +A vite site\. +Set "rootDirectory": "apps\/web"/);
    const { sites } = JSON.parse((await greenroom(...FLAGS, "--yes", "--json")).stdout);
    expect(sites).toMatchObject([{ folder: "guide" }, { folder: "apps/web" }]);
  });

  test.each([
    ["https://github.com/acme/docs.git", "acme/docs"],
    ["https://ada:secret@github.com/acme/docs", "acme/docs"],
    ["git@github.com:acme/docs.site.git", "acme/docs.site"],
    ["ssh://git@git.example.com/acme/docs", "acme/docs"],
    ["/srv/git/docs.git", "OWNER/REPOSITORY"],
    ["https://github.com/acme/docs/$(id)", "OWNER/REPOSITORY"],
  ])("names the repository of origin %s as %s", async (origin, name) => {
    execFileSync("git", ["init", "--quiet", folder]);
    execFileSync("git", ["-C", folder, "remote", "add", "origin", origin]);
    const { stderr } = await greenroom(...FLAGS, "--yes");
    expect(stderr).toContain(`Next: greenroom trust add docs ${name}, which`);
    expect(stderr).not.toContain("secret");
  });

  test("changes nothing when run again", async () => {
    await greenroom(...FLAGS, "--yes");
    const again = await greenroom(...FLAGS, "--yes", "--json");
    expect(JSON.parse(again.stdout)).toEqual({
      sites: [],
      written: [{ path: ".github/workflows/greenroom-preview.yml", was: "same" }],
      trustRule: null,
    });
  });

  test("never overwrites a file that was created after the comparison", async () => {
    const files = await planFiles(folder, ANSWERS);
    await mkdir(join(folder, ".github/workflows"), { recursive: true });
    const file = join(folder, ".github/workflows/greenroom-preview.yml");
    await writeFile(file, "name: Mine\n");
    await expect(writeFiles(folder, files)).rejects.toThrow(/was created meanwhile/);
    expect(await readFile(file, "utf8")).toBe("name: Mine\n");
  });
});
