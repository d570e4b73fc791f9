import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "../../packages/service/store/people/tokens.ts";
import { type CommandFixture, type CommandResult, openFixture, startCommand } from "./command.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";

let fixture: CommandFixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** One or two sentences on stderr, nothing on stdout, and no internals. */
function expectOneSentence({ stdout, stderr }: CommandResult): void {
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/[.)]\n$/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Error:|\[object/);
}

/** A server that runs while `work` does. */
async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("an unreachable service", () => {
  it("no server: 3", async () => {
    let url = "";
    await withServer(
      () => undefined,
      async (open) => void (url = open),
    );
    for (const args of [["sites", "list"], ["deploy", "docs"], ["login"]]) {
      const result = await fixture.run(args, { GREENROOM_URL: url });
      expect(result.code).toBe(3);
      expectOneSentence(result);
    }
  });

  it("another server: 3, and its page is not shown", async () => {
    const page: RequestListener = (_, response) =>
      void response.setHeader("content-type", "text/html").end("<h1>Hello</h1>");
    await withServer(page, async (url) => {
      const result = await fixture.run(["whoami"], { GREENROOM_URL: url });
      expect(result.code).toBe(3);
      expectOneSentence(result);
      expect(result.stderr).not.toContain("Hello");
    });
  });

  it("a URL that would send the token in clear text: 2, and nothing is sent", async () => {
    const result = await fixture.run(["whoami"], { GREENROOM_URL: "http://greenroom.example.com" });
    expect(result.code).toBe(2);
    expectOneSentence(result);
  });
});

describe("an invalid token", () => {
  const soon = { kind: "pat", realm: "test", name: "old", scopes: ["sites:read"], issuedVia: "operator" } as const;

  it("wrong or expired: 4, with how to sign in", async () => {
    const { workspaceId } = fixture.seed;
    const at = "2020-01-01T00:00:00.000Z";
    const { token } = await inDatabase(fixture.service.context.db, (tx) =>
      issueToken(tx, { ...soon, workspaceId, userId: null, expiresAt: at, at }),
    );
    for (const bad of [token, "sk_test_wrong", "nonsense"]) {
      const result = await fixture.run(["sites", "list"], { GREENROOM_TOKEN: bad });
      expect(result.code).toBe(4);
      expectOneSentence(result);
      expect(result.stderr).toContain("greenroom login");
      expect(result.stderr).not.toContain(bad);
    }
  });

  it("no token: 4", async () => {
    const result = await fixture.run(["sites", "list"], { GREENROOM_TOKEN: undefined });
    expect(result.code).toBe(4);
    expectOneSentence(result);
  });

  it("no service URL: 2", async () => {
    const result = await fixture.run(["sites", "list"], { GREENROOM_TOKEN: undefined, GREENROOM_URL: undefined });
    expect(result.code).toBe(2);
    expectOneSentence(result);
  });

  it("a damaged file of logins: 4, with its path", async () => {
    const config = join(fixture.folder, "damaged");
    mkdirSync(join(config, "greenroom"), { recursive: true });
    writeFileSync(join(config, "greenroom/logins.json"), "{");
    const result = await fixture.run(["sites", "list"], { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: config });
    expect(result).toMatchObject({ code: 4, stderr: expect.stringContaining("logins.json is damaged") });
    expectOneSentence(result);
  });
});

describe("a request that the service rejects", () => {
  it("a slug of another workspace looks like an unknown one: 1", async () => {
    const [other, unknown] = await Promise.all([
      fixture.run(["sites", "show", "elsewhere"]),
      fixture.run(["sites", "show", "elsewhern"]),
    ]);
    expect(other.code).toBe(1);
    expectOneSentence(other);
    expect(other.stderr.replace("elsewhere", "x")).toBe(unknown.stderr.replace("elsewhern", "x"));
    const byId = await fixture.run(["deploy", fixture.seed.other.siteId]);
    expect(byId.code).toBe(1);
  });

  it("a source that is not ready, and one of another workspace, cannot be released: 1", async () => {
    const failed = await fixture.run(["deploy", "docs", "--commit", "0123456789abcdef", "--follow", "--json"]);
    const { id } = JSON.parse(failed.stdout) as { id: string };
    const notReady = await fixture.run(["approvals", "request", id]);
    expect(notReady.code).toBe(1);
    expectOneSentence(notReady);
    const other = await fixture.run(["approvals", "request", id], { GREENROOM_TOKEN: fixture.seed.other.tokens.pat });
    expect(other.code).toBe(1);
    expectOneSentence(other);
  });

  it("a value it does not accept is reported once, by its option: 1", async () => {
    const result = await fixture.run(["deploy", "docs", "--commit", "abc"]);
    expect(result).toMatchObject({
      code: 1,
      stderr: "--commit must be 7 to 64 lower-case hexadecimal digits. Run the command again with that changed.\n",
    });
  });

  it("a publish request that is decided already: a note when it is opened", async () => {
    const deployed = await fixture.run(["deploy", "docs", "--follow", "--json"]);
    const { id } = JSON.parse(deployed.stdout) as { id: string };
    const requested = JSON.parse((await fixture.run(["approvals", "request", id, "--json"])).stdout) as {
      requestId: string;
    };
    const { db } = fixture.service.context;
    await db
      .updateTable("approval_requests")
      .set({ status: "rejected" })
      .where("id", "=", requested.requestId)
      .execute();
    const opened = await fixture.run(["approvals", "open", requested.requestId]);
    expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining("already rejected") });
  });
});

describe("an invalid command", () => {
  it.each([
    ["an unknown verb", ["frob"]],
    ["a missing argument", ["follow"]],
    ["an unknown option", ["sites", "list", "--frob"]],
    ["an invalid choice", ["deployments", "list", "--status", "built"]],
    ["an invalid URL", ["whoami", "--url", "greenroom"]],
    ["an invalid number", ["deployments", "list", "--limit", "many"]],
    ["an invalid id", ["deployments", "show", ".."]],
    ["a group without a verb", ["sites"]],
    ["an unknown limit of the service", ["serve", "--limit", "frob=1"]],
  ])("%s: 2", async (_, args) => {
    const { code, stdout, stderr } = await fixture.run(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("deploy outside a checkout: 2", async () => {
    const result = await fixture.run(["deploy", "docs"], { GIT_DIR: join(fixture.folder, "nowhere") });
    expect(result.code).toBe(2);
    expectOneSentence(result);
  });
});

describe("a terminal", () => {
  it("of 40 columns is never exceeded, except by a URL", async () => {
    await fixture.run(["deploy", "docs"]);
    const views = [["sites", "list"], ["sites", "show", "docs"], ["deployments", "list"], ["whoami"]];
    for (const view of views) {
      const { stdout } = await fixture.run(view, { COLUMNS: "40" });
      const long = stdout.split("\n").filter((line) => line.length > 40 && line.trim().includes(" "));
      expect(long).toEqual([]);
    }
  });

  it("cannot be controlled by text of the service, and piped output has no colour", async () => {
    const name = "Evil\u001b]0;title\u0007\u001b[2J\u202e\u009b31m";
    const envelope = { ok: true, data: [{ id: "1", slug: "evil", name, productionUrl: "https://a.example" }] };
    const evil: RequestListener = (_, response) =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(envelope));
    await withServer(evil, async (url) => {
      const [table, json] = await Promise.all([
        fixture.run(["sites", "list"], { GREENROOM_URL: url }),
        fixture.run(["sites", "list", "--json"], { GREENROOM_URL: url }),
      ]);
      for (const { stdout } of [table, json])
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(JSON.parse(json.stdout)).toMatchObject([{ name }]);
    });
  });
});

describe("standard input", () => {
  it("with more than a value can have: 2, before anything is sent", async () => {
    const args = ["variables", "set", "docs", "API_KEY"];
    const result = await fixture.run(args, {}, "x".repeat(1024 ** 2 + 1));
    expect(result.code).toBe(2);
    expectOneSentence(result);
  });
});

describe("Ctrl-C", () => {
  it("during a login leaves no login", async () => {
    const config = join(fixture.folder, "interrupted");
    const running = fixture.start(["login"], { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: config });
    await running.printed("Enter it at");
    running.interrupt("interrupted");
    expect(await running.ended).toMatchObject({ code: 130, stderr: expect.stringContaining("not signed in") });
    expect(existsSync(config)).toBe(false);
  });

  it("while a secret is typed ends at once", async () => {
    const args = ["repositories", "add", "https://git.example.com/acme/", "--username", "ada"];
    const running = startCommand(args, { env: fixture.env, cwd: fixture.folder, stdin: new PassThrough() });
    running.interrupt("interrupted");
    expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
  });

  it("while following a build prints how to continue", async () => {
    // Nothing is sent after the first event, as with a slow build.
    const record = { id: "dep_1", status: "building", siteId: "s" };
    const slow: RequestListener = (request, response) => {
      if (request.url?.endsWith("/events") !== true) {
        return void response
          .setHeader("content-type", "application/json")
          .end(JSON.stringify({ ok: true, data: record }));
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(
        `id: 1\nevent: status\ndata: ${JSON.stringify({ status: "building", at: new Date().toISOString() })}\n\n`,
      );
    };
    await withServer(slow, async (url) => {
      const running = fixture.start(["follow", "dep_1"], { GREENROOM_URL: url });
      await running.printed("building");
      running.interrupt("interrupted");
      expect(await running.ended).toMatchObject({
        code: 130,
        stderr: expect.stringContaining("greenroom follow dep_1"),
      });
    });
  });

  it("while waiting for a response ends at once and prints what may have happened", async () => {
    const received = Promise.withResolvers<void>();
    const silent: RequestListener = (request) => void (request.method === "POST" && received.resolve());
    await withServer(silent, async (url) => {
      const [before, args] = [readdirSync(fixture.folder), ["deploy", fixture.siteId]];
      const running = fixture.start(args, { GREENROOM_URL: url });
      await received.promise;
      running.interrupt("interrupted");
      expect(await running.ended).toMatchObject({
        code: 130,
        stderr: expect.stringContaining("the same command finds it"),
      });
      expect(readdirSync(fixture.folder)).toEqual(before);
    });
  });
});
