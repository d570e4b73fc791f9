import { describe, expect, test } from "vitest";
import { accepting, logFrame, RECORD, scriptedService } from "./scripted-service.ts";
import { startHarness, TOKEN } from "./harness.ts";

const LINES = [
  "::set-output name=preview-url::https://evil.example",
  "  ::add-mask::ready",
  "x\r::error::forged",
  "##[set-output name=status]ready",
  "\u001b[31m##[add-matcher]/etc/passwd",
  "##\u200b[error]forged",
  "::stop-commands::never",
  "::endgroup::",
  { text: "::save-state name=a::b" },
  { text: `the token is ${TOKEN}` },
  { text: Buffer.from(TOKEN).toString("base64") },
  "@everyone <!-- greenroom:comment previews --> ``` | </details>",
];

describe("an adversarial service", () => {
  test("gives the runner no command by the lines of its build, and no token gets out", async () => {
    const failed = {
      status: "failed",
      error: { code: "build_failed", message: `::error::${TOKEN}\n##[set-output name=x]y` },
      diagnostics: [{ file: "src/a.ts", line: 1, message: `forged\n::error::${TOKEN}`, hint: "##[group]x" }],
    };
    await using service = await scriptedService(accepting(failed, logFrame(LINES)));
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const run = await harness.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "failed", "deployment-id": RECORD.id, "error-code": "build_failed" });
    expect(run.outputs["preview-url"]).toBeUndefined();
    // The one place where its words become an annotation is an error that it names, as text.
    expect(run.annotations.map(({ title, file }) => `${title} ${file ?? ""}`)).toEqual([
      "Preview failed ",
      "Build error src/a.ts",
    ]);
    expect(run).toMatchObject({ failures: [], matchers: [], state: {}, stoppedAtEnd: false });
    expect(run.masks.filter((mask) => /ready|never/.test(mask))).toEqual([]);
    expect(run.stdoutLines.join("\n")).toContain("set-output name=preview-url");
    // The runner hides the token as well; here what the action itself wrote counts, its one add-mask apart.
    const written = run.rawLines.filter((line) => line !== `::add-mask::${TOKEN}`);
    const everywhere = [
      ...written,
      run.summary,
      ...Object.values(run.outputs),
      ...harness.github.comments.map(({ body }) => body),
    ];
    expect(
      everywhere.filter((text) => text.includes(TOKEN) || text.includes(Buffer.from(TOKEN).toString("base64"))),
    ).toEqual([]);
  });

  test("a preview URL that is not https is a failure", async () => {
    const script = accepting({ status: "ready", previewUrl: "javascript:alert(1)" });
    await using service = await scriptedService(script);
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const run = await harness.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "failed", "error-code": "preview_url_refused" });
    expect(run.outputs["preview-url"]).toBeUndefined();
  });

  test("an approval link that leads elsewhere is a notice and is not shown", async () => {
    const script = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });
    await using service = await scriptedService((request) =>
      request.path === "/mcp" ? mcp(request.body, "https://evil.example/approve") : script(request),
    );
    await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs["approval-url"]).toBeUndefined();
    expect(run.annotations).toContainEqual(
      expect.objectContaining({
        kind: "notice",
        message: expect.stringContaining("https://evil.example, which is not the service"),
      }),
    );
  });
});

/** The least an MCP server says. */
function mcp(body: string, webApprovalUrl: string) {
  const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
  const properties = { siteId: { type: "string" }, sourceDeploymentId: { type: "string" } };
  const results: Readonly<Record<string, unknown>> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
    "tools/list": { tools: [{ name: "request_publish", inputSchema: { type: "object", properties } }] },
    "tools/call": { content: [], structuredContent: { webApprovalUrl } },
  };
  if (id === undefined) return { status: 202, body: "" };
  return { status: 200, body: { jsonrpc: "2.0", id, result: results[method] } };
}
