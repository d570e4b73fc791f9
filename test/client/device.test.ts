import { describe, expect, test } from "vitest";
import { awaitDeviceToken, startDeviceFlow } from "../../packages/client/device.ts";
import { instantClock } from "./fake-clock.ts";
import {
  failureOf,
  type FaultServer,
  gatewayPage,
  type Handler,
  LOST,
  sendError,
  startFaultServer,
} from "./fault-server.ts";

const json =
  (status: number, body: object): Handler =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const oauthError = (error: string): Handler => json(400, { error });
const pending = oauthError("authorization_pending");
const granted = json(200, { access_token: "mcp_test_1", token_type: "Bearer", expires_in: 60 });
const authorization = {
  device_code: "d",
  user_code: "ABCD-EFGH",
  verification_uri: "https://service.example/device",
  expires_in: 900,
  interval: 7,
};

const settingsOf = (server: FaultServer, clock = instantClock()) => ({
  baseUrl: server.url,
  userAgent: "greenroom-test/1",
  clientId: "greenroom",
  clock,
  random: () => 0.5,
  limits: { requestTimeoutMs: 60_000 },
});

describe("startDeviceFlow", () => {
  test("sends a form without a token and reads the bare response", async () => {
    await using server = await startFaultServer(json(200, authorization));
    expect(await startDeviceFlow({ ...settingsOf(server), scope: "sites:read" })).toEqual(authorization);
    expect(server.seen[0]).toMatchObject({
      method: "POST",
      path: "/oauth/device",
      body: "client_id=greenroom&scope=sites%3Aread",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each<[string, Handler, string]>([
    ["an OAuth error", json(400, { error: "invalid_scope", error_description: "no such scope" }), "invalid_scope"],
    ["a page", (_, response) => gatewayPage(response, 404), "unexpected_answer"],
  ])("fails with %s", async (_, handler, code) => {
    await using server = await startFaultServer(handler);
    expect(await failureOf(startDeviceFlow(settingsOf(server)))).toMatchObject({ code });
    expect(server.seen).toHaveLength(1);
  });

  test("sends nothing in the clear", async () => {
    const settings = { ...settingsOf({ url: new URL("http://service.example") } as FaultServer) };
    expect(await failureOf(startDeviceFlow(settings))).toMatchObject({ code: "invalid_base_url" });
  });
});

describe("awaitDeviceToken", () => {
  test("polls at the interval, five seconds slower after each slow_down", async () => {
    await using server = await startFaultServer(granted);
    server.next.push(pending, oauthError("slow_down"), pending, oauthError("slow_down"));
    const clock = instantClock();
    const token = await awaitDeviceToken(settingsOf(server, clock), authorization);
    expect(token.access_token).toBe("mcp_test_1");
    expect(clock.sleeps).toEqual([7000, 7000, 12_000, 12_000, 17_000]);
    const grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d&client_id=greenroom";
    expect(server.seen[0]).toMatchObject({ path: "/oauth/token", body: grant });
  });

  test("polls every five seconds when no interval is named", async () => {
    await using server = await startFaultServer(granted);
    const clock = instantClock();
    const { interval: _, ...rest } = authorization;
    await awaitDeviceToken(settingsOf(server, clock), rest);
    expect(clock.sleeps).toEqual([5000]);
  });

  test.each(["access_denied", "expired_token", "invalid_grant", "a_new_one"])("ends with %s", async (code) => {
    await using server = await startFaultServer(oauthError(code));
    expect(await failureOf(awaitDeviceToken(settingsOf(server), authorization))).toMatchObject({ code, status: 400 });
    expect(server.seen).toHaveLength(1);
  });

  test("ends when the code runs out", async () => {
    await using server = await startFaultServer(pending);
    const error = await failureOf(awaitDeviceToken(settingsOf(server), { ...authorization, expires_in: 60 }));
    expect(error.code).toBe("expired_token");
    expect(server.seen).toHaveLength(8);
  });

  test("ends with the caller's signal", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((seen, response, socket) => {
      controller.abort();
      return pending(seen, response, socket);
    });
    const promise = awaitDeviceToken(settingsOf(server), authorization, { signal: controller.signal });
    expect((await failureOf(promise)).kind).toBe("aborted");
  });

  test("survives lost responses and rate limits", async () => {
    await using server = await startFaultServer(granted);
    server.next.push(
      (_, response, socket) => LOST["the connection is reset"]?.(response, socket),
      (_, response) => sendError(response, 429, "rate_limited", { headers: { "retry-after": "3" } }),
      (_, response) => gatewayPage(response, 502),
    );
    const token = await awaitDeviceToken(settingsOf(server), authorization);
    expect(token.access_token).toBe("mcp_test_1");
    expect(server.seen).toHaveLength(4);
  });
});
