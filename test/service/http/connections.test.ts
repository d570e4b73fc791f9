import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Listening } from "../../../packages/service/http/listen.ts";
import { context, openSharedApp } from "./app.ts";
import { listenOver } from "./over-socket.ts";

/** Only for what must reach them: on a busy machine an honest request may take as long. */
const SHORT_LIMITS = { headersMs: 300, requestMs: 600, idleMs: 300, checkEveryMs: 50, connections: 60 };
/** Well above the limits, well below those of the running service. */
const DRIP_MS = 50;

let listening: Listening;
let hasty: Listening;

openSharedApp();

beforeAll(async () => {
  listening = await listenOver(context);
  hasty = await listenOver(context, { sockets: SHORT_LIMITS });
});
afterAll(() => Promise.all([listening.close(), hasty.close()]));

const host = (service = listening) => `127.0.0.1:${service.port}`;

/** Opens a socket, sends, and reads until the service ends the connection. */
async function untilEnded(start: string, { service = listening, drip = "" } = {}): Promise<string> {
  const socket = await opened(start, service);
  const dripping = setInterval(() => void (drip !== "" && socket.writable && socket.write(drip)), DRIP_MS);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await closed(socket);
  clearInterval(dripping);
  return text;
}

async function opened(start: string, service = listening): Promise<Socket> {
  const socket = connect(service.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(start);
  return socket;
}

/** A reset is an end as well, so errors do not count. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

async function health(service = listening): Promise<number> {
  return (await fetch(`http://${host(service)}/healthz`)).status;
}

describe.concurrent("a connection that occupies the service is closed, when", () => {
  test.each<readonly [string, () => string, string]>([
    ["it sends nothing", () => "", ""],
    ["its header line never ends", () => `GET /healthz HTTP/1.1\r\nHost: ${host()}\r\nX-Slow: `, "x"],
    ["its headers never end", () => `GET /healthz HTTP/1.1\r\nHost: ${host()}\r\n`, "X-A: b\r\n"],
    [
      "its body is sent byte by byte",
      () =>
        `POST /oauth/device HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`,
      " ",
    ],
    [
      "its chunks are sent byte by byte",
      () =>
        `POST /oauth/device HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      "1\r\n \r\n",
    ],
    ["it stays open after its response", () => `GET /healthz HTTP/1.1\r\nHost: ${host()}\r\n\r\n`, ""],
  ])("%s", async (_, start, drip) => {
    // The service ends it: without its limits this would wait until the test times out.
    const text = await untilEnded(start(), { service: hasty, drip });
    expect(text.match(/^HTTP\/1\.1 /gm)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

test("fifty slow connections do not block another request", async () => {
  const slow = await Promise.all(Array.from({ length: 50 }, () => opened("GET / HTTP/1.1\r\nX: ")));
  expect(await health()).toBe(200);
  for (const socket of slow) socket.destroy();
});

test("connections beyond the limit are dropped, and later ones are accepted again", async () => {
  const sockets = { ...SHORT_LIMITS, headersMs: 60_000, requestMs: 60_000, connections: 5 };
  const service = await listenOver(context, { sockets });
  const all = await Promise.all(Array.from({ length: 5 }, () => opened("GET / HTTP/1.1\r\nX: ", service)));
  expect(await untilEnded("", { service })).toBe("");
  await Promise.all(all.map((socket) => closed(socket.destroy())));
  await vi.waitFor(async () => expect(await health(service)).toBe(200), 60_000);
  await service.close();
});

/** Requests with two lengths; a second request begins where one of them ends the first. */
const AMBIGUOUS: readonly (readonly [string, readonly string[], string])[] = [
  ["a length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: 4"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 0", "Content-Length: 30"], ""],
  ["two lengths in one", ["Content-Length: 0, 30"], ""],
  ["a length with a sign", ["Content-Length: +0"], ""],
  ["a length in hexadecimal", ["Content-Length: 0x0"], ""],
  ["an unknown coding", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  ["chunks that are not last", ["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"],
  ["two codings", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"],
  ["a blank before the colon", ["Transfer-Encoding : chunked"], "0\r\n\r\n"],
  ["a folded header", ["X: y", " Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["a tab in the coding", ["Transfer-Encoding:\tchunked\u000b"], "0\r\n\r\n"],
  ["a chunk size that is not a number", ["Transfer-Encoding: chunked"], "g\r\n\r\n"],
  ["a chunk with a bare line feed", ["Transfer-Encoding: chunked"], "0\n\n"],
  ["a bare carriage return in a header", ["X: a\rTransfer-Encoding: chunked"], "0\r\n\r\n"],
];

describe("an ambiguous request gets one error response, and the request hidden in it none, with", () => {
  test.each(AMBIGUOUS)("%s", async (_, headers, body) => {
    const lines = [`POST /oauth/device HTTP/1.1`, `Host: ${host()}`, "Content-Type: application/json", ...headers];
    const hidden = `GET /healthz HTTP/1.1\r\nHost: ${host()}\r\n\r\n`;
    const text = await untilEnded(`${lines.join("\r\n")}\r\n\r\n${body}${hidden}`);
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual([expect.stringMatching(/ 400$/)]);
  });
});
