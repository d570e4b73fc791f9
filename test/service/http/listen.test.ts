import { connect } from "node:net";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../../packages/service/http/app.ts";
import { type Listening, listen } from "../../../packages/service/http/listen.ts";
import { appendLog } from "../../../packages/service/store/deployments/deployment-events.ts";
import {
  addDeployment,
  openTestContext,
  type SeededWorkspace,
  seedWorkspace,
  type TestContext,
  testSettings,
} from "../fixtures.ts";

let context: TestContext;
let first: SeededWorkspace;
let listening: Listening;

const log = pino({ level: "silent" });

async function start(settings: Partial<TestContext["settings"]> = {}): Promise<void> {
  const all = { ...context.settings, ...settings };
  listening = await listen({ settings: all, log });
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  const addresses = { ...context.addresses, baseUrl };
  const running = { ...context, settings: all, addresses };
  const app = createApp(running, { stopping: listening.stopping });
  const hosting = {
    serves: (host: string) => host.endsWith(`preview.localhost:${listening.port}`),
    handle: (_: unknown, response: ServerResponse) => void response.end("hosted"),
    handleCustomDomain: (_request: unknown, _response: unknown, unknown: () => void) => unknown(),
  };
  listening.serve({ app, addresses, hosting });
}

beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
});
afterEach(async () => {
  await listening.close();
  await context.db.destroy();
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

const codeIn = (response: string) => /"code":"(\w+)"/.exec(response)?.[1];

describe("a request over a socket", () => {
  test("is handled by its host: the API, a preview, or 421", async () => {
    await start();
    const get = async (name: string) => raw(`GET /sites HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
    expect(codeIn(await get(host()))).toBe("unauthenticated");
    expect(codeIn(await get(`LOCALHOST:${listening.port}`))).toBe("unauthenticated");
    expect(await get(`x.preview.localhost:${listening.port}`)).toMatch(/hosted$/);
    for (const name of ["evil.test", "127.0.0.1", `127.0.0.1:1`, `127.0.0.1.evil.test:${listening.port}`, ""]) {
      const response = await get(name);
      expect(response.split("\r\n")[0], name).toBe("HTTP/1.1 421 Misdirected Request");
      expect(codeIn(response)).toBe("misdirected_request");
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
    listening = await listen({ settings: testSettings(), log });
    const response = await raw(`GET / HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
    expect(codeIn(response)).toBe("try_again");
    expect(response).toContain("Retry-After: 1");
  });

  test("needs TLS unless it is development on this machine", async () => {
    await start({ development: false });
    const response = await raw(`GET /sites HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`);
    expect(response.split("\r\n")[0]).toBe("HTTP/1.1 426 Upgrade Required");
    expect(response).toContain("Upgrade: TLS/1.2");
    expect(codeIn(response)).toBe("tls_required");
    const forged = await raw(
      `GET / HTTP/1.1\r\nHost: ${host()}\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`,
    );
    expect(codeIn(forged)).toBe("tls_required");
  });

  test("is trusted to be TLS when a trusted proxy says so", async () => {
    await start({ development: false, trustedProxies: ["127.0.0.1"] });
    const withProto = async (proto: string) =>
      codeIn(
        await raw(`GET /sites HTTP/1.1\r\nHost: ${host()}\r\nX-Forwarded-Proto: ${proto}\r\nConnection: close\r\n\r\n`),
      );
    expect(await withProto("https")).toBe("unauthenticated");
    expect(await withProto("http")).toBe("tls_required");
    expect(await withProto("https, http")).toBe("tls_required");
  });

  test("is rate limited by the address that a trusted proxy reports, not by one the client invented", async () => {
    await start({ trustedProxies: ["127.0.0.1"], limits: { ...context.settings.limits, "anonymous-per-minute": 1 } });
    const from = async (chain: string) =>
      codeIn(
        await raw(`GET /sites HTTP/1.1\r\nHost: ${host()}\r\nX-Forwarded-For: ${chain}\r\nConnection: close\r\n\r\n`),
      );
    expect(await from("198.51.100.1")).toBe("unauthenticated");
    expect(await from("203.0.113.9, 198.51.100.1")).toBe("rate_limited");
    expect(await from("198.51.100.2")).toBe("unauthenticated");
  });

  test("with Expect: 100-continue gets 100 for a body of acceptable size", async () => {
    await start();
    const body = JSON.stringify({ projectId: first.projectId, name: "n", slug: "expected" });
    const head = `POST /sites HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${first.tokens.pat}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    const response = await raw(head, { "100 Continue": body });
    expect(response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 Created/);
  });

  test("with Expect: 100-continue gets 100 for a file of an upload, whose route takes more than others", async () => {
    await start();
    const head = `PUT /deployments/dep_1/upload/files HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/octet-stream\r\nContent-Length: 4194304\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`;
    expect(await raw(head, { "100 Continue": "" })).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 4/);
  });

  test("with Expect: 100-continue is rejected before a body that is too large is sent", async () => {
    await start();
    const response = await raw(
      `POST /sites HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${first.tokens.pat}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    );
    expect(codeIn(response)).toBe("payload_too_large");
  });
});

describe("event streams over a socket", () => {
  const path = (id: string) => `/deployments/${id}/events`;
  const openStream = (id: string) =>
    request({ port: listening.port, path: path(id), headers: { Authorization: `Bearer ${first.tokens.pat}` } });

  test("a client that reads late gets every event", async () => {
    await start();
    const id = await addDeployment(context, first, { status: "building", lease_owner: "w", last_event_seq: 1 });
    const at = "2026-03-01T12:00:00.000Z";
    for (let n = 0; n < 200; n += 1) {
      await appendLog(context.db, id, {
        batch: { stream: "build", lines: [{ at, text: "x".repeat(64_000) }] },
        leaseOwner: "w",
      });
    }
    const outgoing = openStream(id).end();
    const incoming = await new Promise<IncomingMessage>((resolve) => outgoing.once("response", resolve));
    // Nothing is read yet: only what fits the buffers of the two kernels and 256 KiB of ours has left the store.
    let seen = 0;
    incoming.setEncoding("utf8");
    for await (const chunk of incoming) {
      seen += String(chunk).match(/^id: /gm)?.length ?? 0;
      if (seen >= 201) break;
    }
    expect(seen).toBe(201);
    outgoing.destroy();
  });

  test("a client that disconnects is unsubscribed", async () => {
    await start();
    const id = await addDeployment(context, first);
    const outgoing = openStream(id).end();
    await new Promise((resolve) => outgoing.once("response", resolve));
    await expect.poll(() => context.events.watchedCount).toBe(1);
    outgoing.on("error", () => {});
    outgoing.destroy();
    await expect.poll(() => context.events.watchedCount).toBe(0);
  });

  test("closing the service ends them and leaves no socket open", async () => {
    await start();
    const id = await addDeployment(context, first);
    const response = raw(
      `GET ${path(id)} HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${first.tokens.pat}\r\n\r\n`,
    );
    await expect.poll(() => context.events.watchedCount).toBe(1);
    await listening.close();
    // The last chunk shows that the stream was ended, not cut off after the time that requests get to finish.
    expect(await response).toMatch(/\r\n0\r\n\r\n$/);
    expect(await response).toContain('"queued"');
    expect(context.events.watchedCount).toBe(0);
  });
});
