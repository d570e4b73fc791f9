import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { checkStream, judgeStream } from "../../packages/cli/check-stream.ts";
import { createTerminal } from "../../packages/cli/terminal.ts";
import type { Verb } from "../../packages/cli/verb.ts";
import { createClient } from "../../packages/client/index.ts";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A service with one deployment, whose event stream a test writes. */
async function serviceWith(status: string, stream: (response: ServerResponse) => void): Promise<Verb> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/events") === true) return stream(response);
    const data = { id: "dep_1", siteId: "s", environment: "preview", status, createdAt: "2026-11-20T10:00:00Z" };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const token = "sk_test_0123456789abcdef";
  return {
    terminal: createTerminal(process),
    signal: new AbortController().signal,
    parting: () => undefined,
    client: createClient({ baseUrl, token, userAgent: "greenroom-test" }),
    connection: { baseUrl, token, source: "--token" },
    call: {},
    json: false,
  };
}

const events = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

describe("the doctor's look at a stream", () => {
  it("of a build that runs ends with its first byte, and says that nothing holds it back", async () => {
    const verb = await serviceWith("building", (response) => void events(response).write(": heartbeat\n\n"));
    expect(await checkStream(verb, "dep_1")).toMatchObject({
      state: "ok",
      told: expect.stringMatching(/^The first byte came after \d+ ms, while the build was running/),
    });
  });

  it("of a build that has ended proves less, and says so", async () => {
    const verb = await serviceWith("ready", (response) => void events(response).end("event: status\ndata: {}\n\n"));
    expect(await checkStream(verb, "dep_1")).toMatchObject({
      state: "ok",
      told: expect.stringContaining("measure one that runs with --deployment"),
    });
  });

  it.each([
    ["an answer that is no stream", 502, "text/html", "answers 502"],
    ["a page in its place", 200, "text/html", "came as text/html"],
  ])("fails on %s", async (_what, status, type, words) => {
    const verb = await serviceWith("building", (response) => {
      response.writeHead(status, { "content-type": type }).end("<html>");
    });
    expect(await checkStream(verb, "dep_1")).toMatchObject({
      state: "fail",
      exit: "refused",
      told: expect.stringContaining(words),
    });
  });

  it("fails on one that ends without an event", async () => {
    const verb = await serviceWith("building", (response) => void events(response).end());
    expect(await checkStream(verb, "dep_1")).toMatchObject({
      state: "fail",
      told: expect.stringContaining("ended without an event"),
    });
  });

  it("takes silence beyond a heartbeat for a buffer on the way, and names the setting", () => {
    const silent = { status: 200, type: "text/event-stream", firstByteMs: undefined, ended: false };
    expect(judgeStream(silent, false)).toMatchObject({
      state: "fail",
      told: expect.stringContaining("proxy_buffering off"),
    });
  });
});
