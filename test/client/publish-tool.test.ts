import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { matchArguments, requestPublish } from "../../packages/client/publish-tool.ts";
import { instantClock } from "./fake-clock.ts";
import {
  clientOf,
  failureOf,
  type FaultServer,
  gatewayPage,
  LOST,
  type Seen,
  sendError,
  startFaultServer,
  TOKEN,
} from "./fault-server.ts";

const SITE = "0d9b9a50-5d5c-4c3a-9c7e-6a6f5f1d2b11";
const LINK = "https://service.example/approvals/apr_1";
const schema = { type: "object", properties: { siteId: {}, sourceDeploymentId: {}, reason: {} }, required: ["siteId"] };

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown; readonly cursor?: string };
}

const messageOf = (seen: Seen): Message => JSON.parse(seen.body) as Message;

type Rejection = { readonly error: object } | { readonly result: object };

function tools(how: {
  readonly result?: object;
  readonly inputSchema?: unknown;
  readonly answer?: (response: ServerResponse, message: object) => void;
  readonly session?: string;
  readonly pages?: boolean;
  /** What the tool says of arguments that it does not take. */
  readonly rejects?: (given: object) => Rejection | undefined;
}) {
  return (seen: Seen, response: ServerResponse): void => {
    const answer = how.answer ?? writeJson;
    if (seen.method === "DELETE") return void response.writeHead(200).end();
    const message = messageOf(seen);
    const reply = (result: object): void => answer(response, { jsonrpc: "2.0", id: message.id, result });
    if (how.session !== undefined && message.method === "initialize") {
      response.setHeader("mcp-session-id", how.session);
      return reply({ protocolVersion: "2025-03-26", capabilities: {}, serverInfo: { name: "x", version: "1" } });
    }
    if (how.session !== undefined && seen.headers["mcp-session-id"] !== how.session) {
      const error = { code: -32_000, message: "Bad Request: Mcp-Session-Id header is required" };
      return void response.writeHead(400).end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
    }
    if (message.method === "notifications/initialized") return void response.writeHead(202).end();
    if (message.method === "tools/call") {
      const rejection = how.rejects?.(message.params?.arguments ?? {});
      if (rejection !== undefined) return reject(response, message.id, rejection);
      return reply(how.result ?? { structuredContent: { webApprovalUrl: LINK } });
    }
    if (how.pages === true && message.params?.cursor === undefined) return reply({ tools: [], nextCursor: "2" });
    reply({ tools: [{ name: "other" }, { name: "request_publish", inputSchema: how.inputSchema ?? schema }] });
  };
}

function writeJson(response: ServerResponse, message: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
}

function reject(response: ServerResponse, id: number | undefined, rejection: Rejection): void {
  writeJson(response, { jsonrpc: "2.0", id, ...rejection });
}

function writeStream(response: ServerResponse, message: object): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const note = { jsonrpc: "2.0", method: "notifications/progress", params: {} };
  const ping = { jsonrpc: "2.0", id: 99, method: "ping" };
  response.write(`event: message\ndata: ${JSON.stringify(note)}\n\ndata: ${JSON.stringify(ping)}\n\n`);
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

const publish = (server: FaultServer, more: object = {}) =>
  requestPublish(clientOf(server, instantClock()), {
    mcpUrl: new URL("/mcp", server.url),
    siteId: SITE,
    sourceDeploymentId: "dep_1",
    ...more,
  });

describe("requestPublish", () => {
  test("needs one request of a server that takes the names of the interface", async () => {
    await using server = await startFaultServer(tools({}));
    const asked = await publish(server, { reason: "because", intent: "prepare" });
    expect(asked).toEqual({ webApprovalUrl: LINK, requestId: undefined });
    expect(server.seen.map((seen) => messageOf(seen).method)).toEqual(["tools/call"]);
    expect(messageOf(server.seen[0] as Seen).params).toEqual({
      name: "request_publish",
      arguments: { siteId: SITE, sourceDeploymentId: "dep_1", reason: "because", intent: "prepare" },
    });
    expect(server.seen[0]).toMatchObject({
      path: "/mcp",
      headers: {
        authorization: `Bearer ${TOKEN}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2025-06-18",
      },
    });
  });

  const inputSchema = { type: "object", properties: { site: {}, deployment: {} }, required: ["deployment"] };
  const message = "MCP error -32602: Input validation error: Invalid arguments for tool request_publish";
  const rejectsOurs = (given: object): Rejection | undefined =>
    "deployment" in given ? undefined : { error: { code: -32_602, message: "Invalid params" } };
  test.each<[string, Rejection]>([
    ["an error of the protocol", { error: { code: -32_602, message: "Invalid params" } }],
    ["a result that is an error", { result: { isError: true, content: [{ type: "text", text: message }] } }],
  ])("a tool that rejects those names by %s gets those of its schema", async (_, rejection) => {
    const rejects = (given: object) => ("deployment" in given ? undefined : rejection);
    await using server = await startFaultServer(tools({ inputSchema, rejects }));
    expect(await publish(server, { intent: "prepare" })).toMatchObject({ webApprovalUrl: LINK });
    expect(server.seen.map((seen) => messageOf(seen).method)).toEqual(["tools/call", "tools/list", "tools/call"]);
    expect(messageOf(server.seen[2] as Seen).params?.arguments).toEqual({ site: SITE, deployment: "dep_1" });
  });

  test("a tool that rejects the names of its own schema is not called again", async () => {
    const rejects = (): Rejection => ({ error: { code: -32_602, message: "no such site" } });
    await using server = await startFaultServer(tools({ rejects }));
    expect(await failureOf(publish(server))).toMatchObject({ code: "mcp_tool_failed" });
    expect(server.seen.map((seen) => messageOf(seen).method)).toEqual(["tools/call", "tools/list"]);
  });

  test("starts a session when the server wants one, and ends it", async () => {
    await using server = await startFaultServer(tools({ session: "abc" }));
    expect(await publish(server)).toMatchObject({ webApprovalUrl: LINK });
    const methods = server.seen.map((seen) => (seen.method === "DELETE" ? "DELETE" : messageOf(seen).method));
    expect(methods).toEqual(["tools/call", "initialize", "notifications/initialized", "tools/call", "DELETE"]);
    expect(server.seen[3]?.headers).toMatchObject({ "mcp-session-id": "abc", "mcp-protocol-version": "2025-03-26" });
  });

  test("reads a response that is a stream and does not wait for its end", async () => {
    await using server = await startFaultServer(tools({ answer: writeStream }));
    expect(await publish(server)).toMatchObject({ webApprovalUrl: LINK });
  });

  test("finds the tool on a later page", async () => {
    await using server = await startFaultServer(tools({ pages: true, inputSchema, rejects: rejectsOurs }));
    expect(await publish(server)).toMatchObject({ webApprovalUrl: LINK });
    expect(server.seen.map((seen) => messageOf(seen).method).filter((method) => method === "tools/list")).toHaveLength(
      2,
    );
  });

  test.each<[string, object]>([
    [
      "JSON in its text",
      { content: [{ type: "text", text: JSON.stringify({ webApprovalUrl: LINK, requestId: "apr_1" }) }] },
    ],
    [
      "text beside JSON",
      {
        content: [
          { type: "text", text: "Here:" },
          { type: "text", text: `{"webApprovalUrl":"${LINK}","requestId":"apr_1"}` },
        ],
      },
    ],
    ["structured content", { structuredContent: { webApprovalUrl: LINK, requestId: "apr_1", more: 1 } }],
    ["an envelope", { structuredContent: { ok: true, data: { webApprovalUrl: LINK, requestId: "apr_1" } } }],
  ])("takes the link from %s", async (_, result) => {
    await using server = await startFaultServer(tools({ result }));
    expect(await publish(server)).toEqual({ webApprovalUrl: LINK, requestId: "apr_1" });
  });

  test.each<[string, object, object]>([
    [
      "with its text",
      { isError: true, content: [{ type: "text", text: "no preview" }] },
      { code: "mcp_tool_failed", detail: "no preview" },
    ],
    [
      "with its code",
      { isError: true, structuredContent: { code: "source_deployment_not_ready", message: "still building" } },
      {
        code: "source_deployment_not_ready",
        detail: "still building",
        hint: "Promote a preview of this site whose status is ready.",
      },
    ],
    [
      "with its code in text",
      {
        isError: true,
        content: [
          { type: "text", text: '{"ok":false,"error":{"code":"insufficient_scope","message":"publish:request"}}' },
        ],
      },
      { code: "insufficient_scope", detail: "publish:request" },
    ],
    ["without a word", { isError: true }, { code: "mcp_tool_failed" }],
    ["for want of a link", { content: [] }, { code: "mcp_tool_missing" }],
  ])("fails as the tool did, %s", async (_, result, error) => {
    await using server = await startFaultServer(tools({ result }));
    expect(await failureOf(publish(server))).toMatchObject(error);
  });

  test("says that there is no such tool", async () => {
    await using server = await startFaultServer((seen, response) =>
      writeJson(response, { jsonrpc: "2.0", id: messageOf(seen).id, result: { tools: [] } }),
    );
    expect(await failureOf(publish(server))).toMatchObject({ code: "mcp_tool_missing" });
  });

  test("says that there is no MCP surface", async () => {
    await using server = await startFaultServer((_, response) => gatewayPage(response, 404));
    expect(await failureOf(publish(server))).toMatchObject({ code: "unexpected_answer", status: 404 });
    await using other = await startFaultServer((_, response) => sendError(response, 404, "not_found"));
    expect(await failureOf(publish(other))).toMatchObject({ kind: "refused", code: "not_found" });
  });

  test("waits when the service says so", async () => {
    await using server = await startFaultServer(tools({}));
    server.next.push((_, response) => sendError(response, 429, "rate_limited", { headers: { "retry-after": "2" } }));
    expect(await publish(server)).toMatchObject({ webApprovalUrl: LINK });
  });

  test("requests the list again when its response is lost, and never for the call", async () => {
    await using server = await startFaultServer(tools({ inputSchema, rejects: rejectsOurs }));
    const lose = LOST["the connection is reset"];
    server.next.push(tools({ rejects: rejectsOurs }), (_, response, socket) => lose?.(response, socket));
    await publish(server);
    expect(server.seen.map((seen) => messageOf(seen).method)).toEqual([
      "tools/call",
      "tools/list",
      "tools/list",
      "tools/call",
    ]);
    server.next.push((_, response, socket) => lose?.(response, socket));
    expect(await failureOf(publish(server))).toMatchObject({ kind: "unreachable", outcomeUnknown: true });
    expect(server.seen).toHaveLength(5);
  });

  test("sends the token nowhere in the clear", async () => {
    await using server = await startFaultServer(tools({}));
    const error = await failureOf(publish(server, { mcpUrl: new URL("http://tools.example/mcp") }));
    expect(error.code).toBe("invalid_base_url");
  });
});

describe("matchArguments", () => {
  const values = { siteId: SITE, sourceDeploymentId: "dep_1", reason: "because" };
  const match = (...names: string[]) =>
    matchArguments({ properties: Object.fromEntries(names.map((name) => [name, {}])) }, values);

  test.each<[string[], object]>([
    [["siteId", "sourceDeploymentId"], { siteId: SITE, sourceDeploymentId: "dep_1" }],
    [
      ["site_id", "source_deployment_id", "reason"],
      { site_id: SITE, source_deployment_id: "dep_1", reason: "because" },
    ],
    [["site", "deploymentId", "notes"], { site: SITE, deploymentId: "dep_1", notes: "because" }],
    [["deployment_id"], { deployment_id: "dep_1" }],
    [["deploymentId", "sourceDeploymentId"], { sourceDeploymentId: "dep_1" }],
  ])("a schema with %j is reported in its names", (names, matched) => {
    expect(match(...names)).toEqual(matched);
  });

  test("a schema without names gets those of the interface", () => {
    expect(matchArguments(undefined, values)).toEqual(values);
    expect(matchArguments({ type: "object" }, { siteId: SITE, sourceDeploymentId: "dep_1" })).toEqual({
      siteId: SITE,
      sourceDeploymentId: "dep_1",
    });
  });

  test("a reason that is required is given", () => {
    const schema = { properties: { deploymentId: {}, reason: {} }, required: ["reason"] };
    expect(matchArguments(schema, { siteId: SITE, sourceDeploymentId: "dep_1" })).toHaveProperty("reason");
  });

  test.each<[string, unknown, object]>([
    ["the word", { enum: ["prepare"] }, { intent: "prepare" }],
    ["it among others", { enum: ["publish", "prepare"] }, { intent: "prepare" }],
    ["nothing else", { const: "prepare" }, { intent: "prepare" }],
    ["any text", { type: "string" }, { intent: "prepare" }],
    ["other words", { enum: ["publish"] }, {}],
    ["another word", { const: "publish" }, {}],
  ])("an intent goes to a tool that takes %s", (_, intent, expected) => {
    const named = { siteId: SITE, sourceDeploymentId: "dep_1" };
    const schema = { properties: { siteId: {}, sourceDeploymentId: {}, intent } };
    expect(matchArguments(schema, { ...named, intent: "prepare" })).toEqual({ ...named, ...expected });
    expect(matchArguments(schema, named)).toEqual(named);
  });

  test("an intent is left out where the tool names none, or publishes no schema", () => {
    const named = { siteId: SITE, sourceDeploymentId: "dep_1" };
    const schema = { properties: { siteId: {}, sourceDeploymentId: {} } };
    for (const published of [schema, undefined]) {
      expect(matchArguments(published, { ...named, intent: "prepare" })).toEqual(named);
    }
  });

  test("a schema that wants something unknown, or no source, is an error", () => {
    expect(() => match("siteId")).toThrow(/takes no source deployment/);
    const schema = { properties: { siteId: {}, sourceDeploymentId: {}, ticket: {} }, required: ["ticket"] };
    expect(() => matchArguments(schema, values)).toThrow(/requires ticket/);
  });
});
