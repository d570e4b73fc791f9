import { once } from "node:events";
import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, Socket } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ReachableHosts } from "../../../packages/service/domain/build-hosts.ts";
import {
  type Egress,
  openEgress,
  readUplink,
  type Rejection,
  type Uplink,
} from "../../../packages/service/pipeline/sandbox/egress.ts";
import { closeServer, listenLocally } from "../../http.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A server of the network that a build wants to reach: it says hello and returns what it is sent. */
async function listen(onConnection?: (socket: Socket) => void, host = "127.0.0.1"): Promise<Server & { port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    if (onConnection) onConnection(socket);
    else {
      socket.write("hello ");
      socket.pipe(socket);
    }
  });
  server.listen(0, host);
  await once(server, "listening");
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

interface Opened {
  readonly egress: Egress;
  readonly rejections: Rejection[];
  readonly lookup: ReturnType<typeof vi.fn>;
  readonly connected: string[];
}

interface Given {
  readonly hosts?: Partial<ReachableHosts>;
  readonly addresses?: readonly string[] | ((lookups: number) => readonly string[]);
  /** Port of this machine that stands for every address of the network. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: Partial<Uplink["limits"]>;
  readonly folder?: string;
  /** Begins to connect and never ends. */
  readonly silent?: boolean;
  /** Connects for real. */
  readonly direct?: boolean;
}

/** The proxy of a step that may reach `listed.example`. */
async function open(given: Given = {}): Promise<Opened> {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), "greenroom-egress-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const real = readUplink(given.environment ?? {});
  const { addresses = ["203.0.113.7"], port = 0 } = given;
  const rejections: Rejection[] = [];
  const connected: string[] = [];
  let lookups = 0;
  const lookup = vi.fn((_host: string) => {
    const found = typeof addresses === "function" ? addresses((lookups += 1)) : addresses;
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
  });
  const egress = await openEgress({
    folder,
    hosts: { listed: ["listed.example"], operator: [], own: ["greenroom.example"], ...given.hosts },
    uplink: {
      ...real,
      lookup,
      limits: { ...real.limits, ...given.limits },
      ...(given.direct === true
        ? {}
        : {
            connect: (target, found) => {
              connected.push(`${target.host}:${target.port} ${found.map(({ address }) => address).join(",")}`);
              return given.silent === true ? new Socket() : connect({ host: "127.0.0.1", port });
            },
          }),
    },
    onRejected: (rejection) => rejections.push(rejection),
  });
  undo.push(() => egress[Symbol.asyncDispose]());
  return { egress, rejections, lookup, connected };
}

/** Sends bytes to the proxy and reads until it closes, or until what was read has some text in it. */
async function send(egress: Egress, text: string, until = "\u0000"): Promise<string> {
  const socket = connect(egress.socket);
  let read = "";
  try {
    socket.write(text, "latin1");
    for await (const chunk of socket) {
      read += String(chunk.toString("latin1"));
      if (read.includes(until)) break;
    }
  } catch (error) {
    return `${read}${(error as NodeJS.ErrnoException).code}`;
  } finally {
    socket.destroy();
  }
  return read;
}

const CONNECT = (authority: string) => `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;

const vector = (lengthBytes: 1 | 2, ...parts: readonly Buffer[]) => {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
};
const extension = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([type >> 8, type & 255]), vector(2, content)]);
const serverName = (...names: readonly string[]) =>
  extension(0, vector(2, ...names.map((name) => Buffer.concat([Buffer.from([0]), vector(2, Buffer.from(name))]))));
const record = (content: Buffer, type = 22) => Buffer.concat([Buffer.from([type, 3, 1]), vector(2, content)]);

/** The message that a TLS client begins with. [RFC 8446 §4.1.2] */
function hello(...extensions: readonly Buffer[]): Buffer {
  const start = [Buffer.alloc(34, 3), vector(1), vector(2, Buffer.from([0x13, 1])), vector(1, Buffer.from([0]))];
  const body = Buffer.concat([...start, vector(2, ...extensions)]);
  return Buffer.concat([Buffer.from([1, 0]), vector(2, body)]);
}

const HELLO = record(hello(serverName("listed.example"))).toString("latin1");

/** What the server answers, without the greeting of the client that it returned. */
const tunnel = async (egress: Egress, authority: string) =>
  (await send(egress, `${CONNECT(authority)}${HELLO}ping`, "ping")).replace(HELLO, "");

describe("the proxy of a step", () => {
  test("makes a tunnel to a listed host, to the address that it has checked", async () => {
    const { port } = await listen();
    const { egress, rejections, connected } = await open({ port });
    expect(await tunnel(egress, "listed.example:443")).toBe("HTTP/1.1 200 Connection established\r\n\r\nhello ping");
    expect(connected).toEqual(["listed.example:443 203.0.113.7"]);
    expect(rejections).toEqual([]);
  });

  test("connects by itself to a host of the operator, on a private network and another port", async () => {
    const { port } = await listen();
    const hosts = {
      operator: [
        { host: "registry.internal", port },
        { host: "127.0.0.1", port },
      ],
    };
    const { egress, rejections } = await open({ hosts, addresses: ["127.0.0.1"], direct: true });
    expect(await tunnel(egress, `registry.internal:${port}`)).toContain("hello ping");
    expect(await tunnel(egress, `127.0.0.1:${port}`)).toContain("hello ping");
    expect(await tunnel(egress, `localhost:${port}`)).toMatch(/^HTTP\/1.1 403 /);
    expect(rejections).toEqual([{ kind: "unlisted", host: "localhost" }]);
  });

  // Which host may be reached is a table of `reachOf`.
  test.each([
    ["listed.example:22", { kind: "port", host: "listed.example:22" }],
    ["example.com:443", { kind: "unlisted", host: "example.com" }],
    ["shop.greenroom.example:443", { kind: "own", host: "shop.greenroom.example" }],
    ["[::1]:443", { kind: "unlisted", host: "::1" }],
    ["user@listed.example:443", { kind: "unlisted", host: "user@listed.example:443" }],
  ])("refuses %s before it looks anything up", async (authority, rejection) => {
    const { egress, rejections, lookup, connected } = await open();
    expect(await tunnel(egress, authority)).toMatch(
      /^HTTP\/1.1 403 [^\r]+\r\nconnection: close\r\ncontent-length: 0\r\n\r\n$/,
    );
    expect(rejections).toEqual([rejection]);
    expect(lookup).not.toHaveBeenCalled();
    expect(connected).toEqual([]);
  });

  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
  test.each([...own, "127.0.0.1", "::1", "169.254.169.254", "::ffff:127.0.0.1"])(
    "refuses a listed name that leads to %s",
    async (address) => {
      const { egress, rejections, connected } = await open({ addresses: [address] });
      expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 403 /);
      expect(rejections).toEqual([{ kind: "private", host: "listed.example" }]);
      expect(connected).toEqual([]);
    },
  );

  test("refuses a name with one public and one private address", async () => {
    const { egress, connected } = await open({ addresses: ["203.0.113.7", "127.0.0.1"] });
    expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 403 /);
    expect(connected).toEqual([]);
  });

  test("resolves a name once, so that it cannot change between the check and the connection", async () => {
    const { port } = await listen();
    const { egress, lookup, connected } = await open({
      port,
      addresses: (lookups) => [lookups === 1 ? "203.0.113.7" : "127.0.0.1"],
    });
    expect(await tunnel(egress, "listed.example:443")).toContain("hello ping");
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(connected).toEqual(["listed.example:443 203.0.113.7"]);
    expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 403 /);
  });

  test("connects to the addresses that it was given and asks no resolver again", async () => {
    const { port } = await listen();
    // The name is not known to any resolver.
    const socket = readUplink({}).connect({ host: "nothing.invalid", port }, [{ address: "127.0.0.1", family: 4 }]);
    undo.push(() => socket.destroy());
    await once(socket, "connect");
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });

  test("says that a name is not known, and that a host is out of reach", async () => {
    const unknown = await open({ addresses: [] });
    expect(await tunnel(unknown.egress, "listed.example:443")).toMatch(/^HTTP\/1.1 502 /);
    expect(unknown.rejections).toEqual([{ kind: "unknown", host: "listed.example" }]);
    const server = await listen();
    const { port } = server;
    await new Promise((resolve) => server.close(resolve));
    const silent = await open({ port });
    expect(await tunnel(silent.egress, "listed.example:443")).toMatch(/^HTTP\/1.1 502 /);
    expect(silent.rejections).toEqual([{ kind: "unreachable", host: "listed.example" }]);
  });

  test.each([
    ["in absolute form", "GET http://listed.example/ HTTP/1.1\r\nHost: listed.example\r\n\r\n"],
    ["of https in absolute form", "GET https://listed.example/ HTTP/1.1\r\nHost: listed.example\r\n\r\n"],
    ["to itself", "GET / HTTP/1.1\r\nHost: listed.example\r\n\r\n"],
    ["with a body that never ends", "POST / HTTP/1.1\r\nHost: listed.example\r\nContent-Length: 99\r\n\r\nx"],
    ["to upgrade", "GET / HTTP/1.1\r\nHost: listed.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["with a second one behind it", `GET / HTTP/1.1\r\nHost: listed.example\r\n\r\n${CONNECT("listed.example:443")}`],
    [
      "with a tunnel in its body",
      `POST / HTTP/1.1\r\nHost: listed.example\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${CONNECT("listed.example:443")}`,
    ],
    ["with bare line feeds", "CONNECT listed.example:443 HTTP/1.1\nHost: listed.example\n\n"],
    ["of another version", "CONNECT listed.example:443 HTTP/9.9\r\n\r\n"],
    ["that is none", "\u0016\u0003\u0001\u0002\u0000\u0001"],
    ["with a huge head", `CONNECT listed.example:443 HTTP/1.1\r\nHost: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("refuses a request %s, and what follows", async (_name, request) => {
    const { egress, connected } = await open({ limits: { requestMs: 400 } });
    expect(await send(egress, request)).not.toContain("200");
    expect(connected).toEqual([]);
  });

  test("passes on what follows a CONNECT as it is, even another one", async () => {
    const { port } = await listen();
    const { egress, connected } = await open({ port });
    const second = CONNECT("127.0.0.1:443");
    const body = `CONNECT listed.example:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${HELLO}${second}`;
    const read = (await send(egress, body, second)).replace(HELLO, "");
    if (read.startsWith("HTTP/1.1 200"))
      expect(read).toBe(`HTTP/1.1 200 Connection established\r\n\r\nhello ${second}`);
    expect(connected.filter((each) => !each.startsWith("listed.example:443 "))).toEqual([]);
  });

  const listed = serverName("listed.example");
  test.each([
    ["in one byte after the other", record(hello(listed))],
    ["in two records", Buffer.concat([record(hello(listed).subarray(0, 3)), record(hello(listed).subarray(3))])],
    ["in capitals, beside other extensions", record(hello(extension(10, vector(2)), serverName("LISTED.example")))],
  ])("passes on TLS that begins with the name of the tunnel %s", async (_name, greeting) => {
    const { port } = await listen();
    const { egress, rejections } = await open({ port });
    const socket = connect(egress.socket).setNoDelay();
    undo.push(() => socket.destroy());
    socket.write(CONNECT("listed.example:443"));
    for (const byte of greeting) socket.write(Buffer.from([byte]));
    let read = "";
    for await (const chunk of socket)
      if ((read += String(chunk.toString("latin1"))).includes(greeting.toString("latin1"))) break;
    expect(read).toBe(`HTTP/1.1 200 Connection established\r\n\r\nhello ${greeting.toString("latin1")}`);
    expect(rejections).toEqual([]);
  });

  test.each([
    ["another name", record(hello(serverName("other.example")))],
    ["a name below", record(hello(serverName("evil.listed.example")))],
    ["no name", record(hello())],
    ["two names", record(hello(serverName("listed.example", "other.example")))],
    ["the name twice", record(hello(listed, serverName("other.example")))],
    [
      "a name that is not a host's",
      record(
        hello(extension(0, vector(2, Buffer.concat([Buffer.from([1]), vector(2, Buffer.from("listed.example"))])))),
      ),
    ],
    ["an encrypted name", record(hello(listed, extension(0xfe0d, Buffer.alloc(40))))],
    ["something behind the list of names", record(hello(extension(0, Buffer.concat([vector(2), Buffer.from("x")]))))],
    ["something behind the message", record(Buffer.concat([hello(listed), hello(serverName("other.example"))]))],
    ["lengths past the end", record(hello(extension(0, Buffer.from([255, 255]))))],
    ["the message of a server", record(Buffer.concat([Buffer.from([2]), hello(listed).subarray(1)]))],
    ["another kind of record", record(hello(listed), 23)],
    ["an empty record", Buffer.concat([record(Buffer.alloc(0)), record(hello(listed))])],
    ["too many records", Buffer.concat([...hello(listed)].map((byte) => record(Buffer.from([byte]))))],
    ["a message that is too long", record(hello(listed, extension(21, Buffer.alloc(20_000))))],
    ["plain http", Buffer.from("GET / HTTP/1.1\r\nHost: listed.example\r\n\r\n")],
    ["what ssh begins with", Buffer.from("SSH-2.0-OpenSSH_9.6\r\n")],
  ])("closes a tunnel that begins with %s, and passes nothing on", async (_name, greeting) => {
    let received = 0;
    const { port } = await listen((socket) => void socket.on("data", ({ length }) => (received += length)));
    const { egress, rejections } = await open({ port });
    const read = await send(egress, `${CONNECT("listed.example:443")}${greeting.toString("latin1")}`);
    expect(read).toMatch(/^HTTP\/1.1 200 Connection established\r\n\r\n(?:ECONNRESET)?$/);
    expect(received).toBe(0);
    expect(rejections).toEqual([{ kind: "misused", host: "listed.example" }]);
  });

  test("closes a tunnel in which the greeting does not arrive", async () => {
    const { port } = await listen((socket) => void socket.resume());
    const { egress, rejections } = await open({ port, limits: { requestMs: 200, idleMs: 60_000 } });
    expect(await send(egress, `${CONNECT("listed.example:443")}${HELLO.slice(0, 20)}`)).not.toContain("hello");
    expect(rejections).toEqual([]);
  });

  test("reports each rejection once, and a few dozen at most", async () => {
    const { egress, rejections } = await open();
    for (const host of ["a.example:443", "a.example:443"]) await tunnel(egress, host);
    expect(rejections).toEqual([{ kind: "unlisted", host: "a.example" }]);
    await Promise.all(Array.from({ length: 60 }, (_, n) => tunnel(egress, `h${n}.example:443`)));
    expect(rejections).toHaveLength(30);
  });

  test("has so many connections at a time, so many in all, and moves so many bytes", async () => {
    const { port } = await listen();
    const few = await open({ port, limits: { connections: 2 } });
    const held = [connect(few.egress.socket), connect(few.egress.socket)];
    await Promise.all(held.map((socket) => once(socket, "connect")));
    await vi.waitFor(async () => expect(await tunnel(few.egress, "listed.example:443")).not.toContain("200"), 60_000);
    expect(few.rejections).toEqual([{ kind: "connections" }]);
    for (const socket of held) socket.destroy();
    await vi.waitFor(
      async () => expect(await tunnel(few.egress, "listed.example:443")).toContain("hello ping"),
      60_000,
    );

    const bounded = await open({ port, limits: { totalConnections: 3 } });
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await tunnel(bounded.egress, "listed.example:443"));
    expect(answers.filter((answer) => answer.includes("hello"))).toHaveLength(2);
    expect(bounded.rejections).toEqual([{ kind: "connections" }]);

    const small = await open({ port, limits: { totalBytes: 100_000 } });
    const read = await send(small.egress, `${CONNECT("listed.example:443")}${HELLO}${"x".repeat(1_000_000)}`);
    expect(read.length).toBeLessThan(200_000);
    expect(small.rejections).toEqual([{ kind: "bytes" }]);
    expect(await tunnel(small.egress, "listed.example:443")).not.toContain("200");
  });

  test("closes a request that does not arrive, and a tunnel in which nothing moves", async () => {
    const closed = vi.fn();
    const { port } = await listen((socket) => void socket.resume().once("close", closed));
    const slow = await open({ port, limits: { requestMs: 200, idleMs: 600_000 } });
    expect(await send(slow.egress, "CONNECT listed.exam")).not.toContain("200");
    const { egress } = await open({ port, limits: { idleMs: 1_500 } });
    expect(await send(egress, `${CONNECT("listed.example:443")}${HELLO}`)).toBe(
      "HTTP/1.1 200 Connection established\r\n\r\n",
    );
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), 60_000);
  });

  test("keeps little of what a build never reads", async () => {
    let sent = 0;
    const { promise: hostLeft, resolve: leave } = Promise.withResolvers<void>();
    const { port } = await listen((socket) => {
      socket.once("close", () => leave());
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
        sent += 65_536;
        socket.once("drain", more);
      };
      more();
    });
    const { egress } = await open({ port, limits: { idleMs: 2_000 } });
    const client = connect(egress.socket).pause();
    undo.push(() => client.destroy());
    client.write(`${CONNECT("listed.example:443")}${HELLO}`, "latin1");
    const closed = once(client, "close");
    client.on("error", () => {});
    // Nothing moves any more once every buffer is full, so the proxy closes it; then reading shows the end.
    await hostLeft;
    expect(sent).toBeLessThan(32 * 1024 ** 2);
    client.resume();
    await closed;
  });

  test("closes everything with its step, and its socket is gone", async () => {
    const ended = vi.fn();
    const { port } = await listen((socket) => void socket.resume().once("close", ended));
    const { egress } = await open({ port });
    const client = connect(egress.socket);
    client.on("error", () => {}).write(`${CONNECT("listed.example:443")}${HELLO}`, "latin1");
    const idle = connect(egress.socket).on("error", () => {});
    await once(client, "data");
    const closed = [once(client, "close"), once(idle, "close")];
    idle.resume();
    client.resume();
    await egress[Symbol.asyncDispose]();
    await Promise.all(closed);
    await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 60_000);
    expect(existsSync(egress.socket)).toBe(false);
    expect(await tunnel(egress, "listed.example:443")).toBe("ENOENT");
  });

  test("gives up a host that never answers", async () => {
    const { egress, rejections } = await open({ silent: true, limits: { connectMs: 200 } });
    expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 502 /);
    expect(rejections).toEqual([{ kind: "unreachable", host: "listed.example" }]);
  });

  test("has a folder that no other account can enter, and nothing of an earlier step", async () => {
    const folder = mkdtempSync(join(tmpdir(), "greenroom-egress-"));
    symlinkSync(tmpdir(), join(folder, "egress"));
    const { egress } = await open({ folder });
    const found = lstatSync(dirname(egress.socket));
    expect(found.isDirectory()).toBe(true);
    expect(found.mode & 0o777).toBe(0o700);
  });

  test("tells what was asked for without https", async () => {
    const { egress, rejections } = await open();
    await send(egress, "GET http://listed.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n");
    expect(rejections).toEqual([{ kind: "plain", host: "listed.example" }]);
  });

  test("opens also in a folder whose path is too long for a socket", async () => {
    const { port } = await listen();
    const folder = mkdtempSync(join(tmpdir(), `greenroom-${"long".repeat(40)}-`));
    const { egress } = await open({ port, folder });
    expect(egress.socket.length).toBeGreaterThan(108);
    const link = mkdtempSync(join(tmpdir(), "g-"));
    undo.push(() => rmSync(link, { recursive: true }));
    expect(existsSync(egress.socket)).toBe(true);
  });
});

describe("a machine that needs a proxy itself", () => {
  async function company(status = 200) {
    const asked: (string | undefined)[] = [];
    const server = createHttpServer();
    const { port } = await listen();
    server.on("connect", (request, socket) => {
      asked.push(`${request.url} ${request.headers["proxy-authorization"]}`);
      if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const remote = connect({ host: "127.0.0.1", port });
      socket.on("error", () => remote.destroy()).write("HTTP/1.1 200 OK\r\n\r\n");
      remote.on("error", () => socket.destroy());
      socket.pipe(remote).pipe(socket);
    });
    undo.push(() => closeServer(server));
    return { asked, at: `127.0.0.1:${await listenLocally(server)}` };
  }

  test("is reached through it, also where names are known to that proxy alone", async () => {
    const { asked, at } = await company();
    const environment = { HTTPS_PROXY: `http://us%20er:secret@${at}` };
    const { egress, connected } = await open({ environment, addresses: [] });
    expect(await tunnel(egress, "listed.example:443")).toContain("hello ping");
    expect(asked).toEqual([`listed.example:443 Basic ${Buffer.from("us er:secret").toString("base64")}`]);
    expect(connected).toEqual([]);
    expect(await tunnel(egress, "other.example:443")).toMatch(/^HTTP\/1.1 403 /);
    expect(asked).toHaveLength(1);
  });

  test("refuses a name that leads to a private address all the same", async () => {
    const { asked, at } = await company();
    const { egress } = await open({ environment: { https_proxy: at }, addresses: ["10.0.0.8"] });
    expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 403 /);
    expect(asked).toEqual([]);
  });

  test("says that a host is out of reach when the proxy refuses it", async () => {
    const { at } = await company(407);
    const { egress, rejections } = await open({ environment: { HTTPS_PROXY: at } });
    expect(await tunnel(egress, "listed.example:443")).toMatch(/^HTTP\/1.1 502 /);
    expect(rejections).toEqual([{ kind: "unreachable", host: "listed.example" }]);
  });

  test.each([
    ["*", true],
    ["listed.example", true],
    [".listed.example", true],
    ["example", true],
    ["*.example", true],
    ["other, LISTED.example:443", true],
    ["listed.example:8443", false],
    ["isted.example", false],
    ["", false],
  ])("does not use it for what NO_PROXY %j excepts: %s", (excepted, direct) => {
    const uplink = readUplink({ HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: excepted });
    const proxy = uplink.proxyFor({ host: "listed.example", port: 443 });
    expect(proxy?.host).toBe(direct ? undefined : "proxy.example:3128");
  });
});
