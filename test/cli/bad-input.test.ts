import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "../../packages/service/store/tokens.ts";
import { openPlace, type Place, type Ran } from "./place.ts";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

/** One sentence or two on stderr, nothing on stdout, and nothing of the machinery. */
function expectOneSentence({ stdout, stderr }: Ran): void {
  expect(stdout).toBe("");
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/[.)]\n$/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Error:|\[object/);
}

/** A server that answers as told, for as long as the work takes. */
async function withServer(listener: RequestListener, work: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("the service cannot be reached", () => {
  it("nobody listens: 3", async () => {
    let address = "";
    await withServer(
      () => undefined,
      async (open) => void (address = open),
    );
    for (const args of [["sites", "list"], ["deploy", "docs"], ["login"]]) {
      const ran = await place.run(args, { GREENROOM_URL: address });
      expect(ran.code).toBe(3);
      expectOneSentence(ran);
    }
  });

  it("something else answers: 3, and its page is not shown", async () => {
    const page: RequestListener = (_, response) =>
      void response.setHeader("content-type", "text/html").end("<h1>Hello</h1>");
    await withServer(page, async (address) => {
      const ran = await place.run(["whoami"], { GREENROOM_URL: address });
      expect(ran.code).toBe(3);
      expectOneSentence(ran);
      expect(ran.stderr).not.toContain("Hello");
    });
  });

  it("the address would send the token in the clear: 2, and nothing is sent", async () => {
    const ran = await place.run(["whoami"], { GREENROOM_URL: "http://greenroom.example.com" });
    expect(ran.code).toBe(2);
    expectOneSentence(ran);
  });
});

describe("the token does not count", () => {
  const soon = { kind: "pat", realm: "test", name: "old", scopes: ["sites:read"], issuedVia: "operator" } as const;

  it("wrong or expired: 4, and says how to sign in", async () => {
    const { workspaceId } = place.seed;
    const at = "2020-01-01T00:00:00.000Z";
    const { token } = await place.service.context.db
      .transaction()
      .execute((tx) => issueToken(tx, { ...soon, workspaceId, userId: null, expiresAt: at, at }));
    for (const bad of [token, "sk_test_wrong", "nonsense"]) {
      const ran = await place.run(["sites", "list"], { GREENROOM_TOKEN: bad });
      expect(ran.code).toBe(4);
      expectOneSentence(ran);
      expect(ran.stderr).toContain("greenroom login");
      expect(ran.stderr).not.toContain(bad);
    }
  });

  it("none at all: 4", async () => {
    const ran = await place.run(["sites", "list"], { GREENROOM_TOKEN: undefined });
    expect(ran.code).toBe(4);
    expectOneSentence(ran);
  });

  it("no service named: 2", async () => {
    const ran = await place.run(["sites", "list"], { GREENROOM_TOKEN: undefined, GREENROOM_URL: undefined });
    expect(ran.code).toBe(2);
    expectOneSentence(ran);
  });

  it("a damaged login is named with its file", async () => {
    const config = join(place.folder, "damaged");
    mkdirSync(join(config, "greenroom"), { recursive: true });
    writeFileSync(join(config, "greenroom/logins.json"), "{");
    const ran = await place.run(["sites", "list"], { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: config });
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining("logins.json is damaged") });
    expectOneSentence(ran);
  });
});

describe("the service refuses", () => {
  it("a slug of another workspace is like an unknown one: 1", async () => {
    const [foreign, unknown] = await Promise.all([
      place.run(["sites", "show", "elsewhere"]),
      place.run(["sites", "show", "elsewhern"]),
    ]);
    expect(foreign.code).toBe(1);
    expectOneSentence(foreign);
    expect(foreign.stderr.replace("elsewhere", "x")).toBe(unknown.stderr.replace("elsewhern", "x"));
    const byId = await place.run(["deploy", place.seed.other.siteId]);
    expect(byId.code).toBe(1);
  });

  it("a source that is not ready, and one of another workspace, cannot be released: 1", async () => {
    const failed = await place.run(["deploy", "docs", "--commit", "0123456789abcdef", "--follow", "--json"]);
    const { id } = JSON.parse(failed.stdout) as { id: string };
    const notReady = await place.run(["approvals", "request", id]);
    expect(notReady.code).toBe(1);
    expectOneSentence(notReady);
    const foreign = await place.run(["approvals", "request", id], { GREENROOM_TOKEN: place.seed.other.tokens.pat });
    expect(foreign.code).toBe(1);
    expectOneSentence(foreign);
  });

  it("a request that was decided already says so when it is opened", async () => {
    const deployed = await place.run(["deploy", "docs", "--follow", "--json"]);
    const { id } = JSON.parse(deployed.stdout) as { id: string };
    const asked = JSON.parse((await place.run(["approvals", "request", id, "--json"])).stdout) as { requestId: string };
    const { db } = place.service.context;
    await db.updateTable("approval_requests").set({ status: "rejected" }).where("id", "=", asked.requestId).execute();
    const opened = await place.run(["approvals", "open", asked.requestId]);
    expect(opened).toMatchObject({ code: 0, stderr: expect.stringContaining("rejected already") });
  });
});

describe("the command is written wrong", () => {
  it.each([
    ["an unknown verb", ["frob"]],
    ["a missing argument", ["follow"]],
    ["an unknown option", ["sites", "list", "--frob"]],
    ["a wrong choice", ["deployments", "list", "--status", "built"]],
    ["a wrong address", ["whoami", "--url", "greenroom"]],
    ["a number that is none", ["deployments", "list", "--limit", "many"]],
    ["an id that is none", ["deployments", "show", ".."]],
    ["a group without its verb", ["sites"]],
    ["a limit of the service nobody knows", ["serve", "--limit", "frob=1"]],
  ])("%s: 2", async (_, args) => {
    const { code, stdout, stderr } = await place.run(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("outside a checkout deploy says what to give: 2", async () => {
    const ran = await place.run(["deploy", "docs"], { GIT_DIR: join(place.folder, "nowhere") });
    expect(ran.code).toBe(2);
    expectOneSentence(ran);
  });
});

describe("a terminal", () => {
  it("of 40 columns is never overrun but by an address that must stay whole", async () => {
    await place.run(["deploy", "docs"]);
    const views = [["sites", "list"], ["sites", "show", "docs"], ["deployments", "list"], ["whoami"]];
    for (const view of views) {
      const { stdout } = await place.run(view, { COLUMNS: "40" });
      const long = stdout.split("\n").filter((line) => line.length > 40 && line.trim().includes(" "));
      expect(long).toEqual([]);
    }
  });

  it("is not commanded by what the service says, and no colour is written where nobody looks", async () => {
    const name = "Evil\u001b]0;title\u0007\u001b[2J\u202e\u009b31m";
    const answer = { ok: true, data: [{ id: "1", slug: "evil", name, productionUrl: "https://a.example" }] };
    const evil: RequestListener = (_, response) =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    await withServer(evil, async (address) => {
      const [people, programs] = await Promise.all([
        place.run(["sites", "list"], { GREENROOM_URL: address }),
        place.run(["sites", "list", "--json"], { GREENROOM_URL: address }),
      ]);
      for (const { stdout } of [people, programs])
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(JSON.parse(programs.stdout)).toMatchObject([{ name }]);
    });
  });

  it("that closes the pipe ends the command quietly", async () => {
    const child = spawn(
      "sh",
      ["-c", `"$@" | head -c 1 >/dev/null; echo done`, "sh", process.execPath, MAIN, "--help"],
      {
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    await once(child, "close");
    expect(said).toBe("");
    const listing = place.start(["sites", "list"]);
    listing.child.stdout?.destroy();
    expect(await listing.ended).toMatchObject({ code: 141, stderr: "" });
  });
});

const MAIN = join(import.meta.dirname, "../../packages/cli/main.ts");

describe("Ctrl-C", () => {
  it("while a person is waited for leaves no login", async () => {
    const config = join(place.folder, "interrupted");
    const running = place.start(["login"], { GREENROOM_TOKEN: undefined, XDG_CONFIG_HOME: config });
    await running.said("Enter it at");
    running.child.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130, stderr: expect.stringContaining("not signed in") });
    expect(existsSync(config)).toBe(false);
  });

  it("while a build is watched says that it goes on, and how to pick it up", async () => {
    // Nothing is sent after the first events, as with a build that takes its time.
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
    await withServer(slow, async (address) => {
      const running = place.start(["follow", "dep_1"], { GREENROOM_URL: address });
      await running.said("building");
      running.child.kill("SIGINT");
      expect(await running.ended).toMatchObject({
        code: 130,
        stderr: expect.stringContaining("greenroom follow dep_1"),
      });
    });
  });

  it("while an answer is waited for ends at once and says what may have happened", async () => {
    const asked = Promise.withResolvers<void>();
    const silent: RequestListener = (request) => void (request.method === "POST" && asked.resolve());
    await withServer(silent, async (address) => {
      const [before, args] = [readdirSync(place.folder), ["deploy", place.siteId]];
      const running = place.start(args, { GREENROOM_URL: address });
      await asked.promise;
      running.child.kill("SIGINT");
      expect(await running.ended).toMatchObject({
        code: 130,
        stderr: expect.stringContaining("the same command finds it again"),
      });
      expect(readdirSync(place.folder)).toEqual(before);
    });
  });

  it("SIGTERM ends with 143", async () => {
    const running = place.start(["login"], { GREENROOM_TOKEN: undefined });
    await running.said("Enter it at");
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ code: 143 });
  });
});
