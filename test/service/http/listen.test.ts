import { type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../../packages/service/http/listen.ts";
import { addDeployment, type TestContext } from "../fixtures.ts";
import { context, first, openApp } from "./app.ts";
import { listenOver, requestHead } from "./over-socket.ts";

let listening: Listening;

async function start(settings: Partial<TestContext["settings"]> = {}): Promise<void> {
  const hosting = () => ({
    serves: (host: string) => host.endsWith(`preview.localhost:${listening.port}`),
    handle: (_: unknown, response: ServerResponse) => void response.end("hosted"),
    handleCustomDomain: (_request: unknown, _response: unknown, unknown: () => void) => unknown(),
  });
  listening = await listenOver(context, { settings, hosting });
}

openApp();
afterEach(async () => {
  await listening.close();
});

/** Sends bytes as they are and reads everything until the connection ends. */
async function raw(text: string, replies: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(listening.port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      response += chunk;
      for (const [mark, reply] of Object.entries(replies)) if (chunk.includes(mark)) socket.write(reply);
    });
    socket.on("end", () => {
      socket.destroy();
      resolve(response);
    });
    socket.on("error", reject);
  });
}

const host = () => `127.0.0.1:${listening.port}`;

const get = (headers: Readonly<Record<string, string>> = {}) =>
  raw(requestHead("GET /sites", { Host: host(), Connection: "close", ...headers }));

const codeIn = (response: string) => /"code":"(\w+)"/.exec(response)?.[1];

describe("a request over a socket", () => {
  test("is handled by its host: the API, a preview, or 421", async () => {
    await start();
    expect(codeIn(await get())).toBe("unauthenticated");
    expect(codeIn(await get({ Host: `LOCALHOST:${listening.port}` }))).toBe("unauthenticated");
    expect(await get({ Host: `x.preview.localhost:${listening.port}` })).toMatch(/hosted$/);
    for (const name of ["evil.test", "127.0.0.1", `127.0.0.1:1`, `127.0.0.1.evil.test:${listening.port}`, ""]) {
      const response = await get({ Host: name });
      expect(response.split("\r\n")[0], name).toBe("HTTP/1.1 421 Misdirected Request");
      expect(codeIn(response)).toBe("misdirected_request");
      expect(response).toContain("must pass the header 'Host' on unchanged");
    }
  });

  test.each([
    ["two hosts", (h: string) => `GET / HTTP/1.1\r\nHost: ${h}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`],
    ["no host", () => "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["a bare line feed", (h: string) => `GET / HTTP/1.1\nHost: ${h}\n\n`],
    ["no HTTP at all", () => "hello\r\n\r\n"],
    ["headers beyond 16 KiB", (h: string) => `GET / HTTP/1.1\r\nHost: ${h}\r\nX: ${"x".repeat(17_000)}\r\n\r\n`],
    ["an absolute target", (h: string) => `GET http://evil.test/ HTTP/1.1\r\nHost: ${h}\r\nConnection: close\r\n\r\n`],
    ["a backslash in the path", (h: string) => `GET /..\\..\\x HTTP/1.1\r\nHost: ${h}\r\nConnection: close\r\n\r\n`],
  ])("with %s is rejected with the error envelope", async (_, write) => {
    await start();
    const response = await raw(write(host()));
    expect(response.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
    if (_ !== "no host") expect(codeIn(response)).toBe("validation_failed");
  });

  test("gets try_again before the service is ready", async () => {
    listening = await listen(context.settings, context.log);
    const response = await get();
    expect(codeIn(response)).toBe("try_again");
    expect(response).toContain("Retry-After: 1");
  });

  test("needs TLS unless it is development on this machine", async () => {
    await start({ development: false });
    const response = await get();
    expect(response.split("\r\n")[0]).toBe("HTTP/1.1 426 Upgrade Required");
    expect(response).toContain("Upgrade: TLS/1.2");
    expect(codeIn(response)).toBe("tls_required");
    expect(codeIn(await get({ "X-Forwarded-Proto": "https" }))).toBe("tls_required");
  });

  test("is trusted to be TLS when a trusted proxy says so", async () => {
    await start({ development: false, trustedProxies: ["127.0.0.1"] });
    const withProto = async (proto: string) => codeIn(await get({ "X-Forwarded-Proto": proto }));
    expect(await withProto("https")).toBe("unauthenticated");
    expect(await withProto("http")).toBe("tls_required");
    expect(await withProto("https, http")).toBe("tls_required");
  });

  test("is rate limited by the address that a trusted proxy reports, not by one the client invented", async () => {
    await start({ trustedProxies: ["127.0.0.1"], limits: { ...context.settings.limits, "anonymous-per-minute": 1 } });
    const from = async (chain: string) => codeIn(await get({ "X-Forwarded-For": chain }));
    expect(await from("198.51.100.1")).toBe("unauthenticated");
    expect(await from("203.0.113.9, 198.51.100.1")).toBe("rate_limited");
    expect(await from("198.51.100.2")).toBe("unauthenticated");
  });

  describe("with Expect: 100-continue", () => {
    const head = (line: string, type: string, length: number) =>
      requestHead(line, {
        Host: host(),
        Authorization: `Bearer ${first.tokens.pat}`,
        "Content-Type": type,
        "Content-Length": String(length),
        Expect: "100-continue",
        Connection: "close",
      });

    test("gets 100 for a body of acceptable size", async () => {
      await start();
      const body = JSON.stringify({ projectId: first.projectId, name: "n", slug: "expected" });
      const response = await raw(head("POST /sites", "application/json", body.length), { "100 Continue": body });
      expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 Created/);
    });

    test("gets 100 for a file of an upload, whose route takes more than others", async () => {
      await start();
      const upload = head("PUT /deployments/dep_1/upload/files", "application/octet-stream", 4_194_304);
      expect(await raw(upload, { "100 Continue": "" })).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 4/);
    });

    test("is rejected before a body that is too large is sent", async () => {
      await start();
      expect(codeIn(await raw(head("POST /sites", "application/json", 99_999_999)))).toBe("payload_too_large");
    });
  });
});

describe("event streams over a socket", () => {
  const path = (id: string) => `/deployments/${id}/events`;

  test("closing the service ends them and leaves no socket open", async () => {
    await start();
    const id = await addDeployment(context, first);
    const headers = { Host: host(), Authorization: `Bearer ${first.tokens.pat}` };
    const response = raw(requestHead(`GET ${path(id)}`, headers));
    await expect.poll(() => context.events.watchedCount).toBe(1);
    await listening.close();
    // The last chunk shows that the stream was ended, not cut off after the time that requests get to finish.
    expect(await response).toMatch(/\r\n0\r\n\r\n$/);
    expect(await response).toContain('"queued"');
    expect(context.events.watchedCount).toBe(0);
  });
});
