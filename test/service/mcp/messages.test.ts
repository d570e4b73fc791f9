import { describe, expect, it } from "vitest";
import { answerMessage, type McpServer } from "../../../packages/service/mcp/messages.ts";

const server: McpServer = {
  name: "test",
  version: "1",
  instructions: "Read.",
  listTools: () => [{ name: "echo" }],
  callTool: async (name, input) => (name === "echo" ? { structuredContent: input } : undefined),
};

const request = (method: string, params?: unknown) => ({ jsonrpc: "2.0", id: 7, method, params });

describe("a message of the Model Context Protocol", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2024-11-05", "2024-11-05"],
    ["2031-01-01", "2025-11-25"],
  ])("initialize with %s agrees on %s", async (wanted, agreed) => {
    const message = { ...request("initialize", { protocolVersion: wanted }), id: "a" };
    expect(await answerMessage(server, message, "not agreed yet")).toEqual({
      status: 200,
      message: {
        jsonrpc: "2.0",
        id: "a",
        result: {
          protocolVersion: agreed,
          capabilities: { tools: {} },
          serverInfo: { name: "test", version: "1" },
          instructions: "Read.",
        },
      },
    });
  });

  it.each([
    [request("ping"), {}],
    [request("tools/list", { cursor: "x" }), { tools: [{ name: "echo" }] }],
    [request("tools/call", { name: "echo", arguments: { a: 1 } }), { structuredContent: { a: 1 } }],
    [request("tools/call", { name: "echo" }), { structuredContent: {} }],
  ])("%j has a result", async (message, result) => {
    expect(await answerMessage(server, message, "2025-06-18")).toMatchObject({
      status: 200,
      message: { id: 7, result },
    });
  });

  it.each([
    [request("resources/list"), -32_601],
    [request("__proto__"), -32_601],
    [request("initialize", {}), -32_602],
    [request("tools/call"), -32_602],
    [request("tools/call", { name: "toString" }), -32_602],
    [request("tools/call", { name: "echo", arguments: [] }), -32_602],
  ])("%j has an error", async (message, code) => {
    expect(await answerMessage(server, message, undefined)).toMatchObject({
      status: 200,
      message: { id: 7, error: { code } },
    });
  });

  it.each([
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 1, result: {} },
  ])("%j has no answer", async (message) => {
    expect(await answerMessage(server, message, "1999-01-01")).toEqual({ status: 202 });
  });

  it.each([
    {},
    { jsonrpc: "1.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: null, method: "ping" },
    { jsonrpc: "2.0", id: { a: 1 }, method: "ping" },
    { jsonrpc: "2.0", id: 1, method: "ping", params: [] },
    { jsonrpc: "2.0", method: 1 },
    [request("ping")],
    "ping",
  ])("%j is refused", async (message) => {
    expect(await answerMessage(server, message, undefined)).toMatchObject({
      status: 400,
      message: { id: null, error: { code: -32_600 } },
    });
  });

  it("a version that is not known is refused with those that are", async () => {
    expect(await answerMessage(server, request("ping"), "1999-01-01")).toMatchObject({
      status: 400,
      message: { id: 7, error: { message: expect.stringContaining("2025-11-25, 2025-06-18") } },
    });
  });
});
