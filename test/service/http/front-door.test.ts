import { once } from "node:events";
import { renameSync, statSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ServiceContext } from "../../../packages/service/context.ts";
import { createHosting, type Hosting } from "../../../packages/service/hosting/hosting.ts";
import { limitKey, normalizeAddress } from "../../../packages/service/http/client-address.ts";
import type { HttpEnv } from "../../../packages/service/http/context.ts";
import { createRateLimits } from "../../../packages/service/http/limits.ts";
import { type Listening, listen } from "../../../packages/service/http/listen.ts";
import { folderOfTest } from "../../folders.ts";
import type { TestContext } from "../fixtures.ts";
import { context, first, openApp } from "./app.ts";
import { listenOver, requestHead } from "./over-socket.ts";

let listening: Listening;
const sockets = new Set<Socket>();

/** Shows what the hosting of sites learns of a request. */
const ECHO_HOSTING: Hosting = {
  serves: (name) => name === "x.preview.localhost",
  handle: ({ headers, rawHeaders }, response) => void response.end(JSON.stringify({ headers, rawHeaders })),
  handleCustomDomain: (_request, _response, unknown) => unknown(),
};

async function start(
  settings: Partial<TestContext["settings"]> = {},
  hosting: (running: ServiceContext) => Hosting = () => ECHO_HOSTING,
): Promise<void> {
  const apps = () => [echo()];
  listening = await listenOver(context, { settings, apps, hosting });
}

/** Shows what the app learns of a request. */
function echo(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.get("/app/echo", (c) =>
    c.json({ address: c.get("clientAddress"), headers: c.req.header(), raw: c.env.incoming?.rawHeaders }),
  );
  return app;
}

openApp();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await listening.close();
});

const host = () => (listening.port === 0 ? "green.test" : `127.0.0.1:${listening.port}`);

interface Sending {
  readonly socket: Socket;
  /** Status code of the response, once it came. */
  readonly status: Promise<number>;
  /** Whether a response came. */
  readonly answered: () => boolean;
}

/** Sends bytes on a connection of its own and reads the status of the response. */
async function sending(text: string): Promise<Sending> {
  const socket = connect({ port: listening.port, host: "127.0.0.1" });
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

const head = (line: string, headers: Readonly<Record<string, string>> = {}) =>
  requestHead(line, { Host: host(), ...headers });

describe("webhooks from one address that no one signed", () => {
  const BYTES = 200_000;
  const hook = () =>
    head("POST /hooks/github", {
      "Content-Length": String(BYTES),
      "X-Hub-Signature-256": `sha256=${"0".repeat(64)}`,
    });

  test("fifty at once: all beyond the limit are rejected before a byte of a body, and other requests go on", async () => {
    await start();
    const hooks = await Promise.all(Array.from({ length: 50 }, () => sending(hook())));
    // Only the twenty beyond the limit can have a response: no body was sent.
    await expect.poll(() => hooks.filter(({ answered }) => answered()).length).toBe(20);
    const early = hooks.filter(({ answered }) => answered());
    expect(new Set(await Promise.all(early.map(({ status }) => status)))).toEqual(new Set([429]));
    const others = ["/healthz", "/sites"].map((path) =>
      sending(head(`GET ${path}`, { Authorization: `Bearer ${first.tokens.pat}` })),
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
    const hook = await sending(head("POST /hooks/github", { "Content-Length": String(BYTES) }));
    expect(await hook.status).toBe(401);
  });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request as a proxy would, over the port or a unix socket. */
async function get(path: string, headers: Record<string, string | string[]>, socketPath?: string): Promise<Answer> {
  const target = socketPath === undefined ? { host: "127.0.0.1", port: listening.port } : { socketPath };
  const outgoing = httpRequest({ ...target, path, headers, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const SECRET = "4".repeat(64);
const proxied = { "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", Host: "green.test" };
const live = { development: false, publicUrl: new URL("https://green.test") };

describe("a proxy that has a secret", () => {
  const withSecret = (secret: string | string[]) => ({ ...proxied, "X-Greenroom-Proxy-Secret": secret });

  test("is believed with the secret, and no other local account without it", async () => {
    await start({ ...live, proxySecret: SECRET, trustedProxies: ["127.0.0.1"] });
    const right = await get("/app/echo", withSecret(SECRET));
    expect([right.status, JSON.parse(right.text)]).toMatchObject([200, { address: "203.0.113.7" }]);
    for (const wrong of ["", "x", SECRET.slice(1), `${SECRET}4`, [SECRET, SECRET], [SECRET, "x"]]) {
      const { status, text } = await get("/app/echo", withSecret(wrong));
      expect([status, text.includes("tls_required")], String(wrong)).toEqual([426, true]);
    }
    expect((await get("/app/echo", proxied)).status).toBe(426);
  });

  test("leaves no trace of the secret in a request, right or wrong, and a wrong one makes no address count", async () => {
    const wrong = "5".repeat(64);
    await start({ ...live, proxySecret: SECRET });
    const seen = await get("/app/echo", withSecret(SECRET));
    const hosted = await get("/", { ...withSecret(SECRET), Host: "x.preview.localhost" });
    expect([seen.status, hosted.status]).toEqual([200, 200]);
    await listening.close();
    await start({ proxySecret: SECRET, trustedProxies: ["127.0.0.1"] });
    const forged = { Host: host(), "x-GREENROOM-proxy-secret": wrong, "X-Forwarded-For": "203.0.113.7" };
    const local = await get("/app/echo", forged);
    expect([local.status, JSON.parse(local.text)]).toMatchObject([200, { address: "127.0.0.1" }]);
    for (const { text } of [seen, hosted, local]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(wrong);
      expect(text.toLowerCase()).not.toContain("proxy-secret");
    }
  });

  test("does not make its client's own addresses count", async () => {
    await start({ ...live, proxySecret: SECRET });
    const { text } = await get("/app/echo", { ...withSecret(SECRET), "X-Forwarded-For": "198.51.100.9, 203.0.113.7" });
    expect(JSON.parse(text)).toMatchObject({ address: "203.0.113.7" });
  });
});

describe("a service on a unix socket", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderOfTest("socket");
  });

  test("believes its callers, and lets in its own account and group alone", async () => {
    const socket = join(folder, "s.sock");
    await start({ ...live, socket });
    expect(statSync(socket).mode & 0o777).toBe(0o660);
    const { status, text } = await get("/app/echo", proxied, socket);
    expect([status, JSON.parse(text)]).toMatchObject([200, { address: "203.0.113.7" }]);
    const plain = await get("/app/echo", { Host: "green.test" }, socket);
    expect(plain.text).toContain("tls_required");
    await listening.close();
    expect(() => statSync(socket)).toThrow("ENOENT");
  });

  test("starts again after a kill, and not beside another process or over a file", async () => {
    const socket = join(folder, "s.sock");
    const settings = { ...context.settings, ...live, socket };
    await start({ ...live, socket });
    await expect(listen(settings, context.log)).rejects.toThrow("Another process listens");
    await listening.close();
    const left = join(folder, "left.sock");
    // What a killed process leaves: the name of a socket on which no process listens.
    const dead = createServer().listen(left);
    await once(dead, "listening");
    renameSync(left, socket);
    dead.close();
    await once(dead, "close");
    await start({ ...live, socket });
    expect((await get("/app/echo", proxied, socket)).status).toBe(200);
    const file = join(folder, "file");
    writeFileSync(file, "words");
    await expect(listen({ ...settings, socket: file }, context.log)).rejects.toThrow("is not a socket");
  });
});

describe("an https service", () => {
  test("tells browsers to stay on https, on its own host and on those of sites", async () => {
    await start({ ...live, trustedProxies: ["127.0.0.1"] }, createHosting);
    for (const name of ["green.test", "x.preview.localhost", "www.unknown.test"]) {
      const { headers } = await get("/healthz", { ...proxied, Host: name });
      expect(headers["strict-transport-security"], name).toBe("max-age=31536000");
    }
    await listening.close();
    await start();
    expect((await get("/healthz", { Host: host() })).headers).not.toHaveProperty("strict-transport-security");
  });
});

describe("an address", () => {
  test.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["192.0.2.1", "192.0.2.1"],
    ["::1", "::1"],
    ["unix", "unix"],
  ])("%s is written as %s", (text, written) => expect(normalizeAddress(text)).toBe(written));

  test.each([
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::ffff:1:2:3", "2001:db8:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["192.0.2.1", "192.0.2.1"],
    ["socket", "socket"],
  ])("%s is limited as %s", (address, key) => expect(limitKey(address)).toBe(key));

  test("of IPv6 is limited with all others of its /64", async () => {
    const limits = createRateLimits({ ...context.settings.limits, "anonymous-per-minute": 2 });
    for (const address of ["2001:db8::1", "2001:db8:0:0:aaaa::1", "2001:db8:0:1::1"]) await limits.anonymous(address);
    await expect(limits.anonymous("2001:db8::2")).rejects.toMatchObject({ code: "rate_limited" });
  });
});
