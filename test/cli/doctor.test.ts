import type { ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApiContext } from "../../packages/cli/context.ts";
import { createTerminal } from "../../packages/cli/terminal.ts";
import { checkStream, rateBuilds, rateDomains, rateStream } from "../../packages/cli/verbs/doctor-checks.ts";
import { createClient } from "../../packages/client/index.ts";
import { folderOfTest } from "../folders.ts";
import { serve } from "../http.ts";
import { startCommand, testProcess } from "./command.ts";

describe("what bounds builds", () => {
  it("is a note where no control group does, and nothing where the service does not say", () => {
    expect(rateBuilds({ unbounded: ["memory", "tasks"] })).toMatchObject([
      { state: "warn", message: expect.stringMatching(/memory, tasks/) },
    ]);
    expect(rateBuilds({ unbounded: [], problem: null })).toMatchObject([
      { state: "ok", message: expect.stringContaining("by account, such as inotify instances, is bounded") },
    ]);
    expect(rateBuilds({ unbounded: ["account"] })).toMatchObject([
      { state: "ok", message: expect.stringContaining("with the account of the service") },
    ]);
    expect(rateBuilds(undefined)).toEqual([]);
  });

  it("fails where builds cannot run, with the sentence and the exit code of the sandbox", () => {
    const problem = "Builds cannot run: there is no bwrap.";
    expect(rateBuilds({ unbounded: [], problem })).toMatchObject([
      { state: "fail", message: problem, exit: "no_sandbox" },
    ]);
  });
});

/** A service with one deployment, whose event stream a test writes. */
async function serviceWith(status: string, stream: (response: ServerResponse) => void): Promise<ApiContext> {
  const { url, [Symbol.asyncDispose]: close } = await serve((request, response) => {
    if (request.url?.endsWith("/events") === true) return stream(response);
    const data = { id: "dep_1", siteId: "s", environment: "preview", status, createdAt: "2026-11-20T10:00:00Z" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, data }));
  });
  onTestFinished(close);
  const baseUrl = new URL(url);
  const token = "sk_test_0123456789abcdef";
  const { process, interruption } = testProcess([], { env: {}, cwd: "." });
  return {
    process,
    terminal: createTerminal(process),
    signal: interruption.signal,
    interrupt: () => undefined,
    onInterruptMessage: () => undefined,
    client: createClient({ baseUrl, token, userAgent: "greenroom-test" }),
    connection: { baseUrl, token, source: "--token" },
    call: {},
    json: false,
  };
}

const events = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

describe("the domains check of the doctor", () => {
  const service = new URL("https://greenroom.example.com");
  const rate = (preview: string, production = preview) =>
    rateDomains(service, { preview: `https://a.${preview}/`, production: `https://b.${production}/` }).map(
      ({ state }) => state,
    );

  it("fails when a page of a tenant is part of the same site as the service", () => {
    expect(rate("previews.example.com")).toEqual(["fail"]);
    expect(rate("example.com")).toEqual(["fail"]);
    expect(rate("previews.example.net", "www.example.net")).toEqual(["fail"]);
  });

  it("notes what lets hosts of one domain set cookies for each other", () => {
    expect(rate("previews.example.net")).toEqual(["warn", "warn"]);
    expect(rate("github.io")).toEqual(["warn"]);
    expect(rate("github.io", "netlify.app")).toEqual(["ok"]);
  });

  it("says nothing of a service for development, or before there is a preview", () => {
    const local = new URL("http://127.0.0.1:4010");
    expect(rateDomains(local, { preview: "http://a.preview.localhost:4010/", production: null })).toEqual([]);
    expect(rateDomains(service, { preview: undefined, production: "https://b.example.net/" })).toEqual([]);
  });
});

describe("the stream check of the doctor", () => {
  it("of a running build ends with its first byte, and reports that streaming works", async () => {
    const context = await serviceWith("building", (response) => void events(response).write(": heartbeat\n\n"));
    expect(await checkStream(context, "dep_1")).toMatchObject({
      state: "ok",
      message: expect.stringMatching(/^Log streaming works \(first byte after \d+ ms, no proxy buffering\)\.$/),
    });
  });

  it("of a finished build cannot detect buffering, and says so", async () => {
    const context = await serviceWith("ready", (response) => void events(response).end("event: status\ndata: {}\n\n"));
    expect(await checkStream(context, "dep_1")).toMatchObject({
      state: "ok",
      message: expect.stringContaining("give a running build with --deployment"),
    });
  });

  it.each([
    ["an error response", 502, "text/html", "responds with 502"],
    ["a web page", 200, "text/html", "has the content type text/html"],
  ])("fails on %s", async (_what, status, type, words) => {
    const context = await serviceWith("building", (response) => {
      response.writeHead(status, { "content-type": type }).end("<html>");
    });
    expect(await checkStream(context, "dep_1")).toMatchObject({
      state: "fail",
      exit: "refused",
      message: expect.stringContaining(words),
    });
  });

  it("fails on one that ends without an event", async () => {
    const context = await serviceWith("building", (response) => void events(response).end());
    expect(await checkStream(context, "dep_1")).toMatchObject({
      state: "fail",
      message: expect.stringContaining("ended without an event"),
    });
  });

  it("reports silence beyond a heartbeat as proxy buffering, with the setting to change", () => {
    const silent = { status: 200, type: "text/event-stream", firstByteMs: undefined, ended: false };
    expect(rateStream(silent, false)).toMatchObject({
      state: "fail",
      message: expect.stringContaining("proxy_buffering off"),
    });
  });
});

describe("the doctor of an installation", () => {
  it("takes the settings of serve, and ends with the check that fails", async () => {
    const folder = folderOfTest("doctor");
    const { code, stdout } = await startCommand(["doctor", "--installation", "--", "--dev", "--data", folder], {
      env: { HOME: folder },
      cwd: folder,
    }).ended;
    expect(stdout).toMatch(/✓ disk {5}/);
    expect(stdout).toContain(`✗ database There is no store in ${folder}.`);
    expect(code).toBe(1);
  });
});
