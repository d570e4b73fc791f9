import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createApp } from "../../../packages/service/http/app.ts";
import { type Listening, listen } from "../../../packages/service/http/listen.ts";
import { githubHookRoutes } from "../../../packages/service/http/routes/github-hook.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";

let context: TestContext;
let first: SeededWorkspace;
let listening: Listening;
const sockets = new Set<Socket>();

const log = pino({ level: "silent" });

async function start(settings: Partial<TestContext["settings"]> = {}): Promise<void> {
  const all = { ...context.settings, ...settings };
  listening = await listen({ settings: all, log });
  const addresses = { ...context.addresses, baseUrl: `http://127.0.0.1:${listening.port}` };
  const running = { ...context, settings: all, addresses };
  listening.serve({ app: createApp(running, { apps: [githubHookRoutes(running)] }), addresses });
}

beforeEach(async () => {
  context = openTestContext();
  ({ first } = await seedWorkspace(context));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await listening.close();
  await context.db.destroy();
});

const host = () => `127.0.0.1:${listening.port}`;

interface Sending {
  readonly socket: Socket;
  /** Status code of the response, once it came. */
  readonly status: Promise<number>;
  /** Whether a response came. */
  readonly answered: () => boolean;
}

/** Sends bytes on a connection of its own and reads the status of the response. */
async function sending(text: string): Promise<Sending> {
  const socket = connect(listening.port, "127.0.0.1");
  sockets.add(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  let answered = false;
  const status = new Promise<number>((resolve) => {
    socket.once("data", (chunk: Buffer) => {
      answered = true;
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString("latin1"))?.[1]));
    });
  });
  socket.write(text);
  return { socket, status, answered: () => answered };
}

const request = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host()}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

describe("webhooks from one address that nobody signed", () => {
  const BYTES = 200_000;
  const head = () =>
    request("POST", "/hooks/github", {
      "Content-Length": String(BYTES),
      "X-Hub-Signature-256": `sha256=${"0".repeat(64)}`,
    });

  test("fifty at once: all beyond the limit are rejected before a byte of a body, and other requests go on", async () => {
    await start();
    const hooks = await Promise.all(Array.from({ length: 50 }, () => sending(head())));
    // Only the twenty beyond the limit can have a response: no body was sent.
    await expect.poll(() => hooks.filter(({ answered }) => answered()).length, { timeout: 60_000 }).toBe(20);
    const early = hooks.filter(({ answered }) => answered());
    expect(new Set(await Promise.all(early.map(({ status }) => status)))).toEqual(new Set([429]));
    const others = ["/healthz", "/sites"].map((path) =>
      sending(request("GET", path, { Authorization: `Bearer ${first.tokens.pat}` })),
    );
    for (const other of others) expect(await (await other).status).toBe(200);
    const waiting = hooks.filter(({ answered }) => !answered());
    expect(waiting).toHaveLength(30);
    const body = Buffer.from(`${"[".repeat(BYTES / 2)}${"]".repeat(BYTES / 2)}`);
    for (const { socket } of waiting) socket.write(body);
    const statuses = await Promise.all(waiting.map(({ status }) => status));
    expect(statuses).toEqual(Array.from({ length: 30 }, () => 401));
  });

  test("a webhook whose signature has no valid form is rejected before its body", async () => {
    await start();
    const hook = await sending(request("POST", "/hooks/github", { "Content-Length": String(BYTES) }));
    expect(await hook.status).toBe(401);
  });
});

describe("a body", () => {
  test.each(["gzip", "br", "deflate", "x"])("with the content coding %s gets 415", async (coding) => {
    await start();
    const headers = {
      Authorization: `Bearer ${first.tokens.pat}`,
      "Content-Type": "application/json",
      "Content-Encoding": coding,
      "Content-Length": "2",
    };
    expect(await (await sending(`${request("POST", "/sites", headers)}{}`)).status).toBe(415);
  });
});
