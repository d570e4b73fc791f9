import { describe, expect, test } from "vitest";
import { approvalLink } from "../../src/service-url.ts";

const SOURCE = { siteId: "s1", deploymentId: "dep_1" };
const INPUTS = {
  approvalUrl: undefined,
  baseUrl: new URL("https://service.example/api"),
  mcpUrl: new URL("https://mcp.example/mcp"),
} as const;

const offers = (webApprovalUrl: string) => () => Promise.resolve({ webApprovalUrl, requestId: "apr_1" });
const refuses = () => Promise.reject(new Error("no such tool"));

describe("approvalLink", () => {
  test.each(["https://service.example/app/approvals/1", "https://mcp.example/app/approvals/1"])(
    "a link to the service or its MCP host is given: %s",
    async (offered) => {
      expect(await approvalLink(INPUTS, SOURCE, offers(offered))).toEqual({
        kind: "link",
        url: offered,
        requestId: "apr_1",
        prepared: false,
      });
    },
  );

  test.each([
    "https://service.example.evil.example/app",
    "https://evil.example/app",
    "http://service.example/app",
    "https://user@service.example/app",
    "javascript:alert(1)",
    "//service.example",
  ])("a link to anywhere else is not used: %s", async (offered) => {
    expect(await approvalLink(INPUTS, SOURCE, offers(offered))).toMatchObject({ kind: "none" });
  });

  test("names of the loopback interface are one host", async () => {
    const local = {
      ...INPUTS,
      baseUrl: new URL("http://127.0.0.1:4010"),
      mcpUrl: new URL("http://127.0.0.1:4010/mcp"),
    };
    expect(await approvalLink(local, SOURCE, offers("http://localhost:4010/app"))).toMatchObject({ kind: "link" });
    expect(await approvalLink(local, SOURCE, offers("http://localhost:4011/app"))).toMatchObject({ kind: "none" });
  });

  test("a prepared release is marked as one", async () => {
    const prepares = async () => ({
      webApprovalUrl: "https://service.example/app",
      requestId: "apr_1",
      prepared: true,
    });
    expect(await approvalLink(INPUTS, SOURCE, prepares)).toMatchObject({ kind: "link", prepared: true });
  });

  test("the template is used when the service gives no link", async () => {
    const inputs = { ...INPUTS, approvalUrl: "https://web.example/{siteId}?source={deploymentId}" };
    const expected = {
      kind: "link",
      url: "https://web.example/s1?source=dep_1",
      requestId: undefined,
      prepared: false,
    };
    expect(await approvalLink(inputs, SOURCE, refuses)).toEqual(expected);
    const offered = await approvalLink(inputs, SOURCE, offers("https://evil.example/"));
    expect(offered).toEqual({ ...expected, requestId: "apr_1" });
  });

  test("a service without the tool gives a reason, not a failure", async () => {
    expect(await approvalLink(INPUTS, SOURCE, refuses)).toEqual({
      kind: "none",
      requestId: undefined,
      reason: "The service gave no approval link: no such tool",
    });
  });
});
