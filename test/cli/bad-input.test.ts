import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import type { Environment } from "../../packages/cli/process.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { issueToken } from "../../packages/service/store/people/tokens.ts";
import { serve } from "../http.ts";
import { type CommandResult, openFixture, startCommand } from "./command.ts";

const fixture = await openFixture();
afterAll(() => fixture.close());

const CLOSED = { GREENROOM_URL: "http://127.0.0.1:1" };
const SIGNED_OUT = { GREENROOM_TOKEN: undefined };

/** One or two sentences on stderr, nothing on stdout, and no internals. */
function expectOneSentence({ code, stdout, stderr }: CommandResult, expected: number): void {
  expect({ code, stdout, lines: stderr.trim().split("\n").length }).toEqual({ code: expected, stdout: "", lines: 1 });
  expect(stderr).toMatch(/[.)]\n$/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Error:|\[object/);
}

async function deploymentOf(line: string): Promise<string> {
  const { stdout } = await fixture.run(`${line} --follow --json`);
  return (JSON.parse(stdout) as { id: string }).id;
}

const json = (value: unknown): RequestListener => {
  return (_, response) => void response.setHeader("content-type", "application/json").end(JSON.stringify(value));
};

describe("a command that cannot be done is one sentence and an exit code", () => {
  it.each<[string, number, string, Environment]>([
    ["no server is there", 3, "sites list", CLOSED],
    ["no server is there", 3, "deploy docs", CLOSED],
    ["no server is there", 3, "login", CLOSED],
    ["a URL would send the token in clear text", 2, "whoami", { GREENROOM_URL: "http://greenroom.example.com" }],
    ["there is no token", 4, "sites list", SIGNED_OUT],
    ["there is no URL of a service", 2, "sites list", { ...SIGNED_OUT, GREENROOM_URL: undefined }],
    ["there is no checkout", 2, "deploy docs", { GIT_DIR: join(fixture.folder, "nowhere") }],
    ["there is no folder to upload", 2, "deploy docs --commit 0123456789abcdef --prebuilt nowhere", {}],
  ])("%s: %i for %j", async (_, code, line, env) => {
    expectOneSentence(await fixture.run(line, env), code);
  });

  it("another server: 3, and its page is not shown", async () => {
    await using other = await serve((_, response) => {
      response.setHeader("content-type", "text/html").end("<h1>Hello</h1>");
    });
    const result = await fixture.run("whoami", { GREENROOM_URL: other.url });
    expectOneSentence(result, 3);
    expect(result.stderr).not.toContain("Hello");
  });

  it("a token that is wrong or expired: 4, with how to sign in, and the token is not shown", async () => {
    const { workspaceId } = fixture.seed;
    const at = "2020-01-01T00:00:00.000Z";
    const pat = { kind: "pat", realm: "test", name: "old", scopes: ["sites:read"], issuedVia: "operator" } as const;
    const { token } = await inDatabase(fixture.service.context.db, (tx) =>
      issueToken(tx, { ...pat, workspaceId, userId: null, epoch: null, expiresAt: at }),
    );
    for (const bad of [token, "sk_test_wrong", "nonsense"]) {
      const result = await fixture.run("sites list", { GREENROOM_TOKEN: bad });
      expectOneSentence(result, 4);
      expect(result.stderr).toContain("greenroom login");
      expect(result.stderr).not.toContain(bad);
    }
  });

  it("a damaged file of logins: 4, with its path", async () => {
    const config = join(fixture.folder, "damaged");
    mkdirSync(join(config, "greenroom"), { recursive: true });
    writeFileSync(join(config, "greenroom/logins.json"), "{");
    const result = await fixture.run("sites list", { ...SIGNED_OUT, XDG_CONFIG_HOME: config });
    expectOneSentence(result, 4);
    expect(result.stderr).toContain("logins.json is damaged");
  });

  it("more on standard input than a value can have: 2, before anything is sent", async () => {
    expectOneSentence(await fixture.run("variables set docs API_KEY", CLOSED, "x".repeat(1024 ** 2 + 1)), 2);
  });
});

describe("a request that the service rejects", () => {
  it("a value it does not accept is reported once, by its option: 1", async () => {
    expect(await fixture.run("deploy docs --commit abc")).toMatchObject({
      code: 1,
      stderr: "--commit must be 7 to 64 lower-case hexadecimal digits. Run the command again with that changed.\n",
    });
  });

  it("a request that is wrong as a whole: 1, in the words of the service", async () => {
    const shared = await fixture.run("share create docs --expires 7d");
    expectOneSentence(shared, 1);
    expect(shared.stderr).toMatch(/^The previews of the site are open to everyone: share their URL/);
  });

  it("a deployment that no share link opens: 1, by its option and with the reason", async () => {
    const failed = await deploymentOf("deploy docs --commit 0123456789abcdef");
    const { db } = fixture.service.context;
    const setAccess = (preview_access: "link" | null) => db.updateTable("sites").set({ preview_access }).execute();
    await setAccess("link");
    const shared = await fixture.run(`share create docs --deployment ${failed} --expires 7d`);
    await setAccess(null);
    const reason = `--deployment must name a preview that is ready; the status of ${failed} is failed.`;
    expect(shared).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  });

  it("a release request that is decided already: a note when it is opened", async () => {
    const { stdout } = await fixture.run(`approvals request ${await deploymentOf("deploy docs")} --json`);
    const { requestId } = JSON.parse(stdout) as { requestId: string };
    const { db } = fixture.service.context;
    await db.updateTable("approval_requests").set({ status: "rejected" }).where("id", "=", requestId).execute();
    const opened = await fixture.run(`approvals open ${requestId}`);
    expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining("already rejected") });
  });
});

it.each([
  ["an unknown verb", "frob"],
  ["a missing argument", "follow"],
  ["an unknown option", "sites list --frob"],
  ["an invalid choice", "deployments list --status built"],
  ["an invalid URL", "whoami --url greenroom"],
  ["an invalid number", "deployments list --limit many"],
  ["an invalid id", "deployments show .."],
  ["a group without a verb", "sites"],
  ["an unknown limit of the service", "serve --limit frob=1"],
])("%s: 2", async (_, line) => {
  const { code, stdout, stderr } = await fixture.run(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).not.toMatch(/\n\s+at /);
});

it("a site given as a word where it is an option: 2, with the option", async () => {
  const { code, stderr } = await fixture.run("deployments list docs");
  expect({ code, said: stderr.includes("Name a site with --site <site>.") }).toEqual({ code: 2, said: true });
  expect((await fixture.run("sites list docs")).stderr).not.toContain("--site");
});

it("an empty number of a repository: 1, by its option", async () => {
  const run = await fixture.run(["trust", "add", "docs", "acme/site", "--repository-id", ""]);
  expectOneSentence(run, 1);
  expect(run.stderr).toMatch(/^--repository-id must be /);
});

it("a name that the verb takes as a word: 1, and not as an option", async () => {
  const run = await fixture.run("variables set docs PATH --plain --value x");
  expectOneSentence(run, 1);
  expect(run.stderr).toMatch(/^name must be another name/);
});

it("a checkout of another account: 2, with what git asks for", async () => {
  const run = await fixture.run("deploy docs", {
    GIT_TEST_ASSUME_DIFFERENT_OWNER: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
  });
  expectOneSentence(run, 2);
  expect(run.stderr).toContain("git config --global --add safe.directory");
});

describe("a terminal", () => {
  it("cannot be controlled by text of the service, and piped output has no colour", async () => {
    const name = "Evil\u001b]0;title\u0007\u001b[2J\u202e\u009b31m";
    const sites = [{ id: "1", slug: "evil", name, productionUrl: "https://a.example" }];
    await using evil = await serve(json({ ok: true, data: sites }));
    const table = await fixture.run("sites list", { GREENROOM_URL: evil.url });
    const record = await fixture.run("sites list --json", { GREENROOM_URL: evil.url });
    for (const { stdout } of [table, record])
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(record.stdout)).toMatchObject([{ name }]);
  });
});

describe("Ctrl-C", () => {
  it("while a secret is typed ends at once", async () => {
    const line = "repositories add https://git.example.com/acme/ --username ada";
    const running = startCommand(line, { env: fixture.env, cwd: fixture.folder, stdin: new PassThrough() });
    running.interrupt("interrupted");
    expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
  });

  it("while following a build prints how to continue", async () => {
    const record = json({ ok: true, data: { id: "dep_1", status: "building", siteId: "s" } });
    // Nothing is sent after the first event, as with a slow build.
    await using slow = await serve((request, response) => {
      if (request.url?.endsWith("/events") !== true) return record(request, response);
      const data = JSON.stringify({ status: "building", at: new Date().toISOString() });
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`id: 1\nevent: status\ndata: ${data}\n\n`);
    });
    const running = fixture.start("follow dep_1", { GREENROOM_URL: slow.url });
    await running.printed("building");
    running.interrupt("interrupted");
    const stderr = expect.stringContaining("greenroom follow dep_1");
    expect(await running.ended).toMatchObject({ code: 130, stderr });
  });

  it("while waiting for a response ends at once and prints what may have happened", async () => {
    const received = Promise.withResolvers<void>();
    await using silent = await serve((request) => void (request.method === "POST" && received.resolve()));
    const before = readdirSync(fixture.folder);
    const running = fixture.start(`deploy ${fixture.siteId}`, { GREENROOM_URL: silent.url });
    await received.promise;
    running.interrupt("interrupted");
    const stderr = expect.stringContaining("the same command finds it");
    expect(await running.ended).toMatchObject({ code: 130, stderr });
    expect(readdirSync(fixture.folder)).toEqual(before);
  });
});
