import { inspect } from "node:util";
import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createClient } from "../../packages/client/client.ts";
import { instantClock } from "./fake-clock.ts";
import {
  clientOf,
  failureOf,
  gatewayPage,
  lose,
  sendError,
  startFaultServer,
  stopTimers,
  succeed,
  TOKEN,
} from "./fault-server.ts";

const record = { id: "dep_1", status: "building" };

describe("a request", () => {
  test("carries the token, the user agent and what it accepts", async () => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, record));
    await clientOf(server, instantClock()).deployments.get("dep_1");
    expect(server.seen[0]).toMatchObject({ method: "GET", path: "/deployments/dep_1", body: "" });
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "user-agent": expect.stringContaining("greenroom-test/1"),
      accept: "application/json",
      host: server.url.host,
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("content-type");
  });

  test("goes below the path of the base address", async () => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, record));
    await clientOf({ url: new URL("/api/", server.url) }, instantClock())
      .deployments.get("a/b?c")
      .catch(() => undefined);
    expect(server.seen[0]?.path).toBe("/api/deployments/a%2Fb%3Fc");
  });

  test.each([
    ["id", { ...record, id: "dep_other" }],
    ["environment", { ...record, environment: "production" }],
  ])("refuses the record of another deployment, known by its %s", async (name, other) => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, other));
    const read = clientOf(server, instantClock()).deployments.get("dep_1", { madeFor: { environment: "preview" } });
    const error = await failureOf(read);
    expect(error).toMatchObject({ kind: "protocol", code: "deployment_mismatch", retry: "never" });
    expect(error.detail).toContain(`its ${name} is '${other[name as keyof typeof other]}'`);
    expect(server.seen).toHaveLength(1);
  });

  test("reaches a service on the IPv6 loopback address", async () => {
    const client = clientOf({ url: new URL("http://[::1]:9/") }, instantClock(), { maxTries: 1 });
    const error = await failureOf(client.deployments.get("dep_1"));
    expect(String(error.cause)).not.toContain("ENOTFOUND");
  });

  test.each(["", ".", ".."])("is not sent for the id '%s'", async (id) => {
    await using server = await startFaultServer();
    const error = await failureOf(clientOf(server, instantClock()).deployments.get(id));
    expect(error).toMatchObject({ kind: "invalid", code: "invalid_request" });
    expect(server.seen).toHaveLength(0);
  });

  test.each([
    "http://service.example",
    "http://10.0.0.1",
    "http://127.0.0.1.example",
    "http://localhost.example",
    "ftp://127.0.0.1",
    "https://user:secret@service.example",
    "https://service.example/?a=b",
    "https://service.example/#a",
  ])("is not made for the base address %s", (address) => {
    const settings = { baseUrl: new URL(address), token: TOKEN, userAgent: "test" };
    expect(() => createClient(settings)).toThrow(expect.objectContaining({ code: "invalid_base_url" }) as Error);
    expect(() => createClient(settings)).not.toThrow(/secret/);
  });

  test.each(["https://service.example", "http://localhost:1", "http://127.9.9.9", "http://[::1]:1"])(
    "can be made for the base address %s",
    (address) => {
      expect(() => createClient({ baseUrl: new URL(address), token: TOKEN, userAgent: "test" })).not.toThrow();
    },
  );

  test("is not made with a token that would break its header", () => {
    const make = () => createClient({ baseUrl: new URL("http://localhost"), token: "a\r\nb: c", userAgent: "test" });
    expect(make).toThrow(expect.objectContaining({ code: "invalid_request" }) as Error);
  });
});

describe("a response", () => {
  test.each([301, 302, 303, 307, 308])("%i is an error and nothing goes to where it points", async (status) => {
    await using elsewhere = await startFaultServer();
    await using server = await startFaultServer((_, response) => {
      response.writeHead(status, { location: elsewhere.url.href }).end();
    });
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(error).toMatchObject({ kind: "protocol", code: "redirect_refused", status });
    expect(server.seen).toHaveLength(1);
    expect(elsewhere.seen).toHaveLength(0);
  });

  test("that is compressed is read", async () => {
    await using server = await startFaultServer((_, response) => {
      const body = gzipSync(JSON.stringify({ ok: true, data: record }));
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
    });
    expect(await clientOf(server, instantClock()).deployments.get("dep_1")).toEqual(record);
  });

  test("that is beyond the cap says what to do also where there is no limit to give", async () => {
    await using server = await startFaultServer((_, response) => {
      response.writeHead(201, { "content-type": "application/json" }).end("x".repeat(17 * 1024 * 1024));
    });
    const error = await failureOf(
      clientOf(server, instantClock()).sites.create({
        projectId: "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11",
        name: "a",
        slug: "a",
      }),
    );
    expect(error).toMatchObject({ code: "answer_too_large", outcomeUnknown: true });
    expect(error.hint).toContain("see whether the service has it before you send it again");
  });

  test("that swells without end when decompressed is cut at its cap", async () => {
    await using server = await startFaultServer((_, response) => {
      const bomb = createGzip();
      bomb.pipe(response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }));
      const chunk = "x".repeat(1024 * 1024);
      const more = (): void => void (response.destroyed || bomb.write(chunk, more));
      more();
    });
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(error).toMatchObject({ kind: "protocol", code: "answer_too_large", status: 200, outcomeUnknown: true });
    expect(server.seen).toHaveLength(1);
  });

  test("that never ends is cut at its cap", async () => {
    await using server = await startFaultServer((_, response) => {
      response.writeHead(500, { "content-type": "text/html" });
      const chunk = "x".repeat(64 * 1024);
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      more();
    });
    const client = clientOf(server, instantClock(), { maxTries: 1 });
    const error = await failureOf(client.deployments.get("dep_1"));
    expect(error).toMatchObject({ kind: "protocol", status: 500 });
  });

  test.each(["the connection is reset", "the body stalls", "a gateway gives 502"])(
    "to a read is requested again when %s",
    async (name) => {
      using _ = stopTimers();
      await using server = await startFaultServer((_, response) => succeed(response, 200, record));
      server.next.push((_, response, socket) => lose(name, response, socket));
      const clock = instantClock();
      expect(await clientOf(server, clock).deployments.get("dep_1")).toEqual(record);
      expect(server.seen).toHaveLength(2);
      expect(clock.sleeps).toEqual([375]);
    },
  );

  test("to a request without a key is not requested again when its outcome is unknown", async () => {
    await using server = await startFaultServer((_, response) => gatewayPage(response, 502));
    const body = { projectId: "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11", name: "a", slug: "a" };
    const error = await failureOf(clientOf(server, instantClock()).sites.create(body));
    expect(error).toMatchObject({ code: "unexpected_answer", outcomeUnknown: true });
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    [200, "Another server than a Greenroom service responded: 200 (text/html). Check that the base URL"],
    [404, "Another server than a Greenroom service responded 404 (text/html). Check that the base URL"],
    [403, "A proxy or gateway in front of the service responded 403 (text/html). Check the token"],
    [502, "A proxy or gateway in front of the service responded 502 (text/html). Try again later"],
  ])("with a page and status %i is said to be of another program", async (status, sentence) => {
    await using server = await startFaultServer((_, response) => gatewayPage(response, status));
    const error = await failureOf(clientOf(server, instantClock(), { maxTries: 1 }).deployments.get("dep_1"));
    expect(error.message).toContain(sentence);
  });

  test("keeps its unknown fields", async () => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, { ...record, extra: 1 }));
    expect(await clientOf(server, instantClock()).deployments.get("dep_1")).toMatchObject({ extra: 1 });
  });

  test("with an error gives code, message, hint, fields and where a person can approve", async () => {
    const siblings = { issues: [{ path: "commitSha", message: "is short" }], webApprovalUrl: "https://a.example/x" };
    await using server = await startFaultServer((_, response) =>
      sendError(response, 400, "validation_failed", { siblings }),
    );
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(error).toMatchObject({ code: "validation_failed", webApprovalUrl: "https://a.example/x" });
    expect(error.message).toBe("it is validation_failed; commitSha: is short. Fix the fields that the message names.");
  });

  test("with an error whose siblings are odd still gives the code", async () => {
    const siblings = { issues: "all", webApprovalUrl: 5, message: undefined };
    await using server = await startFaultServer((_, response) =>
      sendError(response, 404, "site_not_found", { siblings }),
    );
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(error).toMatchObject({ kind: "refused", code: "site_not_found", webApprovalUrl: undefined });
  });
});

describe("a 429", () => {
  test("is waited for as its Retry-After says, by the clock of the response", async () => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, record));
    const headers = { "retry-after": "Fri, 20 Nov 2026 12:00:09 GMT", date: "Fri, 20 Nov 2026 12:00:00 GMT" };
    server.next.push((_, response) => sendError(response, 429, "rate_limited", { headers }));
    const clock = instantClock();
    clock.jump(1_000 * 86_400_000);
    await clientOf(server, clock).deployments.get("dep_1");
    expect(clock.sleeps).toEqual([9000]);
  });

  test("from a gateway is waited for too", async () => {
    await using server = await startFaultServer((_, response) => succeed(response, 200, record));
    server.next.push((_, response) => gatewayPage(response, 429, { "retry-after": "3" }));
    const clock = instantClock();
    await clientOf(server, clock).deployments.get("dep_1");
    expect(clock.sleeps).toEqual([3000]);
  });
});

describe("the end of a call", () => {
  test("comes with the caller's signal, in the middle of a request", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(() => controller.abort());
    const client = clientOf(server, instantClock());
    const error = await failureOf(client.deployments.get("dep_1", { signal: controller.signal }));
    expect(error).toMatchObject({ kind: "aborted", outcomeUnknown: true });
  });

  test("comes with the caller's signal, in the middle of a wait", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((_, response) => sendError(response, 500, "internal_error"));
    const options = { signal: controller.signal, onRetry: () => controller.abort() };
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1", options));
    expect(error.kind).toBe("aborted");
    expect(server.seen).toHaveLength(1);
  });

  test("comes with its deadline, and says that the time is over, also where the clock is a moment behind", async () => {
    using timers = stopTimers();
    await using server = await startFaultServer(() => timers.pass(100));
    const clock = instantClock();
    const options = { deadlineAt: clock.monotonic() + 100 };
    const error = await failureOf(clientOf(server, clock).deployments.get("dep_1", options));
    expect(error.kind).toBe("timed_out");
    expect(server.seen).toHaveLength(1);
  });

  test("leaves the outcome unknown when an earlier request may have been acted on", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((_, response) => sendError(response, 429, "rate_limited"));
    server.next.push((_, response) => gatewayPage(response, 502));
    let waits = 0;
    const onRetry = (): void => void ((waits += 1) === 2 && controller.abort());
    const options = { signal: controller.signal, onRetry };
    const create = { body: "{}", key: "k" };
    const error = await failureOf(clientOf(server, instantClock()).deployments.create("s", create, options));
    expect(error).toMatchObject({ kind: "aborted", outcomeUnknown: true });
  });

  test("comes after a bounded number of tries when no one listens", async () => {
    const server = await startFaultServer();
    await server[Symbol.asyncDispose]();
    const clock = instantClock();
    const error = await failureOf(clientOf(server, clock).deployments.get("dep_1"));
    expect(error).toMatchObject({ kind: "unreachable", code: "connection_failed", outcomeUnknown: false });
    expect(clock.sleeps).toHaveLength(7);
  });
});

describe("the token", () => {
  test("is in no error, whatever the service says", async () => {
    await using server = await startFaultServer((seen, response) => {
      const echo = `you sent ${seen.headers.authorization}`;
      sendError(response, 400, "validation_failed", { siblings: { message: echo, requestId: TOKEN } });
    });
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(error.message).toContain("you sent Bearer ***");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(TOKEN);
  });

  test.each([
    [
      "JSON that spells it otherwise",
      `{"ok":false,"error":{"code":"odd","message":"${spelled(TOKEN)}"}}`,
      "application/json",
    ],
    ["a type of content", "x", `text/${TOKEN}`],
  ])("is in no error, although the service gives it back in %s", async (_, body, type) => {
    await using server = await startFaultServer((_seen, response) => {
      response.writeHead(400, { "content-type": type }).end(body);
    });
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(TOKEN);
  });

  test.each(["", "a", "ab"])("is in no error in base64 either, encoded after %j", async (before) => {
    const encoded = Buffer.from(`${before}${TOKEN}c`).toString("base64");
    await using server = await startFaultServer((_seen, response) => {
      sendError(response, 400, "validation_failed", { siblings: { message: encoded } });
    });
    const error = await failureOf(clientOf(server, instantClock()).deployments.get("dep_1"));
    expect(Buffer.from(error.message, "base64").toString("latin1")).not.toContain(TOKEN.slice(2, -2));
    expect(error.message).toContain("***");
  });

  test("is in no error of the socket either", async () => {
    await using server = await startFaultServer((seen, _, socket) => {
      socket.end(`HTTP/1.1 200 OK\r\n${seen.headers.authorization}\u0000: broken\r\n\r\n`);
    });
    const error = await failureOf(clientOf(server, instantClock(), { maxTries: 1 }).deployments.get("dep_1"));
    expect(error.kind).toBe("unreachable");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(TOKEN);
    // The socket's own error holds the packet it choked on, as bytes.
    expect(Object.keys(error.cause as object)).toEqual([]);
  });
});

/** Writes a text as JSON might, every character an escape. */
function spelled(text: string): string {
  return text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
